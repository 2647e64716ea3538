//! Opens the file behind an indexed document, without ever leaving the folder.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footnote_documents::{Record, Stamp, names};
use footnote_store::StoreError;

use super::Library;

/// An indexed document and its opened file.
#[derive(Debug)]
pub struct DocumentLocation {
    /// The file of the document, or the file that contains it.
    file: File,
    /// Stamp of the file when it was indexed.
    stamp: Stamp,
    /// Path of the file in the library.
    path: String,
    /// Path of the document within the file; `None` if it is the file itself.
    within: Option<String>,
}

/// The available parts of an indexed document.
#[derive(Debug)]
pub enum Located {
    /// Its file.
    File(DocumentLocation),
    /// Only its text: the file cannot be read at the moment.
    Unreachable,
    /// Nothing, or nothing that may be shown.
    Missing,
}

/// Finds the file of the indexed document `path`.
///
/// The path is looked up among the indexed documents, so a client's path is never used directly. Symbolic links are
/// rejected nevertheless, because a link may have replaced a document after it was indexed. A document that has changed
/// since is not found if the change may affect its ACL; the next pass will read it.
///
/// # Errors
///
/// Fails if the catalog cannot be read or the file cannot be fetched.
pub async fn locate(library: &Library, path: &str) -> Result<Located, StoreError> {
    if library.file(path).await?.is_none_or(|file| !file.is_ready()) {
        return Ok(Located::Missing);
    }
    let (outer, file) = match file_of(library, path).await? {
        Ok(Some(found)) => found,
        Ok(None) if library.unreachable_since(path).is_none() => return Ok(Located::Missing),
        Ok(None) | Err(_) => return Ok(Located::Unreachable),
    };
    let record = library.file(outer).await?;
    let found = record.and_then(|record| location(path, (outer, file), &record));
    Ok(found.map_or(Located::Missing, Located::File))
}

/// The file of the document at `path`, or the file that contains it, with the file's path in the library. The inner
/// error is that of a file that may exist but cannot be read.
pub(super) async fn file_of<'p>(
    library: &Library,
    path: &'p str,
) -> Result<io::Result<Option<(&'p str, File)>>, StoreError> {
    for outer in std::iter::once(path).chain(names::outer(path)) {
        match library.folders().fetch(outer).await? {
            Ok(None) => {}
            Ok(Some(file)) => return Ok(Ok(Some((outer, file)))),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(None))
}

/// Locates the document, image or scan `path` in a file that was read and has this record.
pub(super) fn location(
    path: &str,
    (outer, file): (&str, File),
    record: &Record,
) -> Option<DocumentLocation> {
    let is_certain = record.acl.is_public() && !footnote_extract::may_have_acl(outer);
    if !(record.is_ready() || record.is_wordless()) || !is_certain && !is_as_read(record, &file) {
        return None;
    }
    let within = path.strip_prefix(outer)?.strip_prefix('/');
    Some(DocumentLocation {
        file,
        stamp: record.stamp,
        path: outer.to_owned(),
        within: within.map(str::to_owned),
    })
}

impl DocumentLocation {
    /// The document as a file of its own; `program` extracts it from the file that contains it. `None` if it no longer
    /// exists.
    pub async fn file(self, program: &Path) -> Option<OpenFile> {
        let Some(within) = self.within else {
            return Some(self.file.into());
        };
        footnote_extract::unpacked::take(self.file, self.stamp, [&self.path, &within], program)
            .await
            .map(OpenFile)
    }
}

/// A document as an open file: one from a folder, or one extracted from another file.
#[derive(Clone, Debug)]
pub struct OpenFile(Arc<File>);

impl OpenFile {
    /// Its path in the file system, valid while this is held.
    pub fn fs_path(&self) -> PathBuf {
        format!("/dev/fd/{}", self.0.as_raw_fd()).into()
    }
}

impl From<File> for OpenFile {
    fn from(file: File) -> Self {
        Self(Arc::new(file))
    }
}

/// True if the opened file has not changed since it was indexed.
fn is_as_read(record: &Record, file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| record.stamp.is_of(&metadata))
}

/// The headings that start between two passages, in Markdown.
pub fn headings(before: &[String], now: &[String]) -> String {
    let same = before.iter().zip(now).take_while(|(a, b)| a == b).count();
    let new = now.iter().enumerate().skip(same);
    new.fold(String::new(), |text, (level, heading)| {
        format!("{text}{} {heading}\n\n", "#".repeat(level + 1))
    })
}

#[cfg(test)]
mod tests {
    use footnote_documents::FileState;
    use footnote_documents::acl::{Acl, Reader};
    use footnote_search::index::MemoryCatalog;

    use super::*;

