//! `OpenAI`'s API as its clients meet it: answers, streams, models and refusals.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_protocol::dialect::{Preferences, RawRequest, recognise};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{BREAK_OFF, post, send, text};

mod acceptance;
mod kept;
mod requests;
mod usage;

const CHAT: &str = "/v1/chat/completions";
const RESPONSES: &str = "/v1/responses";

fn chat(text: &str) -> Value {
    json!({"model": "gpt-4o", "messages": [{"role": "user", "content": text}]})
}

fn input(text: &str) -> Value {
    json!({"model": "gpt-4o", "input": text})
}

fn streamed(mut body: Value) -> Value {
    body["stream"] = true.into();
    body
}

async fn asked(path: &str, body: &Value) -> Response<Body> {
    let mut request = post(path, body.to_string());
    let host = "localhost:3000".parse().unwrap();
    request.headers_mut().insert("host", host);
    send(request).await
}

async fn answer(path: &str, body: &Value) -> Value {
    let response = asked(path, body).await;
    assert_eq!(response.status(), StatusCode::OK, "{path} {body}");
    serde_json::from_str(&text(response).await).unwrap()
}

/// Returns the values of a stream of events, with the names of the events.
async fn events(path: &str, body: &Value) -> Vec<(Option<String>, Value)> {
    let response = asked(path, body).await;
    assert_eq!(response.status(), StatusCode::OK, "{path} {body}");
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = text(response).await;
    let events = text.split_terminator("\n\n").map(|event| {
        let (name, data) = match event.split_once('\n') {
            Some((name, data)) => (name.strip_prefix("event: ").map(str::to_owned), data),
            None => (None, event),
        };
        let data = data.strip_prefix("data: ").unwrap();
        (name, serde_json::from_str(data).unwrap_or(json!(data)))
    });
    events.collect()
}

