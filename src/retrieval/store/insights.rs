//! The store of what became of questions and what readers said of answers, whichever database keeps it, and its bounds.

use std::collections::BTreeSet;

use super::StoreFuture;

/// The most answers that are kept, and the most judgements.
pub const MOST_ROWS: i64 = 50_000;

/// The cited documents that are kept for each of these rows: a document that is forgotten looks as if it were never
/// cited.
pub const CITED_PER_ROW: i64 = 10;

/// The most letters that are kept of a question or a remark.
pub const LONGEST_TEXT: usize = 500;

/// The end that the answer to a question came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnswerOutcome {
    /// A model wrote it, and it cites a source.
    Answered,
    /// It quotes the documents, or was looked up in them.
    Quoted,
    /// The documents may not answer: the nearest passages were shown.
    Unsure,
    /// The documents do not seem to answer, or a model wrote without citing any.
    NotFound,
    /// It broke off with an error.
    Failed,
    /// Its reader left, or stopped it.
    Cancelled,
}

impl AnswerOutcome {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Answered, Self::Quoted, Self::Unsure, Self::NotFound, Self::Failed, Self::Cancelled];

    /// Its name in a store and among the metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Quoted => "quoted",
            Self::Unsure => "unsure",
            Self::NotFound => "not_found",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The outcome of this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// True if the documents answered.
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Answered | Self::Quoted)
    }

    /// True if the documents were asked and did not answer.
    pub fn is_unanswered(self) -> bool {
        matches!(self, Self::Unsure | Self::NotFound)
    }
}

/// An answer that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRecord {
    /// When, in seconds since 1970.
    pub at: i64,
    /// The name of the wire form in which it was asked for.
    pub form: String,
    /// Its outcome.
    pub outcome: AnswerOutcome,
    /// The milliseconds to its first event, if there was one.
    pub first_ms: Option<i64>,
    /// The milliseconds to its end.
    pub whole_ms: i64,
    /// The question, where it got no answer and its words may be kept.
    pub question: Option<String>,
}

/// A reader's judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgementRecord {
    /// When, in seconds since 1970.
    pub at: i64,
    /// True if the answer helped.
    pub helps: bool,
    /// The reader's words on what was wrong, where words may be kept. They follow a judgement that was counted
    /// before, and are none themselves.
    pub remark: Option<String>,
    /// The question that was answered, where there are words.
    pub question: Option<String>,
}

/// Something to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    /// An answer, with the keys of the documents that it cites.
    Answer(AnswerRecord, Vec<u128>),
    /// A judgement.
    Judgement(JudgementRecord),
}

/// All that is kept since a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptInsights {
    /// The answers, oldest first.
    pub answers: Vec<AnswerRecord>,
    /// The judgements, oldest first.
    pub judgements: Vec<JudgementRecord>,
    /// The keys of the documents that were cited. Their names are not kept.
    pub cited: BTreeSet<u128>,
}

/// A store of what became of questions. No method blocks.
pub trait InsightStore: Send + Sync {
    /// Keeps all of these; of more than it holds, the oldest go.
    fn record(&self, insights: Vec<Insight>) -> StoreFuture<'_, ()>;

    /// All that is kept since `at`, in seconds since 1970.
    fn since(&self, at: i64) -> StoreFuture<'_, KeptInsights>;

    /// Forgets all that is older than `before`, in seconds since 1970.
    fn expire(&self, before: i64) -> StoreFuture<'_, ()>;
}
