//! A large group of files that are not errors, folded into one line.

use footnote_client::state::Library;
use footnote_client::words;
use footnote_protocol::{FailedFile, FileGroup, LibraryStatus};
use leptos::prelude::*;

use super::documents::row::Act;

/// A group of files; nothing if it is empty.
#[component]
pub fn FileGroupList(
    /// Selects the group.
    choose: fn(&LibraryStatus) -> &FileGroup,
    /// The number of files in words.
    in_words: fn(usize) -> String,
) -> impl IntoView {
    let Library { status, .. } = expect_context::<Library>();
    let count = move || status.with(|status| in_words(choose(status).count));
    let files = Memo::new(move |_| status.with(|status| choose(status).files.clone()));
    let line = |FailedFile { path, own, .. }: FailedFile| {
        let of = path.clone();
        let remove = own.then(|| view! { <Act path=of action="remove" label=words::remove() /> });
        view! { <li>{path} {remove}</li> }
    };
    let further = move || status.with(|status| further(status, choose(status)));
    view! {
        <details class="aside">
            <summary>{count}</summary>
            <ul>
                {move || files.get().into_iter().map(line).collect::<Vec<_>>()}
            </ul>
            <p class="hint">{further}</p>
        </details>
    }
}

/// Returns the number of files that are not listed, in words; empty if all are.
fn further(status: &LibraryStatus, file_group: &FileGroup) -> String {
    // The total of a search is unknown.
    let all = if status.listing.is_of_all() { file_group.count } else { 0 };
    match all.saturating_sub(file_group.files.len()) {
        0 => String::new(),
        further => words::and_more(further),
    }
}
