//! Overload: too many answers, too many connections, and clients that disconnect.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use footnote_answers::Workers;
use footnote_engine::config::{Policy, Proxies};
use footnote_models::scripted::{Scripted, Step};
use footnote_serve::Capacity;
use serde_json::json;
use tower::ServiceExt;

use crate::support::process::{Server, folder, over, with_few_files};
use crate::support::{post, question, text, with_capacity, with_limits, with_workers};

/// Returns a server whose answers begin and never end.
fn endless(all: usize, each: usize) -> Router {
    let model = Scripted::new([Step::Say("Staff get "), Step::Hang]);
    with_capacity(Arc::new(model), Capacity::new(all, each, 0))
}

async fn send(router: &Router, request: Request<Body>) -> Response<Body> {
    router.clone().oneshot(request).await.unwrap()
}

/// Returns a question that streams its answer.
fn streaming() -> Request<Body> {
    question("/chat/stream", "How much leave?")
}

/// Returns a question to each route that answers.
fn questions() -> [Request<Body>; 6] {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let page = json!({"request": {"messages": messages}}).to_string();
    let places = json!({"path": "plan.pdf", "passage": 0, "words": ""}).to_string();
    let form = Request::post("/")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("question=How+much+leave%3F"));
    [
        question("/chat", "How much leave?"),
        streaming(),
        post("/page/stream", page.clone()),
        post("/page/answer", page),
        post("/page/places", places),
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
        assert_eq!(send(&router, request).await.status(), StatusCode::OK, "{path}");
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

/// Returns a question of the page that is answered even if nobody reads the answer, from a client of its own.
fn run(client: u8, turn: &str) -> Request<Body> {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let run = json!({"turn": turn, "conversation": ""});
    let body = json!({"request": {"messages": messages}, "run": run});
    from([10, 0, 0, client], post("/page/stream", body.to_string()))
}

/// Returns a request to one of the page's routes about a turn.
fn about(client: u8, path: &str, turn: &str) -> Request<Body> {
    from([10, 0, 0, client], post(path, json!({ "turn": turn }).to_string()))
}

#[tokio::test]
async fn answers_whose_readers_left_count_until_their_model_has_ended() {
    let model = Scripted::new([Step::Say("Staff get "), Step::Hang]);
    let router = with_capacity(Arc::new(model.clone()), Capacity::new(4, 4, 0));
    let mut begun = 0;
    for client in 1..=20 {
        for turn in ["1", "2", "3"] {
            let response = send(&router, run(client, turn)).await;
            begun += usize::from(response.status() == StatusCode::OK);
            drop(response);
            // A third abandoned answer ends the client's first.
            tokio::task::yield_now().await;
            assert!(model.asked().len() - model.dropped() <= 4);
        }
    }
    assert!((4..=5).contains(&begun), "{begun}");
    assert_eq!(send(&router, streaming()).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    let stopped = send(&router, about(1, "/page/stop", "3")).await;
    assert_eq!(stopped.status(), StatusCode::OK);
    while send(&router, streaming()).await.status() != StatusCode::OK {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_answer_is_read_again_though_all_places_are_taken() {
    let router = endless(1, 1);
    drop(send(&router, run(1, "1")).await);
    let response = send(&router, run(2, "1")).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    let again = send(&router, about(1, "/page/resume", "1")).await;
    assert_eq!(again.status(), StatusCode::OK);
    let other = send(&router, about(1, "/page/resume", "1")).await;
    assert_eq!(other.status(), StatusCode::SERVICE_UNAVAILABLE, "there are readings too");
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

/// A request from the machine at `peer`.
fn from(peer: [u8; 4], mut request: Request<Body>) -> Request<Body> {
    let peer = SocketAddr::from((peer, 1));
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

/// A question from `peer` that says for whom it is asked.
fn forwarded(peer: [u8; 4], client: &str) -> Request<Body> {
    let mut request = from(peer, streaming());
    let client = client.parse().unwrap();
    request.headers_mut().insert("x-forwarded-for", client);
    request
}

/// Asks one question after the other while the answers stay in progress; returns the statuses.
async fn statuses<const N: usize>(router: &Router, questions: [Request<Body>; N]) -> [u16; N] {
    let mut open = Vec::new();
    let mut statuses = [0; N];
    for (status, question) in statuses.iter_mut().zip(questions) {
        let response = send(router, question).await;
        *status = response.status().as_u16();
        open.push(response);
    }
    statuses
}

#[tokio::test]
async fn who_comes_while_too_much_waits_is_asked_to_come_again() {
    let router = with_workers(Workers::new(1, 0));
    for request in questions() {
        let path = request.uri().path().to_owned();
        let response = send(&router, request).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(response.headers()["retry-after"], "5", "{path}");
        let said = text(response).await;
        assert!(said.contains("Ask again in a moment"), "{said}");
        assert_eq!(said.contains("\"error\""), path != "/", "{said}");
    }
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "search", "arguments": {"query": "leave"}}});
    let said = text(send(&router, post("/mcp", call.to_string())).await).await;
    assert!(said.contains("Ask again in a moment"), "{said}");
}

/// Begins to ask a server for the answer to a message at this path.
fn ask(server: &Server, path: &str, body: &str) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    stream
}

/// Returns a body that asks this.
fn asking(message: &str) -> String {
    json!({"messages": [{"role": "user", "content": message}]}).to_string()
}

/// Messages of a megabyte, each of a different kind.
fn long_messages() -> [String; 4] {
    let long = |text: &str| text.repeat(1_000_000 / text.len());
    [long("and "), long("a, "), long("Thanks. "), long("How much leave? ")]
}

#[test]
fn a_question_of_a_megabyte_is_answered_and_holds_nobody_up() {
    let folder = folder();
    let mut server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let long = long_messages();
    let left = long.iter().map(|message| ask(&server, "/chat", &asking(message)));
    // The clients disconnect during processing.
    let left: Vec<_> = left.collect();
    std::thread::sleep(Duration::from_millis(300));
    drop(left);
    let stay: Vec<_> = long.iter().map(|message| ask(&server, "/chat", &asking(message))).collect();
    let begun = Instant::now();
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    for mut answer in stay {
        let mut received = String::new();
        answer.read_to_string(&mut received).unwrap();
        assert!(received.starts_with("HTTP/1.1 200"), "{}", received.len());
        assert!(received.contains("Long message"));
    }
    server.signal("TERM");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn a_server_ends_in_time_while_it_works_on_long_questions() {
    let folder = folder();
    let mut server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let long = long_messages();
    let batch: Vec<_> = (1..=16)
        .map(|id| {
            json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
                "params": {"name": "answer", "arguments": {"question": "and a, ".repeat(9_000)}}})
        })
        .collect();
    let mut open: Vec<_> =
        long.iter().map(|message| ask(&server, "/chat/stream", &asking(message))).collect();
    open.push(ask(&server, "/mcp", &json!(batch).to_string()));
    std::thread::sleep(Duration::from_millis(300));
    server.signal("TERM");
    let begun = Instant::now();
    assert!(server.child.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    drop(open);
}

#[tokio::test]
async fn one_client_that_floods_shuts_no_other_out() {
    let router = endless(9, 2);
    let flood = |client| forwarded([10, 0, 0, 1], client);
    let questions = [
        flood("10.1.1.1"),
        flood("10.1.1.2"),
        flood("10.1.1.3"),
        forwarded([10, 0, 0, 2], "10.1.1.1"),
    ];
    assert_eq!(statuses(&router, questions).await, [200, 200, 503, 200]);
}

#[tokio::test]
async fn behind_a_listed_proxy_each_client_has_a_share_of_its_own() {
    let policy = Policy { proxies: Proxies::new(&["10.0.0.0/8"]).unwrap(), ..Policy::default() };
    let model = Scripted::new([Step::Say("Staff get "), Step::Hang]);
    let router = with_limits(Arc::new(model), Capacity::new(9, 1, 0), policy);
    let questions = [
        forwarded([10, 0, 0, 1], "192.0.2.1"),
        forwarded([10, 0, 0, 1], "192.0.2.2, 10.0.0.3"),
        forwarded([10, 0, 0, 1], "192.0.2.9, 192.0.2.1"),
        // Not through the proxy, so its claim is not believed.
        forwarded([192, 0, 2, 7], "192.0.2.3"),
        forwarded([192, 0, 2, 7], "192.0.2.4"),
    ];
    let expected = [200, 200, 503, 200, 503];
    assert_eq!(statuses(&router, questions).await, expected);
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_told_at_every_door_when_to_come_again() {
    let model = Scripted::new([Step::Say("Staff get 30 days [leave.md].")]);
    let router = with_capacity(Arc::new(model), Capacity::new(99, 99, 1));
    let client = [10, 0, 0, 1];
    let first = send(&router, from(client, streaming())).await;
    assert_eq!(first.status(), StatusCode::OK);
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let chat = json!({"model": "any", "messages": messages}).to_string();
    let open_ai = post("/v1/chat/completions", chat);
    for request in questions().into_iter().chain([open_ai]) {
        let path = request.uri().path().to_owned();
        let response = send(&router, from(client, request)).await;
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
        let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{path}: {wait}");
        let said = text(response).await;
        assert!(said.contains("Ask again in a moment"), "{said}");
        assert_eq!(said.contains("\"error\""), path != "/", "{said}");
    }
    for tool in [
        json!({"name": "answer", "arguments": {"question": "How much leave?"}}),
        json!({"name": "search", "arguments": {"query": "leave"}}),
        json!({"name": "read", "arguments": {"document": "leave.md"}}),
    ] {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool});
        let said = text(send(&router, from(client, post("/mcp", call.to_string()))).await).await;
        assert!(said.contains("Ask again in a moment"), "{said}");
    }
    let other = send(&router, from([10, 0, 0, 2], streaming())).await;
    assert_eq!(other.status(), StatusCode::OK);
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
    // It retried occasionally, not continuously.
    assert!(log.count() < 100);
}

/// Returns the number of file handles that a server has open, except those of its databases, which are opened on first
/// use and stay open.
fn handles(server: &Server) -> usize {
    let open = std::fs::read_dir(format!("/proc/{}/fd", server.child.id())).unwrap();
    let open = open.filter_map(|handle| std::fs::read_link(handle.ok()?.path()).ok());
    open.filter(|target| !target.to_string_lossy().contains(".db")).count()
}

#[test]
fn clients_that_come_and_go_leave_nothing_behind() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let body = r#"{"messages": [{"role": "user", "content": "How much leave?"}]}"#;
    server.post("/chat", "application/json", "", body);
    let before = handles(&server);
    let request = format!(
        "POST /chat/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    for client in 0..1000 {
        // Each client disconnects at another point of its request, or right after it.
        let sent = client % (request.len() + 1);
        let _ = server.connect().write_all(&request.as_bytes()[..sent]);
    }
    let end = Instant::now() + Duration::from_secs(20);
    while handles(&server) > before + 2 {
        assert!(Instant::now() < end, "{} handles are open", handles(&server));
        std::thread::sleep(Duration::from_millis(20));
    }
    server.wait_until_ready();
}
