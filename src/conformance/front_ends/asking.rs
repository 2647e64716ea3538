//! The requests of front ends, in the shapes that many of them share.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::view::Talk;
use crate::conformance::client::{Ask, Seen};

/// A question that goes on with a conversation.
const NEXT: &str = "Tell me more about that.";

/// The characters that a browser encodes in a path.
const IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'?');

impl Talk {
    /// The conversation as messages, where an answer is said by `answerer`.
    pub(super) fn messages(&self, answerer: &str) -> Value {
        let first = json!({"role": "user", "content": self.question});
        if self.answer.is_empty() {
            return json!([first]);
        }
        let answer = json!({"role": answerer, "content": self.answer});
        json!([first, answer, {"role": "user", "content": NEXT}])
    }

    /// The conversation as pairs.
    pub(super) fn history(&self) -> Value {
        if self.answer.is_empty() {
            return json!([{"user": self.question}]);
        }
        json!([{"user": self.question, "bot": self.answer}, {"user": NEXT}])
    }

    /// The newest question.
    pub(super) fn newest(&self) -> &str {
        if self.answer.is_empty() {
            &self.question
        } else {
            NEXT
        }
    }

    /// The first question by itself.
    pub(super) fn alone(&self) -> Value {
        json!([{"role": "user", "content": self.question}])
    }

    /// Opens the document of a citation below `base`, as a link of a page does; its fragment stays in the
    /// browser.
    pub(super) fn open(&self, base: &str) -> Option<Ask> {
        let cited = self.citation.as_deref()?;
        let path = cited.split('#').next().unwrap_or_default();
        let path = utf8_percent_encode(path, IN_PATH);
        Some(Ask::get(format!("{base}/{path}")))
    }
}

/// A document that was opened.
pub(super) fn opened(seen: &Seen, _: &mut Talk) -> Result<String, String> {
    if seen.is_answer() {
        Ok(seen.content_type.clone())
    } else {
        Err(seen.outcome())
    }
}
