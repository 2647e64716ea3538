//! The trace of a search: the rankings that it made on the way to its hits.

use super::Hit;

/// The number of passages that a ranking records: as many as a search by words looks at, at least.
pub const DEEPEST: usize = 100;

/// The rankings of a search, each best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The ranking by words.
    pub words: Vec<Ranked>,
    /// The ranking by meaning, if the embedding model took part.
    pub meaning: Option<Vec<Ranked>>,
    /// The ranking that the hits were taken from.
    pub all: Vec<Ranked>,
}

/// A passage in a ranking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// The id of the passage.
    pub id: String,
    /// Its score; comparable within one ranking only.
    pub score: f32,
}

impl Trace {
    /// Puts these hits before all others of the last ranking.
    pub(super) fn lead<'a>(&mut self, hits: impl IntoIterator<Item = &'a Hit>) {
        let first = ranking(hits);
        let is_behind = |one: &Ranked| first.iter().all(|other| other.id != one.id);
        self.all.retain(is_behind);
        self.all.splice(..0, first);
    }
}

/// The first passages of a ranking.
pub(super) fn ranking<'a>(hits: impl IntoIterator<Item = &'a Hit>) -> Vec<Ranked> {
    let ranked = |hit: &Hit| Ranked { id: hit.passage.id.clone(), score: hit.score };
    hits.into_iter().take(DEEPEST).map(ranked).collect()
}
