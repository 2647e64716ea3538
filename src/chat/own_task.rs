//! A client's task for the chat model itself, such as a title for a conversation. The documents play no part in it.

use async_stream::stream;
use footnote_answers::{Rag, Settings};
use footnote_models::{ChatModel, Prompt, Token};
use footnote_protocol::{AnswerEvent, ChatRequest, FinishReason, NO_MODEL, ProtocolError};
use futures_util::StreamExt;

use super::Events;
use super::write::{MAX_ANSWER_BYTES, TokenStream};

/// The answer if no model can do the task.
const NOBODY: &str = "There is no chat model here that could do this.";

/// Answers a task with what the chat model writes, unchanged.
pub(super) fn answer(rag: &Rag, request: ChatRequest) -> Events {
    let Some(model) = rag.model.current() else {
        return nobody();
    };
    let prompt = prompt(model.as_ref(), request, &rag.settings);
    written(model.name().to_owned(), model.stream(prompt))
}

fn nobody() -> Events {
    let said = AnswerEvent::Delta(NOBODY.to_owned());
    let model = NO_MODEL.to_owned();
    let finished = AnswerEvent::Finished { reason: FinishReason::Stop, model, usage: None };
    let events = [AnswerEvent::Grounded(Box::default()), said, finished];
    futures_util::stream::iter(events).boxed()
}

/// Returns the messages of the task, within the limits of the server and the model.
fn prompt(model: &dyn ChatModel, request: ChatRequest, settings: &Settings) -> Prompt {
    let (sampling, most) = (request.sampling, settings.answer_tokens);
    let mut prompt = Prompt {
        messages: request.messages,
        temperature: request.overrides.temperature.map(|wanted| wanted.clamp(0.0, 1.0)),
        top_p: sampling.top_p,
        stop: sampling.stop,
        seed: sampling.seed,
        max_tokens: sampling.max_tokens.map_or(most, |wanted| wanted.min(most)),
        ..Prompt::default()
    };
    if let Some(context) = model.context() {
        prompt.fit(context);
    }
    prompt
}

fn written(model: String, mut tokens: TokenStream) -> Events {
    stream! {
        yield AnswerEvent::Grounded(Box::default());
        let (mut usage, mut bytes) = (None, 0);
        while let Some(token) = tokens.next().await {
            match token {
                Ok(Token::Text(text)) if bytes + text.len() <= MAX_ANSWER_BYTES => {
                    bytes += text.len();
                    yield AnswerEvent::Delta(text);
                }
                Ok(Token::Text(_)) => break,
                Ok(Token::Usage(counted)) => usage = Some(counted),
                Ok(Token::Finished(reason)) => {
                    yield AnswerEvent::Finished { reason, model, usage };
                    return;
                }
                Ok(Token::LeftOut(_) | Token::Called(_) | Token::Reported(_)) => {}
                Err(error) => {
                    yield AnswerEvent::Failed(ProtocolError::from(error));
                    return;
                }
            }
        }
        yield AnswerEvent::Finished { reason: FinishReason::Length, model, usage };
    }
    .boxed()
}
