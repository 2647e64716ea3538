//! The queue of files that a pass reads, with the progress of each.

use std::collections::VecDeque;

use footnote_documents::acl::{Acl, Reader};
use footnote_protocol::PendingFile;

/// Maximum number of files searched for those that a reader may know of.
const MAX_LOOKED_AT: usize = 10_000;

/// Number of files at the head of the queue that may be in progress.
const CONCURRENT_READS: usize = 8;

/// The files of a pass that have not been read yet.
#[derive(Debug, Default)]
pub(super) struct PendingFiles(VecDeque<PendingEntry>);

#[derive(Debug)]
struct PendingEntry {
    acl: Acl,
    file: PendingFile,
}

impl PendingFiles {
    /// Starts a pass over these files, given by path and ACL.
    pub(super) fn begin(&mut self, files: impl IntoIterator<Item = (String, Acl)>) {
        let coming = |(path, acl)| PendingEntry {
            acl,
            file: PendingFile { path, ..PendingFile::default() },
        };
        self.0 = files.into_iter().map(coming).collect();
    }

    /// Records that `page` of `pages` of the file at `path` has been read; 0 means unknown.
    pub(super) fn advance(&mut self, path: &str, page: u32, pages: u32) {
        let file = self.0.iter_mut().map(|coming| &mut coming.file);
        if let Some(file) = file.take(CONCURRENT_READS).find(|file| file.path == path) {
            (file.begun, file.page, file.pages) = (true, page, pages);
        }
    }

    /// Removes the file at `path` after reading.
    pub(super) fn end(&mut self, path: &str) {
        let mut files = self.0.iter().take(CONCURRENT_READS);
        if let Some(at) = files.position(|coming| coming.file.path == path) {
            self.0.remove(at);
        }
    }

    /// The first files that this reader may know of.
    pub(super) fn of(&self, reader: &Reader) -> impl Iterator<Item = &PendingFile> {
        let files = self.0.iter().take(MAX_LOOKED_AT);
        files.filter(|coming| coming.acl.admits(reader)).map(|coming| &coming.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_to_their_readers_as_far_as_they_are_read() {
        let mut pending = PendingFiles::default();
        let files = [("a.pdf", "public"), ("b.pdf", "user: bob"), ("c.pdf", "public")];
        pending.begin(files.map(|(path, acl)| (path.to_owned(), Acl::of_folder(acl).unwrap())));
        pending.advance("a.pdf", 3, 9);
        let seen = |pending: &PendingFiles, most| {
            let (reader, listed) = (Reader::default(), |file: &PendingFile| {
                (file.path.clone(), file.page, file.pages)
            });
            pending.of(&reader).take(most).map(listed).collect::<Vec<_>>()
        };
        let first = ("a.pdf".to_owned(), 3, 9);
        assert_eq!(seen(&pending, 1), std::slice::from_ref(&first));
        assert_eq!(seen(&pending, 9), [first, ("c.pdf".to_owned(), 0, 0)]);
        pending.end("a.pdf");
        assert_eq!(seen(&pending, 9), [("c.pdf".to_owned(), 0, 0)]);
    }
}
