//! The scope of a turn, unless it was everything, and a button to ask all documents.

use footnote_protocol::{Answer, Scope};
use leptos::prelude::*;

use super::in_words;
use crate::state::Chat;
use crate::words;

/// The scope of a question.
#[component]
pub fn AskedOf(
    /// The scope; nothing is shown if it is `None`.
    scope: Option<Scope>,
) -> impl IntoView {
    scope.map(|scope| view! { <p class="asked-of">{words::asked_of(&in_words(&scope))}</p> })
}

/// The button that repeats the question for all documents, shown if one outside of the scope seems to answer it.
#[component]
pub fn AskEverything(
    /// The answer.
    answer: RwSignal<Answer>,
    /// The question.
    question: String,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let question = StoredValue::new(question);
    let outside =
        Memo::new(move |_| answer.with(|answer| answer.context.scope.as_ref()?.outside.clone()));
    view! {
        <Show when=move || outside.with(Option::is_some)>
            <p class="outside">
                <span class="path">{move || outside.get()}</span>
                <button
                    class="scripted"
                    type="button"
                    disabled=move || chat.writing.get()
                    on:click=move |_| question.with_value(|question| chat.ask_everything(question))
                >
                    {words::ask_all_documents()}
                </button>
            </p>
        </Show>
    }
}
