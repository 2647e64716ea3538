//! The results of bringing, sharing and removing documents.

use leptos::prelude::*;

use crate::protocol::{Notice, Undo};

/// The notices, each with its way back if there is one.
#[component]
pub fn NoticeList(
    /// The notices, oldest first.
    notices: RwSignal<Vec<Notice>>,
) -> impl IntoView {
    let told = notices.get_untracked();
    let numbered = move || notices.get().into_iter().enumerate().collect::<Vec<_>>();
    view! {
        <ul class="notices" role="status">
            <For each=numbered key=|(at, notice)| (*at, notice.text.clone()) let:numbered>
                // The page is a new one: who used a button by the keyboard goes on here.
                <Line takes_focus={told.contains(&numbered.1)} notice=numbered.1 />
            </For>
        </ul>
    }
}

/// One notice.
#[component]
fn Line(
    /// True if it came with the page.
    takes_focus: bool,
    /// The notice.
    notice: Notice,
) -> impl IntoView {
    let takes_focus = takes_focus && notice.undo.is_none();
    view! {
        <li
            class:failed=notice.failed
            tabindex=takes_focus.then_some("-1")
            autofocus=takes_focus
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
