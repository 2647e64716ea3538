//! Measuring the quality of passages and answers, with the engine of the server.

mod answers;
mod arguments;
mod audit;
mod collection;
mod compare;
mod grade;
mod labels;
mod measures;
mod misspell;
mod normalised;
mod progress;
mod question;
mod requirements;
mod rng;
mod search;
mod subject;
mod summary;
mod table;

use std::path::Path;

pub use answers::outcome;
use anyhow::{Context, bail};
pub use arguments::{EvaluateArguments, Half};
use audit::GivenAnswer;
use footnote_engine::config::Config;
pub use question::{Question, questions};
pub use requirements::{AnyOf, Requirements};
use serde_json::json;
use subject::LocalEvaluation;
pub use summary::{Outcome, Summary, summary};

/// Measures according to the arguments, and prints the results line by line.
///
/// # Errors
///
/// Fails if something cannot be read, or a measure is below its floor.
pub async fn run(
    config: Config,
    arguments: &EvaluateArguments,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if arguments.answers {
        return check_answers(arguments, say);
    }
    labels::check_floors(&arguments.floor)?;
    let outcomes =
        LocalEvaluation::open(&config, arguments).await?.outcomes(arguments.mode).await?;
    let summary = summary(&outcomes);
    let changes = match &arguments.compare {
        Some(file) => {
            let earlier = compare::read(file, |question| arguments.wants(question))?;
            Some(compare::changes(&earlier, &outcomes)?)
        }
        None => None,
    };
    if arguments.json {
        for outcome in &outcomes {
            say(&serde_json::to_string(outcome)?)?;
        }
        say(&serde_json::to_string(&summary)?)?;
        if let Some(changes) = &changes {
            say(&json!({ "changes": changes }).to_string())?;
        }
    } else {
        for line in table::needed(&outcomes) {
            say(&line)?;
        }
        say(&table::of(&summary))?;
        if let Some(changes) = &changes {
            say(&table::changes(changes))?;
        }
    }
    check_floors(&summary, &arguments.floor)
}

/// Checks given answers; prints each statement and the counts, or only the counts as a table.
fn check_answers(
    arguments: &EvaluateArguments,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let answers: Vec<GivenAnswer> = lines(&arguments.questions)?;
    let statements = audit::graded(&answers);
    if !arguments.json {
        return say(&audit::table(&statements));
    }
    for statement in &statements {
        say(&serde_json::to_string(statement)?)?;
    }
    say(&json!({ "marked": audit::counts(&statements, None) }).to_string())
}

/// Fails if a measure is below its floor, or a cost above its maximum, and names each one.
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
        assert!(check_floors(&summary, &[floor("mrr=0.1").unwrap()]).is_err());
    }

    #[test]
    fn a_cost_above_its_floor_fails_and_one_below_does_not() {
        let summary = summary(&[Outcome {
            measures: [("invalid_citations".to_owned(), 0.4)].into(),
            ..Outcome::default()
        }]);
        assert!(check_floors(&summary, &[floor("invalid_citations=0.5").unwrap()]).is_ok());
        let fault = check_floors(&summary, &[floor("invalid_citations=0.1").unwrap()]).unwrap_err();
        assert!(fault.to_string().contains("invalid_citations is 0.400, above"));
    }
}
