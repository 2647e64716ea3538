//! The wire forms on the wire: the values that each form writes, and the statuses and content types with which the
//! server sends them.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_protocol::dialect::{AnswerHead, DIALECTS, WireForm};
use footnote_protocol::{
    Answer, AnswerEvent, DataPoints, ErrorKind, FinishReason, ModelReport, ProtocolError,
    ResponseContext, Sampling, Thought, TokenUsage, ToolStep,
};
use serde_json::{Value, json};

use crate::support::{BREAK_OFF, lines, post, send, text};

mod described;
mod golden;
mod heartbeats;
mod migration;
mod neighbours;
mod refusals;
mod requests;

fn grounded() -> AnswerEvent {
    AnswerEvent::Grounded(Box::new(ResponseContext {
        data_points: Some(DataPoints {
            text: vec!["leave.md: Staff get 30 days.".to_owned()],
            citations: vec!["leave.md".to_owned()],
            ..DataPoints::default()
        }),
        thoughts: vec![Thought::new("Original user query", "How much leave?")],
        ..ResponseContext::default()
    }))
}

fn delta(text: &str) -> AnswerEvent {
    AnswerEvent::Delta(text.to_owned())
}

fn finished() -> AnswerEvent {
    AnswerEvent::Finished {
        reason: FinishReason::Stop,
        model: "scripted".to_owned(),
        usage: Some(TokenUsage {
            prompt_tokens: 40,
            completion_tokens: 6,
            reasoning_tokens: None,
            total_tokens: 46,
        }),
    }
}

fn broke_off() -> ProtocolError {
    ProtocolError::new(ErrorKind::Model, "The chat model broke off.")
}

fn plain() -> Vec<AnswerEvent> {
    vec![
        grounded(),
        delta("30 “days”\n"),
        delta("[leave.md]."),
        AnswerEvent::Thoughts(vec![
            Thought::new("Original user query", "How much leave?"),
            Thought::new("Prompt", vec!["system", "user"]).with("elapsed_ms", 12),
        ]),
        finished(),
    ]
}

/// Returns an answer for which a model has looked things up in two rounds.
fn looked_up() -> Vec<AnswerEvent> {
    let searched = |query: &str| ToolStep::Searched {
        query: query.to_owned(),
        documents: Vec::new(),
        passages: 1,
    };
    let read = ToolStep::Read { document: "handbook.pdf".to_owned(), pages: Some((2, 3)) };
    let steps = [searched("leave"), searched("days off"), read];
    let thoughts = vec![Thought::new("Original user query", "How much leave?")];
    let mut context = ResponseContext { thoughts, ..ResponseContext::default() };
    context.thoughts.extend(steps[1..].iter().map(ToolStep::thought));
    context.data_points = Some(DataPoints {
        text: vec!["leave.md: Staff get 30 days.".into(), "handbook.pdf#page=2: Ask early.".into()],
        citations: vec!["leave.md".into(), "handbook.pdf#page=2".into()],
        ..DataPoints::default()
    });
    let grounded = AnswerEvent::Grounded(Box::new(context));
    let begun = steps.map(|step| AnswerEvent::Step(step.thought())).into_iter().chain([grounded]);
    begun.chain(plain().into_iter().skip(1)).collect()
}

fn with_followups() -> Vec<AnswerEvent> {
    let questions = ["May I carry days over?", "Who approves leave?"].map(str::to_owned);
    vec![
        grounded(),
        delta("30 days [leave.md]."),
        AnswerEvent::FollowUps(questions.into()),
        finished(),
    ]
}

/// Returns an answer of a model behind a content filter.
fn reported() -> Vec<AnswerEvent> {
    let safe = json!({"hate": {"filtered": false, "severity": "safe"}});
    let report = ModelReport {
        system_fingerprint: Some("fp_1".to_owned()),
        prompt_filter_results: Some(json!([
            {"prompt_index": 0, "content_filter_results": safe},
        ])),
        content_filter_results: Some(safe),
    };
    vec![
        grounded(),
        delta("30 days [leave.md]."),
        AnswerEvent::Reported(Box::new(report)),
        finished(),
    ]
}

fn broken() -> Vec<AnswerEvent> {
    vec![grounded(), delta("30 "), AnswerEvent::Failed(broke_off())]
}

fn head() -> AnswerHead {
    AnswerHead {
        id: "answer-1".to_owned(),
        created: 1_706_301_586,
        model: "scripted".to_owned(),
        temperature: 0.3,
        in_force: Some(Sampling::default()),
        session_state: Some(json!({"user": 7})),
        ..AnswerHead::default()
    }
}

/// Returns the same as a form has it: a run has names, which its answer repeats.
fn head_of(form: &WireForm) -> AnswerHead {
    match form.name {
        "ag_ui" => AnswerHead { echo: json!({"threadId": "t", "runId": "r"}), ..head() },
        _ => head(),
    }
}

/// Returns the bytes of a stream.
fn streamed(form: &WireForm, events: Vec<AnswerEvent>) -> String {
    let mut encoder = form.encoder(head_of(form));
    let framing = form.framing;
    let lines = events.into_iter().flat_map(|event| encoder.lines(event));
    let mut bytes: Vec<u8> = lines.flat_map(|line| framing.encode(&line)).collect();
    bytes.extend(framing.end());
    String::from_utf8(bytes).unwrap()
}

