//! The composer: the field in which questions are written.

pub mod followups;
pub mod keys;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::late::{Late, LateViews};
use crate::browser;
use crate::state::chat::Lapse;
use crate::state::{Chat, Turn};

/// The key under which the window remembers an unsent question over a reload.
const DRAFT: &str = "footnote.draft";

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
    let (draft, write) = drafting();
    let ask = move || {
        if !chat.writing.get_untracked() && !draft.with_untracked(|draft| draft.trim().is_empty()) {
            chat.ask(&draft.get_untracked());
            write(String::new());
        }
    };
    let typed = move |event: KeyboardEvent| {
        if is_asking(&event) {
            event.prevent_default();
            ask();
        }
    };
    view! {
        <NotStoredNotice />
        <form
            class="composer"
            id="ask"
            method="post"
            action=action(chat)
            on:submit=move |event| {
                event.prevent_default();
                ask();
                // A click on the button leaves the field, where the next question is written; on a
                // phone that would open the keyboard over the answer.
                if !browser::narrow() {
                    browser::focus("question");
                }
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
                rows=move || draft.with(|draft| rows(draft))
                prop:value=move || draft.get()
                on:input=move |event| write(event_target_value(&event))
                on:keydown=typed
            ></textarea>
            <AskButton />
        </form>
        <div class="asking scripted">
            <Late draw=|late: LateViews| (late.scope)() />
        </div>
    }
}

/// Returns whether a key in a field for a question asks it; with Shift it begins a line.
pub fn is_asking(event: &KeyboardEvent) -> bool {
    // While an input method composes, Enter chooses a word.
    event.key() == "Enter" && !event.shift_key() && !event.is_composing()
}

/// The number of lines that a field with this text shows.
pub fn rows(text: &str) -> String {
    text.lines().count().clamp(1, MOST_LINES).to_string()
}

/// The button that asks, or stops: one for both, so that the focus stays on it.
#[component]
fn AskButton() -> impl IntoView {
    let chat = expect_context::<Chat>();
    view! {
        <button
            class="ask"
            type="submit"
            on:click=move |event| {
                if chat.writing.get_untracked() {
                    // Stopping asks nothing.
                    event.prevent_default();
                    chat.stop();
                }
            }
        >
            {move || if chat.writing.get() { "Stop" } else { "Ask" }}
        </button>
    }
}

/// The unsent question, and what changes it; it outlives a reload.
fn drafting() -> (RwSignal<String>, impl Fn(String) + Copy) {
    let draft = RwSignal::new(browser::typed("question"));
    Effect::new(move |_| {
        if draft.with_untracked(String::is_empty) {
            draft.set(browser::remembered(DRAFT).unwrap_or_default());
        }
    });
    let write = move |text: String| {
        browser::remember(DRAFT, &text);
        draft.set(text);
    };
    (draft, write)
}

/// Told where the conversation cannot be kept, or is not to be found.
#[component]
fn NotStoredNotice() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let told = move || {
        chat.lapse.get().map(|lapse| match lapse {
            Lapse::Missing => "There is no such conversation here, or none any more.",
            Lapse::Away => {
                "The server cannot keep this conversation now: this browser does until it can."
            }
            Lapse::Full => {
                "This browser has no room left: this conversation is gone once the page is closed."
            }
        })
    };
    view! {
        <Show when=move || chat.lapse.with(Option::is_some)>
            <p class="unkept" role="status">
                {told}
            </p>
        </Show>
    }
}

/// The address that the form posts to, so that the page comes back at the new turn.
fn action(chat: Chat) -> String {
    let next = chat.turns.with_untracked(Vec::len) + 1;
    format!("#turn-{next}")
}

/// The conversation as the form posts it, each answer with its evidence, so that the page can show all of it
/// again; later turns are sent by scripts.
fn conversation(chat: Chat) -> String {
    chat.turns.with_untracked(|turns| {
        if turns.is_empty() {
            return String::new();
        }
        let turns: Vec<_> = turns.iter().map(Turn::keep).collect();
        serde_json::to_string(&turns).unwrap_or_default()
    })
}
