//! Where questions are written.

use leptos::prelude::*;

use crate::app::browser;
use crate::app::state::{Chat, Turn};

/// The most lines that the field shows before it scrolls.
const MOST_LINES: usize = 8;

/// The field for the question, with the button that asks or stops.
///
/// # Server rendering
///
/// A plain form: it posts the question with the conversation so far.
///
/// # Accessibility
///
/// Enter asks, Shift and Enter begin a line; the focus stays in the field.
#[component]
pub fn Composer() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let draft = RwSignal::new(browser::typed("question"));
    let ask = move || {
        if !chat.writing.get_untracked() && !draft.with_untracked(|draft| draft.trim().is_empty()) {
            chat.ask(&draft.get_untracked());
            draft.set(String::new());
        }
    };
    let typed = move |event: leptos::ev::KeyboardEvent| {
        // While an input method composes, Enter chooses a word.
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            ask();
        }
    };
    let lines = move || draft.with(|draft| draft.lines().count().clamp(1, MOST_LINES).to_string());
    view! {
        <form
            class="composer"
            id="ask"
            method="post"
            action="/"
            on:submit=move |event| {
                event.prevent_default();
                ask();
            }
        >
            <input type="hidden" name="conversation" value=conversation(chat) />
            <textarea
                id="question"
                name="question"
                aria-label="Your question"
                placeholder="Ask your documents"
                autocomplete="off"
                required
                rows=lines
                prop:value=move || draft.get()
                on:input=move |event| draft.set(event_target_value(&event))
                on:keydown=typed
            ></textarea>
            <Show
                when=move || chat.writing.get()
                fallback=|| view! { <button class="ask" type="submit">"Ask"</button> }
            >
                <button class="ask" type="button" on:click=move |_| chat.stop()>
                    "Stop"
                </button>
            </Show>
        </form>
    }
}

/// The conversation as the form posts it, each answer with what it rests on, so that the page can
/// show all of it again; what comes later is sent by scripts.
fn conversation(chat: Chat) -> String {
    chat.turns.with_untracked(|turns| {
        if turns.is_empty() {
            return String::new();
        }
        let turns: Vec<_> = turns.iter().map(Turn::keep).collect();
        serde_json::to_string(&turns).unwrap_or_default()
    })
}
