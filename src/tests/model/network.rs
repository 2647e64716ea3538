//! Network failures between the server and a chat model.

use std::sync::Arc;
use std::time::Duration;

use footnote_models::open_ai::{Endpoint, OpenAi, Timeouts};
use serde_json::Value;

use super::{answer, ask, error, quotes, scripted, text};
use crate::support::open_ai::{Scripted, Step, head, raw, say, stream};
use crate::support::{lines, with_model};

/// Returns the answer with the model at this address.
async fn answer_from(base: &str, patience: Timeouts) -> Vec<Value> {
    let endpoint = Endpoint::open_ai(base, None, "scripted").unwrap();
    let model = OpenAi::new(endpoint, patience, false).unwrap();
    lines(ask(with_model(Arc::new(model))).await).await
}

#[tokio::test]
async fn a_name_that_nobody_has_quotes_instead() {
    let lines = answer_from("http://no-such-model.invalid/v1", Timeouts::default()).await;
    assert!(quotes(&lines, "cannot be reached"), "{lines:?}");
}

#[tokio::test]
async fn a_server_that_refuses_encryption_quotes_instead() {
    // A fatal alert instead of a handshake.
    let server = Scripted::start(vec![vec![Step::Send(vec![0x15, 3, 3, 0, 2, 2, 40])]]).await;
    let base = format!("https://{}/v1", server.address);
    let lines = answer_from(&base, Timeouts::default()).await;
    assert!(quotes(&lines, "cannot be reached"), "{lines:?}");
}

#[tokio::test]
async fn a_body_shorter_than_its_length_keeps_what_has_come() {
    let announced = head("200 OK", "text/event-stream", "content-length: 100000\r\n");
    let server = scripted(vec![announced, say("You get 30")]).await;
    let lines = answer(&server).await;
    assert_eq!(text(&lines), "You get 30");
    assert!(error(&lines).unwrap().contains("broke off"), "{lines:?}");
}

#[tokio::test]
async fn a_body_longer_than_its_length_ends_with_it() {
    let first = "data: {\"choices\":[{\"delta\":{\"content\":\"You get 30\"}}]}\n\n";
    let length = format!("content-length: {}\r\n", first.len());
    let announced = head("200 OK", "text/event-stream", &length);
    let server = scripted(vec![announced, raw(first), say(" more")]).await;
    let lines = answer(&server).await;
    assert_eq!(text(&lines), "You get 30");
    assert!(error(&lines).unwrap().contains("broke off"), "{lines:?}");
}

#[tokio::test]
async fn an_answer_that_goes_on_too_long_ends_with_what_has_come() {
    let word = [say("word "), Step::Pause(Duration::from_millis(50))];
    let words = word.into_iter().cycle().take(400);
    let server = scripted([stream()].into_iter().chain(words).collect()).await;
    let patience = Timeouts { whole: Duration::from_millis(500), ..Timeouts::default() };
    let lines = answer_from(&format!("http://{}/v1", server.address), patience).await;
    let words = text(&lines).matches("word").count();
    assert!((1..200).contains(&words), "{words}");
    assert!(error(&lines).is_some_and(|why| why.contains("too long")), "{lines:?}");
}
