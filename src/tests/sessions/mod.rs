//! The server's memory of conversations, as the protocol's own library uses it.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_engine::config::ReaderHeaders;
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::FinishReason;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{BREAK_OFF, lines, post, send, text, with_model, with_readers};

mod at_once;
mod attached;
mod kept;
mod named;
mod quotas;
mod taken;

/// A model that repeats the conversation, without instructions.
struct Parrot;

impl ChatModel for Parrot {
    fn name(&self) -> &'static str {
        "parrot"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        // Rewriting a question uses a single message; only the prompt of the answer is repeated.
        let said: Vec<&str> = prompt.messages.iter().skip(1).map(first_line).collect();
        let tokens = if said.join(" ").contains(BREAK_OFF) {
            vec![Ok(Token::Text("no".to_owned())), Err(ModelError::BrokeOff)]
        } else {
            let text = format!("({}) [leave.md]", said.join(" | "));
            vec![Ok(Token::Text(text)), Ok(Token::Finished(FinishReason::Stop))]
        };
        stream::iter(tokens).boxed()
    }
}

/// Returns the first line of a message; for the question, the line after the sources.
fn first_line(message: &footnote_protocol::Message) -> &str {
    let (_, said) = message.content.rsplit_once("Question: ").unwrap_or(("", &message.content));
    said.lines().next().unwrap_or_default()
}

fn server() -> Router {
    with_model(Arc::new(Parrot))
}

/// Returns a request of the library, with its state if it has one.
fn asked(path: &str, messages: Value, state: Option<&Value>) -> Request<Body> {
    let mut body = json!({"messages": messages});
    if let Some(state) = state {
        body["sessionState"] = state.clone();
    }
    let mut request = post(path, body.to_string());
    let agent = "ts-http-runtime/1.0.0 Node/22".parse().unwrap();
    request.headers_mut().insert("user-agent", agent);
    request
}

/// Asks one question and returns the answer's text and the session state.
async fn ask(server: &Router, question: &str, state: Option<&Value>) -> (String, Value) {
    let messages = json!([{"role": "user", "content": question}]);
    list(server, messages, state).await
}

async fn list(server: &Router, messages: Value, state: Option<&Value>) -> (String, Value) {
    let request = asked("/api/chat/", messages, state);
    let response = server.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let answer: Value = serde_json::from_str(&text(response).await).unwrap();
    let said = answer["message"]["content"].as_str().unwrap().to_owned();
    (said, answer["sessionState"].clone())
}

#[tokio::test]
async fn a_client_that_sends_only_what_is_new_gets_its_conversation() {
    let server = server();
    let (_, state) = ask(&server, "First?", None).await;
    assert_eq!(state.as_str().unwrap().len(), 64);
    let (second, same) = ask(&server, "Second?", Some(&state)).await;
    assert_eq!(same, state);
    assert!(second.starts_with("(First? | "), "{second}");
    assert!(second.contains("| Second?"), "{second}");
    let (third, _) = ask(&server, "Third?", Some(&state)).await;
    assert!(third.contains("First? | ") && third.contains("| Second? | "), "{third}");
}

#[tokio::test]
async fn a_stream_tells_its_session_in_the_first_line() {
    let server = server();
    let messages = json!([{"role": "user", "content": "First?"}]);
    let request = asked("/api/chat/stream", messages, None);
    let response = server.clone().oneshot(request).await.unwrap();
    let first = lines(response).await.remove(0);
    let (second, _) = ask(&server, "Second?", Some(&first["sessionState"])).await;
    assert!(second.contains("First?"), "{second}");
}

#[tokio::test]
async fn a_client_that_sends_the_whole_list_is_believed() {
    let server = server();
    let (_, state) = ask(&server, "First?", None).await;
    let whole = json!([
        {"role": "user", "content": "Other?"},
        {"role": "assistant", "content": "Indeed."},
        {"role": "user", "content": "Second?"},
    ]);
    let (second, same) = list(&server, whole, Some(&state)).await;
    assert_eq!(same, state);
    assert!(second.starts_with("(Other? | Indeed. | Second?"), "{second}");
    let (third, _) = ask(&server, "Third?", Some(&state)).await;
    assert!(third.starts_with("(Other? | Indeed. | Second? | "), "{third}");
}

