//! The results of bringing, sharing and removing documents.

use leptos::prelude::*;

use crate::protocol::{Notice, Undo};

/// The notices, each with its way back if there is one.
#[component]
pub fn NoticeList(
    /// The notices, oldest first.
    notices: RwSignal<Vec<Notice>>,
) -> impl IntoView {
    let numbered = move || notices.get().into_iter().enumerate().collect::<Vec<_>>();
    view! {
        <ul class="notices" role="status">
            <For each=numbered key=|(at, notice)| (*at, notice.text.clone()) let:numbered>
                <li class:failed=numbered.1.failed>
                    {numbered.1.text} {numbered.1.undo.map(|undo| view! { <Back undo /> })}
                </li>
            </For>
        </ul>
    }
}

/// The button that brings a removed document back.
#[component]
fn Back(
    /// The document.
    undo: Undo,
) -> impl IntoView {
    view! {
        <form method="post">
            <input type="hidden" name="path" value=undo.path />
            <input type="hidden" name="number" value=undo.number.to_string() />
            // The page is a new one: who removed a document by the keyboard goes on here.
            <button class="quiet" name="action" value="restore" autofocus>
                "Undo"
            </button>
        </form>
    }
}
