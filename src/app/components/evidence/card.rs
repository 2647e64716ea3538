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
        let of = |card: &Card| match card.words.as_str() {
            "" => words::no_source().to_owned(),
            words => words::in_quotes(words),
        };
        evidence.card.with(|card| card.as_ref().map(of))
    };
    view! {
        <div class="card" aria-hidden="true" hidden=move || evidence.card.with(Option::is_none)>
            <p class="of">{source}</p>
            {words}
        </div>
    }
}
