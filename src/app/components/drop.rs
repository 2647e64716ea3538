//! The sheet over the page while files are dragged over it.

use leptos::prelude::*;

use crate::app::state::Bringing;
use crate::app::state::bringing::NOT_ALLOWED;

/// Says what happens with the files once they are dropped.
///
/// # Server rendering
///
/// Nothing: it takes scripts.
#[component]
pub fn DropSheet() -> impl IntoView {
    let bringing = expect_context::<Bringing>();
    let said = move || {
        if bringing.is_allowed() {
            "Drop the files to add them to the documents"
        } else {
            NOT_ALLOWED
        }
    };
    view! {
        <Show when=move || bringing.dragged.get()>
            <div class="drop">
                <p>{said}</p>
            </div>
        </Show>
    }
}
