//! The server of a transcript, and the model behind it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use footnote_engine::config::ReaderHeaders;
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::dialect::Preferences;
use footnote_protocol::{FinishReason, TokenUsage};
use futures_util::stream::{self, BoxStream, StreamExt};
use tempfile::TempDir;

use crate::support::{BREAK_OFF, preferring};

/// The text that the model writes, in these pieces.
const PIECES: [&str; 3] = ["Staff get ", "30 days of leave ", "[leave.md]."];

/// The question that it proposes.
const NEXT: &str = "\n\n<<Who approves leave?>>";

/// A model that always writes the same pieces and reports its usage, or fails if the question says so.
struct Scripted;

impl ChatModel for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let says = |word| prompt.messages.iter().any(|m| m.content.contains(word));
        let pieces = PIECES.map(|piece| Ok(Token::Text(piece.to_owned())));
        if says(BREAK_OFF) {
            let broken = [Err(ModelError::BrokeOff)];
            return stream::iter(pieces.into_iter().chain(broken)).boxed();
        }
        let usage = TokenUsage {
            prompt_tokens: 40,
            completion_tokens: 9,
            reasoning_tokens: None,
            total_tokens: 49,
        };
        let end = [
            Ok(Token::Text(NEXT.to_owned())),
            Ok(Token::Usage(usage)),
            Ok(Token::Finished(FinishReason::Stop)),
        ];
        stream::iter(pieces.into_iter().chain(end)).boxed()
    }
}

/// Returns the server with these settings, `form` and `digits`, and the folder of its documents.
pub(super) fn of(settings: &BTreeMap<String, String>) -> (Router, TempDir) {
    let form = settings.get("form").map(String::as_str);
    let form = form.map(|name| footnote_protocol::dialect::named(name).unwrap().name);
    let preferences =
        Preferences { form, digits: settings.get("digits").is_none_or(|digits| digits == "true") };
    let readers = ReaderHeaders { user: Some("x-user".parse().unwrap()), groups: None };
    preferring(Arc::new(Scripted), readers, preferences)
}
