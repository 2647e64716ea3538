//! The room that the window has for three regions side by side, kept true while it is resized.

use leptos::prelude::*;

use super::{Chat, EvidenceView};
use crate::browser;

/// The room that the window gives.
#[derive(Clone, Copy)]
pub struct Viewport {
    /// True if the evidence covers the answer instead of standing beside it.
    pub narrow: RwSignal<bool>,
    chat: Chat,
    evidence: EvidenceView,
}

impl Viewport {
    /// A wide window, until the browser says otherwise.
    pub fn new(chat: Chat, evidence: EvidenceView) -> Self {
        Self { narrow: RwSignal::new(false), chat, evidence }
    }

    /// Measures the window now and after each change of its size.
    pub fn wake(self) {
        self.narrow.set(browser::narrow());
        let resized = window_event_listener(leptos::ev::resize, move |_| {
            let narrow = browser::narrow();
            if self.narrow.get_untracked() != narrow {
                self.narrow.set(narrow);
                // Both would lie on top of each other.
                if narrow && self.evidence.open.get_untracked() {
                    self.chat.sidebar.set(false);
                }
            }
        });
        on_cleanup(move || resized.remove());
    }

    /// Returns whether something covers the answer, which cannot be reached meanwhile.
    pub fn is_covered(self) -> bool {
        self.narrow.get() && (self.chat.sidebar.get() || self.evidence.open.get())
    }

    /// Takes away what covers the answer.
    pub fn uncover(self) {
        if self.chat.sidebar.get_untracked() {
            self.chat.close_covering_sidebar();
        } else {
            self.evidence.close();
        }
    }
}
