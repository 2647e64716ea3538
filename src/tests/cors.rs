//! Front ends of other origins: which are allowed, and the responses to their preflight requests.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_engine::config::{Origins, Policy};
use tower::ServiceExt;

use crate::support::{question, text, with_policy};

const FRIEND: &str = "http://localhost:5173";
const STRANGER: &str = "https://evil.example";

fn server(origins: &[&str]) -> Router {
    with_policy(Policy { origins: Origins::new(origins).unwrap(), ..Policy::default() })
}

async fn preflight(server: &Router, origin: &str, path: &str) -> Response<Body> {
    let request = Request::options(path)
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "authorization,content-type,x-footnote-dialect,x-ms-useragent",
        );
    let request = request.body(Body::empty()).unwrap();
    server.clone().oneshot(request).await.unwrap()
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    let value = response.headers().get(name);
    value.map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn an_origin_on_the_list_may_ask_with_the_headers_of_the_clients() {
    let server = server(&["https://docs.example", FRIEND]);
    for path in ["/chat", "/chat/stream", "/api/chat/", "/config", "/content/leave.md"] {
        let response = preflight(&server, FRIEND, path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(header(&response, "access-control-allow-origin"), FRIEND);
        assert_eq!(header(&response, "access-control-allow-credentials"), "true");
        let headers = header(&response, "access-control-allow-headers");
        for name in ["authorization", "content-type", "x-footnote-dialect", "x-ms-useragent"] {
            assert!(headers.contains(name), "{headers}");
        }
        let methods = header(&response, "access-control-allow-methods");
        assert!(methods.contains("POST") && methods.contains("DELETE"), "{methods}");
    }
}

#[tokio::test]
async fn an_answer_says_which_origin_may_read_it() {
    let server = server(&[FRIEND]);
    for (origin, allowed) in [(FRIEND, FRIEND), (STRANGER, "")] {
        let mut request = question("/chat", "How much leave?");
        let value = origin.parse().unwrap();
        request.headers_mut().insert("origin", value);
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(header(&response, "access-control-allow-origin"), allowed);
        assert!(header(&response, "vary").contains("origin"));
    }
}

#[tokio::test]
async fn a_listed_origin_may_read_that_nothing_answers_somewhere() {
    let server = server(&[FRIEND]);
    for (origin, allowed) in [(FRIEND, FRIEND), (STRANGER, "")] {
        let mut request = question("/chatter", "How much leave?");
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert_eq!(header(&response, "access-control-allow-origin"), allowed);
    }
}

#[tokio::test]
async fn an_origin_that_is_not_on_the_list_is_told_nothing() {
    for server in [server(&[]), server(&[FRIEND])] {
        let response = preflight(&server, STRANGER, "/chat").await;
        assert_eq!(header(&response, "access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn a_browser_that_asks_for_an_unlisted_origin_is_told_which_setting_lists_it() {
    let response = preflight(&server(&[]), STRANGER, "/chat").await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert!(text(response).await.contains("FOOTNOTE_ORIGINS"));
}

#[tokio::test]
async fn any_origin_may_ask_without_credentials_where_the_list_says_so() {
    let response = preflight(&server(&["*"]), STRANGER, "/chat").await;
    assert_eq!(header(&response, "access-control-allow-origin"), "*");
    assert_eq!(header(&response, "access-control-allow-credentials"), "");
}

#[tokio::test]
async fn documents_may_be_framed_by_listed_origins_and_the_page_by_none() {
    let framers = async |origins: &[&str], path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = server(origins).oneshot(request).await.unwrap();
        let policy = header(&response, "content-security-policy").to_owned();
        policy.split_once("frame-ancestors ").unwrap().1.to_owned()
    };
    let listed = format!("'self' {FRIEND}");
    for path in ["/content/leave.md", "/content/plan.pdf", "/api/content/leave.md"] {
        assert_eq!(framers(&[], path).await, "'self'");
        assert_eq!(framers(&[FRIEND], path).await, listed);
        assert_eq!(framers(&["*"], path).await, "*");
    }
    assert_eq!(framers(&[FRIEND], "/").await, "'self'");
    assert_eq!(framers(&["*"], "/").await, "'self'");
}

#[tokio::test]
async fn the_pages_own_doors_stay_its_own() {
    let response = preflight(&server(&[FRIEND]), FRIEND, "/page/stream").await;
    assert_eq!(header(&response, "access-control-allow-origin"), "");
}

#[tokio::test]
async fn what_browsers_send_unasked_is_refused_unless_the_origin_is_on_the_list() {
    for (origin, refused) in [(FRIEND, false), (STRANGER, true)] {
        let request = Request::post("/chat")
            .header("origin", origin)
            .header("host", "localhost:3000")
            .header("content-type", "multipart/form-data; boundary=b")
            .body(Body::from("--b--\r\n"))
            .unwrap();
        let response = server(&[FRIEND]).oneshot(request).await.unwrap();
        assert_eq!(response.status() == StatusCode::FORBIDDEN, refused);
    }
}
