//! Whether the server is well, for whoever watches it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::state::AppState;
use crate::rag::corpus::FileState;

/// How the server is.
#[derive(Serialize)]
pub(super) struct Health {
    /// Always `ok`: a server that is not well does not answer.
    status: &'static str,
    /// How many documents can be asked about.
    documents: usize,
    /// Whether a pass over the folder is under way.
    indexing: bool,
}

/// `GET /healthz`.
pub(super) async fn health(State(state): State<AppState>) -> Json<Health> {
    let progress = state.rag.library.progress();
    let documents = progress
        .files
        .iter()
        .filter(|file| matches!(file.state, FileState::Ready { .. }))
        .count();
    Json(Health {
        status: "ok",
        documents,
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
