//! A conversation of many large turns, opened page by page.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_chat::kept_turn::{MAX_ANSWER_LEN, within_bounds};
use footnote_engine::config::Policy;
use footnote_protocol::{Answer, DataPoints, RestsOn};
use footnote_serve::router;
use footnote_store::{KeptTurn, TurnPlace};
use serde_json::json;
use tower::ServiceExt;

use super::shared::{OTHER, WITHHELD, ask, page_route, readers, share, visit};
use super::{ALICE, BOB, SITE};
use crate::support::text;

/// Maximum size of a page, in bytes.
const MAX_PAGE_BYTES: usize = 8 << 20;

/// Returns a turn of the maximum size.
fn largest(number: usize) -> KeptTurn {
    let passage = format!("canteen.md: {}", "It opens at eleven. ".repeat(5_000));
    let points = DataPoints {
        text: vec![passage; 20],
        citations: vec!["canteen.md".to_owned()],
        ..DataPoints::default()
    };
    let documents = ["canteen.md".to_owned()].into();
    let rests_on = Some(RestsOn { documents, ..RestsOn::default() });
    let text = "*a* b\n\n".repeat(MAX_ANSWER_LEN / 7);
    let mut answer = Answer { text: text.clone(), rests_on, ..Answer::default() };
    answer.context.data_points = Some(points);
    let (id, question) = (format!("l{number}"), format!("Question {number} of many?"));
    let detail = json!({"id": id, "question": question, "answer": answer}).to_string();
    within_bounds(KeptTurn { id, question, answer: text, detail })
}

async fn page(server: &Router, address: &str) -> (StatusCode, String) {
    let (name, value) = ALICE;
    let request = Request::get(address).header(name, value).body(Body::empty()).unwrap();
    let response = server.clone().oneshot(request).await.unwrap();
    (response.status(), text(response).await)
}

/// Returns the address of the previous page, if this one links to it.
fn earlier(page: &str) -> Option<String> {
    let skipped = page.split("?skip=").nth(1)?;
    Some(skipped.chars().take_while(char::is_ascii_digit).collect())
}

#[tokio::test]
async fn a_conversation_of_large_turns_is_opened_page_by_page() {
    let state = SITE.state(readers());
    let sessions = Arc::clone(&state.sessions);
    let server = router(state, Policy::default());
    ask(&server, "1", OTHER).await;
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    let owner = sessions.open_link(&token, 0).await.unwrap().unwrap().owner;
    for number in 0..99 {
        sessions
            .keep_turn((&owner, None), "deal-1", largest(number), TurnPlace::New)
            .await
            .unwrap();
    }
    let opened =
        page_route(&server, &[ALICE], "conversations/open", &json!({"id": "deal-1"})).await;
    assert!(opened["earlier"].as_u64().unwrap() > 80 && opened.to_string().len() < MAX_PAGE_BYTES);
    let (mut asked, mut address) = (BTreeSet::new(), "/c/deal-1".to_owned());
    let (mut shared, mut pages) = (BTreeSet::new(), 0);
    loop {
        let (status, whole) = page(&server, &address).await;
        assert!(status == StatusCode::OK && whole.len() < MAX_PAGE_BYTES, "{}", whole.len());
        let path = address.replace("/c/deal-1", &token);
        let (_, public) = visit(&server, &[BOB], &path).await;
        assert!(public.len() < MAX_PAGE_BYTES && !public.contains(WITHHELD), "{}", public.len());
        for number in 0..99 {
            let question = format!("Question {number} of many?");
            if whole.contains(&question) {
                asked.insert(number);
            }
            if public.contains(&question) {
                shared.insert(number);
            }
        }
        pages += 1;
        let Some(skipped) = earlier(&whole) else { break };
        assert_eq!(earlier(&public).as_ref(), Some(&skipped));
        address = format!("/c/deal-1?skip={skipped}");
    }
    assert_eq!((asked.len(), shared.len()), (99, 99));
    assert!(pages > 20, "{pages}");
    let (status, said) = page(&server, "/c/deal-1/export.md").await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{said}");
    assert!(said.contains("1 MiB"), "{said}");
}

#[tokio::test]
async fn a_passage_whose_document_is_gone_is_not_shown_any_more() {
    let site = super::Site::new().await;
    let server = site.router(readers());
    ask(&server, "1", OTHER).await;
    let id = json!({"id": "deal-1"});
    let opened = page_route(&server, &[ALICE], "conversations/open", &id).await.to_string();
    assert!(opened.contains("canteen.md: The canteen opens"), "{opened}");
    std::fs::remove_file(site.folder.path().join("canteen.md")).unwrap();
    site.pass().await;
    let opened = page_route(&server, &[ALICE], "conversations/open", &id).await.to_string();
    assert!(!opened.contains("canteen.md: The canteen opens"), "{opened}");
    assert!(opened.contains("opens at eleven"), "the answer is the owner's: {opened}");
    let (_, whole) = page(&server, "/c/deal-1").await;
    assert!(whole.contains("This passage can no longer be shown."), "{whole}");
}
