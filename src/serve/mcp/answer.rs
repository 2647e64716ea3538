//! The tool that answers a question.

use futures_util::StreamExt;
use serde_json::{Value, json};

use super::message::Caller;
use super::result::{Given, Link};
use super::tools;
use crate::api::codec::AnswerStream;
use crate::protocol::{Answer, ChatRequest, Message, Overrides};
use crate::rag::chat;
use crate::text::citation;

/// Answers a question.
///
/// # Errors
///
/// A sentence about what is wrong, or about what failed.
pub(super) async fn call(caller: &Caller<'_>, arguments: &Value) -> Result<Given, String> {
    let request = ChatRequest {
        messages: vec![Message::user(tools::text(arguments, "question")?)],
        overrides: Overrides {
            top: tools::wanted(arguments)?,
            ..Overrides::default()
        },
        session_state: None,
    };
    let place = caller.state.capacity.admit(caller.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let events = chat::answer(&caller.state.rag, request).map_err(|error| error.message)?;
    let events = AnswerStream::new(events).until(caller.state.stop.clone().cancelled_owned());
    let answer: Answer = events.collect::<Vec<_>>().await.into_iter().collect();
    match answer.error {
        Some(error) => Err(error.message),
        None => Ok(given(caller, answer)),
    }
}

fn given(caller: &Caller<'_>, answer: Answer) -> Given {
    let points = answer.context.data_points.unwrap_or_default();
    let links: Vec<Link> = citation::cited(&answer.text, &points.citations)
        .iter()
        .map(|source| Link::new(caller, source))
        .collect();
    let sources: Vec<Value> = links.iter().map(Link::value).collect();
    let structured = json!({"answer": answer.text, "model": answer.model, "sources": sources});
    Given {
        text: answer.text,
        structured,
        links,
    }
}
