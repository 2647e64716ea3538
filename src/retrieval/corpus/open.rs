//! The file behind an indexed document, found without ever leaving the folder.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footnote_documents::{Record, Stamp, extract, names, unpacked};

use super::Library;
use crate::store::StoreError;

/// The place of an indexed document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLocation {
    /// The file that it is, or that encloses it.
    file: PathBuf,
    /// The stamp that the file had when it was read.
    stamp: Stamp,
    /// The path of the file in the library.
    path: String,
    /// Its path within the file; `None` if it is the file.
    within: Option<String>,
}

/// The place of the indexed document `path`, or `None` if there is no such document.
///
/// The path is looked up among the indexed documents, so a client's path is never joined blindly. Symbolic
/// links are refused all the same, since a link may be put in the place of a document after it was indexed. A
/// document that was changed since is not found if the change can be one of its ACL: the next pass will read
/// it.
///
/// # Errors
///
/// If the catalog cannot be read, or the file not be fetched.
pub async fn locate(library: &Library, path: &str) -> Result<Option<DocumentLocation>, StoreError> {
    if library.file(path).await?.is_none_or(|file| !file.is_ready()) {
        return Ok(None);
    }
    let Some((outer, file)) = file_of(library, path).await? else {
        return Ok(None);
    };
    Ok(library.file(outer).await?.and_then(|record| location(path, (outer, file), &record)))
}

/// The file that the document at `path` is, or that encloses it, with its path in the library.
pub(super) async fn file_of<'p>(
    library: &Library,
    path: &'p str,
) -> Result<Option<(&'p str, PathBuf)>, StoreError> {
    for outer in std::iter::once(path).chain(names::outer(path)) {
        if let Some(file) = library.folders().fetch(outer).await? {
            return Ok(Some((outer, file)));
        }
    }
    Ok(None)
}

/// The place of the document or image `path`, in a file that was read and that has this record.
pub(super) fn location(
    path: &str,
    (outer, file): (&str, PathBuf),
    record: &Record,
) -> Option<DocumentLocation> {
    let is_certain = record.acl.is_public() && !extract::may_have_acl(outer);
    if !(record.is_ready() || record.is_image()) || !is_certain && !is_as_read(record, &file) {
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
    /// The document as a file of its own; `program` takes it out of the one that encloses it. `None` if it is
    /// not there any more.
    pub async fn file(self, program: &Path) -> Option<Source> {
        let Some(within) = self.within else {
            return Some(Source::File(self.file));
        };
        let taken = unpacked::take(&self.file, self.stamp, [&self.path, &within], program).await;
        taken.map(Source::Unpacked)
    }
}

/// A document as a file of its own.
#[derive(Clone, Debug)]
pub enum Source {
    /// One of the folder.
    File(PathBuf),
    /// One that was taken out of another, as long as this is held.
    Unpacked(Arc<File>),
}

impl Source {
    /// Its place in the file system, as long as this is held.
    pub fn fs_path(&self) -> PathBuf {
        match self {
            Self::File(place) => place.clone(),
            Self::Unpacked(file) => format!("/dev/fd/{}", file.as_raw_fd()).into(),
        }
    }
}

/// True if nothing has changed the file at `place` since it was read.
fn is_as_read(file: &Record, place: &Path) -> bool {
    let metadata = place.symlink_metadata();
    metadata.is_ok_and(|metadata| file.stamp.is_of(&metadata))
}

/// The headings that begin between two passages, in Markdown.
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

    use super::*;
    use crate::corpus::index::MemoryCatalog;

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

    #[tokio::test]
    async fn only_indexed_documents_are_found() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("in.md"), "x").unwrap();
        std::fs::write(folder.path().join("out.md"), "x").unwrap();
        let library = library(folder.path(), &["in.md"], &Acl::Public);
        assert!(locate(&library, "in.md").await.unwrap().is_some());
        assert!(locate(&library, "out.md").await.unwrap().is_none());
    }

    #[tokio::test]
    async fn what_a_file_encloses_is_found_as_long_as_the_file_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let mail = folder.path().join("tea.eml");
        std::fs::write(&mail, "x").unwrap();
        let paths = ["tea.eml", "tea.eml/1/list.md", "gone.eml/list.md"];
        let all = library(folder.path(), &paths, &Acl::Public);
        let found = locate(&all, "tea.eml/1/list.md").await.unwrap().unwrap();
        assert_eq!((&found.file, found.within.as_deref()), (&mail, Some("1/list.md")));
        assert_eq!(locate(&all, "tea.eml").await.unwrap().unwrap().within, None);
        for path in ["gone.eml/list.md", "tea.eml/other.md"] {
            assert_eq!(locate(&all, path).await.unwrap(), None);
        }
        let own = library(folder.path(), &paths, &Acl::of_folder("user: alice").unwrap());
        let own = own.seen_by(Reader::new(Some("alice"), []));
        assert!(locate(&own, "tea.eml/1/list.md").await.unwrap().is_some());
        std::fs::write(&mail, "another").unwrap();
        assert_eq!(
            locate(&own, "tea.eml/1/list.md").await.unwrap(),
            None,
            "its readers may have changed"
        );
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
        let found = async || {
            let mut found = Vec::new();
            for (library, path) in
                [(&public, "a.md"), (&public, "a.txt"), (&own, "a.md"), (&own, "a.txt")]
            {
                found.push(locate(library, path).await.unwrap().is_some());
            }
            found
        };
        assert_eq!(found().await, [true, true, true, true]);
        for path in paths {
            std::fs::write(folder.path().join(path), "---\nusers: [bob]\n---\nx").unwrap();
        }
        assert_eq!(found().await, [false, true, false, false]);
    }

    #[tokio::test]
    async fn steps_upwards_are_refused_even_if_listed() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(folder.path().join("secret.md"), "x").unwrap();
        let library = library(&inner, &["../secret.md"], &Acl::Public);
        assert!(locate(&library, "../secret.md").await.unwrap().is_none());
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
        assert!(locate(&library, "link.md").await.unwrap().is_none());
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
