//! Semantic search, from the model's endpoint to the thoughts of an answer.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use footnote_models::embed::{EmbedError, Embedder};
use serde_json::{Value, json};

use crate::support::embeddings::{Does, Server};
use crate::support::process::{self, folder, over, run};

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn vectors_come_in_the_order_of_their_texts() {
    let server = Server::start(&[]);
    let given = texts(&["annual leave", "tea", "vacation"]);
    let vectors = server.model().embed(&given).await.unwrap();
    assert_eq!(vectors.len(), 3);
    assert_ne!(vectors[0], vectors[1]);
    let call = &server.calls()[0];
    assert_eq!((call.key.as_str(), call.model.as_str()), ("Bearer hush-hush", "stems"));
    assert_eq!(call.texts, given);
    assert!(server.model().embed(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_busy_server_is_asked_once_more() {
    let server = Server::start(&[Does::Busy]);
    assert!(server.model().embed(&texts(&["tea"])).await.is_ok());
    let server = Server::start(&[Does::Busy, Does::Busy]);
    let refused = server.model().embed(&texts(&["tea"])).await;
    assert_eq!(refused, Err(EmbedError::RateLimited));
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn each_fault_has_its_name() {
    for (does, error) in [
        (Does::Status(401), EmbedError::Unauthorised),
        (Does::Status(404), EmbedError::Unauthorised),
        (Does::Status(413), EmbedError::Refused),
        (Does::Status(500), EmbedError::Broken),
        (Does::Lose, EmbedError::Broken),
        (Does::Hang, EmbedError::TooSlow),
    ] {
        let server = Server::start(&[does]);
        let model = server.model_within(Duration::from_millis(300));
        assert_eq!(model.embed(&texts(&["tea"])).await, Err(error));
    }
}

/// Returns a command over the folder with the server's model.
fn embedding(server: &Server, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = over(folder, arguments);
    command
        .env("FOOTNOTE_EMBEDDING_URL", server.url())
        .env("FOOTNOTE_EMBEDDING_MODEL", "stems")
        // The key for another service, which must not be sent.
        .env("OPENAI_API_KEY", "hush-hush");
    command
}

/// Returns the thoughts of an answer to a question that shares no word with the document.
fn thoughts(server: &process::Server, mode: Option<&str>) -> Value {
    let body = json!({
        "messages": [{"role": "user", "content": "vacation of employees"}],
        "context": {"overrides": {"retrieval_mode": mode}},
    })
    .to_string();
    let mut stream = server.connect();
    write!(
        stream,
        "POST /chat HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let body = &answer[answer.find('{').unwrap()..=answer.rfind('}').unwrap()];
    let body: Value = serde_json::from_str(body).unwrap();
    body["context"]["thoughts"].clone()
}

fn wait_until_embedded(server: &process::Server) {
    let end = Instant::now() + Duration::from_secs(30);
    while thoughts(server, Some("vectors"))[1]["props"]["has_vector"] != true {
        assert!(Instant::now() < end, "the document was not embedded in time");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_question_without_a_shared_word_is_found_and_the_thoughts_tell_how() {
    let (model, folder) = (Server::start(&[]), folder());
    let server = process::Server::start(embedding(&model, folder.path(), &["serve"]));
    server.wait_until_ready();
    wait_until_embedded(&server);
    let hits = |mode: Option<&str>| {
        let thoughts = thoughts(&server, mode);
        let props = &thoughts[1]["props"];
        let mode = props["retrieval_mode"].as_str().unwrap().to_owned();
        let has_model = props["embedding_model"] == "stems";
        assert_eq!(has_model, mode != "text");
        let mut results = thoughts.as_array().unwrap().iter();
        let results = results.rfind(|one| one["title"] == "Results").unwrap();
        (mode, results["props"]["n_hits"].clone(), results["props"]["ranks"].clone())
    };
    assert_eq!(hits(Some("text")), ("text".to_owned(), json!(0), Value::Null));
    let ranks = json!([{"id": "leave.md#0", "text": null, "vectors": 1}]);
    assert_eq!(hits(Some("vectors")), ("vectors".to_owned(), json!(1), ranks.clone()));
    assert_eq!(hits(None), ("hybrid".to_owned(), json!(1), ranks));
    let config = server.get("/config");
    assert!(
        config.contains(r#""showVectorOption":true"#)
            && config.contains(r#""showSemanticRankerOption":false"#)
    );
    let health = server.get("/healthz");
    assert!(health.contains(r#""by_meaning":{"passages":1,"of":1}"#), "{health}");
    assert!(model.calls().iter().all(|call| call.key.is_empty()));
}

#[test]
fn only_new_passages_are_embedded() {
    let (model, folder) = (Server::start(&[]), folder());
    let index = || run(embedding(&model, folder.path(), &["index"]));
    assert!(index().0);
    std::fs::write(folder.path().join("documents/tea.md"), "Tea is at four.").unwrap();
    assert!(index().0 && index().0);
    let texts: Vec<_> = model.calls().into_iter().flat_map(|call| call.texts).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[1].contains("Tea is at four."), "{texts:?}");
}

#[test]
fn vectors_of_another_model_stop_the_start_with_the_remedy() {
    let (model, folder) = (Server::start(&[]), folder());
    assert!(run(embedding(&model, folder.path(), &["index"])).0);
    let mut other = embedding(&model, folder.path(), &["serve"]);
    other.env("FOOTNOTE_EMBEDDING_MODEL", "other");
    let (ok, _, error) = run(other);
    assert!(!ok && error.contains("\"stems\"") && error.contains("delete that file"), "{error}");
}

#[test]
fn each_kind_of_text_has_its_own_words_before_it() {
    let (model, folder) = (Server::start(&[]), folder());
    let prefixed = |passage: &str, arguments: &[&str]| {
        let mut command = embedding(&model, folder.path(), arguments);
        command
            .env("FOOTNOTE_EMBEDDING_QUERY_PREFIX", "query:")
            .env("FOOTNOTE_EMBEDDING_PASSAGE_PREFIX", passage);
        run(command)
    };
    assert!(prefixed("passage:", &["index"]).0);
    assert!(prefixed("passage:", &["ask", "How many days of leave?"]).0);
    let texts: Vec<_> = model.calls().into_iter().flat_map(|call| call.texts).collect();
    let (questions, passages): (Vec<&String>, Vec<&String>) =
        texts.iter().partition(|text| text.starts_with("query: "));
    assert_eq!(questions, ["query: How many days of leave?"]);
    assert!(!passages.is_empty() && passages.iter().all(|text| text.starts_with("passage: ")));
    let (ok, _, error) = prefixed("text:", &["index"]);
    assert!(!ok && error.contains("'passage: '"), "{error}");
}

#[test]
fn a_folder_without_a_model_stops_the_start_and_says_what_is_missing() {
    let folder = folder();
    std::fs::create_dir_all(folder.path().join("data/model")).unwrap();
    let (ok, _, error) = run(over(folder.path(), &["serve"]));
    assert!(!ok && error.contains("config.json"), "{error}");
}

#[test]
fn without_its_model_a_question_is_answered_by_its_words() {
    let folder = folder();
    let mut command = over(folder.path(), &["ask", "How many days of leave do staff get?"]);
    command
        // Nobody listens at this port.
        .env("FOOTNOTE_EMBEDDING_URL", "http://127.0.0.1:9/v1")
        .env("FOOTNOTE_EMBEDDING_MODEL", "stems");
    let (ok, out, error) = run(command);
    assert!(ok && out.contains("30 days of annual leave"), "{error}");
}
