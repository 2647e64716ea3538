//! HTTP status of a server function's response, which only the server can set.

use http::StatusCode;

/// Sets the status of the current response; does nothing in the browser or outside of a request.
#[cfg(feature = "ssr")]
pub fn set(status: StatusCode) {
    let options = leptos::prelude::use_context::<leptos_axum::ResponseOptions>();
    if let Some(options) = options {
        options.set_status(status);
    }
}

/// Sets the status of the current response; does nothing in the browser or outside of a request.
#[cfg(not(feature = "ssr"))]
pub fn set(_status: StatusCode) {}
