//! Speech: spoken questions and answers that are read aloud, over a model server that is played here.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use footnote_engine::config::{Policy, SpeechTerms};
use footnote_models::open_ai::Endpoint;
use footnote_serve::router;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::support::{documents, post as ask, state, text};

/// What the model server was sent: the key, the content type, and the body.
type Heard = Arc<Mutex<Vec<(String, String, Vec<u8>)>>>;

/// Starts a model server that ends with the test; a text of "fail" fails.
#[expect(clippy::disallowed_methods, reason = "the test's runtime ends the server")]
async fn model() -> (String, Heard) {
    let heard = Heard::default();
    let router = Router::new()
        .route("/v1/audio/transcriptions", post(hear))
        .route("/v1/audio/speech", post(hear))
        .with_state(Arc::clone(&heard));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
    (address, heard)
}

async fn hear(State(heard): State<Heard>, headers: HeaderMap, body: Bytes) -> Response {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let body = body.to_vec();
    let fails = String::from_utf8_lossy(&body).contains("fail");
    heard.lock().unwrap().push((header("authorization"), header("content-type"), body));
    if fails {
        return (StatusCode::BAD_REQUEST, "hush-hush").into_response();
    }
    r#"{"text": " Wet books? "}"#.into_response()
}

async fn server() -> (Router, Heard) {
    let (address, heard) = model().await;
    let endpoint = |model| Endpoint::open_ai(&address, Some("hush-hush"), model).unwrap();
    let terms = SpeechTerms {
        transcription: Some(endpoint("whisper")),
        speech: Some((endpoint("kokoro"), "alloy".to_owned())),
    };
    let mut state = state(&documents());
    state.speech = terms;
    (router(state, Policy::default()), heard)
}

fn recording(kind: &str, sound: &'static str) -> Request<Body> {
    let request = Request::post("/dictation").header("content-type", kind);
    request.body(Body::from(sound)).unwrap()
}

#[tokio::test]
async fn a_recording_is_written_down_by_the_model() {
    let (server, heard) = server().await;
    let response = server.oneshot(recording("audio/webm;codecs=opus", "sound")).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(text(response).await, r#"{"text":"Wet books?"}"#);
    let (key, kind, body) = heard.lock().unwrap().pop().unwrap();
    assert_eq!(key, "Bearer hush-hush");
    assert!(kind.starts_with("multipart/form-data"), "{kind}");
    let body = String::from_utf8(body).unwrap();
    for part in ["whisper", r#"filename="question.webm""#, "Content-Type: audio/webm", "sound"] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

#[tokio::test]
async fn what_cannot_be_written_down_says_why() {
    let (server, heard) = server().await;
    for (request, status) in [
        (recording("text/plain", "sound"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (recording("audio/a b", "sound"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (recording("audio/webm", ""), StatusCode::BAD_REQUEST),
        (recording("audio/webm", "fail"), StatusCode::BAD_GATEWAY),
    ] {
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), status);
        let body = text(response).await;
        assert!(body.contains("error") && !body.contains("hush"), "{body}");
    }
    assert_eq!(heard.lock().unwrap().len(), 1);
    let without = router(state(&documents()), Policy::default());
    let response = without.oneshot(recording("audio/webm", "sound")).await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_answer_is_read_aloud_without_its_tags() {
    let (server, heard) = server().await;
    let html = json!({"text": "<p>Freeze <b>wet</b> books.<a><sup>1</sup></a></p>"});
    for path in ["/speech", "/api/speech/"] {
        let response = server.clone().oneshot(ask(path, html.to_string())).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "audio/mp3");
        assert_eq!(text(response).await, r#"{"text": " Wet books? "}"#);
        let (.., body) = heard.lock().unwrap().pop().unwrap();
        let asked: Value = serde_json::from_slice(&body).unwrap();
        let expected = json!({
            "model": "kokoro",
            "input": "Freeze wet books.",
            "voice": "alloy",
            "response_format": "mp3",
        });
        assert_eq!(asked, expected);
    }
    let config = Request::get("/config").body(Body::empty()).unwrap();
    let config = text(server.clone().oneshot(config).await.unwrap()).await;
    assert!(config.contains(r#""showSpeechOutputAzure":true"#), "{config}");
    for (body, status) in [
        (r#"{"text": "fail"}"#, StatusCode::INTERNAL_SERVER_ERROR),
        (r#"{"text": "<sup>1</sup>"}"#, StatusCode::BAD_REQUEST),
        ("{}", StatusCode::BAD_REQUEST),
    ] {
        let response = server.clone().oneshot(ask("/speech", body)).await.unwrap();
        assert_eq!(response.status(), status, "{body}");
        let error: Value = serde_json::from_str(&text(response).await).unwrap();
        assert!(error["error"].is_string(), "{error}");
    }
}

#[tokio::test]
async fn the_language_of_an_answer_is_told_if_it_is_clear() {
    let server = router(state(&documents()), Policy::default());
    for (answer, language) in [
        ("Nasse Bücher werden nicht geöffnet, sondern sofort eingefroren.", json!("deu")),
        ("Wet books are not opened; they are frozen within two days at the latest.", json!("eng")),
        ("3,141", Value::Null),
    ] {
        let body = json!({"text": answer}).to_string();
        let response = server.clone().oneshot(ask("/spoken-language", body)).await.unwrap();
        let told: Value = serde_json::from_str(&text(response).await).unwrap();
        assert_eq!(told, json!({"language": language}), "{answer}");
    }
}
