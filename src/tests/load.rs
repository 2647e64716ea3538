//! More than the server can take: too many answers, too many connections, and clients that leave.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use footnote::rag::model::scripted::{Scripted, Step};
use footnote::serve::Capacity;
use serde_json::json;
use tower::ServiceExt;

use crate::support::process::{Server, folder, over, with_few_files};
use crate::support::{post, question, text, with_capacity};

/// A server whose answers begin and never end.
fn endless(all: usize, each: usize) -> Router {
    let model = Scripted::new([Step::Say("Staff get "), Step::Hang]);
    with_capacity(Arc::new(model), Capacity::new(all, each))
}

async fn send(router: &Router, request: Request<Body>) -> Response<Body> {
    router.clone().oneshot(request).await.unwrap()
}

/// A question that streams its answer.
fn streaming() -> Request<Body> {
    question("/chat/stream", "How much leave?")
}

/// A question to each door that answers.
fn questions() -> [Request<Body>; 6] {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let page = json!({"request": {"messages": messages}}).to_string();
    let missed = json!({"request": {"messages": messages}, "source": "leave.md"}).to_string();
    let form = Request::post("/")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("question=How+much+leave%3F"));
    [
        question("/chat", "How much leave?"),
        streaming(),
        post("/page/stream", page.clone()),
        post("/page/answer", page),
        post("/page/explain", missed),
        form.unwrap(),
    ]
}

#[tokio::test]
async fn answers_over_the_limit_are_asked_to_come_again() {
    let router = endless(1, 1);
    let first = send(&router, streaming()).await;
    assert_eq!(first.status(), StatusCode::OK);
    for request in questions() {
        let path = request.uri().path().to_owned();
        let response = send(&router, request).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(response.headers()["retry-after"], "5");
        let said = text(response).await;
        assert!(said.contains("Ask again in a moment"), "{said}");
        assert_eq!(said.contains("\"error\""), path != "/", "{said}");
    }
    for path in ["/", "/healthz"] {
        let request = Request::get(path).body(Body::empty()).unwrap();
        assert_eq!(
            send(&router, request).await.status(),
            StatusCode::OK,
            "{path}"
        );
    }
    drop(first);
    assert_eq!(send(&router, streaming()).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn an_answer_of_the_page_takes_a_place_until_it_is_let_go() {
    let router = endless(1, 1);
    let [_, _, page, ..] = questions();
    let first = send(&router, page).await;
    let response = send(&router, streaming()).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    drop(first);
    assert_eq!(send(&router, streaming()).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn what_is_refused_takes_no_place() {
    let router = endless(1, 1);
    for _ in 0..2 {
        let response = send(&router, post("/chat", "{}")).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST);
        text(response).await;
    }
}

#[tokio::test]
async fn one_client_that_floods_shuts_no_other_out() {
    let router = endless(9, 2);
    let ask = async |peer: [u8; 4], forwarded: &str| {
        let mut request = streaming();
        let peer = SocketAddr::from((peer, 1));
        request.extensions_mut().insert(ConnectInfo(peer));
        let forwarded = forwarded.parse().unwrap();
        request.headers_mut().insert("x-forwarded-for", forwarded);
        send(&router, request).await
    };
    let mut open = Vec::new();
    for (name, expected) in [("10.1.1.1", 200), ("10.1.1.2", 200), ("10.1.1.3", 503)] {
        let response = ask([10, 0, 0, 1], name).await;
        assert_eq!(response.status(), expected, "{name}");
        open.push(response);
    }
    assert_eq!(
        ask([10, 0, 0, 2], "10.1.1.1").await.status(),
        StatusCode::OK
    );
}

#[test]
fn a_server_without_file_handles_waits_and_recovers() {
    let folder = folder();
    let mut command = with_few_files(folder.path(), 64);
    command.stderr(Stdio::piped());
    let mut server = Server::start(command);
    server.wait_until_ready();
    let open: Vec<_> = (0..100).map(|_| server.connect()).collect();
    let mut log = BufReader::new(server.child.stderr.take().unwrap()).lines();
    let line = log.next().unwrap().unwrap();
    assert!(line.contains("cannot accept connections"), "{line}");
    drop(open);
    server.wait_until_ready();
    server.signal("TERM");
    assert!(server.child.wait().unwrap().success());
    // It tried now and then, not all the time.
    assert!(log.count() < 100);
}

/// How many file handles a server has open.
fn handles(server: &Server) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", server.child.id()))
        .unwrap()
        .count()
}

#[test]
fn clients_that_come_and_go_leave_nothing_behind() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let before = handles(&server);
    let body = r#"{"messages": [{"role": "user", "content": "How much leave?"}]}"#;
    let request = format!(
        "POST /chat/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    for client in 0..1000 {
        // Each leaves at another point of its request, or right after it.
        let sent = client % (request.len() + 1);
        let _ = server.connect().write_all(&request.as_bytes()[..sent]);
    }
    let end = Instant::now() + Duration::from_secs(20);
    while handles(&server) > before + 2 {
        assert!(
            Instant::now() < end,
            "{} handles are open",
            handles(&server)
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    server.wait_until_ready();
}
