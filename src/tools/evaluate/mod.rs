//! The quality of passages and answers, measured through the engine that serves.

mod answers;
mod arguments;
mod audit;
mod by_kind;
mod collection;
mod compare;
pub mod fit;
mod grade;
mod labels;
mod measures;
mod misspell;
mod names;
mod nearest;
mod normalised;
mod progress;
mod question;
mod requirements;
mod rng;
mod server;
mod subject;
mod summary;
mod table;

use std::path::Path;

pub use answers::outcome;
use anyhow::{Context, bail};
pub use arguments::{Baseline, EvaluateArguments, Half};
use audit::Tally;
use audit::given::GivenAnswer;
use by_kind::ByKind;
use footnote_engine::config::Config;
use footnote_protocol::RetrievalMode;
pub use grade::Grade;
pub use question::{Question, questions};
pub use requirements::{AnyOf, Requirements};
use serde_json::json;
use server::ServerEvaluation;
use subject::LocalEvaluation;
pub use summary::{Outcome, Summary, summary};

/// The results of one evaluation, with its name.
struct EvaluationRun {
    name: String,
    outcomes: Vec<Outcome>,
    summary: Summary,
    /// The counts of right and wrong verdicts of the check of answers, if it was measured.
    audit: Vec<Tally>,
}

impl EvaluationRun {
    fn new(name: impl Into<String>, outcomes: Vec<Outcome>) -> Self {
        Self { name: name.into(), summary: summary(&outcomes), outcomes, audit: Vec::new() }
    }

    /// The same with the check of answers.
    fn with_audit(mut self, audit: Vec<Tally>) -> Self {
        for tally in &audit {
            let mut add = |name, value| {
                let name = format!("audit_{}_{name}", tally.corruption);
                self.summary.measures.insert(name, value);
            };
            add("precision", tally.precision());
            add("recall", tally.recall());
        }
        self.audit = audit;
        self
    }
}

/// Measures as the arguments say, and prints the results line by line.
///
/// # Errors
///
/// If something cannot be read, or a measure lies below its floor.
pub async fn run(
    config: Config,
    arguments: &EvaluateArguments,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if arguments.answers {
        return check_answers(arguments, say);
    }
    let mut runs = runs(&config, arguments).await?;
    let current = runs.pop().context("nothing was measured")?;
    let earlier = runs.pop();
    let changes = match &earlier {
        Some(earlier) => compare::changes(&earlier.outcomes, &current.outcomes)?,
        None => Vec::new(),
    };
    let by_kind = ByKind::of(&current.outcomes);
    if arguments.json {
        for outcome in &current.outcomes {
            say(&serde_json::to_string(outcome)?)?;
        }
        say(&serde_json::to_string(&current.summary)?)?;
        if let Some(grades) = &by_kind {
            say(&json!({ "grades": grades }).to_string())?;
        }
        if earlier.is_some() {
            say(&json!({ "changes": changes }).to_string())?;
        }
        if !current.audit.is_empty() {
            say(&json!({ "audit": current.audit }).to_string())?;
        }
    } else {
        let columns: Vec<&EvaluationRun> = earlier.iter().chain([&current]).collect();
        say(&table::of(&columns))?;
        if let Some(grades) = &by_kind {
            say(&grades.tables())?;
        }
        if earlier.is_some() {
            say(&table::changes(&changes))?;
        }
    }
    check_floors(&current.summary, &arguments.floor)
}

/// Checks given answers, and prints each statement and the counts, or only these as a table.
fn check_answers(
    arguments: &EvaluateArguments,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let answers: Vec<GivenAnswer> = lines(&arguments.questions)?;
    let statements = audit::given::graded(&answers);
    if !arguments.json {
        return say(&audit::given::table(&statements));
    }
    for statement in &statements {
        say(&serde_json::to_string(statement)?)?;
    }
    say(&json!({ "marked": audit::given::counts(&statements, None) }).to_string())
}

