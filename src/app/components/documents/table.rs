//! The table of documents: found by their names, in an order, page by page.

use leptos::prelude::*;

use super::row::{FailedRow, ReadyRow, WaitingRow};
use crate::app::components::images::Images;
use crate::app::components::listing::Pages;
use crate::app::state::Library;
use crate::protocol::{DocumentSummary, FailedFile, LibraryStatus, Listing, Order};

/// All documents that the reader may know of.
#[component]
pub fn DocumentTable() -> impl IntoView {
    let Library { status, .. } = expect_context::<Library>();
    let waiting = move || status.with(|status| status.waiting.clone());
    let failed = move || status.with(|status| fitting(status, &status.failed));
    let documents = move || status.with(|status| status.documents.clone());
    let none =
        move || status.with(|status| is_empty(status).then_some("There are no documents here."));
    let images = Memo::new(move |_| {
        status.with(|status| status.images > 0 && !fitting(status, &status.without_text).is_empty())
    });
    view! {
        <Narrow />
        <table>
            <thead>
                <tr>
                    <th scope="col">"Document"</th>
                    <th scope="col">"Size"</th>
                    <th scope="col">"Pages"</th>
                    <th scope="col">"Passages"</th>
                    <th scope="col">"State"</th>
                    <th scope="col">
                        <span class="unseen">"What to do"</span>
                    </th>
                </tr>
            </thead>
            <tbody>
                <For each=waiting key=String::clone let:path>
                    <WaitingRow path />
                </For>
                <For each=failed key=FailedFile::clone let:file>
                    <FailedRow file />
                </For>
                <Show when=move || images.get()>
                    <tr>
                        <th scope="row" colspan="6">
                            <Images />
                        </th>
                    </tr>
                </Show>
                <For each=documents key=DocumentSummary::clone let:file>
                    <ReadyRow file />
                </For>
            </tbody>
        </table>
        <p class="hint">{none}</p>
        <Pages />
    }
}

/// True if there is nothing to list, whatever is looked for.
fn is_empty(status: &LibraryStatus) -> bool {
    let known = status.listed + status.waiting.len() + status.unread + status.images;
    known == 0 && status.listing.named.is_empty()
}

/// The files whose path holds the letters that are looked for.
fn fitting(status: &LibraryStatus, files: &[FailedFile]) -> Vec<FailedFile> {
    let named = status.listing.named.trim().to_lowercase();
    let holds = |file: &&FailedFile| file.path.to_lowercase().contains(&named);
    files.iter().filter(holds).cloned().collect()
}

/// The fields that narrow and sort the table.
#[component]
fn Narrow() -> impl IntoView {
    let library = expect_context::<Library>();
    let listing = library.status.with_untracked(|status| status.listing.clone());
    let find = move |named: String| library.list(library.listed().narrowed(named));
    let sort = move |name: String| {
        let listing = Listing { page: 1, order: Order::named(&name), ..library.listed() };
        library.list(listing);
    };
    // The address may lead back to other letters and another order.
    let wanted = move || library.wanted.get();
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
                "Find by name "
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
                "Sort by "
                <select
                    name="order"
                    autocomplete="off"
                    prop:value=move || wanted().order.name()
                    on:change=move |event| sort(event_target_value(&event))>
                    {options}
                </select>
            </label>
            <button class="unscripted" type="submit">
                "Show"
            </button>
        </form>
    }
}

fn in_words(order: Order) -> &'static str {
    match order {
        Order::Name => "name",
        Order::Changed => "last changed",
        Order::Size => "size",
        Order::Pages => "pages",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_could_not_be_read_are_narrowed_by_their_names_too() {
        let file = |path: &str| FailedFile { path: path.into(), ..FailedFile::default() };
        let mut status = LibraryStatus {
            failed: vec![file("hr/Scan.pdf"), file("empty.md")],
            ..LibraryStatus::default()
        };
        assert_eq!(fitting(&status, &status.failed).len(), 2);
        status.listing.named = " scan".into();
        assert_eq!(fitting(&status, &status.failed), [file("hr/Scan.pdf")]);
    }
}
