//! The forms of related protocols on the whole server: the requests of their pages, and what these read.

use axum::body::Body;
use axum::http::{Request, Response};
use serde_json::{Value, json};

use super::content_type;
use crate::support::{post, send, text};

const ANSWER: &str = "Staff get 30 days of leave [leave.md].";

/// Returns a question of a page with the AI SDK.
fn ui_question(text: &str) -> Value {
    let parts = json!([{"type": "text", "text": text}]);
    json!({"id": "7", "trigger": "submit-message", "messages": [{"id": "1", "role": "user", "parts": parts}]})
}

/// Returns a question of a page with an AG-UI client.
fn run(text: &str) -> Value {
    json!({
        "threadId": "t", "runId": "r", "protocolVersion": "1.0", "state": {"page": 7}, "tools": [],
        "context": [], "forwardedProps": {}, "messages": [{"id": "1", "role": "user", "content": text}],
    })
}

async fn asked(path: &str, body: &Value) -> Response<Body> {
    send(post(path, body.to_string())).await
}

/// Returns the values of an event stream, and the end mark if there is one.
async fn events(response: Response<Body>) -> (Vec<Value>, String) {
    assert_eq!(response.status(), 200);
    assert_eq!(content_type(&response), "text/event-stream");
    let stream = text(response).await;
    assert!(!stream.contains('\r'), "{stream}");
    let blocks: Vec<_> = stream.strip_suffix("\n\n").unwrap().split("\n\n").collect();
    let values = blocks.iter().map_while(|block| serde_json::from_str(&block[6..]).ok());
    let values: Vec<Value> = values.collect();
    (values.clone(), blocks[values.len()..].concat())
}

fn types(values: &[Value]) -> Vec<&str> {
    values.iter().map(|value| value["type"].as_str().unwrap()).collect()
}

fn said(values: &[Value]) -> String {
    values.iter().filter_map(|value| value["delta"].as_str()).collect()
}

#[tokio::test]
async fn a_page_with_the_ai_sdk_is_answered_by_chunks_of_a_message() {
    for path in ["/api/chat", "/chat", "/as/ui_message_stream/chat"] {
        let response = asked(path, &ui_question("How much leave?")).await;
        assert_eq!(response.headers()["x-vercel-ai-ui-message-stream"], "v1");
        let (chunks, end) = events(response).await;
        assert_eq!(end, "data: [DONE]");
        assert_eq!(said(&chunks), ANSWER);
        let kinds = types(&chunks);
        assert_eq!((kinds[0], kinds[1]), ("start", "data-context"));
        assert_eq!(kinds.last(), Some(&"finish"));
        let end = chunks.iter().find(|chunk| chunk["type"] == "text-end").unwrap();
        assert_eq!(end["citations"][0]["source"]["id"], "leave.md");
        let sources = chunks.iter().filter(|chunk| chunk["type"] == "source-url");
        let cited: Vec<_> = sources.map(|chunk| chunk["sourceId"].clone()).collect();
        assert_eq!(cited, [json!("leave.md")]);
    }
}

#[tokio::test]
async fn a_page_with_an_ag_ui_client_is_answered_by_a_run() {
    for path in ["/chat", "/api/chat/", "/as/ag_ui/chat"] {
        let response = asked(path, &run("How much leave?")).await;
        assert!(!response.headers().contains_key("x-vercel-ai-ui-message-stream"));
        let (run, end) = events(response).await;
        assert_eq!(end, "");
        assert_eq!(said(&run), ANSWER);
        let kinds = types(&run);
        assert_eq!((kinds[0], kinds[1]), ("RUN_STARTED", "STATE_SNAPSHOT"));
        let last = run.last().unwrap();
        assert_eq!((&last["type"], &last["threadId"]), (&json!("RUN_FINISHED"), &json!("t")));
    }
}

#[tokio::test]
async fn there_is_no_answer_to_go_on_with() {
    for path in ["/api/chat/7/stream", "/chat/7/stream/", "/as/ui_message_stream/chat/7/stream"] {
        let response = send(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 204, "{path}");
    }
    assert_eq!(asked("/chat/7/stream", &ui_question("x")).await.status(), 405);
}

