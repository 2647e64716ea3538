//! The scope of a turn, unless it was everything.

use footnote_client::words;
use footnote_protocol::Scope;
use leptos::prelude::*;

use super::in_words;

/// The scope of a question.
#[component]
pub fn AskedOf(
    /// The scope; nothing is shown if it is `None`.
    scope: Option<Scope>,
) -> impl IntoView {
    scope.map(|scope| view! { <p class="asked-of">{words::asked_of(&in_words(&scope))}</p> })
}
