//! Examining servers: Footnote itself, and servers with one fault.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use footnote_conformance::{ConformanceArguments, Report, examine};
use footnote_engine::config::Policy;
use footnote_protocol::dialect::DIALECTS;
use tokio::net::TcpListener;

use crate::support::process::{over, run};
use crate::support::with_policy;

mod foreign;
mod front_ends;
mod planted;
mod servers;

/// Starts a server on a port of its own; returns its address.
#[expect(clippy::disallowed_methods, reason = "the test's runtime ends the server")]
async fn start(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

fn arguments(url: String, forms: &[&str]) -> ConformanceArguments {
    ConformanceArguments {
        url,
        form: forms.iter().map(|&form| form.to_owned()).collect(),
        front_end: Vec::new(),
        question: "How much leave?".to_owned(),
        header: Vec::new(),
        json: false,
    }
}

/// Examines a server in these forms, or in all.
async fn examined(router: Router, forms: &[&str]) -> Report {
    let url = start(router).await;
    examine(&arguments(url, forms)).await.unwrap()
}

#[tokio::test]
async fn footnote_passes_every_check_of_every_form() {
    let report = examined(with_policy(Policy::default()), &[]).await;
    assert!(report.passed, "{}", report.table());
    for form in &report.forms {
        assert!(form.spoken, "{}", form.form);
        assert!(form.checks.len() > 10, "{}", form.form);
    }
}

/// Forms that are examined as others are: this one has their answers to requests of its own.
const EXAMINED_WITH: [(&str, &str); 2] =
    [("chat_component_digits", "chat_component"), ("demo", "session_state")];

#[tokio::test]
async fn every_form_of_the_protocol_is_examined() {
    let report = examined(Router::new(), &[]).await;
    let mut examined: Vec<_> = report.forms.iter().map(|form| form.form).collect();
    for (form, other) in EXAMINED_WITH {
        assert!(examined.contains(&other), "{other}");
        examined.push(form);
    }
    let mut forms: Vec<_> = DIALECTS.iter().map(|form| form.name).collect();
    examined.sort_unstable();
    forms.sort_unstable();
    assert_eq!(examined, forms, "forms.json has the forms of DIALECTS");
}

#[tokio::test]
async fn a_server_that_asks_to_come_again_is_asked_again() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let busy = from_fn(async |request: Request, next: Next| {
        if ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
            let again = [("retry-after", "0")];
            return (StatusCode::TOO_MANY_REQUESTS, again).into_response();
        }
        next.run(request).await
    });
    let router = with_policy(Policy::default()).layer(busy);
    let report = examined(router, &["sdk"]).await;
    assert!(report.passed, "{}", report.table());
}

#[tokio::test]
async fn nobody_at_the_address_is_an_error_and_no_finding() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    assert!(examine(&arguments(url, &[])).await.is_err());
}

#[tokio::test]
async fn a_form_that_there_is_none_of_is_an_error() {
    let url = "http://127.0.0.1:1".to_owned();
    let error = examine(&arguments(url, &["klingon"])).await.unwrap_err();
    assert!(error.to_string().contains("message_delta"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_tells_the_result_by_its_exit_code() {
    let right = start(with_policy(Policy::default())).await;
    let wrong = start(Router::new().fallback(async || "Hello")).await;
    for (url, passed) in [(right, true), (wrong, false)] {
        let words = ["conformance", &url, "--json", "--form", "sdk"];
        let (success, out, err) = run(over(std::path::Path::new("."), &words));
        assert_eq!(success, passed, "{err}");
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["passed"], passed);
        assert_eq!(report["forms"][0]["spoken"], passed);
        assert_eq!(err.is_empty(), passed, "{err}");
    }
}