const JSON: &str = "application/json";

/// Bodies that are refused: the content type, the body, and the status.
fn bad(form: &str) -> Vec<(&'static str, String, u16)> {
    let long = "a".repeat(1024 * 1024 + 1);
    let ask = if form == "ag_ui" { run } else { ui_question };
    let far = json!({"type": "url", "value": "https://example.com/a.png"});
    let file = json!({"type": "file", "url": "https://example.com/a.png"});
    let mut with_file = ask("x");
    match form {
        "ag_ui" => with_file["messages"][0]["content"] = json!([{"type": "image", "source": far}]),
        _ => with_file["messages"][0]["parts"] = json!([file]),
    }
    let mut answered = ask("x");
    answered["messages"][0]["role"] = json!("assistant");
    vec![
        (JSON, "{".to_owned(), 400),
        (JSON, "[]".to_owned(), 400),
        (JSON, json!({"threadId": "t", "runId": "r", "messages": 7}).to_string(), 400),
        (JSON, json!({"threadId": "t", "runId": "r", "messages": []}).to_string(), 400),
        (JSON, format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), 400),
        (JSON, ask(" ").to_string(), 400),
        (JSON, answered.to_string(), 400),
        (JSON, with_file.to_string(), 400),
        (JSON, ask(&long).to_string(), 413),
        ("text/plain", ask("x").to_string(), 415),
    ]
}

#[tokio::test]
async fn bad_input_is_refused_in_words_that_the_page_shows() {
    for form in ["ui_message_stream", "ag_ui"] {
        for (kind, body, status) in bad(form) {
            let start: String = body.chars().take(80).collect();
            let request = Request::post(format!("/as/{form}/chat")).header("content-type", kind);
            let response = send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(response.status(), status, "{form}: {start}");
            let kind = content_type(&response).to_owned();
            let reply = text(response).await;
            if form == "ui_message_stream" {
                assert!(
                    kind.starts_with("text/plain") && !reply.starts_with('{'),
                    "{kind}: {reply}"
                );
            } else {
                let reply: Value = serde_json::from_str(&reply).unwrap();
                assert!(reply["message"].is_string() && reply["code"].is_string(), "{reply}");
            }
        }
    }
}

#[tokio::test]
async fn a_refusal_of_a_request_that_tells_its_form_needs_no_name_of_it() {
    let response = asked("/api/chat", &ui_question(" ")).await;
    assert_eq!(
        (response.status().as_u16(), content_type(&response)),
        (400, "text/plain; charset=utf-8")
    );
    let refusal: Value =
        serde_json::from_str(&text(asked("/chat", &run(" ")).await).await).unwrap();
    assert_eq!(refusal["type"], "RUN_ERROR");
}

#[tokio::test]
async fn a_file_in_the_body_is_a_source_of_its_conversation() {
    let data = "data:text/markdown;base64,VGhlIGxhbnRlcm4gb2YgdGhlIHBpZXIgaXMgbGl0IGF0IHNldmVuLg==";
    let mut question = ui_question("When is the lantern of the pier lit?");
    let file = json!({"type": "file", "mediaType": "text/markdown", "filename": "lanterns.md", "url": data});
    question["messages"][0]["parts"].as_array_mut().unwrap().insert(0, file.clone());
    let (chunks, _) = events(asked("/chat", &question).await).await;
    let found = chunks.iter().find(|chunk| chunk["type"] == "data-context").unwrap();
    let found = found["data"]["data_points"]["citations"].as_array().unwrap();
    assert!(found.contains(&json!("attached/lanterns.md")), "{found:?}");
    // Only cited sources become sources of the message.
    assert!(chunks.iter().all(|chunk| chunk["type"] != "source-document"));
    let parts = question["messages"][0]["parts"].as_array_mut().unwrap();
    parts.extend(vec![file; 20]);
    let many = asked("/chat", &question).await;
    assert_eq!(many.status(), 413);
    assert!(text(many).await.contains("more than 20 files"));
}
