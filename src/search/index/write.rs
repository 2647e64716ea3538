//! Writes to the index: changes for the next commit, and recovery after an error.

use std::sync::{MutexGuard, PoisonError};

use footnote_documents::{Passage, Record, Stamp};
use footnote_text::analysis::{self, Language};
use tantivy::{IndexWriter, SegmentReader, Term};

use super::records::CountedRecord;
use super::{Index, IndexError};

/// Number of segments above which they are merged after a pass. With thirteen segments, a question took half as long
/// again.
const MAX_SEGMENTS: usize = 4;

/// Memory of the indexing thread, in bytes. tantivy requires at least 15 MB; more memory makes fewer segments.
const WRITER_BYTES: usize = 64 * 1024 * 1024;

/// Changes that are written but not committed.
#[derive(Default)]
pub(super) struct Writer {
    /// `None` before the first change, and after an error, which ends tantivy's threads.
    tantivy: Option<IndexWriter>,
    /// Detected languages of the file being written and of the file within it, once known.
    in_progress: Vec<Option<Language>>,
    /// True if the next commit adds files within others.
    encloses: bool,
    /// Records to change with the next commit; `None` removes a file. Their statistics are computed in advance, because
    /// every answer waits while a commit applies them.
    pending: Vec<(String, Option<CountedRecord>)>,
}

impl Writer {
    /// Language of the file being written, detected from its first passages.
    fn language_of(&mut self, passages: &[Passage]) -> Language {
        let detected = || analysis::of_document(passages.iter().map(|passage| &*passage.text));
        match self.in_progress.last_mut() {
            Some(known) => *known.get_or_insert_with(detected),
            None => detected(),
        }
    }

    /// The paths within the file at `path` that the next commit adds.
    fn pending_within(&self, path: &str) -> impl Iterator<Item = &String> {
        let known = self.encloses.then_some(&self.pending).into_iter().flatten();
        let within = known.filter(move |(inner, record)| {
            record.is_some() && inner.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
        });
        within.map(|(path, _)| path)
    }
}

impl Index {
    /// Replaces the passages and the record of a file in the next commit.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be written; then all uncommitted changes are lost.
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

    /// Starts writing the passages of the file at `path`. The commit after [`Self::finish`] replaces its old passages
    /// by those appended in between. Files within it are begun and finished before it is finished.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`].
    pub fn begin(&self, path: &str) -> Result<(), IndexError> {
        let mut writer = self.writer();
        self.delete(&mut writer, path)?;
        writer.in_progress.push(None);
        Ok(())
    }

    /// Appends passages to the current file. Its language is detected from the first of them.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`].
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

    /// Finishes the current file. A file that could not be read gets no passages, even if some were appended.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`].
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

    /// Drops everything since the last commit if a file is unfinished, because its writer has given up.
    pub fn forget_unfinished(&self) {
        let mut writer = self.writer();
        if !writer.in_progress.is_empty() {
            *writer = Writer::default();
        }
    }

    /// Adds a passage as a document of its own in the next commit. Does not write its record: entries without text
    /// would make the other passages count as longer.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`].
    pub fn add(&self, record: Record, passage: &Passage) -> Result<(), IndexError> {
        let language = analysis::of_document([&*passage.text].into_iter());
        let entry = self.fields.passage(passage, language)?;
        let mut writer = self.writer();
        self.write(&mut writer, |tantivy| tantivy.add_document(entry).map(drop))?;
        writer.pending.push((record.path.clone(), Some(CountedRecord::of(record))));
        Ok(())
    }

    /// Removes the file at `path` in the next commit.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`].
    pub fn remove(&self, path: &str) -> Result<(), IndexError> {
        let mut writer = self.writer();
        self.delete(&mut writer, path)?;
        writer.pending.push((path.to_owned(), None));
        Ok(())
    }

    /// Removes all files in the next commit.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`].
    pub fn clear(&self) -> Result<(), IndexError> {
        let mut writer = self.writer();
        self.write(&mut writer, |tantivy| tantivy.delete_all_documents().map(drop))?;
        let records = self.records();
        writer.pending = records.iter().map(|record| (record.path.clone(), None)).collect();
        Ok(())
    }

    /// Makes all changes since the last commit durable and visible atomically.
    ///
    /// # Errors
    ///
    /// As [`Self::replace`]; earlier commits stay readable.
    pub fn commit(&self) -> Result<(), IndexError> {
        self.commit_with(None)
    }

    /// The same, together with a mark for [`Self::mark`].
    ///
    /// # Errors
    ///
    /// As [`Self::commit`].
    pub fn commit_marked(&self, mark: &str) -> Result<(), IndexError> {
        self.commit_with(Some(mark))
    }

    fn commit_with(&self, mark: Option<&str>) -> Result<(), IndexError> {
        let mut writer = self.writer();
        if writer.pending.is_empty() {
            return Ok(());
        }
        self.write(&mut writer, |tantivy| {
            let mut prepared = tantivy.prepare_commit()?;
            if let Some(mark) = mark {
                prepared.set_payload(mark);
            }
            prepared.commit().map(drop)
        })?;
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

    /// Merges segments if there are many, since each one slows down every question. Call it after writing much;
    /// questions are answered meanwhile.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read.
    pub fn merge_segments(&self) -> Result<(), IndexError> {
        // tantivy also merges by itself, without notice.
        self.store().reader.reload()?;
        let searcher = self.searcher();
        let mut segments: Vec<_> = searcher.segment_readers().iter().collect();
        if segments.len() > MAX_SEGMENTS {
            // Merge the small ones: rewriting everything would take long and need much memory.
            segments.sort_by_key(|segment| segment.num_docs());
            segments.truncate(segments.len() + 1 - MAX_SEGMENTS);
            let segments: Vec<_> = segments.into_iter().map(SegmentReader::segment_id).collect();
            let mut writer = self.writer();
            let merging = self.write(&mut writer, |tantivy| Ok(tantivy.merge(&segments)))?;
            drop(writer);
            if let Err(error) = merging.wait() {
                // A merge by tantivy has just taken some of the segments; try again next time.
                tracing::debug!(%error, "the segments are not merged");
            }
            self.store().reader.reload()?;
        }
        Ok(())
    }

    /// Marks the file at `path` to be read again in the next pass.
    pub fn mark_stale(&self, path: &str) {
        // Prevents a commit in between.
        let _writer = self.writer();
        let record = self.records().get(path).map(|record| record.as_ref().clone());
        if let Some(record) = record {
            let doubted = CountedRecord::of(Record { stamp: Stamp::default(), ..record });
            self.catalog.records_mut().insert_counted(doubted);
        }
    }

    /// Drops all uncommitted changes; the next change starts over.
    pub(super) fn drop_changes(&self) {
        *self.writer() = Writer::default();
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes the passages of the file at `path`, and those of files within it.
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

    /// Runs `work` in tantivy. After an error its threads have ended, so the next call starts new ones.
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

    /// Creates a writer. First deletes leftovers of a killed process, because tantivy never writes a file twice.
    fn tantivy(&self) -> tantivy::Result<IndexWriter> {
        let writer = self.store().tantivy.writer_with_num_threads(1, WRITER_BYTES)?;
        writer.garbage_collect_files().wait()?;
        Ok(writer)
    }
}
