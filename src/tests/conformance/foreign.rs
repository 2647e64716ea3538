//! Servers of other projects: correct ones pass even if they use the freedom of the specifications, and each fault of
//! incorrect ones is reported with its reason.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, Response, Uri};
use footnote_conformance::{Report, examine};
use serde_json::{Value, json};

use super::{arguments, start};

/// A request as these servers see it.
struct Asked {
    path: String,
    kind: String,
    body: Value,
}

/// Returns a server that answers every request with one function.
fn server(answer: fn(Asked) -> Response<Body>) -> Router {
    Router::new().fallback(
        async move |_: Method, uri: Uri, headers: HeaderMap, request: Request| {
            let kind = headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
            let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
            let body = serde_json::from_slice(&body).unwrap_or_default();
            answer(Asked { path: uri.path().to_owned(), kind: kind.to_owned(), body })
        },
    )
}

fn say(status: u16, kind: &str, body: impl Into<String>) -> Response<Body> {
    let response = Response::builder().status(status).header("content-type", kind);
    response.body(Body::from(body.into())).unwrap()
}

fn json_of(status: u16, body: &Value) -> Response<Body> {
    say(status, "application/json", body.to_string())
}

async fn examined(router: Router, forms: &[&str], front_ends: &[&str]) -> Report {
    let mut arguments = arguments(start(router).await, forms);
    arguments.front_end = front_ends.iter().map(|&it| it.to_owned()).collect();
    examine(&arguments).await.unwrap()
}

/// Returns the failed checks of forms and front ends, with the observations.
fn faults(report: &Report) -> Vec<(&str, &str)> {
    let forms = report.forms.iter().flat_map(|it| &it.checks);
    let all = forms.chain(report.front_ends.iter().flat_map(|it| &it.checks));
    let failed = all.filter(|finding| !finding.passed);
    failed.map(|finding| (finding.check, finding.seen.as_str())).collect()
}

fn has_question(body: &Value) -> bool {
    body["messages"].as_array().is_some_and(|messages| !messages.is_empty())
}

/// The sample server of the protocol's Python library: it answers below `/api` at an address with a slash, and accepts
/// neither a context nor a null session.
fn sample(Asked { path, kind, body }: Asked) -> Response<Body> {
    let lines = "{\"delta\":{\"content\":\"A\",\"role\":\"assistant\"},\"sessionState\":\"7\"}\r\n\
                 {\"delta\":{\"content\":\".\"}}\r\n";
    let whole = json!({"message": {"content": "A.", "role": "assistant"}, "sessionState": "7"});
    let refused = |status| json_of(status, &json!({"error": {"code": "bad", "message": "No."}}));
    let brings = |key: &str, is: fn(&Value) -> bool| body.get(key).is_some_and(is);
    match path.as_str() {
        "/api/chat" => {
            let moved = Response::builder().status(308).header("location", "/api/chat/");
            moved.body(Body::empty()).unwrap()
        }
        "/api/chat/" | "/api/chat/stream" if kind.starts_with("multipart/") => json_of(200, &whole),
        "/api/chat/" | "/api/chat/stream" if kind != "application/json" => refused(415),
        "/api/chat/" | "/api/chat/stream"
            if !has_question(&body)
                || brings("context", Value::is_object)
                || brings("sessionState", |state| state != "7") =>
        {
            refused(400)
        }
        "/api/chat/" => json_of(200, &whole),
        "/api/chat/stream" => say(200, "application/jsonl", lines),
        _ => say(404, "text/html", "<h1>Not found</h1>"),
    }
}

#[tokio::test]
async fn a_sample_that_takes_neither_context_nor_session_is_spoken_to_without() {
    let report = examined(server(sample), &["sdk"], &[]).await;
    assert!(report.passed, "{}", report.table());
}

/// Returns the same server with errors as specified.
fn sample_of_text(asked: Asked) -> Response<Body> {
    let response = sample(asked);
    if response.status().is_client_error() {
        return json_of(response.status().as_u16(), &json!({"error": "No."}));
    }
    response
}

