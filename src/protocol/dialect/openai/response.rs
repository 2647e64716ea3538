//! Responses: `/v1/responses`, whole.

use serde_json::{Map, Value, json};

use super::stream::Steps;
use super::{citations, error, reading, usage};
use crate::protocol::dialect::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing, Remembers};
use crate::protocol::{
    Answer, ChatRequest, FinishReason, Message, ProtocolError, Role, TokenUsage,
};

/// Responses. Each is kept with its conversation unless its request says otherwise, and can be gone on
/// from by its name.
///
/// Citations are annotations with an address, or with a file where a request brings the tool for
/// searching files, whose users know no others.
pub struct Responses;

/// What stands before the name of a session in that of a response.
pub const RESPONSE: &str = "resp_";

/// What stands in a response as it stood in its request, and what it is otherwise.
fn echoed() -> [(&'static str, Value); 14] {
    [
        ("previous_response_id", Value::Null),
        ("store", json!(true)),
        ("instructions", Value::Null),
        ("max_output_tokens", Value::Null),
        ("metadata", json!({})),
        ("parallel_tool_calls", json!(true)),
        ("reasoning", json!({"effort": null, "summary": null})),
        ("temperature", Value::Null),
        ("text", json!({"format": {"type": "text"}})),
        ("tool_choice", json!("auto")),
        ("tools", json!([])),
        ("top_p", Value::Null),
        ("truncation", json!("disabled")),
        ("user", Value::Null),
    ]
}

impl Dialect for Responses {
    fn name(&self) -> &'static str {
        "openai_responses"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.path == "/v1/responses"
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = reading::object(asked.body)?;
        if body.get("conversation").is_some_and(|it| !it.is_null()) {
            return Err(ProtocolError::refused(
                "conversation names none that is kept here: go on from a response by previous_response_id",
            ));
        }
        if body.get("background") == Some(&Value::Bool(true)) {
            return Err(ProtocolError::refused("background is not possible here"));
        }
        let text = body.get("text").filter(|text| !text.is_null());
        reading::text_only("text.format", text.and_then(|text| text.get("format")))?;
        let mut messages = instructions(body)?;
        messages.extend(input(body)?);
        let last = messages
            .iter()
            .rfind(|message| message.role != Role::System);
        if last.is_none_or(|last| last.role != Role::User) {
            return Err(ProtocolError::refused(
                "input must end with the user's message",
            ));
        }
        let request = ChatRequest {
            session_state: previous(body)?,
            ..reading::request(body, messages)?
        };
        Ok((request, reading::delivery(body)?))
    }

    fn remembers(&self, asked: &Asked<'_>) -> Remembers {
        let keeps = asked.body.get("store") != Some(&Value::Bool(false));
        Remembers::Answers { keeps }
    }

    /// The settings that stand in the answer too.
    fn echo(&self, asked: &Asked<'_>) -> Value {
        let sent = |key: &str| asked.body.get(key).filter(|value| !value.is_null());
        echoed()
            .into_iter()
            .map(|(key, otherwise)| (key.to_owned(), sent(key).cloned().unwrap_or(otherwise)))
            .collect::<Map<_, _>>()
            .into()
    }

    fn framing(&self) -> Framing {
        Framing::Events {
            named: true,
            done: false,
        }
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Steps::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        whole(head, answer)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        error::body(error)
    }
}

/// The session of the response that a request goes on from.
fn previous(body: &Map<String, Value>) -> Result<Option<Value>, ProtocolError> {
    match body.get("previous_response_id") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(id)) => Ok(Some(id.strip_prefix(RESPONSE).unwrap_or(id).into())),
        Some(_) => Err(ProtocolError::refused(
            "previous_response_id must be a string",
        )),
    }
}

/// The name of a response: that of its session, where it is kept.
fn id(head: &AnswerHead) -> String {
    let session = head.session_state.as_ref().and_then(Value::as_str);
    format!("{RESPONSE}{}", session.unwrap_or(&head.id))
}

