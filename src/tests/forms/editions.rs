//! Editions of front ends: their requests, and where each reads its answer.

use footnote_protocol::dialect::Preferences;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{lines, post, send, text, with_preferences};

const QUESTION: &str = "How much leave?";
const ANSWER: &str = "Staff get 30 days of leave [leave.md].";

async fn answer(path: &str, body: &Value) -> Value {
    let response = send(post(path, body.to_string())).await;
    assert_eq!(response.status(), 200, "{path} {body}");
    serde_json::from_str(&text(response).await).unwrap()
}

async fn streamed(path: &str, body: &Value) -> Vec<Value> {
    let response = send(post(path, body.to_string())).await;
    assert_eq!(response.status(), 200, "{path} {body}");
    lines(response).await
}

/// Returns the text in the pieces of lines.
fn said(lines: &[Value], place: &str) -> String {
    let pieces = lines.iter();
    pieces.filter_map(|line| line.pointer(place)?.as_str()).collect()
}

fn messages() -> Value {
    json!([{"role": "user", "content": QUESTION}])
}

#[tokio::test]
async fn a_page_for_single_questions_reads_either_place() {
    let body = json!({
        "messages": messages(), "context": {"overrides": {"vector_fields": ["embedding"]}},
        "session_state": null,
    });
    let answer = answer("/ask", &body).await;
    assert_eq!(answer["message"]["content"], ANSWER);
    assert_eq!(answer["choices"][0]["message"], answer["message"]);
    assert_eq!(answer["choices"][0]["context"], answer["context"]);
    assert!(answer["context"]["thoughts"].is_array());
}

#[tokio::test]
async fn a_conversation_has_its_answer_once() {
    let body = json!({"messages": messages(), "session_state": null});
    assert_eq!(answer("/chat", &body).await["choices"], Value::Null);
}

#[tokio::test]
async fn the_first_front_ends_with_choices_read_text() {
    let overrides = json!({"semantic_captions": false, "use_oid_security_filter": false});
    let conversation = json!([
        {"role": "user", "content": "Hello"},
        {"role": "bot", "content": "Hello."},
        {"role": "user", "content": QUESTION},
    ]);
    let body = |stream: bool| {
        json!({
            "messages": conversation, "stream": stream, "context": {"overrides": overrides},
            "session_state": null,
        })
    };
    let lines = streamed("/chat", &body(true)).await;
    let whole = answer("/chat", &body(false)).await;
    for context in [&lines[0], &whole].map(|value| &value["choices"][0]["context"]) {
        let points = context["data_points"].as_array().unwrap();
        assert!(points[0].as_str().unwrap().starts_with("leave.md: "));
        let thoughts = context["thoughts"].as_str().unwrap();
        assert!(thoughts.starts_with("<b>Original user query</b>"));
    }
    assert!(said(&lines, "/choices/0/delta/content").starts_with(ANSWER));
}

#[tokio::test]
async fn an_address_for_streams_streams_whatever_the_body_says() {
    let body = json!({"messages": messages(), "stream": false});
    let lines = streamed("/chat/stream", &body).await;
    assert_eq!(said(&lines, "/delta/content"), ANSWER);
    let body = json!({"messages": messages(), "stream": true});
    let lines = streamed("/chat/stream", &body).await;
    assert_eq!(said(&lines, "/choices/0/delta/content"), ANSWER);
}

#[tokio::test]
async fn what_a_client_keeps_comes_back_under_its_name_and_null_as_null() {
    for state in [json!(null), json!("7"), json!({"user": 7})] {
        let body = json!({"messages": messages(), "sessionState": state});
        let whole = answer("/chat", &body).await;
        assert_eq!(whole.get("sessionState"), Some(&state));
        assert_eq!(whole.get("session_state"), None);
    }
}

#[tokio::test]
async fn a_history_is_answered_in_both_of_its_shapes() {
    let history = json!({"history": [{"user": QUESTION}], "overrides": {"top": 3}});
    let question = json!({"question": QUESTION, "overrides": {"semanticRanker": false}});
    for (path, body) in [("/chat", &history), ("/ask", &question)] {
        let whole = answer(path, body).await;
        assert_eq!(whole["answer"], ANSWER);
        let choice = &whole["choices"][0];
        assert_eq!(choice["message"]["content"], ANSWER);
        assert_eq!(choice["extra_args"]["data_points"], whole["data_points"]);
        assert_eq!(choice["extra_args"]["thoughts"], whole["thoughts"]);
    }
    let lines = streamed("/chat_stream", &history).await;
    assert!(lines[0]["choices"][0]["extra_args"]["data_points"].is_array());
    assert_eq!(said(&lines, "/choices/0/delta/content"), ANSWER);
}

#[tokio::test]
async fn an_input_is_answered_by_steps_in_lines() {
    let text = json!([{"type": "input_text", "text": QUESTION}]);
    let body = json!({"input": [{"type": "message", "role": "user", "content": text}]});
    let lines = streamed("/chat/stream", &body).await;
    let is_delta = |line: &&Value| line["type"] == "response.output_text.delta";
    let deltas: Vec<Value> = lines.iter().filter(is_delta).cloned().collect();
    assert_eq!(said(&deltas, "/delta"), ANSWER);
    assert_eq!(lines.last().unwrap()["type"], "response.completed");

    let wrong = send(post("/chat/stream", json!({"input": []}).to_string())).await;
    assert_eq!(wrong.status(), 400);
    let error: Value = serde_json::from_str(&super::text(wrong).await).unwrap();
    assert!(error["error"].is_string(), "{error}");
}

#[tokio::test]
async fn a_message_by_itself_is_answered_by_chunks() {
    let lines = streamed("/chat", &json!({"message": QUESTION})).await;
    assert_eq!(said(&lines, "/choices/0/delta/content"), ANSWER);
    assert!(lines.iter().all(|line| line["choices"][0].is_object()));
}

#[tokio::test]
async fn a_server_may_have_a_form_for_those_who_tell_none() {
    let server =
        with_preferences(Preferences { form: Some("completion_chunks"), ..Preferences::default() });
    let body = json!({"messages": messages()}).to_string();
    let response = server.oneshot(post("/chat", body)).await.unwrap();
    let lines = lines(response).await;
    assert_eq!(said(&lines, "/choices/0/delta/content"), ANSWER);
}

#[tokio::test]
async fn the_web_component_gets_digits_only_where_it_is_to() {
    let body = json!({
        "messages": messages(), "context": {"approach": "rrr"}, "stream": true,
    });
    for (digits, expected) in [(true, "Staff get 𝟥𝟢 days"), (false, "Staff get 30 days")] {
        let server = with_preferences(Preferences { digits, ..Preferences::default() });
        let response = server.oneshot(post("/chat", body.to_string())).await;
        let text = said(&lines(response.unwrap()).await, "/choices/0/delta/content");
        assert!(text.starts_with(expected), "{text}");
    }
}
