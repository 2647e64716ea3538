//! A document in the table.

use footnote_client::state::Library;
use footnote_client::words;
use footnote_protocol::{DocumentSummary, FailedFile, Opening, PendingFile};
use footnote_text::bytes::size;
use leptos::prelude::*;

/// Number of folders above a document that belongs to its owner alone: `uploads/<user>`.
const OWN: usize = 2;

/// The id of the form that removes the selected documents.
pub const CHOSEN: &str = "chosen";

/// A document that can be searched.
#[component]
pub fn ReadyRow(
    /// The document.
    file: DocumentSummary,
) -> impl IntoView {
    let is_titled = !file.title.is_empty() && file.title != file.path;
    let title = is_titled.then(|| view! { <span class="hint">{file.title.clone()}</span> });
    let left_out = (!file.left_out.is_empty()).then(|| words::left_out(file.left_out.as_str()));
    let left_out = left_out.map(|parts| view! { <span class="hint">{parts}</span> });
    let path = file.path.clone();
    let actions = file.own.then(|| {
        let remove = words::remove();
        view! { <Share path=path.clone() /> <Act path=path.clone() action="remove" label=remove /> }
    });
    let choice = file.own.then(|| view! { <Choice path /> });
    let state = match file.unreachable.as_str() {
        "" => words::ready().to_owned(),
        since => words::not_reachable(since),
    };
    let passages = Opening { passages: true, ..Opening::default() };
    view! {
        <tr>
            <th scope="row">
                {choice}
                <a href=Opening::default().address(&file.path) rel="external">
                    {file.path.clone()}
                </a>
                {title}
                {left_out}
            </th>
            <td class="figure amount"><bdi>{size(file.size)}</bdi></td>
            <td class="figure">
                <time datetime=file.modified.clone()>{file.modified.clone()}</time>
            </td>
            <td class="figure amount">{counted(file.pages.max(1), words::unit_pages)}</td>
            <td class="figure amount">
                <a href=passages.address(&file.path) rel="external">
                    {counted(file.passages, words::unit_passages)}
                </a>
            </td>
            <td>{state}</td>
            <td class="actions">{actions}</td>
        </tr>
    }
}

/// The checkbox that selects a document of the reader's own, to be removed with others.
#[component]
fn Choice(
    /// The document's path.
    path: String,
) -> impl IntoView {
    view! {
        <input
            type="checkbox"
            name="path"
            autocomplete="off"
            form=CHOSEN
            value=path.clone()
            aria-label=words::choose(&path)
        />
    }
}

/// A file that could not be read.
#[component]
pub fn FailedRow(
    /// The file.
    file: FailedFile,
) -> impl IntoView {
    let path = file.path.clone();
    let retry = file
        .again
        .then(|| view! { <Act path=path.clone() action="retry" label=words::try_again() /> });
    let remove = file.own.then(|| view! { <Act path action="remove" label=words::remove() /> });
    view! {
        <tr class="failed">
            <th scope="row">{file.path.clone()}</th>
            <td colspan="4"></td>
            <td>{words::not_read(words::fault(&file.reason))}</td>
            <td class="actions">{retry} {remove}</td>
        </tr>
    }
}

/// A file that has not been read yet.
#[component]
pub fn PendingRow(
    /// The file.
    file: PendingFile,
) -> impl IntoView {
    let state = in_words(&file);
    view! {
        <tr class="waiting">
            <th scope="row">{file.path}</th>
            <td colspan="4"></td>
            <td>{state}</td>
            <td></td>
        </tr>
    }
}

/// Returns the state of a file that has not been read yet.
fn in_words(file: &PendingFile) -> String {
    match (file.begun, file.page, file.pages) {
        (false, ..) => words::waits().to_owned(),
        (true, 0, _) | (true, _, 0 | 1) => words::is_read().to_owned(),
        (true, page, pages) => words::is_read_at(page, pages),
    }
}

/// The buttons for sharing a document; none if readers are not identified.
#[component]
fn Share(
    /// The document's path.
    path: String,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let groups = Memo::new(move |_| library.status.with(|status| status.groups.clone()));
    // `uploads/<name>` belongs to everybody.
    match path.matches('/').count() {
        ..OWN => ().into_any(),
        OWN => view! {
            <Act path=path.clone() action="share" label=words::for_everybody() />
            {move || {
                let share = |group: String| {
                    let label = words::for_group(&group);
                    view! { <Act path=path.clone() action="share" label group /> }
                };
                groups.get().into_iter().map(share).collect::<Vec<_>>()
            }}
        }
        .into_any(),
        _ => view! { <Act path action="unshare" label=words::only_for_me() /> }.into_any(),
    }
}

/// A button that performs an action on a document.
#[component]
pub fn Act(
    /// The document's path.
    path: String,
    /// The name of the action in the form.
    action: &'static str,
    /// The text of the button.
    #[prop(into)]
    label: String,
    /// The group for the action.
    #[prop(default = String::new())]
    group: String,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let name = words::about_document(&label, &path);
    let group =
        (!group.is_empty()).then(|| view! { <input type="hidden" name="group" value=group /> });
    // Posting keeps the current listing.
    let action_of_form = move || format!("/documents{}", library.wanted.get().query());
    view! {
        <form method="post" action=action_of_form>
            <input type="hidden" name="path" value=path />
            {group}
            <button class="quiet" name="action" value=action aria-label=name>
                {label}
            </button>
        </form>
    }
}

/// A number with its unit, which is only shown if there is no column header.
fn counted(count: u32, unit: fn(u32) -> String) -> impl IntoView {
    view! {
        {count}
        <span class="unit">{format!(" {}", unit(count))}</span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_a_file_is_read_is_said_by_its_pages() {
        let said = |begun, page, pages| {
            in_words(&PendingFile { begun, page, pages, ..PendingFile::default() })
        };
        assert_eq!(said(false, 0, 0), "Waiting");
        assert_eq!([said(true, 0, 0), said(true, 0, 9), said(true, 1, 1)], ["Reading…"; 3]);
        assert_eq!(said(true, 340, 812), "Reading: page 340 of 812");
    }
}
