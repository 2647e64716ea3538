//! The arguments of an evaluation.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use footnote_documents::hash::hash;
use footnote_engine::config::Settings;
use footnote_protocol::RetrievalMode;
use footnote_store::search::Technique;

/// The arguments of `footnote evaluate`.
#[derive(Args)]
pub struct EvaluateArguments {
    /// a file of questions (JSON Lines with `question`, `truth`, `citations`), or a folder with
    /// `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`
    pub questions: PathBuf,
    /// Find passages by words, by meaning or by both; the default is that of the server.
    #[arg(long, value_parser = modes())]
    pub mode: Option<RetrievalMode>,
    /// Print JSON Lines: one for each question, and one for all.
    #[arg(long)]
    pub json: bool,
    /// Use only half of the questions, split by a hash: tune on one half, report the other.
    #[arg(long)]
    pub half: Option<Half>,
    /// Fail if a measure is below a value (for times and `invalid_citations`: above it), as in
    /// `precision=0.5`; may be repeated.
    #[arg(long, value_name = "MEASURE=VALUE", value_parser = floor)]
    pub floor: Vec<(String, f64)>,
    /// Compare, question by question, with the JSON Lines of an earlier evaluation.
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Put a typing error into a quarter of the questions' long words.
    #[arg(long)]
    pub misspell: bool,
    /// The file has true answers (JSON Lines with `answer` and `sources`, each as `source: text`): report how many of
    /// their statements the check of answers marks, and how many copies with a changed number.
    #[arg(long = "given", id = "given", conflicts_with_all = ["half", "compare", "floor"])]
    pub answers: bool,
    /// Turn off a technique of retrieval, to see what it is worth; may be repeated.
    #[arg(long, value_name = "TECHNIQUE", value_enum)]
    pub without: Vec<Technique>,
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,
}

impl EvaluateArguments {
    /// Returns the settings. Collections and given answers need no folder of documents, so it may be missing.
    pub fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        if self.questions.is_dir() || self.answers {
            settings.documents.get_or_insert_with(|| ".".to_owned());
        }
        settings
    }

    /// Returns true if the question is selected.
    pub(super) fn wants(&self, question: &str) -> bool {
        self.half.is_none_or(|half| half.holds(question))
    }
}

/// The ways to find passages, each with its help text.
const MODES: [(RetrievalMode, &str); 3] = [
    (RetrievalMode::Text, "By their words"),
    (RetrievalMode::Vectors, "By their meaning"),
    (RetrievalMode::Hybrid, "By both"),
];

/// Returns the mode with this name.
fn mode(name: &str) -> Option<RetrievalMode> {
    MODES.into_iter().map(|(mode, _)| mode).find(|mode| mode.name() == name)
}

/// Parses the name of a mode.
fn modes() -> impl TypedValueParser<Value = RetrievalMode> {
    let values = MODES.map(|(mode, help)| PossibleValue::new(mode.name()).help(help));
    PossibleValuesParser::new(values).map(|name| mode(&name).unwrap_or_default())
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
    /// Returns true if a question belongs to this half. It always belongs to the same half.
    pub(super) fn holds(self, question: &str) -> bool {
        let hash = hash(question.as_bytes());
        // The low bits of this hash are weak.
        let is_even = (hash >> 32).count_ones().is_multiple_of(2);
        is_even == (self == Self::A)
    }
}

/// Returns a measure and its minimum.
pub(super) fn floor(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("write MEASURE=VALUE")?;
    let value: f64 = value.parse().map_err(|_| "the value is no number")?;
    if !value.is_finite() {
        return Err("the value is no number".to_owned());
    }
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_part_the_questions_evenly() {
        let questions: Vec<String> = (0..1000).map(|n| format!("What is rule {n}?")).collect();
        let count = questions.iter().filter(|q| Half::A.holds(q)).count();
        assert!((400..600).contains(&count), "{count}");
        assert!(questions.iter().all(|q| Half::A.holds(q) != Half::B.holds(q)));
    }

    #[test]
    fn a_floor_is_a_number_and_a_technique_is_known() {
        assert!(
            floor("precision").is_err()
                && floor("precision=NaN").is_err()
                && Technique::from_str("charm", false).is_err()
        );
    }
}
