//! Collections of ready-made passages: which of them each question finds.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use footnote_answers::Rag;
use footnote_documents::{FileState, Passage, Record};
use footnote_protocol::{ChatRequest, Message, RetrievalMode, confidence};
use footnote_retrieval::Hit;
use footnote_retrieval::corpus::index::Index;
use serde::Deserialize;

use super::measures::{self, RANKS};
use super::summary::{Outcome, Ranked};

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

/// A line of `tasks.jsonl`, which only some collections have.
#[derive(Deserialize)]
struct TaskLine {
    task_id: String,
    #[serde(default)]
    answerability: Vec<String>,
}

/// The relevance of documents, by question.
type RelevanceByQuestion = HashMap<String, BTreeMap<String, f64>>;

/// A question to a collection, with the relevance of each document.
pub(super) struct Task {
    pub(super) question: String,
    history: Vec<Message>,
    /// `None` if no document is relevant.
    relevance: Option<BTreeMap<String, f64>>,
    /// True if the documents hold the answer; `None` if unknown.
    answerable: Option<bool>,
}

/// Reads the questions of the collection in `folder`.
///
/// # Errors
///
/// Fails if a file cannot be read.
pub(super) fn tasks(folder: &Path) -> anyhow::Result<Vec<Task>> {
    let mut relevance = relevance(&folder.join("qrels.tsv"))?;
    let asked = super::lines::<QueryLine>(&folder.join("queries.jsonl"))?;
    let tasks = folder.join("tasks.jsonl");
    let known = if tasks.is_file() { Some(answerability(&tasks)?) } else { None };
    let task = |asked: QueryLine| {
        let relevance = relevance.remove(&asked.id);
        Task {
            answerable: match &known {
                Some(known) => known.get(&asked.id).copied(),
                None => Some(relevance.is_some()),
            },
            relevance,
            question: asked.text,
            history: asked.history,
        }
    };
    Ok(asked.into_iter().map(task).collect())
}

/// Reads which questions the documents can answer; questions of unclear status are absent.
fn answerability(path: &Path) -> anyhow::Result<HashMap<String, bool>> {
    let tasks = super::lines::<TaskLine>(path)?.into_iter();
    let known = tasks.filter_map(|task| {
        let answerable = match task.answerability.first()?.as_str() {
            "ANSWERABLE" | "PARTIAL" => true,
            "UNANSWERABLE" => false,
            _ => return None,
        };
        Some((task.task_id, answerable))
    });
    Ok(known.collect())
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
    let mut messages = task.history.clone();
    messages.push(Message::user(&task.question));
    let mut request = ChatRequest { messages, ..ChatRequest::default() };
    request.overrides.top = u32::try_from(RANKS).ok();
    request.overrides.retrieval_mode = Some(mode);
    let outcome = footnote_answers::find(rag, request).await?;
    let footnote_answers::RetrievalOutcome { found, confidence, .. } = &outcome;
    let how = &found.how;
    if how.mode != mode {
        let note = how.note.as_deref().unwrap_or_default();
        bail!("asking {:?}: {note}", task.question);
    }
    let embedding = (mode != RetrievalMode::Text).then_some(how.embedding);
    let hits: Vec<Ranked> = found.hits.iter().map(hit).collect();
    let cited: Vec<String> = hits.iter().map(|hit| hit.source.clone()).collect();
    let relevance = task.relevance.as_ref();
    let truth = relevance.into_iter().flatten().filter(|(_, relevance)| **relevance > 0.0);
    Ok(Outcome {
        measures: relevance.map(|relevance| ranked(&cited, relevance)).unwrap_or_default(),
        truth: truth.map(|(document, _)| document.clone()).collect(),
        answerable: task.answerable,
        refused: Some(confidence.outcome != confidence::Outcome::Answered),
        confidence: Some(f64::from(confidence.probability)),
        question: task.question.clone(),
        cited,
        hits,
        elapsed_ms: milliseconds(outcome.search),
        embedding_ms: embedding.map(milliseconds),
        retrieval_ms: Some(milliseconds(outcome.search.saturating_sub(how.embedding))),
        check_ms: Some(milliseconds(outcome.check)),
        ..Outcome::default()
    })
}

fn hit(hit: &Hit) -> Ranked {
    Ranked { source: hit.passage.path.trim_end_matches("/.").to_owned() }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn ranked(found: &[String], relevance: &BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let gains: Vec<f64> =
        found.iter().map(|document| relevance.get(document).copied().unwrap_or_default()).collect();
    let ideal: Vec<f64> = relevance.values().copied().collect();
    let relevant = ideal.iter().filter(|relevance| **relevance > 0.0).count();
    let mut measured = BTreeMap::from([
        ("ndcg_10".to_owned(), measures::ndcg(&gains, &ideal)),
        ("mrr".to_owned(), measures::reciprocal_rank(&gains)),
    ]);
    for ranks in [1, 3, 5, RANKS] {
        let recall = measures::recall(&gains, relevant, ranks);
        measured.insert(format!("recall_{ranks:02}"), recall);
    }
    measured
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(measures: &BTreeMap<String, f64>, name: &str, value: f64) {
        assert!((measures[name] - value).abs() < 1e-6, "{name}: {measures:?}");
    }

    #[test]
    fn a_ranking_is_measured_against_what_documents_are_worth() {
        let relevance = [("a", 2.0), ("b", 1.0), ("c", 0.0)];
        let relevance = relevance.map(|(id, relevance)| (id.to_owned(), relevance)).into();
        let found = ["c", "b", "x", "a"].map(str::to_owned);
        let measures = ranked(&found, &relevance);
        close(&measures, "recall_01", 0.0);
        close(&measures, "recall_03", 0.5);
        close(&measures, "recall_05", 1.0);
        close(&measures, "mrr", 0.5);
        // (1 / log2 3 + 2 / log2 5) / (2 + 1 / log2 3)
        close(&measures, "ndcg_10", 0.567_207_4);
    }

    #[test]
    fn tasks_tell_what_can_be_answered() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        let query = |n: i32| format!("{{\"_id\":\"{n}\",\"text\":\"?\"}}");
        let queries: Vec<String> = (1..5).map(query).collect();
        write("queries.jsonl", &queries.join("\n")).unwrap();
        write("qrels.tsv", "1\ta\t1\n2\ta\t1\n").unwrap();
        let known = || -> Vec<Option<bool>> {
            let tasks = tasks(folder.path()).unwrap().into_iter();
            tasks.map(|task| task.answerable).collect()
        };
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(known(), [yes, yes, no, no]);
        write(
            "tasks.jsonl",
            "{\"task_id\":\"1\",\"answerability\":[\"PARTIAL\"]}\n\
             {\"task_id\":\"2\",\"answerability\":[\"UNDERSPECIFIED\"]}\n\
             {\"task_id\":\"3\",\"answerability\":[\"UNANSWERABLE\"]}\n",
        )
        .unwrap();
        assert_eq!(known(), [yes, None, no, None]);
    }
}
