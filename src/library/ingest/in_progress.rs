//! Reads one file into its record and passages, and records any errors.

use std::collections::HashSet;
use std::{fs, io};

use footnote_documents::acl::Acl;
use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_extract::{EnclosedFile, ExtractError, FileContent, Format, Passages, of_name};
use footnote_store::{Access, Start, Stores};

use super::Extractors;
use super::fault::ReadFault;
use super::opened_file::OpenedFile;
use super::outcome::ReadOutcome;
use super::scan::File;
use crate::describe::Descriptions;
use crate::folders::Folders;

/// Maximum number of passages reused for a file that was moved or touched; all are in memory. Others are read again.
const MAX_KEPT: u32 = 10_000;

/// A file being read.
pub(super) struct FileInProgress {
    file: File,
    /// The ACL in its own text; `None` if it has none.
    own: Option<Acl>,
    /// Hash of its content; 0 if there is none.
    hash: u128,
    /// The file itself while it is being read, and its stamp before.
    source: Option<(fs::File, Stamp)>,
    /// Its passages and those of the files within it; `None` if it could not be opened.
    passages: Option<Passages>,
    /// The description of the enclosed image or scan being read, if it has one.
    words: Option<Passages>,
    descriptions: Option<Descriptions>,
    /// The reason why the current document could not be read.
    fault: Option<ReadFault>,
    /// The result for the file itself, once a file within it is being read.
    read: Option<ReadOutcome>,
    /// Path of the current document.
    document: String,
    /// Paths of documents with the same content that could not be read before.
    failed: HashSet<String>,
    /// True if a file within it may be readable next time.
    is_unsettled: bool,
}

/// A file that cannot be opened; its documents keep what was read last.
pub(super) struct KeptFile {
    pub(super) path: String,
    pub(super) error: io::Error,
}

/// Starts reading a file. An error becomes part of its record, unless the results of the last reading are kept.
pub(super) async fn begin(
    file: File,
    folders: &Folders,
    stores: &Stores,
    extractors: Extractors<'_>,
) -> Result<FileInProgress, KeptFile> {
    let (folders, path) = (folders.clone(), file.path.clone());
    let opened = tokio::task::spawn_blocking(move || OpenedFile::new(&folders, &path));
    let opened = match opened.await.map_err(io::Error::other).flatten() {
        Err(error) if file.was_read() => return Err(KeptFile { path: file.path, error }),
        opened => opened.unwrap_or_else(|error| OpenedFile {
            own: file.own.clone(),
            content: Err(ReadFault::Transient(format!("cannot be opened: {error}"))),
            hash: 0,
            source: None,
        }),
    };
    let OpenedFile { own, content, hash, source } = opened;
    let own = own.filter(|_| file.has_own_acl);
    let failed = failed(&file, hash, stores).await;
    let passages = match (content, stored_passages(&file, hash, stores).await) {
        (Ok(_), Some(kept)) => Ok(kept),
        (Ok(content), None) => read(&file.path, content, hash, extractors)
            .await
            .map_err(|error| ReadFault::of(error, !failed.contains(&file.path))),
        (Err(fault), _) => Err(fault),
    };
    let (passages, fault) = match passages {
        Ok(passages) => (Some(passages), None),
        Err(fault) => (None, Some(fault)),
    };
    let (document, read) = (file.path.clone(), None);
    Ok(FileInProgress {
        file,
        own,
        hash,
        source,
        passages,
        words: None,
        descriptions: extractors.descriptions.cloned(),
        fault,
        read,
        document,
        failed,
        is_unsettled: false,
    })
}

/// The passages of the file at `path`, or of its description if it is an image or a scan that has one.
async fn read(
    path: &str,
    content: FileContent,
    hash: u128,
    extractors: Extractors<'_>,
) -> Result<Passages, ExtractError> {
    let read = footnote_extract::passages(path, content, extractors.program).await;
    match (read, extractors.descriptions) {
        (Err(error), Some(descriptions)) if is_wordless(error) => {
            described([path, path], (hash, error), descriptions).await
        }
        (Ok(mut read), Some(descriptions)) => {
            add_pictures(&mut read, hash, descriptions).await;
            Ok(read)
        }
        (read, _) => read,
    }
}

/// Adds the words in the pictures of the current document, if they were read.
async fn add_pictures(passages: &mut Passages, content: u128, descriptions: &Descriptions) {
    if !passages.pictures().is_empty()
        && let Some(description) = descriptions.of(content).await
    {
        passages.add_pictures(&description.text);
    }
}

/// True if a document with this error may still have a description.
fn is_wordless(error: ExtractError) -> bool {
    matches!(error, ExtractError::Image | ExtractError::NoText | ExtractError::NoCharacters)
}

