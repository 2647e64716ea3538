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
                // The page is a new one: who used a button by the keyboard goes on here.
                <Line notice=numbered.1 />
            </For>
        </ul>
    }
}

/// One notice.
#[component]
fn Line(
    /// The notice.
    notice: Notice,
) -> impl IntoView {
    let ends_here = notice.undo.is_none();
    view! {
        // The page is a new one: who used a button by the keyboard goes on here.
        <li
            class:failed=notice.failed
            tabindex=ends_here.then_some("-1")
            autofocus=ends_here
        >
            {notice.text} {notice.undo.map(|undo| view! { <Back undo /> })}
        </li>
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
            <button class="quiet" name="action" value="restore" autofocus>
                "Undo"
            </button>
        </form>
    }
}
