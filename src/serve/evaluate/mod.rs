//! How well passages are found and questions are answered: measured through the engine that serves.

mod answers;
mod arguments;
mod collection;
mod compare;
mod measures;
mod misspell;
mod progress;
mod subject;
mod summary;
mod table;

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde_json::json;

use super::config::Config;
use subject::Subject;

pub use answers::{Question, outcome, questions};
pub use arguments::{Arguments, Compared, Half, Mode};
pub use summary::{Outcome, Summary, summary};

/// The well-known FNV hash: the same on every machine and in every version.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Measures what the arguments say and tells it, line by line.
///
/// # Errors
///
/// If something cannot be read, or a measure lies below its floor.
pub async fn run(
    config: Config,
    arguments: &Arguments,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut sides = sides(&config, arguments).await?;
    let (name, outcomes) = sides.pop().context("nothing was measured")?;
    let summary = summary(&outcomes);
    if arguments.json {
        for outcome in &outcomes {
            say(&serde_json::to_string(outcome)?)?;
        }
        say(&serde_json::to_string(&summary)?)?;
    }
    if let Some((earlier, before)) = sides.pop() {
        let changes = compare::changes(&before, &outcomes);
        ensure!(!changes.is_empty(), "no question stands in both");
        if arguments.json {
            say(&json!({ "changes": changes }).to_string())?;
        } else {
            let before = self::summary(&before);
            say(&table::of(&[(&earlier, &before), (&name, &summary)]))?;
            say(&table::changes(&changes))?;
        }
    } else if !arguments.json {
        say(&table::of(&[("", &summary)]))?;
    }
    hold(&summary, &arguments.floor)
}

/// A name and what was measured under it.
type Side = (String, Vec<Outcome>);

/// What is measured, after what it is compared with.
async fn sides(config: &Config, arguments: &Arguments) -> anyhow::Result<Vec<Side>> {
    let is_file = |side: &Compared| matches!(side, Compared::File(_));
    let only_files = arguments.compare.len() == 2 && arguments.compare.iter().all(is_file);
    let subject = if only_files {
        None
    } else {
        Some(Subject::open(config, arguments).await?)
    };
    let mut sides = Vec::new();
    for side in &arguments.compare {
        let outcomes = match (side, &subject) {
            (Compared::Mode(mode), Some(subject)) => subject.outcomes(Some(*mode)).await?,
            (Compared::File(path), _) => compare::read(path, |question| arguments.wants(question))?,
            (Compared::Mode(_), None) => Vec::new(),
        };
        sides.push((side.name(), outcomes));
    }
    if let (Some(subject), 0 | 1) = (subject, sides.len()) {
        let name = arguments.mode.map_or("now", Mode::name);
        sides.push((name.to_owned(), subject.outcomes(arguments.mode).await?));
    }
    Ok(sides)
}

/// Fails if a measure lies below its floor, naming each that does.
fn hold(summary: &Summary, floors: &[(String, f64)]) -> anyhow::Result<()> {
    let mut broken = Vec::new();
    for (name, least) in floors {
        let value = summary.of(name);
        let value = value.with_context(|| format!("nothing measures {name}"))?;
        if value < *least {
            broken.push(format!("{name} is {value:.3}, below {least}"));
        }
    }
    if broken.is_empty() {
        return Ok(());
    }
    bail!("{}", broken.join("; "))
}

/// Reads JSON Lines; blank lines are skipped.
fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut values = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            let value = serde_json::from_str(line);
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
        assert!(hold(&summary, &[floor("precision=0.5").unwrap()]).is_ok());
        let fault = hold(&summary, &[floor("precision=0.6").unwrap()]).unwrap_err();
        assert!(fault.to_string().contains("precision is 0.500"));
        assert!(hold(&summary, &[floor("charm=0.1").unwrap()]).is_err());
    }
}
