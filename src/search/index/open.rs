//! Opens an index for one process at a time, and rebuilds it if it cannot be used.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::{fs, io};

use footnote_documents::{Passage, replace};
use footnote_store::aside::set_aside;
use footnote_store::lock;
use footnote_text::analysis;
use rayon::prelude::*;
use tantivy::collector::DocSetCollector;
use tantivy::directory::{MmapDirectory, RamDirectory};
use tantivy::schema::Schema;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{DocAddress, IndexBuilder, IndexSettings, ReloadPolicy, Searcher, TantivyDocument};

use super::records::CountedRecord;
use super::schema::{LINES, PLAIN};
use super::scoped::ScopedPassagesCache;
use super::{Fields, Index, IndexError, MemoryCatalog, Records, Store};
use crate::keyword::ANALYSIS;

/// Name of the folder of the index engine's files, within the folder of the index.
pub const ENTRIES_FOLDER: &str = "entries";

/// Number of records read per batch.
const RECORD_BATCH: usize = 4_000;

/// Size of the compressed blocks of stored passages, in bytes: a search rarely needs more than a few passages of a
/// block.
const BLOCK_BYTES: usize = 4 * 1024;

/// Memory budget for [`Index::of`], from which tantivy derives the size of its first term table: the minimum of
/// tantivy's writer.
const SEGMENT_BYTES: usize = 15_000_000;

impl Index {
    /// Opens the index in `folder`, creating it if necessary.
    ///
    /// An index of another version is removed. A damaged one is set aside. Either way the index starts empty, and the
    /// next pass over the documents fills it again.
    ///
    /// # Errors
    ///
    /// Returns [`IndexError::InUse`] if another process has it open, [`IndexError::Folder`] if the folder cannot be
    /// used.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let (directory, store) = IndexFolder::open(folder)?;
        Ok(Self::over(store, Some(directory)))
    }

    /// True if the folder of the index is gone, so that changes are lost when the process ends.
    pub fn is_lost(&self) -> bool {
        self.directory.as_ref().is_some_and(IndexFolder::is_lost)
    }

    /// Starts an empty index if the folder is gone; the next pass over the documents fills it again.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn restore(&self) -> Result<(), IndexError> {
        let Some(directory) = self.directory.as_ref() else {
            return Ok(());
        };
        let (store, records) = directory.reopen()?;
        *self.store.write().unwrap_or_else(PoisonError::into_inner) = store;
        self.drop_changes();
        self.catalog.commit(|kept| *kept = records);
        Ok(())
    }

    /// An empty index in memory.
    ///
    /// # Errors
    ///
    /// Fails if no thread can be started.
    pub fn in_memory() -> Result<Self, IndexError> {
        let (schema, _) = Fields::build();
        let store = Store::over(builder(schema).create_in_ram()?)?;
        Ok(Self::over((store, Records::default()), None))
    }

    /// An index in memory of these passages only, without records. The calling thread writes them as one segment: for a
    /// few passages, starting the threads of a writer would take longer than writing.
    ///
    /// # Errors
    ///
    /// Fails if tantivy fails.
    pub fn of(passages: &[Passage]) -> Result<Self, IndexError> {
        let (schema, fields) = Fields::build();
        let tokenizers = TokenizerManager::default();
        register(&tokenizers);
        let builder = builder(schema).tokenizers(tokenizers);
        let mut writer =
            builder.single_segment_index_writer(RamDirectory::create(), SEGMENT_BYTES)?;
        for document in passages.chunk_by(|one, other| one.path == other.path) {
            let own = analysis::of_document(document.iter().map(|passage| &*passage.text));
            for passage in document {
                let language = analysis::of_passage(&passage.text, own);
                writer.add_document(fields.passage(passage, language)?)?;
            }
        }
        Ok(Self::over((Store::over(writer.finalize()?)?, Records::default()), None))
    }

    fn over((store, records): (Store, Records), directory: Option<IndexFolder>) -> Self {
        let (_, fields) = Fields::build();
        Self {
            fields,
            store: RwLock::new(store),
            writer: Mutex::default(),
            catalog: Arc::new(MemoryCatalog::of(records)),
            scopes: ScopedPassagesCache::default(),
            directory,
        }
    }
}

/// Folder of an index, owned by one process at a time.
pub(super) struct IndexFolder {
    folder: PathBuf,
    /// Held while the index is open; `None` if it could not be acquired again.
    lock: Mutex<Option<fs::File>>,
}

impl IndexFolder {
    fn open(folder: &Path) -> Result<(Self, (Store, Records)), IndexError> {
        let directory = Self { folder: folder.to_owned(), lock: Mutex::default() };
        let store = directory.reopen()?;
        Ok((directory, store))
    }

    fn is_lost(&self) -> bool {
        let held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let ours = held.as_ref().and_then(|file| file.metadata().ok()).map(number);
        // Another process may have built an index in its place.
        let there = fs::metadata(self.folder.join("lock")).ok().map(number);
        ours.is_none()
            || ours != there
            || !self.folder.join(ENTRIES_FOLDER).join("meta.json").exists()
    }

