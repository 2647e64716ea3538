//! Questions with files, as the protocol's own library sends them.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::FinishReason;
use futures_util::FutureExt;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{BREAK_OFF, lines, post, text, with_model};

const MIB: usize = 1024 * 1024;

/// A model that says how many messages preceded the question, and cites a source.
struct Counter;

impl ChatModel for Counter {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let text = format!("{} [leave.md]", prompt.messages.len() - 2);
        let tokens = [Ok(Token::Text(text)), Ok(Token::Finished(FinishReason::Stop))];
        stream::iter(tokens).boxed()
    }
}

fn server() -> Router {
    with_model(Arc::new(Counter))
}

/// A file as the library sends it: the part's name, the file name, the type and the content.
type File<'a> = (&'a str, &'a str, &'a str, &'a [u8]);

const BOUNDARY: &str = "---Part-3f2b8d1c-54a5-4d2f-9f7e-0a4e6f0c9b11";

/// Returns the body, byte for byte as the library writes it: lower-case headers, the type first, the name of the first
/// part unquoted, two line breaks at the end.
fn body(json: &str, files: &[File<'_>]) -> Vec<u8> {
    let mut bytes = format!(
        "--{BOUNDARY}\r\ncontent-type: application/json\r\n\
         content-disposition: form-data; name=json\r\n\r\n{json}\r\n"
    )
    .into_bytes();
    for (part, name, kind, content) in files {
        let head = format!(
            "--{BOUNDARY}\r\ncontent-type: {kind}\r\n\
             content-disposition: form-data; name=\"{part}\"; filename=\"{name}\"\r\n\r\n"
        );
        bytes.extend_from_slice(head.as_bytes());
        bytes.extend_from_slice(content);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{BOUNDARY}--\r\n\r\n").as_bytes());
    bytes
}

fn posted(path: &str, body: Vec<u8>) -> Request<Body> {
    Request::post(path)
        .header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))
        .header("accept", "application/json")
        .body(Body::from(body))
        .unwrap()
}

fn asking(question: &str) -> String {
    json!({"messages": [{"role": "user", "content": question}]}).to_string()
}

