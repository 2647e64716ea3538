//! The engine's findings for the labelled questions, as features of each statement.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use super::marks::{self, Fate, Mark};
use crate::config::Config;
use crate::engine::Engine;
use crate::evaluate::collection::add;
use crate::evaluate::progress::Progress;
use crate::protocol::{ChatRequest, Message};
use crate::rag::chat;
use crate::rag::chat::openings;
use crate::rag::chat::weigh::{Features, Kinds, NAMES};
use crate::rag::corpus::index::Index;

/// The questions of one file.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) examples: Vec<Example>,
}

/// A question with its passages, as features of their statements.
#[derive(Clone, Debug, Default)]
pub(super) struct Example {
    pub(super) openings: Vec<String>,
    pub(super) statements: Vec<Told>,
    /// The fate of the passage that answers it.
    pub(super) fate: Fate,
    /// True if weights are measured on it, and not fitted.
    pub(super) is_held_out: bool,
}

impl Example {
    /// True if the documents answer it.
    pub(super) fn is_answerable(&self) -> bool {
        self.fate == Fate::Whole
    }

    /// True if a statement that answers it was found.
    pub(super) fn is_answered(&self) -> bool {
        self.statements.iter().any(|told| told.is_true)
    }

    /// The same with the values of a table of kinds for each statement.
    pub(super) fn with(&self, kinds: &Kinds) -> Self {
        let place = NAMES.iter().position(|name| *name == "kind");
        let mut example = self.clone();
        for told in &mut example.statements {
            if let Some(gain) = place.and_then(|at| told.features.get_mut(at)) {
                *gain = kinds.gain(&self.openings, &told.traits);
            }
        }
        example
    }
}

/// A statement with everything that the weights depend on.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) features: Features,
    pub(super) traits: Vec<usize>,
    /// True if it answers the question.
    pub(super) is_true: bool,
}

/// Asks the questions of a file over their passages.
///
/// # Errors
///
/// If the file cannot be read, or the engine fails.
pub(super) async fn of(config: &Config, path: &Path, most: usize) -> anyhow::Result<Set> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let marks = marks::read(path, most)?;
    let vectors = config.data.join("fit").join(&*name);
    std::fs::create_dir_all(&vectors)
        .with_context(|| format!("making the folder {}", vectors.display()))?;
    let engine = Engine::over(config, index(&marks)?, &vectors)?;
    if config.embedding.is_some() {
        engine.embed().await.context("embedding the passages")?;
    }
    let mut examples = Vec::new();
    let mut progress = Progress::new("questions asked");
    for mark in &marks {
        examples.push(example(&engine, mark).await?);
        progress.tell(examples.len(), marks.len());
    }
    Ok(Set { name: name.into_owned(), examples })
}

/// Each passage once.
fn index(marks: &[Mark]) -> anyhow::Result<Arc<Index>> {
    let index = Index::in_memory()?;
    let mut seen = HashSet::new();
    for passage in marks.iter().filter_map(Mark::passage) {
        if seen.insert(passage.id.clone()) {
            add(&index, &passage)?;
        }
    }
    index.commit()?;
    index.merge_segments()?;
    Ok(Arc::new(index))
}

async fn example(engine: &Engine, mark: &Mark) -> anyhow::Result<Example> {
    let request =
        ChatRequest { messages: vec![Message::user(&mark.question)], ..ChatRequest::default() };
    let is_whole = mark.fate() == Fate::Whole;
    let samples = chat::examine(&engine.rag(), request).await?;
    let statements = samples.into_iter().map(|sample| Told {
        is_true: is_whole && mark.is_true(&sample.text),
        features: sample.features,
        traits: sample.traits,
    });
    Ok(Example {
        openings: openings(&mark.question),
        statements: statements.collect(),
        fate: mark.fate(),
        is_held_out: mark.is_held_out(),
    })
}
