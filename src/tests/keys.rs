//! API keys: whose name they stand for, what is rejected, and the commands beside a running server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_documents::acl::Allowed;
use footnote_engine::config::{InsightTerms, Policy};
use footnote_serve::{Capacity, Keyring, router};
use footnote_store::keys::{ApiKey, key_hash};
use footnote_store::{KeyStore, SqliteKeys};
use serde_json::Value;
use tower::ServiceExt;

use crate::support::process::{Server, folder, over, run};
use crate::support::{documents, post, question, state, text};

const KEY: &str = "fn-sync";
const OLD: &str = "fn-old";

/// Returns a server with a valid and an expired key, which answers one question a minute for each client.
async fn server(keys: &[(&str, Option<i64>)]) -> (Router, Keyring, Arc<SqliteKeys>) {
    let store = Arc::new(SqliteKeys::in_memory().unwrap());
    for (key, expires) in keys {
        let kept = ApiKey {
            name: key.trim_start_matches("fn-").to_owned(),
            groups: vec!["ops".to_owned()],
            hash: key_hash(key),
            created: 0,
            expires: *expires,
            used: None,
            requests: 0,
        };
        store.add(kept).await.unwrap();
    }
    let keyring = Keyring::open(store.clone()).await.unwrap();
    let mut state = state(&documents());
    let allowed = Allowed::Groups(vec!["ops".to_owned()]);
    state.insight_terms = InsightTerms { allowed, ..InsightTerms::default() };
    state.keyring = keyring.clone();
    state.capacity = Capacity::new(9, 9, 2);
    (router(state, Policy::default()), keyring, store)
}

/// Returns the status and the body of the response to a request with this key.
async fn send(router: &Router, mut request: Request<Body>, key: &str) -> (StatusCode, String) {
    if !key.is_empty() {
        let bearer = format!("Bearer {key}");
        request.headers_mut().insert("authorization", bearer.parse().unwrap());
    }
    let response = router.clone().oneshot(request).await.unwrap();
    (response.status(), text(response).await)
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_key_asks_in_the_name_and_the_groups_of_its_reader() {
    let (router, ..) = server(&[(KEY, None)]).await;
    assert_eq!(send(&router, get("/insights"), "").await.0, StatusCode::FORBIDDEN);
    assert_eq!(send(&router, get("/insights"), KEY).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_key_that_is_unknown_or_expired_is_refused_in_the_shape_of_each_form() {
    let (router, ..) = server(&[(KEY, None), (OLD, Some(1))]).await;
    let asked = r#"{"model": "m", "input": "How much leave?", "messages": [{"role": "user", "content": "How much leave?"}]}"#;
    for (key, message) in [("fn-none", "not known"), (OLD, "expired")] {
        for path in ["/v1/chat/completions", "/v1/responses", "/v1/models"] {
            let request = if path.ends_with("models") { get(path) } else { post(path, asked) };
            let (status, said) = send(&router, request, key).await;
            let said: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{path} {said}");
            assert!(said["error"]["message"].as_str().unwrap().contains(message), "{said}");
        }
        let (status, said) = send(&router, question("/chat", "How much leave?"), key).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{said}");
        assert!(said.contains("\"error\"") && said.contains(message), "{said}");
        let (status, said) = send(&router, get("/list_uploaded"), key).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert!(said.contains("\"status\":\"failed\""), "{said}");
        assert_eq!(send(&router, get("/content/leave.md"), key).await.0, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(send(&router, question("/chat", "How much leave?"), "").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_header_that_is_no_text_or_comes_twice_is_refused_whatever_keys_there_are() {
    for keys in [&[][..], &[(KEY, None)]] {
        let (router, ..) = server(keys).await;
        for values in [
            &[b"Bearer fn-\xff".as_slice()][..],
            &["Bearer fn-é".as_bytes()],
            &[b"Bearer fn-sync\xff"],
            &[b"Basic \x80"],
            &[b"Basic eA==", b"Bearer fn-abc"],
            &[b"Bearer fn-abc", b"Basic eA=="],
            &[b"", b"Bearer fn-sync"],
            &[b"Bearer\tfn-abc"],
            &[b"bearer  FN-abc"],
        ] {
            for mut request in
                [question("/chat", "How much leave?"), get("/content/leave.md"), get("/")]
            {
                for value in values {
                    let value = axum::http::HeaderValue::from_bytes(value).unwrap();
                    request.headers_mut().append("authorization", value);
                }
                let path = request.uri().path().to_owned();
                let (status, said) = send(&router, request, "").await;
                assert_eq!(status, StatusCode::UNAUTHORIZED, "{path} {values:?}: {said}");
            }
        }
    }
}

#[tokio::test]
async fn where_there_are_no_keys_what_is_sent_as_one_is_ignored() {
    let (router, ..) = server(&[]).await;
    let (status, _) = send(&router, question("/chat", "How much leave?"), "sk-any").await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn requests_are_limited_and_counted_for_each_key() {
    let (router, keyring, store) = server(&[(KEY, None), ("fn-report", None)]).await;
    let mut statuses = Vec::new();
    for key in [KEY, KEY, KEY, "fn-report"] {
        statuses.push(send(&router, question("/chat", "How much leave?"), key).await.0.as_u16());
    }
    assert_eq!(statuses, [200, 200, 429, 200]);
    keyring.refresh().await.unwrap();
    let counted: Vec<_> = store.all().await.unwrap().into_iter().collect();
    let counted: Vec<_> = counted.iter().map(|key| (key.requests, key.used.is_some())).collect();
    assert_eq!(counted, [(1, true), (3, true)]);
}

#[test]
fn keys_are_created_listed_and_revoked_beside_a_running_server() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let run = |arguments: &[&str]| {
        let (ok, out, error) = run(over(folder.path(), arguments));
        assert!(ok, "{error}");
        out
    };
    let status = |key: &str| {
        let more = format!("authorization: Bearer {key}\r\n");
        let body = r#"{"messages": [{"role": "user", "content": "How much leave?"}]}"#;
        let answer = server.post("/chat", "application/json", &more, body);
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    let wait = |key: &str, expected: &str| {
        let end = Instant::now() + Duration::from_secs(20);
        while status(key) != expected {
            assert!(Instant::now() < end, "the server does not say {expected}");
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    assert_eq!(status("sk-any"), "200");
    let key = run(&["key", "create", "--name", "Sync", "--groups", "hr", "--expires", "90d"]);
    let key = key.trim();
    let kept = std::fs::read(folder.path().join("data/keys.db")).unwrap();
    assert!(!kept.windows(key.len()).any(|bytes| bytes == key.as_bytes()), "only its hash is kept");
    wait("sk-any", "401");
    assert_eq!(status(key), "200");
    let end = Instant::now() + Duration::from_secs(20);
    while !run(&["key", "list"]).contains("last used today") {
        assert!(Instant::now() < end, "it is not counted");
    }
    assert!(run(&["key", "list"]).starts_with("sync: in hr; created today; expires in 90 days"));
    run(&["key", "create", "--name", "report"]);
    run(&["key", "revoke", "sync"]);
    wait(key, "401");
    run(&["key", "revoke", "report"]);
    wait("sk-any", "200");
    assert_eq!(status(key), "401", "the last key is revoked");
    assert!(run(&["operator"]).contains(":3000/operator?key=fn-"));
}