async fn sent(server: &Router, path: &str, body: Vec<u8>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(posted(path, body)).await.unwrap();
    let status = response.status();
    let text = text(response).await;
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn answered(server: &Router, json: &str, files: &[File<'_>]) -> Value {
    let (status, answer) = sent(server, "/api/chat/", body(json, files)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

fn citations(answer: &Value) -> Vec<&str> {
    let citations = answer["context"]["data_points"]["citations"].as_array();
    let citations = citations.unwrap().iter();
    citations.map(|source| source.as_str().unwrap()).collect()
}

const TEA: File<'_> =
    ("messages[0].files[0]", "tea.md", "text/markdown", b"# Tea\n\nTea is served at four.");

#[tokio::test]
async fn a_text_is_a_source_of_its_conversation_and_of_no_other() {
    let server = server();
    let answer = answered(&server, &asking("When is tea served?"), &[TEA]).await;
    assert_eq!(citations(&answer)[0], "attached/tea.md");
    let points = answer["context"]["data_points"]["text"].as_array().unwrap();
    assert_eq!(points[0], "attached/tea.md: Tea is served at four.");

    let next = |state: &Value| {
        let messages = json!([{"role": "user", "content": "And when is tea over?"}]);
        let body = json!({"messages": messages, "sessionState": state});
        let mut request = post("/api/chat/", body.to_string());
        request.headers_mut().insert("x-ms-useragent", "ts-http-runtime/1".parse().unwrap());
        server.clone().oneshot(request)
    };
    let second: Value =
        serde_json::from_str(&text(next(&answer["sessionState"]).await.unwrap()).await).unwrap();
    assert!(citations(&second).contains(&"attached/tea.md"), "{second}");
    assert_eq!(second["message"]["content"], "2 [leave.md]");
    let other: Value =
        serde_json::from_str(&text(next(&Value::Null).await.unwrap()).await).unwrap();
    assert_eq!(citations(&other), ["leave.md"]);
}

#[tokio::test]
async fn hidden_text_of_an_attached_file_is_left_out_and_told() {
    let hidden = "# Tea\n\nTea is served at four.\u{E0041}\u{E0042}\u{202E}";
    let file = (TEA.0, TEA.1, TEA.2, hidden.as_bytes());
    let answer = answered(&server(), &asking("When is tea served?"), &[file]).await;
    let points = answer["context"]["data_points"]["text"].as_array().unwrap();
    assert_eq!(points[0], "attached/tea.md: Tea is served at four.");
    let thoughts = answer["context"]["thoughts"].to_string();
    let note = r#"{"document":"attached/tea.md","hidden_characters":3}"#;
    assert!(thoughts.contains(note), "{thoughts}");
}

#[tokio::test]
async fn uploads_that_dawdle_hold_nobody_up() {
    let server = server();
    let whole = body(&asking("When is tea served?"), &[TEA]);
    let dawdling = [(); 9].map(|()| {
        let part = Ok::<_, Infallible>(whole[..whole.len() / 2].to_vec());
        let slow = Body::from_stream(stream::iter([part]).chain(stream::pending()));
        let request = posted("/api/chat/", Vec::new()).map(|_| slow);
        let mut answer = Box::pin(server.clone().oneshot(request));
        assert!((&mut answer).now_or_never().is_none(), "it waits for its body");
        answer
    });
    let (status, answer) = sent(&server, "/api/chat/", whole.clone()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    drop(dawdling);
}

#[tokio::test]
async fn files_belong_to_streams_too() {
    let body = body(&asking("When is tea served?"), &[TEA]);
    let response = server().oneshot(posted("/api/chat/stream", body)).await;
    let lines = lines(response.unwrap()).await;
    assert_eq!(citations(&lines[0])[0], "attached/tea.md");
    assert!(lines[0]["sessionState"].is_string());
}

#[tokio::test]
async fn the_parts_are_the_same_wherever_the_network_cuts_them() {
    let whole = body(&asking("When is tea served?"), &[TEA]);
    for size in [1, 2, 7, 64] {
        let pieces: Vec<_> = whole.chunks(size).map(|piece| Ok(piece.to_vec())).collect();
        let mut request = posted("/chat", Vec::new());
        *request.body_mut() = Body::from_stream(stream::iter::<Vec<Result<_, Infallible>>>(pieces));
        let response = server().oneshot(request).await.unwrap();
        let answer: Value = serde_json::from_str(&text(response).await).unwrap();
        assert_eq!(citations(&answer)[0], "attached/tea.md", "{size}");
    }
}

#[tokio::test]
async fn a_pdf_is_read_by_page() {
    let pdf = include_bytes!("../sample/documents/staff-handbook.pdf");
    let file: File<'_> = ("messages[0].files[0]", "book.pdf", "application/pdf", pdf);
    let question = asking("What should be done with wet books?");
    let answer = answered(&server(), &question, &[file]).await;
    let sources = citations(&answer);
    assert!(sources[0].starts_with("attached/book.pdf#page="), "{sources:?}");
}

#[tokio::test]
async fn an_attached_file_is_no_document_of_the_folder() {
    let server = server();
    let same: File<'_> = ("messages[0].files[0]", "leave.md", "", b"Nobody gets leave.");
    let answer = answered(&server, &asking("How much leave?"), &[same]).await;
    let sources = citations(&answer);
    assert!(sources.contains(&"leave.md") && sources.contains(&"attached/leave.md"));
    let request = Request::get("/content/attached/leave.md").body(Body::empty());
    let response = server.oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_image_that_nobody_can_see_is_refused_by_its_name() {
    let png: &[u8] = b"\x89PNG\r\n\x1a\n";
    let files = [
        ("messages[0].files[0]", "one.png", "image/png", png),
        ("messages[0].files[1]", "two.png", "image/png", png),
    ];
    let (status, note) = refused(body(&asking("What is on it?"), &files)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(note, "one.png is an image, and no chat model here can see images");
    let nameless = [("messages[0].files[0]", "", "image/png", png)];
    let (_, note) = refused(body(&asking("What is on it?"), &nameless)).await;
    assert_eq!(note, "an attached file is an image, and no chat model here can see images");
}

/// A model that says which images it was shown, or fails at once.
struct Seer;

impl ChatModel for Seer {
    fn name(&self) -> &'static str {
        "seer"
    }

    fn sees(&self) -> bool {
        true
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let images = prompt.images.iter();
        let images: Vec<_> = images.map(|image| format!("[{}]", image.source)).collect();
        let tokens = if prompt.messages.iter().any(|m| m.content.contains(BREAK_OFF)) {
            vec![Err(ModelError::BrokeOff)]
        } else {
            let text = format!("Seen: {}.", images.concat());
            vec![Ok(Token::Text(text)), Ok(Token::Finished(FinishReason::Stop))]
        };
        stream::iter(tokens).boxed()
    }
}

const PNG: File<'_> = ("messages[0].files[0]", "a.png", "image/png", b"\x89PNG\r\n\x1a\n");

#[tokio::test]
async fn a_model_that_sees_looks_at_the_images_of_the_conversation() {
    let server = with_model(Arc::new(Seer));
    let first = answered(&server, &asking("What is on it?"), &[PNG]).await;
    assert_eq!(first["message"]["content"], "Seen: [attached/a.png].");
    assert!(citations(&first).contains(&"attached/a.png"), "{first}");
    let messages = json!([{"role": "user", "content": "And below?"}]);
    let next = json!({"messages": messages, "sessionState": first["sessionState"]}).to_string();
    let second = answered(&server, &next, &[]).await;
    assert_eq!(second["message"]["content"], "Seen: [attached/a.png].");
    let other = answered(&server, &asking("And below?"), &[]).await;
    assert_eq!(other["message"]["content"], "Seen: .");
}

#[tokio::test]
async fn a_model_that_sees_but_fails_leaves_the_images_unseen() {
    let server = with_model(Arc::new(Seer));
    let answer = answered(&server, &asking(BREAK_OFF), &[PNG]).await;
    let said = answer["message"]["content"].as_str().unwrap();
    assert!(said.starts_with("The attached image `a.png` was not looked at: "), "{said}");
}

async fn refused(body: Vec<u8>) -> (StatusCode, String) {
    let (status, error) = sent(&server(), "/api/chat/", body).await;
    let message = error["error"]["message"].as_str();
    assert!(error["error"]["code"].is_string(), "{error}");
    (status, message.unwrap().to_owned())
}

#[tokio::test]
async fn parts_that_are_not_of_the_form_are_refused_with_400() {
    let question = asking("x?");
    let without = |part| body(&question, &[(part, "a.txt", "text/plain", b"a" as &[u8])]);
    let nothing = format!("--{BOUNDARY}--\r\n").into_bytes();
    let mut cut = body(&question, &[TEA]);
    cut.truncate(cut.len() - 40);
    let mut twice = body(&question, &[]);
    twice.truncate(twice.len() - BOUNDARY.len() - 8);
    twice.extend(body(&question, &[]));
    for (body, named) in [
        (nothing, "json"),
        (Vec::new(), "parts"),
        (b"{}".to_vec(), "parts"),
        (cut, "parts"),
        (twice, "two parts json"),
        (body("{", &[]), "not valid JSON"),
        (body("[]", &[]), "object"),
        (body("{}", &[TEA]), "messages[0]"),
        (body(&question, &[TEA, TEA]), "two parts messages[0].files[0]"),
        (without("messages[1].files[0]"), "messages[1]"),
        (without("files"), "neither"),
        (without("messages[x].files[0]"), "neither"),
        (body(&question, &[("messages[0].files[0]", "a.zip", "application/zip", b"PK")]), "a.zip"),
        (
            body(&question, &[("messages[0].files[0]", "a.pdf", "application/pdf", b"%PDF-")]),
            "a.pdf",
        ),
        (body(&question, &[("messages[0].files[0]", "a.txt", "text/plain", b"")]), "is empty"),
    ] {
        let (status, message) = refused(body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{named}: {message}");
        assert!(message.contains(named), "{named}: {message}");
    }
}

#[tokio::test]
async fn a_body_without_a_boundary_is_refused_with_400() {
    let request = Request::post("/chat").header("content-type", "multipart/form-data");
    let response = server().oneshot(request.body(Body::from("x")).unwrap()).await;
    assert_eq!(response.unwrap().status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_too_large_is_refused_with_413() {
    let question = asking("x?");
    let large = vec![b'a'; 5 * MIB + 1];
    let full = &large[..5 * MIB];
    let names: Vec<String> = (0..21).map(|n| format!("messages[0].files[{n}]")).collect();
    let many = |count: usize, content| -> Vec<u8> {
        let files: Vec<File<'_>> = names[..count]
            .iter()
            .map(|name| (name.as_str(), "a.txt", "text/plain", content))
            .collect();
        body(&question, &files)
    };
    let long = asking(&"a".repeat(2 * MIB));
    for (body, named) in [
        (many(1, &large), "5 MiB"),
        (many(5, full), "20 MiB"),
        (many(21, b"a"), "20 files"),
        (body(&long, &[]), "2 MiB"),
    ] {
        let (status, message) = refused(body).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{message}");
        assert!(message.contains(named), "{named}: {message}");
    }
}

#[tokio::test]
async fn a_body_without_a_boundary_is_refused_before_it_has_all_come_in() {
    let pieces = stream::iter((0..24 * 16).map(|_| Ok::<_, Infallible>(vec![b'a'; MIB / 16])));
    let request = posted("/api/chat/", Vec::new()).map(|_| Body::from_stream(pieces));
    let response = server().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}
