//! The file behind an indexed document, found without ever leaving the folder, and its text for reading.

use std::path::{Path, PathBuf};

use super::extract;
use super::index::{Record, Stamp};
use super::{Library, Passage};

/// The file of the indexed document `path`, or `None` if there is no such document.
///
/// The path is looked up among the indexed documents, so a client's path is never joined blindly. Symbolic
/// links are refused all the same, since a link may be put in the place of a document after it was indexed. A
/// document that was changed since is not found if the change can be one of its ACL: the next pass will read
/// it.
pub fn locate(library: &Library, path: &str) -> Option<PathBuf> {
    let file = library.file(path).filter(|file| file.is_ready())?;
    let place = library.folders().file(path)?;
    let is_certain = file.acl.is_public() && !extract::may_have_acl(path);
    (is_certain || is_as_read(&file, &place)).then_some(place)
}

/// True if nothing has changed the file at `place` since it was read.
fn is_as_read(file: &Record, place: &Path) -> bool {
    let metadata = place.symlink_metadata();
    metadata.is_ok_and(|metadata| Stamp::of(&metadata) == file.stamp)
}

/// The passages of a document one after another, under their headings, up to `longest` bytes; and whether
/// they are longer than that.
pub fn readable(passages: &[Passage], longest: usize) -> (String, bool) {
    let mut text = String::new();
    let mut before: &[String] = &[];
    for passage in passages {
        let mut part = headings(before, &passage.headings);
        part.push_str(&passage.text);
        part.push_str("\n\n");
        if text.len() + part.len() > longest {
            return (text, true);
        }
        text.push_str(&part);
        before = &passage.headings;
    }
    text.truncate(text.trim_end().len());
    (text, false)
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
    use std::sync::{Arc, RwLock};

    use super::*;
    use crate::rag::corpus::FileState;
    use crate::rag::corpus::acl::{Acl, Reader};

    fn library(folder: &Path, paths: &[&str], acl: &Acl) -> Library {
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
            acl: acl.clone(),
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
        let library = library(folder.path(), &["in.md"], &Acl::Public);
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
        let public = library(folder.path(), &paths, &Acl::Public);
        let own = Acl::of_folder("user: alice").unwrap();
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
        let library = library(&inner, &["../secret.md"], &Acl::Public);
        assert!(locate(&library, "../secret.md").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret.md"), "x").unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::os::unix::fs::symlink("../secret.md", inner.join("link.md")).unwrap();
        let library = library(&inner, &["link.md"], &Acl::Public);
        assert!(locate(&library, "link.md").is_none());
    }

    fn passage(headings: &[&str], text: &str) -> Passage {
        Passage {
            headings: headings
                .iter()
                .map(|heading| (*heading).to_owned())
                .collect(),
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    #[test]
    fn a_heading_stands_once_above_its_passages() {
        let passages = [
            passage(&["A"], "one"),
            passage(&["A", "B"], "two"),
            passage(&["A", "B"], "three"),
            passage(&["C"], "four"),
        ];
        let (text, truncated) = readable(&passages, 1024);
        assert_eq!(text, "# A\n\none\n\n## B\n\ntwo\n\nthree\n\n# C\n\nfour");
        assert!(!truncated);
    }

    #[test]
    fn a_long_document_says_that_it_goes_on() {
        let passages = vec![passage(&[], &"a".repeat(100)); 100];
        let (text, truncated) = readable(&passages, 1024);
        assert!(truncated && text.len() <= 1024);
    }
}
