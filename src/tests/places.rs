//! Positions of words on the pages of a PDF, as the page requests them.

use std::path::Path;
use std::process::Command;

use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::process::{Server, folder, over};
use crate::support::{post, text, with_program};

const HANDBOOK: &str = "src/sample/documents/staff-handbook.pdf";

#[test]
fn a_passage_has_its_place_and_the_words_in_it_a_part_of_that() {
    let folder = folder();
    let handbook = Path::new(HANDBOOK);
    std::fs::copy(handbook, folder.path().join("documents/handbook.pdf")).unwrap();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(2);
    let asked = |path, body: Value| {
        let answer = server.post(path, "application/json", "", &body.to_string());
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str::<Value>(body).unwrap()
    };
    let opened = asked("/page/document", json!({"path": "handbook.pdf"}));
    let text = opened["parts"][1]["text"].as_str().unwrap();
    let words: Vec<&str> = text.split(' ').take(3).collect();
    let sought = json!({"path": "handbook.pdf", "passage": 1, "words": words.join(" ")});
    let places = asked("/page/places", sought);
    let lines = |of: &str| places[of].as_array().unwrap().len();
    assert!(lines("passage") > lines("words") && lines("words") > 0, "{places}");
}

#[tokio::test(start_paused = true)]
async fn who_waits_too_long_for_the_place_of_words_is_asked_to_come_again() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("hangs");
    // Written by another process: otherwise a child of this process might still hold the script open for writing when
    // it is run.
    let script = "printf '#!/bin/sh\\nexec sleep 1000\\n' >$0 && chmod +x $0";
    let mut shell = Command::new("/bin/sh");
    let made = shell.args(["-c", script]).arg(&program).status();
    assert!(made.unwrap().success());
    let (router, _documents) = with_program(&program);
    let asked = (0..3).map(|_| {
        let asked = json!({"path": "plan.pdf", "passage": 0, "words": ""});
        let asked = post("/page/places", asked.to_string());
        router.clone().oneshot(asked)
    });
    let mut refused = Vec::new();
    for response in join_all(asked).await {
        let response = response.unwrap();
        if response.status() != StatusCode::OK {
            refused.push(response);
        }
    }
    assert_eq!(refused.len(), 1, "two are looked through at once");
    let refused = refused.remove(0);
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "5");
    let said = text(refused).await;
    assert!(said.contains("\"error\"") && said.contains("Ask again in a moment"), "{said}");
}
