//! Suggested questions to ask next.

use footnote_client::state::Chat;
use footnote_client::words;
use footnote_protocol::Answer;
use leptos::prelude::*;

/// The follow-up questions of an answer, as buttons that ask them.
#[component]
pub fn FollowUps(
    /// The answer that proposes them.
    answer: RwSignal<Answer>,
) -> impl IntoView {
    let questions = Memo::new(move |_| {
        answer.with(|answer| {
            let proposed = answer.context.followup_questions.iter().flatten();
            let of_passages = answer.context.found.is_some();
            let asked = |one: &String| if of_passages { about(one) } else { one.clone() };
            proposed.map(asked).collect::<Vec<_>>()
        })
    });
    view! {
        <Show when=move || questions.with(|questions| !questions.is_empty())>
            <div class="followups" role="group" aria-label=words::followup_questions()>
                {move || suggestions(questions.get())}
            </div>
        </Show>
    }
}

/// Returns a topic of the documents as a question.
pub fn about(topic: &str) -> String {
    if topic.ends_with(['?', '？', '؟']) { topic.to_owned() } else { words::ask_about(topic) }
}

/// Questions as buttons that ask them.
pub fn suggestions(questions: Vec<String>) -> Vec<impl IntoView + use<>> {
    questions.into_iter().map(|question| view! { <Suggestion question /> }).collect()
}

/// A question as a button that asks it.
///
/// # Server rendering
///
/// A button of the question's form.
#[component]
fn Suggestion(
    /// The question.
    question: String,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let (asked, value) = (question.clone(), question.clone());
    view! {
        <button
            class="suggestion"
            dir="auto"
            type="submit"
            form="ask"
            formnovalidate
            name="suggestion"
            value=value
            disabled=move || chat.is_attaching()
            on:click=move |event| {
                event.prevent_default();
                chat.ask(&asked);
            }
        >
            {question}
        </button>
    }
}
