//! Turns of a conversation on other pages: a conversation is shown page by page.

/// Turns of a conversation that are not on this page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherTurns {
    /// Id of the conversation.
    pub conversation: String,
    /// Number of newest turns to skip for the page before this one; `None` if this is the first page.
    pub earlier: Option<usize>,
    /// True if there are newer turns.
    pub are_newer: bool,
}

impl OtherTurns {
    /// Returns the same value if it is about the conversation `open`; otherwise empty.
    #[must_use]
    pub fn filter_open(self, open: &str) -> Self {
        if self.conversation == open { self } else { Self::default() }
    }

    /// Returns true if there are turns on other pages.
    pub fn are_any(&self) -> bool {
        self.earlier.is_some() || self.are_newer
    }
}
