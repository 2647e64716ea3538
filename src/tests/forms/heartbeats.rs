//! Heartbeats of each form while an answer produces no output: values that its readers skip.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::dialect::{DIALECTS, WireForm};
use serde_json::json;
use tower::ServiceExt;

use super::head;
use crate::support::{post, text, with_model};

const TABLE: &str = include_str!("../../../docs/front-ends.md");

/// Returns a question whose answer is to be streamed in a form.
fn streaming(form: &str) -> Request<Body> {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let mut body = json!({"messages": messages, "stream": true, "context": {}});
    let path = match form {
        "openai_chat" => "/v1/chat/completions".to_owned(),
        "openai_responses" => {
            body = json!({"input": "How much leave?", "stream": true});
            "/v1/responses".to_owned()
        }
        "history" => {
            body = json!({"history": [{"user": "How much leave?"}]});
            "/chat_stream".to_owned()
        }
        "response_lines" => {
            body = json!({"input": "How much leave?"});
            "/chat/stream".to_owned()
        }
        "output_rows" => {
            body = json!({"input": messages, "context": {}});
            "/chat/stream".to_owned()
        }
        "ui_message_stream" => {
            let parts = json!([{"type": "text", "text": "How much leave?"}]);
            body = json!({"trigger": "submit-message", "messages": [{"role": "user", "parts": parts}]});
            "/api/chat".to_owned()
        }
        "ag_ui" => {
            body = json!({"threadId": "t", "runId": "r", "messages": messages});
            "/chat".to_owned()
        }
        "message_events" => {
            let uri = "/chat?message=How+much+leave%3F";
            return Request::get(uri).body(Body::empty()).unwrap();
        }
        _ => format!("/as/{form}/chat/stream"),
    };
    post(&path, body.to_string())
}

/// Returns the answer of a model that pauses in the middle.
async fn answer(form: &str, pause: u64) -> String {
    let model = Scripted::new([
        Step::Say("Staff get "),
        Step::Pause(Duration::from_secs(pause)),
        Step::Say("30 days [leave.md]."),
    ]);
    let server = with_model(Arc::new(model));
    let response = server.oneshot(streaming(form)).await.unwrap();
    assert_eq!(response.status(), 200, "how does {form} ask? `streaming` does not know");
    text(response).await
}

/// Returns the parts of a stream between which a heartbeat may occur: its lines, or its events.
fn parts(form: &WireForm, stream: &str) -> Vec<String> {
    let end = if form.framing.content_type() == "text/event-stream" { "\n\n" } else { "\n" };
    stream.split_inclusive(end).map(str::to_owned).collect()
}

#[tokio::test(start_paused = true)]
async fn a_silent_answer_gives_signs_of_life_and_one_that_goes_on_gives_none() {
    for form in DIALECTS {
        // An empty delta names its answer; the others are always the same.
        let sign = String::from_utf8(form.heartbeat(&head())).unwrap();
        let sign = sign.split("\"created\"").next().unwrap();
        let is_sign = |part: &String| part.starts_with(sign);
        let mut silent = parts(form, &answer(form.name, 50).await);
        let swift = parts(form, &answer(form.name, 0).await);
        assert!(!swift.iter().any(is_sign), "{}: {swift:?}", form.name);
        let all = silent.len();
        silent.retain(|part| !is_sign(part));
        assert_eq!(silent.len(), swift.len(), "{}: {silent:?}", form.name);
        assert!(all >= swift.len() + 3, "{}: one each 15 s", form.name);
    }
}

#[tokio::test(start_paused = true)]
async fn the_stream_of_the_page_gives_signs_of_life_too() {
    let model = Scripted::new([Step::Say("Staff get "), Step::Pause(Duration::from_secs(50))]);
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let ask = post("/page/stream", json!({"request": {"messages": messages}}).to_string());
    let stream = text(with_model(Arc::new(model)).oneshot(ask).await.unwrap()).await;
    assert!(stream.lines().filter(|line| line.is_empty()).count() >= 3, "{stream}");
}

#[test]
fn the_documentation_says_which_form_gets_what() {
    for form in DIALECTS {
        let sign = match form.heartbeat(&head()).as_slice() {
            b"\n" => "an empty line",
            b":\n\n" => "a comment",
            _ => "an empty delta",
        };
        let row = format!("| `{}` | {sign} |", form.name);
        assert!(TABLE.contains(&row), "docs/front-ends.md: {row}");
    }
}
