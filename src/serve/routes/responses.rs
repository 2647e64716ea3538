//! Routes for stored responses: retrieve, list items, delete, and compact.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use footnote_chat::memory;
use footnote_documents::acl::Reader;
use footnote_protocol::dialect::openai::{KeptConversation, RESPONSE};
use footnote_protocol::dialect::{self, openai as form};
use footnote_protocol::{GENERIC_FAILURE, Message, ProtocolError};
use footnote_store::sessions::made_at;
use footnote_store::{Session, StoreError};
use http::request::Parts;
use http::{Extensions, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::chat;
use super::openai::{ROOTS, other_method, refuse};
use crate::net::body::{self, Refusal};
use crate::net::client::Client;
use crate::net::identity::reader_of;
use crate::state::AppState;

/// Maximum length of a list, which is also the default, as in `OpenAI`'s API.
const MAX: usize = 100;
const USUAL: usize = 20;

/// Routes under `/v1`, at the root and under `/api`.
pub(super) fn routes() -> Router<AppState> {
    ROOTS.iter().fold(Router::new(), |router, root| {
        let offered = [
            ("/responses/compact", post(compact)),
            ("/responses/{id}", get(retrieve).delete(forget)),
            ("/responses/{id}/input_items", get(input_items)),
        ];
        offered.into_iter().fold(router, |router, (path, route)| {
            router.route(&format!("{root}{path}"), route.fallback(other_method))
        })
    })
}

/// Query parameters of a list of items.
#[derive(Deserialize)]
struct WantedItems {
    /// Id of the last item of the previous page.
    after: Option<String>,
    limit: Option<usize>,
    /// `asc` or `desc`, by time.
    order: Option<String>,
}

/// The name of the session that holds a response.
fn session_of(id: &str) -> &str {
    id.strip_prefix(RESPONSE).unwrap_or(id)
}

/// Loads the session of a response, if the reader owns it.
async fn found(state: &AppState, extensions: &Extensions, id: &str) -> Result<Session, Response> {
    let owner = reader_of(extensions).owner();
    match state.sessions.find(&owner, session_of(id)).await {
        Ok(Some(session)) => Ok(session),
        Ok(None) => Err(unknown()),
        Err(error) => Err(failed(&error)),
    }
}

/// Converts a stored conversation, found by the id of a response, to the form that its client receives.
fn converted<T>(
    state: &AppState,
    (parts, id): (&Parts, &str),
    (messages, detail): (&[Message], &str),
    convert: impl FnOnce(KeptConversation<'_>) -> T,
) -> T {
    let id = session_of(id);
    convert(KeptConversation {
        id,
        created: made_at(id).unwrap_or_default(),
        model: &state.rag.model_name(),
        origin: &chat::origin(parts),
        messages,
        detail,
    })
}

/// `GET /v1/responses/<id>`.
async fn retrieve(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let (parts, _) = request.into_parts();
    if parts.uri.query().is_some_and(|query| query.split('&').any(|pair| pair == "stream=true")) {
        let message = "stream is over once a response is kept.";
        return refuse(StatusCode::BAD_REQUEST, "invalid_value", message);
    }
    let session = match found(&state, &parts.extensions, &id).await {
        Ok(session) => session,
        Err(refusal) => return refusal,
    };
    let kept = (session.messages.as_slice(), session.detail.as_str());
    let response = converted(&state, (&parts, &id), kept, |kept| kept.response());
    response.map_or_else(unknown, |response| Json(response).into_response())
}

/// `GET /v1/responses/<id>/input_items`: newest first by default.
async fn input_items(
    State(state): State<AppState>,
    Path(id): Path<String>,
    wanted: Result<Query<WantedItems>, QueryRejection>,
    request: Request,
) -> Response {
    let (parts, _) = request.into_parts();
    let wanted = match wanted.map_err(|_| "after and order must be texts, and limit a number.") {
        Ok(Query(wanted)) => wanted,
        Err(message) => return refuse(StatusCode::BAD_REQUEST, "invalid_value", message),
    };
    if wanted.order.as_ref().is_some_and(|order| !["asc", "desc"].contains(&order.as_str())) {
        return refuse(StatusCode::BAD_REQUEST, "invalid_value", "order must be asc or desc.");
    }
    let session = match found(&state, &parts.extensions, &id).await {
        Ok(session) => session,
        Err(refusal) => return refusal,
    };
    let items =
        converted(&state, (&parts, &id), (&session.messages, ""), |kept| kept.input_items());
    Json(page(items, &wanted)).into_response()
}

/// The requested page of a list of items.
fn page(mut items: Vec<Value>, wanted: &WantedItems) -> Value {
    if wanted.order.as_deref() != Some("asc") {
        items.reverse();
    }
    let after = wanted.after.as_ref();
    let last = after.and_then(|after| items.iter().position(|item| item["id"] == **after));
    let mut rest = items.split_off(last.map_or(0, |last| last + 1));
    let limit = wanted.limit.unwrap_or(USUAL).clamp(1, MAX);
    let has_more = rest.len() > limit;
    rest.truncate(limit);
    json!({
        "object": "list",
        "first_id": rest.first().map(|item| &item["id"]),
        "last_id": rest.last().map(|item| &item["id"]),
        "has_more": has_more,
        "data": rest,
    })
}

/// `POST /v1/responses/compact`: stores a conversation, so that later requests can send its id alone.
async fn compact(State(state): State<AppState>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let openai = dialect::at("/v1/responses");
    let body = match body::json(&parts, body).await {
        Ok(body) => body,
        Err(refusal) => return refusal.response(openai),
    };
    let place = match state.capacity.admit(&parts.extensions) {
        Ok(place) => place,
        Err(refusal) => return refusal.response(openai),
    };
    place.until_sent(match compacted(&state, &parts, &body).await {
        Ok(compaction) => Json(compaction).into_response(),
        Err(error) => Refusal::of(error, openai).response(openai),
    })
}

async fn compacted(state: &AppState, parts: &Parts, body: &Value) -> Result<Value, ProtocolError> {
    let (previous, messages) = form::compacted(body)?;
    let client = Client::of_request(&parts.extensions).address();
    let owner = (reader_of(&parts.extensions).owner(), client);
    let kept = (&state.sessions, &state.queues);
    let (id, messages) = memory::compact(kept, owner, previous, messages).await?;
    Ok(converted(state, (parts, &id), (&messages, ""), |kept| kept.compaction()))
}

/// `DELETE /v1/responses/<id>`: deletes a response, without telling whether it existed.
async fn forget(
    State(state): State<AppState>,
    Extension(reader): Extension<Reader>,
    Path(id): Path<String>,
) -> Response {
    let owner = reader.owner();
    match state.sessions.delete(&owner, session_of(&id)).await {
        Ok(()) => Json(json!({"id": id, "object": "response", "deleted": true})).into_response(),
        Err(error) => failed(&error),
    }
}

/// The same response for an unknown response and for one that belongs to somebody else.
fn unknown() -> Response {
    refuse(StatusCode::NOT_FOUND, "not_found", "There is no such response here.")
}

fn failed(error: &StoreError) -> Response {
    tracing::error!("{error}");
    refuse(StatusCode::INTERNAL_SERVER_ERROR, "server_error", GENERIC_FAILURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(wanted: &Value) -> Value {
        let items = ["a", "b", "c"].map(|id| json!({"id": id}));
        page(items.into(), &WantedItems::deserialize(wanted).unwrap())
    }

    #[test]
    fn a_list_goes_on_behind_its_last_item() {
        let ids = |list: &Value| {
            let data = list["data"].as_array().unwrap().iter();
            data.map(|item| item["id"].as_str().unwrap().to_owned()).collect::<String>()
        };
        let newest = listed(&json!({"limit": 2}));
        assert_eq!((ids(&newest).as_str(), &newest["has_more"]), ("cb", &json!(true)));
        let rest = listed(&json!({"limit": 2, "after": "b"}));
        assert_eq!((ids(&rest).as_str(), &rest["has_more"]), ("a", &json!(false)));
        let all = listed(&json!({"order": "asc"}));
        assert_eq!((ids(&all).as_str(), &all["first_id"]), ("abc", &json!("a")));
    }
}
