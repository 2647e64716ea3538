//! Tracks whether the window has room for three panels next to each other.

use leptos::prelude::*;

use super::{Chat, EvidenceView};
use crate::browser;

/// The room in the window.
#[derive(Clone, Copy)]
pub struct Viewport {
    /// True if the evidence covers the answer instead of being next to it.
    pub narrow: RwSignal<bool>,
    chat: Chat,
    evidence: EvidenceView,
}

impl Viewport {
    /// A wide window, until the browser reports otherwise.
    pub fn new(chat: Chat, evidence: EvidenceView) -> Self {
        Self { narrow: RwSignal::new(false), chat, evidence }
    }

    /// Measures the window now and after each resize.
    pub fn wake(self) {
        self.narrow.set(browser::narrow());
        let resized = window_event_listener(leptos::ev::resize, move |_| {
            let narrow = browser::narrow();
            if self.narrow.get_untracked() != narrow {
                self.narrow.set(narrow);
                // Otherwise both would overlap.
                if narrow && self.evidence.open.get_untracked() {
                    self.chat.sidebar.set(false);
                }
            }
        });
        on_cleanup(move || resized.remove());
    }

    /// True if something covers the answer, which is out of reach meanwhile.
    pub fn is_covered(self) -> bool {
        self.narrow.get() && (self.chat.sidebar.get() || self.evidence.open.get())
    }

    /// Closes what covers the answer.
    pub fn uncover(self) {
        if self.chat.sidebar.get_untracked() {
            self.chat.close_covering_sidebar();
        } else {
            self.evidence.close();
        }
    }
}
