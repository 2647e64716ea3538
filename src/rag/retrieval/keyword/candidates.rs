//! The matching passages, ranked by their columns alone: only the texts of chosen ones are read.

use tantivy::DocAddress;
use tantivy::collector::TopDocs;
use tantivy::query::Query as Matcher;

use super::visible::Visible;
use crate::rag::corpus::index::{IndexError, Language, Place, Places};

/// A passage that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) score: f32,
    pub(super) at: DocAddress,
    pub(super) place: Place,
}

/// The `most` passages that match best.
pub(super) fn candidates(
    visible: &Visible<'_>,
    matcher: &dyn Matcher,
    most: usize,
) -> Result<Vec<Candidate>, IndexError> {
    let collector = TopDocs::with_limit(most).order_by_score();
    let searcher = visible.searcher;
    let found = searcher.search_with_statistics_provider(matcher, &collector, visible)?;
    let segments = searcher.segment_readers().iter();
    let places = segments.map(Places::of).collect::<Result<Vec<_>, _>>()?;
    let candidate = |(score, at): (f32, DocAddress)| {
        let segment = usize::try_from(at.segment_ord).ok();
        let places = segment.and_then(|segment| places.get(segment));
        Candidate {
            score,
            at,
            place: places.map_or_else(Place::default, |places| places.at(at.doc_id)),
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

/// Sorts, best first; equal scores stand in a fixed order.
pub(super) fn sort(candidates: &mut [Candidate]) {
    let place = |candidate: &Candidate| (candidate.place.document, candidate.place.ordinal);
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b))));
}
