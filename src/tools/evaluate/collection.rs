//! Collections of ready-made passages: which of them each question finds.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use footnote_answers::Rag;
use footnote_documents::{FileState, Passage, Record};
use footnote_protocol::{Message, RetrievalMode};
use footnote_search::index::Index;
use serde::Deserialize;

use super::measures::ranked;
use super::search::search;
use super::summary::Outcome;

/// Number of passages committed together.
const COMMIT_SIZE: usize = 10_000;

/// A line of `corpus.jsonl`.
#[derive(Deserialize)]
struct CorpusLine {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// A line of `queries.jsonl`.
#[derive(Deserialize)]
struct QueryLine {
    #[serde(rename = "_id")]
    id: String,
    text: String,
    #[serde(default)]
    history: Vec<Message>,
}

/// The relevance of documents, by question.
type RelevanceByQuestion = HashMap<String, BTreeMap<String, f64>>;

/// A question to a collection, with the relevance of each document.
pub(super) struct Task {
    pub(super) question: String,
    history: Vec<Message>,
    /// `None` if no document is relevant.
    relevance: Option<BTreeMap<String, f64>>,
}

/// Reads the questions of the collection in `folder`.
///
/// # Errors
///
/// Fails if a file cannot be read.
pub(super) fn tasks(folder: &Path) -> anyhow::Result<Vec<Task>> {
    let mut relevance = relevance(&folder.join("qrels.tsv"))?;
    let asked = super::lines::<QueryLine>(&folder.join("queries.jsonl"))?;
    let task = |asked: QueryLine| Task {
        relevance: relevance.remove(&asked.id),
        question: asked.text,
        history: asked.history,
    };
    Ok(asked.into_iter().map(task).collect())
}

/// Reads the passages of the collection in `folder`, each as a document of its own.
///
/// # Errors
///
/// Fails if the file cannot be read.
pub(super) fn documents(folder: &Path) -> anyhow::Result<Vec<(Record, Passage)>> {
    let entries: Vec<CorpusLine> = super::lines(&folder.join("corpus.jsonl"))?;
    Ok(entries.iter().map(passage).map(|passage| (record(&passage), passage)).collect())
}

/// Reads the passages of the collection in `folder` into an index, each as a document of its own.
///
/// # Errors
///
/// Fails if the file cannot be read.
pub(super) fn index(folder: &Path) -> anyhow::Result<Arc<Index>> {
    let index = Index::in_memory()?;
    let entries: Vec<CorpusLine> = super::lines(&folder.join("corpus.jsonl"))?;
    for some in entries.chunks(COMMIT_SIZE) {
        for entry in some {
            add(&index, &passage(entry))?;
        }
        index.commit()?;
    }
    index.merge_segments()?;
    Ok(Arc::new(index))
}

/// Adds a passage to an index as a document of its own.
///
/// # Errors
///
/// Fails if the index cannot be written.
pub(super) fn add(index: &Index, passage: &Passage) -> anyhow::Result<()> {
    Ok(index.add(record(passage), passage)?)
}

/// Returns the record of a document with one passage.
fn record(passage: &Passage) -> Record {
    Record {
        path: passage.path.clone(),
        state: FileState::Ready { passages: 1, pages: 1 },
        ..Record::default()
    }
}

fn passage(entry: &CorpusLine) -> Passage {
    // The last part is the file name. An id is not a name that a question could mention.
    let path = format!("{}/.", entry.id);
    Passage {
        id: format!("{path}#0"),
        path,
        title: entry.title.clone(),
        text: entry.text.clone(),
        ..Passage::default()
    }
}

/// Reads lines of question, document and relevance; a heading is skipped.
fn relevance(path: &Path) -> anyhow::Result<RelevanceByQuestion> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| format!("reading {}", path.display()))?;
    let mut relevance = RelevanceByQuestion::new();
    for line in text.lines() {
        let mut cells = line.split('\t').map(str::trim);
        let (Some(question), Some(document), Some(score)) =
            (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        if let Ok(score) = score.parse::<f64>() {
            let documents = relevance.entry(question.to_owned()).or_default();
            documents.insert(document.to_owned(), score);
        }
    }
    Ok(relevance)
}

/// Searches for the documents that answer a question.
///
/// # Errors
///
/// Fails if the question is refused, or answered in another mode.
pub(super) async fn found(rag: &Rag, task: &Task, mode: RetrievalMode) -> anyhow::Result<Outcome> {
    let searched = search(rag, &task.question, &task.history, mode).await?;
    let documents = searched.sources.iter().map(|source| source.trim_end_matches("/.").to_owned());
    let cited: Vec<String> = documents.collect();
    let relevance = task.relevance.as_ref();
    let truth = relevance.into_iter().flatten().filter(|(_, relevance)| **relevance > 0.0);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let embedding = (mode != RetrievalMode::Text).then_some(searched.embedding);
    Ok(Outcome {
        measures: relevance.map(|relevance| ranked(&cited, relevance)).unwrap_or_default(),
        truth: truth.map(|(document, _)| document.clone()).collect(),
        question: task.question.clone(),
        cited,
        elapsed_ms: milliseconds(searched.elapsed),
        embedding_ms: embedding.map(milliseconds),
        retrieval_ms: Some(milliseconds(searched.elapsed.saturating_sub(searched.embedding))),
        ..Outcome::default()
    })
}
