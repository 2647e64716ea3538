//! A front end of another project, served in place of the page.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_engine::config::{FrontEnd, Policy};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::{lines, question, text, with_policy};

const INDEX: &str = "<!doctype html><title>Theirs</title><script>start()</script>\
                     <script type=\"module\" src=\"/assets/app.js\"></script>";

/// Returns a server with a front end of a page, a script and an icon.
fn serving() -> (Router, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("assets")).unwrap();
    for (name, content) in
        [("index.html", INDEX), ("assets/app.js", "export {}"), ("favicon.ico", "icon")]
    {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let policy =
        Policy { front_end: Some(FrontEnd::new(folder.path()).unwrap()), ..Policy::default() };
    (with_policy(policy), folder)
}

async fn send(router: &Router, request: Request<Body>) -> Response<Body> {
    router.clone().oneshot(request).await.unwrap()
}

/// Returns the response to a reader's browser at an address.
async fn visit(router: &Router, path: &str) -> Response<Body> {
    let request = Request::get(path)
        .header("sec-fetch-mode", "navigate")
        .header("sec-fetch-dest", "document")
        .header("accept", "text/html,*/*;q=0.8");
    send(router, request.body(Body::empty()).unwrap()).await
}

/// Returns the response to a script of the front end.
async fn fetch(router: &Router, path: &str) -> Response<Body> {
    let request = Request::get(path).header("sec-fetch-dest", "empty").header("accept", "*/*");
    send(router, request.body(Body::empty()).unwrap()).await
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_front_end_stands_at_the_root_and_at_addresses_of_its_own() {
    let (router, _folder) = serving();
    for path in ["/", "/index.html", "/qa", "/chats/7?tab=2", "/chat"] {
        let response = visit(&router, path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert!(header(&response, "content-type").starts_with("text/html"));
        assert!(text(response).await.contains("Theirs"), "{path}");
    }
}

#[tokio::test]
async fn its_files_come_with_their_types_and_are_asked_for_again() {
    let (router, _folder) = serving();
    for (path, kind) in [("/assets/app.js", "javascript"), ("/favicon.ico", "icon")] {
        let response = fetch(&router, path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert!(header(&response, "content-type").contains(kind), "{path}");
        assert_eq!(header(&response, "cache-control"), "no-cache");
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn its_own_scripts_run_and_nothing_leaves_the_origin() {
    let (router, _folder) = serving();
    let response = visit(&router, "/").await;
    let security = header(&response, "content-security-policy").to_owned();
    let nonce = security.split("'nonce-").nth(1).unwrap();
    let nonce = nonce.split('\'').next().unwrap();
    let page = text(response).await;
    assert_eq!(page.matches(&format!("<script nonce={nonce}")).count(), 2);
    assert!(!security.contains("http"), "{security}");
    let scripts = security.split(';').find(|rule| rule.contains("script-src"));
    assert!(!scripts.unwrap().contains("'unsafe-inline'"), "{security}");
    let again = visit(&router, "/").await;
    assert!(!header(&again, "content-security-policy").contains(nonce));
}

#[tokio::test]
async fn what_scripts_fetch_in_vain_is_no_page() {
    let (router, _folder) = serving();
    for path in ["/assets/gone.js", "/.auth/me", "/gone"] {
        let response = fetch(&router, path).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let document = visit(&router, "/content/gone.md").await;
    assert_eq!(document.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_doors_answer_beside_it() {
    let (router, _folder) = serving();
    let answer = lines(send(&router, question("/chat/stream", "How much leave?")).await).await;
    assert!(answer.len() > 1);
    for path in ["/config", "/auth_setup", "/healthz"] {
        let response = fetch(&router, path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn the_page_has_moved_and_answers_where_it_is() {
    let (router, _folder) = serving();
    let page = text(visit(&router, "/footnote").await).await;
    assert!(page.contains("<title>Footnote</title>"), "{page}");
    // Relative addresses depend on the location of the page.
    assert!(page.contains("action=\"#turn-1\""), "{page}");
    let posted = Request::post("/footnote")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("question=How+much+leave%3F"))
        .unwrap();
    let answered = send(&router, posted).await;
    assert_eq!(answered.status(), StatusCode::OK);
    assert!(text(answered).await.contains("30 days"));
}

#[tokio::test]
async fn without_a_front_end_the_page_is_at_the_root_alone() {
    let router = with_policy(Policy::default());
    let page = text(visit(&router, "/").await).await;
    assert!(page.contains("<title>Footnote</title>"));
    let response = visit(&router, "/footnote").await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}
