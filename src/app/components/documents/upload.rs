//! The upload field for documents.

use footnote_client::browser;
use footnote_client::state::{FileUploads, Library};
use footnote_client::words;
use leptos::ev::{ClipboardEvent, Event};
use leptos::prelude::*;

use super::upload_results::UploadResults;

/// The upload field and the results of uploads; for readers who may not upload, how they may.
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
            <p class="hint" id="add">
                {words::open_link_to_add()}
            </p>
        </Show>
    }
}

/// The upload form.
#[component]
fn Field(
    /// Maximum total size of uploads, in megabytes.
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
                <span class="scripted">{words::upload_choose()}</span>
                " "
                {hint}
            </p>
        </form>
    }
}

/// Returns the maximum total size of uploads, in words.
fn in_words(megabytes: u64) -> String {
    match megabytes {
        ..1_000 => format!("{megabytes} MB"),
        _ => format!("{} GB", megabytes / 1_000),
    }
}