    /// Locks the folder, and reads the index in it or creates a new one.
    fn reopen(&self) -> Result<(Store, Records), IndexError> {
        let folder = self.folder.as_path();
        let fault = |error| IndexError::Folder(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(fault)?;
        // Lock first: a rebuild must never remove files that another process is using.
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        *held = None;
        *held = Some(lock(folder)?);
        let entries = folder.join(ENTRIES_FOLDER);
        if !is_current(folder) || !entries.join("meta.json").exists() {
            tracing::info!(folder = %folder.display(), "building a new index");
            renew(folder, &entries).map_err(fault)?;
        }
        Store::try_read(&entries).or_else(|error| {
            tracing::warn!(%error, "the index is damaged; it is set aside and rebuilt");
            set_aside(&entries).map_err(fault)?;
            renew(folder, &entries).map_err(fault)?;
            Store::read(&entries)
        })
    }
}

impl Store {
    /// Reads the index. Treats a panic as damage, since tantivy's readers trust the lengths in their files.
    fn try_read(entries: &Path) -> Result<(Self, Records), IndexError> {
        let read = std::panic::catch_unwind(|| Self::read(entries));
        read.unwrap_or_else(|_| {
            let error = io::Error::new(io::ErrorKind::InvalidData, "a file is cut short");
            Err(IndexError::Folder(entries.to_owned(), error))
        })
    }

    fn read(entries: &Path) -> Result<(Self, Records), IndexError> {
        let (schema, fields) = Fields::build();
        let directory = MmapDirectory::open(entries).map_err(tantivy::TantivyError::from)?;
        let index = builder(schema).open_or_create(directory)?;
        let damaged = index.validate_checksum()?;
        if let Some(file) = damaged.iter().next() {
            let error = io::Error::new(io::ErrorKind::InvalidData, "a checksum differs");
            return Err(IndexError::Folder(file.clone(), error));
        }
        let store = Self::over(index)?;
        let records = store.records(&fields)?;
        Ok((store, records))
    }

    fn over(tantivy: tantivy::Index) -> Result<Self, IndexError> {
        register(tantivy.tokenizers());
        let reader = tantivy
            .reader_builder()
            // Each commit reloads; watching the folder would race with that.
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(Self { tantivy, reader })
    }

    fn records(&self, fields: &Fields) -> Result<Records, IndexError> {
        let searcher = self.reader.searcher();
        let query = tantivy::query::TermQuery::new(
            tantivy::Term::from_field_text(fields.kind, "record"),
            tantivy::schema::IndexRecordOption::Basic,
        );
        // In storage order, so that each block is decompressed once.
        let mut addresses: Vec<_> =
            searcher.search(&query, &DocSetCollector)?.into_iter().collect();
        addresses.sort_unstable();
        let mut records = Records::default();
        // In batches: with a hundred thousand records, the words of their names take long, and other readers should not
        // wait.
        for some in addresses.chunks(RECORD_BATCH) {
            let counted = some.par_iter().map(|at| counted_at(&searcher, fields, *at));
            let counted: Vec<CountedRecord> = counted.collect::<Result<_, IndexError>>()?;
            for one in counted {
                records.insert_counted(one);
            }
        }
        Ok(records)
    }
}

fn counted_at(
    searcher: &Searcher,
    fields: &Fields,
    at: DocAddress,
) -> Result<CountedRecord, IndexError> {
    let entry: TantivyDocument = searcher.doc(at)?;
    Ok(CountedRecord::of(serde_json::from_str(fields.stored(&entry))?))
}

fn register(tokenizers: &TokenizerManager) {
    tokenizers.register(PLAIN, analysis::plain());
    tokenizers.register(LINES, analysis::LineTokenizer);
}

fn builder(schema: Schema) -> IndexBuilder {
    let settings = IndexSettings { docstore_blocksize: BLOCK_BYTES, ..IndexSettings::default() };
    tantivy::Index::builder().schema(schema).settings(settings)
}

fn lock(folder: &Path) -> Result<fs::File, IndexError> {
    let fault = |error| IndexError::Folder(folder.to_owned(), error);
    let file = lock::open(&folder.join("lock")).map_err(fault)?;
    let is_ours = lock::acquire(&file).map_err(fault)?;
    let in_use = || IndexError::InUse(folder.to_owned());
    is_ours.then_some(file).ok_or_else(in_use)
}

fn is_current(folder: &Path) -> bool {
    fs::read_to_string(folder.join("version"))
        .is_ok_and(|version| version.trim() == ANALYSIS.to_string())
}

/// Clears the index. Writes the version last, so that an interrupted renewal starts again.
fn renew(folder: &Path, entries: &Path) -> io::Result<()> {
    remove(entries)?;
    fs::create_dir_all(entries)?;
    replace(&folder.join("version"), ANALYSIS.to_string().as_bytes())
}

/// Removes a folder, if it exists.
fn remove(folder: &Path) -> io::Result<()> {
    let removed = fs::remove_dir_all(folder);
    removed.or_else(|error| (error.kind() == io::ErrorKind::NotFound).then_some(()).ok_or(error))
}
