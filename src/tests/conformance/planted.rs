//! Servers with one fault: this fault is reported, and nothing else.

use axum::Router;
use axum::http::{StatusCode, Uri};
use footnote_conformance::{Report, examine};

use super::servers::{Server, Spelling, servers};
use super::{arguments, examined, start};

/// A fault: the form, the change to the server, and the check that should fail.
type Planted = (&'static str, fn(&mut Server), &'static str);

const LINES: &str = "every line or event is one JSON object";

const IN_WHOLE_ANSWERS: [Planted; 9] = [
    ("session_state", |s| s.whole.0 = 500, "a question is answered"),
    ("session_state", |s| s.whole.1 = "text/plain", "the answer is application/json"),
    (
        "session_state",
        |s| swap(&mut s.whole.2, r#""thoughts""#, r#""notes""#),
        "the answer has its fields",
    ),
    (
        "choices",
        |s| swap(&mut s.whole.2, r#""index":0"#, r#""index":"0""#),
        "the answer has its fields",
    ),
    (
        "chat_component",
        |s| swap(&mut s.whole.2, r#""Searched.""#, "[]"),
        "the answer has its fields",
    ),
    (
        "output_text",
        |s| swap(&mut s.whole.2, "{\"output", "{\"error\":null,\"output"),
        "the answer has no key `error`",
    ),
    (
        "session_state",
        |s| swap(&mut s.whole.2, "SESSION", "null"),
        "the answer returns the session state",
    ),
    ("sdk", |s| swap(&mut s.whole.2, "\"7\"", "null"), "the answer returns the session state"),
    (
        "choices",
        |s| swap(&mut s.whole.2, "[a.md].", "[b.md]."),
        "the answer cites data points only",
    ),
];

const IN_STREAMS: [Planted; 24] = [
    ("session_state", |s| s.stream.0 = 503, "a stream is answered"),
    ("session_state", |s| s.stream.1 = "text/html", "the stream has its content type"),
    ("openai_chat", |s| s.stream.1 = "application/jsonl", "the stream has its content type"),
    ("session_state", |s| swap(&mut s.stream.2, "{\"delta\"", "data: {\"delta\""), LINES),
    ("sdk", |s| s.stream.2.push_str(" \r\n"), LINES),
    ("choices", |s| s.stream.2 = s.stream.2.replace('\n', ""), LINES),
    ("openai_chat", |s| s.stream.2 = s.stream.2.replace("data: ", ""), LINES),
    ("sdk", trimmed, "the last line or event is ended"),
    ("choices", trimmed, "the last line or event is ended"),
    (
        "openai_chat",
        |s| swap(&mut s.stream.2, "data: [DONE]\n\n", ""),
        "the stream opens and closes as it should",
    ),
    (
        "message_events",
        |s| s.stream.2 = s.stream.2.replace("end", "stop"),
        "the stream opens and closes as it should",
    ),
    (
        "openai_responses",
        |s| swap(&mut s.stream.2, "event: response.output_text.delta\n", ""),
        "the stream opens and closes as it should",
    ),
    (
        "session_state",
        |s| {
            swap(
                &mut s.stream.2,
                r#"{"role":"assistant"},"context":{"data"#,
                r#"{},"context":{"data"#,
            );
        },
        "the first chunk has role and context",
    ),
    ("openai_responses", |s| swap(&mut s.stream.2, "\"A.\"", "\"\""), "there is text"),
    ("ui_message_stream", |s| said(s, "\"A.\"", "\"\""), "there is text"),
    (
        "ag_ui",
        |s| said(s, "\"RUN_FINISHED\"", "\"RUN_OVER\""),
        "the stream opens and closes as it should",
    ),
    (
        "ag_ui",
        |s| s.whole.2.push_str("data: [DONE]\n\n"),
        "the stream opens and closes as it should",
    ),
    (
        "ag_ui",
        |s| s.whole.2 = s.whole.2.replace('\n', "\r\n"),
        "the stream opens and closes as it should",
    ),
    (
        "session_state",
        |s| {
            swap(
                &mut s.stream.2,
                r#"{"role":"assistant"},"context":{"data"#,
                r#"{"role":"assistant","content":"Well: "},"context":{"data"#,
            );
        },
        "text never stands beside data points",
    ),
    ("choices", |s| s.stream.2.insert_str(0, "{\"choices\":[]}\n"), "every chunk has a choice"),
    (
        "chat_component",
        |s| swap(&mut s.stream.2, "\"A \"", "\"A for 30 \""),
        "pieces of text are small as tokens",
    ),
    ("choices", |s| swap(&mut s.stream.2, "\"stop\"", "null"), "the stream tells why it ends"),
    (
        "output_text",
        |s| swap(&mut s.stream.2, ",\"session_state\":SESSION", ""),
        "the stream returns the session state",
    ),
    (
        "session_state",
        |s| {
            swap(
                &mut s.stream.2,
                r#"{"delta":{"content":".""#,
                r#"{"error":null,"delta":{"content":".""#,
            );
        },
        "no chunk has the key `error`",
    ),
];

const AT_DOORS: [Planted; 12] = [
    (
        "output_text",
        |s| swap(&mut s.stream.2, "[a.md]", "[a.md][b.pdf#page=2]"),
        "the stream cites data points only",
    ),
    ("session_state", |s| s.refusal.0 = 500, "a wrong body is refused"),
    ("session_state", html, "the refusal has its form"),
    ("sdk", html, "the refusal has its form"),
    (
        "chat_component",
        |s| s.refusal.2 = String::from(r#"{"error":"No."}"#),
        "the refusal has its form",
    ),
    (
        "ui_message_stream",
        |s| s.refusal.2 = String::from(r#"{"error":"No."}"#),
        "the refusal has its form",
    ),
    ("session_state", |s| s.other_type = 400, "another content type is refused"),
    ("session_state", |s| s.slash = Spelling::Redirected, "a slash at the end is no redirect"),
    ("sdk", |s| s.slash = Spelling::Unknown, "a slash at the end is no redirect"),
    ("session_state", |s| s.api = Spelling::Redirected, "/api is no redirect"),
    ("sdk", |s| s.multipart = false, "a form with files is read"),
    ("message_events", |s| s.refusal.0 = 200, "a wrong body is refused"),
];

/// Replaces the first occurrence of `from`, which must exist.
fn swap(text: &mut String, from: &str, to: &str) {
    assert!(text.contains(from), "{from} in {text}");
    *text = text.replacen(from, to, 1);
}

/// Replaces text in the stream of a form without whole answers.
fn said(server: &mut Server, from: &str, to: &str) {
    swap(&mut server.whole.2, from, to);
}

fn trimmed(server: &mut Server) {
    server.stream.2.truncate(server.stream.2.trim_end().len());
}

fn html(server: &mut Server) {
    server.refusal.1 = "text/html";
    server.refusal.2 = String::from("<h1>Bad request</h1>");
}

fn failures(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(_, finding)| finding.check).collect()
}

#[tokio::test]
async fn a_server_that_does_nothing_wrong_speaks_its_form_and_passes() {
    for server in servers() {
        let form = server.form;
        let report = examined(server.router(), &[]).await;
        assert!(report.passed, "{form}\n{}", report.table());
        let spoken = report.forms.iter().filter(|examined| examined.spoken);
        let names: Vec<_> = spoken.map(|examined| examined.form).collect();
        // Two editions only differ in their errors.
        assert!(names.contains(&form), "{form}: {names:?}");
        assert_eq!(names.len(), 1, "{form}: {names:?}");
    }
}

#[tokio::test]
async fn exactly_the_planted_fault_is_reported() {
    let planted = IN_WHOLE_ANSWERS.iter().chain(&IN_STREAMS).chain(&AT_DOORS);
    for (form, plant, check) in planted {
        let mut server = servers().into_iter().find(|server| server.form == *form).unwrap();
        plant(&mut server);
        let report = examined(server.router(), &[form]).await;
        assert!(report.forms[0].spoken, "{form}: {check}");
        assert_eq!(failures(&report), [*check], "{form}\n{}", report.table());
        assert!(!report.passed);
    }
}

#[tokio::test]
async fn a_form_that_is_not_spoken_is_a_fault_only_if_it_was_asked_for() {
    let server = || servers().into_iter().next().unwrap().router();
    assert!(examined(server(), &["choices"]).await.passed);
    let report = examined(server(), &["choices", "sdk"]).await;
    assert!(!report.passed && failures(&report).is_empty());
    let reason = report.forms[1].reason.as_deref().unwrap();
    assert!(reason.contains("answers with something else"), "{reason}");
    let begins: String = reason.chars().take(200).collect();
    assert!(report.table().contains(&begins), "{}", report.table());
}

#[tokio::test]
async fn why_a_form_is_not_spoken_is_told() {
    let mut server = servers().into_iter().find(|s| s.form == "sdk").unwrap();
    server.whole.0 = 404;
    server.stream.0 = 503;
    let report = examined(server.router(), &["sdk", "openai_chat"]).await;
    let reasons = report.forms.iter().map(|form| form.reason.clone().unwrap());
    let reasons: Vec<_> = reasons.collect();
    assert!(reasons[0].contains("/chat: 404"), "{reasons:?}");
    assert!(reasons[0].contains("/chat/stream: 503"), "{reasons:?}");
    assert!(reasons[1].contains("/v1/chat/completions: 404"), "{reasons:?}");
}

#[tokio::test]
async fn a_server_that_redirects_to_where_it_answers_speaks_its_form() {
    let server = servers().into_iter().find(|s| s.form == "sdk").unwrap();
    let moving = Router::new().fallback(async |uri: Uri| {
        let path = uri.path().replace("/moving", "");
        (StatusCode::PERMANENT_REDIRECT, [("location", path)])
    });
    let router = Router::new().nest("/moving", moving).merge(server.router());
    let url = start(router).await + "/moving";
    let report = examine(&arguments(url, &["sdk"])).await.unwrap();
    assert!(report.forms[0].spoken, "{}", report.table());
    let observation = report.forms[0].checks[0].seen.as_str();
    assert_eq!(observation, "200, redirected to /chat");
}

#[tokio::test]
async fn a_redirect_to_another_origin_is_not_followed() {
    let elsewhere = start(servers().into_iter().next().unwrap().router()).await;
    let moving = Router::new().fallback(async move |uri: Uri| {
        let there = format!("{elsewhere}{}", uri.path());
        (StatusCode::PERMANENT_REDIRECT, [("location", there)])
    });
    let report = examined(moving, &["choices"]).await;
    assert!(!report.forms[0].spoken);
    assert!(report.forms[0].reason.as_deref().unwrap().contains("308"));
}

#[tokio::test]
async fn a_server_that_refuses_the_key_of_the_session_state_is_asked_without_it() {
    for (form, fault) in [("sdk", None), ("session_state", Some("a session state is taken"))] {
        let mut server = servers().into_iter().find(|s| s.form == form).unwrap();
        server.takes_session = false;
        let report = examined(server.router(), &[form]).await;
        assert!(report.forms[0].spoken, "{}", report.table());
        assert_eq!(failures(&report), Vec::from_iter(fault), "{}", report.table());
    }
}

#[tokio::test]
async fn a_server_that_answers_below_api_alone_is_found_there() {
    let mut server = servers().into_iter().find(|s| s.form == "sdk").unwrap();
    server.at_root = false;
    let report = examined(server.router(), &["sdk"]).await;
    assert!(report.passed, "{}", report.table());
}

#[tokio::test]
async fn a_server_that_speaks_no_form_does_not_pass() {
    let web = Router::new().fallback(async || axum::response::Html("<h1>Hello</h1>"));
    let report = examined(web, &[]).await;
    assert!(!report.passed && failures(&report).is_empty());
}
