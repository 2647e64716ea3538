//! The store of outcomes of questions and feedback of readers, and its limits.

use std::collections::BTreeMap;

use super::StoreFuture;

/// Maximum number of answers, and of judgements.
pub const MAX_ROWS: i64 = 50_000;

/// Number of cited documents stored per row of these. A document dropped from the store looks as if it had never been
/// cited.
pub const CITED_PER_ROW: i64 = 10;

/// Maximum length of a stored question or remark, in characters.
pub const MAX_TEXT_LEN: usize = 500;

/// Outcome of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnswerOutcome {
    /// Written by a model and citing a source.
    Answered,
    /// Written by a model and citing a source, with a statement of which readers were warned.
    Doubted,
    /// Written by a model without a citation.
    Uncited,
    /// Passages were shown; no model wrote.
    Passages,
    /// No passage fits.
    Nothing,
    /// The model failed, whether passages were shown or not.
    Failed,
    /// Cancelled or abandoned by the reader.
    Cancelled,
}

impl AnswerOutcome {
    /// All outcomes.
    pub const ALL: [Self; 7] = [
        Self::Answered,
        Self::Doubted,
        Self::Uncited,
        Self::Passages,
        Self::Nothing,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Name in stores and metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Doubted => "doubted",
            Self::Uncited => "uncited",
            Self::Passages => "passages",
            Self::Nothing => "nothing",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The outcome with this name, or with one that earlier releases stored.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "quoted" | "unsure" => Some(Self::Passages),
            "not_found" => Some(Self::Nothing),
            _ => Self::ALL.into_iter().find(|outcome| outcome.name() == name),
        }
    }

    /// True if a model answered with a citation, or passages were shown.
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Answered | Self::Doubted | Self::Passages)
    }

    /// True if the documents were searched but did not answer.
    pub fn is_unanswered(self) -> bool {
        matches!(self, Self::Uncited | Self::Nothing)
    }
}

/// An answer that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRecord {
    /// Time at which it ended, in seconds since 1970.
    pub at: i64,
    /// Name of its wire form.
    pub form: String,
    /// Its outcome.
    pub outcome: AnswerOutcome,
    /// Time to its first event, in milliseconds, if there was one.
    pub first_ms: Option<i64>,
    /// Time to its end, in milliseconds.
    pub whole_ms: i64,
    /// The question, if it was not answered and its words may be stored.
    pub question: Option<String>,
}

/// A reader's judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgementRecord {
    /// Time at which it was made, in seconds since 1970.
    pub at: i64,
    /// True if the answer was helpful.
    pub helps: bool,
    /// The reader's remark on what was wrong, if words may be stored. A remark follows a judgement that was already
    /// counted, and does not count again.
    pub remark: Option<String>,
    /// The question, if there is a remark.
    pub question: Option<String>,
}

/// An item to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    /// An answer, with the keys of the documents that it cites.
    Answer(AnswerRecord, Vec<u128>),
    /// A judgement.
    Judgement(JudgementRecord),
}

/// Everything stored since a point in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptInsights {
    /// Answers, oldest first.
    pub answers: Vec<AnswerRecord>,
    /// Judgements, oldest first.
    pub judgements: Vec<JudgementRecord>,
    /// Keys of the cited documents, with the times at which they were last cited; their names are not stored.
    pub cited: BTreeMap<u128, i64>,
}

/// A store of insights. No method blocks.
pub trait InsightStore: Send + Sync {
    /// Stores these items; drops the oldest above the limit.
    fn record(&self, insights: Vec<Insight>) -> StoreFuture<'_, ()>;

    /// Everything stored since `at`, in seconds since 1970.
    fn since(&self, at: i64) -> StoreFuture<'_, KeptInsights>;

    /// Stores the insights of another store.
    fn import(&self, insights: KeptInsights) -> StoreFuture<'_, ()>;

    /// Deletes everything older than `before`, in seconds since 1970.
    fn expire(&self, before: i64) -> StoreFuture<'_, ()>;
}

#[cfg(test)]
mod tests {
    use super::AnswerOutcome;

    #[test]
    fn outcomes_that_earlier_releases_stored_are_read() {
        for outcome in AnswerOutcome::ALL {
            assert_eq!(AnswerOutcome::of(outcome.name()), Some(outcome));
        }
        let earlier = ["quoted", "unsure", "not_found", "later"].map(AnswerOutcome::of);
        let (passages, nothing) = (AnswerOutcome::Passages, AnswerOutcome::Nothing);
        assert_eq!(earlier, [Some(passages), Some(passages), Some(nothing), None]);
    }
}
