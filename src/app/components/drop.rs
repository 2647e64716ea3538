//! The overlay while files are dragged over the page.

use footnote_client::state::FileUploads;
use footnote_client::words;
use leptos::prelude::*;

/// The text that says what happens when the files are dropped.
///
/// # Server rendering
///
/// Nothing, because it needs scripts.
#[component]
pub fn DropSheet(
    /// The text.
    says: &'static str,
    /// True if the files become documents, which not everybody may upload.
    #[prop(default = false)]
    where_allowed: bool,
) -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let is_taken = move || !where_allowed || uploads.is_allowed();
    let said = move || {
        if !is_taken() {
            words::upload_not_allowed()
        } else if uploads.begins_library() {
            words::drop_files()
        } else {
            says
        }
    };
    view! {
        <Show when=move || uploads.dragged.get()>
            <div class="drop">
                <p>{said}</p>
            </div>
        </Show>
    }
}
