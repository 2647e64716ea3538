//! The link that makes a browser an operator's.

use axum::Router;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use footnote_client::words;
use footnote_protocol::ProtocolError;
use http::request::Parts;
use http::{Method, header};
use serde::Deserialize;

use super::services::NEW_OPERATOR;
use super::{chat, language, notice};
use crate::net::body::Refusal;
use crate::net::paths;
use crate::state::AppState;

/// Route of the link. Its browser then goes on to `page`, the address of the page.
pub(super) fn routes(page: &'static str) -> Router<AppState> {
    let open =
        async move |State(state): State<AppState>, Query(link): Query<Link>, parts: Parts| {
            open(&state, &link.key.unwrap_or_default(), &parts, page).await
        };
    Router::new().route(paths::OPERATOR, get(open))
}

/// Query parameters of the link.
#[derive(Deserialize)]
struct Link {
    /// Its key, which is used up.
    key: Option<String>,
}

/// `GET /operator?key=…`: signs the browser in, and leads it to an address without the key.
async fn open(state: &AppState, key: &str, parts: &Parts, page: &'static str) -> Response {
    let refuse = |refusal: Refusal| refusal.response_to(&parts.uri, &parts.headers);
    // Programs that look at links without opening them would use the key up.
    if parts.method == Method::HEAD {
        return Redirect::to(page).into_response();
    }
    let cookie = match state.keyring.use_link(key).await {
        Ok(Some(cookie)) => cookie,
        Ok(None) => {
            let used = || words::operator_link_used().to_owned();
            let used = words::in_locale(language::locale(&parts.headers), used);
            let says = [words::link_to_nothing as fn() -> _, words::operator_link_used as _];
            return notice::refused(state, parts, &Refusal::forbidden(&used), says);
        }
        Err(error) => {
            let cause = std::error::Error::source(&error);
            tracing::error!(?cause, "an operator's link cannot be looked up: {error}");
            return refuse(ProtocolError::failed().into());
        }
    };
    tracing::info!("a browser became an operator's by the printed link");
    let secure = if chat::origin(parts).starts_with("https:") { "; Secure" } else { "" };
    let headers = [
        (header::SET_COOKIE, format!("{cookie}{secure}")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    (headers, Redirect::to(&format!("{page}?{NEW_OPERATOR}"))).into_response()
}
