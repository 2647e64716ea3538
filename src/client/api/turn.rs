//! A turn of a conversation as the page shows it and the server stores it.

use footnote_protocol::{Answer, AttachedFiles, Scope};
use serde::{Deserialize, Serialize};

use super::judgement::Judgement;

/// A question and its answer, as stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredTurn {
    /// Unique id of the turn.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The question.
    pub question: String,
    /// Files that were attached when it was asked.
    #[serde(skip_serializing_if = "AttachedFiles::is_empty")]
    pub attached: AttachedFiles,
    /// The answer received so far.
    pub answer: Answer,
    /// True if the reader stopped it.
    pub stopped: bool,
    /// Scope of the question; `None` for all documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The reader's judgement, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}
