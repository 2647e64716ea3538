//! The table of documents: searched by name, sorted, page by page.

use footnote_client::state::Library;
use footnote_client::words;
use footnote_protocol::{
    DocumentSummary, FailedFile, FileGroup, LibraryStatus, Listing, Order, PendingFile,
};
use leptos::prelude::*;

use super::row::{CHOSEN, FailedRow, PendingRow, ReadyRow};
use crate::components::file_group::FileGroupList;
use crate::components::listing::{Pages, further};

/// All documents that the reader may see.
#[component]
pub fn DocumentTable() -> impl IntoView {
    let Library { status, .. } = expect_context::<Library>();
    let pending = move || status.with(|status| status.pending.clone());
    let documents = move || status.with(|status| status.documents.clone());
    view! {
        <Narrow />
        <table>
            <thead>
                <tr>
                    <th scope="col">{words::document()}</th>
                    <th scope="col" class="amount">{words::size()}</th>
                    <th scope="col">{words::modified()}</th>
                    <th scope="col" class="amount">{words::pages()}</th>
                    <th scope="col" class="amount">{words::passages()}</th>
                    <th scope="col">{words::state()}</th>
                    <th scope="col">
                        <span class="unseen">{words::actions()}</span>
                    </th>
                </tr>
            </thead>
            <tbody>
                <For each=pending key=PendingFile::clone let:file>
                    <PendingRow file />
                </For>
                <FailedRows />
                <FileGroupRow choose=|status| &status.images in_words=words::images_without_text />
                <FileGroupRow choose=|status| &status.others in_words=words::files_not_read />
                <For each=documents key=DocumentSummary::clone let:file>
                    <ReadyRow file />
                </For>
            </tbody>
        </table>
        <RemoveChosen />
        <Pages />
    }
}

/// The files that could not be read, below one line with their number.
#[component]
fn FailedRows() -> impl IntoView {
    let Library { status, .. } = expect_context::<Library>();
    // Without scripts, they could not be unfolded.
    let is_open = RwSignal::new(true);
    Effect::new(move |_| is_open.set(false));
    let failed = move || {
        let all = is_open.get().then(|| status.with(|status| status.failed.clone()));
        all.unwrap_or_default()
    };
    let further = Memo::new(move |_| status.with(further));
    let count = Memo::new(move |_| {
        status.with(|status| status.failed.len() + further.get().unwrap_or_default())
    });
    let is_shown = move || is_open.get() && further.with(Option::is_some);
    view! {
        <tr class="unread" hidden=move || count.get() == 0>
            <th scope="row" colspan="7">
                <button
                    class="quiet scripted"
                    type="button"
                    aria-expanded=move || is_open.get().to_string()
                    on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
                >
                    {move || words::could_not_be_read(count.get())}
                </button>
            </th>
        </tr>
        <For each=failed key=FailedFile::clone let:file>
            <FailedRow file />
        </For>
        <tr class="failed" hidden=move || !is_shown()>
            <td colspan="7" class="hint">
                {move || further.get().map(words::more_unread)}
            </td>
        </tr>
    }
}

/// A row for a group of files that are not errors, if there are any.
#[component]
fn FileGroupRow(
    /// Selects the group.
    choose: fn(&LibraryStatus) -> &FileGroup,
    /// The number of files in words.
    in_words: fn(usize) -> String,
) -> impl IntoView {
    let Library { status, .. } = expect_context::<Library>();
    let any = Memo::new(move |_| status.with(|status| !choose(status).files.is_empty()));
    view! {
        <Show when=move || any.get()>
            <tr>
                <th scope="row" colspan="7">
                    <FileGroupList choose in_words />
                </th>
            </tr>
        </Show>
    }
}

/// The form that removes the selected documents; shown once one is selected.
#[component]
fn RemoveChosen() -> impl IntoView {
    let library = expect_context::<Library>();
    // Posting keeps the current listing.
    let action_of_form = move || format!("/documents{}", library.wanted.get().query());
    view! {
        <form id=CHOSEN class="chosen" method="post" action=action_of_form>
            <button name="action" value="remove">
                {words::remove_chosen()}
            </button>
        </form>
    }
}

/// The fields for searching and sorting the table.
#[component]
fn Narrow() -> impl IntoView {
    let library = expect_context::<Library>();
    let listing = library.status.with_untracked(|status| status.listing.clone());
    let find = move |named: String| library.list(library.listed().narrowed(named));
    let sort = move |name: String| {
        let listing = Listing { page: 1, order: Order::named(&name), ..library.listed() };
        library.list(listing);
    };
    // Going back may restore another search and another order.
    let wanted = move || library.wanted.get();
    let folder = move || wanted().folder.unwrap_or_default();
    let options = Order::ALL.map(|order| {
        view! {
            <option value=order.name() selected=order == listing.order>
                {in_words(order)}
            </option>
        }
    });
    view! {
        <form class="narrow" method="get" action="/documents" role="search">
            <label>
                {words::find_by_name()} " "
                <input
                    type="text"
                    name="named"
                    autocomplete="off"
                    value=listing.named.clone()
                    prop:value=move || wanted().named
                    on:input=move |event| find(event_target_value(&event))
                />
            </label>
            <label>
                {words::sort_by()} " "
                <select
                    name="order"
                    autocomplete="off"
                    prop:value=move || wanted().order.name()
                    on:change=move |event| sort(event_target_value(&event))>
                    {options}
                </select>
            </label>
            <input type="hidden" name="folder" value=folder disabled=move || folder().is_empty() />
            <button class="unscripted" type="submit">
                {words::show()}
            </button>
        </form>
    }
}

fn in_words(order: Order) -> &'static str {
    match order {
        Order::Name => words::by_name(),
        Order::Changed => words::by_change(),
        Order::Size => words::by_size(),
        Order::Pages => words::by_pages(),
    }
}
