//! One conversation of the list: opened, named anew, deleted.

use footnote_client::browser;
use footnote_client::state::{Chat, Entry};
use footnote_client::words;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use crate::components::click::taken;
use crate::components::header::Icon;

/// Icons of the actions.
const PIN: &[&str] = &["M6 2.5h6M7 2.5v5l-2.5 3h9l-2.5-3v-5M9 10.5v5.5"];
const PEN: &[&str] = &["M3 15l1-4 8-8 3 3-8 8zM10 5l3 3"];
const CROSS: &[&str] = &["M4 4l10 10M14 4l-10 10"];

/// Id of the button that was used last. Its conversation is listed anew when it changes, and keeps the focus.
#[derive(Clone, Copy)]
pub struct LastUsed(pub RwSignal<String>);

/// One kept conversation, or the field for its name while it is being named.
#[component]
pub fn ConversationItem(
    /// Its entry in the list.
    entry: Entry,
) -> impl IntoView {
    let naming = RwSignal::new(false);
    let content = move || {
        let entry = entry.clone();
        if naming.get() {
            view! { <TitleField entry naming /> }.into_any()
        } else {
            view! { <ConversationTitle entry naming /> }.into_any()
        }
    };
    view! { <li>{content}</li> }
}

/// The name of a conversation, which opens it, and what can be done with it.
#[component]
fn ConversationTitle(
    /// Its entry in the list.
    entry: Entry,
    /// True while it is being named.
    naming: RwSignal<bool>,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let LastUsed(used) = expect_context();
    let Entry { id, title, pinned, shared, snippet, .. } = entry;
    let last = used.get_untracked();
    if last == pin_id(&id) || last == element_id(&id) {
        browser::after_render(move || browser::catch_focus(&last));
    }
    let pin = {
        let (id, label) = (id.clone(), element_id(&id));
        view! {
            <button
                class="quiet act"
                type="button"
                id=pin_id(&id)
                aria-label=words::pin_conversation()
                title=words::pin_conversation()
                aria-pressed=pinned.to_string()
                aria-describedby=label
                on:click=move |_| {
                    used.set(pin_id(&id));
                    chat.pin(&id, !pinned);
                }
            >
                <Icon lines=PIN />
            </button>
        }
    };
    let (label, tip) = (element_id(&id), title.clone());
    let field = field_id(&id);
    let (current, shown, removed) = (id.clone(), id.clone(), id);
    let is_open = move || chat.open.with(|open| open.as_ref() == Some(&current));
    let name = move |_| {
        naming.set(true);
        let field = field.clone();
        browser::after_render(move || browser::select(&field));
    };
    view! {
        <a
            class="entry"
            dir="auto"
            href=chat.page_address(&shown)
            rel="external"
            id=label.clone()
            title=tip
            aria-current=move || is_open().then_some("true")
            on:click=move |event| {
                if taken(&event) {
                    chat.show(&shown);
                    chat.close_covering_sidebar();
                }
            }
        >
            <span>{title}</span>
            {(!snippet.is_empty()).then(|| view! { <span class="snippet">{snippet}</span> })}
        </a>
        {shared
            .then(|| {
                let shared = words::shared_by_link();
                view! { <span class="shared" title=shared>"↗"<span class="unseen">{shared}</span></span> }
            })}
        {pin}
        <button
            class="quiet act"
            type="button"
            aria-label=words::rename_conversation()
            title=words::rename_conversation()
            aria-describedby=label.clone()
            on:click=name
        >
            <Icon lines=PEN />
        </button>
        <button
            class="quiet act"
            type="button"
            aria-label=words::delete_conversation()
            title=words::delete_conversation()
            aria-describedby=label
            on:click=move |_| chat.remove(&removed)
        >
            <Icon lines=CROSS />
        </button>
    }
}

/// The field for the name: Enter and leaving it keep what stands there, Escape keeps the old name.
#[component]
fn TitleField(
    /// The conversation's entry in the list.
    entry: Entry,
    /// True while it is being named.
    naming: RwSignal<bool>,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let LastUsed(used) = expect_context();
    let Entry { id, title, .. } = entry;
    let draft = RwSignal::new(title.clone());
    let field = field_id(&id);
    let label = element_id(&id);
    let end = move |keeps: bool| {
        // The field that goes away is left once more.
        if !naming.get_untracked() {
            return;
        }
        naming.set(false);
        used.set(label.clone());
        let named = draft.get_untracked();
        if keeps && named.trim() != title {
            chat.rename(&id, &named);
        }
        let label = label.clone();
        browser::after_render(move || browser::catch_focus(&label));
    };
    let (submit, escape, leave) = (end.clone(), end.clone(), end);
    view! {
        <form
            class="naming"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                submit(true);
            }
        >
            <input
                type="text"
                id=field
                aria-label=words::name_of_conversation()
                autocomplete="off"
                prop:value=move || draft.get()
                on:input=move |event| draft.set(event_target_value(&event))
                on:blur=move |_| leave(true)
                on:keydown=move |event: KeyboardEvent| {
                    if event.key() == "Escape" {
                        event.stop_propagation();
                        escape(false);
                    }
                }
            />
        </form>
    }
}

fn element_id(conversation: &str) -> String {
    format!("conversation-{conversation}")
}

fn pin_id(conversation: &str) -> String {
    format!("pin-{conversation}")
}

fn field_id(conversation: &str) -> String {
    format!("name-of-{conversation}")
}
