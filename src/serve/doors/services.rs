//! The services that the page's doors find in their context.

use axum::extract::Query;
use leptos::prelude::{provide_context, use_context};

use crate::protocol::Listing;
use crate::serve::net::headers;
use crate::serve::state::AppState;

/// Puts the services of the doors into context.
pub(super) fn provide_services(state: &AppState) {
    // Without a request, nobody asks.
    let request = use_context::<http::request::Parts>();
    let listing = request.as_ref().and_then(listing);
    provide_context(listing.unwrap_or_default());
    let headers = request.map(|request| request.headers);
    provide_context(state.rag_for(&headers.unwrap_or_default()));
    provide_context(state.stop.clone());
    provide_context(state.uploads.clone());
    provide_context(state.program.clone());
    headers::provide_request_nonce();
}

/// The part of the list of documents that the page's address asks for.
fn listing(request: &http::request::Parts) -> Option<Listing> {
    let Query(listing) = Query::try_from_uri(&request.uri).ok()?;
    Some(listing)
}
