//! Whether the server is well, for whoever watches it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::state::AppState;

/// How the server is.
#[derive(Serialize)]
pub(super) struct Health {
    /// `ok`, or `degraded` while it answers from what was read before: one that cannot answer does not.
    status: &'static str,
    /// What is wrong where it is `degraded`, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// How many documents can be asked about.
    documents: usize,
    /// Whether a pass over the folder is under way.
    indexing: bool,
}

/// `GET /healthz`. Its status is 200 even where it is degraded: to take the server out of service would
/// help nobody.
pub(super) async fn health(State(state): State<AppState>) -> Json<Health> {
    let library = &state.rag.library;
    let progress = library.progress();
    let problem = progress.trouble().map(str::to_owned);
    Json(Health {
        status: if problem.is_some() { "degraded" } else { "ok" },
        problem,
        documents: library.counts().ready,
        indexing: progress.running,
    })
}

/// How long a server that is well takes to say so.
const PATIENCE: Duration = Duration::from_secs(3);

/// Asks the server at `address` whether it is well; for containers, which have no other client.
///
/// # Errors
///
/// If it does not answer, or not with 200.
pub(super) fn check(mut address: SocketAddr) -> anyhow::Result<()> {
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)
        .with_context(|| format!("nobody answers at {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    anyhow::ensure!(answer.starts_with("HTTP/1.1 200"), "the server is not well");
    Ok(())
}
