//! The telling words of the documents' names, by which a question can name a document.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Record, schema};
use crate::rag::corpus::FileState;

/// The names of all documents that can be found.
#[derive(Clone, Debug, Default)]
pub struct Names {
    documents: HashMap<u64, HashSet<String>>,
    frequency: HashMap<String, u32>,
}

impl Names {
    /// Collects the names; `stems` makes stems of a text.
    pub(super) fn new(
        records: &BTreeMap<String, Record>,
        stems: impl Fn(&str) -> Vec<String>,
    ) -> Self {
        let mut names = Self::default();
        for record in records.values() {
            if !matches!(record.state, FileState::Ready { .. }) {
                continue;
            }
            let name = format!("{} {}", record.title, schema::file_words(&record.path));
            let words: HashSet<String> = stems(&name).into_iter().collect();
            for word in &words {
                *names.frequency.entry(word.clone()).or_default() += 1;
            }
            names
                .documents
                .insert(schema::document_key(&record.path), words);
        }
        names
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there are no documents.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// How clearly `stems` name the document of this key: the weights of its telling name words
    /// among them, each between 0 (every document is called so) and 1 (only this one is), added up.
    pub fn named(&self, document: u64, stems: &HashSet<String>) -> f32 {
        let Some(words) = self.documents.get(&document) else {
            return 0.0;
        };
        words
            .intersection(stems)
            .map(|word| self.weight(word))
            .sum()
    }

    /// The telling words of the name of the document of this key that are among `stems`.
    pub fn telling<'a>(
        &'a self,
        document: u64,
        stems: &'a HashSet<String>,
    ) -> impl Iterator<Item = &'a str> {
        let words = self.documents.get(&document).into_iter().flatten();
        let telling = words.filter(|word| stems.contains(*word) && self.weight(word) > 0.0);
        telling.map(String::as_str)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of documents are small")]
    fn weight(&self, word: &str) -> f32 {
        let all = self.documents.len() as f32;
        let frequency = self.frequency.get(word).copied().unwrap_or_default() as f32;
        if all <= 1.0 || frequency < 1.0 {
            return 0.0;
        }
        (all / frequency).ln() / all.ln()
    }
}