#[tokio::test]
async fn a_server_that_refuses_what_clients_may_send_is_told_so() {
    let report = examined(server(sample_of_text), &["message_delta"], &[]).await;
    assert!(report.forms[0].spoken, "{}", report.table());
    let checks: Vec<_> = faults(&report).into_iter().map(|(check, _)| check).collect();
    assert_eq!(checks, ["a context is taken"], "{}", report.table());
}

#[tokio::test]
async fn a_refusal_of_another_shape_is_one_fault_of_a_form_that_is_asked_for() {
    let report = examined(server(sample), &["message_delta"], &[]).await;
    assert!(report.forms[0].spoken, "{}", report.table());
    let checks: Vec<_> = faults(&report).into_iter().map(|(check, _)| check).collect();
    assert_eq!(checks, ["a context is taken", "the refusal has its form"], "{}", report.table());
}

/// Returns the same server at `/chat`, without `/api`: pages of the library are configured with the address.
fn sample_at_root(asked: Asked) -> Response<Body> {
    match asked.path.strip_prefix("/api") {
        Some(_) => say(404, "text/html", "<h1>Not found</h1>"),
        None => sample(Asked { path: format!("/api{}", asked.path), ..asked }),
    }
}

#[tokio::test]
async fn the_library_runs_wherever_its_page_is_told_to_ask() {
    for sample in [sample, sample_at_root] {
        let report = examined(server(sample), &[], &["protocol-library"]).await;
        assert!(report.front_ends[0].runs, "{}", report.table());
    }
}

/// A server that has sources but does not cite them in its text.
fn without_brackets(Asked { path, body, .. }: Asked) -> Response<Body> {
    let context = json!({"data_points": {"text": ["a.md: A."]}, "thoughts": []});
    let message = json!({"content": "A.", "role": "assistant"});
    match path.as_str() {
        "/chat" | "/chat/stream" if !has_question(&body) => json_of(400, &json!({"error": "No."})),
        "/chat" => json_of(200, &json!({"message": message, "context": context})),
        "/chat/stream" => {
            let first = json!({"delta": {"role": "assistant"}, "context": context});
            let lines = format!("{first}\n{}\n", json!({"delta": message}));
            say(200, "application/jsonl", lines)
        }
        _ => say(404, "text/plain", ""),
    }
}

#[tokio::test]
async fn an_answer_that_names_none_of_its_sources_is_told_of() {
    let report = examined(server(without_brackets), &["message_delta"], &[]).await;
    let checks: Vec<_> = faults(&report).into_iter().map(|(check, _)| check).collect();
    assert_eq!(
        checks,
        ["the answer cites data points only", "the stream cites data points only"],
        "{}",
        report.table()
    );
}

#[tokio::test]
async fn a_row_of_the_table_fits_on_a_line_and_the_reason_stands_below() {
    let long = server(|asked: Asked| match asked.path.as_str() {
        "/chat" | "/chat/stream" => say(200, "text/html", "word ".repeat(2_000)),
        _ => say(404, "text/plain", ""),
    });
    let report = examined(long, &["message_delta", "session_state"], &[]).await;
    let table = report.table();
    let (rows, below) = table.split_once("\n\n").unwrap();
    assert!(rows.lines().all(|line| line.chars().count() <= 120), "{table}");
    assert_eq!(below.lines().next(), Some("message_delta, session_state:"), "{table}");
    assert!(below.contains(&"word ".repeat(30)), "{table}");
    assert!(report.forms[0].reason.as_ref().unwrap().len() > 8_000);
}

/// Returns what a small server of the text of May 2024 answers, with this refusal: the session state comes back by the
/// name under which it was sent.
fn small(Asked { path, body, .. }: Asked, refusal: &Value) -> Response<Body> {
    let context = json!({"data_points": {"text": ["a.md: A."]}, "thoughts": []});
    let message = json!({"content": "A [a.md].", "role": "assistant"});
    match path.as_str() {
        "/chat" | "/chat/stream" if !has_question(&body) => json_of(400, refusal),
        "/chat" => {
            let mut whole = json!({"message": message, "context": context});
            if let Some(state) = body.get("sessionState") {
                whole["sessionState"] = state.clone();
            }
            json_of(200, &whole)
        }
        "/chat/stream" => {
            let first = json!({"delta": {"role": "assistant"}, "context": context});
            let lines = format!("{first}\n{}\n", json!({"delta": message}));
            say(200, "application/jsonl", lines)
        }
        _ => json_of(404, refusal),
    }
}