/// Returns the body of an answer in one piece.
fn whole(form: &WireForm, events: Vec<AnswerEvent>) -> String {
    let answer: Answer = events.into_iter().collect();
    form.whole(&head(), &answer).to_string()
}

#[test]
fn no_line_but_an_error_has_the_key_of_one() {
    // Clients take the mere presence of the key, even with null, as a failure.
    for form in DIALECTS {
        for events in [plain(), with_followups()] {
            for line in streamed(form, events).lines() {
                let line = line.strip_prefix("data: ").unwrap_or(line);
                let Ok(line) = serde_json::from_str::<Value>(line) else {
                    continue;
                };
                assert!(line.get("error").is_none(), "{line}");
            }
        }
    }
}

/// Returns a question in each form: its path, its body, and the content type of its answer.
fn questions(text: &str) -> [(&'static str, String, &'static str); 4] {
    let messages = json!([{"role": "user", "content": text}]);
    let first = |stream: bool| {
        json!({"messages": messages, "stream": stream, "context": {}, "session_state": [7]})
            .to_string()
    };
    let second = || json!({"messages": messages, "sessionState": [7]}).to_string();
    [
        ("/chat", first(false), "application/json"),
        ("/chat", first(true), "application/json-lines"),
        ("/chat", second(), "application/json"),
        ("/chat/stream", second(), "application/jsonl"),
    ]
}

fn content_type<B>(response: &Response<B>) -> &str {
    response.headers()["content-type"].to_str().unwrap()
}

#[tokio::test]
async fn what_breaks_off_is_a_status_where_one_can_still_be_sent() {
    for (path, body, kind) in questions(BREAK_OFF) {
        let response = send(post(path, body.clone())).await;
        let streams = kind != "application/json";
        let expected = if streams { 200 } else { 502 };
        assert_eq!(response.status(), expected, "{path} {body}");
        assert_eq!(content_type(&response), kind, "{path} {body}");
        let last = lines(response).await.pop().unwrap();
        assert!(last["error"].is_string(), "{last}");
    }
}

#[tokio::test]
async fn what_is_refused_before_a_stream_is_json_with_its_status() {
    for (path, body, _) in questions("  ") {
        let response = send(post(path, body.clone())).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{path} {body}");
        assert_eq!(content_type(&response), "application/json");
        let error: Value = serde_json::from_str(&text(response).await).unwrap();
        assert!(error["error"].is_string(), "{error}");
    }
}

#[tokio::test]
async fn a_first_edition_body_must_say_true_or_false() {
    let body = json!({"messages": [{"role": "user", "content": "x"}], "stream": "yes"});
    let response = send(post("/chat", body.to_string())).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert!(text(response).await.contains("boolean"));
}

#[tokio::test]
async fn an_address_for_streams_streams_whatever_the_body_says() {
    for (streams, kind) in [(false, "application/jsonl"), (true, "application/json-lines")] {
        let messages = json!([{"role": "user", "content": "How much leave?"}]);
        let body = json!({"messages": messages, "stream": streams});
        let response = send(post("/chat/stream", body.to_string())).await;
        assert_eq!(content_type(&response), kind, "{body}");
        assert!(lines(response).await.len() > 3, "{body}");
    }
}

#[tokio::test]
async fn what_a_client_keeps_comes_back_under_its_name_and_null_as_null() {
    for state in [json!(null), json!("7"), json!({"user": 7})] {
        let messages = json!([{"role": "user", "content": "How much leave?"}]);
        let body = json!({"messages": messages, "sessionState": state});
        let whole = lines(send(post("/chat", body.to_string())).await).await.remove(0);
        assert_eq!(whole.get("sessionState"), Some(&state));
        assert_eq!(whole.get("session_state"), None);
    }
}

#[tokio::test]
async fn a_client_may_name_the_form() {
    let body = json!({"messages": [{"role": "user", "content": "x"}]}).to_string();
    for path in [
        "/chat?dialect=choices",
        "/as/choices/chat",
        "/as/choices/chat/",
        "/as/choices/api/chat",
        "/api/as/choices/chat/",
    ] {
        let response = send(post(path, body.clone())).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert!(text(response).await.contains("\"choices\""), "{path}");
    }

    let mut request = post("/chat", body.clone());
    let named = "choices".parse().unwrap();
    request.headers_mut().insert("x-footnote-dialect", named);
    assert!(text(send(request).await).await.contains("\"choices\""));

    for path in ["/chat?dialect=klingon", "/as/klingon/chat"] {
        let unknown = send(post(path, body.clone())).await;
        assert_eq!(unknown.status(), StatusCode::BAD_REQUEST);
        assert!(text(unknown).await.contains("klingon"));
    }
}

#[tokio::test]
async fn a_question_may_stand_in_the_address() {
    for path in ["/chat", "/chat/", "/api/chat", "/as/message_events/chat"] {
        let uri = format!("{path}?message=How+much%20leave%3F");
        let request = Request::get(uri).body(Body::empty()).unwrap();
        let response = send(request).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(content_type(&response), "text/event-stream");
        let events = text(response).await;
        assert!(events.starts_with("event: start\ndata: "), "{events}");
        assert!(events.contains("30 days"), "{events}");
        let end = events.trim_end().rsplit("\n\n").next().unwrap();
        assert!(end.starts_with("event: end\ndata: "), "{events}");
    }
}

#[tokio::test]
async fn no_other_page_may_have_a_question_in_an_address_answered() {
    let request = Request::get("/chat?message=x").header("sec-fetch-site", "cross-site");
    let response = send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
}
