//! The page of one document, opened at the words that a citation stands for.

use leptos::prelude::*;

use crate::app::browser;
use crate::app::components::viewer::Viewer;
use crate::app::state::shared;
use crate::protocol::OpenedDocument;
use crate::text::source;

/// The page where a document is read.
///
/// # Server rendering
///
/// All of it; the fragment of its address leads to the cited passage.
#[component]
pub fn DocumentPage() -> impl IntoView {
    let document = shared(|| use_context::<OpenedDocument>().unwrap_or_default());
    Effect::new(move |_| browser::mark_awake());
    let title = Some(document.title.clone()).filter(|title| !title.is_empty());
    let title = title.unwrap_or_else(|| source::label(&document.path));
    view! {
        <a class="skip" href="#cited">
            "Skip to the cited passage"
        </a>
        <div class="library">
            <header class="header">
                <p class="wordmark">
                    <a href="/" rel="external">
                        "Footnote"
                        <sup aria-hidden="true">"1"</sup>
                    </a>
                </p>
                <p class="state">{document.path.clone()}</p>
                <a class="quiet" href="/documents" rel="external">
                    "Documents"
                </a>
                <a
                    class="quiet"
                    href=source::content_url(&document.path)
                    rel="external"
                    download=source::label(&document.path)
                >
                    "Download"
                </a>
            </header>
            <main class="document">
                <h1>{title}</h1>
                <Viewer document />
            </main>
        </div>
    }
}
