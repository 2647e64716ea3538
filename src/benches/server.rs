//! Memory of the real server when idle, and with two hundred answers in progress.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Number of answers in progress at once.
const STREAMS: usize = 200;

/// Time for the server to settle before a measurement.
const SETTLE: Duration = Duration::from_secs(2);

/// Measures the server's memory.
pub(crate) fn memory() {
    let data = tempfile::tempdir().expect("a folder for the index");
    let model = endless_model();
    let sample = "src/sample/documents";
    let mut server = start(data.path(), Path::new(sample), Some(model));
    let address = address(&mut server);
    thread::sleep(SETTLE);
    println!("memory: idle {} MiB", resident(&server));
    let streams: Vec<TcpStream> = (0..STREAMS).map(|_| ask(&address)).collect();
    thread::sleep(SETTLE);
    println!("memory: {} open streams {} MiB", streams.len(), resident(&server));
    drop(streams);
    let _ = server.kill();
    let _ = server.wait();
}

/// Starts the server over some documents, with the model at this port if there is one.
pub(crate) fn start(data: &Path, documents: &Path, model: Option<u16>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_footnote"));
    if let Some(port) = model {
        command
            .env("OPENAI_BASE_URL", format!("http://127.0.0.1:{port}/v1"))
            .env("OPENAI_MODEL", "endless")
            .env("FOOTNOTE_MODEL_CONTEXT", "131072");
    }
    command
        .arg("serve")
        .env("FOOTNOTE_ADDRESS", "127.0.0.1:0")
        .env("FOOTNOTE_LOG", "error")
        .env("FOOTNOTE_DATA", data)
        .env("FOOTNOTE_DOCUMENTS", documents)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts")
}

/// Returns the address that a server prints first.
pub(crate) fn address(server: &mut Child) -> String {
    let mut line = String::new();
    let output = server.stdout.take().expect("the output is piped");
    BufReader::new(output).read_line(&mut line).expect("a first line");
    line.trim().rsplit("http://").next().unwrap_or_default().to_owned()
}

/// Asks a question, and waits for the beginning of the answer.
fn ask(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the server takes connections");
    let body = r#"{"messages":[{"role":"user","content":"How much annual leave do staff get?"}]}"#;
    write!(
        stream,
        "POST /chat/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("the request is sent");
    let mut part = [0; 4096];
    let _ = stream.read(&mut part).expect("the answer begins");
    stream
}

/// Returns the resident memory of a process, in MiB.
pub(crate) fn resident(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()));
    let kilobytes = status.unwrap_or_default().lines().find_map(|line| {
        let value = line.strip_prefix("VmRSS:")?.trim().trim_end_matches(" kB");
        value.parse::<u64>().ok()
    });
    kilobytes.unwrap_or(0) / 1024
}

/// Starts a model on the loopback interface that sends a word every second and never ends; returns its port.
fn endless_model() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let port = listener.local_addr().expect("the port is known").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || talk(stream));
        }
    });
    port
}

fn talk(mut stream: TcpStream) {
    let mut part = [0; 16384];
    let _ = stream.read(&mut part);
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    if stream.write_all(head.as_bytes()).is_err() {
        return;
    }
    let word = "data: {\"choices\":[{\"delta\":{\"content\":\"word \"}}]}\n\n";
    while stream.write_all(word.as_bytes()).is_ok() {
        thread::sleep(Duration::from_secs(1));
    }
}
