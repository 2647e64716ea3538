//! The page of one document, opened at the words behind a citation.

use footnote_client::browser;
use footnote_client::state::shared;
use footnote_client::words;
use footnote_protocol::OpenedDocument;
use footnote_text::source;
use leptos::prelude::*;

use crate::components::header::PageHeader;
use crate::components::scope::document::AskDocument;
use crate::components::viewer::Viewer;

/// The page for reading a document.
///
/// # Server rendering
///
/// Everything; the fragment of the address leads to the cited passage.
#[component]
pub fn DocumentPage() -> impl IntoView {
    let document = shared(|| use_context::<OpenedDocument>().unwrap_or_default());
    Effect::new(move |_| browser::mark_awake());
    let title = Some(document.title.clone()).filter(|title| !title.is_empty());
    let title = title.unwrap_or_else(|| source::label(&document.path));
    let (path, href) = (document.path.clone(), source::content_url(&document.path));
    let name = source::label(&document.path);
    // The text of a PDF is hidden once its pages are drawn.
    let (goal, label) = match document.marked().filter(|_| !document.is_pdf) {
        Some(_) => ("#cited", words::skip_to_passage()),
        None => ("#content", words::skip_to_document()),
    };
    view! {
        <a class="skip" href=goal>
            {label}
        </a>
        <div class="library">
            <PageHeader>
                <p class="state">{path.clone()}</p>
                <AskDocument path />
                <a class="quiet" href=href rel="external" download=name>
                    {words::download()}
                </a>
            </PageHeader>
            <main class="document" id="content" tabindex="-1">
                <h1>{title}</h1>
                <Viewer document />
            </main>
        </div>
    }
}
