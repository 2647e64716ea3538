//! Routes for uploaded documents: on the page, and for other clients.

pub(super) mod family;
mod page;
mod taking;

use axum::Router;

use crate::state::AppState;

/// Routes of the page of documents.
pub(super) fn routes() -> Router<AppState> {
    page::routes()
}

/// Routes for clients and front ends of any listed origin.
pub(super) fn open_routes() -> Router<AppState> {
    family::routes()
}
