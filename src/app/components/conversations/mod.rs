//! The kept conversations of this browser.

pub mod transcript;
pub mod welcome;

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
    let escape = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && browser::narrow() {
            event.stop_propagation();
            chat.leave_shelf();
        }
    };
    view! {
        <nav
            class="conversations"
            id="conversations"
            aria-label="Conversations"
            tabindex="-1"
            hidden=move || !chat.shelf.get()
            on:keydown=escape
        >
            <Top />
            <ul>
                <For each=move || chat.kept.get() key=Entry::clone let:entry>
                    <Kept entry />
                </For>
            </ul>
            <Removed />
            <Show
                when=any
                fallback=|| view! { <p class="hint">"Your conversations will be kept here, in this browser only."</p> }
            >
                <button class="quiet all" type="button" on:click=move |_| chat.remove_all()>
                    "Delete all"
                </button>
            </Show>
        </nav>
    }
}

/// The buttons above the list.
#[component]
fn Top() -> impl IntoView {
    let chat = expect_context::<Chat>();
    view! {
        <div class="top">
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
            <button
                class="quiet close"
                type="button"
                aria-label="Close the conversations"
                on:click=move |_| chat.leave_shelf()
            >
                "×"
            </button>
        </div>
    }
}

/// The conversations that were just deleted, and the way back.
#[component]
fn Removed() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let count = move || chat.removed.with(Vec::len);
    let said = move || match count() {
        1 => "Conversation deleted.".to_owned(),
        count => format!("{count} conversations deleted."),
    };
    view! {
        <Show when=move || count() != 0>
            <p class="removed" role="status">
                {said}
                <button class="quiet" type="button" id="undo" on:click=move |_| chat.restore()>
                    "Undo"
                </button>
            </p>
        </Show>
    }
}

/// One kept conversation.
#[component]
fn Kept(
    /// Its entry in the list.
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
