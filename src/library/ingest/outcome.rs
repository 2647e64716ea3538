//! The result of reading a document.

use footnote_documents::FileState;

use super::fault::ReadFault;

/// The result of reading a document.
#[derive(Default)]
pub(super) struct ReadOutcome {
    pub(super) title: String,
    /// Number of characters left out because no reader sees them.
    pub(super) hidden: usize,
    /// Anything else that was left out.
    pub(super) left_out: String,
    /// The pages with pictures whose words are not read yet.
    pub(super) pictures: Vec<u32>,
    pub(super) state: FileState,
    /// True if a retry would have the same result.
    pub(super) is_final: bool,
}

impl ReadOutcome {
    /// Logs why the document at `path` could not be read, and what was left out of it.
    pub(super) fn warn(&self, path: &str) {
        if let FileState::Failed(reason) = &self.state {
            tracing::warn!(path, reason, "a document cannot be read");
        }
        if self.hidden > 0 {
            tracing::warn!(
                path,
                hidden = self.hidden,
                "characters that no reader of the document sees are left out"
            );
        }
    }
}

impl From<ReadFault> for ReadOutcome {
    fn from(fault: ReadFault) -> Self {
        let is_final = matches!(fault, ReadFault::Permanent(_));
        let (ReadFault::Transient(reason) | ReadFault::Permanent(reason)) = fault;
        Self { state: FileState::Failed(reason), is_final, ..Self::default() }
    }
}
