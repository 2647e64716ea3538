//! Files attached to a conversation of the page.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::named::{of, with_users};
use crate::support::post;

const BOUNDARY: &str = "8e1c";

/// Returns the form with which the page uploads a file to a session.
pub(super) fn form(session: &str, name: &str, content: &str) -> Request<Body> {
    let json = json!({"messages": [{}], "session": session});
    let body = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"json\"\r\n\r\n{json}\r\n\
         --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"messages[0].files[0]\"; filename=\"{name}\"\r\n\r\n\
         {content}\r\n--{BOUNDARY}--\r\n"
    );
    Request::post("/attached")
        .header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))
        .header("accept", "application/json")
        .body(Body::from(body))
        .unwrap()
}

/// Returns the page's answer to this user about a question with the files of a session.
async fn ask(server: &Router, user: &str, session: &str) -> (StatusCode, Value) {
    let question = "How many herons live at the pond?";
    let request = json!({"messages": [{"role": "user", "content": question}], "overrides": {}});
    let asked = json!({"request": request, "attached": session});
    of(server, user, post("/page/answer", asked.to_string())).await
}

const HERONS: &str = "Seven herons live at the pond behind the mill.";

#[tokio::test]
async fn a_question_is_answered_from_the_files_of_its_conversation_by_their_reader_alone() {
    let server = with_users();
    let (status, files) = of(&server, "ada", form("birds-1", "herons.txt", HERONS)).await;
    assert_eq!(status, StatusCode::OK, "{files}");
    let file = json!({"name": "herons.txt", "passages": 1, "hidden": 0});
    assert_eq!(files, json!({"session": "birds-1", "files": [file]}));
    let (_, answer) = ask(&server, "ada", "birds-1").await;
    let sources = answer["context"]["data_points"].to_string();
    assert!(sources.contains("attached/herons.txt"), "{answer}");
    for other in ["bob", ""] {
        assert_ne!(ask(&server, other, "birds-1").await.0, StatusCode::OK);
    }
    let removed = json!({"session": "birds-1", "name": "herons.txt"});
    let removed = post("/page/attached/remove", removed.to_string());
    assert_eq!(of(&server, "ada", removed).await.1["files"], json!([]));
    let (_, answer) = ask(&server, "ada", "birds-1").await;
    assert!(!answer.to_string().contains("herons.txt"), "{answer}");
}

#[tokio::test]
async fn a_conversation_of_somebody_else_takes_no_files() {
    let server = with_users();
    of(&server, "ada", form("birds-2", "herons.txt", HERONS)).await;
    let (status, error) = of(&server, "bob", form("birds-2", "mine.txt", HERONS)).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{error}");
    let (_, files) = of(&server, "ada", form("birds-2", "herons.txt", HERONS)).await;
    assert!(!files.to_string().contains("mine.txt"), "{files}");
}

#[tokio::test]
async fn who_is_not_known_has_files_by_a_secret_that_the_server_makes() {
    let server = with_users();
    let (_, files) = of(&server, "", form("mine", "herons.txt", HERONS)).await;
    let session = files["session"].as_str().unwrap();
    assert_eq!(session.len(), 64);
    let (_, answer) = ask(&server, "", session).await;
    assert!(answer.to_string().contains("attached/herons.txt"), "{answer}");
}

#[tokio::test]
async fn a_file_that_cannot_be_attached_is_refused_with_the_reason() {
    let server = with_users();
    let refused = [
        ("plan.png", "\u{89}PNG\r\n\u{1a}\n", "it is an image without text"),
        ("nothing.txt", "", "it is empty"),
        ("odd.xyz", "\u{1}\u{2}", "it has an unsupported format"),
    ];
    for (name, content, reason) in refused {
        let (got, said) = of(&server, "ada", form("birds-2", name, content)).await;
        assert_eq!(got.as_u16(), 400, "{name}: {said}");
        let message = footnote_protocol::read_error(&said).unwrap().message;
        assert!(message.starts_with(reason), "{name}: {message}");
    }
    let list = post("/page/attached/list", json!({"session": "birds-2"}).to_string());
    assert_eq!(of(&server, "ada", list).await.1["files"], json!([]));
}
