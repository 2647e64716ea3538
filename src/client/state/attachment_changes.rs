//! Changes to the attached files, which questions and other windows wait for.

/// Changes to the files of the open conversation.
#[derive(Clone, Copy, Default)]
pub(super) struct AttachmentChanges {
    /// Number of changes in progress in this window.
    pub(super) under_way: usize,
    /// Number of times that another window may have changed the files.
    pub(super) elsewhere: usize,
}
