//! Conversations by the names that forms use: sessions in the context, and responses.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_engine::config::ReaderHeaders;
use footnote_store::Sessions;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{Parrot, server};
use crate::support::kept::keeping;
use crate::support::{post, text};

/// Returns a server that knows its readers by the header `x-user`.
pub(super) fn with_users() -> Router {
    keeping_users().0
}

/// Returns the same server, with its stored conversations.
pub(super) fn keeping_users() -> (Router, Sessions) {
    let readers = ReaderHeaders { user: Some("x-user".parse().unwrap()), groups: None };
    keeping(Arc::new(Parrot), Some(readers))
}

/// Returns the header that names a user; that of a browser is its cookie.
pub(super) fn header_of(user: &str) -> &'static str {
    if user.contains('=') { "cookie" } else { "x-user" }
}

/// Sends a request as this user or browser, or anonymously; returns the status and the JSON.
pub(super) async fn of(
    server: &Router,
    user: &str,
    mut request: Request<Body>,
) -> (StatusCode, Value) {
    if !user.is_empty() {
        request.headers_mut().insert(header_of(user), user.parse().unwrap());
    }
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = text(response).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

pub(super) fn request(method: &str, path: &str) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    request.body(Body::empty()).unwrap()
}

/// Returns a request of a front end with a list of conversations, in the session with this name.
fn in_session(question: &str, session: &str) -> Request<Body> {
    let body = json!({
        "messages": [{"role": "user", "content": question}],
        "context": {"userId": "ann", "sessionId": session},
    });
    post("/api/chats", body.to_string())
}

#[tokio::test]
async fn a_session_may_be_named_in_the_context() {
    let server = with_users();
    let (_, first) = of(&server, "", in_session("First?", "")).await;
    let session = first["context"]["sessionId"].as_str().unwrap();
    assert_eq!(session.len(), 64);
    let (_, second) = of(&server, "", in_session("Second?", session)).await;
    let said = second["message"]["content"].as_str().unwrap();
    assert!(said.starts_with("(First? | "), "{said}");
    assert_eq!(second["context"]["sessionId"], session);
}

#[tokio::test]
async fn conversations_are_listed_for_whoever_began_them_alone() {
    let server = with_users();
    let (_, first) = of(&server, "alice", in_session("How much  leave?", "")).await;
    let session = first["context"]["sessionId"].as_str().unwrap();
    let list = async |user| of(&server, user, request("GET", "/api/chats?userId=alice")).await;
    let path = format!("/api/chats/{session}/?userId=alice");
    let open = async |user| of(&server, user, request("GET", &path)).await;

    let listed = json!([{"id": session, "title": "How much leave?"}]);
    assert_eq!(list("alice").await, (StatusCode::OK, listed.clone()));
    let (status, messages) = open("alice").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(messages[0], json!({"role": "user", "content": "How much  leave?"}));
    assert_eq!(messages[1]["role"], "assistant");
    for other in ["bob", ""] {
        assert_eq!(list(other).await, (StatusCode::OK, json!([])));
        assert_eq!(open(other).await.0, StatusCode::NOT_FOUND);
        of(&server, other, request("DELETE", &path)).await;
    }
    assert_eq!(list("alice").await.1, listed);
    let (status, _) = of(&server, "alice", request("DELETE", &path)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(list("alice").await.1, json!([]));
}

#[tokio::test]
async fn nobody_who_is_not_known_is_shown_a_conversation() {
    let server = server();
    let (_, first) = of(&server, "", in_session("First?", "")).await;
    let session = first["context"]["sessionId"].as_str().unwrap();
    let list = of(&server, "", request("GET", "/chats?userId=ann")).await;
    assert_eq!(list, (StatusCode::OK, json!([])));
    let path = format!("/chats/{session}");
    let opened = of(&server, "", request("GET", &path)).await;
    assert_eq!(opened.0, StatusCode::NOT_FOUND);
}

/// Returns a request of a Responses library that continues from the response with this id.
fn response_to(question: &str, previous: Option<&Value>, store: bool) -> Request<Body> {
    let body = json!({"input": question, "previous_response_id": previous, "store": store});
    post("/v1/responses", body.to_string())
}

fn output(response: &Value) -> &str {
    response["output"][0]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn a_response_can_be_gone_on_from_any_number_of_times() {
    let server = with_users();
    let (_, first) = of(&server, "alice", response_to("First?", None, true)).await;
    assert_eq!(first["store"], true);
    for question in ["Second?", "Another?"] {
        let asked = response_to(question, Some(&first["id"]), true);
        let (_, next) = of(&server, "alice", asked).await;
        assert!(output(&next).starts_with("(First? | "), "{next}");
        assert!(!output(&next).contains("| Second? | "), "{next}");
        assert_eq!(next["previous_response_id"], first["id"]);
        let asked = response_to("Last?", Some(&next["id"]), false);
        let (_, last) = of(&server, "alice", asked).await;
        assert!(output(&last).contains(question), "{last}");
        assert_eq!(last["store"], false);
        let asked = response_to("Beyond?", Some(&last["id"]), true);
        assert_eq!(of(&server, "alice", asked).await.0, StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn a_response_is_its_owners_until_it_is_forgotten() {
    let server = with_users();
    let (_, first) = of(&server, "alice", response_to("First?", None, true)).await;
    let next = || response_to("Second?", Some(&first["id"]), true);
    let path = format!("/v1/responses/{}", first["id"].as_str().unwrap());
    for other in ["bob", ""] {
        of(&server, other, request("DELETE", &path)).await;
        let (status, refusal) = of(&server, other, next()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(refusal["error"]["param"], "previous_response_id");
    }
    assert_eq!(of(&server, "alice", next()).await.0, StatusCode::OK);
    let (_, forgotten) = of(&server, "alice", request("DELETE", &path)).await;
    assert_eq!(forgotten["deleted"], true);
    assert_eq!(of(&server, "alice", next()).await.0, StatusCode::BAD_REQUEST);
}
