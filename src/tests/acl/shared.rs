//! Shared conversations: what their visitors see, and who creates and revokes links.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_engine::config::ReaderHeaders;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{ALICE, BOARD, BOB, QUESTION, SITE, Site, post, send};
use crate::support::text;

pub(super) type Who = (&'static str, &'static str);

pub(super) const WITHHELD: &str = "This answer is hidden";

/// Another question, which a public document answers, and one that nothing answers.
pub(super) const OTHER: &str = "When does the canteen open?";
pub(super) const UNANSWERED: &str = "Who invented the qwertyui?";

pub(super) fn readers() -> ReaderHeaders {
    ReaderHeaders {
        user: Some("x-user".parse().unwrap()),
        groups: Some("x-groups".parse().unwrap()),
    }
}

fn server(site: &Site) -> Router {
    site.router(readers())
}

pub(super) async fn page_route(
    server: &Router,
    who: &[Who],
    path: &str,
    arguments: &Value,
) -> Value {
    let said = send(server.clone(), post(&format!("/page/{path}"), arguments), who).await;
    serde_json::from_str(&said).unwrap_or(Value::String(said))
}

/// Has Alice ask in her conversation, and waits until the answer is kept.
pub(super) async fn ask(server: &Router, turn: &str, question: &str) {
    let request = json!({"messages": [{"role": "user", "content": question}], "overrides": {}});
    run(server, turn, &request).await;
}

/// Has Alice send a request in her conversation, and waits until the answer is kept.
pub(super) async fn run(server: &Router, turn: &str, request: &Value) {
    let run = json!({"request": request, "run": {"turn": turn, "conversation": "deal-1"}});
    send(server.clone(), post("/page/stream", &run), &[ALICE]).await;
    loop {
        let opened =
            page_route(server, &[ALICE], "conversations/open", &json!({"id": "deal-1"})).await;
        let turns = opened["turns"].as_array().cloned().unwrap_or_default();
        let is_kept = |kept: &Value| kept["id"] == turn && kept["answer"]["text"] != "";
        if turns.iter().any(is_kept) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

pub(super) async fn share(server: &Router, who: &[Who]) -> Value {
    page_route(server, who, "conversations/share", &json!({"id": "deal-1"})).await
}

pub(super) async fn visit(server: &Router, who: &[Who], token: &str) -> (StatusCode, String) {
    let mut request = Request::get(format!("/s/{token}")).body(Body::empty()).unwrap();
    for (name, value) in who {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let header = |name| response.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(
        (header("cache-control"), header("x-robots-tag")),
        ("no-store".into(), "noindex, nofollow".into())
    );
    // The nonce differs each time.
    let page = text(response).await;
    let nonce =
        page.split("nonce=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("-");
    (status, page.replace(nonce, ""))
}

#[tokio::test]
async fn a_shared_answer_is_shown_to_whoever_may_read_its_documents() {
    let server = server(&SITE);
    for (turn, question) in [("1", QUESTION), ("2", OTHER), ("3", UNANSWERED)] {
        ask(&server, turn, question).await;
    }
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    for who in [&[][..], &[BOB]] {
        let (status, page) = visit(&server, who, &token).await;
        assert_eq!(status, StatusCode::OK);
        for question in [QUESTION, OTHER, UNANSWERED] {
            assert!(page.contains(question), "{page}");
        }
        assert!(page.contains("opens at eleven") && page.contains("canteen.md"), "{page}");
        assert_eq!(page.matches(WITHHELD).count(), 2, "{page}");
        super::reveals_nothing(&page, "the link");
        assert!(!page.to_lowercase().contains("alice"), "{page}");
        assert!(!page.contains("<script"), "{page}");
    }
    let (_, page) = visit(&server, &[BOARD], &token).await;
    assert!(page.contains("zanzibar") && page.contains("board/merger.md"), "{page}");
    // An answer about all documents is only shown to its own reader, because others may not be allowed to read all of
    // them.
    assert_eq!(page.matches(WITHHELD).count(), 1, "{page}");
    assert!(!visit(&server, &[ALICE], &token).await.1.contains(WITHHELD));
}

#[tokio::test]
async fn a_link_is_its_owners_to_make_and_to_take_back() {
    let server = server(&SITE);
    ask(&server, "1", OTHER).await;
    assert_eq!(share(&server, &[BOB]).await, Value::Null);
    assert!(share(&server, &[]).await.to_string().contains("not kept here"));
    let id = json!({"id": "deal-1"});
    assert_eq!(page_route(&server, &[ALICE], "conversations/link", &id).await, Value::Null);
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    assert_eq!(page_route(&server, &[ALICE], "conversations/link", &id).await, json!(token));
    assert_eq!(page_route(&server, &[BOB], "conversations/link", &id).await, Value::Null);
    let listed = page_route(&server, &[ALICE], "conversations", &json!({})).await;
    assert_eq!(listed["conversations"][0]["shared"], true);
    page_route(&server, &[BOB], "conversations/revoke", &id).await;
    assert_eq!(visit(&server, &[BOB], &token).await.0, StatusCode::OK);
    page_route(&server, &[ALICE], "conversations/revoke", &id).await;
    let revoked = visit(&server, &[BOB], &token).await;
    assert_eq!(revoked.0, StatusCode::NOT_FOUND);
    for none in [&*"0".repeat(64), "x", "%00", "deal-1", "..%2f..", &token[1..]] {
        assert_eq!(visit(&server, &[BOB], none).await, revoked, "{none}");
    }
    assert_eq!(visit(&server, &[ALICE], &token).await, revoked);
}

#[tokio::test]
async fn a_link_ends_with_its_conversation_and_comes_back_with_it() {
    let server = server(&SITE);
    ask(&server, "1", OTHER).await;
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    for (discarded, status) in [(true, StatusCode::NOT_FOUND), (false, StatusCode::OK)] {
        let change = json!({"id": "deal-1", "change": {"Discard": discarded}});
        page_route(&server, &[ALICE], "conversations/change", &change).await;
        assert_eq!(visit(&server, &[BOB], &token).await.0, status);
    }
    ask(&server, "2", "When is lunch?").await;
    assert!(visit(&server, &[BOB], &token).await.1.contains("When is lunch?"), "as it is now");
    let delete = Request::delete("/chats/deal-1").body(Body::empty()).unwrap();
    send(server.clone(), delete, &[ALICE]).await;
    assert_eq!(visit(&server, &[BOB], &token).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_answer_whose_document_is_gone_or_closed_is_withheld() {
    let site = Site::new().await;
    let server = server(&site);
    ask(&server, "1", OTHER).await;
    let token = share(&server, &[ALICE]).await.as_str().unwrap().to_owned();
    assert!(visit(&server, &[BOB], &token).await.1.contains("opens at eleven"));
    site.write("canteen.md", "---\nusers: [carol@contoso.com]\n---\n\nClosed.\n");
    site.pass().await;
    assert!(visit(&server, &[BOB], &token).await.1.contains(WITHHELD));
    std::fs::remove_file(site.folder.path().join("canteen.md")).unwrap();
    site.pass().await;
    let (_, page) = visit(&server, &[BOB], &token).await;
    assert!(page.contains(WITHHELD) && !page.contains("eleven") && !page.contains("canteen.md"));
}
