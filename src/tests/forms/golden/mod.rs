//! The transcripts in `src/protocol/transcripts`, which other projects test against: the bytes that each form writes,
//! the text that a reader extracts, and the server's acceptance of the requests.
//!
//! `UPDATE_TRANSCRIPTS=1` replaces the recorded responses with the current ones.

use std::fs;
use std::path::PathBuf;

use axum::body::Body;
use axum::http::Request;
use footnote_protocol::dialect::{
    AnswerHead, DIALECTS, Preferences, RawRequest, ServerMemory, WireForm, recognise,
};
use footnote_protocol::{Answer, AnswerEvent, ProtocolError};
use serde_json::{Value, json};

use self::recorded::{Exchange, Transcript};
use super::{broke_off, broken, head, looked_up, plain, reported, with_followups};
use crate::support::{send, text};

mod recorded;

fn file(form: &WireForm) -> PathBuf {
    PathBuf::from(format!("src/protocol/transcripts/v1/{}.txt", form.name))
}

fn transcript(form: &WireForm) -> Transcript {
    Transcript::read(&fs::read_to_string(file(form)).unwrap())
}

/// Returns the events of an answer by the name of an exchange.
fn events(name: &str) -> Vec<AnswerEvent> {
    match name {
        name if name.contains("questions") => with_followups(),
        name if name.contains("report") => reported(),
        "broken_stream" => broken(),
        "stream_with_look_ups" => looked_up(),
        _ => plain(),
    }
}

/// Returns the head of the answer to a request.
fn head_of(form: &WireForm, raw: &RawRequest<'_>) -> AnswerHead {
    let (request, _) = form.parse(raw).unwrap();
    let session_state = match form.remembers(raw) {
        ServerMemory::Nothing => request.session_state,
        ServerMemory::Conversation | ServerMemory::Answers { .. } => Some(json!("session-1")),
    };
    AnswerHead { session_state, echo: form.echo(raw), ..head() }
}

/// Returns the error for a request that is rejected.
fn refusal(form: &WireForm, raw: &RawRequest<'_>) -> ProtocolError {
    let read = form.parse(raw).and_then(|(request, _)| request.validate());
    read.unwrap_err()
}

fn error(form: &WireForm, error: &ProtocolError) -> (u16, &'static str, String) {
    let status = form.status(error).as_u16();
    match form.error(error) {
        Value::String(recognised) => (status, "text/plain; charset=utf-8", recognised),
        body => (status, "application/json", body.to_string()),
    }
}

/// Returns the bytes of a stream.
fn streamed(form: &WireForm, head: AnswerHead, events: Vec<AnswerEvent>) -> String {
    let mut encoder = form.encoder(head);
    let lines = events.into_iter().flat_map(|event| encoder.lines(event));
    let mut bytes: Vec<u8> = lines.flat_map(|line| form.framing.encode(&line)).collect();
    bytes.extend(form.framing.end());
    String::from_utf8(bytes).unwrap()
}

/// Returns a response as the form writes it: its status, its content type and its bytes.
fn written(form: &WireForm, exchange: &Exchange) -> (u16, &'static str, String) {
    let body = exchange.body();
    let raw = exchange.raw(&body);
    match exchange.name.as_str() {
        "refusal" => return error(form, &refusal(form, &raw)),
        "failure" => return error(form, &broke_off()),
        _ => {}
    }
    let (head, events) = (head_of(form, &raw), events(&exchange.name));
    if exchange.name.starts_with("whole") {
        let answer: Answer = events.into_iter().collect();
        return (200, "application/json", form.whole(&head, &answer).to_string());
    }
    let mut stream = streamed(form, head, events);
    if exchange.name == "cut_stream" {
        // In the middle of the second piece.
        stream.truncate(stream.find("[leave").unwrap());
    }
    (200, form.framing.content_type(), stream)
}

#[test]
#[expect(clippy::disallowed_methods, reason = "whoever runs the test says what it is for")]
fn forms_are_written_as_others_read_them() {
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    for form in DIALECTS {
        let mut transcript = transcript(form);
        for exchange in &mut transcript.exchanges {
            let (status, kind, body) = written(form, exchange);
            let name = format!("{} {}", form.name, exchange.name);
            assert_eq!((status, kind), (exchange.status, exchange.kind.as_str()), "{name}");
            if update {
                exchange.answer = body;
            } else {
                assert_eq!(exchange.answer, body, "{name}");
            }
        }
        if update {
            fs::write(file(form), transcript.to_string()).unwrap();
        }
        assert_eq!(fs::read_to_string(file(form)).unwrap(), transcript.to_string());
    }
}

#[test]
fn a_reader_shows_of_each_answer_what_it_should() {
    for form in DIALECTS {
        let transcript = transcript(form);
        for exchange in &transcript.exchanges {
            let shown = transcript.shown(&exchange.kind, &exchange.answer);
            assert_eq!(shown, exchange.shows, "{} {}", form.name, exchange.name);
        }
    }
}

#[test]
fn each_request_tells_its_form() {
    for form in DIALECTS {
        for exchange in &transcript(form).exchanges {
            let body = exchange.body();
            let recognised = recognise(&exchange.raw(&body), Preferences::default()).unwrap();
            assert_eq!(recognised.name, form.name, "{}", exchange.name);
        }
    }
}

#[tokio::test]
async fn the_server_answers_each_request_as_recorded() {
    for form in DIALECTS {
        let transcript = transcript(form);
        let from_outside = |name: &str| {
            name.starts_with("whole") || name.starts_with("stream") || name == "refusal"
        };
        for exchange in transcript.exchanges.iter().filter(|it| from_outside(&it.name)) {
            let name = format!("{} {}", form.name, exchange.name);
            let mut request =
                Request::builder().method(exchange.method.as_str()).uri(&exchange.address);
            for (name, value) in &exchange.headers {
                request = request.header(name, value);
            }
            let request = request.body(Body::from(exchange.sent.clone())).unwrap();
            let response = send(request).await;
            let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
            assert_eq!(
                (response.status().as_u16(), &kind),
                (exchange.status, &exchange.kind),
                "{name}"
            );
            let body = text(response).await;
            let shown = transcript.shown(&kind, &body);
            if exchange.name == "refusal" {
                assert_eq!(body, exchange.answer, "{name}");
            } else {
                let said = shown["text"].as_str().unwrap_or_default();
                assert!(said.contains("leave.md"), "{name}: {body}");
                assert_eq!(shown.get("failure"), None, "{name}");
            }
        }
    }
}
