//! Conversations of the page that the server keeps.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::named::{of, request, with_users};
use crate::support::{post, text};

/// The answer of a door of the page to this user.
async fn door(server: &Router, user: &str, path: &str, arguments: Value) -> Value {
    let (status, said) =
        of(server, user, post(&format!("/page/{path}"), arguments.to_string())).await;
    if status == StatusCode::OK { said } else { json!(status.as_u16()) }
}

fn turn(id: &str, question: &str, answer: &str) -> Value {
    let answered = json!({"text": answer, "finish": "Stop", "model": "quotations", "context": {}});
    let detail = json!({"id": id, "question": question, "answer": answered}).to_string();
    json!({
        "conversation": "tea-1",
        "turn": {"id": id, "question": question, "answer": answer, "detail": detail},
        "from": null,
    })
}

#[tokio::test]
async fn a_reader_who_is_known_finds_conversations_wherever_they_are_asked_for() {
    let server = with_users();
    let ada = async |path: &str, arguments| door(&server, "ada", path, arguments).await;
    assert_eq!(ada("conversations", json!({})).await, json!([]));
    assert_eq!(ada("conversations/keep", turn("1", "When is tea?", "At four.")).await, json!(0));
    assert_eq!(ada("conversations/keep", turn("2", "And cake?", "Never.")).await, json!(1));
    let rename = json!({"id": "tea-1", "change": {"Rename": "Meals"}});
    ada("conversations/change", rename).await;
    let listed = ada("conversations", json!({})).await;
    assert_eq!(
        (&listed[0]["name"], &listed[0]["first"]),
        (&json!("Meals"), &json!("When is tea?"))
    );
    assert_eq!(ada("conversations/find", json!({"words": "NEVER"})).await, json!(["tea-1"]));
    // The front ends of the family know of it too.
    let (_, chats) = of(&server, "ada", request("GET", "/chats")).await;
    assert_eq!(chats, json!([{"id": "tea-1", "title": "Meals"}]));
    let page = request("GET", "/c/tea-1");
    let (parts, _) = page.into_parts();
    let mut page = Request::from_parts(parts, Body::empty());
    page.headers_mut().insert("x-user", "ada".parse().unwrap());
    let page = text(tower::ServiceExt::oneshot(server.clone(), page).await.unwrap()).await;
    assert!(page.contains("And cake?") && page.contains("Never."), "it is there without scripts");
    for other in ["bob", ""] {
        let opened = door(&server, other, "conversations/open", json!({"id": "tea-1"})).await;
        assert!(opened.is_null() || opened == json!(400), "{opened}");
        let kept = door(&server, other, "conversations/keep", turn("3", "Mine?", "No.")).await;
        assert!(kept.is_null() || kept == json!(400), "{kept}");
    }
    let discard = json!({"id": "tea-1", "change": {"Discard": true}});
    ada("conversations/change", discard).await;
    assert_eq!(ada("conversations", json!({})).await, json!([]));
}

#[tokio::test]
async fn who_is_not_known_keeps_them_in_the_browser() {
    let server = with_users();
    assert_eq!(door(&server, "", "conversations", json!({})).await, Value::Null);
    let named = json!({"id": "x".repeat(200), "words": "tea"});
    assert_eq!(door(&server, "", "conversations/find", named).await, json!(400));
}

#[tokio::test]
async fn an_answer_that_nobody_reads_to_its_end_is_kept_with_its_conversation() {
    let server = with_users();
    let run = json!({
        "request": {"messages": [{"role": "user", "content": "How much leave?"}], "overrides": {}},
        "run": {"turn": "t-1", "conversation": "leave-1"},
    });
    let mut asked = post("/page/stream", run.to_string());
    asked.headers_mut().insert("x-user", "ada".parse().unwrap());
    // Its head is all that is waited for.
    drop(tower::ServiceExt::oneshot(server.clone(), asked).await.unwrap());
    let open = json!({"id": "leave-1"});
    let mut opened = Value::Null;
    while opened["turns"][0]["answer"].as_str().is_none_or(str::is_empty) {
        opened = door(&server, "ada", "conversations/open", open.clone()).await;
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let kept = &opened["turns"][0];
    assert_eq!((&kept["id"], &kept["question"]), (&json!("t-1"), &json!("How much leave?")));
    assert!(!kept["answer"].as_str().unwrap().is_empty());
    // The page that comes back reads it from its beginning, and nobody else does.
    let resume = async |user| {
        let mut request = post("/page/resume", json!({"turn": "t-1"}).to_string());
        request.headers_mut().insert("x-user", user);
        tower::ServiceExt::oneshot(server.clone(), request).await.unwrap()
    };
    let again = text(resume("ada".parse().unwrap()).await).await;
    assert!(again.contains(kept["answer"].as_str().unwrap().split(' ').next().unwrap()), "{again}");
    assert_eq!(text(resume("bob".parse().unwrap()).await).await, "");
}
