//! The page for addresses that do not exist.

use footnote_client::api::status;
use footnote_client::words;
use leptos::prelude::*;

use crate::components::header::PageHeader;

/// The notice that there is nothing here, with a link back.
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
                <h1>{words::page_not_found()}</h1>
                <p>{words::nothing_here()}</p>
                <p>
                    <a href="/" rel="external">
                        {words::ask_a_question()}
                    </a>
                    {format!(" {} ", words::or())}
                    <a href="/documents" rel="external">
                        {words::see_the_documents()}
                    </a>
                </p>
            </main>
        </div>
    }
}
