//! MCP over standard input and output, the way local hosts start a server: one message per line.

use footnote_answers::Rag;
use footnote_chat::insight::Recorder;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use http::Extensions;
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::client::McpClient;
use super::codes::PARSE;
use super::message::{self, Reply};
use crate::net::capacity::Capacity;

/// Prefix of the addresses of documents, which no server serves.
const ORIGIN: &str = "footnote://documents";

/// The engine and its limits, for the one client that started this process.
pub struct McpHost {
    /// The engine.
    pub rag: Rag,
    /// Limits on answers.
    pub capacity: Capacity,
    /// Counts the outcomes of questions.
    pub recorder: Recorder,
    /// Cancelled at shutdown.
    pub stop: CancellationToken,
}

/// Answers the messages of `input` in `output` until the input ends, and tells the client when the list of documents has
/// changed. Messages are answered concurrently.
///
/// # Errors
///
/// Fails if the input cannot be read or the output cannot be written.
pub async fn serve_lines(
    host: &McpHost,
    input: impl AsyncBufRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
) -> std::io::Result<()> {
    let extensions = Extensions::new();
    let mut version = message::DEFAULT_VERSION;
    // Bytes, since a line that is no text must not end the others.
    let mut lines = input.split(b'\n');
    let mut under_way = FuturesUnordered::new();
    let mut list_changes = ListChanges::of(host);
    loop {
        tokio::select! {
            line = lines.next_segment() => {
                let Some(line) = line? else {
                    break;
                };
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let body: Option<Value> = serde_json::from_slice(&line).ok();
                if let Some(agreed) = body.as_ref().and_then(agreed_version) {
                    version = agreed;
                }
                if body.as_ref().is_some_and(is_ready) {
                    list_changes.hear();
                }
                under_way.push(replied(host, &extensions, version, body));
            }
            Some(reply) = under_way.next() => write(&mut output, reply).await?,
            () = list_changes.next() => {
                let changed = json!({"jsonrpc": "2.0", "method": "notifications/resources/list_changed"});
                write(&mut output, Some(changed)).await?;
            }
        }
    }
    while let Some(reply) = under_way.next().await {
        write(&mut output, reply).await?;
    }
    Ok(())
}

/// Returns the version that a message negotiates, if it is a client's first one.
fn agreed_version(body: &Value) -> Option<&'static str> {
    let begins = body.get("method").is_some_and(|method| method == "initialize");
    begins.then(|| message::agreed_version(body.get("params").unwrap_or(&Value::Null)))
}

/// Returns true if a message says that the client is ready for notifications.
fn is_ready(body: &Value) -> bool {
    body.get("method").is_some_and(|method| method == "notifications/initialized")
}

/// The changes of the list of documents.
struct ListChanges<'a> {
    host: &'a McpHost,
    progress: watch::Receiver<u64>,
    /// Version of the index that the client knows.
    known: u64,
    /// True if the client is ready for notifications.
    are_heard: bool,
}

impl<'a> ListChanges<'a> {
    fn of(host: &'a McpHost) -> Self {
        let [_, known] = host.rag.library.version();
        Self { host, progress: host.rag.library.changes(), known, are_heard: false }
    }

    /// Begins to tell of changes: the client knows none of the earlier ones, and lists after this.
    fn hear(&mut self) {
        [_, self.known] = self.host.rag.library.version();
        self.are_heard = true;
    }

    /// Waits until the list has changed and nothing is being read any more.
    async fn next(&mut self) {
        let library = &self.host.rag.library;
        loop {
            if self.progress.changed().await.is_err() {
                // Nothing ever changes again.
                std::future::pending::<()>().await;
            }
            let [_, newest] = library.version();
            let is_over = !library.unfiltered_progress().running;
            if self.are_heard && newest != self.known && is_over {
                self.known = newest;
                return;
            }
        }
    }
}

async fn replied(
    host: &McpHost,
    extensions: &Extensions,
    version: &'static str,
    body: Option<Value>,
) -> Option<Value> {
    let Some(body) = body else {
        return Some(message::error(&Value::Null, PARSE, "the line is not valid JSON"));
    };
    let client = McpClient {
        rag: host.rag.clone(),
        capacity: &host.capacity,
        recorder: &host.recorder,
        stop: &host.stop,
        version,
        hears_changes: true,
        origin: ORIGIN.to_owned(),
        extensions,
    };
    match message::receive(&client, &body).await {
        Reply::None => None,
        Reply::Wrong(reply) | Reply::Message(reply) => Some(reply),
    }
}

async fn write(
    output: &mut (impl AsyncWrite + Unpin),
    reply: Option<Value>,
) -> std::io::Result<()> {
    let Some(reply) = reply else {
        return Ok(());
    };
    output.write_all(format!("{reply}\n").as_bytes()).await?;
    output.flush().await
}
