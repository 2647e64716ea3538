//! The server over HTTP: every route, with valid and invalid requests.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{
    BREAK_OFF, ENDLESS, UNDER_WAY, lines, post, question, send, status, stoppable, text, unwritten,
    with_model,
};

async fn refused(path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
    let response = send(post(path, body)).await;
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap_or_default())
}

#[tokio::test]
async fn the_second_edition_answers_in_one_piece() {
    for path in ["/chat", "/chat/", "/api/chat"] {
        let response = send(question(path, "How much leave?")).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let answer: Value = serde_json::from_str(&text(response).await).unwrap();
        let content = answer["message"]["content"].as_str().unwrap();
        assert!(content.contains("30 days"), "{answer}");
        assert_eq!(answer["message"]["role"], "assistant");
    }
}

#[tokio::test]
async fn the_second_edition_streams_lines() {
    for path in ["/chat/stream", "/chat/stream/", "/api/chat/stream"] {
        let response = send(question(path, "How much leave?")).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()["cache-control"], "no-cache");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        let lines = lines(response).await;
        assert!(lines.len() >= 2);
        assert!(lines[0].get("context").is_some(), "{}", lines[0]);
        let said: String =
            lines.iter().filter_map(|line| line["delta"]["content"].as_str()).collect();
        assert!(said.contains("30 days"), "{said}");
    }
}

