//! Writing to the index: changes for the next commit, and a new beginning after a fault.

use std::sync::{MutexGuard, PoisonError};

use footnote_documents::{Passage, Record, Stamp};
use footnote_text::analysis::{self, Language};
use tantivy::{IndexWriter, SegmentReader, Term};

use super::records::CountedRecord;
use super::{Index, IndexError};

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
    /// The languages, once they are known, of the file whose passages are being written and of the one within it.
    in_progress: Vec<Option<Language>>,
    /// True if the next commit knows of files within others.
    encloses: bool,
    /// The records to change with the next commit; `None` for a removed file. They are counted already: while a
    /// commit takes them in, every answer waits.
    pending: Vec<(String, Option<CountedRecord>)>,
}

impl Writer {
    /// The language of the file that is being written, which is detected from its first passages.
    fn language_of(&mut self, passages: &[Passage]) -> Language {
        let detected = || analysis::of_document(passages.iter().map(|passage| &*passage.text));
        match self.in_progress.last_mut() {
            Some(known) => *known.get_or_insert_with(detected),
            None => detected(),
        }
    }

    /// The paths within the file at `path` that the next commit knows of.
    fn pending_within(&self, path: &str) -> impl Iterator<Item = &String> {
        let known = self.encloses.then_some(&self.pending).into_iter().flatten();
        let within = known.filter(move |(inner, record)| {
            record.is_some() && inner.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
        });
        within.map(|(path, _)| path)
    }
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
    /// that are appended until then stand for it, and nothing else does. Files that it encloses are begun and
    /// finished before it is finished.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn begin(&self, path: &str) -> Result<(), IndexError> {
        let mut writer = self.writer();
        self.delete(&mut writer, path)?;
        writer.in_progress.push(None);
        Ok(())
    }

    /// Appends passages to the file that was begun. Its language is detected from the first of them.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::replace`].
    pub fn append(&self, passages: &[Passage]) -> Result<(), IndexError> {
        let mut writer = self.writer();
        let document = writer.language_of(passages);
        for passage in passages {
            let language = analysis::of_passage(&passage.text, document);
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
    pub fn finish(&self, record: Record) -> Result<(), IndexError> {
        let mut writer = self.writer();
        let entry = self.fields.record(&record)?;
        if !record.is_ready() {
            self.delete(&mut writer, &record.path)?;
        }
        self.write(&mut writer, |tantivy| tantivy.add_document(entry).map(drop))?;
        writer.in_progress.pop();
        writer.encloses |= !writer.in_progress.is_empty();
        writer.pending.push((record.path.clone(), Some(CountedRecord::of(record))));
        Ok(())
    }

    /// Forgets everything since the last commit if a file was begun and not finished: its writer has given
    /// up.
    pub fn forget_unfinished(&self) {
        let mut writer = self.writer();
        if !writer.in_progress.is_empty() {
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
        let language = analysis::of_document([&*passage.text].into_iter());
        let entry = self.fields.passage(passage, language)?;
        let mut writer = self.writer();
        self.write(&mut writer, |tantivy| tantivy.add_document(entry).map(drop))?;
        writer.pending.push((record.path.clone(), Some(CountedRecord::of(record))));
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
        writer.encloses = false;
        self.catalog.commit(|records| {
            for (path, record) in writer.pending.drain(..) {
                match record {
                    Some(record) => records.insert_counted(record),
                    None => records.remove(&path),
                }
            }
        });
        Ok(())
    }

    /// Merges the segments if there are many: each costs every question time. To be called once much
    /// was written; questions are answered meanwhile.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn merge_segments(&self) -> Result<(), IndexError> {
        // tantivy merges on its own too, and reports it to nobody.
        self.store().reader.reload()?;
        let searcher = self.searcher();
        let mut segments: Vec<_> = searcher.segment_readers().iter().collect();
        if segments.len() > MOST_SEGMENTS {
            // The small ones: to write all that there is once more takes long, and much memory.
            segments.sort_by_key(|segment| segment.num_docs());
            segments.truncate(segments.len() + 1 - MOST_SEGMENTS);
            let segments: Vec<_> = segments.into_iter().map(SegmentReader::segment_id).collect();
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
    pub fn mark_stale(&self, path: &str) {
        // No commit comes in between.
        let _writer = self.writer();
        let record = self.records().get(path).map(|record| record.as_ref().clone());
        if let Some(record) = record {
            let doubted = CountedRecord::of(Record { stamp: Stamp::default(), ..record });
            self.catalog.records_mut().insert_counted(doubted);
        }
    }

    /// Forgets all uncommitted changes, and begins anew with the next change.
    pub(super) fn drop_changes(&self) {
        *self.writer() = Writer::default();
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes the passages of the file at `path`, and the files that it encloses.
    fn delete(&self, writer: &mut Writer, path: &str) -> Result<(), IndexError> {
        let within: Vec<String> = {
            let records = self.records();
            let within = records.within(path).map(|record| &record.path);
            within.chain(writer.pending_within(path)).cloned().collect()
        };
        for path in within {
            self.delete_one(writer, &path)?;
            writer.pending.push((path, None));
        }
        self.delete_one(writer, path)
    }

    fn delete_one(&self, writer: &mut Writer, path: &str) -> Result<(), IndexError> {
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
            none => self.tantivy().and_then(|writer| work(none.insert(writer))),
        };
        if done.is_err() {
            *writer = Writer::default();
        }
        Ok(done?)
    }

    /// A writer. Leftovers of a killed process are deleted first, for a file is never written twice.
    fn tantivy(&self) -> tantivy::Result<IndexWriter> {
        let writer = self.store().tantivy.writer_with_num_threads(1, WRITER_BYTES)?;
        writer.garbage_collect_files().wait()?;
        Ok(writer)
    }
}
