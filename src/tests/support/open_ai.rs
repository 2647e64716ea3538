//! A scripted model server on the loopback interface: each connection follows a script.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use footnote_models::open_ai::{Endpoint, OpenAi, Timeouts};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The key, which must never be shown.
pub(crate) const KEY: &str = "hush-hush";

/// A step of the server on a connection.
#[derive(Clone)]
pub(crate) enum Step {
    /// Sends bytes.
    Send(Vec<u8>),
    /// Waits.
    Pause(Duration),
    /// Waits until the client disconnects.
    Hang,
    /// Sends bytes endlessly until the client disconnects.
    Flood(Vec<u8>),
}

/// The server.
pub(crate) struct Scripted {
    /// The address of the server.
    pub(crate) address: SocketAddr,
    /// The requests received, each with head and body.
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
    /// Notified when a client has left a hanging connection.
    pub(crate) left: Arc<Notify>,
}

impl Scripted {
    /// Starts a server that uses one script per connection, and the last one from then on.
    pub(crate) async fn start(scripts: Vec<Vec<Step>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            requests: Arc::default(),
            left: Arc::default(),
        };
        let (requests, left) = (Arc::clone(&server.requests), Arc::clone(&server.left));
        spawn(async move {
            let mut scripts = VecDeque::from(scripts);
            while let Ok((stream, _)) = listener.accept().await {
                let script = match scripts.len() {
                    1 => scripts[0].clone(),
                    _ => scripts.pop_front().unwrap(),
                };
                let (requests, left) = (Arc::clone(&requests), Arc::clone(&left));
                spawn(serve(stream, script, requests, left));
            }
        });
        server
    }

    /// Returns the model behind this server, with short timeouts.
    pub(crate) fn model(&self) -> OpenAi {
        model_at(self.address)
    }
}

/// Returns a model at an address where nobody may be listening.
pub(crate) fn model_at(address: SocketAddr) -> OpenAi {
    let endpoint = Endpoint::open_ai(&format!("http://{address}/v1"), Some(KEY), "scripted");
    // Short enough for tests that wait for it, and long enough for a busy machine.
    let patience = Timeouts {
        first: Duration::from_secs(2),
        next: Duration::from_secs(1),
        ..Timeouts::default()
    };
    OpenAi::new(endpoint.unwrap(), patience, false).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "the server ends with the test's runtime")]
fn spawn(task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(task);
}

async fn serve(
    mut stream: TcpStream,
    script: Vec<Step>,
    requests: Arc<Mutex<Vec<String>>>,
    left: Arc<Notify>,
) {
    let request = read_request(&mut stream).await;
    requests.lock().unwrap().push(request);
    for step in script {
        match step {
            Step::Send(bytes) => _ = stream.write_all(&bytes).await,
            Step::Pause(time) => tokio::time::sleep(time).await,
            Step::Hang => {
                while stream.read(&mut [0; 64]).await.is_ok_and(|read| read > 0) {}
                left.notify_one();
            }
            Step::Flood(bytes) => {
                while stream.write_all(&bytes).await.is_ok() {}
                left.notify_one();
            }
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    while let Ok(read @ 1..) = stream.read(&mut part).await {
        bytes.extend_from_slice(&part[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length")
                .then(|| value.trim().parse::<usize>().unwrap())
        });
        if body.len() >= length.unwrap_or(0) {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the head of a response.
pub(crate) fn head(status: &str, content_type: &str, more: &str) -> Step {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\nconnection: close\r\n{more}\r\n"
    );
    Step::Send(head.into_bytes())
}

/// Returns the head of a stream of events.
pub(crate) fn stream() -> Step {
    head("200 OK", "text/event-stream", "")
}

/// Returns an event with a piece of text.
pub(crate) fn say(text: &str) -> Step {
    let chunk = serde_json::json!({"choices": [{"delta": {"content": text}}]});
    Step::Send(format!("data: {chunk}\n\n").into_bytes())
}

/// Raw bytes.
pub(crate) fn raw(text: &str) -> Step {
    Step::Send(text.as_bytes().to_vec())
}

/// Returns the end of an answer, with its usage.
pub(crate) fn stop() -> Step {
    raw(concat!(
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":7,\"total_tokens\":18}}\n\n",
        "data: [DONE]\n\n",
    ))
}
