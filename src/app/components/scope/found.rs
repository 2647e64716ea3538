//! The documents whose names contain the search text, as choices.

use footnote_client::api::library::library_status;
use footnote_client::words;
use footnote_protocol::{DocumentSummary, Listing};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::tree::ChoiceBox;

/// The first documents found, by name.
#[component]
pub fn FoundDocuments(
    /// The search text.
    named: RwSignal<String>,
) -> impl IntoView {
    // `None` until known.
    let found = RwSignal::new(None::<(Vec<DocumentSummary>, usize)>);
    Effect::new(move |_| {
        let letters = named.get();
        spawn_local(async move {
            let listing = Listing::default().narrowed(letters.clone());
            let status = library_status(listing).await;
            // The search text may have changed meanwhile.
            let is_wanted = named.try_with_untracked(|named| *named == letters) == Some(true);
            if let Some(status) = status.ok().filter(|_| is_wanted) {
                found.try_set(Some((status.documents, status.listed)));
            }
        });
    });
    let documents = move || found.get().map(|(documents, _)| documents).unwrap_or_default();
    let is_none = move || found.with(|found| found.as_ref().is_some_and(|(_, all)| *all == 0));
    let left = move || {
        found.with(|found| found.as_ref().map_or(0, |(some, all)| all.saturating_sub(some.len())))
    };
    view! {
        <ul>
            <For each=documents key=|document| document.path.clone() let:document>
                <li>
                    <ChoiceBox path=document.path.clone() is_folder=false>
                        {document.path}
                    </ChoiceBox>
                </li>
            </For>
        </ul>
        <p class="hint" role="status">
            {move || {
                let left = left();
                let more = || words::more_found(left);
                if is_none() { Some(words::none_called_that().to_owned()) } else { (left > 0).then(more) }
            }}
        </p>
    }
}
