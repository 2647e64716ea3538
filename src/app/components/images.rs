//! The images without text, in one line that can be opened: they are many, and nothing about them failed.

use leptos::prelude::*;

use super::documents::row::Act;
use crate::app::state::Library;
use crate::protocol::{FailedFile, LibraryStatus, images_in_words};

/// The images without text; nothing where there are none.
#[component]
pub fn Images() -> impl IntoView {
    let Library { status, .. } = expect_context::<Library>();
    let count = move || status.with(|status| images_in_words(status.images));
    let images = move || status.with(|status| status.without_text.clone());
    let further = move || status.with(further);
    view! {
        <details class="images">
            <summary>{count}</summary>
            <ul>
                <For each=images key=FailedFile::clone let:file>
                    <li>
                        {file.path.clone()}
                        {file
                            .own
                            .then(|| {
                                view! { <Act path=file.path.clone() action="remove" label="Remove" /> }
                            })}
                    </li>
                </For>
            </ul>
            <p class="hint">{further}</p>
        </details>
    }
}

/// The number of images that are not listed, in words; nothing if all are.
fn further(status: &LibraryStatus) -> String {
    match status.images.saturating_sub(status.without_text.len()) {
        0 => String::new(),
        further => format!("and {further} more"),
    }
}