async fn get(path: &str) -> (StatusCode, Value) {
    let response = send(Request::get(path).body(Body::empty()).unwrap()).await;
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn a_chat_completion_carries_its_citations() {
    for path in [CHAT, "/v1/chat/completions/", "/api/v1/chat/completions"] {
        let answer = answer(path, &chat("How much leave?")).await;
        assert_eq!(answer["object"], "chat.completion");
        assert_eq!(answer["model"], "obedient");
        let message = &answer["choices"][0]["message"];
        assert_eq!(message["content"], "Staff get 30 days of leave [leave.md].");
        let annotation = json!({
            "type": "url_citation",
            "url_citation": {
                "start_index": 27,
                "end_index": 37,
                "title": "leave.md",
                "url": "http://localhost:3000/content/leave.md",
            },
        });
        assert_eq!(message["annotations"], json!([annotation]));
        assert_eq!(answer["context"]["data_points"]["citations"][0], "leave.md");
    }
}

#[tokio::test]
async fn a_response_keeps_what_its_request_said() {
    let mut body = input("How much leave?");
    body["instructions"] = "Be short.".into();
    body["metadata"] = json!({"user": "7"});
    body["tools"] = json!([{"type": "file_search", "vector_store_ids": ["any"]}]);
    let answer = answer(RESPONSES, &body).await;
    assert_eq!(answer["object"], "response");
    assert_eq!(answer["error"], Value::Null);
    assert_eq!(answer["instructions"], "Be short.");
    assert_eq!(answer["metadata"]["user"], "7");
    let annotation = &answer["output"][0]["content"][0]["annotations"][0];
    let file = json!({
        "type": "file_citation",
        "index": 27,
        "file_id": "leave.md",
        "filename": "leave.md",
    });
    assert_eq!(annotation, &file);
}

#[tokio::test]
async fn messages_come_in_many_shapes() {
    let question = json!({"role": "user", "content": [
        {"type": "text", "text": "How much"}, {"type": "text", "text": "leave?"},
    ]});
    let messages = json!([
        {"role": "developer", "content": "Be short."},
        {"role": "assistant", "content": null, "tool_calls": []},
        {"role": "tool", "tool_call_id": "1", "content": "7"},
        question,
        {"role": "system", "content": [{"type": "text", "text": "Be kind."}]},
    ]);
    answer(CHAT, &json!({"messages": messages, "temperature": 2, "n": 1})).await;
    let items = json!([
        {"type": "message", "role": "developer", "content": "Be short."},
        {"type": "function_call_output", "call_id": "1", "output": "7"},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Yes?"}]},
        {"role": "user", "content": [{"type": "input_text", "text": "How much leave?"}]},
    ]);
    answer(RESPONSES, &json!({"input": items})).await;
}

#[tokio::test]
async fn text_may_be_asked_for_as_such() {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    for format in [json!(null), json!({"type": "text"})] {
        let body = json!({"messages": messages, "response_format": format});
        answer(CHAT, &body).await;
        let body = json!({"input": "How much leave?", "text": {"format": format}});
        answer(RESPONSES, &body).await;
    }
    answer(RESPONSES, &json!({"input": "How much leave?", "text": {"verbosity": "low"}})).await;
}

/// Sends an unsupported request, and checks that the error names `param`.
async fn refused(path: &str, body: &Value, param: &Value) {
    let response = asked(path, body).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{path} {body}");
    let error: Value = serde_json::from_str(&text(response).await).unwrap();
    let error = &error["error"];
    assert_eq!(error["type"], "invalid_request_error", "{body}");
    assert!(error["message"].is_string() && error["code"].is_string());
    assert_eq!(&error["param"], param, "{body}");
}

#[tokio::test]
async fn refusals_have_the_shape_of_the_form() {
    let image = json!([
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}},
        {"type": "text", "text": "What is it?"},
    ]);
    let wizard = json!([{"role": "wizard", "content": "x"}]);
    let nameless = json!([{"type": "compaction"}, {"role": "user", "content": "x"}]);
    for (path, body, param) in [
        (CHAT, json!([]), Value::Null),
        (CHAT, json!({}), json!("messages")),
        (CHAT, json!({"messages": []}), json!("messages")),
        (CHAT, json!({"messages": wizard}), json!("messages[0].role")),
        (CHAT, json!({"messages": [7]}), json!("messages[0]")),
        (
            CHAT,
            json!({"messages": [{"role": "user", "content": image}]}),
            json!("messages[0].content[0]"),
        ),
        (CHAT, json!({"messages": [], "n": 2}), json!("n")),
        (CHAT, json!({"messages": [], "stream": 1}), json!("stream")),
        (RESPONSES, json!({}), json!("input")),
        (
            RESPONSES,
            json!({"input": "x", "previous_response_id": "resp_1"}),
            json!("previous_response_id"),
        ),
        (RESPONSES, json!({"input": "x", "conversation": "conv_1"}), json!("conversation")),
        (RESPONSES, json!({"input": "x", "top_p": "high"}), json!("top_p")),
        (RESPONSES, json!({"input": "x", "tools": {}}), json!("tools")),
        (RESPONSES, json!({"input": nameless}), json!("input[0].encrypted_content")),
        (RESPONSES, json!({"input": "x", "background": true}), json!("background")),
    ] {
        refused(path, &body, &param).await;
    }
}

#[tokio::test]
async fn what_an_answer_cannot_be_is_refused_by_its_name() {
    let question = json!([{"role": "user", "content": "x"}]);
    for (path, body, param) in [
        (
            CHAT,
            json!({"messages": question, "response_format": {"type": "json_object"}}),
            json!("response_format"),
        ),
        (
            CHAT,
            json!({"messages": question, "response_format": {"type": "json_schema", "json_schema": {}}}),
            json!("response_format"),
        ),
        (
            CHAT,
            json!({"messages": question, "context": {"overrides": {"retrieval_mode": 7}}}),
            json!("context.overrides.retrieval_mode"),
        ),
        (
            RESPONSES,
            json!({"input": "x", "text": {"format": {"type": "json_schema", "schema": {}}}}),
            json!("text.format"),
        ),
    ] {
        refused(path, &body, &param).await;
    }
}

