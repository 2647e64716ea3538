//! The page as a plain form: asking repeatedly without scripts.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_models::scripted::{Scripted, Step};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tower::ServiceExt;

use crate::support::{send, text, with_model};

/// Returns a request that posts a question after a conversation.
fn posting(question: &str, conversation: &str) -> Request<Body> {
    let encoded = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
    let fields = format!("question={}&conversation={}", encoded(question), encoded(conversation));
    Request::post("/")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(fields))
        .unwrap()
}

async fn page(router: &Router, question: &str, conversation: &str) -> String {
    let request = posting(question, conversation);
    let response = router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    text(response).await
}

/// Returns the conversation as the page's form would post it.
fn conversation(page: &str) -> String {
    let field = page.split("name=\"conversation\" value=\"").nth(1).unwrap();
    let value = field.split('"').next().unwrap();
    let value = value.replace("&quot;", "\"").replace("&lt;", "<");
    value.replace("&gt;", ">").replace("&amp;", "&")
}

fn answering() -> (Router, Scripted) {
    let says = "Staff get 30 days [leave.md]. <<Who approves leave?>>";
    let model = Scripted::new([Step::Say(says)]);
    (with_model(Arc::new(model.clone())), model)
}

#[tokio::test]
async fn a_question_gets_the_page_with_its_answer() {
    let response = send(posting("How much leave?", "")).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(text(response).await.contains("30 days"));
}

#[tokio::test]
async fn follow_up_questions_are_proposed() {
    let (router, _) = answering();
    let page = page(&router, "How much leave?", "").await;
    assert!(page.contains("value=\"Who approves leave?\""), "{page}");
}

#[tokio::test]
async fn earlier_answers_keep_their_citations_and_passages() {
    let (router, model) = answering();
    let mut posted = page(&router, "How much leave?", "").await;
    for turns in 2..=3 {
        posted = page(&router, "And in the first year?", &conversation(&posted)).await;
        assert_eq!(posted.matches("class=\"mark\"").count(), turns, "{posted}");
        let kept = conversation(&posted);
        let passage = "\"text\":[\"leave.md: Staff get 30 days of annual leave.\"]";
        assert_eq!(kept.matches(passage).count(), turns, "{kept}");
    }
    let last = model.asked().pop().unwrap();
    let asked = |text: &str| last.messages.iter().any(|m| m.content.contains(text));
    assert!(asked("How much leave?") && asked("And in the first year?"));
}

#[tokio::test]
async fn a_conversation_that_cannot_be_read_is_told_on_the_page() {
    let response = send(posting("How much leave?", "{")).await;
    assert!(text(response).await.contains("could not be read"));
}

#[tokio::test]
async fn a_conversation_over_the_limit_is_told_in_words() {
    let conversation = "x".repeat(3 * 1024 * 1024);
    let response = send(posting("How much leave?", &conversation)).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
    assert!(kind.starts_with("text/plain"), "{kind}");
    assert!(text(response).await.contains("2 MiB"));
}

/// Returns a conversation whose answer has this text, with one unsupported statement.
fn doubted(text: &str, statement: &str) -> String {
    let checked = serde_json::json!({
        "text": statement, "verdict": "unsupported", "sources": [], "span": null, "missing": [],
    });
    let answer = serde_json::json!({
        "text": text, "context": {"audit": {"statements": [checked]}},
        "finish": "stop", "model": "m", "usage": null, "error": null,
    });
    serde_json::json!([{"question": "q", "answer": answer}]).to_string()
}

#[tokio::test]
async fn a_doubt_is_marked_wherever_it_stands_however_often() {
    let times = 5000;
    let response = send(posting("How much leave?", &doubted(&"a ".repeat(times), "a"))).await;
    let page = text(response).await;
    assert_eq!(page.matches("class=\"doubt\"").count(), times);
}

#[tokio::test]
async fn what_is_nested_without_end_in_a_conversation_is_shown_flat() {
    let quotes = "> ".repeat(10_000) + "deep";
    let lists = "- ".repeat(10_000) + "deep";
    let emphasis = "*_".repeat(10_000) + "deep" + &"_*".repeat(10_000);
    let brackets = "[".repeat(10_000) + "deep" + &"](a)".repeat(10_000);
    for nested in [quotes, lists, emphasis, brackets] {
        let response = send(posting("How much leave?", &doubted(&nested, "deep"))).await;
        let page = text(response).await;
        assert!(page.contains("deep") && page.contains("30 days"));
    }
}

#[tokio::test]
async fn json_nested_without_end_is_refused() {
    let deep = "[".repeat(100_000);
    let response = send(posting("How much leave?", &deep)).await;
    assert!(text(response).await.contains("could not be read"));
}
