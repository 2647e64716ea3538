//! The turns of a conversation that the page does not show: it shows a conversation page by page.

/// The turns of a conversation that the page does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherTurns {
    /// The id of the conversation.
    pub conversation: String,
    /// The number of its newest turns that the page with the turns before these leaves out; `None` if there are none
    /// before these.
    pub earlier: Option<usize>,
    /// True if there are turns behind these.
    pub are_newer: bool,
}

impl OtherTurns {
    /// The same if they are those of the conversation `open`; otherwise none.
    #[must_use]
    pub fn filter_open(self, open: &str) -> Self {
        if self.conversation == open { self } else { Self::default() }
    }

    /// True if there are any.
    pub fn are_any(&self) -> bool {
        self.earlier.is_some() || self.are_newer
    }
}
