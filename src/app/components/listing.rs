//! The list of documents, page by page, with a search by name.

use footnote_client::state::Library;
use footnote_client::words;
use footnote_protocol::{DocumentSummary, FailedFile, LibraryStatus, Listing, Opening};
use leptos::ev::MouseEvent;
use leptos::prelude::*;

use super::click::taken;
use super::file_group::FileGroupList;

/// Number of documents from which the list is folded at first.
const FEW: usize = 12;

/// The documents that can be searched, and the files that could not be read.
#[component]
pub fn DocumentList() -> impl IntoView {
    let Library { status, looked, .. } = expect_context::<Library>();
    let count = move || {
        let count = status.with(|status| words::documents_counted(status.ready));
        match looked.get() {
            looked if looked.is_empty() => count,
            looked => words::last_checked(&count, &looked),
        }
    };
    let documents = move || status.with(|status| status.documents.clone());
    let is_open = Memo::new(move |_| {
        status.with(|status| status.ready <= FEW || status.listing != Listing::default())
    });
    let many = Memo::new(move |_| status.with(|status| status.ready > Listing::DOCUMENTS));
    view! {
        <details class="listing" open=move || is_open.get()>
            <summary>{count}</summary>
            <Show when=move || many.get()>
                <FilterField />
            </Show>
            <ul>
                <For each=documents key=DocumentSummary::clone let:document>
                    <li>
                        <a href=Opening::default().address(&document.path) rel="external">
                            {document.path.clone()}
                        </a>
                        <span class="pages">{about(&document)}</span>
                    </li>
                </For>
            </ul>
            <Show when=move || many.get()>
                <Pages />
            </Show>
        </details>
        <Unreadable />
    }
}

/// The files that could not be read, and the images without text.
#[component]
fn Unreadable() -> impl IntoView {
    let status = expect_context::<Library>().status;
    let failed = Memo::new(move |_| status.with(|status| status.failed.clone()));
    let any = Memo::new(move |_| status.with(|status| !status.failed.is_empty()));
    let images = Memo::new(move |_| status.with(|status| status.images.count > 0));
    let unread = move || {
        words::could_not_be_read(status.with(|status| status.unread.max(status.failed.len())))
    };
    let further = move || status.with(further).map(words::and_more);
    view! {
        <Show when=move || any.get()>
            <details class="listing">
                <summary>{unread}</summary>
                <ul>
                    {move || {
                        let line = |file: FailedFile| {
                            let reason = words::fault(&file.reason).to_owned();
                            view! { <li>{file.path} " " <span class="pages">{reason}</span></li> }
                        };
                        failed.get().into_iter().map(line).collect::<Vec<_>>()
                    }}
                </ul>
                <p class="pages">{further}</p>
            </details>
        </Show>
        <Show when=move || images.get()>
            <div class="listing">
                <FileGroupList choose=|status| &status.images in_words=words::images_without_text />
            </div>
        </Show>
    }
}

/// Returns the number of files that could not be read and are not listed; `None` if there are none.
pub fn further(status: &LibraryStatus) -> Option<usize> {
    // The total of a search is unknown.
    let all = if status.listing.is_of_all() { status.unread } else { 0 };
    Some(all.saturating_sub(status.failed.len())).filter(|further| *further > 0)
}

/// The search field of the list.
#[component]
fn FilterField() -> impl IntoView {
    let library = expect_context::<Library>();
    let named = library.status.with_untracked(|status| status.listing.named.clone());
    let find = move |named: String| library.list(library.listed().narrowed(named));
    view! {
        <form method="get" role="search" on:submit=|event| event.prevent_default()>
            <input
                type="text"
                name="named"
                aria-label=words::find_document()
                placeholder=words::find_document()
                autocomplete="off"
                value=named
                on:input=move |event| find(event_target_value(&event))
            />
        </form>
    }
}

