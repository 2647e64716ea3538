//! Training examples: the features of each statement that the engine finds for the labelled questions.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use footnote_answers::weigh::{Features, NAMES, TraitGains};
use footnote_engine::Engine;
use footnote_engine::config::Config;
use footnote_protocol::{ChatRequest, Message};
use footnote_question::openings;
use footnote_retrieval::corpus::index::Index;

use super::labelled::{LabelledQuestion, PassageTreatment};
use super::published;
use crate::collection::add;
use crate::progress::Progress;

/// The training set of one file.
pub(super) struct ExampleSet {
    pub(super) name: String,
    pub(super) examples: Vec<Example>,
}

/// A question with its passages, as features of their statements.
#[derive(Clone, Debug, Default)]
pub(super) struct Example {
    pub(super) openings: Vec<String>,
    pub(super) statements: Vec<StatementFeatures>,
    /// Treatment of the passage that answers it.
    pub(super) treatment: PassageTreatment,
    /// True if it is held out: weights are measured on it, not fitted.
    pub(super) is_held_out: bool,
}

impl Example {
    /// Returns true if the documents answer it.
    pub(super) fn is_answerable(&self) -> bool {
        self.treatment == PassageTreatment::Intact
    }

    /// Returns true if a statement that answers it was found.
    pub(super) fn is_answered(&self) -> bool {
        self.statements.iter().any(|statement| statement.is_true)
    }

    /// Returns the same, with values from a table of kinds for each statement.
    pub(super) fn with(&self, kinds: &TraitGains) -> Self {
        let place = NAMES.iter().position(|name| *name == "kind");
        let mut example = self.clone();
        for statement in &mut example.statements {
            if let Some(gain) = place.and_then(|at| statement.features.get_mut(at)) {
                *gain = kinds.gain(&self.openings, &statement.traits);
            }
        }
        example
    }
}

/// A statement with everything that the weights depend on.
#[derive(Clone, Debug, Default)]
pub(super) struct StatementFeatures {
    pub(super) features: Features,
    pub(super) traits: Vec<usize>,
    /// True if it answers the question.
    pub(super) is_true: bool,
}

/// Asks the questions of a file over their passages.
///
/// # Errors
///
/// Fails if the file cannot be read, or the engine fails.
pub(super) async fn of(config: &Config, path: &Path, most: usize) -> anyhow::Result<ExampleSet> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let labelled = published::read(path, most)?;
    let vectors = config.data.join("fit").join(&*name);
    std::fs::create_dir_all(&vectors)
        .with_context(|| format!("making the folder {}", vectors.display()))?;
    let engine = Engine::over(config, index(&labelled)?, &vectors)?;
    if config.embedding.is_some() {
        engine.embed().await.context("embedding the passages")?;
    }
    let mut examples = Vec::new();
    let mut progress = Progress::new("questions asked");
    for question in &labelled {
        examples.push(example(&engine, question).await?);
        progress.report(examples.len(), labelled.len());
    }
    Ok(ExampleSet { name: name.into_owned(), examples })
}

/// Returns each distinct passage.
fn index(labelled: &[LabelledQuestion]) -> anyhow::Result<Arc<Index>> {
    let index = Index::in_memory()?;
    let mut seen = HashSet::new();
    for passage in labelled.iter().filter_map(LabelledQuestion::passage) {
        if seen.insert(passage.id.clone()) {
            add(&index, &passage)?;
        }
    }
    index.commit()?;
    index.merge_segments()?;
    Ok(Arc::new(index))
}

async fn example(engine: &Engine, question: &LabelledQuestion) -> anyhow::Result<Example> {
    let request =
        ChatRequest { messages: vec![Message::user(&question.question)], ..ChatRequest::default() };
    let is_whole = question.treatment() == PassageTreatment::Intact;
    let samples = footnote_answers::examine(&engine.rag(), request).await?;
    let statements = samples.into_iter().map(|sample| StatementFeatures {
        is_true: is_whole && question.is_true(&sample.text),
        features: sample.features,
        traits: sample.traits,
    });
    Ok(Example {
        openings: openings(&question.question),
        statements: statements.collect(),
        treatment: question.treatment(),
        is_held_out: question.is_held_out(),
    })
}
