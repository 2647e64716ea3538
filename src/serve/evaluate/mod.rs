//! How well passages are found and questions are answered: measured through the engine that serves.

mod answers;
mod collection;
mod compare;
mod measures;
mod misspell;
mod summary;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::arguments::Settings;
use super::config::Config;
use super::engine::Engine;
use crate::rag::retrieval::Technique;
pub use answers::{Question, outcome, questions};
pub use summary::{Outcome, Summary, summary};

/// What to measure, and how to tell it.
#[derive(Args)]
pub struct Arguments {
    /// a file of questions (JSON Lines with `question`, `truth`, `citations`), or a folder with
    /// `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`
    pub questions: PathBuf,
    /// Tell it as JSON Lines: one for each question, and one for all.
    #[arg(long)]
    pub json: bool,
    /// Take only half of the questions, parted by a hash: tune on one half, report the other.
    #[arg(long)]
    pub half: Option<Half>,
    /// Fail if a measure lies below a value, as in `precision=0.5`; may be given several times.
    #[arg(long, value_name = "MEASURE=VALUE", value_parser = floor)]
    pub floor: Vec<(String, f64)>,
    /// Compare with what an earlier evaluation told as JSON Lines, question by question.
    #[arg(long, value_name = "FILE", num_args = 1..=2)]
    pub compare: Vec<PathBuf>,
    /// Put a typing error into a quarter of the questions' long words.
    #[arg(long)]
    pub misspell: bool,
    /// Leave a technique of retrieval out, to see what it is worth; may be given several times.
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub without: Vec<Technique>,
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,
}

/// One of two halves of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Half {
    /// To tune on.
    A,
    /// To report.
    B,
}

impl Half {
    /// Whether a question belongs to this half; a question belongs to the same half always.
    fn holds(self, question: &str) -> bool {
        let hash = fnv(question);
        // The low bits of this hash are weak.
        let is_even = (hash >> 32).count_ones().is_multiple_of(2);
        is_even == (self == Self::A)
    }
}

/// The well-known FNV hash: the same on every machine and in every version.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn technique(name: &str) -> Result<Technique, String> {
    let known = Technique::ALL.iter().find(|(known, _)| *known == name);
    let names = Technique::ALL.map(|(name, _)| name).join(", ");
    known
        .map(|(_, technique)| *technique)
        .ok_or_else(|| format!("one of {names}"))
}

fn floor(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("write MEASURE=VALUE")?;
    let value: f64 = value.parse().map_err(|_| "the value is no number")?;
    Ok((name.to_owned(), value))
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
    let outcomes = match arguments.compare.as_slice() {
        [_, later] => compare::read(later)?,
        _ => outcomes(&config, arguments).await?,
    };
    let wanted = |outcome: &Outcome| arguments.half.is_none_or(|h| h.holds(&outcome.question));
    let outcomes: Vec<Outcome> = outcomes.into_iter().filter(wanted).collect();
    ensure!(!outcomes.is_empty(), "there are no questions");
    let summary = summary(&outcomes);
    if arguments.json {
        for outcome in &outcomes {
            say(&serde_json::to_string(outcome)?)?;
        }
        say(&serde_json::to_string(&summary)?)?;
    } else {
        say(&table::of(&summary))?;
    }
    if let Some(earlier) = arguments.compare.first() {
        let changes = compare::changes(&compare::read(earlier)?, &outcomes);
        ensure!(!changes.is_empty(), "no question stands in both");
        say(&table::changes(&changes))?;
    }
    hold(&summary, &arguments.floor)
}

/// Asks every question.
async fn outcomes(config: &Config, arguments: &Arguments) -> anyhow::Result<Vec<Outcome>> {
    let path = &arguments.questions;
    let is_wanted = |question: &str| arguments.half.is_none_or(|half| half.holds(question));
    if path.is_dir() {
        return collection::outcomes(config, arguments, is_wanted).await;
    }
    let questions = questions(path)?;
    let engine = Engine::open(config)?;
    engine.refresh().await?;
    let mut rag = engine.rag();
    rag.settings.without.clone_from(&arguments.without);
    let mut outcomes = Vec::new();
    for mut question in questions {
        if is_wanted(&question.question) {
            if arguments.misspell {
                question.question = misspell::misspelt(&question.question);
            }
            outcomes.push(outcome(&rag, question).await?);
        }
    }
    Ok(outcomes)
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
    use super::*;

    #[test]
    fn halves_part_the_questions_evenly() {
        let questions: Vec<String> = (0..1000).map(|n| format!("What is rule {n}?")).collect();
        let count = questions.iter().filter(|q| Half::A.holds(q)).count();
        assert!((400..600).contains(&count), "{count}");
        assert!(
            questions
                .iter()
                .all(|q| Half::A.holds(q) != Half::B.holds(q))
        );
    }

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
        assert!(floor("precision").is_err());
    }
}