/// Returns the passages of a description. The document, at the first of the two paths in the file at the second, has
/// this content hash. `error` is returned if it has no description.
async fn described(
    [path, file]: [&str; 2],
    (content, error): (u128, ExtractError),
    descriptions: &Descriptions,
) -> Result<Passages, ExtractError> {
    let description = descriptions.of(content).await.ok_or(error)?;
    footnote_extract::described(path, file, description).await
}

/// Paths of the documents in this file that could not be read before, if its content is unchanged.
async fn failed(file: &File, hash: u128, stores: &Stores) -> HashSet<String> {
    let Some(old) = file.known.as_ref().filter(|old| old.content == hash) else {
        return HashSet::new();
    };
    let within = stores.catalog.enclosed(&old.path, usize::MAX, Access::Full).await;
    let within = within.unwrap_or_default();
    let documents = std::iter::once(old).chain(&within);
    documents.filter(|record| !record.is_ready()).map(|record| record.path.clone()).collect()
}

/// The passages from the last reading, if content and format are unchanged.
async fn stored_passages(file: &File, hash: u128, stores: &Stores) -> Option<Passages> {
    // Files within it may still be unread.
    let old = file.known.as_ref().filter(|_| !file.is_unsettled());
    let old = old.filter(|old| old.content == hash)?;
    let format = |path| of_name(path).map(Format::name);
    // Words of its pictures may be known by now.
    let is_whole = old.is_ready() && old.pictures.is_empty();
    if !is_whole || old.passages() > MAX_KEPT || format(&old.path) != format(&file.path) {
        return None;
    }
    let within = stores.catalog.enclosed(&old.path, 1, Access::Full).await.ok()?;
    if !within.is_empty() {
        // Files within it have passages of their own.
        return None;
    }
    let (from, most) = (Start::Passage(0), usize::try_from(MAX_KEPT).ok()?);
    let passages = stores.passages.passages_from(&old.path, from, most, Access::Full).await.ok()?;
    let all = u32::try_from(passages.len()) == Ok(old.passages());
    all.then(|| Passages::stored(&file.path, old, passages))
}

impl FileInProgress {
    /// The former path of the file, if it was moved.
    pub(super) fn old_path(&self) -> Option<&str> {
        let old = self.file.known.as_ref().map(|old| old.path.as_str());
        old.filter(|old| *old != self.file.path)
    }

