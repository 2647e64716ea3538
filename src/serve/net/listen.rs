//! Accepts connections and shuts down gracefully.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::io::InspectReader;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::half_closed::HalfClosed;
use super::lengths::{AmbiguousLength, HeadParser};
use super::slow_client::{MinRate, MinRateWriter};

/// Time limit for receiving the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Minimum rate at which a client has to read its answer. Half a minute covers a train in a tunnel; half a kilobyte a
/// second is slower than a modem.
pub const MIN_WRITE_RATE: MinRate = MinRate { wait: Duration::from_secs(30), bytes: 16 * 1024 };

/// Buffer size for the head of a request. The last read may add as much again, so a head over twice this size is always
/// rejected with 431.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// Pause before accepting again when the system has no file handles left.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(200);

/// Time limit for running requests at shutdown: less than the ten seconds after which containers and process managers
/// kill a process.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// Serves connections until `stop` is cancelled, then waits for running requests. Closes the connection of a client
/// that reads more slowly than `min_rate`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    min_rate: MinRate,
    stop: CancellationToken,
) {
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        // Remove finished connections, or the set would grow without bound.
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, peer)) => {
                // Small pieces of an answer should be sent immediately.
                let _ = stream.set_nodelay(true);
                let stream = MinRateWriter::new(stream, min_rate);
                connections.spawn(connection(stream, peer, router.clone(), graceful.watcher()));
            }
            Err(error) => wait_after(&error).await,
        }
    }
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
    // A task that never yields cannot be aborted, and must not delay the shutdown.
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, connections.shutdown()).await.is_err() {
        tracing::warn!("some connections could not be ended");
    }
}

