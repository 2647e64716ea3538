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
pub fn DropSheet(
    /// The sentence.
    says: &'static str,
    /// True if the files become documents, which not everybody may bring.
    #[prop(default = false)]
    where_allowed: bool,
) -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let is_taken = move || !where_allowed || uploads.is_allowed();
    let said = move || if is_taken() { says } else { words::upload_not_allowed() };
    view! {
        <Show when=move || uploads.dragged.get()>
            <div class="drop">
                <p>{said}</p>
            </div>
        </Show>
    }
}