#[tokio::test]
async fn a_small_server_speaks_its_own_form_alone_whatever_its_refusals_look_like() {
    let right = server(|asked| small(asked, &json!({"error": "No."})));
    let with_objects =
        server(|asked| small(asked, &json!({"error": {"code": "bad", "message": "No."}})));
    for (router, faults) in [(right, &[][..]), (with_objects, &["the refusal has its form"])] {
        let report = examined(router, &[], &[]).await;
        let spoken = report.forms.iter().filter(|it| it.spoken).map(|it| it.form);
        assert_eq!(spoken.collect::<Vec<_>>(), ["message_delta"], "{}", report.table());
        let failed: Vec<_> = report.failures().map(|(_, finding)| finding.check).collect();
        assert_eq!(failed, faults, "{}", report.table());
        assert_eq!(report.passed, faults.is_empty());
    }
}

/// A server with the minimum that the specification of May 2024 requires: no context, no session, and 500 for what it
/// cannot parse.
fn bare(Asked { path, body, .. }: Asked) -> Response<Body> {
    let message = json!({"content": "A.", "role": "assistant"});
    match path.as_str() {
        "/chat" | "/chat/stream" if !has_question(&body) => json_of(500, &json!({"error": "No."})),
        "/chat" => json_of(200, &json!({"message": message})),
        "/chat/stream" => say(200, "application/jsonl", format!("{}\n", json!({"delta": message}))),
        _ => say(404, "text/plain", ""),
    }
}

#[tokio::test]
async fn what_a_text_leaves_to_servers_is_no_fault() {
    let report = examined(server(bare), &["message_delta"], &[]).await;
    assert!(report.passed, "{}", report.table());
    let looked_at: Vec<_> = report.forms[0].checks.iter().map(|it| it.check).collect();
    for absent in [
        "/api is no redirect",
        "a slash at the end is no redirect",
        "the stream cites data points only",
        "the first chunk has role and context",
        "the answer returns the session state",
    ] {
        assert!(!looked_at.contains(&absent), "{absent}: nothing is there to be right");
    }
}

/// The newest back end of the demonstration: no agentic search, thoughts of its own, image sources in brackets, and a
/// status of 500 for whatever it does not know.
fn demonstration(Asked { path, body, .. }: Asked) -> Response<Body> {
    let overrides = &body["context"]["overrides"];
    if overrides["use_agentic_knowledgebase"] == true {
        return json_of(500, &json!({"error": "The app encountered an error."}));
    }
    let context = json!({
        "data_points": {
            "text": ["plan.pdf#page=2: A."], "images": [], "citations": ["plan.pdf#page=2"],
            "external_results_metadata": [],
        },
        "thoughts": [
            {"title": "Prompt to generate search query", "description": [{"role": "system", "content": "A"}], "props": {"model": "m"}},
            {"title": "Search results", "description": [{"id": "1"}], "props": null},
        ],
        "followup_questions": null,
    });
    let text = "A [plan.pdf#page=2] and [other.pdf#page=1(figure1_1.png)].";
    let state = &body["session_state"];
    match path.as_str() {
        "/config" => {
            json_of(200, &json!({"showAgenticRetrievalOption": false, "streamingEnabled": true}))
        }
        "/chat" => {
            json_of(200, &json!({"output_text": text, "context": context, "session_state": state}))
        }
        "/chat/stream" => {
            let first =
                json!({"type": "response.context", "context": context, "session_state": state});
            let piece = json!({"type": "response.output_text.delta", "delta": text});
            say(200, "application/json-lines", format!("{first}\n{piece}\n{first}\n"))
        }
        "/content/plan.pdf" => say(200, "application/pdf", "%PDF"),
        _ => say(404, "text/plain", ""),
    }
}

#[tokio::test]
async fn the_newest_front_end_runs_against_its_own_back_end() {
    let report = examined(server(demonstration), &[], &["demonstration-2026-06"]).await;
    assert!(report.passed, "{}", report.table());
    let steps: Vec<_> = report.front_ends[0].checks.iter().map(|it| it.check).collect();
    assert!(steps.contains(&"opens a citation"), "{steps:?}");
}

