//! Hosts and origins: pages of other sites, and host names that resolve to this server but are not its own.

use axum::body::Body;
use axum::http::{HeaderValue, Request, StatusCode};
use footnote_engine::config::{Hosts, Policy};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{post, question, send, text, with_policy};

/// Returns the page's routes that answer, each with a body that it accepts.
fn routes() -> [(&'static str, String); 9] {
    let request =
        json!({"request": {"messages": [{"role": "user", "content": "How much leave?"}]}});
    [
        ("/page/stream", request.to_string()),
        ("/page/answer", request.to_string()),
        ("/page/library", "{}".to_owned()),
        ("/page/folder", "{}".to_owned()),
        ("/page/document", json!({"path": "leave.md"}).to_string()),
        ("/page/model/look", "{}".to_owned()),
        ("/page/model/choose", json!({"draft": {}}).to_string()),
        ("/page/model/forget", "{}".to_owned()),
        ("/page/judgement", json!({"helps": true, "outcome": null, "sources": 1}).to_string()),
    ]
}

fn with(mut request: Request<Body>, headers: &[(&'static str, &'static str)]) -> Request<Body> {
    for (name, value) in headers {
        let value = HeaderValue::from_static(value);
        request.headers_mut().insert(*name, value);
    }
    request
}

fn form() -> Request<Body> {
    Request::post("/")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("question=How+much+leave%3F&conversation="))
        .unwrap()
}

const FOREIGN: [&[(&str, &str)]; 6] = [
    &[("host", "localhost:3000"), ("origin", "https://evil.example")],
    &[("host", "localhost:3000"), ("origin", "http://localhost:8080")],
    &[("host", "localhost:3000"), ("origin", "null")],
    &[("origin", "https://evil.example")],
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site"), ("host", "localhost:3000")],
];

const OWN: [&[(&str, &str)]; 4] = [
    &[],
    &[("host", "localhost:3000"), ("origin", "http://localhost:3000")],
    &[("host", "Docs.example"), ("origin", "https://docs.example")],
    // Behind a proxy that changes the host.
    &[
        ("host", "127.0.0.1:3000"),
        ("origin", "https://docs.example"),
        ("sec-fetch-site", "same-origin"),
    ],
];

#[tokio::test]
async fn pages_of_other_sites_cannot_use_the_pages_doors() {
    for headers in FOREIGN {
        for (path, body) in routes() {
            let response = send(with(post(path, body), headers)).await;
            assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path} {headers:?}");
            let error: Value = serde_json::from_str(&text(response).await).unwrap();
            assert!(error["error"].is_string(), "{error}");
        }
        let response = send(with(form(), headers)).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{headers:?}");
    }
}

#[tokio::test]
async fn the_own_page_and_clients_that_are_no_browsers_use_them() {
    for headers in OWN {
        for (path, body) in routes() {
            let response = send(with(post(path, body), headers)).await;
            assert_eq!(response.status(), StatusCode::OK, "{path} {headers:?}");
        }
        let response = send(with(form(), headers)).await;
        assert_eq!(response.status(), StatusCode::OK, "{headers:?}");
    }
}

#[tokio::test]
async fn the_pages_doors_take_json_only() {
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        for (path, body) in routes() {
            let response = send(with(post(path, body), &[("content-type", kind)])).await;
            assert_eq!(response.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
            assert!(text(response).await.contains("\"error\""));
        }
    }
}

#[tokio::test]
async fn protocol_clients_ask_from_wherever_they_are() {
    for headers in FOREIGN {
        for path in ["/chat", "/chat/stream"] {
            let response = send(with(question(path, "How much leave?"), headers)).await;
            assert_eq!(response.status(), StatusCode::OK, "{path} {headers:?}");
        }
    }
}

#[tokio::test]
async fn a_form_keeps_its_origin_on_its_way_here() {
    let page = send(Request::get("/").body(Body::empty()).unwrap()).await;
    // Under `no-referrer`, browsers send the page's own form with an origin of `null`.
    assert_eq!(page.headers()["referrer-policy"], "same-origin");
}

/// Returns true if requests of every kind are refused under `host`.
async fn refuses(address: &str, more: &[&str], host: &'static str) -> bool {
    let hosts = Hosts::new(address.parse().unwrap(), more).unwrap();
    let policy = Policy { hosts, ..Policy::default() };
    let router = with_policy(policy);
    let get = |path| Request::get(path).body(Body::empty()).unwrap();
    let ask = question("/chat", "How much leave?");
    let mut refused = Vec::new();
    for request in [get("/healthz"), get("/"), get("/content/leave.md"), ask, form()] {
        let request = with(request, &[("host", host)]);
        let response = router.clone().oneshot(request).await.unwrap();
        refused.push(response.status() == StatusCode::FORBIDDEN);
    }
    refused.dedup();
    assert_eq!(refused.len(), 1, "all are treated alike: {host}");
    refused[0]
}

#[tokio::test]
async fn a_server_on_loopback_answers_under_no_other_name() {
    for host in ["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"] {
        assert!(!refuses("127.0.0.1", &[], host).await, "{host}");
    }
    for host in ["evil.example", "evil.example:3000", "localhost.evil.example", "0.0.0.0:3000"] {
        assert!(refuses("127.0.0.1", &[], host).await, "{host}");
    }
}

#[tokio::test]
async fn further_names_are_a_setting() {
    for address in ["127.0.0.1", "0.0.0.0"] {
        let more = ["docs.example"];
        assert!(!refuses(address, &more, "docs.example").await);
        assert!(!refuses(address, &more, "127.0.0.1:3000").await);
        assert!(refuses(address, &more, "evil.example").await);
    }
}

#[tokio::test]
async fn a_server_for_other_machines_answers_under_addresses_until_it_is_told_names() {
    for host in ["localhost:3000", "192.168.0.7:3000", "[2001:db8::7]:3000"] {
        assert!(!refuses("0.0.0.0", &[], host).await, "{host}");
    }
    assert!(refuses("0.0.0.0", &[], "rebound.example").await);
}

#[tokio::test]
async fn a_name_that_is_refused_is_explained() {
    let hosts = Hosts::new([127, 0, 0, 1].into(), &[]).unwrap();
    let router = with_policy(Policy { hosts, ..Policy::default() });
    let request = Request::get("/").body(Body::empty()).unwrap();
    let request = with(request, &[("host", "evil.example"), ("accept", "text/html,*/*")]);
    let response = router.oneshot(request).await.unwrap();
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    assert!(text(response).await.contains("FOOTNOTE_HOSTS=docs.example"));
}
