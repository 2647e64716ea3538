//! Questions that documents suggest, each with the answer it is expected to get. They are tried before they are shown.

mod kinds;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use footnote_documents::acl::Acl;
use footnote_documents::{Passage, Record};
use footnote_text::analysis::{self, stems};
use footnote_text::question;

use crate::store::{Access, Start, StoreError, Stores};

/// Maximum number of questions on a page.
pub const MAX: usize = 6;

/// Maximum number of questions about restricted documents. They come first, and leave room for others.
const MAX_RESTRICTED: usize = 3;

/// Number of documents sampled: enough to find six questions, and cheap.
const MAX_DOCUMENTS: usize = 24;

/// Maximum number of passages per sampled document.
const MAX_PASSAGES: usize = 200;

/// Name used for an unknown language.
const UNKNOWN_LANGUAGE: &str = "other";

/// Maximum length of a title within a question, in characters.
const MAX_NAME_LEN: usize = 60;

/// A question that documents suggest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateQuestion {
    /// The question.
    pub question: String,
    /// The answer that it should get.
    pub aim: ExpectedAnswer,
}

/// The answer that a question should get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// The document at a path is quoted.
    Quotation(String),
    /// A figure is computed over a table of the document at a path.
    Figure(String),
    /// The document at a path is summed up.
    Overview(String),
}

/// Questions suggested by the documents with one ACL.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateQuestions {
    /// Users and groups that may read the documents.
    pub acl: Acl,
    /// The questions, one list per kind, best first.
    pub kinds: Vec<Vec<CandidateQuestion>>,
}

impl CandidateQuestions {
    /// Maximum number of these questions on a page.
    pub fn most(&self) -> usize {
        if self.acl.is_public() { MAX } else { MAX_RESTRICTED }
    }
}

/// Returns true if a heading says no more than the name of its document. Many documents begin with their title.
pub fn is_title(heading: &str, name: &str) -> bool {
    let of_name = stems(name);
    stems(heading).iter().all(|stem| of_name.contains(stem))
}

/// A document to make questions about.
struct DocumentSample {
    path: String,
    name: String,
    /// Name of its language.
    language: &'static str,
    passages: Vec<Passage>,
}

/// Returns the questions that the documents suggest, grouped by ACL. Deterministic: the same documents give the same
/// questions.
///
/// # Errors
///
/// Fails if the index cannot be read.
pub async fn trials(stores: &Stores) -> Result<Vec<CandidateQuestions>, StoreError> {
    let all = stores.catalog.after("", usize::MAX, Access::Full).await?;
    let mut alike: BTreeMap<&Acl, Vec<&Record>> = BTreeMap::new();
    for record in all.iter().filter(|record| record.is_ready()) {
        alike.entry(&record.acl).or_default().push(record);
    }
    let mut trials = Vec::new();
    for (acl, ready) in alike {
        let documents = documents(stores, &ready).await?;
        // Takes some tenths of a second per group.
        let kinds = tokio::task::spawn_blocking(move || kinds::of(&documents)).await;
        trials.push(CandidateQuestions { acl: acl.clone(), kinds: kinds.unwrap_or_default() });
    }
    Ok(trials)
}

/// Samples documents of these records, with their first passages.
async fn documents(stores: &Stores, ready: &[&Record]) -> Result<Vec<DocumentSample>, StoreError> {
    // Spread the sample over the folder, because its first documents are often alike.
    let step = ready.len().div_ceil(MAX_DOCUMENTS).max(1);
    let mut documents = Vec::new();
    for record in ready.iter().step_by(step) {
        let (path, start) = (&record.path, Start::Passage(0));
        let stretch = stores.passages.passages_from(path, start, MAX_PASSAGES, Access::Full);
        let passages = stretch.await?;
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
        documents.push(DocumentSample {
            path: path.clone(),
            name: name(record, stores).await?,
            language: analysis::of_document(texts.into_iter()).name(),
            passages,
        });
    }
    // The language of a table is hard to detect, so use that of most other passages.
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

/// Name of a document for a question: its title, unless that is too long or not unique.
async fn name(record: &Record, stores: &Stores) -> Result<String, StoreError> {
    let titled = stores.catalog.titled(&[&record.title], Access::Full).await?;
    let is_too_long = record.title.trim().chars().count() > MAX_NAME_LEN;
    let is_shared = titled.iter().any(|count| *count > 1);
    Ok(question::name(&record.title, &record.path, is_too_long || is_shared))
}
