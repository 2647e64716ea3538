//! The composer: the field for questions.

pub mod attached;
pub mod followups;
pub mod keys;

use footnote_client::api::posted;
use footnote_client::browser;
use footnote_client::state::chat::Lapse;
use footnote_client::state::{Chat, EvidenceView, FileUploads, Turn};
use footnote_client::words;
use leptos::ev::{ClipboardEvent, Event, KeyboardEvent};
use leptos::prelude::*;

use super::late::{Late, LateViews};

/// Maximum number of lines of the field before it scrolls.
const MAX_LINES: usize = 8;

/// The field for the question, with the button that asks or stops.
///
/// # Server rendering
///
/// A plain form that posts the question with the conversation so far.
///
/// # Accessibility
///
/// Enter asks, Shift and Enter insert a line break; the focus stays in the field. Escape leaves the empty field for the
/// newest answer.
#[component]
pub fn Composer() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let evidence = expect_context::<EvidenceView>();
    let draft = chat.draft;
    let typed = move |event: KeyboardEvent| {
        if is_submitting(&event) {
            ask(chat);
        } else if event.key() == "Escape" && !event.is_composing() {
            leave_empty_field(chat, evidence);
        }
    };
    view! {
        <NotStoredNotice />
        <Late draw=|late: LateViews| (late.attached)() />
        <form
            class="composer"
            id="ask"
            method="post"
            action=action(chat)
            on:submit=move |event| {
                event.prevent_default();
                ask(chat);
                return_to_field();
            }
        >
            <input type="hidden" name="conversation" value=conversation(chat) />
            <textarea
                id="question"
                name="question"
                aria-label=words::your_question()
                placeholder=words::ask_your_documents()
                autocomplete="off"
                required
                rows=move || draft.with(|draft| rows(draft))
                prop:value=move || draft.get()
                on:input=move |event| chat.write_draft(event_target_value(&event))
                on:keydown=typed
                on:paste=pasting()
            ></textarea>
            <AskButton />
        </form>
        <div class="asking scripted">
            <Late draw=|late: LateViews| (late.scope)() />
            <Late draw=|late: LateViews| (late.dictation)() />
            <AttachButton />
        </div>
    }
}

/// Asks the question in the field, unless it is empty or files are still being attached.
fn ask(chat: Chat) {
    let question = chat.draft.get_untracked();
    if !untrack(|| chat.is_attaching()) && !question.trim().is_empty() {
        chat.write_draft(String::new());
        chat.ask(&question);
    }
}

/// Moves the focus from the empty field to the newest answer, from where keys lead from note to note. Escape stops an
/// answer and closes the sources first.
fn leave_empty_field(chat: Chat, evidence: EvidenceView) {
    let is_wanted = chat.draft.with_untracked(String::is_empty);
    let is_taken = untrack(|| chat.is_busy() || evidence.open.get());
    let last = chat.turns.with_untracked(|turns| turns.last().map(Turn::element_id));
    if let Some(turn) = last.filter(|_| is_wanted && !is_taken) {
        browser::focus(&turn);
    }
}

/// Returns true if a key asks the question, and then prevents a line break.
fn is_submitting(event: &KeyboardEvent) -> bool {
    if is_asking(event) {
        event.prevent_default();
    }
    is_asking(event)
}

/// Moves the focus back to the field after a click on the button, except on phones, where that would open the keyboard
/// over the answer.
fn return_to_field() {
    if !browser::narrow() {
        browser::focus("question");
    }
}

/// Attaches files that are pasted into the field; text is pasted as usual.
fn pasting() -> impl Fn(ClipboardEvent) + Copy {
    let uploads = expect_context::<FileUploads>();
    move |event: ClipboardEvent| {
        let files = browser::pasted(&event);
        if !files.is_empty() {
            event.prevent_default();
            uploads.picked.update(|picked| picked.extend(files));
        }
    }
}

/// Returns true if a key in a question field asks the question; with Shift, it inserts a line break.
pub fn is_asking(event: &KeyboardEvent) -> bool {
    // While an input method is composing, Enter selects a word.
    event.key() == "Enter" && !event.shift_key() && !event.is_composing()
}

/// Returns the number of lines that a field with this text shows.
pub fn rows(text: &str) -> String {
    text.lines().count().clamp(1, MAX_LINES).to_string()
}

/// The button that asks or stops. It is a single button, so that it keeps the focus.
#[component]
fn AskButton() -> impl IntoView {
    let chat = expect_context::<Chat>();
    view! {
        <button
            class="ask"
            type="submit"
            disabled=move || chat.is_attaching() && !chat.is_busy()
            on:click=move |event| {
                if untrack(|| chat.is_busy()) {
                    // Stopping must not submit the form.
                    event.prevent_default();
                    chat.stop();
                }
            }
        >
            {move || if chat.is_busy() { words::stop() } else { words::ask() }}
        </button>
    }
}

/// The field for attaching files.
///
/// # Server rendering
///
/// Hidden, because it needs scripts.
#[component]
fn AttachButton() -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let pick = move |event: Event| {
        let files = browser::picked(&event);
        uploads.picked.update(|picked| picked.extend(files));
    };
    view! {
        <label class="attach quiet scripted">
            <input type="file" class="unseen" multiple on:change=pick />
            {words::attach_files()}
        </label>
    }
}

/// The notice that the conversation cannot be stored, was not found, or is temporary.
#[component]
fn NotStoredNotice() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let notice = move || match chat.lapse.get() {
        Some(Lapse::Away) => words::not_kept_now().to_owned(),
        Some(Lapse::Unsent(reason)) => words::not_sent_yet(&reason),
        // The empty page says that a conversation is missing.
        None | Some(Lapse::Missing) => words::temporary_hint().to_owned(),
    };
    let is_told =
        move || chat.lapse.with(|lapse| lapse.as_ref().is_some_and(|one| *one != Lapse::Missing));
    view! {
        <Show when=move || chat.temporary.get() || is_told()>
            <p class="unkept" role="status">
                {notice}
            </p>
        </Show>
    }
}

/// Returns the address to which the form posts, so that the resulting page shows the new turn.
fn action(chat: Chat) -> String {
    let next = chat.turns.with_untracked(Vec::len) + 1;
    format!("#turn-{next}")
}

/// Returns the conversation as the form posts it, each answer with its evidence, so that the page can show it again;
/// empty if the server stores it. Later turns are sent by scripts.
fn conversation(chat: Chat) -> String {
    posted::form_value(|| {
        let turns = chat.turns.get_untracked();
        let is_sent = !turns.is_empty() && chat.temporary.get_untracked();
        is_sent.then(|| turns.iter().map(Turn::keep).collect::<Vec<_>>())
    })
}
