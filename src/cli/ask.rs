//! `footnote ask`: answers one question on the standard output.

use std::io::Write;

use clap::Args;
use futures_util::StreamExt;

use super::say;
use crate::config::{Config, Settings};
use crate::engine::Engine;
use crate::protocol::{Answer, AnswerEvent, ChatRequest, Message};
use crate::rag::chat;
use crate::text::citation;

/// The question, and the settings.
#[derive(Args)]
pub(super) struct Arguments {
    /// The question.
    pub(super) question: String,
    /// The settings.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Answers one question on the standard output.
pub(super) async fn run(config: Config, question: String) -> anyhow::Result<()> {
    let engine = Engine::ready(&config).await?;
    let request = ChatRequest {
        messages: vec![Message::user(question)],
        ..ChatRequest::default()
    };
    request.validate()?;
    let mut events = chat::answer(&engine.rag(), request)?;
    let mut answer = Answer::default();
    let mut shown = 0;
    while let Some(event) = events.next().await {
        let is_text = matches!(event, AnswerEvent::Delta(_));
        answer.apply(event);
        if is_text {
            shown = show(&answer, shown, true)?;
        }
    }
    show(&answer, shown, false)?;
    say("")?;
    answer.error.map_or(Ok(()), |error| Err(error.into()))
}

/// Shows the text of an answer from the byte `shown` on; returns how much is shown then.
fn show(answer: &Answer, shown: usize, is_growing: bool) -> anyhow::Result<usize> {
    let points = answer.context.data_points.as_ref();
    let known = points.map_or(&[][..], |points| &points.citations);
    let text = citation::plain(&answer.text, known, is_growing);
    let new = text.get(shown..).unwrap_or_default();
    write!(std::io::stdout(), "{new}")?;
    std::io::stdout().flush()?;
    Ok(shown + new.len())
}