/// The same where the search is agentic: the front end asks for it there.
#[tokio::test]
async fn the_newest_front_end_asks_for_what_its_settings_show() {
    let agentic = server(|asked| match asked.path.as_str() {
        "/config" => json_of(200, &json!({"showAgenticRetrievalOption": true})),
        _ => demonstration(asked),
    });
    let report = examined(agentic, &[], &["demonstration-2026-06"]).await;
    assert!(!report.passed);
    assert!(faults(&report)[0].1.contains("500"), "{}", report.table());
}

/// A server with five faults: an error key in each line, a citation without source, no end of the last line, a refusal
/// in HTML, and a redirect where a slash is missing.
fn careless(Asked { path, body, .. }: Asked) -> Response<Body> {
    let context = json!({"data_points": {"text": ["a.md: A."]}, "thoughts": []});
    let message = json!({"content": "A [b.md].", "role": "assistant"});
    match path.as_str() {
        "/chat" | "/chat/stream" if !has_question(&body) => say(
            400,
            "text/html",
            "<h1>Bad request</h1>\n<p>messages is no list, and so nothing can be said here.</p>",
        ),
        "/chat" => json_of(200, &json!({"message": message, "context": context})),
        "/chat/stream" => {
            let first = json!({"delta": {"role": "assistant"}, "context": context, "error": null});
            let piece = json!({"delta": message, "error": null});
            say(200, "application/jsonl", format!("{first}\n{piece}"))
        }
        "/chat/" => {
            let moved = Response::builder().status(308).header("location", "/chat");
            moved.body(Body::empty()).unwrap()
        }
        _ => say(404, "text/plain", ""),
    }
}

#[tokio::test]
async fn each_fault_of_a_careless_server_is_told_whole() {
    let report = examined(server(careless), &["message_delta"], &[]).await;
    let found = faults(&report);
    let checks: Vec<_> = found.iter().map(|(check, _)| *check).collect();
    assert_eq!(
        checks,
        [
            "the answer cites data points only",
            "the last line or event is ended",
            "no chunk has the key `error`",
            "the stream cites data points only",
            "the refusal has its form",
            "a slash at the end is no redirect",
        ],
        "{}",
        report.table()
    );
    let refusal = found[4].1;
    assert!(refusal.ends_with("and so nothing can be said here.</p>"), "{refusal}");
}

/// A server of AG-UI runs and UI message chunks that only lenient readers accept.
fn lax(Asked { body, .. }: Asked) -> Response<Body> {
    let event = |value: Value| format!("data: {value}\r\n\r\n");
    if body.get("threadId").is_some() {
        let events = [
            json!({"type": "RUN_STARTED", "threadId": "t", "runId": "r"}),
            json!({"type": "TEXT_MESSAGE_START", "messageId": "1", "role": "assistant"}),
            json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": "1", "delta": "A."}),
            json!({"type": "TEXT_MESSAGE_END", "messageId": "1"}),
            json!({"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}),
        ];
        let stream: String = events.into_iter().map(event).collect();
        return say(200, "text/event-stream", stream + "data: [DONE]\r\n\r\n");
    }
    let events = [
        json!({"type": "start", "messageId": null}),
        json!({"type": "text-start", "id": "1"}),
        json!({"type": "text-delta", "id": "1", "delta": "A."}),
        json!({"type": "text-end", "id": "1"}),
        json!({"type": "citations", "citations": []}),
    ];
    say(200, "text/event-stream", events.into_iter().map(event).collect::<String>())
}

#[tokio::test]
async fn what_strict_clients_break_off_at_is_told() {
    let report = examined(server(lax), &[], &["ag-ui-1.0", "ai-sdk-7"]).await;
    let found = faults(&report);
    assert!(found[0].1.contains("lines end in \\r\\n"), "{}", report.table());
    assert!(found[1].1.contains("messageId is null"), "{}", report.table());
    assert!(report.front_ends.iter().all(|it| !it.runs));
    let of_forms = examined(server(lax), &["ag_ui"], &[]).await;
    let checks: Vec<_> = faults(&of_forms).into_iter().map(|(check, _)| check).collect();
    assert!(checks.contains(&"the stream opens and closes as it should"), "{checks:?}");
}
