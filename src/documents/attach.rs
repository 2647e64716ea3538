//! Files attached to a question: passages of one conversation, or images.

use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine as _};

use super::Passage;
use super::extract::{self, ExtractError, FileContent, Passages};

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

/// Reads `files` with `program`, as [`extract::passages`] does.
///
/// # Errors
///
/// Fails if a file cannot be read; the error is that of the first such file.
pub async fn read(files: Vec<File>, program: &Path) -> Result<Attached, AttachError> {
    let mut attached = Attached::default();
    let mut taken: Vec<String> = Vec::new();
    for file in files {
        let source = format!("{FOLDER}{}", unique_name(&file, &taken));
        taken.push(source.clone());
        if let Some(content_type) = type_of(&file) {
            attached.images.push(Image {
                source,
                content_type: content_type.to_owned(),
                bytes: file.bytes,
            });
            continue;
        }
        let hidden = add_file(&mut attached.passages, &source, file, program).await?;
        if hidden > 0 {
            attached.hidden.push((source, hidden));
        }
    }
    Ok(attached)
}

/// Adds the passages of a file up to the maximum; returns the number of hidden characters left out.
async fn add_file(
    passages: &mut Vec<Passage>,
    source: &str,
    file: File,
    program: &Path,
) -> Result<usize, AttachError> {
    let unreadable = |error| AttachError::Unreadable(name_of(source).to_owned(), error);
    let content = FileContent::Bytes(file.bytes);
    let read = extract::passages(source, content, program).await;
    let mut read = read.map_err(unreadable)?;
    let mut hidden = add(passages, &mut read).await?.map_err(unreadable)?;
    // The files attached to a mail are added with it, if they can be read.
    while let Some(within) = read.advance().await.map_err(unreadable)? {
        if within.fault.is_none() {
            hidden += add(passages, &mut read).await?.unwrap_or_default();
        }
    }
    Ok(hidden)
}

/// Adds the passages of a document; returns the number of hidden characters left out, or the reason why it cannot be
/// read.
async fn add(
    passages: &mut Vec<Passage>,
    read: &mut Passages,
) -> Result<Result<usize, ExtractError>, AttachError> {
    loop {
        let batch = match read.batch().await {
            Ok(batch) if batch.is_empty() => return Ok(Ok(read.hidden())),
            Ok(batch) => batch,
            Err(error) => return Ok(Err(error)),
        };
        // Attached files are not in any of the reader's folders.
        passages.extend(batch.into_iter().map(|passage| Passage { category: None, ..passage }));
        if passages.len() > MAX_PASSAGES {
            return Err(AttachError::TooMuch);
        }
    }
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

/// Returns the content type of an image file. The client's claim is not trusted.
fn type_of(file: &File) -> Option<&'static str> {
    let found = image_type(&file.bytes)?;
    let format = extract::of_name(&file.name);
    let is_image = format.is_none_or(|format| format.media_type.starts_with("image/"));
    (is_image || file.content_type.starts_with("image/")).then_some(found)
}

/// Returns a name that no other file of the question has.
fn unique_name(file: &File, taken: &[String]) -> String {
    let name = extract::clean(&file.name, &file.content_type);
    let numbered = (2..).map(|number| extract::numbered(&name, number));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let is_free = |name: &String| !taken.iter().any(|other| name_of(other) == name);
    names.find(is_free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, content_type: &str, bytes: &[u8]) -> File {
        File { name: name.to_owned(), content_type: content_type.to_owned(), bytes: bytes.to_vec() }
    }

    async fn attached(files: Vec<File>) -> Result<Attached, AttachError> {
        read(files, Path::new("/nowhere")).await
    }

    #[tokio::test]
    async fn text_becomes_passages_without_a_category() {
        let tea = file("C:\\notes\\tea.md", "text/markdown", b"# Tea\n\nTea is at four.");
        let same = file("tea.md", "", b"No tea today.");
        let read = attached(vec![tea, same]).await.unwrap();
        let sources: Vec<_> = read.passages.iter().map(Passage::source).collect();
        assert_eq!(sources, ["attached/tea.md", "attached/tea-2.md"]);
        assert!(read.passages.iter().all(|p| p.category.is_none()));
        assert_eq!(read.passages[0].headings, ["Tea"]);
    }

    #[tokio::test]
    async fn images_are_known_by_their_first_bytes() {
        let png = file("a.png", "image/png", b"\x89PNG\r\n\x1a\nrest");
        let read = attached(vec![png]).await.unwrap();
        assert_eq!(read.images[0].content_type, "image/png");
        assert_eq!(read.images[0].source, "attached/a.png");
        let fake = file("a.png", "image/png", b"<html>");
        let told = attached(vec![fake]).await.unwrap_err().to_string();
        assert_eq!(told, "a.png is not what its file extension says");
    }

    #[tokio::test]
    async fn what_has_no_text_is_told_by_its_name() {
        let empty = attached(vec![file("a.txt", "", b" ")]).await;
        assert_eq!(empty.unwrap_err().to_string(), "a.txt is empty");
    }

    #[tokio::test]
    async fn files_that_hold_too_much_together_are_refused() {
        let text = "A sentence that goes on for a while, and then ends.\n\n".repeat(1_200);
        let file = file("a.txt", "", text.as_bytes());
        let files = attached(vec![file; 30]).await;
        assert_eq!(files, Err(AttachError::TooMuch));
    }
}
