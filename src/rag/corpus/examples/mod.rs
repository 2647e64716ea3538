//! Questions that documents suggest, each with the answer that it is meant to get; they are tried before they are
//! shown.

mod facts;
mod kinds;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::Passage;
use super::acl::Acl;
use super::index::{Index, IndexError, Record, Records, Start};
use crate::text::analysis;
use crate::text::question;

pub use facts::facts;

/// The most questions that a page shows.
pub const MOST: usize = 6;

/// Questions about what only some may read go first, and leave room for others.
const MOST_RESTRICTED: usize = 3;

/// Documents looked at: enough to find six questions, few enough to cost nothing.
const MOST_DOCUMENTS: usize = 24;

/// Passages of each that are looked at.
const MOST_PASSAGES: usize = 200;

/// The name of the language of a text that does not tell it.
const UNTOLD: &str = "other";

/// A longer title does not fit into a question.
const LONGEST_NAME: usize = 60;

/// A question that documents suggest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The question.
    pub question: String,
    /// The answer that it is meant to get.
    pub aim: Aim,
}

/// The answer that a question is meant to get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A sentence of the document at a path is quoted; any, if none is named.
    Quotation {
        /// The path.
        path: String,
        /// The sentence.
        sentence: String,
    },
    /// A figure is computed over a table of the document at a path.
    Figure(String),
    /// Both documents at these paths are quoted.
    Comparison([String; 2]),
    /// The document at a path is summed up.
    Overview(String),
    /// Several documents are listed that mention a thing.
    Mention,
}

/// The questions that the documents of one ACL suggest.
#[derive(Clone, Debug, PartialEq)]
pub struct Trials {
    /// The users and groups that may read the documents.
    pub acl: Acl,
    /// The questions, a list for each kind, the best first.
    pub kinds: Vec<Vec<Trial>>,
}

impl Trials {
    /// The most of them that are shown.
    pub fn most(&self) -> usize {
        if self.acl.is_public() { MOST } else { MOST_RESTRICTED }
    }
}

/// A document that questions are made about.
struct About {
    path: String,
    name: String,
    /// The name of its language.
    language: &'static str,
    passages: Vec<Passage>,
}

/// The questions that the documents suggest, those of each ACL by themselves; the same for the same documents.
///
/// # Errors
///
/// If the index cannot be read.
pub fn trials(index: &Index) -> Result<Vec<Trials>, IndexError> {
    let all: Vec<_> = index.records().iter().cloned().collect();
    let mut alike: BTreeMap<&Acl, Vec<&Record>> = BTreeMap::new();
    for record in all.iter().filter(|record| record.is_ready()) {
        alike.entry(&record.acl).or_default().push(record);
    }
    let trials = alike.into_iter().map(|(acl, ready)| {
        let documents = documents(index, &ready)?;
        Ok(Trials { acl: acl.clone(), kinds: kinds::of(&documents) })
    });
    trials.collect()
}

/// Some of the documents of these records, with their first passages.
fn documents(index: &Index, ready: &[&Record]) -> Result<Vec<About>, IndexError> {
    // Spread over the folder: its first documents are often alike.
    let step = ready.len().div_ceil(MOST_DOCUMENTS).max(1);
    let some = ready.iter().step_by(step);
    let read = |record: &&Record| {
        let passages = index.passages_from(&record.path, Start::Passage(0), MOST_PASSAGES)?;
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
        Ok(About {
            path: record.path.clone(),
            name: name(record, &index.records()),
            language: analysis::of_document(texts.into_iter()).name(),
            passages,
        })
    };
    let mut documents = some.map(read).collect::<Result<Vec<About>, IndexError>>()?;
    // A table hardly tells its language: it is that of most of the others.
    let told = documents.iter().map(|one| one.language).filter(|language| *language != UNTOLD);
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    told.for_each(|language| *counts.entry(language).or_default() += 1);
    if let Some((usual, _)) = counts.into_iter().max_by_key(|(_, count)| *count) {
        let untold = documents.iter_mut().filter(|one| one.language == UNTOLD);
        untold.for_each(|one| one.language = usual);
    }
    Ok(documents)
}

/// The name of a document in a question: its title, unless that is too long or another document has it too.
fn name(record: &Record, records: &Records) -> String {
    let titled = records.alike().map(|(_, alike)| alike.titled(&record.title));
    let is_too_long = record.title.trim().chars().count() > LONGEST_NAME;
    question::name(&record.title, &record.path, is_too_long || titled.sum::<u32>() > 1)
}
