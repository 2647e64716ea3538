//! Speech: questions that are spoken on the page, and answers that other front ends have read aloud.

use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use footnote_models::ModelError;
use footnote_protocol::{ErrorKind, ProtocolError};
use footnote_text::analysis::language_code;
use http::{StatusCode, header};
use serde_json::{Value, json};

use super::front_end::refuse;
use crate::net::body::{self, Refusal};
use crate::net::paths::{self, DICTATION, SPOKEN_LANGUAGE};
use crate::state::AppState;

/// Maximum size of the HTML of an answer to be read aloud, in bytes: several times the text that is read.
const MAX_HTML_BYTES: usize = 32 * 1024;

/// Elements of an answer that are not read aloud: the numbers of its citations.
const UNSPOKEN: &str = "sup, script, style";

/// The route of other front ends.
pub(super) fn open_routes() -> Router<AppState> {
    paths::routes([("/speech", post(speak))])
}

/// The routes of the page.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route(DICTATION, post(dictate)).route(SPOKEN_LANGUAGE, post(spoken_language))
}

/// `POST /spoken-language`: returns the language of a text as `{"language": "deu"}`, or null if it is not clear.
async fn spoken_language(request: Request) -> Response {
    let (parts, body) = request.into_parts();
    match body::json(&parts, body).await {
        Ok(body) => match body.get("text").and_then(Value::as_str) {
            Some(text) => Json(json!({"language": language_code(text)})).into_response(),
            None => refuse(StatusCode::BAD_REQUEST, "text must hold a text"),
        },
        Err(refusal) => refusal.response_to(&parts.uri, &parts.headers),
    }
}

/// `POST /dictation`: writes down a recording, as `{"text": …}`.
async fn dictate(State(state): State<AppState>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let written = async {
        let none = || Refusal::not_found("No model is set up that writes down what is spoken.");
        let model = state.speech.transcription.as_ref().ok_or_else(none)?;
        let (media_type, sound) = body::sound(&parts, body).await?;
        let text = model.write_down(sound, &media_type).await;
        Ok::<_, Refusal>(text.map_err(|error| failed(&error))?)
    };
    match written.await {
        Ok(text) => Json(json!({"text": text})).into_response(),
        Err(refusal) => refusal.response_to(&parts.uri, &parts.headers),
    }
}

/// `POST /speech`: reads the HTML of an answer aloud, as MP3.
async fn speak(State(state): State<AppState>, request: Request) -> Response {
    // Front ends accept only status 400 as "not enabled".
    let Some((model, voice)) = &state.speech.speech else {
        return refuse(StatusCode::BAD_REQUEST, "Speech synthesis is not enabled.");
    };
    let (parts, body) = request.into_parts();
    let html = match body::json(&parts, body).await {
        Ok(body) => body.get("text").and_then(Value::as_str).map(str::to_owned),
        Err(refusal) => return refusal.response_to(&parts.uri, &parts.headers),
    };
    let text = html.map(|html| spoken(&html)).filter(|text| !text.is_empty());
    let Some(text) = text else {
        return refuse(StatusCode::BAD_REQUEST, "text must hold what is to be read aloud");
    };
    match model.speak(&text, voice).await {
        Ok(audio) => ([(header::CONTENT_TYPE, "audio/mp3")], audio).into_response(),
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &failed(&error).message),
    }
}

/// Returns the text of an answer's HTML without the numbers of its citations.
fn spoken(html: &str) -> String {
    let page = dom_query::Document::from(footnote_text::words::beginning(html, MAX_HTML_BYTES));
    page.select(UNSPOKEN).remove();
    footnote_text::words::in_one_line(&page.formatted_text())
}

/// The error of a speech model, in words of its own.
fn failed(error: &ModelError) -> ProtocolError {
    let message = match error {
        ModelError::TooSlow => "The speech model took too long.",
        ModelError::Unreachable | ModelError::Untrusted => "The speech model cannot be reached.",
        _ => "The speech model answered with an error.",
    };
    ProtocolError::new(ErrorKind::Model, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_without_tags_and_numbers() {
        let html = "<p>Freeze <b>wet</b> books &amp; wait.<a class=\"supContainer\"><sup>1</sup></a></p>\
                    <p>Then air them.</p><script>x</script>";
        assert_eq!(spoken(html), "Freeze wet books & wait. Then air them.");
        assert_eq!(spoken("Plain text"), "Plain text");
        let deep = "<b>".repeat(MAX_HTML_BYTES);
        assert_eq!(spoken(&deep), "");
    }
}
