//! Programs behind libraries: the protocol's own, and those for OpenAI's interface.

use serde_json::{Value, json};

use super::step::{FrontEnd, Step};
use super::view::{Talk, View};
use crate::conformance::client::{Ask, Seen};
use crate::conformance::form::Framing;

/// The protocol's library, which sends only new messages.
const LINES: View = View {
    text: "/delta/content",
    session: "/sessionState",
    ..View::TEXT
};

fn library(talk: &Talk) -> Ask {
    let mut body = json!({"messages": [{"role": "user", "content": talk.newest()}]});
    if let (Some(fields), false) = (body.as_object_mut(), talk.session.is_null()) {
        fields.insert("sessionState".to_owned(), talk.session.clone());
    }
    let ask = Ask::post("/api/chat/stream", &body).with("accept", "application/json");
    ask.with("x-ms-useragent", "ts-http-runtime/1.0.0-beta.1")
}

const COMPLETION: View = View {
    framing: None,
    text: "/choices/0/message/content",
    ..View::TEXT
};

/// A chunk with the usage has no choice.
const CHUNKS: View = View {
    framing: Some(Framing::Events {
        named: false,
        done: true,
    }),
    text: "/choices/0/delta/content",
    ..View::TEXT
};

const RESPONSE: View = View {
    framing: None,
    text: "/output/0/content/0/text",
    session: "/id",
    ..View::TEXT
};

fn completion(talk: &Talk, more: &Value) -> Ask {
    let mut body = json!({"model": "any", "messages": talk.alone()});
    if let (Value::Object(fields), Value::Object(more)) = (&mut body, more.clone()) {
        fields.extend(more);
    }
    Ask::post("/v1/chat/completions", &body)
}

/// Returns whether a value counts the tokens of question and answer.
fn counted(value: &Value, names: [&str; 2]) -> Result<String, String> {
    let usage = value.get("usage");
    let counts = names.map(|name| usage.and_then(|usage| usage.get(name)?.as_u64()));
    match counts {
        [Some(question), Some(answer)] => Ok(format!("{question} and {answer} tokens")),
        _ => Err("there is no usage, and programs that count it break".to_owned()),
    }
}

/// A whole completion counts its tokens, which some programs read without asking.
fn counted_whole(seen: &Seen, talk: &mut Talk) -> Result<String, String> {
    talk.show(&COMPLETION, seen)?;
    let value = seen.json().unwrap_or_default();
    counted(&value, ["prompt_tokens", "completion_tokens"])
}

/// A streamed completion counts them in a chunk of its own, if that is asked for.
fn counted_last(seen: &Seen, talk: &mut Talk) -> Result<String, String> {
    talk.show(&CHUNKS, seen)?;
    let values = CHUNKS.values(seen)?;
    let last = values.last().unwrap_or(&Value::Null);
    counted(last, ["prompt_tokens", "completion_tokens"])
}

fn counted_response(seen: &Seen, talk: &mut Talk) -> Result<String, String> {
    talk.show(&RESPONSE, seen)?;
    let value = seen.json().unwrap_or_default();
    counted(&value, ["input_tokens", "output_tokens"])
}

/// All of them.
pub(super) const ALL: &[FrontEnd] = &[
    FrontEnd {
        name: "protocol-library",
        steps: &[
            Step::streams(|talk| Some(library(talk)), LINES),
            Step::goes_on(|talk| Some(library(talk)), LINES),
        ],
    },
    FrontEnd {
        name: "openai-libraries",
        steps: &[
            Step::uses(
                "counts the tokens of a completion",
                |talk| Some(completion(talk, &json!({}))),
                counted_whole,
            ),
            Step::uses(
                "counts the tokens of a streamed one",
                |talk| {
                    let options =
                        json!({"stream": true, "stream_options": {"include_usage": true}});
                    Some(completion(talk, &options))
                },
                counted_last,
            ),
            Step::uses(
                "counts the tokens of a response",
                |talk| {
                    let body = json!({"model": "any", "input": talk.question});
                    Some(Ask::post("/v1/responses", &body))
                },
                counted_response,
            ),
            Step::goes_on(
                |talk| {
                    let body = json!({
                        "model": "any",
                        "input": talk.newest(),
                        "previous_response_id": talk.session,
                    });
                    Some(Ask::post("/v1/responses", &body))
                },
                RESPONSE,
            ),
        ],
    },
];
