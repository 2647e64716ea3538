//! A server that echoes every question, to each client in its own wire form. The README of this crate explains how to
//! run it.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use footnote_protocol::dialect::{self, AnswerHead, Delivery, Preferences, RawRequest, WireForm};
use footnote_protocol::{Answer, AnswerEvent, ChatRequest, FinishReason, ResponseContext};
use futures_util::{StreamExt, stream};
use http::{Uri, header};
use serde_json::Value;

async fn chat(uri: Uri, Json(body): Json<Value>) -> Response {
    let (form, path) = dialect::place(uri.path());
    let raw = RawRequest { path, form, body: &body, ..RawRequest::at(path) };
    let form = match dialect::recognise(&raw, Preferences::default()) {
        Ok(form) => form,
        Err(error) => {
            return (error.status(), Json(dialect::at(path).error(&error))).into_response();
        }
    };
    match form.parse(&raw) {
        Ok((request, delivery)) => answer(form, &request, delivery),
        Err(error) => (form.status(&error), Json(form.error(&error))).into_response(),
    }
}

/// Returns the events of an answer; from a model, they would arrive one by one.
fn events(request: &ChatRequest) -> Vec<AnswerEvent> {
    let said = format!("You said: {}", request.question());
    let end =
        AnswerEvent::Finished { reason: FinishReason::Stop, model: "echo".into(), usage: None };
    vec![AnswerEvent::Grounded(Box::<ResponseContext>::default()), AnswerEvent::Delta(said), end]
}

fn answer(form: &'static WireForm, request: &ChatRequest, delivery: Delivery) -> Response {
    let (head, events) = (AnswerHead::default(), events(request));
    if delivery == Delivery::Whole {
        return Json(form.whole(&head, &events.into_iter().collect::<Answer>())).into_response();
    }
    let (framing, mut encoder) = (form.framing, form.encoder(head));
    let values = stream::iter(events).flat_map(move |event| stream::iter(encoder.lines(event)));
    let bytes = values.map(move |value| framing.encode(&value));
    let bytes = bytes.chain(stream::iter([framing.end().to_vec()])).map(Ok::<_, axum::Error>);
    ([(header::CONTENT_TYPE, framing.content_type())], Body::from_stream(bytes)).into_response()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3100").await?;
    axum::serve(listener, Router::new().fallback(axum::routing::post(chat))).await
}
