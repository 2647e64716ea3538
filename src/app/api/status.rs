//! The HTTP status of a door's answer, which only the server can set.

use http::StatusCode;

/// Sets the status of the response under way; does nothing in the browser or outside of a request.
#[cfg(feature = "ssr")]
pub fn set(status: StatusCode) {
    let options = leptos::prelude::use_context::<leptos_axum::ResponseOptions>();
    if let Some(options) = options {
        options.set_status(status);
    }
}

/// Sets the status of the response under way; does nothing in the browser or outside of a request.
#[cfg(not(feature = "ssr"))]
pub fn set(_status: StatusCode) {}
