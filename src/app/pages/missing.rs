//! The page at addresses that have none.

use leptos::prelude::*;

use crate::api::status;
use crate::components::header::PageHeader;

/// Says that nothing is here, with the way back.
///
/// # Server rendering
///
/// The response has the status 404.
#[component]
pub fn MissingPage() -> impl IntoView {
    status::set(http::StatusCode::NOT_FOUND);
    view! {
        <div class="library">
            <PageHeader>
                <p class="state"></p>
            </PageHeader>
            <main class="missing">
                <h1>"Page not found"</h1>
                <p>"There is no page and no document at this address."</p>
                <p>
                    <a href="/" rel="external">
                        "Ask a question"
                    </a>
                    " or "
                    <a href="/documents" rel="external">
                        "see the documents"
                    </a>
                </p>
            </main>
        </div>
    }
}
