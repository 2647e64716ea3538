//! Ranks matching passages by their columns alone, so that only the texts of chosen passages are read.

use footnote_text::analysis::Language;

use super::view::Candidate;

/// Raises passages in the question's own language.
pub(super) fn raise_language<P>(candidates: &mut [Candidate<P>], own: Language, gain: f32) {
    let is_own = |candidate: &&mut Candidate<P>| candidate.columns.language == own;
    for candidate in candidates.iter_mut().filter(is_own) {
        candidate.score += gain;
    }
}

/// Sorts best first; equal scores have a fixed order.
pub(super) fn sort<P>(candidates: &mut [Candidate<P>]) {
    let place = |one: &Candidate<P>| (one.columns.document, one.columns.ordinal);
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b))));
}
