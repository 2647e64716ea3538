//! The question above its answer, which can be edited.

use footnote_client::browser;
use footnote_client::state::Chat;
use footnote_client::words;
use leptos::either::Either;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use crate::components::composer::{is_asking, rows};

/// The question of a turn, or the field for editing it. Below it is a notice of the turns that an edited question has
/// replaced.
///
/// # Accessibility
///
/// Enter asks again, Shift and Enter insert a line break, Escape restores the original question.
#[component]
pub fn Question(
    /// The turn of the question.
    turn: u32,
    /// The question.
    text: String,
    /// The names of its attached files.
    files: Vec<String>,
) -> impl IntoView {
    let editing = RwSignal::new(false);
    let content = move || {
        let text = text.clone();
        if editing.get() {
            Either::Left(view! { <QuestionEditor turn text editing /> })
        } else {
            Either::Right(view! { <AskedQuestion turn text editing /> })
        }
    };
    view! {
        {content}
        {(!files.is_empty()).then(|| view! { <p class="hint">{words::asked_with(&words::listed(&files))}</p> })}
        <ReplacedNotice turn />
    }
}

/// The question with its edit button.
#[component]
fn AskedQuestion(
    /// The turn.
    turn: u32,
    /// The question.
    text: String,
    /// True while it is edited.
    editing: RwSignal<bool>,
) -> impl IntoView {
    let edit = move |_| {
        editing.set(true);
        browser::after_render(move || browser::focus(&field_id(turn)));
    };
    view! {
        <div class="asked" dir="auto">
            <h2 class="question" id=heading_id(turn)>
                {text}
            </h2>
            <button
                class="quiet scripted edit"
                type="button"
                id=button_id(turn)
                aria-label=words::edit_question()
                aria-describedby=heading_id(turn)
                on:click=edit
            >
                {words::edit()}
            </button>
        </div>
    }
}

/// The field for editing the question.
#[component]
fn QuestionEditor(
    /// The turn.
    turn: u32,
    /// The question before editing.
    text: String,
    /// True while it is edited.
    editing: RwSignal<bool>,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let draft = RwSignal::new(text);
    let ask = move || draft.with_untracked(|draft| chat.edit(turn, draft));
    let cancel = move || {
        editing.set(false);
        browser::after_render(move || browser::catch_focus(&button_id(turn)));
    };
    let typed = move |event: KeyboardEvent| {
        if is_asking(&event) {
            event.prevent_default();
            ask();
        } else if event.key() == "Escape" && !event.is_composing() {
            event.stop_propagation();
            cancel();
        }
    };
    let waits = move || chat.is_attaching() || draft.with(|draft| draft.trim().is_empty());
    view! {
        <form
            class="editing"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                ask();
            }
        >
            <h2 class="unseen">{words::edit_your_question()}</h2>
            <textarea
                id=field_id(turn)
                aria-label=words::edit_your_question()
                autocomplete="off"
                required
                rows=move || draft.with(|draft| rows(draft))
                prop:value=move || draft.get()
                on:input=move |event| draft.set(event_target_value(&event))
                on:keydown=typed
            ></textarea>
            <div class="buttons">
                <button type="submit" disabled=waits>
                    {words::ask_again()}
                </button>
                <button class="quiet" type="button" on:click=move |_| cancel()>
                    {words::cancel()}
                </button>
            </div>
        </form>
    }
}

/// The notice of the turns that the edited question has replaced, with a button to restore them.
#[component]
fn ReplacedNotice(
    /// The turn.
    turn: u32,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let in_words = Memo::new(move |_| {
        let replaced = chat.replaced.get();
        replaced.and_then(|replaced| replaced.in_words(turn))
    });
    view! {
        <Show when=move || in_words.with(Option::is_some)>
            <p class="former" role="status">
                {move || in_words.get()}
                <button class="quiet" type="button" on:click=move |_| chat.take_back()>
                    {words::undo()}
                </button>
            </p>
        </Show>
    }
}

fn heading_id(turn: u32) -> String {
    format!("question-{turn}")
}

fn button_id(turn: u32) -> String {
    format!("edit-{turn}")
}

fn field_id(turn: u32) -> String {
    format!("edited-{turn}")
}
