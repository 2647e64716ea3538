//! Conversations that are exported, and parsed again.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_extract::FileContent;
use footnote_store::{KeptTurn, TurnPlace};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::named::keeping_users;
use crate::support::kept::owner;

const ANSWER: &str =
    "Staff get **30 days** [leave.md].\n\n- Tea is served at four [guides/tea.md].";

/// Returns the turn of a page with two footnotes.
fn turn() -> Value {
    let points = json!({
        "text": ["leave.md: Staff get 30 days.", "guides/tea.md: Tea is served at four."],
        "citations": ["leave.md", "guides/tea.md"],
    });
    let answer = json!({"text": ANSWER, "finish": "stop", "model": "quotations", "context": {"data_points": points}});
    json!({"id": "1", "question": "How much leave, and when is tea?", "answer": answer})
}

/// Returns a server that keeps a conversation for Ada.
async fn server() -> Router {
    let (server, sessions) = keeping_users();
    let turn = turn();
    let turn = KeptTurn {
        id: "1".into(),
        question: turn["question"].as_str().unwrap().into(),
        answer: ANSWER.into(),
        detail: turn.to_string(),
    };
    let kept = sessions.keep_turn((&owner("ada"), None), "leave-1", turn, TurnPlace::New).await;
    assert!(kept.unwrap());
    server
}

async fn taken(server: &Router, request: Request<Body>) -> (StatusCode, String, String, Vec<u8>) {
    let response = server.clone().oneshot(request).await.unwrap();
    let header = |name: &str| {
        let header = response.headers().get(name);
        header.map_or("", |value| value.to_str().unwrap()).to_owned()
    };
    let (kind, disposition) = (header("content-type"), header("content-disposition"));
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, kind, disposition, bytes.to_vec())
}

fn of_ada(path: &str) -> Request<Body> {
    let request = Request::get(path).header("x-user", "ada").header("host", "notes.example");
    request.body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_conversation_is_taken_away_as_markdown_with_footnotes() {
    let server = server().await;
    let (status, kind, disposition, bytes) = taken(&server, of_ada("/c/leave-1/export.md")).await;
    assert_eq!((status, &*kind), (StatusCode::OK, "text/markdown; charset=utf-8"));
    assert!(
        disposition.contains("filename=\"How much leave and when is tea.md\""),
        "{disposition}"
    );
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("<http://notes.example/c/leave-1>"), "{text}");
    assert!(text.contains("Staff get **30 days**.[^1]\n\n- Tea is served at four.[^2]"), "{text}");
    let note = "[^1]: [leave.md](<http://notes.example/documents/leave.md?page=1&words=Staff%20get%2030%20days%2E#cited>): “Staff get 30 days.”";
    assert!(text.contains(note), "{text}");
}

#[tokio::test]
async fn a_conversation_is_taken_away_as_a_word_document_that_is_read_again() {
    let server = server().await;
    let (status, kind, disposition, bytes) = taken(&server, of_ada("/c/leave-1/export.docx")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(kind.ends_with("wordprocessingml.document"), "{kind}");
    assert!(disposition.starts_with("attachment") && disposition.contains(".docx"));
    let program = Path::new(env!("CARGO_BIN_EXE_footnote"));
    let read = footnote_extract::passages("a.docx", FileContent::Bytes(bytes), program).await;
    let mut read = read.unwrap();
    let mut text = String::new();
    loop {
        let batch = read.batch().await.unwrap();
        if batch.is_empty() {
            break;
        }
        for passage in batch {
            text.extend([passage.headings.join(" "), "\n".into(), passage.text, "\n".into()]);
        }
    }
    for said in [
        "How much leave, and when is tea?",
        "Staff get 30 days.",
        "- Tea is served at four.",
        "leave.md: “Staff get 30 days.”",
        "guides/tea.md: “Tea is served at four.”",
    ] {
        assert!(text.contains(said), "{said:?} in {text}");
    }
}

#[tokio::test]
async fn a_conversation_is_a_page_to_print() {
    let server = server().await;
    let (status, kind, disposition, bytes) = taken(&server, of_ada("/c/leave-1/export.html")).await;
    // Without the marks by which a page finds its texts again.
    let page = String::from_utf8(bytes).unwrap().replace("<!>", "");
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(kind.starts_with("text/html") && disposition.is_empty());
    assert!(page.contains("href=\"#footnote-2\"") && page.contains("id=\"footnote-2\""), "{page}");
    assert!(page.contains("<q>Tea is served at four.</q>"), "{page}");
    assert!(page.contains("202"), "the year: {page}");
}

#[tokio::test]
async fn only_its_reader_takes_a_conversation_away() {
    let server = server().await;
    for form in ["md", "docx", "html"] {
        for user in ["bob", ""] {
            let mut request = of_ada(&format!("/c/leave-1/export.{form}"));
            request.headers_mut().insert("x-user", user.parse().unwrap());
            assert_eq!(taken(&server, request).await.0, StatusCode::NOT_FOUND, "{user}");
        }
        let none = of_ada(&format!("/c/none/export.{form}"));
        assert_eq!(taken(&server, none).await.0, StatusCode::NOT_FOUND);
    }
}
