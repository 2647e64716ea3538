//! The operators' page: which questions got no answer, which documents were never cited, and what readers reported.

mod page;
mod tables;

use axum::Router;
use axum::extract::{Query, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use footnote_chat::insight::{InsightSummary, UncitedDocuments, uncited};
use footnote_client::words;
use footnote_protocol::{ErrorKind, ProtocolError};
use footnote_store::StoreError;
use http::header;
use http::request::Parts;
use page::InsightPage;
use serde::Deserialize;

use super::language::locale;
use super::notice;
use crate::net::body::Refusal;
use crate::net::headers::RequestNonce;
use crate::state::AppState;

/// Default period, in days.
const DAYS: u32 = 30;

/// Maximum period, in days.
const MAX_DAYS: u32 = 366;

/// The error for readers who are not listed in the settings.
const NOT_ALLOWED: &str = "The insights are for whoever runs this server: open the link that the server \
    printed, or see FOOTNOTE_INSIGHTS.";

/// The error while the store of insights is unavailable.
const AWAY: &str = "The insights cannot be read at the moment.";

/// Route of the page.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/insights", get(show))
}

/// Query parameters of the page.
#[derive(Deserialize)]
struct Period {
    /// Requested period, in days.
    days: Option<String>,
}

impl Period {
    fn days(&self) -> u32 {
        let days = self.days.as_deref().and_then(|days| days.parse().ok());
        days.unwrap_or(DAYS).clamp(1, MAX_DAYS)
    }
}

/// `GET /insights`.
async fn show(
    State(state): State<AppState>,
    Query(period): Query<Period>,
    parts: Parts,
) -> Response {
    let refuse = |refusal: Refusal| refusal.response_to(&parts.uri, &parts.headers);
    if !state.has_insight(&parts.extensions) {
        let says = [words::insights as fn() -> _, words::open_operator_link as _];
        return notice::refused(&state, &parts, &Refusal::forbidden(NOT_ALLOWED), says);
    }
    let nonce = parts.extensions.get::<RequestNonce>().cloned().unwrap_or_default().0;
    match look_up(&state, &parts, period.days()).await {
        Ok(page) => {
            let locale = locale(&parts.headers);
            let page = page.rendered(locale, state.leptos_options.clone(), nonce);
            ([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
        }
        Err(error) => {
            let cause = std::error::Error::source(&error);
            tracing::error!(?cause, "the insights cannot be read: {error}");
            refuse(ProtocolError::new(ErrorKind::Unavailable, AWAY).into())
        }
    }
}

/// Loads the insights that the reader of this request may see.
async fn look_up(state: &AppState, parts: &Parts, days: u32) -> Result<InsightPage, StoreError> {
    let terms = &state.insight_terms;
    let page = InsightPage {
        days,
        lifetime_days: terms.lifetime.as_secs() / (24 * 60 * 60),
        keeps_texts: state.recorder.keeps_texts(),
        summary: None,
        uncited: UncitedDocuments::default(),
    };
    let Some(store) = &state.insights else {
        return Ok(page);
    };
    let begin = InsightSummary::begin(days);
    let kept = store.since(begin).await?;
    // Only name documents that this reader may know of.
    let library = state.rag_for(&parts.extensions).library;
    let uncited = uncited(&library, &kept.cited).await?;
    let summary = Some(InsightSummary::of(kept));
    Ok(InsightPage { summary, uncited, ..page })
}
