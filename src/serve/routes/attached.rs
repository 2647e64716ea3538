//! Attaching files to a conversation of the page.

use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use footnote_chat::attachments::Attachments;
use footnote_client::{Locale, words};
use footnote_documents::ExtractError;
use footnote_documents::attach::AttachError;
use footnote_protocol::{AttachedFiles, ErrorKind, ProtocolError};
use serde_json::Value;

use super::chat::attach_error;
use super::language;
use crate::net::body::Refusal;
use crate::net::client::Client;
use crate::net::multipart::{self, QuestionFiles, QuestionWithFiles};
use crate::state::AppState;

/// Path for attaching files. It is not among the page's server functions, which accept only JSON.
const ATTACHED: &str = "/attached";

/// The route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route(ATTACHED, post(attach))
}

/// `POST /attached`: attaches files to a conversation. The body is the form of a question with files; its part `json`
/// has the `session` that already holds files of the conversation, if there is one. Returns all files of the
/// conversation.
async fn attach(State(state): State<AppState>, request: Request) -> Response {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    match take(&state, request).await {
        Ok(files) => Json(files).into_response(),
        Err(refusal) => refusal.response_to(&uri, &headers),
    }
}

async fn take(state: &AppState, request: Request) -> Result<AttachedFiles, Refusal> {
    let (parts, body) = request.into_parts();
    let QuestionWithFiles { body, files: QuestionFiles { files, reservation } } =
        multipart::read(&parts, body).await?;
    let locale = language::locale(&parts.headers);
    let localised = |error| in_words(error, locale);
    let client = Client::of_request(&parts.extensions);
    let added = multipart::attached(files, client, &state.program).await.map_err(localised)?;
    let model = state.rag_for(&parts.extensions).model.current();
    if !added.images.is_empty() && !model.is_some_and(|model| model.sees()) {
        let reason = words::in_locale(locale, words::no_model_sees);
        return Err(ProtocolError::refused(reason).into());
    }
    let asker = state.asker(&parts.headers, &parts.extensions);
    let attachments = Attachments::new(state.sessions.clone(), &asker);
    let session = body.get("session").and_then(Value::as_str).unwrap_or_default();
    let files = attachments.add(session, added).await.map_err(|error| match error.kind {
        ErrorKind::NotKept => Refusal::not_found(&error.message),
        _ => error.into(),
    })?;
    drop(reservation);
    Ok(files)
}

/// The error message for refused files. An error about one file is in the page's language, since it is shown next to
/// the file's name.
fn in_words(error: AttachError, locale: Locale) -> ProtocolError {
    match error {
        AttachError::Unreadable(_, fault) if fault != ExtractError::NotStarted => {
            let reason = fault.to_string();
            let say = || words::fault_of_file(words::fault(&reason));
            ProtocolError::refused(words::in_locale(locale, say))
        }
        error => attach_error(error),
    }
}
