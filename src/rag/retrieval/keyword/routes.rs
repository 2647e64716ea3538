//! Which documents a question names: twins differ in little but their names.

use std::collections::{HashMap, HashSet};

use crate::rag::corpus::Passage;
use crate::rag::corpus::index::Names;

/// By how much the score of the document grows that the question names best.
const NAME_BOOST: f32 = 0.5;

/// From this clarity on (see [`Names::named`]) a question is about a document.
const NAMED: f32 = 0.3;

/// With fewer documents than this there is none to be crowded out.
const FEW_DOCUMENTS: usize = 4;

/// How clearly the question names each document of the candidates.
pub(super) struct Routes {
    clarity: HashMap<String, f32>,
    clearest: f32,
    few: bool,
}

impl Routes {
    /// For a question of `stems`.
    pub(super) fn new(
        names: &Names,
        stems: &HashSet<String>,
        candidates: &[(f32, Passage)],
    ) -> Self {
        let mut clarity: HashMap<String, f32> = HashMap::new();
        for (_, passage) in candidates {
            if !clarity.contains_key(&passage.path) {
                let clear = names.named(&passage.path, stems);
                clarity.insert(passage.path.clone(), clear);
            }
        }
        let clearest = clarity.values().copied().fold(0.0, f32::max);
        Self {
            clarity,
            clearest,
            few: names.len() < FEW_DOCUMENTS,
        }
    }

    /// The factor of a document's scores, squared to part those whose names share words.
    pub(super) fn boost(&self, path: &str) -> f32 {
        if self.clearest < NAMED {
            return 1.0;
        }
        1.0 + NAME_BOOST * (self.clarity(path) / self.clearest).powi(2)
    }

    /// Whether any number of the document's passages may be hits.
    pub(super) fn is_exempt(&self, path: &str) -> bool {
        self.few || self.clarity(path) >= NAMED
    }

    fn clarity(&self, path: &str) -> f32 {
        self.clarity.get(path).copied().unwrap_or_default()
    }
}
