//! The page's view of the indexed documents, kept up to date.

use std::time::Duration;

use footnote_protocol::{LibraryStatus, Listing};
use futures_util::{FutureExt, StreamExt};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::shared;
use crate::api::library::{library_changes, library_status};
use crate::browser;
use crate::words;

/// Pause before watching the documents again after a watch has ended.
const WHILE_READING: Duration = Duration::from_secs(2);

/// Polling interval while passages are being embedded, which may take hours.
const WHILE_EMBEDDING: Duration = Duration::from_secs(5);

/// Polling interval otherwise; a folder may change while a page is open.
const WHILE_IDLE: Duration = Duration::from_mins(1);

/// The documents as looked up by the server before rendering, since a view cannot wait.
#[derive(Clone, Debug, Default)]
pub struct LibraryAtHand {
    /// State of the documents.
    pub status: Option<LibraryStatus>,
}

/// State of the indexed documents.
#[derive(Clone, Copy)]
pub struct Library {
    /// The state of the index.
    pub status: RwSignal<LibraryStatus>,
    /// The part of the list that the reader wants to see.
    pub wanted: RwSignal<Listing>,
    /// True if the page's address determines that part.
    in_address: RwSignal<bool>,
    /// True while the reading of documents is being watched.
    watches: RwSignal<bool>,
    /// Time of the last scan, on the reader's clock. Empty until hydration, because only the browser knows that clock.
    pub looked: RwSignal<String>,
}

impl Library {
    /// Returns the state as the server saw it when it rendered the page.
    pub fn new() -> Self {
        let status = shared(|| {
            let at_hand = use_context::<LibraryAtHand>().unwrap_or_default();
            let listing = use_context::<Listing>().unwrap_or_default();
            // If nothing was looked up, show what is available without waiting.
            at_hand.status.or_else(|| library_status(listing).now_or_never().and_then(Result::ok))
        });
        let status: LibraryStatus = status.unwrap_or_default();
        Self {
            wanted: RwSignal::new(status.listing.clone()),
            in_address: RwSignal::new(false),
            watches: RwSignal::new(false),
            status: RwSignal::new(status),
            looked: RwSignal::default(),
        }
    }

    /// Says the time of the last scan from now on.
    pub fn wake(self) {
        Effect::new(move |_| {
            let at = self.status.with(|status| status.finished_at);
            self.looked.set(at.map(browser::clock).unwrap_or_default());
        });
    }

    /// Keeps the state up to date from now on, and lists the part that is wanted.
    pub fn keep_fresh(self) {
        Effect::new(move |_| {
            let is_there = self
                .wanted
                .with(|wanted| self.status.with_untracked(|status| status.listing == *wanted));
            if !is_there {
                spawn_local(self.refresh());
            }
        });
        spawn_local(async move {
            self.watch().await;
            self.follow();
        });
    }

    fn follow(self) {
        let pause = self.status.with_untracked(|status| {
            if status.is_moving() {
                WHILE_READING
            } else if self.stays() || status.embedded.is_some_and(|(ready, all)| ready < all) {
                WHILE_EMBEDDING
            } else {
                WHILE_IDLE
            }
        });
        let again = async move {
            self.refresh().await;
            self.watch().await;
            self.follow();
        };
        let _ = set_timeout(move || spawn_local(again), pause);
    }

    /// Returns the part of the list that the reader wants to see.
    pub fn listed(self) -> Listing {
        self.wanted.get_untracked()
    }

    /// Requests the state immediately, and watches uploaded documents being read.
    pub fn hurry(self) {
        spawn_local(async move {
            self.refresh().await;
            self.watch().await;
        });
    }

    /// Applies each change of the state while documents are being read, or while the page shows their list.
    async fn watch(self) {
        let goes_on = || self.stays() || self.status.with_untracked(LibraryStatus::is_moving);
        if self.watches.get_untracked() || !goes_on() {
            return;
        }
        self.watches.set(true);
        while goes_on() && self.watch_listed().await {}
        self.watches.set(false);
    }

    /// Returns true if the page shows the list of documents, not only the outcome of uploads.
    fn stays(self) -> bool {
        self.in_address.get_untracked() && browser::is_seen()
    }

    /// Returns the same for the part of the list that is shown now; false once no more changes are expected.
    async fn watch_listed(self) -> bool {
        let listing = self.wanted.get_untracked();
        let Ok(mut states) = library_changes(listing, self.stays()).await else {
            return false;
        };
        while let Some(status) = states.next().await {
            if !self.take(status) {
                return true;
            }
            // Browsers limit the number of connections of all windows together.
            if !browser::is_seen() {
                return false;
            }
        }
        false
    }