fn instructions(body: &Map<String, Value>) -> Result<Vec<Message>, ProtocolError> {
    match body.get("instructions") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(vec![Message::system(text)]),
        Some(_) => Err(ProtocolError::refused("instructions must be a string")),
    }
}

fn input(body: &Map<String, Value>) -> Result<Vec<Message>, ProtocolError> {
    match body.get("input") {
        Some(Value::String(text)) => Ok(vec![Message::user(text)]),
        Some(Value::Array(items)) => reading::messages("input", items),
        _ => Err(ProtocolError::refused("input must be a string or a list")),
    }
}

/// How far a response has come.
pub(super) fn status(answer: &Answer) -> &'static str {
    match (&answer.error, answer.finish) {
        (Some(_), _) => "failed",
        (None, None) => "in_progress",
        (None, Some(FinishReason::Stop)) => "completed",
        (None, Some(FinishReason::Length | FinishReason::ContentFilter)) => "incomplete",
    }
}

/// A response that has come as far as its answer.
pub(super) fn whole(head: &AnswerHead, answer: &Answer) -> Value {
    let mut output = Vec::new();
    if answer.finish.is_some() || !answer.text.is_empty() {
        output.push(item(head, answer));
    }
    response(head, answer, &output)
}

/// A response with this output.
pub(super) fn response(head: &AnswerHead, answer: &Answer, output: &[Value]) -> Value {
    let incomplete = match answer.finish {
        Some(FinishReason::Length) => json!({"reason": "max_output_tokens"}),
        Some(FinishReason::ContentFilter) => json!({"reason": "content_filter"}),
        Some(FinishReason::Stop) | None => Value::Null,
    };
    let error = answer.error.as_ref();
    let model = Some(&answer.model).filter(|model| !model.is_empty());
    let mut response = json!({
        "id": id(head),
        "object": "response",
        "created_at": head.created,
        "status": status(answer),
        "background": false,
        "error": error.map(|error| json!({"code": "server_error", "message": error.message})),
        "incomplete_details": incomplete,
        "model": model.unwrap_or(&head.model),
        "output": output,
        "previous_response_id": null,
        "store": false,
        "usage": answer.finish.map(|_| cost(usage::of(head, answer))),
        "context": answer.context,
    });
    if let (Some(fields), Some(echo)) = (response.as_object_mut(), head.echo.as_object()) {
        fields.extend(echo.clone());
    }
    response
}

fn cost(usage: TokenUsage) -> Value {
    json!({
        "input_tokens": usage.prompt_tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": usage.completion_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens.unwrap_or(0)},
        "total_tokens": usage.total_tokens,
    })
}

/// The name of the one message.
pub(super) fn item_id(head: &AnswerHead) -> String {
    format!("msg_{}", head.id)
}

/// The one message of a response.
pub(super) fn item(head: &AnswerHead, answer: &Answer) -> Value {
    let broke_off = answer.error.is_some();
    json!({
        "id": item_id(head),
        "type": "message",
        "status": if broke_off { "incomplete" } else { status(answer) },
        "role": "assistant",
        "content": [part(&answer.text, &annotations(head, answer))],
    })
}

/// The one part of the message.
pub(super) fn part(text: &str, annotations: &[Value]) -> Value {
    json!({"type": "output_text", "text": text, "annotations": annotations, "logprobs": []})
}

/// The citations, in the way that the request's tools ask for.
pub(super) fn annotations(head: &AnswerHead, answer: &Answer) -> Vec<Value> {
    let tools = head.echo.get("tools").and_then(Value::as_array);
    let searches = |tool: &Value| tool.get("type").is_some_and(|kind| kind == "file_search");
    let files = tools.is_some_and(|tools| tools.iter().any(searches));
    citations::cited(answer)
        .iter()
        .map(|cited| {
            if files {
                cited.file_citation()
            } else {
                cited.url_citation(&head.origin)
            }
        })
        .collect()
}
