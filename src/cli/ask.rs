//! `footnote ask`: answers one question on standard output.

use std::io::Write;

use clap::Args;
use footnote_engine::Engine;
use footnote_engine::config::{Config, Settings};
use footnote_protocol::{Answer, AnswerEvent, ChatRequest, Message};
use futures_util::StreamExt;

use super::print_line;

/// The question and the settings.
#[derive(Args)]
pub(super) struct AskArguments {
    /// The question.
    pub(super) question: String,
    /// The settings.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Answers one question on standard output.
pub(super) async fn run(config: Config, question: String) -> anyhow::Result<()> {
    let engine = Engine::ready(&config).await?;
    let request = ChatRequest { messages: vec![Message::user(question)], ..ChatRequest::default() };
    request.validate()?;
    let mut events =
        footnote_chat::drop_unknown_citations(footnote_chat::answer(&engine.rag(), request)?);
    let mut answer = Answer::default();
    while let Some(event) = events.next().await {
        if let AnswerEvent::Delta(text) = &event {
            write!(std::io::stdout(), "{text}")?;
            std::io::stdout().flush()?;
        }
        answer.apply(event);
    }
    print_line("")?;
    answer.error.map_or(Ok(()), |error| Err(error.into()))
}
