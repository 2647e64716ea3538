//! The kept conversations of this browser.

use leptos::prelude::*;

use crate::app::browser;
use crate::app::state::{Chat, Entry};

/// The list of kept conversations, newest first.
///
/// # Server rendering
///
/// Empty and closed: conversations are kept in the browser only.
#[component]
pub fn Conversations() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let any = move || chat.kept.with(|kept| !kept.is_empty());
    view! {
        <nav
            class="conversations"
            id="conversations"
            aria-label="Conversations"
            hidden=move || !chat.shelf.get()
        >
            <button
                class="new"
                type="button"
                on:click=move |_| {
                    chat.clear();
                    chat.leave_shelf();
                    browser::focus("question");
                }
            >
                "New conversation"
            </button>
            <ul>
                <For each=move || chat.kept.get() key=Entry::clone let:entry>
                    <Kept entry />
                </For>
            </ul>
            <Show
                when=any
                fallback=|| view! { <p class="hint">"Your conversations will be kept here, in this browser only."</p> }
            >
                <button class="quiet" type="button" on:click=move |_| chat.remove_all()>
                    "Delete all"
                </button>
            </Show>
        </nav>
    }
}

/// One kept conversation.
#[component]
fn Kept(
    /// What the list knows of it.
    entry: Entry,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let Entry { id, title, .. } = entry;
    let label = format!("conversation-{id}");
    let (current, shown, removed) = (id.clone(), id.clone(), id);
    let is_open = move || chat.open.with(|open| open.as_ref() == Some(&current));
    view! {
        <li>
            <button
                class="entry"
                type="button"
                id=label.clone()
                aria-current=move || is_open().then_some("true")
                on:click=move |_| {
                    chat.show(&shown);
                    chat.leave_shelf();
                }
            >
                {title}
            </button>
            <button
                class="quiet delete"
                type="button"
                aria-label="Delete conversation"
                aria-describedby=label
                on:click=move |_| chat.remove(&removed)
            >
                "×"
            </button>
        </li>
    }
}
