//! Tracks whether the window has room for three panels next to each other.

use leptos::prelude::*;

use super::{Chat, EvidenceView};
use crate::browser;

/// The room in the window.
#[derive(Clone, Copy)]
pub struct Viewport {
    /// True if the evidence covers the answer instead of being next to it.
    narrow: RwSignal<bool>,
    /// True if the list of conversations covers the answer.
    tight: RwSignal<bool>,
    chat: Chat,
    evidence: EvidenceView,
}

impl Viewport {
    /// Returns a wide window, until the browser reports otherwise.
    pub fn new(chat: Chat, evidence: EvidenceView) -> Self {
        Self { narrow: RwSignal::new(false), tight: RwSignal::new(false), chat, evidence }
    }

    /// Measures the window now and after each resize.
    pub fn wake(self) {
        self.narrow.set(browser::narrow());
        self.tight.set(browser::tight());
        let resized = window_event_listener(leptos::ev::resize, move |_| {
            self.narrow.set(browser::narrow());
            let tight = browser::tight();
            if self.tight.get_untracked() != tight {
                self.tight.set(tight);
                self.chat.show_sidebar();
            }
        });
        on_cleanup(move || resized.remove());
    }

    /// Returns true if something covers the answer, which is then inert.
    pub fn is_covered(self) -> bool {
        self.tight.get() && self.chat.sidebar.get() || self.narrow.get() && self.evidence.open.get()
    }

    /// Closes what covers the answer.
    pub fn uncover(self) {
        if self.tight.get_untracked() && self.chat.sidebar.get_untracked() {
            self.chat.close_covering_sidebar();
        } else {
            self.evidence.close();
        }
    }
}
