//! Speech: an answer that is read aloud, and a question that is spoken. Both are elements of scripts of their own, which
//! show themselves where the browser can do it without sending anything elsewhere.

use footnote_client::browser;
use footnote_client::state::ServerNotes;
use footnote_client::words;
use leptos::prelude::*;

/// The script of the element that reads aloud.
const READ_ALOUD: &str = "/read-aloud.js";

/// The script of the element for spoken questions.
const DICTATE: &str = "/dictate-question.js";

/// The button that reads the answer of its turn aloud.
#[component]
pub fn ReadAloud() -> impl IntoView {
    Effect::new(|_| browser::add_module(READ_ALOUD));
    let messages = [words::hear_answer(), words::stop_reading(), words::no_voice()].join("\n");
    view! { <read-aloud class="scripted" messages=messages></read-aloud> }
}

/// The button that writes what is said into the field for questions.
#[component]
pub fn Dictation() -> impl IntoView {
    Effect::new(|_| browser::add_module(DICTATE));
    let transcribes = use_context::<ServerNotes>().is_some_and(|notes| notes.dictates);
    let messages = [
        words::dictate(),
        words::stop_dictating(),
        words::writing_down(),
        words::no_microphone(),
        words::not_understood(),
    ];
    view! {
        <dictate-question
            class="scripted"
            for="question"
            messages=messages.join("\n")
            transcribes=transcribes.then_some("")
        ></dictate-question>
    }
}
