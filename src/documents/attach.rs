//! Files attached to a question: passages of one conversation, or images.

use base64::prelude::{BASE64_STANDARD, Engine as _};

use super::{ExtractError, Passage};

/// Prefix of the name of every attached file, so that none is taken for a document of the folder.
pub const FOLDER: &str = footnote_text::source::ATTACHED;

/// Maximum number of passages of one conversation, some 1.5 MB of text: every message indexes all of them.
pub const MAX_PASSAGES: usize = 2_000;

/// Maximum number of images of one conversation: the model looks at all of them for every question.
pub const MAX_IMAGES: usize = 4;

/// Images that chat models commonly accept, by content type and first bytes.
const IMAGES: [(&str, &[u8]); 5] = [
    ("image/png", b"\x89PNG\r\n\x1a\n"),
    ("image/jpeg", b"\xff\xd8\xff"),
    ("image/gif", b"GIF8"),
    ("image/webp", b"RIFF"),
    ("image/bmp", b"BM"),
];

/// A file as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its name, as claimed by the client.
    pub name: String,
    /// Its content type, as claimed by the client.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// An attached image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its source name.
    pub source: String,
    /// Its content type, detected from its first bytes.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Image {
    /// Returns the image as a data URL.
    pub fn data_url(&self) -> String {
        format!("data:{};base64,{}", self.content_type, BASE64_STANDARD.encode(&self.bytes))
    }
}

/// The contents of the files of one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attached {
    /// The passages of all files with text, file by file.
    pub passages: Vec<Passage>,
    /// The images.
    pub images: Vec<Image>,
    /// The files with hidden text, each with the number of characters left out. This is reported with the question that
    /// brings them, and not stored.
    pub hidden: Vec<(String, usize)>,
}

/// The error of a file that cannot be attached, worded for the sender.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// This file cannot be read.
    #[error("{0} {1}")]
    Unreadable(String, ExtractError),
    /// Together, the files exceed [`MAX_PASSAGES`].
    #[error("the attached files hold too much text")]
    TooMuch,
    /// Reading them takes too long.
    #[error("the attached files could not be read in time")]
    TooSlow,
}

/// Returns the file name behind a source name, as the reader knows it.
pub fn name_of(source: &str) -> &str {
    source.strip_prefix(FOLDER).unwrap_or(source)
}

/// Returns the content type of an image that chat models commonly accept, by its first bytes.
pub fn image_type(bytes: &[u8]) -> Option<&'static str> {
    let found = IMAGES.iter().find(|(_, begin)| bytes.starts_with(begin));
    found.map(|(content_type, _)| *content_type)
}
