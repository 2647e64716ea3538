//! Questions asked in a conversation before the previous answer is complete.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};
use tower::ServiceExt;

use super::{Parrot, ask};
use crate::support::{post, text, with_model};

/// A word that makes the model wait before it answers.
const SLOW: &str = "slowly";

struct Gate {
    /// Notified when a slow answer has begun.
    begun: Arc<Notify>,
    /// Closed to let it continue.
    held: Arc<Semaphore>,
}

impl ChatModel for Gate {
    fn name(&self) -> &'static str {
        "parrot"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let last = prompt.messages.last().map(super::first_line);
        let is_slow = last.is_some_and(|asked| asked.contains(SLOW));
        let (begun, held) = (Arc::clone(&self.begun), Arc::clone(&self.held));
        let waiting = async move {
            if is_slow {
                begun.notify_one();
                let _ = held.acquire().await;
            }
            Parrot.stream(prompt)
        };
        stream::once(waiting).flatten().boxed()
    }
}

/// Returns a server with the gate before its model.
fn server() -> (Router, Arc<Gate>) {
    let gate = Gate { begun: Arc::default(), held: Arc::new(Semaphore::new(0)) };
    let gate = Arc::new(gate);
    (with_model(Arc::clone(&gate) as _), gate)
}

/// Returns the response to the second of two questions, asked once the answer to the first has begun. The first
/// continues when the second has been seen to wait.
async fn second<T>(gate: &Gate, second: impl Future<Output = T>) -> T {
    gate.begun.notified().await;
    let mut second = Box::pin(second);
    let waited = tokio::time::timeout(Duration::from_millis(200), &mut second).await;
    gate.held.close();
    assert!(waited.is_err(), "the second is answered before the first");
    second.await
}

#[tokio::test]
async fn two_questions_at_once_are_answered_and_kept_one_after_the_other() {
    let (server, gate) = server();
    let (_, state) = ask(&server, "Zeroth?", None).await;
    let asked = ask(&server, "First, slowly?", Some(&state));
    let next = second(&gate, ask(&server, "Second?", Some(&state)));
    let ((first, _), (second, _)) = tokio::join!(asked, next);
    assert!(first.starts_with("(Zeroth? | ") && !first.contains("Second?"), "{first}");
    assert!(second.contains("First, slowly? | ") && second.contains("| Second?)"), "{second}");
    let (third, _) = ask(&server, "Third?", Some(&state)).await;
    let places = ["Zeroth?", "First, slowly?", "| Second?", "| Third?"].map(|one| third.find(one));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{third}");
}

async fn respond(server: &Router, body: Value) -> Value {
    let response = server.clone().oneshot(post("/v1/responses", body.to_string())).await;
    serde_json::from_str(&text(response.unwrap()).await).unwrap()
}

#[tokio::test]
async fn a_response_may_be_gone_on_from_while_it_is_still_coming() {
    let (server, gate) = server();
    let asked = json!({"input": "First, slowly?", "stream": true});
    let first = server.clone().oneshot(post("/v1/responses", asked.to_string())).await.unwrap();
    let mut events = first.into_body().into_data_stream();
    let created = events.next().await.unwrap().unwrap();
    let created = String::from_utf8(created.to_vec()).unwrap();
    let created = created.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
    let created: Value = serde_json::from_str(created).unwrap();
    let id = &created["response"]["id"];
    let asked = json!({"input": "Second?", "previous_response_id": id});
    let next = second(&gate, respond(&server, asked));
    let (_, second) = tokio::join!(events.collect::<Vec<_>>(), next);
    let said = second["output"][0]["content"][0]["text"].as_str();
    assert!(said.is_some_and(|said| said.contains("First, slowly? | ")), "{second}");
}
