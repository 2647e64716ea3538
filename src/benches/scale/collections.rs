//! Text of test collections, repeated with variation.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Number of sentences in a passage.
const SENTENCES: usize = 5;

/// The sentences and questions of several collections, each a folder with `corpus.jsonl` and `queries.jsonl`.
pub(crate) struct Collections {
    sentences: Vec<String>,
    questions: Vec<String>,
}

impl Collections {
    /// Returns the collections in the folder named by `DATA`; `None` if there are none.
    pub(crate) fn named() -> Option<Self> {
        let folder = PathBuf::from(std::env::var("DATA").ok()?);
        let mut folders: Vec<PathBuf> =
            fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        folders.sort();
        let texts = |name: &str| -> Vec<String> {
            folders.iter().flat_map(|folder| lines(&folder.join(name))).collect()
        };
        let corpus = texts("corpus.jsonl");
        let sentences = corpus.iter().flat_map(|text| text.split_inclusive(". "));
        let sentences: Vec<String> = sentences.map(str::to_owned).collect();
        let questions = texts("queries.jsonl");
        (!sentences.is_empty() && !questions.is_empty()).then_some(Self { sentences, questions })
    }

    /// Returns the passages of a document, the same in every run. Each combines other sentences.
    pub(crate) fn texts(&self, document: usize, count: usize) -> Vec<String> {
        let passage = |ordinal: usize| {
            let number = document * 64 + ordinal;
            let sentence = |at: usize| {
                let place = (number * SENTENCES + at).wrapping_mul(2_654_435_761) >> 7;
                self.sentences.get(place % self.sentences.len()).map_or("", String::as_str)
            };
            let sentences: String = (0..SENTENCES).map(sentence).collect();
            format!("{sentences} Reference {number}.")
        };
        (0..count).map(passage).collect()
    }

    /// Returns a sample of the questions of all collections.
    pub(crate) fn questions(&self) -> impl Iterator<Item = String> + '_ {
        let step = (self.questions.len() / 300).max(1);
        self.questions.iter().step_by(step).cloned()
    }
}

fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    values.filter_map(|value| Some(value.get("text")?.as_str()?.to_owned())).collect()
}
