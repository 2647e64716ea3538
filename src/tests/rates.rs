//! Rate limits of all routes: the real router, the table of rates, and the behaviour of the routes.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, Response, StatusCode};
use footnote_models::scripted::{Scripted, Step};
use footnote_serve::Capacity;
use footnote_serve::rates::{self, Charge, FAMILIES};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{self, post, text, with_capacity};

const DEPLOYING: &str = include_str!("../../docs/deploying.md");

/// Returns the patterns of all routes from the router's debug output, the only list of them.
fn routes() -> BTreeSet<String> {
    let router = format!("{:?}", support::shared());
    let (router, _) = router.split_once("fallback_router:").unwrap();
    let (_, paths) = router.split_once("node: Node").unwrap();
    let parts = paths.split("RouteId(").skip(1);
    let path = |route: &str| Some(route.split_once("): \"")?.1.split_once('"')?.0.to_owned());
    parts.filter_map(path).collect()
}

#[test]
fn every_route_is_in_the_table_of_rates_and_every_row_is_a_route() {
    let routes = routes();
    assert!(routes.len() > 100, "{}", routes.len());
    let rated: BTreeSet<&str> = FAMILIES
        .iter()
        .flat_map(|family| family.routes)
        .map(|route| route.split_once(' ').map_or(*route, |(_, path)| path))
        .collect();
    let mut named = BTreeSet::new();
    for pattern in &routes {
        let path = rates::path_of(pattern);
        assert!(rated.contains(path), "{pattern} has no rate: see serve/net/rates.rs");
        named.insert(path.to_owned());
    }
    let elsewhere = rates::ELSEWHERE.split_once(' ').unwrap().1;
    for path in rated.into_iter().filter(|path| ![elsewhere, "/pkg/…"].contains(path)) {
        assert!(named.contains(path), "{path} has a rate and no door");
    }
}

#[test]
fn the_documentation_has_the_table_of_rates() {
    assert!(
        DEPLOYING.contains(&rates::table()),
        "docs/deploying.md should have\n{}",
        rates::table()
    );
}

/// Returns a server that allows each client one question and twenty lookups per minute.
fn strict() -> Router {
    let model = Scripted::new([Step::Say("Staff get 30 days [leave.md].")]);
    with_capacity(Arc::new(model), Capacity::new(99, 99, 1))
}

/// Sends a request from another machine.
async fn send(router: &Router, mut request: Request<Body>) -> Response<Body> {
    let peer = SocketAddr::from(([10, 0, 0, 1], 1));
    request.extensions_mut().insert(ConnectInfo(peer));
    router.clone().oneshot(request).await.unwrap()
}

/// Returns a request to a route in the table, with a body that is read far enough to be counted.
fn request(route: &str) -> Request<Body> {
    let (method, path) = route.split_once(' ').unwrap_or(("POST", route));
    let path = path.replace("{*path}", "leave.md").replace(['{', '}', '*'], "");
    let question = json!([{"role": "user", "content": "How much leave?"}]);
    let tool = json!({"name": "search", "arguments": {"query": "leave"}});
    let body = json!({
        "model": "any", "messages": question, "input": "How much leave?",
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool,
    });
    let mut request = post(&path, body.to_string());
    *request.method_mut() = method.parse().unwrap();
    request
}

#[tokio::test]
async fn every_door_tells_a_client_that_asks_too_often_when_to_come_again() {
    let router = strict();
    // Neither questions nor lookups are left.
    send(&router, request("POST /chat")).await;
    while send(&router, request("GET /config")).await.status() == StatusCode::OK {}
    for family in FAMILIES.iter().filter(|family| family.charge != Charge::Nothing) {
        for route in family.routes {
            let route = if *route == rates::ELSEWHERE { "GET /nowhere" } else { route };
            let response = send(&router, request(route)).await;
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS, "{route}");
            let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=60).contains(&wait), "{route}: {wait}");
            let said = text(response).await;
            assert!(said.contains("Ask again in a moment"), "{route}: {said}");
        }
    }
    for free in ["GET /healthz", "POST /page/stop"] {
        let status = send(&router, request(free)).await.status();
        assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{free}");
    }
}

#[tokio::test]
async fn messages_that_call_no_tool_are_lookups_each() {
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    for (body, most) in [
        (ping.clone(), 20),
        (told, 20),
        (json!(["no message"]), 20),
        (json!([ping, ping, ping, ping, ping]), 4),
    ] {
        let router = strict();
        let post = || send(&router, post("/mcp", body.to_string()));
        let mut count = 0;
        while post().await.status() != StatusCode::TOO_MANY_REQUESTS {
            count += 1;
        }
        assert_eq!(count, most, "{body}");
        let said: Value = serde_json::from_str(&text(post().await).await).unwrap();
        assert_eq!((&said["jsonrpc"], &said["id"]), (&json!("2.0"), &Value::Null), "{said}");
        assert!(said["error"]["message"].as_str().unwrap().contains("Ask again"), "{said}");
    }
}

#[tokio::test]
async fn whoever_looks_too_often_reads_it_in_the_form_of_the_door() {
    let router = strict();
    while send(&router, request("GET /config")).await.status() == StatusCode::OK {}
    let mut page = request("GET /documents");
    page.headers_mut().insert("accept", "text/html,*/*".parse().unwrap());
    page.headers_mut().insert("accept-language", "de".parse().unwrap());
    let response = send(&router, page).await;
    assert!(response.headers().contains_key("retry-after"));
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    let said = text(response).await;
    assert!(
        said.starts_with("<!DOCTYPE html>") && said.contains("Zu viele Fragen in kurzer Zeit"),
        "{said}"
    );
    for (route, part) in [
        ("GET /list_uploaded", r#""status":"failed""#),
        ("GET /v1/models", r#""code":"rate_limit_exceeded""#),
        ("POST /page/library", r#""error":"#),
    ] {
        let said = text(send(&router, request(route)).await).await;
        assert!(said.contains(part), "{route}: {said}");
    }
}

#[tokio::test]
async fn a_client_has_eight_pages_made_at_once() {
    let router = with_capacity(Arc::new(Scripted::new([])), Capacity::new(9, 9, 0));
    let page = || Request::builder().method(Method::GET).uri("/").body(Body::empty()).unwrap();
    let pages = (0..20).map(|_| send(&router, page()));
    let pages = futures_util::future::join_all(pages).await;
    let count = |status| pages.iter().filter(|page| page.status() == status).count();
    assert_eq!((count(StatusCode::OK), count(StatusCode::SERVICE_UNAVAILABLE)), (8, 12));
    assert_eq!(send(&router, page()).await.status(), StatusCode::OK, "they have been made");
}
