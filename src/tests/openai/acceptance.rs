//! The acceptance tests of Open Responses, rebuilt from their description: the requests, and the requirements on the
//! answers. `docs/front-ends.md` states how many of them pass in each edition.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::FinishReason;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::RESPONSES;
use crate::support::{post, text, with_model};

const PAGE: &str = include_str!("../../../docs/front-ends.md");

/// An image of one pixel.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// A model that accepts images.
struct Seeing;

impl ChatModel for Seeing {
    fn name(&self) -> &'static str {
        "seeing"
    }

    fn sees(&self) -> bool {
        true
    }

    fn stream(&self, _prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let said = Token::Text("Staff get 30 days of leave [leave.md].".to_owned());
        stream::iter([Ok(said), Ok(Token::Finished(FinishReason::Stop))]).boxed()
    }
}

/// A test: its name, the first edition that has it, its request, and the check of the answer.
struct AcceptanceTest {
    name: &'static str,
    edition: &'static str,
    path: &'static str,
    body: Value,
    check: fn(StatusCode, &str) -> Result<(), String>,
}

const FIRST: &str = "2026-01-15";
const SECOND: &str = "2026-04-24";
const COMPACT: &str = "/v1/responses/compact";

/// Number of WebSocket tests in the second edition, which are not supported.
const OVER_WEB_SOCKET: usize = 7;

/// Number of tests of a fixture in the suite itself, which every server passes.
const OF_NO_SERVER: usize = 1;

fn user(content: &Value) -> Value {
    json!({"type": "message", "role": "user", "content": content})
}

fn said(role: &str, content: &str) -> Value {
    json!({"type": "message", "role": role, "content": content})
}

fn asking(name: &'static str, edition: &'static str, mut body: Value) -> AcceptanceTest {
    body["model"] = json!("any");
    AcceptanceTest { name, edition, path: RESPONSES, body, check: completed }
}

/// Returns the tests of questions.
fn questions() -> [AcceptanceTest; 7] {
    let hello = json!("Say hello in exactly 3 words.");
    let weather = json!([{
        "type": "function", "name": "get_weather", "description": "Tells the weather.",
        "parameters": {"type": "object", "properties": {"location": {"type": "string"}}},
    }]);
    let seen = json!([
        {"type": "input_text", "text": "What is in this picture?"},
        {"type": "input_image", "image_url": PICTURE},
    ]);
    let in_phase = |content: &str, phase: &str| {
        let mut message = said("assistant", content);
        message["phase"] = json!(phase);
        message
    };
    let system = [said("system", "You are a pirate."), user(&json!("Say hello."))];
    let turns = [
        user(&json!("My name is Ann.")),
        said("assistant", "Hello, Ann."),
        user(&json!("What is my name?")),
    ];
    let phases = [
        user(&json!("What is two and two?")),
        in_phase("Let me think.", "commentary"),
        in_phase("Four.", "final_answer"),
        user(&json!("And three?")),
    ];
    let streamed =
        asking("streaming-response", FIRST, json!({"input": [user(&hello)], "stream": true}));
    let tools = json!({"input": [user(&json!("What is the weather?"))], "tools": weather});
    [
        asking("basic-response", FIRST, json!({"input": [user(&hello)]})),
        AcceptanceTest { check: streams, ..streamed },
        asking("system-prompt", FIRST, json!({"input": system})),
        AcceptanceTest { check: calls, ..asking("tool-calling", FIRST, tools) },
        asking("image-input", FIRST, json!({"input": [user(&seen)]})),
        asking("multi-turn", FIRST, json!({"input": turns})),
        asking("assistant-phase", SECOND, json!({"input": phases})),
    ]
}

/// Returns the tests of compactions.
fn compactions() -> [AcceptanceTest; 2] {
    let input =
        json!([user(&json!("Hello.")), said("assistant", "Hello."), user(&json!("Go on."))]);
    let compact =
        |name, body, check| AcceptanceTest { name, edition: SECOND, path: COMPACT, body, check };
    let whole = json!({"model": "any", "input": input, "prompt_cache_key": "key"});
    let without = json!({"input": input});
    [
        compact("compact-response", whole, compacts),
        compact("compact-missing-model", without, refuses),
    ]
}

