//! Raw bytes on a socket: request heads that are false, too large or endless.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use crate::support::process::{Server, folder, over};

/// Sends raw bytes and reads until the server closes.
fn raw(server: &Server, bytes: &[u8]) -> String {
    let mut stream = server.connect();
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    // The server may close before everything is sent, which resets the connection.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn heads_that_lie_or_swell_are_refused() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    for lie in [
        "content-length: -1",
        "content-length: 1\r\ncontent-length: 2",
        "content-length: 99999999999999999999999",
    ] {
        let head = format!("POST /chat HTTP/1.1\r\nhost: localhost\r\n{lie}\r\n\r\n");
        assert!(raw(&server, head.as_bytes()).starts_with("HTTP/1.1 400"), "{lie}");
    }
    let many = "h: x\r\n".repeat(200);
    let long = format!("h: {}\r\n", "x".repeat(100_000));
    for swollen in [many, long] {
        let head = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{swollen}\r\n");
        let answer = raw(&server, head.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
    server.wait_until_ready();
}

#[test]
fn a_body_that_is_announced_as_too_large_is_refused_before_it_comes() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    for (path, kind) in [
        ("/chat", "application/json"),
        ("/chat/stream", "multipart/form-data; boundary=x"),
        ("/v1/chat/completions", "application/json"),
        ("/mcp", "application/json"),
        ("/page/stream", "application/json"),
        ("/", "application/x-www-form-urlencoded"),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: 50000000\r\n\r\n"
        );
        let begun = Instant::now();
        let answer = raw(&server, head.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
        // Waiting for a body takes longer.
        assert!(begun.elapsed() < Duration::from_secs(5), "{path}");
    }
}

#[test]
fn a_request_that_says_in_two_ways_where_it_ends_is_refused() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    let body = r#"{"messages":[{"role":"user","content":"How much leave?"}]}"#;
    let chunks = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let second = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let ask = |fields: &str| {
        let head = "POST /chat HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
        raw(&server, format!("{head}{fields}\r\n\r\n{chunks}{second}").as_bytes())
    };
    let length = format!("content-length: {}", chunks.len());
    let chunked = "transfer-encoding: chunked";
    for fields in [
        format!("{length}\r\n{chunked}"),
        format!("{chunked}\r\n{length}"),
        format!("{chunked}\r\n{chunked}"),
        format!("{chunked}\r\ncontent-length: 1\r\ncontent-length: 2"),
        "transfer-encoding: gzip, chunked".to_owned(),
        "transfer-encoding: chunked, identity".to_owned(),
        "transfer-encoding : chunked".to_owned(),
        "transfer-encoding:\r\n chunked".to_owned(),
    ] {
        let answers = ask(&fields);
        assert_eq!(answers.matches("HTTP/1.1 ").count(), 1, "{fields}: {answers}");
        assert!(answers.starts_with("HTTP/1.1 400"), "{fields}: {answers}");
        assert!(answers.contains("connection: close"), "{fields}: {answers}");
    }
    let answers = ask(chunked);
    assert!(answers.starts_with("HTTP/1.1 200"), "{answers}");
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 1, "none follows: {answers}");
}

/// Sends an endless head byte by byte; returns how long the connection lived.
fn drip(server: &Server) -> Duration {
    let mut stream = server.connect();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        let is_closed = match stream.read(&mut [0; 1024]) {
            Ok(length) => length == 0,
            Err(error) => error.kind() == ErrorKind::ConnectionReset,
        };
        if is_closed || stream.write_all(b"h").is_err() {
            break;
        }
    }
    begun.elapsed()
}

#[test]
fn connections_that_dawdle_are_closed_and_hold_nobody_up() {
    const LATEST: Duration = Duration::from_secs(15);
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let begun = Instant::now();
    let mut dawdling: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in dawdling.iter_mut().skip(50) {
        stream.write_all(b"GET / HTTP/1.1\r\nho").unwrap();
    }
    std::thread::scope(|scope| {
        let dripping = scope.spawn(|| drip(&server));
        let asked = Instant::now();
        assert!(server.get("/").starts_with("HTTP/1.1 200"));
        assert!(asked.elapsed() < Duration::from_secs(2), "it was held up");
        for stream in &mut dawdling {
            let mut answer = Vec::new();
            // If the connection stays open, this fails after 20 seconds.
            stream.read_to_end(&mut answer).unwrap();
            assert!(answer.len() < 1024, "nothing was asked");
        }
        assert!(begun.elapsed() < LATEST, "{:?}", begun.elapsed());
        let lived = dripping.join().unwrap();
        assert!(lived < LATEST, "a head without end: {lived:?}");
    });
}
