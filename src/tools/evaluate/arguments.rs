//! The arguments of an evaluation.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use footnote_documents::hash::hash;
use footnote_engine::config::Settings;
use footnote_protocol::RetrievalMode;
use footnote_retrieval::Technique;

use super::summary::Outcome;

/// The arguments of `footnote evaluate`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct EvaluateArguments {
    /// a file of questions (JSON Lines with `question`, `truth`, `citations`), or a folder with
    /// `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`
    pub questions: PathBuf,
    /// Find passages by words, by meaning or by both; as the server would unless told otherwise.
    #[arg(long, value_parser = modes())]
    pub mode: Option<RetrievalMode>,
    /// Ask a server of the protocol's family, such as `http://localhost:3000`, at its `/chat`.
    #[arg(long)]
    pub url: Option<String>,
    /// A header field for every request to it, as in `authorization: Bearer …`.
    #[arg(long, requires = "url")]
    pub header: Vec<String>,
    /// Tell it as JSON Lines: one for each question, and one for all.
    #[arg(long)]
    pub json: bool,
    /// Take only half of the questions, parted by a hash: tune on one half, report the other.
    #[arg(long)]
    pub half: Option<Half>,
    /// Fail if a measure lies below a value (times, `answers_refused`, `failed` and `invalid_citations`: above), as in `precision=0.5`; may be given several times.
    #[arg(long, value_name = "MEASURE=VALUE", value_parser = floor)]
    pub floor: Vec<(String, f64)>,
    /// Compare, question by question, with what an earlier evaluation told as JSON Lines, or with
    /// another mode; of two, the first with the second, as in `--compare text hybrid`.
    #[arg(long, value_name = "FILE|MODE", num_args = 1..=2, value_parser = compared)]
    pub compare: Vec<Baseline>,
    /// Put a typing error into a quarter of the questions' long words.
    #[arg(long)]
    pub misspell: bool,
    /// Check true sentences of the documents and damaged copies of them, to see how often the check
    /// of answers is right.
    #[arg(long, conflicts_with = "url")]
    pub audit: bool,
    /// The file has true answers (JSON Lines with `answer` and `sources`, each as `source: text`): tell how many of
    /// their statements the check of answers marks, and how many copies in which one thing is altered.
    #[arg(long = "given", id = "given", conflicts_with_all = ["url", "audit", "half", "compare", "floor"])]
    pub answers: bool,
    /// Leave a technique of retrieval out, to see what it is worth; may be given several times.
    #[arg(long, value_name = "TECHNIQUE", value_enum)]
    pub without: Vec<Technique>,
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,
}

impl EvaluateArguments {
    /// The settings. Neither a server nor a collection nor given answers need a folder of documents, so that it
    /// need not be there.
    pub fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        if self.url.is_some() || self.questions.is_dir() || self.answers {
            settings.documents.get_or_insert_with(|| ".".to_owned());
        }
        settings
    }

    /// True if the question is to be asked.
    pub(super) fn wants(&self, question: &str) -> bool {
        self.half.is_none_or(|half| half.holds(question))
    }
}

/// The ways to find passages, each with its help.
const MODES: [(RetrievalMode, &str); 3] = [
    (RetrievalMode::Text, "By their words"),
    (RetrievalMode::Vectors, "By their meaning"),
    (RetrievalMode::Hybrid, "By both"),
];

/// The mode of this name.
fn mode(name: &str) -> Option<RetrievalMode> {
    MODES.into_iter().map(|(mode, _)| mode).find(|mode| mode.name() == name)
}

/// Reads the name of a mode.
fn modes() -> impl TypedValueParser<Value = RetrievalMode> {
    let values = MODES.map(|(mode, help)| PossibleValue::new(mode.name()).help(help));
    PossibleValuesParser::new(values).map(|name| mode(&name).unwrap_or_default())
}

/// The baseline of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// The results of an earlier evaluation.
    File(PathBuf),
    /// The results of this one in a mode.
    Mode(RetrievalMode),
}

impl Baseline {
    /// The outcomes of an earlier evaluation, of the questions that are wanted; none of a mode.
    pub(super) fn read(&self, wants: impl Fn(&str) -> bool) -> anyhow::Result<Vec<Outcome>> {
        match self {
            Self::File(path) => super::compare::read(path, wants),
            Self::Mode(_) => Ok(Vec::new()),
        }
    }

    /// The name of its column.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => {
                let name = path.file_stem().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
            Self::Mode(mode) => mode.name().to_owned(),
        }
    }
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
    /// True if a question belongs to this half; a question belongs to the same half always.
    pub(super) fn holds(self, question: &str) -> bool {
        let hash = hash(question.as_bytes());
        // The low bits of this hash are weak.
        let is_even = (hash >> 32).count_ones().is_multiple_of(2);
        is_even == (self == Self::A)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the command line wants a parser that may fail")]
fn compared(text: &str) -> Result<Baseline, String> {
    Ok(mode(text).map_or_else(|| Baseline::File(text.into()), Baseline::Mode))
}

/// A measure and the least that it may be.
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
    fn a_side_of_a_comparison_is_a_mode_or_a_file() {
        assert_eq!(compared("hybrid"), Ok(Baseline::Mode(RetrievalMode::Hybrid)));
        let file = compared("./text").unwrap();
        assert_eq!(file, Baseline::File("./text".into()));
        assert_eq!(compared("runs/old.jsonl").unwrap().name(), "old");
        assert!(
            floor("precision").is_err()
                && floor("precision=NaN").is_err()
                && Technique::from_str("charm", false).is_err()
        );
    }
}