    /// True if other files should not wait for it.
    pub(super) fn is_large(&self) -> bool {
        self.file.is_large()
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &str {
        &self.file.path
    }

    /// The next passages; empty at the end, and for a file that cannot be read.
    pub(super) async fn batch(&mut self) -> Vec<Passage> {
        let passages = self.words.as_mut().or(self.passages.as_mut());
        let Some(passages) = passages.filter(|_| self.fault.is_none()) else {
            return Vec::new();
        };
        match passages.batch().await {
            Ok(mut batch) => {
                let acl = self.acl();
                for passage in &mut batch {
                    passage.acl = acl.clone();
                }
                batch
            }
            Err(error) => {
                let is_first = self.is_first();
                self.fault = Some(ReadFault::of(error, is_first));
                Vec::new()
            }
        }
    }

    /// The last page of the file in these passages, and its number of pages.
    pub(super) fn page_of(&self, batch: &[Passage]) -> Option<(u32, u32)> {
        let passages = self.passages.as_ref().filter(|_| self.read.is_none())?;
        Some((batch.last()?.page.unwrap_or_default(), passages.pages()))
    }

    /// True unless the current document failed before.
    fn is_first(&self) -> bool {
        !self.failed.contains(&self.document)
    }

    /// Moves on to the next file within this one. Returns its record, complete except for its state.
    pub(super) async fn advance(&mut self) -> Option<Record> {
        if self.read.is_none() {
            let read = self.outcome();
            let is_readable = matches!(read.state, FileState::Ready { .. });
            self.read = Some(read);
            if !is_readable {
                return None;
            }
        }
        let within = match self.passages.as_mut()?.advance().await {
            Ok(within) => within?,
            Err(error) => {
                tracing::warn!(path = self.file.path, %error, "attachments wait for the next pass");
                self.is_unsettled = true;
                return None;
            }
        };
        self.document.clone_from(&within.path);
        let described = self.description(&within).await;
        let fault;
        (self.words, fault) = match described {
            Some(Ok(words)) => (Some(words), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, within.fault),
        };
        let is_first = self.is_first();
        self.fault = fault.map(|error| ReadFault::of(error, is_first));
        if let (Some(passages), Some(descriptions)) = (&mut self.passages, &self.descriptions) {
            add_pictures(passages, within.content, descriptions).await;
        }
        Some(Record {
            path: within.path,
            content: within.content,
            stamp: Stamp {
                size: within.size,
                modified: self.file.stamp.modified,
                ..Stamp::default()
            },
            acl: self.acl(),
            folder: self.file.acl.clone(),
            ..Record::default()
        })
    }

    /// Returns the description of an enclosed image or scan, if it has one.
    async fn description(&self, within: &EnclosedFile) -> Option<Result<Passages, ExtractError>> {
        let descriptions = self.descriptions.as_ref()?;
        let error = within.fault.filter(|fault| is_wordless(*fault))?;
        let paths = [within.path.as_str(), &self.file.path];
        Some(described(paths, (within.content, error), descriptions).await)
    }

    /// Completes the record of an enclosed file after reading it.
    pub(super) fn complete(&mut self, record: Record) -> Record {
        let read = self.outcome();
        self.is_unsettled |= !read.is_final;
        read.warn(&record.path);
        Record {
            title: read.title,
            hidden: read.hidden,
            left_out: read.left_out,
            pictures: read.pictures,
            state: read.state,
            ..record
        }
    }

    /// The result of reading the current document.
    fn outcome(&mut self) -> ReadOutcome {
        match (self.fault.take(), self.words.as_ref().or(self.passages.as_ref())) {
            (None, Some(read)) => ReadOutcome {
                title: read.title().to_owned(),
                hidden: read.hidden(),
                left_out: read.left_out().to_owned(),
                pictures: read.pictures().to_vec(),
                state: FileState::Ready { passages: read.count(), pages: read.pages() },
                is_final: true,
            },
            (fault, _) => ReadOutcome::from(fault.unwrap_or(ReadFault::Permanent(String::new()))),
        }
    }

    /// The ACL in the document itself, or else that of its folder.
    fn acl(&self) -> Acl {
        let own = self.own.as_ref().or(self.file.acl.as_ref());
        own.cloned().unwrap_or_default()
    }

    /// The record of the file, after reading all of it.
    pub(super) fn record(mut self) -> Record {
        let mut read = self.read.take().unwrap_or_else(|| self.outcome());
        if self.is_changed() {
            let reason = "was changed while it was read".to_owned();
            read = ReadOutcome::from(ReadFault::Transient(reason));
        }
        let acl = self.acl();
        let path = self.file.path;
        let is_settled = read.is_final && !self.is_unsettled;
        if read.is_final && self.own == Some(Acl::closed()) {
            tracing::warn!(
                path,
                "nobody may read a document: its front matter names no readers, or cannot be read fully"
            );
        }
        read.warn(&path);
        Record {
            path,
            // External errors may be temporary, so an empty stamp makes the next pass read the file again.
            stamp: if is_settled { self.file.stamp } else { Stamp::default() },
            content: self.hash,
            hidden: read.hidden,
            left_out: read.left_out,
            pictures: read.pictures,
            title: read.title,
            state: read.state,
            acl,
            folder: self.file.acl,
        }
    }

    /// True if the file is no longer the one whose front matter was read.
    fn is_changed(&self) -> bool {
        self.source.as_ref().is_some_and(|(file, before)| {
            let now = file.metadata();
            now.is_ok_and(|now| Stamp::of(&now) != *before)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use footnote_search::index::{EmbeddedIndex, Index};

    use super::*;

    /// Returns the outcome for a file of 200 KB on which `change` runs while it is being read.
    async fn record_after(change: impl FnOnce(&Path)) -> Record {
        let folder = tempfile::tempdir().unwrap();
        let fs_path = folder.path().join("a.md");
        fs::write(&fs_path, "Apples ripen. ".repeat(15_000)).unwrap();
        let file = File {
            path: "a.md".to_owned(),
            stamp: Stamp::of(&fs_path.metadata().unwrap()),
            acl: None,
            own: None,
            known: None,
            has_own_acl: true,
        };
        let index = EmbeddedIndex::new(Arc::new(Index::in_memory().unwrap()));
        let extractors = Extractors { program: Path::new("/nowhere"), descriptions: None };
        let folders = Folders::from(folder.path());
        let in_progress = begin(file, &folders, &index.into(), extractors).await;
        change(&fs_path);
        in_progress.ok().unwrap().record()
    }

    #[tokio::test]
    async fn a_file_that_changes_while_it_is_read_is_read_again() {
        let record = record_after(|fs_path| fs::write(fs_path, "Plums are blue.").unwrap()).await;
        let reason = "was changed while it was read".to_owned();
        assert_eq!(record.state, FileState::Failed(reason.clone()));
        assert_eq!(record.stamp, Stamp::default(), "so that the next pass reads it");
        let record = record_after(|_| {}).await;
        assert_ne!(record.state, FileState::Failed(reason));
    }
}