/// The keys that a response must have, and the type of each.
const REQUIRED: [(&str, &str); 32] = [
    ("id", "string"),
    ("object", "string"),
    ("created_at", "integer"),
    ("completed_at", "integer null"),
    ("status", "string"),
    ("incomplete_details", "object null"),
    ("model", "string"),
    ("previous_response_id", "string null"),
    ("instructions", "string array null"),
    ("output", "array"),
    ("error", "object null"),
    ("tools", "array"),
    ("tool_choice", "string object"),
    ("truncation", "string"),
    ("parallel_tool_calls", "boolean"),
    ("text", "object"),
    ("top_p", "number"),
    ("presence_penalty", "number"),
    ("frequency_penalty", "number"),
    ("top_logprobs", "integer"),
    ("temperature", "number"),
    ("reasoning", "object null"),
    ("user", "string null"),
    ("usage", "object null"),
    ("max_output_tokens", "integer null"),
    ("max_tool_calls", "integer null"),
    ("store", "boolean"),
    ("background", "boolean"),
    ("service_tier", "string"),
    ("metadata", "object"),
    ("safety_identifier", "string null"),
    ("prompt_cache_key", "string null"),
];

/// The events that a text answer may have, with the keys of each.
const EVENTS: [(&str, &[&str]); 11] = [
    ("response.created", &["response"]),
    ("response.in_progress", &["response"]),
    ("response.completed", &["response"]),
    ("response.failed", &["response"]),
    ("response.output_item.added", &["output_index", "item"]),
    ("response.output_item.done", &["output_index", "item"]),
    ("response.content_part.added", &["item_id", "output_index", "content_index", "part"]),
    ("response.content_part.done", &["item_id", "output_index", "content_index", "part"]),
    (
        "response.output_text.delta",
        &["item_id", "output_index", "content_index", "delta", "logprobs"],
    ),
    (
        "response.output_text.done",
        &["item_id", "output_index", "content_index", "text", "logprobs"],
    ),
    (
        "response.output_text.annotation.added",
        &["item_id", "output_index", "content_index", "annotation_index", "annotation"],
    ),
];

fn holds(kinds: &str, value: &Value) -> bool {
    kinds.split(' ').any(|kind| match kind {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        _ => value.is_string(),
    })
}

fn has(value: &Value, keys: &[&str]) -> Result<(), String> {
    match keys.iter().find(|key| value.get(key).is_none()) {
        Some(key) => Err(format!("there is no {key} in {value}")),
        None => Ok(()),
    }
}

fn ensure(good: bool, why: &str) -> Result<(), String> {
    if good { Ok(()) } else { Err(why.to_owned()) }
}

/// Checks a response by its schema.
fn valid(response: &Value) -> Result<(), String> {
    for (key, kinds) in REQUIRED {
        let value = response.get(key).ok_or_else(|| format!("there is no {key}"))?;
        ensure(holds(kinds, value), &format!("{key} is {value}"))?;
    }
    for item in response["output"].as_array().unwrap() {
        has(item, &["type", "id", "status", "role", "content"])?;
        for part in item["content"].as_array().unwrap() {
            has(part, &["type", "text", "annotations"])?;
            let urls = part["annotations"].as_array().unwrap().iter();
            let mut urls = urls.map(|it| it["type"] == "url_citation");
            ensure(urls.all(|url| url), "an annotation is no address")?;
        }
    }
    for tool in response["tools"].as_array().unwrap() {
        has(tool, &["type", "name", "description", "parameters", "strict"])?;
    }
    match &response["usage"] {
        Value::Null => Ok(()),
        usage => has(
            usage,
            &[
                "input_tokens",
                "output_tokens",
                "total_tokens",
                "input_tokens_details",
                "output_tokens_details",
            ],
        ),
    }
}

fn read(status: StatusCode, body: &str) -> Result<Value, String> {
    ensure(status == StatusCode::OK, &format!("{status}: {body}"))?;
    serde_json::from_str(body).map_err(|error| error.to_string())
}

