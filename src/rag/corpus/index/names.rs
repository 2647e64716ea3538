//! The telling words of the documents' names, by which a question can name a document.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use super::{schema, stems};

/// The names of all documents that can be found.
#[derive(Debug, Default)]
pub struct Names {
    documents: HashMap<u64, Box<[Arc<str>]>>,
    frequency: HashMap<Arc<str>, u32>,
}

impl Names {
    /// Adds the name of a document.
    pub(super) fn add(&mut self, path: &str, title: &str) {
        let name = format!("{title} {}", schema::file_words(path));
        let words: BTreeSet<String> = stems(&name).into_iter().collect();
        let words: Box<[Arc<str>]> = words.iter().map(|word| self.shared(word)).collect();
        for word in &words {
            increase(&mut self.frequency, Arc::clone(word));
        }
        self.documents.insert(schema::document_key(path), words);
    }

    /// Takes the name of a document away, if it has one.
    pub(super) fn remove(&mut self, path: &str) {
        let key = schema::document_key(path);
        for word in self.documents.remove(&key).unwrap_or_default() {
            decrease(&mut self.frequency, word);
        }
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
        let words = self.words(document);
        let asked = words.filter(|word| stems.contains(*word));
        asked.map(|word| self.weight(word)).sum()
    }

    /// The telling words of the name of the document of this key that are among `stems`.
    pub fn telling<'a>(
        &'a self,
        document: u64,
        stems: &'a HashSet<String>,
    ) -> impl Iterator<Item = &'a str> {
        let words = self.words(document);
        words.filter(|word| stems.contains(*word) && self.weight(word) > 0.0)
    }

    fn words(&self, document: u64) -> impl Iterator<Item = &str> {
        let words = self.documents.get(&document).into_iter().flatten();
        words.map(AsRef::as_ref)
    }

    /// The word as other names have it already, so that it is kept once.
    fn shared(&self, word: &str) -> Arc<str> {
        let known = self.frequency.get_key_value(word);
        known.map_or_else(|| word.into(), |(known, _)| Arc::clone(known))
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

/// Counts one more of `key`.
pub(super) fn increase<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    *counts.entry(key).or_default() += 1;
}

/// Counts one less of `key`, and forgets it with the last.
pub(super) fn decrease<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}
