//! Files inside other files.

/// Maximum number of files inside a file that are read.
pub const MAX_PARTS: usize = 1_000;

/// A file inside another, such as an attachment of a message or a member of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, as claimed by the sender.
    pub name: String,
    /// Its content type, as claimed by the sender.
    pub media_type: String,
    /// The folder inside the enclosing file that it is in; empty if there is none.
    pub folder: String,
    /// The page that it belongs to, if the enclosing file has pages.
    pub page: Option<u32>,
    /// Its content.
    pub bytes: Vec<u8>,
}