fn completed(status: StatusCode, body: &str) -> Result<(), String> {
    let response = read(status, body)?;
    valid(&response)?;
    ensure(response["status"] == "completed", "it is not completed")?;
    ensure(response["output"][0].is_object(), "there is no output")
}

fn calls(status: StatusCode, body: &str) -> Result<(), String> {
    completed(status, body)?;
    let response = read(status, body)?;
    let mut items = response["output"].as_array().unwrap().iter();
    ensure(items.any(|item| item["type"] == "function_call"), "no function is called")
}

fn streams(status: StatusCode, body: &str) -> Result<(), String> {
    ensure(status == StatusCode::OK, body)?;
    let data = body.lines().filter_map(|line| line.strip_prefix("data: "));
    let (events, ends): (Vec<_>, Vec<_>) = data.partition(|data| data.starts_with('{'));
    ensure(ends == ["[DONE]"], "the last data is not [DONE]")?;
    let events: Vec<Value> =
        events.iter().map(|data| serde_json::from_str(data).unwrap()).collect();
    for event in &events {
        let known = EVENTS.iter().find(|(kind, _)| event["type"] == *kind);
        let (_, keys) = known.ok_or_else(|| format!("{} is no event", event["type"]))?;
        has(event, keys)?;
        has(event, &["sequence_number"])?;
        if let Some(response) = event.get("response") {
            valid(response)?;
        }
    }
    let last = events.last().ok_or("there is no event")?;
    ensure(last["response"]["status"] == "completed", "the last response is not completed")
}

fn compacts(status: StatusCode, body: &str) -> Result<(), String> {
    let compaction = read(status, body)?;
    has(&compaction, &["id", "object", "output", "created_at", "usage"])?;
    ensure(compaction["object"] == "response.compaction", "it is no compaction")?;
    ensure(compaction["created_at"].as_u64() > Some(1_700_000_000), "it was made at no time")?;
    let item = &compaction["output"][0];
    ensure(item["type"] == "compaction", "there is no item")?;
    has(item, &["id", "encrypted_content"])
}

fn refuses(status: StatusCode, body: &str) -> Result<(), String> {
    ensure([400, 422].contains(&status.as_u16()), body)
}

/// Returns the failing tests of an edition with their reasons, and the total number of tests.
async fn failures(server: &Router, edition: &str) -> (Vec<(&'static str, String)>, usize) {
    let all = questions().into_iter().chain(compactions());
    let tests: Vec<_> = all.filter(|test| test.edition <= edition).collect();
    let count = tests.len();
    let mut failed = Vec::new();
    for AcceptanceTest { name, path, body, check, .. } in tests {
        let response = server.clone().oneshot(post(path, body.to_string())).await.unwrap();
        let status = response.status();
        if let Err(why) = check(status, &text(response).await) {
            failed.push((name, why));
        }
    }
    (failed, count)
}

#[tokio::test]
async fn all_pass_but_those_of_a_clients_own_tools_and_of_the_web_socket() {
    let server = with_model(Arc::new(Seeing));
    for (edition, beside) in [(FIRST, 0), (SECOND, OVER_WEB_SOCKET + OF_NO_SERVER)] {
        let (failed, asked) = failures(&server, edition).await;
        let names: Vec<_> = failed.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["tool-calling"], "{failed:?}");
        let own = if beside > 0 { OF_NO_SERVER } else { 0 };
        let row = format!("| {edition} | {} of {} |", asked - 1 + own, asked + beside);
        assert!(PAGE.contains(&row), "docs/front-ends.md: {row}");
    }
}

#[tokio::test]
async fn an_image_is_refused_where_no_model_sees() {
    let (failed, _) = failures(&with_model(Arc::new(Blind)), SECOND).await;
    let names: Vec<_> = failed.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["tool-calling", "image-input"]);
    assert!(failed[1].1.starts_with("400"), "{failed:?}");
    assert!(failed[1].1.contains("no chat model here can see images"), "{failed:?}");
}

/// The same model without image support.
struct Blind;

impl ChatModel for Blind {
    fn name(&self) -> &'static str {
        "blind"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        Seeing.stream(prompt)
    }
}