/// Serves one connection until it closes.
async fn connection(
    stream: MinRateWriter<impl AsyncRead + AsyncWrite + Unpin + Send + 'static>,
    peer: SocketAddr,
    router: Router,
    watcher: Watcher,
) {
    let ambiguous = AmbiguousLength::default();
    let mut parser = HeadParser::new(ambiguous.clone());
    let stream = HalfClosed::new(stream);
    let stream = InspectReader::new(stream, move |bytes: &[u8]| parser.feed(bytes));
    let service = router.map_request(move |mut request: http::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(ambiguous.clone());
        request
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .max_buf_size(MAX_HEAD_BYTES)
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    if let Err(error) = watcher.watch(serving).await {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Pauses if the system lacks resources for another connection. A client that has gone is no reason to pause.
async fn wait_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        return;
    }
    tracing::error!(%error, "cannot accept connections for now");
    tokio::time::sleep(ACCEPT_BACKOFF).await;
}

/// Returns a future that waits for a shutdown signal. The handler is installed at once, so a signal that arrives before
/// the future is polled is not lost, and from then on no signal ends the process by itself. The first process of a
/// container needs this: it ignores signals without a handler.
///
/// # Errors
///
/// Fails if signal handlers cannot be installed.
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::Body;
    use futures_util::{StreamExt, stream};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::sync::Notify;
    use tokio::time::Instant;

    use super::*;

    /// Notifies when it is dropped.
    struct Guard(Arc<Notify>);

    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }

    /// A server of endless answers; the notice reports that one was cancelled.
    fn endless() -> (Router, Arc<Notify>) {
        let ended = Arc::new(Notify::new());
        let notify = Arc::clone(&ended);
        let answer = move || {
            let guard = Guard(Arc::clone(&notify));
            let words = stream::repeat_with(|| Ok::<_, io::Error>(vec![b'a'; 4096]));
            async { Body::from_stream(words.inspect(move |_| _ = &guard)) }
        };
        (Router::new().fallback(answer), ended)
    }

    #[tokio::test]
    async fn a_signal_that_comes_before_it_is_waited_for_is_not_lost() {
        let asked = shutdown_signal().unwrap();
        rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TERM)
            .unwrap();
        asked.await;
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_loses_its_answer_and_nobody_else_does() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (router, ended) = endless();
        let stop = CancellationToken::new();
        let client = async {
            let mut slow_client = TcpStream::connect(address).await.unwrap();
            let request = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
            slow_client.write_all(request).await.unwrap();
            let given_up = tokio::time::timeout(Duration::from_secs(20), ended.notified()).await;
            given_up.expect("the answer is given up");
            let other = TcpStream::connect(address).await;
            assert!(other.is_ok());
            stop.cancel();
        };
        let min_rate = MinRate { wait: Duration::from_millis(50), bytes: 1 };
        tokio::join!(serve(listener, router, min_rate, stop.clone()), client);
    }

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

    #[tokio::test(start_paused = true)]
    async fn a_client_that_ends_its_side_gets_its_answer_and_one_that_left_holds_none() {
        for (takes, answered) in [(Duration::from_secs(1), true), (Duration::from_hours(1), false)]
        {
            let answer = async move || {
                tokio::time::sleep(takes).await;
                "thirty days"
            };
            let (server, mut client) = tokio::io::duplex(1024);
            client.write_all(REQUEST).await.unwrap();
            client.shutdown().await.unwrap();
            let graceful = GracefulShutdown::new();
            let peer = SocketAddr::from(([127, 0, 0, 1], 1));
            let stream = MinRateWriter::new(server, MIN_WRITE_RATE);
            let router = Router::new().fallback(answer);
            connection(stream, peer, router, graceful.watcher()).await;
            let mut text = String::new();
            client.read_to_string(&mut text).await.unwrap();
            assert_eq!(text.ends_with("thirty days"), answered, "{text}");
        }
    }

    #[tokio::test]
    async fn little_is_held_for_a_client_that_reads_nothing() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let answer = move || {
            let count = Arc::clone(&count);
            let words = stream::repeat_with(move || {
                count.fetch_add(4096, Ordering::Relaxed);
                Ok::<_, io::Error>(vec![b'a'; 4096])
            });
            async { Body::from_stream(words) }
        };
        let (server, mut client) = tokio::io::duplex(1024);
        client.write_all(REQUEST).await.unwrap();
        let min_rate = MinRate { wait: Duration::from_millis(200), bytes: 1 };
        let graceful = GracefulShutdown::new();
        let stream = MinRateWriter::new(server, min_rate);
        let peer = SocketAddr::from(([127, 0, 0, 1], 1));
        let router = Router::new().fallback(answer);
        connection(stream, peer, router, graceful.watcher()).await;
        let made = made.load(Ordering::Relaxed);
        assert!((1..=64 * 1024).contains(&made), "{made} bytes");
    }

    #[tokio::test]
    async fn an_answer_that_does_not_end_is_ended_after_its_last_words() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (begun, ended) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (started, guard) = (Arc::clone(&begun), Guard(Arc::clone(&ended)));
        let guard = Arc::new(guard);
        let answer = move || {
            let guard = Arc::clone(&guard);
            started.notify_one();
            let words = stream::pending::<io::Result<Vec<u8>>>();
            async { Body::from_stream(words.inspect(move |_| _ = &guard)) }
        };
        let router = Router::new().fallback(answer);
        let stop = CancellationToken::new();
        let client = async {
            let mut client = TcpStream::connect(address).await.unwrap();
            client.write_all(REQUEST).await.unwrap();
            begun.notified().await;
            tokio::time::pause();
            stop.cancel();
            client
        };
        let min_rate = MIN_WRITE_RATE;
        let serving = async {
            serve(listener, router, min_rate, stop.clone()).await;
            Instant::now()
        };
        let before = Instant::now();
        let (after, _waiting) = tokio::join!(serving, client);
        assert!((SHUTDOWN_TIMEOUT..2 * SHUTDOWN_TIMEOUT).contains(&(after - before)));
        ended.notified().await;
    }
}
