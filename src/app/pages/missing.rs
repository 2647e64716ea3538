//! The page at addresses that have none.

use leptos::prelude::*;

use crate::api::status;

/// Says that nothing is here, with the way back.
///
/// # Server rendering
///
/// The response has the status 404.
#[component]
pub fn MissingPage() -> impl IntoView {
    status::set(http::StatusCode::NOT_FOUND);
    view! {
        <main class="missing">
            <h1>"There is nothing at this address"</h1>
            <p>
                <a href="/" rel="external">"Ask a question instead"</a>
            </p>
        </main>
    }
}
