//! The notice when an answer ends early: what happened, what remains, and the one next action.

use footnote_client::state::{Chat, fault};
use footnote_client::words;
use footnote_protocol::{Answer, ErrorKind, ProtocolError};
use leptos::prelude::*;

/// The error that ended an answer early, if any.
#[component]
pub fn Failure(
    /// The answer.
    answer: RwSignal<Answer>,
    /// The turn of the answer.
    turn: u32,
) -> impl IntoView {
    let error = Memo::new(move |_| answer.with(|answer| answer.error.clone()));
    let partial = move || answer.with(|answer| !answer.text.is_empty());
    move || {
        let error = error.get()?;
        let advice = advice(&error, partial()).to_owned();
        Some(view! { <FailureBox turn said=fault::in_words(&error) advice /> })
    }
}

/// What went wrong, with the button to ask again below the newest question.
#[component]
pub fn FailureBox(
    /// The turn of the answer.
    turn: u32,
    /// What happened.
    said: String,
    /// Its reason, or what to do.
    advice: String,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    view! {
        <div class="failure" role="alert">
            <p class="reason">{said}</p>
            <p class="advice">{advice}</p>
            <Show when=move || chat.is_newest(turn)>
                <button type="button" class="scripted" on:click=move |_| chat.again()>
                    {words::try_again()}
                </button>
            </Show>
        </div>
    }
}

/// Returns the advice after an error: what is left of the answer, and what to do.
fn advice(error: &ProtocolError, partial: bool) -> &'static str {
    match (error.kind, partial) {
        (
            ErrorKind::Refused
            | ErrorKind::NotKept
            | ErrorKind::Missing
            | ErrorKind::UnsupportedMediaType,
            _,
        ) => words::change_the_question(),
        (ErrorKind::TooLarge, _) => words::begin_anew(),
        (_, true) => words::kept_above(),
        (_, false) => words::nothing_lost(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_fits_the_error() {
        let broke = ProtocolError::new(ErrorKind::Model, "broke");
        assert!(advice(&broke, true).contains("kept above"));
        assert!(advice(&broke, false).contains("question is kept"));
        assert!(advice(&ProtocolError::too_large(""), false).contains("shorter"));
    }
}
