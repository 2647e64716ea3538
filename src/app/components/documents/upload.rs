//! The field for documents that are brought.

use leptos::ev::{ClipboardEvent, Event};
use leptos::prelude::*;

use super::upload_results::UploadResults;
use crate::browser;
use crate::state::{FileUploads, Library};
use crate::words;

/// The field for files, and the results of those that were sent; for readers who may send none, how they may.
#[component]
pub fn Upload() -> impl IntoView {
    let (library, uploads) = (expect_context::<Library>(), expect_context::<FileUploads>());
    let most = Memo::new(move |_| library.status.with(|status| status.uploads));
    view! {
        <UploadResults />
        <Show when=move || most.with(Option::is_some)>
            <Field most />
        </Show>
        <Show when=move || uploads.needs_link && most.with(Option::is_none)>
            <p class="hint">{words::open_operator_link()}</p>
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
    let hint = move || most.get().map(|most| words::upload_hint(&in_words(most)));
    view! {
        <form
            class="upload"
            method="post"
            enctype="multipart/form-data"
            on:paste=move |event: ClipboardEvent| uploads.send(browser::pasted(&event))
        >
            <label for="files">{words::add_documents()}</label>
            <input
                id="files"
                type="file"
                name="file"
                multiple
                required
                on:change=move |event: Event| uploads.send(browser::picked(&event))
            />
            <button class="unscripted" type="submit">
                {words::upload()}
            </button>
            <p class="hint">
                {hint}
            </p>
        </form>
    }
}

/// The room for all files that are brought.
fn in_words(megabytes: u64) -> String {
    match megabytes {
        ..1_000 => format!("{megabytes} MB"),
        _ => format!("{} GB", megabytes / 1_000),
    }
}
