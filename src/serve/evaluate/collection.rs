//! Collections with ready-made passages: which of them each question finds.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use serde::Deserialize;

use super::Arguments;
use super::measures::{self, RANKS};
use super::misspell::misspelt;
use super::summary::Outcome;
use crate::protocol::{ChatRequest, Message};
use crate::rag::corpus::index::{Index, Record, Stamp};
use crate::rag::corpus::{FileState, Passage};
use crate::rag::retrieval::Hit;
use crate::rag::{Rag, chat};
use crate::serve::config::Config;
use crate::serve::engine::Engine;

/// Passages that are committed together.
const AT_ONCE: usize = 10_000;

/// A line of `corpus.jsonl`.
#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// A line of `queries.jsonl`.
#[derive(Deserialize)]
struct Asked {
    #[serde(rename = "_id")]
    id: String,
    text: String,
    #[serde(default)]
    history: Vec<Message>,
}

/// What each document is worth to each question.
type Worth = HashMap<String, BTreeMap<String, f64>>;

/// Asks the questions of a collection that `is_wanted` for.
///
/// # Errors
///
/// If a file cannot be read.
pub(super) async fn outcomes(
    config: &Config,
    arguments: &Arguments,
    is_wanted: impl Fn(&str) -> bool,
) -> anyhow::Result<Vec<Outcome>> {
    let folder = &arguments.questions;
    let index = Arc::new(Index::in_memory()?);
    fill(&index, super::lines(&folder.join("corpus.jsonl"))?)?;
    let mut rag = Engine::over(config, index)?.rag();
    rag.settings.without.clone_from(&arguments.without);
    let worth = worth(&folder.join("qrels.tsv"))?;
    let mut outcomes = Vec::new();
    for mut asked in super::lines::<Asked>(&folder.join("queries.jsonl"))? {
        if is_wanted(&asked.text) {
            if arguments.misspell {
                asked.text = misspelt(&asked.text);
            }
            let worth = worth.get(&asked.id);
            outcomes.push(outcome(&rag, asked, worth).await?);
        }
    }
    Ok(outcomes)
}

/// Puts the passages into the index. They count as parts of a few large files: their ids are no
/// names that a question could mention.
fn fill(index: &Index, entries: Vec<Entry>) -> anyhow::Result<()> {
    for (number, some) in entries.chunks(AT_ONCE).enumerate() {
        let passages: Vec<Passage> = some.iter().map(passage).collect();
        let path = format!("{}.jsonl", number + 1);
        let record = Record {
            path: path.clone(),
            stamp: Stamp::default(),
            title: String::new(),
            state: FileState::Ready {
                passages: u32::try_from(passages.len())?,
                pages: 1,
            },
        };
        index.replace(&path, &record, &passages)?;
        index.commit()?;
    }
    Ok(index.settle()?)
}

fn passage(entry: &Entry) -> Passage {
    Passage {
        id: format!("{}#0", entry.id),
        // The last part is what a file would be called.
        path: format!("{}/.", entry.id),
        title: entry.title.clone(),
        text: entry.text.clone(),
        ..Passage::default()
    }
}

/// Reads lines of question, document and worth; a heading is skipped.
fn worth(path: &Path) -> anyhow::Result<Worth> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| format!("reading {}", path.display()))?;
    let mut worth = Worth::new();
    for line in text.lines() {
        let mut cells = line.split('\t').map(str::trim);
        let (Some(question), Some(document), Some(score)) =
            (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        if let Ok(score) = score.parse::<f64>() {
            let documents = worth.entry(question.to_owned()).or_default();
            documents.insert(document.to_owned(), score);
        }
    }
    Ok(worth)
}

async fn outcome(
    rag: &Rag,
    asked: Asked,
    worth: Option<&BTreeMap<String, f64>>,
) -> anyhow::Result<Outcome> {
    let mut messages = asked.history;
    messages.push(Message::user(&asked.text));
    let mut request = ChatRequest {
        messages,
        ..ChatRequest::default()
    };
    request.overrides.top = u32::try_from(RANKS).ok();
    let begun = Instant::now();
    let (found, support) = chat::find(rag, request).await?;
    let elapsed_ms = begun.elapsed().as_secs_f64() * 1000.0;
    let id = |hit: Hit| hit.passage.path.trim_end_matches("/.").to_owned();
    let cited: Vec<String> = found.hits.into_iter().map(id).collect();
    let truth: Vec<&String> = worth
        .into_iter()
        .flatten()
        .filter(|(_, worth)| **worth > 0.0)
        .map(|(document, _)| document)
        .collect();
    Ok(Outcome {
        measures: worth.map(|worth| ranked(&cited, worth)).unwrap_or_default(),
        truth: truth.into_iter().cloned().collect(),
        answerable: Some(worth.is_some()),
        support: Some(f64::from(support)),
        question: asked.text,
        cited,
        elapsed_ms,
        ..Outcome::default()
    })
}

fn ranked(found: &[String], worth: &BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let gains: Vec<f64> = found
        .iter()
        .map(|document| worth.get(document).copied().unwrap_or_default())
        .collect();
    let ideal: Vec<f64> = worth.values().copied().collect();
    let relevant = ideal.iter().filter(|worth| **worth > 0.0).count();
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
