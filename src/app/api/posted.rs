//! A conversation that a plain form has posted, answered before the page is rendered.

use footnote_protocol::Answer;
use serde::{Deserialize, Serialize};

/// The turns of a posted conversation, oldest first; in context while a posted page is rendered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Posted {
    /// The turns, oldest first; the last one is new.
    pub turns: Vec<PostedTurn>,
}

/// A question and its answer with its evidence. The page's form posts turns of this shape back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedTurn {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: Answer,
}
