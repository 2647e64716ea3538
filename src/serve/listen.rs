//! Accepting connections, and ending in good order.

use std::io;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How long a client may take to send the head of a request.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);

/// The bytes after which no more of a request's head is read. What the last read brings may be as
/// long again, so a head of twice this size is sure to be refused with 431.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// How long to wait before accepting again when the system has no file handle left.
const BACK_OFF: Duration = Duration::from_millis(200);

/// How long running requests have to end: less than the ten seconds after which
/// containers and process managers kill.
const LAST_WORDS: Duration = Duration::from_secs(8);

/// Serves connections until `stop` is cancelled, then lets running requests end.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        // Ended connections are forgotten, or the set would grow for ever.
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => {
                connections.spawn(connection(stream, router.clone(), graceful.watcher()));
            }
            Err(error) => wait_after(&error).await,
        }
    }
    drop(listener);
    if tokio::time::timeout(LAST_WORDS, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not end in time");
    }
    connections.shutdown().await;
}

/// Serves one connection until it ends.
async fn connection(stream: TcpStream, router: Router, watcher: Watcher) {
    // Small pieces of an answer should leave at once.
    let _ = stream.set_nodelay(true);
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    // HTTP/2 without encryption is spoken by no browser, and telling the versions apart would
    // wait without limit for a client's first bytes.
    builder
        .http1()
        .timer(TokioTimer::new())
        .max_buf_size(MAX_HEAD_BYTES)
        .header_read_timeout(HEAD_PATIENCE);
    let serving = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    if let Err(error) = watcher.watch(serving).await {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Waits if the system has no room for another connection; a client that went away is no reason.
async fn wait_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        return;
    }
    tracing::error!(%error, "cannot accept connections for now");
    tokio::time::sleep(BACK_OFF).await;
}

/// Waits until the process is asked to end.
///
/// # Errors
///
/// If the system does not let signals be heard.
pub(super) async fn asked_to_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}
