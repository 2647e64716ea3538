//! The changes of attached files, as a question and other windows wait for them.

/// The changes of the files of the conversation that is open.
#[derive(Clone, Copy, Default)]
pub(super) struct AttachmentChanges {
    /// The number of those that this window makes now.
    pub(super) under_way: usize,
    /// Counts the times that another window may have made some.
    pub(super) elsewhere: usize,
}
