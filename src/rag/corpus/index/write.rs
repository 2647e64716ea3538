//! Writing to the index: changes for the next commit, and a new beginning after a fault.

use std::sync::{Arc, MutexGuard, PoisonError, RwLockWriteGuard};

use tantivy::{IndexWriter, SegmentReader, Term};

use super::{Index, IndexError, Language, Record, Records, detect, names};
use crate::rag::corpus::Passage;

/// The number of segments above which they are merged after a pass: with thirteen, a question took half as
/// long again.
const MOST_SEGMENTS: usize = 4;

/// The memory of the indexing thread; tantivy's least is 15 MB, and more makes fewer segments.
const WRITER_BYTES: usize = 64 * 1024 * 1024;

/// The changes that are written and not committed yet.
#[derive(Default)]
pub(super) struct Writer {
    /// `None` before the first change, and after a fault: its threads end with the first.
    tantivy: Option<IndexWriter>,
    /// True if the passages of a file are being written.
    unfinished: bool,
    /// The language of that file, once it is known.
    language: Option<Language>,
    /// The opening of that file, see [`Record::opening`].
    opening: String,
    /// The records to change with the next commit; `None` for a removed file.
    pending: Vec<(String, Option<Record>)>,
}

impl Index {
    /// Replaces the passages and the record of the file at `path`, with the next commit.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written; then all changes since the last commit are lost.
    pub fn replace(
        &self,
        path: &str,
        record: &Record,
        passages: &[Passage],
    ) -> Result<(), IndexError> {
        self.begin(path)?;
        self.append(passages)?;
        self.finish(record.clone())
    }

    /// Begins to write the passages of the file at `path`: with the commit after [`Self::finish`] those
    /// that are appended until then stand for it, and nothing else does.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn begin(&self, path: &str) -> Result<(), IndexError> {
        let mut writer = self.writer();
        self.delete(&mut writer, path)?;
        (writer.unfinished, writer.language) = (true, None);
        writer.opening.clear();
        Ok(())
    }

    /// Appends passages to the file that was begun. The first of them tell its language.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn append(&self, passages: &[Passage]) -> Result<(), IndexError> {
        let mut writer = self.writer();
        let known = writer.language;
        if known.is_none() {
            writer.opening = names::opening(passages);
        }
        let document = known.unwrap_or_else(|| detect::of_document(passages));
        writer.language = Some(document);
        for passage in passages {
            let language = detect::of_passage(&passage.text, document);
            let entry = self.fields.passage(passage, language)?;
            self.write(&mut writer, |tantivy| tantivy.add_document(entry).map(drop))?;
        }
        Ok(())
    }

    /// Ends the file that was begun. One that could not be read has no passages, even if some were appended.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn finish(&self, mut record: Record) -> Result<(), IndexError> {
        let mut writer = self.writer();
        record.opening = std::mem::take(&mut writer.opening);
        let entry = self.fields.record(&record)?;
        if !record.is_ready() {
            self.delete(&mut writer, &record.path)?;
        }
        self.write(&mut writer, |tantivy| tantivy.add_document(entry).map(drop))?;
        writer.unfinished = false;
        writer.pending.push((record.path.clone(), Some(record)));
        Ok(())
    }

    /// Forgets everything since the last commit if a file was begun and not finished: its writer has given
    /// up.
    pub fn forget_unfinished(&self) {
        let mut writer = self.writer();
        if writer.unfinished {
            *writer = Writer::default();
        }
    }

    /// Adds a ready-made passage as a document of its own, with the next commit. Its record is not written,
    /// for entries without text would make the others count as longer.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn add(&self, record: Record, passage: &Passage) -> Result<(), IndexError> {
        let language = detect::of_document(std::slice::from_ref(passage));
        let entry = self.fields.passage(passage, language)?;
        let mut writer = self.writer();
        self.write(&mut writer, |tantivy| tantivy.add_document(entry).map(drop))?;
        writer.pending.push((record.path.clone(), Some(record)));
        Ok(())
    }

    /// Removes the file at `path`, with the next commit.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn remove(&self, path: &str) -> Result<(), IndexError> {
        let mut writer = self.writer();
        self.delete(&mut writer, path)?;
        writer.pending.push((path.to_owned(), None));
        Ok(())
    }

    /// Makes all changes since the last commit durable and visible, at once.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`]; earlier commits stay readable.
    pub fn commit(&self) -> Result<(), IndexError> {
        let mut writer = self.writer();
        if writer.pending.is_empty() {
            return Ok(());
        }
        self.write(&mut writer, |tantivy| tantivy.commit().map(drop))?;
        self.store().reader.reload()?;
        let mut records = self.records_mut();
        for (path, record) in writer.pending.drain(..) {
            match record {
                Some(record) => records.put(Arc::new(record)),
                None => records.remove(&path),
            }
        }
        Ok(())
    }

    /// Merges the segments if there are many: each costs every question time. To be called once much
    /// was written; questions are answered meanwhile.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn settle(&self) -> Result<(), IndexError> {
        // tantivy merges on its own too, and tells nobody.
        self.store().reader.reload()?;
        let searcher = self.searcher();
        let segments = searcher.segment_readers().iter();
        let segments: Vec<_> = segments.map(SegmentReader::segment_id).collect();
        if segments.len() > MOST_SEGMENTS {
            let mut writer = self.writer();
            let merging = self.write(&mut writer, |tantivy| Ok(tantivy.merge(&segments)))?;
            drop(writer);
            if let Err(error) = merging.wait() {
                // A merge of tantivy's own has just taken some of them: the next time will do.
                tracing::debug!(%error, "the segments are not merged");
            }
            self.store().reader.reload()?;
        }
        Ok(())
    }

    /// Has the file at `path` read again with the next pass.
    pub fn doubt(&self, path: &str) {
        let mut records = self.records_mut();
        if let Some(record) = records.get(path) {
            let mut record = record.as_ref().clone();
            record.stamp = super::Stamp::default();
            records.put(Arc::new(record));
        }
    }

    /// Forgets all uncommitted changes, and begins anew with the next change.
    pub(super) fn drop_changes(&self) {
        *self.writer() = Writer::default();
    }

    pub(super) fn records_mut(&self) -> RwLockWriteGuard<'_, Records> {
        self.records.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn delete(&self, writer: &mut Writer, path: &str) -> Result<(), IndexError> {
        let old = Term::from_field_text(self.fields.path, path);
        self.write(writer, |tantivy| {
            tantivy.delete_term(old);
            Ok(())
        })
    }

    /// Has tantivy do `work`. Where that fails, its threads have ended: the next work begins with others.
    fn write<T>(
        &self,
        writer: &mut Writer,
        work: impl FnOnce(&mut IndexWriter) -> tantivy::Result<T>,
    ) -> Result<T, IndexError> {
        let done = match &mut writer.tantivy {
            Some(tantivy) => work(tantivy),
            none => self.tantivy().and_then(|begun| work(none.insert(begun))),
        };
        if done.is_err() {
            *writer = Writer::default();
        }
        Ok(done?)
    }

    /// A writer. Leftovers of a killed process are deleted first, for a file is never written twice.
    fn tantivy(&self) -> tantivy::Result<IndexWriter> {
        let writer = self
            .store()
            .tantivy
            .writer_with_num_threads(1, WRITER_BYTES)?;
        writer.garbage_collect_files().wait()?;
        Ok(writer)
    }
}
