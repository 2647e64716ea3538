//! Orderly shutdown: answers in progress end with an error, and new connections are not accepted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::process::{Server, folder, over};

#[test]
fn ending_lets_idle_connections_go_at_once() {
    for signal in ["TERM", "INT"] {
        let folder = folder();
        let mut server = Server::start(over(folder.path(), &["serve"]));
        server.wait_until_ready();
        let idle = server.connect();
        server.signal(signal);
        let begun = Instant::now();
        assert!(server.child.wait().unwrap().success());
        assert!(begun.elapsed() < Duration::from_secs(9), "{signal}");
        drop(idle);
    }
}

/// Returns a chat model that writes one sentence and then nothing more.
fn model_that_falls_silent() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let mut head = [0; 4096];
            let _ = stream.read(&mut head);
            let _ = stream.write_all(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n\
                data: {\"choices\":[{\"delta\":{\"content\":\"Staff get 30 days [leave.md]. \"}}]}\n\n",
            );
            open.push(stream);
        }
    });
    format!("http://{address}/v1")
}

/// Begins an answer and reads until its text begins.
fn begin_answer(server: &Server, question: &str) -> BufReader<TcpStream> {
    let mut stream = server.connect();
    let body = format!("{{\"messages\": [{{\"role\": \"user\", \"content\": \"{question}\"}}]}}");
    write!(
        stream,
        "POST /chat/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains("30 days [leave.md]") {
        line.clear();
        assert!(answer.read_line(&mut line).unwrap() > 0, "it ended early");
    }
    answer
}

#[test]
fn ending_closes_a_running_answer_with_an_error_and_the_log_keeps_the_question_secret() {
    let folder = folder();
    let mut command = over(folder.path(), &["serve"]);
    command
        .env("OPENAI_BASE_URL", model_that_falls_silent())
        .env("OPENAI_MODEL", "silent")
        .env("OPENAI_API_KEY", "hush-hush")
        .env("FOOTNOTE_LOG", "info")
        .env("FOOTNOTE_LOG_FORMAT", "json")
        .stderr(Stdio::piped());
    let mut server = Server::start(command);
    server.wait_until_ready();
    let mut answer = begin_answer(&server, "How much leave has Zanzibar?");
    server.signal("TERM");
    let mut rest = String::new();
    answer.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\"error\""), "{rest}");
    assert!(rest.ends_with("0\r\n\r\n"), "the body ends in good form: {rest}");
    assert!(server.child.wait().unwrap().success());

    let mut log = String::new();
    let mut errors = server.child.stderr.take().unwrap();
    errors.read_to_string(&mut log).unwrap();
    assert!(log.contains("\"path\":\"/chat/stream\""), "{log}");
    assert!(log.contains("\"id\":\""), "{log}");
    for secret in ["Zanzibar", "hush-hush"] {
        assert!(!log.contains(secret), "{log}");
    }
}

/// Waits until the server accepts no new connections, while it is still running.
fn until_closed(server: &mut Server) {
    let end = Instant::now() + Duration::from_secs(5);
    while TcpStream::connect(&server.address).is_ok() {
        assert!(Instant::now() < end, "it lets others in still");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(server.child.try_wait().unwrap().is_none(), "it ended early");
}

/// Sends the head of a question, waits until the server asks for its body, and sends a part of it. Returns the rest.
fn begin_question(server: &Server) -> (TcpStream, &'static str) {
    const BODY: &str = r#"{"messages": [{"role": "user", "content": "How much leave?"}]}"#;
    let mut stream = server.connect();
    write!(
        stream,
        "POST /chat HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        BODY.len()
    )
    .unwrap();
    let mut asked = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut asked).unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    let (first, rest) = BODY.split_at(9);
    stream.write_all(first.as_bytes()).unwrap();
    (stream, rest)
}

#[test]
fn a_hundred_answers_end_with_an_error_each_and_nobody_new_is_let_in() {
    let folder = folder();
    let mut command = over(folder.path(), &["serve"]);
    command.env("OPENAI_BASE_URL", model_that_falls_silent()).env("OPENAI_MODEL", "silent");
    let mut server = Server::start(command);
    server.wait_until_ready();
    let answers: Vec<_> = (0..100).map(|_| begin_answer(&server, "How much leave?")).collect();
    let (mut last, rest) = begin_question(&server);
    server.signal("TERM");
    until_closed(&mut server);
    for mut answer in answers {
        let mut received = String::new();
        answer.read_to_string(&mut received).unwrap();
        assert!(received.contains("\"error\""), "{received}");
        assert!(received.ends_with("0\r\n\r\n"), "{received}");
    }
    last.write_all(rest.as_bytes()).unwrap();
    let mut received = String::new();
    last.read_to_string(&mut received).unwrap();
    assert!(received.starts_with("HTTP/1.1 "), "{received}");
    assert!(server.child.wait().unwrap().success());
}
