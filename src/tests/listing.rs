//! The page's list of many documents.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use footnote_documents::{FileState, Record};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support;

/// Returns the page at this address of a server with 250 documents.
async fn page(address: &str) -> String {
    let router = support::with_files((0..250).map(document).collect());
    let request = Request::get(address).body(Body::empty()).unwrap();
    support::text(router.oneshot(request).await.unwrap()).await
}

fn document(number: u32) -> Record {
    Record {
        path: format!("document-{number:03}.md"),
        state: FileState::Ready { passages: 1, pages: 1 },
        ..Record::default()
    }
}

/// Returns the number of documents that the page links to.
fn listed(page: &str) -> usize {
    page.matches("href=\"/documents/document-").count()
}

#[tokio::test]
async fn many_documents_are_listed_page_by_page() {
    let first = page("/").await;
    assert!(first.contains("250 documents"));
    assert_eq!(listed(&first), 100);
    assert!(first.contains("href=\"?documents=2\"") && !first.contains("documents=0"));
    let last = page("/?documents=3").await;
    assert_eq!(listed(&last), 50);
    assert!(last.contains("/documents/document-249.md") && !last.contains("documents=4"));
    assert!(last.contains("201 to 250 of 250"));
}

#[tokio::test]
async fn the_list_is_narrowed_by_names() {
    let named = page("/?named=DOCUMENT-01").await;
    assert_eq!(listed(&named), 10);
    assert!(named.contains("value=\"DOCUMENT-01\""));
    assert_eq!(listed(&page("/?named=nothing").await), 0);
}

#[tokio::test]
async fn folders_hold_the_documents_that_were_read() {
    let named = |path: &str| Record { path: path.to_owned(), ..document(1) };
    let broken = failed("broken/a.pdf".to_owned(), "is damaged and cannot be read");
    let paths = ["hr/a.md", "hr/pay/b.md", "top.md", "it/c.md"];
    let records = paths.into_iter().map(named).chain([broken]).collect();
    let request = support::post("/page/folder", "{}".to_owned());
    let response = support::with_files(records).oneshot(request).await.unwrap();
    let top: Value = serde_json::from_str(&support::text(response).await).unwrap();
    let folder = |name, documents| json!({"name": name, "documents": documents});
    assert_eq!(top["folders"], json!([folder("hr", 2), folder("it", 1)]));
    assert_eq!(top["documents"][0]["path"], "top.md");
}

#[tokio::test]
async fn images_without_text_stand_in_one_line_that_opens_without_scripts() {
    let photo = |number| failed(format!("photo-{number:03}.jpg"), "is an image without text");
    let broken = failed("broken.pdf".to_owned(), "is damaged and cannot be read");
    let records: Vec<_> = (0..148).map(photo).chain([broken, document(1)]).collect();
    for address in ["/documents", "/"] {
        let router = support::with_files(records.clone());
        let request = Request::get(address).body(Body::empty()).unwrap();
        let page = support::text(router.oneshot(request).await.unwrap()).await;
        assert!(page.contains("<summary>148 images without text</summary>"));
        assert_eq!(page.matches(">photo-").count(), 100, "{address}");
        assert!(page.contains("and 48 more"), "{address}");
        // The page also contains the messages of its language.
        let markup = |reason: &str| ["it ", ">"].map(|before| format!("{before}{reason}"));
        let is_told = |reason| markup(reason).iter().any(|shown| page.contains(shown));
        assert!(is_told("is damaged and cannot be read"), "{address}");
        assert!(!is_told("is an image without text"), "{address}");
    }
}

fn failed(path: String, reason: &str) -> Record {
    Record { path, state: FileState::Failed(reason.to_owned()), ..Record::default() }
}

#[tokio::test]
async fn an_address_that_names_no_page_shows_the_first() {
    for address in ["/?documents=x", "/?documents=-1", "/?other=2"] {
        assert_eq!(listed(&page(address).await), 100, "{address}");
    }
}

#[tokio::test]
async fn the_pages_door_lists_what_it_is_asked_for() {
    let router = support::with_files((0..250).map(document).collect());
    let listing = json!({"documents": 2, "named": "document"});
    let body = json!({ "listing": listing }).to_string();
    let request = support::post("/page/library", body);
    let shown = support::text(router.oneshot(request).await.unwrap()).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["documents"][0]["path"], "document-100.md");
    assert_eq!((&shown["listed"], &shown["ready"]), (&json!(250), &json!(250)));
}

#[tokio::test]
async fn the_page_says_that_the_index_cannot_be_written() {
    let request = Request::get("/").body(Body::empty()).unwrap();
    let response = support::unwritten().oneshot(request).await.unwrap();
    let page = support::text(response).await;
    assert!(page.contains("The index cannot be written"), "{page}");
}

#[tokio::test]
async fn a_client_follows_the_list_from_four_pages_at_once() {
    let router = support::with_files((0..3).map(document).collect());
    let followed = |client: &str| {
        let mut request = support::post("/page/changes", json!({"stays": true}).to_string());
        let peer: SocketAddr = format!("{client}:9").parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    };
    let mut open = Vec::new();
    for _ in 0..4 {
        let response = followed("10.0.0.1").await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        open.push(response);
    }
    let refused = followed("10.0.0.1").await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(followed("10.0.0.2").await.unwrap().status(), StatusCode::OK);
    open.pop();
    assert_eq!(followed("10.0.0.1").await.unwrap().status(), StatusCode::OK);
}
