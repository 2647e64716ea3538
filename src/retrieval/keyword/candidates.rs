//! The matching passages, ranked by their columns alone: only the texts of chosen ones are read.

use std::collections::{HashMap, HashSet};

use footnote_text::analysis::Language;

use super::view::Candidate;
use crate::names::{LEAST_CLARITY, NameIndex, clarity};

/// The gain in score of the document that the question names best, as a factor.
const NAME_BOOST: f32 = 0.5;

/// Raises passages in the question's own language.
pub(super) fn raise_language<P>(candidates: &mut [Candidate<P>], own: Language, gain: f32) {
    let is_own = |candidate: &&mut Candidate<P>| candidate.columns.language == own;
    for candidate in candidates.iter_mut().filter(is_own) {
        candidate.score += gain;
    }
}

/// Raises passages of the documents that a question names best, which has `asked` for them by these words: copies
/// differ in little but their names. The gain is squared to part documents whose names share words.
pub(super) fn raise_named<P>(
    candidates: &mut [Candidate<P>],
    names: &dyn NameIndex,
    asked: &HashSet<String>,
) {
    let mut clarities: HashMap<u64, f32> = HashMap::new();
    for Candidate { columns, .. } in candidates.iter() {
        let document = columns.document;
        clarities.entry(document).or_insert_with(|| clarity(names, document, asked));
    }
    let clearest = clarities.values().copied().fold(0.0, f32::max);
    if clearest < LEAST_CLARITY {
        return;
    }
    for candidate in candidates {
        let clarity = clarities.get(&candidate.columns.document).copied();
        let share = clarity.unwrap_or_default() / clearest;
        candidate.score *= 1.0 + NAME_BOOST * share.powi(2);
    }
}

/// Sorts, best first; equal scores stand in a fixed order.
pub(super) fn sort<P>(candidates: &mut [Candidate<P>]) {
    let place = |one: &Candidate<P>| (one.columns.document, one.columns.ordinal);
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b))));
}
