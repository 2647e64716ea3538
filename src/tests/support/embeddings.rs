//! A scripted embeddings server on the loopback interface. Texts with the same stems are near each other.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use footnote_models::embed::Prefixes;
use footnote_models::open_ai::{Embeddings, Endpoint};
use footnote_text::analysis::stems;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Stems that the model treats as the same word.
const SYNONYMS: [(&str, &str); 2] = [("vacat", "leav"), ("employe", "staff")];

/// The server's behaviour on one call.
#[derive(Clone, Copy)]
pub(crate) enum Does {
    /// Returns vectors.
    Answer,
    /// Reports that it is busy, with an immediate retry.
    Busy,
    /// Responds with another status.
    Status(u16),
    /// Never responds.
    Hang,
    /// Omits the last vector.
    Lose,
}

/// The server; it ends with the process.
pub(crate) struct Server {
    /// The address of the server.
    pub(crate) address: SocketAddr,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    script: Mutex<Vec<Does>>,
    calls: Mutex<Vec<Call>>,
}

/// A request received.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The authorization header, with its scheme.
    pub(crate) key: String,
    /// The model's name.
    pub(crate) model: String,
    /// The texts.
    pub(crate) texts: Vec<String>,
}

impl Server {
    /// Starts a server that follows the script, call by call, and then returns vectors.
    pub(crate) fn start(script: &[Does]) -> Self {
        let seen = Arc::new(Seen::default());
        seen.script.lock().unwrap().extend(script.iter().rev());
        let router =
            Router::new().route("/v1/embeddings", post(embeddings)).with_state(Arc::clone(&seen));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).unwrap();
                axum::serve(listener, router).await.unwrap();
            });
        });
        Self { address, seen }
    }

    /// Its address in the form of the settings.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns the model behind this server.
    pub(crate) fn model(&self) -> Embeddings {
        self.model_within(Embeddings::DEFAULT_TIMEOUT)
    }

    /// Returns the model with this timeout.
    pub(crate) fn model_within(&self, patience: Duration) -> Embeddings {
        let endpoint = Endpoint::open_ai(&self.url(), Some("hush-hush"), "stems").unwrap();
        Embeddings::new(endpoint, Prefixes::default(), patience).unwrap()
    }

    /// Returns the requests so far.
    pub(crate) fn calls(&self) -> Vec<Call> {
        self.seen.calls.lock().unwrap().clone()
    }
}

async fn embeddings(
    State(seen): State<Arc<Seen>>,
    headers: HeaderMap,
    Json(asked): Json<Value>,
) -> Response {
    let texts: Vec<String> = serde_json::from_value(asked["input"].clone()).unwrap();
    let key = headers.get("authorization").map(|key| key.to_str().unwrap());
    seen.calls.lock().unwrap().push(Call {
        key: key.unwrap_or_default().to_owned(),
        model: asked["model"].as_str().unwrap().to_owned(),
        texts: texts.clone(),
    });
    let next = seen.script.lock().unwrap().pop();
    let mut count = texts.len();
    match next.unwrap_or(Does::Answer) {
        Does::Answer => {}
        Does::Lose => count -= 1,
        Does::Busy => {
            let status = StatusCode::TOO_MANY_REQUESTS;
            return (status, [("retry-after", "0")]).into_response();
        }
        Does::Status(status) => return StatusCode::from_u16(status).unwrap().into_response(),
        Does::Hang => tokio::time::sleep(Duration::from_mins(10)).await,
    }
    // In reverse order, which the protocol allows.
    let data = texts.iter().take(count).enumerate().rev();
    let data: Vec<Value> = data
        .map(|(index, text)| json!({"object": "embedding", "index": index, "embedding": vector(text)}))
        .collect();
    Json(json!({"object": "list", "data": data})).into_response()
}

fn vector(text: &str) -> Vec<f32> {
    let mut numbers = vec![0.02; 256];
    for stem in stems(text) {
        let same = SYNONYMS.iter().find(|(word, _)| *word == stem);
        let stem = same.map_or(stem.as_str(), |(_, other)| other);
        let hash = stem
            .bytes()
            .fold(7_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(usize::from(byte)));
        numbers[hash % 256] += 1.0;
    }
    numbers
}
