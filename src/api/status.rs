//! The HTTP status of a door's answer, which only the server can set.

/// Sets the status of the response under way; does nothing in the browser or outside of a request.
#[cfg(feature = "ssr")]
pub fn set(status: u16) {
    let options = leptos::prelude::use_context::<leptos_axum::ResponseOptions>();
    if let (Some(options), Ok(status)) = (options, http::StatusCode::from_u16(status)) {
        options.set_status(status);
    }
}

/// Sets the status of the response under way; does nothing in the browser or outside of a request.
#[cfg(not(feature = "ssr"))]
pub fn set(_status: u16) {}
