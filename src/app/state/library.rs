//! The page's knowledge of the indexed documents, kept fresh.

use std::time::Duration;

use futures_util::FutureExt;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::shared;
use crate::api::library::library_status;
use crate::app::browser;
use crate::protocol::{LibraryStatus, Listing};

/// The pause between two requests while documents are being read.
const WHILE_READING: Duration = Duration::from_millis(700);

/// The pause while passages are being embedded, which may take hours.
const WHILE_EMBEDDING: Duration = Duration::from_secs(5);

/// The pause otherwise; a folder may change while a page lies open.
const WHILE_IDLE: Duration = Duration::from_mins(1);

/// The status of the indexed documents.
#[derive(Clone, Copy)]
pub struct Library {
    /// The state of the index and its freshness.
    pub status: RwSignal<LibraryStatus>,
    /// The part of the list that the reader wants to see.
    listing: RwSignal<Listing>,
    /// True while it asks more often than usually.
    hurries: RwSignal<bool>,
    /// When the documents were looked through last, on the reader's clock; empty until the page is
    /// awake, because only the browser knows that clock.
    pub looked: RwSignal<String>,
}

impl Library {
    /// The status as the server saw it when it rendered the page.
    pub fn new() -> Self {
        // The server has the status at hand, so there is nothing to wait for.
        let status = shared(|| {
            let listing = use_context::<Listing>().unwrap_or_default();
            library_status(listing).now_or_never().and_then(Result::ok)
        });
        let status: LibraryStatus = status.unwrap_or_default();
        Self {
            listing: RwSignal::new(status.listing.clone()),
            hurries: RwSignal::new(false),
            status: RwSignal::new(status),
            looked: RwSignal::default(),
        }
    }

    /// Keeps the status fresh from now on.
    pub fn wake(self) {
        Effect::new(move |_| {
            let at = self.status.with(|status| status.finished_at);
            self.looked.set(at.map(browser::clock).unwrap_or_default());
        });
        self.follow();
    }

    fn follow(self) {
        let pause = self.status.with_untracked(|status| {
            if status.running || !status.waiting.is_empty() {
                WHILE_READING
            } else if status.embedded.is_some_and(|(ready, all)| ready < all) {
                WHILE_EMBEDDING
            } else {
                WHILE_IDLE
            }
        });
        let again = async move {
            self.refresh().await;
            self.follow();
        };
        set_timeout(move || spawn_local(again), pause);
    }

    /// The part of the list that the reader wants to see.
    pub fn listed(self) -> Listing {
        self.listing.get_untracked()
    }

    /// Asks for the status at once, and then soon again while documents that were brought are read.
    pub fn hurry(self) {
        if !self.hurries.get_untracked() {
            self.hurries.set(true);
            spawn_local(self.hurried());
        }
    }

    async fn hurried(self) {
        self.refresh().await;
        let waits = |status: &LibraryStatus| status.running || !status.waiting.is_empty();
        if self.status.with_untracked(waits) {
            set_timeout(move || spawn_local(self.hurried()), WHILE_READING);
        } else {
            self.hurries.set(false);
        }
    }

    /// Lists these documents from now on.
    pub fn list(self, listing: Listing) {
        self.listing.set(listing);
        spawn_local(self.refresh());
    }

    async fn refresh(self) {
        let listing = self.listing.get_untracked();
        // What cannot be asked now is asked again after the pause.
        if let Ok(status) = library_status(listing).await
            && self
                .listing
                .with_untracked(|wanted| *wanted == status.listing)
            && self.status.with_untracked(|old| *old != status)
        {
            self.status.set(status);
        }
    }
}

impl Default for Library {
    fn default() -> Self {
        Self::new()
    }
}
