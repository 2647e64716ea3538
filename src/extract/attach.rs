//! Reading the files attached to a question.

use std::path::Path;

use footnote_documents::Passage;
use footnote_documents::attach::{
    AttachError, Attached, FOLDER, File, Image, MAX_PASSAGES, image_type, name_of,
};

use super::{ExtractError, FileContent, Passages, clean, numbered, of_name, passages};

/// Reads `files` with `program`, as [`passages`](crate::passages()) does.
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
    let read = passages::passages(source, content, program).await;
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

/// Returns the content type of an image file. The client's claim is not trusted.
fn type_of(file: &File) -> Option<&'static str> {
    let found = image_type(&file.bytes)?;
    let format = of_name(&file.name);
    let is_image = format.is_none_or(|format| format.media_type.starts_with("image/"));
    (is_image || file.content_type.starts_with("image/")).then_some(found)
}

/// Returns a name that no other file of the question has.
fn unique_name(file: &File, taken: &[String]) -> String {
    let name = clean(&file.name, &file.content_type);
    let numbered = (2..).map(|number| numbered(&name, number));
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