#[tokio::test]
async fn an_unknown_id_begins_an_empty_conversation_under_another() {
    let server = server();
    let (_, known) = ask(&server, "First?", None).await;
    for unknown in [json!("1"), json!(""), json!("f".repeat(64)), json!("' OR 1=1 --")] {
        let (answer, state) = ask(&server, "Second?", Some(&unknown)).await;
        assert!(answer.starts_with("(Second?"), "{answer}");
        assert!(state != unknown && state != known);
        assert_eq!(state.as_str().unwrap().len(), 64);
    }
}

#[tokio::test]
async fn a_state_that_is_no_text_is_the_clients_own() {
    let server = server();
    for own in [json!({"user": 7}), json!([7]), json!(7), json!(true)] {
        let (_, state) = ask(&server, "First?", Some(&own)).await;
        assert_eq!(state, own);
    }
}

#[tokio::test]
async fn clients_of_other_forms_keep_their_own_state() {
    let server = server();
    for (state, extra) in [
        (json!("mine"), json!({})),
        (Value::Null, json!({})),
        (json!("mine"), json!({"stream": false})),
    ] {
        let mut body = json!({
            "messages": [{"role": "user", "content": "First?"}],
            "context": {"overrides": {}},
            "session_state": state,
        });
        let extra = extra.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(extra);
        let request = post("/chat", body.to_string());
        let response = server.clone().oneshot(request).await.unwrap();
        let answer: Value = serde_json::from_str(&text(response).await).unwrap();
        let answer = answer.pointer("/choices/0").unwrap_or(&answer);
        assert_eq!(answer["session_state"], state);
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_was_not_said() {
    let server = server();
    let (_, state) = ask(&server, "First?", None).await;
    let messages = json!([{"role": "user", "content": BREAK_OFF}]);
    let request = asked("/chat/stream", messages, Some(&state));
    let response = server.clone().oneshot(request).await.unwrap();
    assert!(lines(response).await.pop().unwrap().get("error").is_some());
    let (second, _) = ask(&server, "Second?", Some(&state)).await;
    assert!(second.starts_with("(First? |"), "{second}");
    assert!(!second.contains(BREAK_OFF), "{second}");
}

async fn delete(server: &Router, path: &str) -> StatusCode {
    let request = Request::delete(path).body(Body::empty()).unwrap();
    server.clone().oneshot(request).await.unwrap().status()
}

#[tokio::test]
async fn a_conversation_can_be_deleted() {
    let server = server();
    for prefix in ["", "/api"] {
        let (_, state) = ask(&server, "First?", None).await;
        let path = format!("{prefix}/chat_history/sessions/{}", state.as_str().unwrap());
        assert_eq!(delete(&server, &path).await, StatusCode::NO_CONTENT);
        let (second, other) = ask(&server, "Second?", Some(&state)).await;
        assert!(second.starts_with("(Second?"), "{second}");
        assert_ne!(other, state);
        // Nobody learns whether it existed.
        assert_eq!(delete(&server, &path).await, StatusCode::NO_CONTENT);
    }
}

#[tokio::test]
async fn a_session_is_not_read_by_its_address() {
    let request = Request::get("/chat_history/sessions/any");
    let response = send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_conversation_is_the_user_s_and_the_groups_that_began_it() {
    let header = |name: &str| Some(name.parse().unwrap());
    let readers = ReaderHeaders { user: header("x-user"), groups: header("x-groups") };
    let server = with_readers(Arc::new(Parrot), readers);
    let say = async |question: &str, state: Option<&Value>, who: &[(&'static str, &str)]| {
        let messages = json!([{"role": "user", "content": question}]);
        let mut request = asked("/chat", messages, state);
        for (name, value) in who {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let response = server.clone().oneshot(request).await.unwrap();
        let answer: Value = serde_json::from_str(&text(response).await).unwrap();
        let said = answer["message"]["content"].as_str().unwrap().to_owned();
        (said, answer["sessionState"].clone())
    };
    let board = [("x-groups", "staff, Board")];
    let alice = [("x-user", "alice"), ("x-groups", "board")];
    for own in [&board[..], &alice] {
        let (_, state) = say("First?", None, own).await;
        for other in
            [&[][..], &[("x-groups", "staff")], &[("x-user", "board")], &[("x-user", "alice")]]
        {
            let (said, new) = say("Second?", Some(&state), other).await;
            assert!(said.starts_with("(Second?") && new != state, "{said}");
        }
        let (said, same) = say("Second?", Some(&state), own).await;
        assert!(said.starts_with("(First?") && same == state, "{said}");
    }
}
