//! The field for documents that are brought.

use leptos::ev::{ClipboardEvent, Event};
use leptos::prelude::*;

use super::upload_results::UploadResults;
use crate::browser;
use crate::state::{FileUploads, Library};

/// The field for files, and the results of those that were sent.
#[component]
pub fn Upload() -> impl IntoView {
    let library = expect_context::<Library>();
    let most = Memo::new(move |_| library.status.with(|status| status.uploads));
    view! {
        <UploadResults />
        <Show when=move || most.with(Option::is_some)>
            <Field most />
        </Show>
    }
}

/// The form that takes files.
#[component]
fn Field(
    /// The most megabytes of all files that are brought.
    most: Memo<Option<u64>>,
) -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let room = move || most.get().map(in_words);
    view! {
        <form
            class="upload"
            method="post"
            enctype="multipart/form-data"
            on:paste=move |event: ClipboardEvent| uploads.send(browser::pasted(&event))
        >
            <label for="files">"Add documents"</label>
            <input
                id="files"
                type="file"
                name="file"
                multiple
                required
                on:change=move |event: Event| uploads.send(browser::picked(&event))
            />
            <button class="unscripted" type="submit">
                "Upload"
            </button>
            <p class="hint">
                "Choose files, drop them anywhere on this page, or paste them here: PDF, office documents, "
                "e-mail, books, web pages, text, tables and code, up to 100 MB each" {room}
                ". A file with the name of an earlier one replaces it."
            </p>
        </form>
    }
}

/// The room for all files that are brought.
fn in_words(megabytes: u64) -> String {
    match megabytes {
        ..1_000 => format!(" and {megabytes} MB for all uploads together"),
        _ => format!(" and {} GB for all uploads together", megabytes / 1_000),
    }
}