#[tokio::test]
async fn what_cannot_be_read_has_the_forms_error_and_its_status() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for path in [CHAT, RESPONSES] {
        for (kind, body, status) in [
            ("application/json", String::new(), StatusCode::BAD_REQUEST),
            ("application/json", deep.clone(), StatusCode::BAD_REQUEST),
            ("text/plain", "{}".to_owned(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ] {
            let request = Request::post(path).header("content-type", kind);
            let response = send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(response.status(), status, "{path}");
            let error: Value = serde_json::from_str(&text(response).await).unwrap();
            assert!(error["error"]["message"].is_string(), "{error}");
        }
    }
    let long = "a".repeat(1024 * 1024 + 1);
    for (path, body) in [(CHAT, chat(&long)), (RESPONSES, input(&long))] {
        let response = asked(path, &body).await;
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
        assert!(text(response).await.contains("request_too_large"));
    }
}

#[tokio::test]
async fn what_breaks_off_is_told_in_either_form() {
    for (path, body) in [(CHAT, chat(BREAK_OFF)), (RESPONSES, input(BREAK_OFF))] {
        let response = asked(path, &body).await;
        assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
        let error: Value = serde_json::from_str(&text(response).await).unwrap();
        assert_eq!(error["error"]["type"], "server_error");
    }
    let chunks = events(CHAT, &streamed(chat(BREAK_OFF))).await;
    let failed = &chunks[chunks.len() - 2].1;
    assert_eq!(failed["error"]["code"], "model_error");
    let steps = events(RESPONSES, &streamed(input(BREAK_OFF))).await;
    let (name, last) = &steps[steps.len() - 2];
    assert_eq!(name.as_deref(), Some("response.failed"));
    assert_eq!(last["response"]["status"], "failed");
    assert!(last["response"]["error"]["message"].is_string());
}

#[tokio::test]
async fn the_one_model_is_listed() {
    for root in ["/v1", "/api/v1"] {
        let (status, list) = get(&format!("{root}/models")).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(list["object"], "list");
        assert_eq!(list["data"][0]["id"], "obedient");
        let (_, model) = get(&format!("{root}/models/obedient")).await;
        assert_eq!(model["object"], "model");
        let (status, error) = get(&format!("{root}/models/meta/llama")).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert_eq!(error["error"]["code"], "model_not_found");
    }
    let (status, error) = get("/v1/responses/resp_1").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(error["error"]["type"], "invalid_request_error");
    let (status, _) = get(CHAT).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}

#[test]
fn both_forms_are_recognised_by_their_path() {
    let body = chat("x");
    for (path, name) in
        [(CHAT, "openai_chat"), (RESPONSES, "openai_responses"), ("/v1/embeddings", "openai_chat")]
    {
        let asked = RawRequest { body: &body, ..RawRequest::at(path) };
        assert_eq!(recognise(&asked, Preferences::default()).map(|form| form.name), Ok(name));
    }
    assert_ne!(
        recognise(&RawRequest::at("/v1x"), Preferences::default()).map(|form| form.name),
        Ok("openai_chat")
    );
}

/// Arbitrary JSON with keys that the forms know.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "user|system|text|input_text|message|é".prop_map(Value::from),
    ];
    let key = "messages|input|role|content|type|text|stream|context|overrides|temperature|n";
    leaf.prop_recursive(5, 40, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_body_is_read_or_refused(body in json_value()) {
        for path in [CHAT, RESPONSES] {
            let asked = RawRequest { body: &body, ..RawRequest::at(path) };
            let form = recognise(&asked, Preferences::default()).unwrap();
            if let Err(error) = form.parse(&asked) {
                prop_assert_eq!(form.status(&error), 400);
                prop_assert!(form.error(&error)["error"]["message"].is_string());
            }
        }
    }
}