/// The runs to report: first the baselines, then the one that is measured.
async fn runs(
    config: &Config,
    arguments: &EvaluateArguments,
) -> anyhow::Result<Vec<EvaluationRun>> {
    let is_file = |baseline: &Baseline| matches!(baseline, Baseline::File(_));
    let only_files = arguments.compare.len() == 2 && arguments.compare.iter().all(is_file);
    if !only_files {
        names::check(arguments)?;
    }
    let answerer = match &arguments.url {
        _ if only_files => None,
        Some(url) => Some(Answerer::Server(ServerEvaluation::open(url, arguments).await?)),
        None => Some(Answerer::Engine(Box::new(LocalEvaluation::open(config, arguments).await?))),
    };
    let mut runs = Vec::new();
    for baseline in &arguments.compare {
        runs.push(match (baseline, &answerer) {
            (Baseline::Mode(mode), Some(answerer)) => answerer.run_in_mode(Some(*mode)).await?,
            _ => EvaluationRun::new(
                baseline.name(),
                baseline.read(|question| arguments.wants(question))?,
            ),
        });
    }
    if let (Some(answerer), 0 | 1) = (&answerer, runs.len()) {
        runs.push(answerer.run_in_mode(arguments.mode).await?);
    }
    if let (true, Some(Answerer::Engine(subject))) = (arguments.audit, &answerer)
        && let Some(current) = runs.pop()
    {
        runs.push(current.with_audit(subject.audit().await?));
    }
    Ok(runs)
}

/// The engine or server that answers.
enum Answerer {
    Engine(Box<LocalEvaluation>),
    Server(ServerEvaluation),
}

impl Answerer {
    /// The results in a mode, or in its default mode.
    async fn run_in_mode(&self, mode: Option<RetrievalMode>) -> anyhow::Result<EvaluationRun> {
        match self {
            Self::Engine(subject) => {
                let mode = subject.mode(mode);
                Ok(EvaluationRun::new(mode.name(), subject.outcomes(mode).await?))
            }
            Self::Server(server) => {
                let name = mode.map_or("server", RetrievalMode::name);
                Ok(EvaluationRun::new(name, server.outcomes(mode).await?))
            }
        }
    }
}

/// Fails if a measure lies below its floor, or a cost above its most, naming each that does.
fn check_floors(summary: &Summary, floors: &[(String, f64)]) -> anyhow::Result<()> {
    let mut failures = Vec::new();
    for (name, least) in floors {
        let value = summary.of(name);
        let value = value.with_context(|| format!("nothing measures {name}"))?;
        let is_cost = labels::is_cost(name);
        if is_cost && value > *least {
            failures.push(format!("{name} is {value:.3}, above {least}"));
        } else if !is_cost && value < *least {
            failures.push(format!("{name} is {value:.3}, below {least}"));
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    bail!("{}", failures.join("; "))
}

/// Reads JSON Lines; blank lines are skipped.
fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    each_line(path, |line| Ok(serde_json::from_str(line)?))
}

/// Reads each line that is not blank; an error names the line.
fn each_line<T>(
    path: &Path,
    mut read: impl FnMut(&str) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut values = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            let value = read(line);
            let place = || format!("line {} of {}", number + 1, path.display());
            values.push(value.with_context(place)?);
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::arguments::floor;
    use super::*;

    #[test]
    fn a_measure_below_its_floor_fails_by_name() {
        let summary = summary(&[Outcome {
            measures: [("precision".to_owned(), 0.5)].into(),
            ..Outcome::default()
        }]);
        assert!(check_floors(&summary, &[floor("precision=0.5").unwrap()]).is_ok());
        let fault = check_floors(&summary, &[floor("precision=0.6").unwrap()]).unwrap_err();
        assert!(fault.to_string().contains("precision is 0.500"));
        assert!(check_floors(&summary, &[floor("rouge_l=0.1").unwrap()]).is_err());
    }

    #[test]
    fn a_cost_above_its_floor_fails_and_one_below_does_not() {
        let summary = summary(&[Outcome {
            measures: [("answers_refused".to_owned(), 0.4)].into(),
            ..Outcome::default()
        }]);
        assert!(check_floors(&summary, &[floor("answers_refused=0.5").unwrap()]).is_ok());
        let fault = check_floors(&summary, &[floor("answers_refused=0.1").unwrap()]).unwrap_err();
        assert!(fault.to_string().contains("answers_refused is 0.400, above"));
    }
}
