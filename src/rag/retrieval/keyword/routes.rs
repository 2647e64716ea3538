//! Preference for the documents that a question names: twins differ in little but their names.

use std::collections::{HashMap, HashSet};

use super::candidates::Candidate;
use crate::rag::corpus::index::{Known, NAMED};

/// The gain in score of the document that the question names best, as a factor.
const NAME_BOOST: f32 = 0.5;

/// The clarity with which the question names each document of the candidates.
pub(super) struct Routes {
    clarity: HashMap<u64, f32>,
    clearest: f32,
}

impl Routes {
    /// For a question that has `asked` for documents by these words.
    pub(super) fn new(
        names: &Known<'_>,
        asked: &HashSet<String>,
        candidates: &[Candidate],
    ) -> Self {
        let mut clarity: HashMap<u64, f32> = HashMap::new();
        for candidate in candidates {
            let document = candidate.place.document;
            clarity.entry(document).or_insert_with(|| names.named(document, asked));
        }
        let clearest = clarity.values().copied().fold(0.0, f32::max);
        Self { clarity, clearest }
    }

    /// The factor of a passage's score, squared to part documents whose names share words.
    pub(super) fn boost(&self, candidate: &Candidate) -> f32 {
        if self.clearest < NAMED {
            return 1.0;
        }
        let share = self.clarity(candidate.place.document) / self.clearest;
        1.0 + NAME_BOOST * share.powi(2)
    }

    fn clarity(&self, document: u64) -> f32 {
        self.clarity.get(&document).copied().unwrap_or_default()
    }
}
