//! An evaluation of the engine in this process.

use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use footnote_answers::Rag;
use footnote_engine::Engine;
use footnote_engine::config::Config;
use footnote_protocol::RetrievalMode;

use super::collection::{self, Task};
use super::misspell::misspelt;
use super::progress::Progress;
use super::question::{self, Question};
use super::summary::Outcome;
use super::{EvaluateArguments, answers};

/// Interval for polling the number of embedded passages.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The questions, and the engine that answers them.
pub(super) struct LocalEvaluation {
    tasks: Tasks,
    engine: Engine,
    rag: Rag,
}

/// The questions, by kind of measurement.
enum Tasks {
    /// The answer.
    Answers(Vec<Question>),
    /// The passages found.
    Passages(Vec<Task>),
}

impl LocalEvaluation {
    /// Reads the questions, and their documents into an index.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read, or the index cannot be written.
    pub(super) async fn open(
        config: &Config,
        arguments: &EvaluateArguments,
    ) -> anyhow::Result<Self> {
        let path = &arguments.questions;
        let (tasks, engine) = if path.is_dir() {
            let engine = over_collection(config, path).await?;
            (Tasks::Passages(tasks(arguments)?), engine)
        } else {
            let questions = questions(arguments)?;
            let engine = Engine::open(config).await?;
            engine.read(None).await?;
            warn(&engine, &questions).await?;
            (Tasks::Answers(questions), engine)
        };
        let mut rag = engine.rag();
        rag.settings.without.clone_from(&arguments.without);
        Ok(Self { tasks, engine, rag })
    }

    /// Asks every question in a mode; the default is that of the server.
    ///
    /// # Errors
    ///
    /// Fails if there is no embedding model for the mode, or it fails.
    pub(super) async fn outcomes(
        &self,
        mode: Option<RetrievalMode>,
    ) -> anyhow::Result<Vec<Outcome>> {
        let mode = mode.unwrap_or_else(|| self.rag.retriever.default_mode());
        self.ready_for(mode).await?;
        let mut progress = Progress::new("questions asked");
        let mut outcomes = Vec::new();
        match &self.tasks {
            Tasks::Answers(questions) => {
                for question in questions {
                    outcomes.push(answers::answered(&self.rag, question, mode).await?);
                    progress.report(outcomes.len(), questions.len());
                }
            }
            Tasks::Passages(tasks) => {
                for task in tasks {
                    outcomes.push(collection::found(&self.rag, task, mode).await?);
                    progress.report(outcomes.len(), tasks.len());
                }
            }
        }
        Ok(outcomes)
    }

    /// Checks that the mode is available, and embeds all passages if it needs them.
    async fn ready_for(&self, mode: RetrievalMode) -> anyhow::Result<()> {
        if !self.rag.retriever.modes().contains(&mode) {
            bail!(
                "mode {} needs an embedding model: name one with FOOTNOTE_EMBEDDING_MODEL or \
                 FOOTNOTE_EMBEDDING_FOLDER, or measure --mode text",
                mode.name()
            );
        }
        if mode != RetrievalMode::Text {
            self.embed().await.context("embedding the passages")?;
        }
        Ok(())
    }

    /// Embeds new passages.
    async fn embed(&self) -> anyhow::Result<()> {
        let mut progress = Progress::new("passages embedded");
        let mut tell = || {
            if let Some(embedded) = self.rag.library.unfiltered_progress().embedded {
                progress.report(embedded.ready as usize, embedded.all as usize);
            }
        };
        let mut embedding = pin!(self.engine.embed());
        loop {
            match tokio::time::timeout(POLL_INTERVAL, &mut embedding).await {
                Ok(done) => {
                    tell();
                    return done;
                }
                Err(_) => tell(),
            }
        }
    }
}

/// Returns an engine over the passages of a collection. Their vectors are kept for the next run. If the settings name a
/// database, which must be empty or hold this collection, everything is kept there.
async fn over_collection(config: &Config, folder: &Path) -> anyhow::Result<Engine> {
    if config.store.is_some() {
        let engine = Engine::measured(config).await?;
        engine.write(collection::documents(folder)?).await?;
        return Ok(engine);
    }
    let whole = folder.canonicalize();
    let whole = whole.with_context(|| format!("opening {}", folder.display()))?;
    let name = whole.file_name().unwrap_or_default();
    let vectors = config.data.join("evaluate").join(name);
    if config.embedding.is_some() {
        let made = std::fs::create_dir_all(&vectors);
        made.with_context(|| format!("making the folder {}", vectors.display()))?;
    }
    Engine::over(config, collection::index(folder)?, &vectors)
}

/// Returns the questions of a collection that the arguments select.
fn tasks(arguments: &EvaluateArguments) -> anyhow::Result<Vec<Task>> {
    let mut tasks = collection::tasks(&arguments.questions)?;
    tasks.retain(|task| arguments.wants(&task.question));
    if arguments.misspell {
        for task in &mut tasks {
            task.question = misspelt(&task.question);
        }
    }
    ensure_some(tasks)
}

/// Returns the questions of a file that the arguments select.
fn questions(arguments: &EvaluateArguments) -> anyhow::Result<Vec<Question>> {
    let mut questions = question::questions(&arguments.questions)?;
    questions.retain(|question| arguments.wants(&question.question));
    if arguments.misspell {
        for question in &mut questions {
            question.question = misspelt(&question.question);
        }
    }
    ensure_some(questions)
}

/// Warns about citations in the file that no answer can match.
async fn warn(engine: &Engine, questions: &[Question]) -> anyhow::Result<()> {
    let files = engine.rag().library.every_file().await?;
    let documents = files.iter().map(|file| file.path.clone()).collect();
    if let Some(fault) = question::missing_citations(questions, &documents) {
        tracing::warn!("{fault}");
    }
    Ok(())
}

fn ensure_some<T>(questions: Vec<T>) -> anyhow::Result<Vec<T>> {
    ensure!(!questions.is_empty(), "there are no questions");
    Ok(questions)
}
