//! The trace of a search: the rankings that led to its hits.

use footnote_store::search::Hit;
pub use footnote_store::search::{Ranked, Trace};

/// Number of passages recorded per ranking: the minimum that a keyword search considers.
pub const MAX_RECORDED: usize = 100;

/// Puts these hits first in the final ranking.
pub(super) fn prepend<'a>(trace: &mut Trace, hits: impl IntoIterator<Item = &'a Hit>) {
    let first = ranking(hits);
    let is_behind = |one: &Ranked| first.iter().all(|other| other.id != one.id);
    trace.all.retain(is_behind);
    trace.all.splice(..0, first);
}

/// The first passages of a ranking.
pub(super) fn ranking<'a>(hits: impl IntoIterator<Item = &'a Hit>) -> Vec<Ranked> {
    let ranked = |hit: &Hit| Ranked { id: hit.passage.id.clone(), score: hit.score };
    hits.into_iter().take(MAX_RECORDED).map(ranked).collect()
}