#[tokio::test]
async fn the_first_edition_chooses_streaming_in_the_body() {
    for streamed in [false, true] {
        let body = json!({
            "messages": [{"role": "user", "content": "How much leave?"}],
            "stream": streamed,
            "context": {},
            "session_state": {"memory": 1},
        });
        let response = send(post("/chat", body.to_string())).await;
        assert_eq!(response.status(), StatusCode::OK);
        let lines = lines(response).await;
        assert!(lines[0].get("choices").is_some(), "{}", lines[0]);
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_400() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let bodies: [Vec<u8>; 13] = [
        b"".to_vec(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"{}".to_vec(),
        br#"{"messages": null}"#.to_vec(),
        br#"{"messages": "hello"}"#.to_vec(),
        br#"{"messages": []}"#.to_vec(),
        br#"{"messages": [{"role": "wizard", "content": "x"}]}"#.to_vec(),
        br#"{"messages": [{"role": "assistant", "content": "x"}]}"#.to_vec(),
        br#"{"messages": [{"role": "user", "content": "  "}]}"#.to_vec(),
        br#"{"messages": [{"role": "user"}]}"#.to_vec(),
        b"{\"messages\": [{\"role\": \"user\", \"content\": \"\xff\"}]}".to_vec(),
        deep.into_bytes(),
    ];
    for body in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        for path in ["/chat", "/chat/stream"] {
            let (status, error) = refused(path, body.clone()).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {shown}");
            assert!(error.get("error").is_some(), "{path} {shown}: {error}");
        }
    }
}

#[tokio::test]
async fn too_much_text_is_refused_with_413() {
    for size in [1024 * 1024 + 1, 3 * 1024 * 1024] {
        let response = send(question("/chat", &"a".repeat(size))).await;
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    }
}

#[tokio::test]
async fn a_session_state_without_end_is_refused_with_413() {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    for (length, expected) in [(60_000, 200), (70_000, 413), (5_000_000, 413)] {
        let body = json!({"messages": messages, "session_state": ["x".repeat(length)]});
        let response = send(post("/chat", body.to_string())).await;
        assert_eq!(response.status(), expected, "{length}");
    }
}

#[tokio::test]
async fn settings_without_end_that_an_answer_repeats_are_refused_with_413() {
    let body = json!({"input": "How much leave?", "metadata": {"x": "x".repeat(70_000)}});
    let (status, error) = refused("/v1/responses", body.to_string()).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{error}");
}

#[tokio::test]
async fn more_values_than_a_body_needs_are_refused_with_413() {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    for (count, expected) in [(90_000, 200), (100_000, 413)] {
        let body = json!({"messages": messages, "unknown": vec![0; count]});
        let response = send(post("/chat", body.to_string())).await;
        assert_eq!(response.status(), expected, "{count}");
    }
}

/// A model that fails even when asked for its name.
struct Faulty;

impl ChatModel for Faulty {
    fn name(&self) -> &str {
        unreachable!("a fault that a test has planted")
    }

    fn stream(&self, _: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        futures_util::stream::empty().boxed()
    }
}

#[tokio::test]
async fn a_panic_in_a_door_is_a_failure_of_that_request_alone() {
    let router = with_model(Arc::new(Faulty));
    let get = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        router.clone().oneshot(request)
    };
    let response = get("/v1/models").await.unwrap();
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(response.headers().contains_key("x-content-type-options"));
    assert!(!text(response).await.contains("planted"));
    assert_eq!(get("/healthz").await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn other_content_types_are_refused_with_415() {
    for kind in [Some("text/plain"), Some("application/x-www-form-urlencoded"), None] {
        let mut request = Request::post("/chat");
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let response = send(request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(response.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_ends_with_an_error_line() {
    let response = send(question("/chat/stream", BREAK_OFF)).await;
    assert_eq!(response.status(), StatusCode::OK);
    let lines = lines(response).await;
    assert!(lines.last().unwrap().get("error").is_some(), "{lines:?}");
}

#[tokio::test]
async fn dropping_the_body_drops_the_models_stream() {
    let response = send(question("/chat/stream", ENDLESS)).await;
    let mut body = response.into_body().into_data_stream();
    while UNDER_WAY.load(Ordering::SeqCst) == 0 {
        body.next().await.unwrap().unwrap();
    }
    drop(body);
    assert_eq!(UNDER_WAY.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_end_of_the_server_ends_answers_with_an_error_line() {
    let (router, stop) = stoppable();
    let response = router.oneshot(question("/chat/stream", "How much leave?")).await.unwrap();
    stop.cancel();
    let lines = lines(response).await;
    assert!(lines.last().unwrap().get("error").is_some(), "{lines:?}");
}

#[tokio::test]
async fn only_indexed_documents_are_served() {
    assert_eq!(status("/content/leave.md").await, StatusCode::OK);
    assert_eq!(status("/content/leave.md%23page=1").await, StatusCode::OK);
    for path in [
        "/content/secret.txt",
        "/content/..%2fsecret.txt",
        "/content/..%252fsecret.txt",
        "/content/%2e%2e/leave.md",
        "/content//etc/passwd",
        "/content/%2fetc%2fpasswd",
        "/content/leave.md%00",
        "/content/%ff",
    ] {
        assert_eq!(status(path).await, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_document_with_scripts_has_no_rights() {
    let request = Request::get("/content/page.html").body(Body::empty());
    let response = send(request.unwrap()).await;
    let policy = response.headers()["content-security-policy"].to_str();
    assert!(policy.unwrap().starts_with("sandbox"));
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
}

async fn policy() -> (String, String) {
    let response = send(Request::get("/").body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::OK);
    let policy = response.headers()["content-security-policy"].to_str();
    (policy.unwrap().to_owned(), text(response).await)
}

#[tokio::test]
async fn every_page_has_a_nonce_of_its_own() {
    let (first, page) = policy().await;
    let (second, _) = policy().await;
    assert_ne!(first, second);
    let nonce = first.split("'nonce-").nth(1).unwrap();
    let nonce = nonce.split('\'').next().unwrap();
    assert!(page.contains(&format!("nonce=\"{nonce}\"")), "{page}");
}

#[tokio::test]
async fn the_health_names_the_documents() {
    let response = send(Request::get("/healthz").body(Body::empty()).unwrap()).await;
    let health: Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!(health, json!({"status": "ok", "documents": 5, "indexing": false}));
}

#[tokio::test]
async fn a_server_whose_index_cannot_be_written_is_degraded_and_goes_on() {
    let request = Request::get("/healthz").body(Body::empty()).unwrap();
    let response = unwritten().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let health: Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!(health["status"], "degraded");
    assert!(health["problem"].as_str().is_some_and(|problem| problem.contains("index")));
}

#[tokio::test]
async fn the_icon_is_found_under_its_old_name() {
    let request = Request::get("/favicon.ico").body(Body::empty()).unwrap();
    let response = send(request).await;
    assert!(response.status().is_redirection());
    assert_eq!(response.headers()["location"], "/favicon.svg");
}

#[tokio::test]
async fn other_methods_are_answered_in_good_form() {
    let head = Request::head("/").body(Body::empty()).unwrap();
    let head = send(head).await;
    assert_eq!(head.status(), StatusCode::OK);
    assert!(text(head).await.is_empty());
    for (method, path) in [
        ("OPTIONS", "/chat"),
        ("GET", "/chat"),
        ("PUT", "/chat/stream"),
        ("DELETE", "/api/chat"),
        ("OPTIONS", "/page/stream"),
        ("PUT", "/page/stream"),
        ("GET", "/v1/chat/completions"),
    ] {
        let request = Request::builder().method(method).uri(path);
        let response = send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(response.headers()["allow"], "POST");
        if path.contains("chat") {
            let error: Value = serde_json::from_str(&text(response).await).unwrap();
            assert!(!error["error"].is_null(), "{method} {path}");
        }
    }
    assert_eq!(status("/no/such/page").await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_pages_door_streams_and_refuses() {
    let ask = |messages: Value| {
        post("/page/stream", json!({"request": {"messages": messages}}).to_string())
    };
    let response = send(ask(json!([{"role": "user", "content": "How much leave?"}]))).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/jsonl");
    assert!(text(response).await.contains("30 days"));
    let response = send(ask(json!([]))).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert!(text(response).await.contains("\"error\""));
    let response = send(post("/page/stream", "{")).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_compressed_body_is_refused_unread() {
    let mut request = post("/chat", "{}");
    let gzip = axum::http::HeaderValue::from_static("gzip");
    request.headers_mut().insert("content-encoding", gzip);
    let response = send(request).await;
    assert_eq!(response.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn the_pages_door_has_the_limits_of_all_doors() {
    for path in ["/page/stream", "/page/answer", "/"] {
        let response = send(post(path, " ".repeat(3 * 1024 * 1024))).await;
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE, "{path}");
    }
}

#[tokio::test]
async fn what_is_sent_nowhere_is_refused_in_the_shape_of_errors() {
    let (status, error) = refused("/chat/nowhere", "{}").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(error["error"].as_str().unwrap().contains("/chat"), "{error}");
    let request = Request::put("/nowhere").body(Body::empty()).unwrap();
    let response = send(request).await;
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.headers()["allow"], "GET, HEAD");
    assert!(text(response).await.contains("\"error\""));
}

#[tokio::test]
async fn the_page_is_compressed_and_answers_are_not() {
    let accepting = |mut request: Request<Body>| {
        let gzip = axum::http::HeaderValue::from_static("gzip");
        request.headers_mut().insert("accept-encoding", gzip);
        request
    };
    let page = send(accepting(Request::get("/").body(Body::empty()).unwrap())).await;
    assert_eq!(page.headers()["content-encoding"], "gzip");
    for form in ["message_delta", "choices", "chat_component"] {
        let messages = json!([{"role": "user", "content": "How much leave?"}]);
        let body = json!({"messages": messages, "stream": true, "context": {}});
        let ask = post(&format!("/as/{form}/chat/stream"), body.to_string());
        let answer = send(accepting(ask)).await;
        assert!(answer.status().is_success(), "{form}");
        assert!(!answer.headers().contains_key("content-encoding"), "{form}");
    }
}

#[tokio::test]
async fn every_response_has_an_id_of_its_own() {
    let mut ids = Vec::new();
    for path in ["/healthz", "/healthz", "/nowhere"] {
        let response = send(Request::get(path).body(Body::empty()).unwrap()).await;
        ids.push(response.headers()["x-request-id"].clone());
    }
    ids.dedup();
    assert_eq!(ids.len(), 3);
}
