//! The matching passages, ranked by their columns alone: only the texts of chosen ones are read.

use std::collections::{HashMap, HashSet};

use footnote_text::analysis::Language;
use tantivy::DocAddress;
use tantivy::collector::TopDocs;
use tantivy::query::Query as Matcher;

use super::reader_view::ReaderView;
use crate::corpus::index::{
    IndexError, LEAST_CLARITY, NamesInView, PassageColumns, RankingColumns,
};

/// The gain in score of the document that the question names best, as a factor.
const NAME_BOOST: f32 = 0.5;

/// A passage that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) score: f32,
    pub(super) at: DocAddress,
    pub(super) place: RankingColumns,
}

/// The `most` passages that match best.
pub(super) fn candidates(
    view: &ReaderView<'_>,
    matcher: &dyn Matcher,
    most: usize,
) -> Result<Vec<Candidate>, IndexError> {
    let collector = TopDocs::with_limit(most).order_by_score();
    let searcher = view.searcher;
    let found = searcher.search_with_statistics_provider(matcher, &collector, view)?;
    let segments = searcher.segment_readers().iter();
    let places = segments.map(PassageColumns::of).collect::<Result<Vec<_>, _>>()?;
    let candidate = |(score, at): (f32, DocAddress)| {
        let segment = usize::try_from(at.segment_ord).ok();
        let places = segment.and_then(|segment| places.get(segment));
        Candidate {
            score,
            at,
            place: places.map_or_else(RankingColumns::default, |places| places.at(at.doc_id)),
        }
    };
    Ok(found.into_iter().map(candidate).collect())
}

/// Raises passages in the question's own language.
pub(super) fn raise_language(candidates: &mut [Candidate], own: Language, gain: f32) {
    let is_own = |candidate: &&mut Candidate| candidate.place.language == own;
    for candidate in candidates.iter_mut().filter(is_own) {
        candidate.score += gain;
    }
}

/// Raises passages of the documents that a question names best, which has `asked` for them by these words: copies
/// differ in little but their names. The gain is squared to part documents whose names share words.
pub(super) fn raise_named(
    candidates: &mut [Candidate],
    names: &NamesInView<'_>,
    asked: &HashSet<String>,
) {
    let mut clarity: HashMap<u64, f32> = HashMap::new();
    for Candidate { place, .. } in candidates.iter() {
        let document = place.document;
        clarity.entry(document).or_insert_with(|| names.named(document, asked));
    }
    let clearest = clarity.values().copied().fold(0.0, f32::max);
    if clearest < LEAST_CLARITY {
        return;
    }
    for candidate in candidates {
        let clarity = clarity.get(&candidate.place.document).copied();
        let share = clarity.unwrap_or_default() / clearest;
        candidate.score *= 1.0 + NAME_BOOST * share.powi(2);
    }
}

/// Sorts, best first; equal scores stand in a fixed order.
pub(super) fn sort(candidates: &mut [Candidate]) {
    let place = |candidate: &Candidate| (candidate.place.document, candidate.place.ordinal);
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b))));
}
