//! Shared answers depend on the documents that they were made from, even if earlier turns are deleted.

use std::sync::Arc;

use axum::Router;
use footnote_engine::config::Policy;
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt, Token};
use footnote_protocol::{FinishReason, Role};
use footnote_serve::router;
use footnote_store::{KeptTurn, Sessions, TurnPlace};
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};

use super::shared::{OTHER, WITHHELD, ask, page_route, readers, run, share, visit};
use super::{ALICE, BOB, QUESTION, Site};

/// A model that repeats everything in its prompt: earlier answers and sources.
struct Teller;

impl ChatModel for Teller {
    fn name(&self) -> &'static str {
        "teller"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let before = prompt.messages.iter().filter(|message| message.role == Role::Assistant);
        let before: Vec<&str> = before.map(|message| message.content.as_str()).collect();
        let question = prompt.messages.last().map_or("", |last| last.content.as_str());
        let sources = question.split("sources>").nth(1).unwrap_or_default();
        let text = format!("{} {}", before.join(" "), sources.trim());
        stream::iter([Ok(Token::Text(text)), Ok(Token::Finished(FinishReason::Stop))]).boxed()
    }
}

/// Returns a server with that model, and its conversations.
fn telling(site: &Site) -> (Router, Sessions) {
    let mut state = site.state(readers());
    state.rag.model = ModelSlot::of(Arc::new(Teller));
    let sessions = Arc::clone(&state.sessions);
    (router(state, Policy::default()), sessions)
}

/// Returns a question about one document, after these messages.
fn request(question: &str, document: &str, before: &[Value]) -> Value {
    let mut messages = before.to_vec();
    messages.push(json!({"role": "user", "content": question}));
    let overrides = json!({"query_rewriting": false, "scope": {"documents": [document]}});
    json!({"messages": messages, "overrides": overrides})
}

/// Returns the text of a stored turn.
async fn kept_answer(server: &Router, turn: &str) -> String {
    let id = json!({"id": "deal-1"});
    let opened = page_route(server, &[ALICE], "conversations/open", &id).await;
    let turns = opened["turns"].as_array().unwrap();
    let turn = turns.iter().find(|one| one["id"] == turn).unwrap();
    turn["answer"]["text"].as_str().unwrap().to_owned()
}

/// Returns all pages of a shared conversation, as Bob sees them.
async fn all_pages(server: &Router, token: &str) -> String {
    let (mut whole, mut address) = (String::new(), token.to_owned());
    loop {
        let (_, page) = visit(server, &[BOB], &address).await;
        whole.push_str(&page);
        let Some(skipped) = page.split("?skip=").nth(1) else {
            return whole;
        };
        let skipped: String = skipped.chars().take_while(char::is_ascii_digit).collect();
        address = format!("{token}?skip={skipped}");
    }
}

/// Returns the messages of the first turn, whose answer only the board may read.
async fn secret_turn(server: &Router) -> [Value; 2] {
    run(server, "1", &request(QUESTION, "board/merger.md", &[])).await;
    let answer = kept_answer(server, "1").await;
    assert!(answer.contains("nine million"), "{answer}");
    [json!({"role": "user", "content": QUESTION}), json!({"role": "assistant", "content": answer})]
}

#[tokio::test]
async fn what_a_model_writes_of_an_open_document_alone_is_shown() {
    let site = Site::new().await;
    let (server, _) = telling(&site);
    run(&server, "1", &request(OTHER, "canteen.md", &[])).await;
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    let (_, page) = visit(&server, &[BOB], &token).await;
    assert!(page.contains("opens at eleven") && !page.contains(WITHHELD), "{page}");
}

#[tokio::test]
async fn what_a_model_writes_rests_on_what_it_was_told_though_that_turn_is_gone() {
    let site = Site::new().await;
    let (server, sessions) = telling(&site);
    let before = secret_turn(&server).await;
    run(&server, "2", &request(OTHER, "canteen.md", &before)).await;
    assert!(kept_answer(&server, "2").await.contains("nine million"));
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    assert!(!all_pages(&server, &token).await.contains("nine million"));
    let owner = sessions.open_link(&token, 0).await.unwrap().unwrap().owner;
    let empty = KeptTurn { id: "1".into(), question: QUESTION.into(), ..KeptTurn::default() };
    sessions.keep_turn((&owner, None), "deal-1", empty, TurnPlace::Known).await.unwrap();
    assert!(!all_pages(&server, &token).await.contains("nine million"), "it is rewritten");
    for number in 3..102 {
        let (id, question) = (number.to_string(), "More?".to_owned());
        let turn = KeptTurn { id, question, answer: "No.".to_owned(), ..KeptTurn::default() };
        sessions.keep_turn((&owner, None), "deal-1", turn, TurnPlace::New).await.unwrap();
    }
    let pages = all_pages(&server, &token).await;
    assert!(pages.contains(OTHER) && !pages.contains(QUESTION), "the first turn is trimmed");
    assert!(!pages.contains("nine million"), "{pages}");
    // Answers of unknown basis are withheld too.
    assert_eq!(pages.matches(WITHHELD).count(), 100);
}

#[tokio::test]
async fn what_a_model_was_told_that_was_never_kept_is_not_known() {
    let site = Site::new().await;
    let (server, _) = telling(&site);
    let before = [
        json!({"role": "user", "content": QUESTION}),
        json!({"role": "assistant", "content": "It costs nine million."}),
    ];
    run(&server, "1", &request(OTHER, "canteen.md", &before)).await;
    assert!(kept_answer(&server, "1").await.contains("nine million"));
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    let (_, page) = visit(&server, &[BOB], &token).await;
    assert!(page.contains(WITHHELD) && !page.contains("nine million"), "{page}");
}

#[tokio::test]
async fn what_none_of_the_documents_says_is_withheld_however_it_is_worded() {
    let site = Site::new().await;
    let state = site.state(readers());
    let sessions = Arc::clone(&state.sessions);
    let server = router(state, Policy::default());
    ask(&server, "1", "When does the canteen open? And what about the merger with Brixolend?")
        .await;
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    let shared = sessions.open_link(&token, 0).await.unwrap().unwrap();
    let mut turn = shared.conversation.turns[0].clone();
    assert!(turn.answer.contains("Nothing mentions"), "{}", turn.answer);
    for text in [&mut turn.answer, &mut turn.detail] {
        *text = text.replace("Nothing mentions", "Naught names");
    }
    sessions.keep_turn((&shared.owner, None), "deal-1", turn, TurnPlace::Known).await.unwrap();
    let (_, page) = visit(&server, &[BOB], &token).await;
    assert!(page.contains(WITHHELD) && !page.contains("eleven"), "{page}");
}
