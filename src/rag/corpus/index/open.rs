//! Opening an index: one process at a time, and rebuilt when it cannot be used.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, RwLock};

use tantivy::collector::DocSetCollector;
use tantivy::directory::MmapDirectory;
use tantivy::schema::Schema;
use tantivy::{IndexBuilder, IndexReader, IndexSettings, ReloadPolicy, TantivyDocument};

use super::schema::PLAIN;
use super::{Fields, Index, IndexError, Names, Record, Writer, words};

/// Raised with every change of the fields, of how words are made or of what is read from a file: an
/// older index is rebuilt.
const VERSION: &str = "9";

/// The memory of the indexing thread; tantivy's least is 15 MB, and more makes fewer segments.
const WRITER_BYTES: usize = 64 * 1024 * 1024;

/// Passages are unpacked in blocks of this size: few of a block are ever wanted at once.
const BLOCK_BYTES: usize = 4 * 1024;

impl Index {
    /// Opens the index in `folder`, which is created if need be.
    ///
    /// An index of another version, or one that is damaged, is rebuilt from nothing: the next pass
    /// over the documents fills it again.
    ///
    /// # Errors
    ///
    /// [`IndexError::InUse`] when another process has it open, [`IndexError::Folder`] when the
    /// folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let fault = |error| IndexError::Folder(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(fault)?;
        // Held before anything is looked at: a rebuild must never pull the files from under
        // another process.
        let lock = lock(folder)?;
        let entries = folder.join("entries");
        if !is_current(folder) {
            tracing::info!(folder = %folder.display(), "building a new index");
            renew(folder, &entries).map_err(fault)?;
        }
        let mut index = match Self::try_read(&entries) {
            Ok(index) => index,
            Err(error) => {
                tracing::warn!(%error, folder = %folder.display(), "the index is damaged and is rebuilt");
                renew(folder, &entries).map_err(fault)?;
                Self::read(&entries)?
            }
        };
        index.lock = Some(lock);
        Ok(index)
    }

    /// An empty index that vanishes with the process.
    ///
    /// # Errors
    ///
    /// When no thread can be started.
    pub fn in_memory() -> Result<Self, IndexError> {
        let (schema, fields) = Fields::build();
        Self::over(builder(schema).create_in_ram()?, fields)
    }

    /// Reads, and takes a panic for damage: tantivy's readers trust the lengths in their files.
    fn try_read(entries: &Path) -> Result<Self, IndexError> {
        std::panic::catch_unwind(|| Self::read(entries)).unwrap_or_else(|_| {
            let error = io::Error::new(io::ErrorKind::InvalidData, "a file is cut short");
            Err(IndexError::Folder(entries.to_owned(), error))
        })
    }

    fn read(entries: &Path) -> Result<Self, IndexError> {
        let (schema, fields) = Fields::build();
        let directory = MmapDirectory::open(entries).map_err(tantivy::TantivyError::from)?;
        let index = builder(schema).open_or_create(directory)?;
        let damaged = index.validate_checksum()?;
        if let Some(file) = damaged.iter().next() {
            let error = io::Error::new(io::ErrorKind::InvalidData, "a checksum differs");
            return Err(IndexError::Folder(file.clone(), error));
        }
        Self::over(index, fields)
    }

    fn over(index: tantivy::Index, fields: Fields) -> Result<Self, IndexError> {
        index.tokenizers().register(PLAIN, words::plain());
        let reader = index
            .reader_builder()
            // Reloaded by each commit; watching the folder would race with it.
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let records = stored_records(&reader, &fields)?;
        let index = Self {
            fields,
            reader,
            writer: Mutex::new(Writer {
                tantivy: index.writer_with_num_threads(1, WRITER_BYTES)?,
                pending: Vec::new(),
            }),
            records: RwLock::default(),
            names: RwLock::new(Arc::new(Names::default())),
            plain: words::plain(),
            lock: None,
        };
        index.publish(records);
        Ok(index)
    }
}

fn builder(schema: Schema) -> IndexBuilder {
    let settings = IndexSettings {
        docstore_blocksize: BLOCK_BYTES,
        ..IndexSettings::default()
    };
    tantivy::Index::builder().schema(schema).settings(settings)
}

fn lock(folder: &Path) -> Result<fs::File, IndexError> {
    let fault = |error| IndexError::Folder(folder.to_owned(), error);
    let file = fs::File::create(folder.join("lock")).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(IndexError::InUse(folder.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(fault(error)),
    }
}

fn is_current(folder: &Path) -> bool {
    fs::read_to_string(folder.join("version")).is_ok_and(|version| version.trim() == VERSION)
}

/// Empties the index. The version is written last: a renewal that is cut short starts again.
fn renew(folder: &Path, entries: &Path) -> io::Result<()> {
    if entries.exists() {
        fs::remove_dir_all(entries)?;
    }
    fs::create_dir_all(entries)?;
    fs::write(folder.join("version"), VERSION)
}

fn stored_records(
    reader: &IndexReader,
    fields: &Fields,
) -> Result<BTreeMap<String, Record>, IndexError> {
    let searcher = reader.searcher();
    let query = tantivy::query::TermQuery::new(
        tantivy::Term::from_field_text(fields.kind, "record"),
        tantivy::schema::IndexRecordOption::Basic,
    );
    let mut records = BTreeMap::new();
    for address in searcher.search(&query, &DocSetCollector)? {
        let entry: TantivyDocument = searcher.doc(address)?;
        let record: Record = serde_json::from_str(fields.stored(&entry))?;
        records.insert(record.path.clone(), record);
    }
    Ok(records)
}
