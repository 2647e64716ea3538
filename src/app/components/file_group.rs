//! Files that are many and about which nothing failed, in one line that can be opened.

use footnote_protocol::{FailedFile, FileGroup, LibraryStatus};
use leptos::prelude::*;

use super::documents::row::Act;
use crate::state::Library;
use crate::words;

/// Files that stand aside; nothing where there are none.
#[component]
pub fn FileGroupList(
    /// The choice of them.
    choose: fn(&LibraryStatus) -> &FileGroup,
    /// Their number in words.
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

/// The number of files that are not listed, in words; nothing if all are.
fn further(status: &LibraryStatus, file_group: &FileGroup) -> String {
    // Of those that are narrowed down nobody knows how many there are.
    let all = if status.listing.is_of_all() { file_group.count } else { 0 };
    match all.saturating_sub(file_group.files.len()) {
        0 => String::new(),
        further => words::and_more(further),
    }
}
