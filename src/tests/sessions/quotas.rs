//! Quotas of conversations: anonymous uploads evict each other, but not the conversations of known readers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use footnote_engine::config::{Policy, ReaderHeaders};
use footnote_serve::router;
use footnote_store::SqliteSessions;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::attached::form;
use super::named::{of, request};
use crate::support::{documents, post, state};

/// Returns a server that knows its readers by the header `x-user`, and keeps a million bytes of conversations in a
/// file.
fn over(folder: &TempDir) -> Router {
    let mut state = state(folder);
    let file = folder.path().join("sessions.db");
    let sessions = SqliteSessions::open(&file, Duration::from_hours(24)).unwrap();
    state.sessions = Arc::new(sessions.within(1_000_000));
    state.readers = ReaderHeaders { user: Some("x-user".parse().unwrap()), groups: None };
    router(state, Policy::default())
}

/// Returns the sizes in bytes of Ada's quota, and of the anonymous one.
fn pots(folder: &TempDir) -> [i64; 2] {
    let kept = rusqlite::Connection::open(folder.path().join("sessions.db")).unwrap();
    [1, 0].map(|known| {
        let sum = "SELECT coalesce(sum(bytes), 0) FROM pots WHERE known = ?";
        kept.query_row(sum, [known], |row| row.get(0)).unwrap()
    })
}

/// Attaches a file of this size to an anonymous conversation, from the client with this last byte in its address.
async fn attach(server: &Router, client: u8, bytes: usize) {
    let mut attached = form("", "notes.txt", &"Ropes and lanterns. ".repeat(bytes / 20));
    let peer = SocketAddr::from(([203, 0, 113, client], 4711));
    attached.extensions_mut().insert(ConnectInfo(peer));
    assert_eq!(of(server, "", attached).await.0, StatusCode::OK);
}

async fn ada(server: &Router, path: &str, arguments: Value) -> Value {
    let (status, said) =
        of(server, "ada", post(&format!("/page/conversations{path}"), arguments.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{path}: {said}");
    said
}

async fn keep(server: &Router, id: &str) {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let run = json!({"turn": "1", "conversation": id});
    let asked = json!({"request": {"messages": messages}, "run": run, "attached": null});
    let (status, said) = of(server, "ada", post("/page/stream", asked.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

#[tokio::test]
async fn what_fifteen_strangers_attach_makes_no_room_among_a_readers_conversations() {
    let folder = documents();
    let server = over(&folder);
    for id in ["oldest", "pinned", "shared"] {
        keep(&server, id).await;
    }
    ada(&server, "/change", json!({"id": "pinned", "change": {"Pin": true}})).await;
    let token = ada(&server, "/share", json!({"id": "shared"})).await;
    let [before, _] = pots(&folder);
    let mut fullest = 0;
    for round in 0..3 {
        for client in 1..=15 {
            attach(&server, client, 30_000).await;
        }
        let nobody = pots(&folder)[1];
        assert!(nobody <= 500_000, "half of the store is nobody's: {nobody}");
        assert!(round == 0 || nobody > 400_000, "it fills its quota: {nobody}");
        fullest = nobody;
    }
    for server in [server, over(&folder)] {
        assert_eq!(ada(&server, "", json!({})).await["conversations"].as_array().unwrap().len(), 3);
        let link = request("GET", &format!("/s/{}", token.as_str().unwrap()));
        assert_eq!(of(&server, "", link).await.0, StatusCode::OK);
        let [hers, nobodys] = pots(&folder);
        assert!(hers.abs_diff(before) < 20, "her sum is that of before the restart");
        assert_eq!(nobodys, fullest, "and so is nobody's");
        keep(&server, "oldest").await;
        // A stored answer includes durations, whose number of digits may vary.
        assert!(pots(&folder)[0].abs_diff(before) < 20, "and hers is still the same");
    }
}