    /// Lists these documents from now on.
    pub fn list(self, listing: Listing) {
        if self.in_address.get_untracked() {
            // Orders and pages make history entries; single letters do not.
            let is_step = listing.named == self.listed().named;
            browser::set_query(&listing.query(), is_step);
        }
        self.wanted.set(listing);
    }

    /// Keeps the listing in the page's address from now on, so that going back or copying the address leads to the same
    /// list.
    pub fn keep_in_address(self) {
        self.in_address.set(true);
        let moved = window_event_listener_untyped("popstate", move |_| self.follow_address());
        on_cleanup(move || moved.remove());
        // The reader may have gone back before hydration.
        self.follow_address();
    }

    fn follow_address(self) {
        let listing = Listing::of_query(&browser::query()).with_folders();
        if listing != self.listed() {
            self.wanted.set(listing);
        }
    }

    async fn refresh(self) {
        let listing = self.wanted.get_untracked();
        // A failed request is repeated after the pause.
        if let Ok(status) = library_status(listing).await {
            self.take(status);
        }
    }

    /// Applies a state; false if it is for another part of the list than the reader wants by now.
    fn take(self, status: LibraryStatus) -> bool {
        let is_wanted = self.wanted.with_untracked(|wanted| *wanted == status.listing);
        if is_wanted && self.status.with_untracked(|old| *old != status) {
            self.status.set(status);
        }
        is_wanted
    }

    /// Returns the state of the documents, on one line.
    pub fn in_words(self) -> String {
        self.status.with(in_words)
    }

    /// Work in progress or problems with the documents, on one line; empty if there are none.
    pub fn news(self) -> String {
        self.status.with(news)
    }
}

impl Default for Library {
    fn default() -> Self {
        Self::new()
    }
}

/// Work in progress or problems, on one line; otherwise empty.
fn news(status: &LibraryStatus) -> String {
    if status.running {
        return words::reading_documents(status.done, status.seen);
    }
    match (&status.problem, status.embedded) {
        (Some(problem), _) => problem.clone(),
        (None, Some((ready, all))) if ready < all => match status.embedding_minutes {
            Some(minutes) => words::preparing_meaning_for(ready, all, minutes),
            None => words::preparing_meaning(ready, all),
        },
        _ => String::new(),
    }
}

/// Returns what is said while no document can be searched.
fn none_ready(status: &LibraryStatus) -> &'static str {
    if status.pending.is_empty() { words::no_documents_yet() } else { words::are_being_read() }
}

/// Returns the state of the index, on one line.
fn in_words(status: &LibraryStatus) -> String {
    let news = news(status);
    if status.running || status.problem.is_some() {
        return news;
    }
    let documents = match status.ready {
        0 => none_ready(status).to_owned(),
        ready => words::documents_counted(ready),
    };
    let documents = match status.unread {
        0 => documents,
        unread => words::unread_too(unread, &documents),
    };
    let documents = match status.images.count {
        0 => documents,
        images => words::and_also(&documents, &words::images_without_text(images)),
    };
    if news.is_empty() { documents } else { format!("{documents}. {news}") }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::PendingFile;

    use super::*;

    #[test]
    fn the_line_tells_what_is_ready_and_what_failed() {
        let mut status = LibraryStatus::default();
        assert_eq!(in_words(&status), "No documents yet");
        status.pending.push(PendingFile::default());
        assert_eq!(in_words(&status), "The documents are being read.");
        status.pending.clear();
        status.ready = 2_081;
        assert_eq!(in_words(&status), "2,081 documents");
        (status.ready, status.unread) = (1, 1);
        assert_eq!(in_words(&status), "1 document, 1 could not be read");
        status.images.count = 48;
        let counted = in_words(&status);
        assert!(counted.ends_with(", 48 images without text"));
        assert_eq!(news(&status), "", "nothing of it is news");
        status.embedded = Some((128, 9_395));
        let preparing = "Preparing search by meaning: 128 of 9,395";
        assert_eq!(news(&status), preparing);
        assert_eq!(in_words(&status), format!("{counted}. {preparing}"));
        status.embedding_minutes = Some(4);
        assert_eq!(news(&status), "Preparing search by meaning: 128 of 9,395 (about 4 min)");
        status.problem = Some("The index cannot be written.".to_owned());
        assert_eq!(in_words(&status), "The index cannot be written.");
        status.running = true;
        status.seen = 7;
        assert_eq!(in_words(&status), "Reading documents: 0 of 7");
    }
}