/// The current page of the list, with links to the previous and the next page.
#[component]
pub fn Pages() -> impl IntoView {
    let status = expect_context::<Library>().status;
    let shown = move || status.with(in_words);
    let turned = move |pages| status.with(|status| turned(status, pages));
    view! {
        <nav class="turn-pages" aria-label=words::pages_of_list()>
            {move || turned(-1).map(|listing| view! { <PageLink listing label=words::earlier() /> })}
            <span role="status">{shown}</span>
            {move || turned(1).map(|listing| view! { <PageLink listing label=words::further() /> })}
        </nav>
    }
}

/// A link to another page of the list; a plain click does not reload the page.
#[component]
fn PageLink(
    /// The listing to show.
    listing: Listing,
    /// The text of the link.
    label: &'static str,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let href = listing.query();
    let turn = move |event: MouseEvent| {
        if taken(&event) {
            library.list(listing.clone());
        }
    };
    view! {
        <a href=href rel="external" on:click=turn>
            {label}
        </a>
    }
}

/// Returns the listing this many pages further on, if there is one.
fn turned(status: &LibraryStatus, pages: isize) -> Option<Listing> {
    let listing = status.listing.turned(pages)?;
    (listing.before() < status.listed).then_some(listing)
}

/// Returns the range of documents that are shown, and their total number.
fn in_words(status: &LibraryStatus) -> String {
    let before = status.listing.before();
    match (status.listed, status.documents.len()) {
        (0, _) if status.is_moving() => String::new(),
        (0, _) if status.listing.named.is_empty() => words::none_here().to_owned(),
        (0, _) => words::none_called_that().to_owned(),
        (all, 0) => words::in_all(all),
        (all, shown) => words::range(before + 1, before + shown, all),
    }
}

/// Returns the number of a document's pages, or the time since which its file cannot be read.
fn about(document: &DocumentSummary) -> String {
    match document.unreachable.as_str() {
        "" => pages(document.pages),
        since => words::not_reachable(since),
    }
}

/// Returns the number of pages, if there are several.
fn pages(count: u32) -> String {
    match count {
        0 | 1 => String::new(),
        count => words::pages_counted(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(page: usize, named: &str, listed: usize, shown: usize) -> LibraryStatus {
        LibraryStatus {
            listing: Listing { page, named: named.to_owned(), ..Listing::default() },
            listed,
            documents: vec![DocumentSummary::default(); shown],
            ..LibraryStatus::default()
        }
    }

    #[test]
    fn the_first_and_the_last_page_lead_one_way_only() {
        let pages = |status: &LibraryStatus| [-1, 1].map(|by| turned(status, by).is_some());
        assert_eq!(pages(&status(1, "", 250, 100)), [false, true]);
        assert_eq!(pages(&status(2, "", 250, 100)), [true, true]);
        assert_eq!(pages(&status(3, "", 250, 50)), [true, false]);
        assert_eq!(in_words(&status(3, "", 250, 50)), "201 to 250 of 250");
        assert_eq!(in_words(&status(1, "x", 0, 0)), "No matching documents");
    }

    #[test]
    fn a_document_whose_file_cannot_be_read_says_since_when() {
        let mut document = DocumentSummary { pages: 3, ..DocumentSummary::default() };
        assert_eq!(about(&document), "3 pages");
        document.unreachable = "2026-11-25 14:05".to_owned();
        assert_eq!(about(&document), "Not reachable since 2026-11-25 14:05 UTC");
    }

    #[test]
    fn files_that_could_not_be_read_and_are_not_listed_are_counted() {
        let failed = vec![FailedFile::default(); 100];
        let mut status = LibraryStatus { unread: 100, failed, ..LibraryStatus::default() };
        assert_eq!(further(&status), None);
        status.unread = 137;
        assert_eq!(further(&status), Some(37));
        status.listing.named = "plan".to_owned();
        assert_eq!(further(&status), None, "nobody knows how many fit");
    }
}
