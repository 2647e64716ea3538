//! The sheet over the page while files are dragged over it.

use leptos::prelude::*;

use crate::state::FileUploads;
use crate::words;

/// Says what happens with the files once they are dropped.
///
/// # Server rendering
///
/// Nothing: it takes scripts.
#[component]
pub fn DropSheet() -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let said = move || {
        if uploads.is_allowed() { words::drop_files() } else { words::upload_not_allowed() }
    };
    view! {
        <Show when=move || uploads.dragged.get()>
            <div class="drop">
                <p>{said}</p>
            </div>
        </Show>
    }
}
