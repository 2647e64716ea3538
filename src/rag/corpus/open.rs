//! The file behind an indexed document, found without ever leaving the folder, and how it is shown.

use std::io;
use std::path::{Path, PathBuf};

use super::Library;
use super::extract::plain::decode;
use super::index::{Record, Stamp};

/// The file of the indexed document `path`, or `None` if there is no such document.
///
/// The path is looked up among the documents that are indexed, so what a client sends is never
/// joined blindly; symbolic links are refused all the same, since a link may be put in the place
/// of a document after it was indexed. A document that was changed since is none if the change can be
/// of its readers: the next pass will tell who they are.
pub fn locate(library: &Library, path: &str) -> Option<PathBuf> {
    let file = library.file(path).filter(|file| file.is_ready())?;
    let place = library.folders().file(path)?;
    let is_certain = file.access.is_public() && kind(path) != Kind::Markdown;
    (is_certain || is_as_read(&file, &place)).then_some(place)
}

/// Whether nothing has changed the file at `place` since it was read.
fn is_as_read(file: &Record, place: &Path) -> bool {
    let metadata = place.symlink_metadata();
    metadata.is_ok_and(|metadata| Stamp::of(&metadata) == file.stamp)
}

/// The most bytes of a text that the page shows: more would freeze it.
const MOST_SHOWN: u64 = 2 * 1024 * 1024;

/// How a document is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By the browser's own viewer.
    Pdf,
    /// By the browser, without any rights.
    Html,
    /// As Markdown.
    Markdown,
    /// As plain text.
    Text,
}

/// How the document `path` is shown, told by its extension.
pub fn kind(path: &str) -> Kind {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "pdf" => Kind::Pdf,
        "html" | "htm" | "xhtml" => Kind::Html,
        "md" | "markdown" => Kind::Markdown,
        _ => Kind::Text,
    }
}

/// Reads a document as text, in whatever encoding it is, as it was read for the index.
///
/// # Errors
///
/// If the file cannot be read or holds more than 2 MiB.
pub async fn text(file: &Path) -> io::Result<String> {
    let size = tokio::fs::metadata(file).await?.len();
    if size > MOST_SHOWN {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "the document is too large to show",
        ));
    }
    let bytes = tokio::fs::read(file).await?;
    // To tell the encoding of two megabytes takes a while.
    let text = tokio::task::spawn_blocking(move || decode(&bytes)).await?;
    text.map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, RwLock};

    use super::*;
    use crate::rag::corpus::FileState;
    use crate::rag::corpus::readers::{Access, Reader};

    fn library(folder: &Path, paths: &[&str], access: &Access) -> Library {
        let record = |path: &&str| Record {
            path: (*path).to_owned(),
            stamp: folder
                .join(path)
                .metadata()
                .map_or(Stamp::default(), |file| Stamp::of(&file)),
            state: FileState::Ready {
                passages: 1,
                pages: 1,
            },
            access: access.clone(),
            ..Record::default()
        };
        let records = paths.iter().map(record).collect();
        Library::over(folder, Arc::new(RwLock::new(records)))
    }

    #[test]
    fn only_indexed_documents_are_found() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("in.md"), "x").unwrap();
        std::fs::write(folder.path().join("out.md"), "x").unwrap();
        let library = library(folder.path(), &["in.md"], &Access::Public);
        assert!(locate(&library, "in.md").is_some());
        assert!(locate(&library, "out.md").is_none());
    }

    #[test]
    fn a_document_whose_readers_may_have_changed_is_not_found_until_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.md", "a.txt"];
        for path in paths {
            std::fs::write(folder.path().join(path), "x").unwrap();
        }
        let public = library(folder.path(), &paths, &Access::Public);
        let own = Access::of_folder("user: alice").unwrap();
        let own = library(folder.path(), &paths, &own);
        let own = own.seen_by(Reader::new(Some("alice"), []));
        let found =
            || [&public, &own].map(|library| paths.map(|path| locate(library, path).is_some()));
        assert_eq!(found(), [[true, true], [true, true]]);
        for path in paths {
            std::fs::write(folder.path().join(path), "---\nusers: [bob]\n---\nx").unwrap();
        }
        assert_eq!(found(), [[false, true], [false, false]]);
    }

    #[test]
    fn steps_upwards_are_refused_even_if_listed() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(folder.path().join("secret.md"), "x").unwrap();
        let library = library(&inner, &["../secret.md"], &Access::Public);
        assert!(locate(&library, "../secret.md").is_none());
    }

    #[tokio::test]
    async fn a_text_is_shown_in_its_own_encoding() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("latin1.txt");
        std::fs::write(&file, b"Gr\xfc\xdfe aus M\xfcnchen").unwrap();
        assert_eq!(text(&file).await.unwrap(), "Grüße aus München");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret.md"), "x").unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::os::unix::fs::symlink("../secret.md", inner.join("link.md")).unwrap();
        let library = library(&inner, &["link.md"], &Access::Public);
        assert!(locate(&library, "link.md").is_none());
    }
}