    fn library(folder: &Path, paths: &[&str], acl: &Acl) -> Library {
        let record = |path: &&str| Record {
            path: (*path).to_owned(),
            stamp: folder.join(path).metadata().map_or(Stamp::default(), |file| Stamp::of(&file)),
            state: FileState::Ready { passages: 1, pages: 1 },
            acl: acl.clone(),
            ..Record::default()
        };
        let catalog: MemoryCatalog = paths.iter().map(record).collect();
        Library::over(folder, Arc::new(catalog))
    }

    /// The location of the document `path`, if it is found.
    async fn found(library: &Library, path: &str) -> Option<DocumentLocation> {
        match locate(library, path).await.unwrap() {
            Located::File(place) => Some(place),
            _ => None,
        }
    }

    #[tokio::test]
    async fn only_indexed_documents_are_found() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("in.md"), "x").unwrap();
        std::fs::write(folder.path().join("out.md"), "x").unwrap();
        let library = library(folder.path(), &["in.md"], &Acl::Public);
        assert!(found(&library, "in.md").await.is_some());
        assert!(found(&library, "out.md").await.is_none());
    }

    #[tokio::test]
    async fn what_a_file_encloses_is_found_as_long_as_the_file_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let mail = folder.path().join("tea.eml");
        std::fs::write(&mail, "x").unwrap();
        let paths = ["tea.eml", "tea.eml/1/list.md", "gone.eml/list.md"];
        let all = library(folder.path(), &paths, &Acl::Public);
        let list = found(&all, "tea.eml/1/list.md").await.unwrap();
        assert_eq!((list.path.as_str(), list.within.as_deref()), ("tea.eml", Some("1/list.md")));
        assert_eq!(found(&all, "tea.eml").await.unwrap().within, None);
        for path in ["gone.eml/list.md", "tea.eml/other.md"] {
            assert!(found(&all, path).await.is_none());
        }
        let own = library(folder.path(), &paths, &Acl::of_folder("user: alice").unwrap());
        let own = own.seen_by(Reader::new(Some("alice"), []));
        assert!(found(&own, "tea.eml/1/list.md").await.is_some());
        std::fs::write(&mail, "another").unwrap();
        assert!(found(&own, "tea.eml/1/list.md").await.is_none(), "its readers may have changed");
    }

    #[tokio::test]
    async fn a_document_whose_readers_may_have_changed_is_not_found_until_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.md", "a.txt"];
        for path in paths {
            std::fs::write(folder.path().join(path), "x").unwrap();
        }
        let public = library(folder.path(), &paths, &Acl::Public);
        let own = Acl::of_folder("user: alice").unwrap();
        let own = library(folder.path(), &paths, &own);
        let own = own.seen_by(Reader::new(Some("alice"), []));
        let all_found = async || {
            let mut all = Vec::new();
            for (library, path) in
                [(&public, "a.md"), (&public, "a.txt"), (&own, "a.md"), (&own, "a.txt")]
            {
                all.push(found(library, path).await.is_some());
            }
            all
        };
        assert_eq!(all_found().await, [true, true, true, true]);
        for path in paths {
            std::fs::write(folder.path().join(path), "---\nusers: [bob]\n---\nx").unwrap();
        }
        assert_eq!(all_found().await, [false, true, false, false]);
    }

    #[tokio::test]
    async fn steps_upwards_are_refused_even_if_listed() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(folder.path().join("secret.md"), "x").unwrap();
        let library = library(&inner, &["../secret.md"], &Acl::Public);
        assert!(found(&library, "../secret.md").await.is_none());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret.md"), "x").unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::os::unix::fs::symlink("../secret.md", inner.join("link.md")).unwrap();
        let library = library(&inner, &["link.md"], &Acl::Public);
        assert!(found(&library, "link.md").await.is_none());
    }

    #[tokio::test]
    async fn a_document_whose_folder_is_away_has_its_text_still() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.md"), "x").unwrap();
        let library = library(folder.path(), &["a.md", "b.md"], &Acl::Public);
        std::fs::remove_dir_all(folder.path()).unwrap();
        for path in ["a.md", "b.md"] {
            assert!(matches!(locate(&library, path).await.unwrap(), Located::Unreachable));
        }
        assert!(matches!(locate(&library, "c.md").await.unwrap(), Located::Missing));
    }

    #[test]
    fn a_heading_stands_once_above_its_passages() {
        let under =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (a, b) = (under(&["A"]), under(&["A", "B"]));
        assert_eq!(headings(&[], &b), "# A\n\n## B\n\n");
        assert_eq!(headings(&a, &b), "## B\n\n");
        assert_eq!(headings(&b, &b), "");
    }
}
