//! What arrives on a socket before it is a request: heads that lie, swell or never end.

use std::io::{Read, Write};

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
        assert!(
            raw(&server, head.as_bytes()).starts_with("HTTP/1.1 400"),
            "{lie}"
        );
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
fn a_request_with_two_lengths_smuggles_no_second_one() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    let answers = raw(
        &server,
        b"POST /chat HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
          content-length: 42\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n\
          GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 1, "{answers}");
    assert!(answers.starts_with("HTTP/1.1 400"), "{answers}");
}

#[test]
fn connections_that_dawdle_are_closed_and_hold_nobody_up() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    let mut dawdling: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in dawdling.iter_mut().skip(50) {
        stream.write_all(b"GET / HTTP/1.1\r\nho").unwrap();
    }
    server.wait_until_ready();
    for stream in &mut dawdling {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.len() < 1024, "nothing was asked");
    }
}
