//! The card beside a mark that is pointed at: the source and the cited words.

use footnote_client::state::EvidenceView;
use footnote_client::state::evidence::Card;
use footnote_client::words;
use leptos::prelude::*;

use crate::components::page_name;

/// The card of the mark under the pointer or the focus. Screen readers read the mark's note instead.
#[component]
pub fn NoteCard() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let source = move || {
        let of = |card: &Card| page_name::spoken(&card.source);
        evidence.card.with(|card| card.as_ref().map(of))
    };
    let words = move || {
        let of = |card: &Card| (!card.words.is_empty()).then(|| words::in_quotes(&card.words));
        evidence.card.with(|card| card.as_ref().and_then(of))
    };
    let verdict = move || evidence.card.with(|card| card.as_ref().map(|card| card.verdict.clone()));
    view! {
        <div class="card" aria-hidden="true" hidden=move || evidence.card.with(Option::is_none)>
            <p class="of">{source}</p>
            {words}
            <p class="verdict">{verdict}</p>
        </div>
    }
}
