//! The card beside a mark that is pointed at: the source, and the very words.

use leptos::prelude::*;

use crate::components::chip::chip_label;
use crate::state::EvidenceView;
use crate::words;

/// The card of the mark under the pointer or the focus. Screen readers hear the mark's note instead.
#[component]
pub fn NoteCard() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    move || {
        let card = evidence.card.get()?;
        let words = if card.words.is_empty() {
            words::no_source().to_owned()
        } else {
            words::in_quotes(&card.words)
        };
        Some(view! {
            <div class="card" aria-hidden="true">
                <p class="of">{chip_label(&card.source)}</p>
                {words}
            </div>
        })
    }
}
