//! Front ends with a correct server, and with a server that has one fault.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use footnote_conformance::{FrontEndFindings, Report, examine};
use footnote_engine::config::ReaderHeaders;
use footnote_protocol::dialect::Preferences;

use super::{arguments, examined, start};
use crate::support::{shared, with_preferences, with_reader_headers};

/// A server's answer to a body at a path, right or wrong; `None` where it has none.
type Answers = fn(path: &str, body: &str, wrongly: bool) -> Option<String>;

/// A front end, a server for it, and the result with a faulty server: the failing step and the observation.
type Planted = (&'static str, Answers, &'static str, &'static str);

const DOCUMENT: &str = "It is A.";

/// Returns the wrong or the right text.
fn either(wrongly: bool, right: &str, wrong: &str) -> String {
    String::from(if wrongly { wrong } else { right })
}

/// A stream of lines.
fn lines<const N: usize>(lines: [&str; N]) -> String {
    lines.join("\n") + "\n"
}

const TEXT_DELTA: &str = r#"{"choices":[{"delta":{"content":"A [a.md]."}}]}"#;

fn planned(path: &str, _: &str, wrongly: bool) -> Option<String> {
    let step = r#"[{"type":"searchIndex","activity":{"query":"a"},"count":1}]"#;
    let plan = if wrongly { r#""It searches.""# } else { step };
    let context = format!(
        r#"{{"thoughts":[{{"title":"Query plan","description":{plan}}}],"data_points":{{"text":["a.md: A."],"citations":["a.md"]}}}}"#
    );
    match path {
        "/chat/stream" => Some(lines([
            &format!(r#"{{"type":"response.context","context":{context}}}"#),
            r#"{"type":"response.output_text.delta","delta":"A [a.md]."}"#,
        ])),
        "/chat" => Some(format!(r#"{{"output_text":"A [a.md].","context":{context}}}"#)),
        "/content/a.md" => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

const OBJECTS: &str = r#"{"thoughts":[{"title":"Search"}],"data_points":{"text":["a.md: A."]}}"#;
const TEXTS: &str = r#"{"thoughts":"Searched.","data_points":["a.md: A."]}"#;

fn of_march_2024(path: &str, _: &str, wrongly: bool) -> Option<String> {
    match path {
        "/chat" => Some(lines([
            &format!(r#"{{"choices":[{{"delta":{{"role":"assistant"}},"context":{OBJECTS}}}]}}"#),
            TEXT_DELTA,
        ])),
        "/ask" => {
            let answer = format!(r#"{{"message":{{"content":"A [a.md]."}},"context":{OBJECTS}}}"#);
            Some(either(wrongly, &format!(r#"{{"choices":[{answer}]}}"#), &answer))
        }
        "/content/a.md" => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

fn of_november_2023(path: &str, _: &str, wrongly: bool) -> Option<String> {
    let context = if wrongly { OBJECTS } else { TEXTS };
    match path {
        "/chat" => Some(lines([
            &format!(r#"{{"choices":[{{"delta":{{"role":"assistant"}},"context":{context}}}]}}"#),
            TEXT_DELTA,
        ])),
        "/content/a.md" => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

fn of_october_2023(path: &str, body: &str, wrongly: bool) -> Option<String> {
    let is_refused = wrongly && body.contains(r#""bot""#);
    of_november_2023(path, body, false).filter(|_| !is_refused)
}

fn of_september_2023(path: &str, _: &str, wrongly: bool) -> Option<String> {
    match path {
        "/chat_stream" => Some(lines([
            &format!(r#"{{"choices":[{{"delta":{{}},"extra_args":{TEXTS}}}]}}"#),
            TEXT_DELTA,
        ])),
        "/ask" => {
            let message = r#""message":{"content":"A [a.md]."}"#;
            Some(either(
                wrongly,
                &format!(r#"{{"choices":[{{{message},"extra_args":{TEXTS}}}]}}"#),
                &format!(r#"{{"choices":[{{{message},"context":{TEXTS}}}]}}"#),
            ))
        }
        "/content/a.md" => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

fn of_spring_2023(path: &str, _: &str, wrongly: bool) -> Option<String> {
    let points = if wrongly { "{}" } else { r#"["a.md: A."]"# };
    match path {
        "/chat" | "/ask" => Some(format!(
            r#"{{"answer":"A [a.md].","thoughts":"Searched.","data_points":{points}}}"#
        )),
        "/content/a.md" => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

fn component(path: &str, _: &str, wrongly: bool) -> Option<String> {
    let text = if wrongly { "30 days" } else { "𝟥𝟢 days" };
    let context = r#"{"thoughts":"Searched.","data_points":{"text":["a.md: A."]}}"#;
    match path {
        "/chat" => Some(lines([
            &format!(r#"{{"choices":[{{"delta":{{"content":"","context":{context}}}}}]}}"#),
            &format!(r#"{{"choices":[{{"delta":{{"content":"{text} [a.md]"}}}}]}}"#),
        ])),
        "/content/a.md" => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

fn serverless(path: &str, _: &str, wrongly: bool) -> Option<String> {
    match path {
        "/api/chats/stream" | "/api/chat/stream" => Some(lines([
            r#"{"delta":{"role":"assistant"},"context":{"sessionId":"7"}}"#,
            r#"{"delta":{"content":"A [a.md]."}}"#,
        ])),
        "/api/chats" => Some(either(wrongly, r#"[{"id":"7","title":"A?"}]"#, r#"{"sessions":[]}"#)),
        "/api/chats/7/" => Some(r#"[{"role":"user","content":"A?"}]"#.to_owned()),
        "/api/chats/7" => Some(String::new()),
        "/api/documents/a.md" if !wrongly => Some(DOCUMENT.to_owned()),
        _ => None,
    }
}

fn steps(path: &str, _: &str, wrongly: bool) -> Option<String> {
    let step = r#"{"type":"response.output_text.delta","delta":"A."}"#;
    let lines = either(wrongly, step, r#"{"delta":{"content":"A."}}"#) + "\n";
    (path == "/chat/stream").then_some(lines)
}

fn chunks(path: &str, _: &str, wrongly: bool) -> Option<String> {
    let chunk = format!("{TEXT_DELTA}\n");
    let whole = r#"{"message":{"content":"A."}}"#;
    (path == "/chat").then(|| either(wrongly, &chunk, &format!("{whole}\n")))
}

fn single(path: &str, body: &str, wrongly: bool) -> Option<String> {
    chunks(path, body, false).filter(|_| !wrongly)
}

fn libraries(path: &str, body: &str, without: &str) -> Option<String> {
    let usage = |kind: &str, usage: &'static str| if without == kind { "" } else { usage };
    let counted = r#","usage":{"prompt_tokens":7,"completion_tokens":2}"#;
    match path {
        "/v1/chat/completions" if body.contains("include_usage") => {
            let last = format!(r#"{{"choices":[]{}}}"#, usage("last", counted));
            let chunk = r#"{"choices":[{"delta":{"content":"A."}}]}"#;
            Some(format!("data: {chunk}\n\ndata: {last}\n\ndata: [DONE]\n\n"))
        }
        "/v1/chat/completions" => Some(format!(
            r#"{{"choices":[{{"message":{{"content":"A."}}}}]{}}}"#,
            usage("whole", counted)
        )),
        "/v1/responses" if without == "previous" && body.contains(r#""previous_"#) => None,
        "/v1/responses" => Some(String::from(
            r#"{"id":"7","output":[{"content":[{"text":"A."}]}],"usage":{"input_tokens":7,"output_tokens":2}}"#,
        )),
        _ => None,
    }
}

const STREAMED: &str = "shows a streamed answer";

const PLANTED: [Planted; 15] = [
    ("demonstration-2026-06", planned, STREAMED, "No results found"),
    (
        "demonstration-2024-03",
        of_march_2024,
        "shows an answer on its page for single questions",
        "a chunk without a choice",
    ),
    ("demonstration-2023-11", of_november_2023, STREAMED, "[object Object]"),
    ("demonstration-2023-10", of_october_2023, "goes on with the conversation", "404"),
    (
        "demonstration-2023-09",
        of_september_2023,
        "shows an answer on its page for single questions",
        "nothing beside the text",
    ),
    (
        "demonstration-2023-04",
        of_spring_2023,
        "shows a whole answer",
        "supporting content cannot be opened",
    ),
    ("web-component", component, STREAMED, "a piece with a digit"),
    ("serverless-chat-2026", serverless, "lists its conversations", "200"),
    ("serverless-chat-2024", serverless, "opens a citation", "404"),
    ("quickstart-2026-07", steps, STREAMED, "no text at /delta"),
    ("quickstart-2024-05", chunks, STREAMED, "a line is no chunk"),
    ("quickstart-2023-09", single, STREAMED, "404"),
    (
        "openai-libraries",
        |path, body, wrongly| libraries(path, body, if wrongly { "whole" } else { "" }),
        "counts the tokens of a completion",
        "no usage",
    ),
    (
        "openai-libraries",
        |path, body, wrongly| libraries(path, body, if wrongly { "last" } else { "" }),
        "counts the tokens of a streamed one",
        "no usage",
    ),
    (
        "openai-libraries",
        |path, body, wrongly| libraries(path, body, if wrongly { "previous" } else { "" }),
        "goes on with the conversation",
        "404",
    ),
];

fn server(answers: Answers, wrongly: bool) -> Router {
    Router::new().fallback(async move |method: Method, uri: Uri, body: String| {
        match answers(uri.path(), &body, wrongly) {
            Some(_) if method == Method::DELETE => (StatusCode::NO_CONTENT, String::new()),
            Some(answer) => (StatusCode::OK, answer),
            None => (StatusCode::NOT_FOUND, String::new()),
        }
    })
}

/// Examines a server with one front end.
async fn visited(router: Router, front_end: &str) -> (Report, FrontEndFindings) {
    let mut arguments = arguments(start(router).await, &[]);
    arguments.front_end = vec![front_end.to_owned()];
    let report = examine(&arguments).await.unwrap();
    let visited = report.front_ends[0].clone();
    (report, visited)
}

#[tokio::test]
async fn a_front_end_runs_where_nothing_is_wrong() {
    for (front_end, answers, ..) in PLANTED {
        let (report, visited) = visited(server(answers, false), front_end).await;
        assert!(visited.runs && report.passed, "{}", report.table());
    }
}

#[tokio::test]
async fn what_a_front_end_stumbles_over_is_told_in_the_words_of_its_reader() {
    for (front_end, answers, step, expected) in PLANTED {
        let (report, visited) = visited(server(answers, true), front_end).await;
        assert!(!visited.runs && !report.passed, "{}", report.table());
        let fault = visited.checks.iter().find(|finding| !finding.passed).unwrap();
        assert_eq!(fault.check, step, "{}", report.table());
        assert!(fault.seen.contains(expected), "{front_end}: {}", fault.seen);
    }
}

#[tokio::test]
async fn a_front_end_that_nobody_asked_for_may_fail() {
    let report = examined(server(chunks, false), &[]).await;
    let run = report.front_ends.iter().filter(|visited| visited.runs);
    let names: Vec<_> = run.map(|visited| visited.front_end).collect();
    assert_eq!(names, ["quickstart-2023-09", "quickstart-2024-05"]);
    assert!(report.front_ends.iter().all(|visited| !visited.checks.is_empty()));
    let table = report.table();
    assert!(table.contains("does not count"), "{table}");
    let row = table.lines().find(|line| line.starts_with("ag-ui-1.0")).unwrap();
    assert!(row.contains(" no "), "{table}");
    assert!(table.contains("serverless-chat-2026 needs a reader"), "{table}");
}

#[tokio::test]
async fn a_front_end_that_there_is_none_of_is_an_error() {
    let mut arguments = arguments("http://127.0.0.1:1".to_owned(), &[]);
    arguments.front_end = vec!["netscape".to_owned()];
    let error = examine(&arguments).await.unwrap_err();
    assert!(error.to_string().contains("web-component"), "{error}");
}

/// Front ends that run against this server as it is, with nobody known and no form preferred.
const RUN: [&str; 18] = [
    "demonstration-2023-04",
    "demonstration-2023-09",
    "demonstration-2023-10",
    "demonstration-2023-11",
    "demonstration-2024-03",
    "demonstration-2024-10",
    "demonstration-2026-06",
    "demonstration-java-2025-06",
    "chatgpt-quickstart-2023-06",
    "quickstart-2023-09",
    "quickstart-2026-07",
    "rag-postgres-2026-04",
    "web-component",
    "serverless-chat-2024",
    "protocol-library",
    "ai-sdk-7",
    "ag-ui-1.0",
    "openai-libraries",
];

#[tokio::test]
async fn front_ends_run_against_footnote() {
    let report = examined(shared(), &[]).await;
    for visited in report.front_ends.iter().filter(|it| RUN.contains(&it.front_end)) {
        assert!(visited.runs, "{}", report.table());
    }
    let names: Vec<_> = report.front_ends.iter().map(|it| it.front_end).collect();
    assert!(RUN.iter().all(|name| names.contains(name)), "{names:?}");
}

#[tokio::test]
async fn a_front_end_for_a_known_user_runs_where_a_proxy_names_one() {
    let readers = ReaderHeaders { user: Some("x-user".parse().unwrap()), groups: None };
    let named = from_fn(async |mut request: Request, next: Next| {
        let user = HeaderValue::from_static("alice");
        request.headers_mut().insert("x-user", user);
        next.run(request).await
    });
    let router = with_reader_headers(readers).layer(named);
    let (report, visited) = visited(router, "serverless-chat-2026").await;
    assert!(visited.runs && report.passed, "{}", report.table());
}

#[tokio::test]
async fn a_front_end_that_tells_no_form_runs_where_its_form_is_preferred() {
    let preferences = Preferences { form: Some("completion_chunks"), ..Preferences::default() };
    let router = with_preferences(preferences);
    let (report, visited) = visited(router, "quickstart-2024-05").await;
    assert!(visited.runs && report.passed, "{}", report.table());
}
