//! Questions that documents suggest, each with the answer that it is meant to get; they are tried before they are
//! shown.

mod kinds;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use footnote_documents::acl::Acl;
use footnote_documents::{Passage, Record};
use footnote_text::{analysis, question};

use crate::store::{Access, Start, StoreError, Stores};

/// The most questions that a page shows.
pub const MOST: usize = 6;

/// Questions about what only some may read go first, and leave room for others.
const MOST_RESTRICTED: usize = 3;

/// Documents looked at: enough to find six questions, few enough to cost nothing.
const MOST_DOCUMENTS: usize = 24;

/// Passages of each that are looked at.
const MOST_PASSAGES: usize = 200;

/// The name of the language of a text whose language is unknown.
const UNKNOWN_LANGUAGE: &str = "other";

/// A longer title does not fit into a question.
const LONGEST_NAME: usize = 60;

/// A question that documents suggest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateQuestion {
    /// The question.
    pub question: String,
    /// The answer that it is meant to get.
    pub aim: ExpectedAnswer,
}

/// The answer that a question is meant to get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// The document at a path is quoted.
    Quotation(String),
    /// A figure is computed over a table of the document at a path.
    Figure(String),
    /// The document at a path is summed up.
    Overview(String),
}

/// The questions that the documents of one ACL suggest.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateQuestions {
    /// The users and groups that may read the documents.
    pub acl: Acl,
    /// The questions, a list for each kind, the best first.
    pub kinds: Vec<Vec<CandidateQuestion>>,
}

impl CandidateQuestions {
    /// The most of them that are shown.
    pub fn most(&self) -> usize {
        if self.acl.is_public() { MOST } else { MOST_RESTRICTED }
    }
}

/// A document that questions are made about.
struct DocumentSample {
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
pub async fn trials(stores: &Stores) -> Result<Vec<CandidateQuestions>, StoreError> {
    let all = stores.catalog.after("", usize::MAX, Access::Full).await?;
    let mut alike: BTreeMap<&Acl, Vec<&Record>> = BTreeMap::new();
    for record in all.iter().filter(|record| record.is_ready()) {
        alike.entry(&record.acl).or_default().push(record);
    }
    let mut trials = Vec::new();
    for (acl, ready) in alike {
        let documents = documents(stores, &ready).await?;
        // Each takes tenths of a second.
        let kinds = tokio::task::spawn_blocking(move || kinds::of(&documents)).await;
        trials.push(CandidateQuestions { acl: acl.clone(), kinds: kinds.unwrap_or_default() });
    }
    Ok(trials)
}

/// Some of the documents of these records, with their first passages.
async fn documents(stores: &Stores, ready: &[&Record]) -> Result<Vec<DocumentSample>, StoreError> {
    // Spread over the folder: its first documents are often alike.
    let step = ready.len().div_ceil(MOST_DOCUMENTS).max(1);
    let mut documents = Vec::new();
    for record in ready.iter().step_by(step) {
        let (path, start) = (&record.path, Start::Passage(0));
        let stretch = stores.passages.passages_from(path, start, MOST_PASSAGES, Access::Full);
        let passages = stretch.await?;
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
        documents.push(DocumentSample {
            path: path.clone(),
            name: name(record, stores).await?,
            language: analysis::of_document(texts.into_iter()).name(),
            passages,
        });
    }
    // The language of a table is hardly detectable: it is that of most of the others.
    let detected =
        documents.iter().map(|one| one.language).filter(|language| *language != UNKNOWN_LANGUAGE);
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    detected.for_each(|language| *counts.entry(language).or_default() += 1);
    if let Some((usual, _)) = counts.into_iter().max_by_key(|(_, count)| *count) {
        let untold = documents.iter_mut().filter(|one| one.language == UNKNOWN_LANGUAGE);
        untold.for_each(|one| one.language = usual);
    }
    Ok(documents)
}

/// The name of a document in a question: its title, unless that is too long or another document has it too.
async fn name(record: &Record, stores: &Stores) -> Result<String, StoreError> {
    let titled = stores.catalog.titled(&[&record.title], Access::Full).await?;
    let is_too_long = record.title.trim().chars().count() > LONGEST_NAME;
    let is_shared = titled.iter().any(|count| *count > 1);
    Ok(question::name(&record.title, &record.path, is_too_long || is_shared))
}
