//! The file of new vectors: a head that names the model, then one record after the other. Once they are
//! many, they move into a file of their own that is mapped.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::rows::{self, HEAD, Record, Row, Rows};
use super::segment;
use super::small::{Small, of_coarse};
use crate::rag::corpus::hash::hash;
use crate::rag::corpus::index::Mapped;
use crate::rag::corpus::lock;

/// Raised with every change of the format or of what is embedded of a passage: a file of another
/// version is begun anew, but for [`COARSE`].
const VERSION: u32 = 2;

/// The version whose records hold coarse integers; they are taken over.
const COARSE: u32 = 1;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    version: u32,
    /// The mark of the embedding model.
    pub(super) model: String,
    /// How many numbers a vector has.
    pub(super) dimension: usize,
    /// The number of the file with the vectors before these; 0 for none.
    #[serde(default)]
    segment: u64,
}

impl Head {
    pub(super) fn new(model: &str, dimension: usize) -> Self {
        Self {
            version: VERSION,
            model: model.to_owned(),
            dimension,
            segment: 0,
        }
    }

    /// The head as the first line of a file.
    fn line(&self) -> io::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }

    /// The bytes of a vector's numbers in a record.
    fn numbers(&self) -> Option<usize> {
        let size = if self.version == COARSE { 1 } else { 2 };
        self.dimension.checked_mul(size)
    }
}

/// What was there when the files were opened.
#[derive(Default)]
pub(super) struct Held {
    /// `None` if they are new.
    pub(super) head: Option<Head>,
    pub(super) rows: Rows<Mapped>,
    pub(super) records: Vec<Record>,
}

impl Held {
    /// Whether it is of an earlier version.
    pub(super) fn is_old(&self) -> bool {
        let head = self.head.as_ref();
        head.is_some_and(|head| head.version != VERSION)
    }
}

/// A file that only grows, but for [`Log::settle`]; `None` in memory.
#[derive(Debug, Default)]
pub(super) struct Log {
    path: Option<PathBuf>,
    file: Option<File>,
    segment: u64,
    /// While this is open, no other process writes.
    lock: Option<File>,
    /// Whether the last attempt to settle failed.
    is_stuck: bool,
}

impl Log {
    /// The file at `path` with all that it holds whole; the rest is cut off. While another process has
    /// it open, nothing is written.
    pub(super) fn open(path: PathBuf) -> io::Result<(Self, Held)> {
        let lock = File::create(path.with_extension("lock"))?;
        let is_free = lock::take(&lock).unwrap_or(true);
        let bytes = found(fs::read(&path))?.unwrap_or_default();
        let (held, whole) = held(&path, &bytes)?;
        if !is_free {
            tracing::warn!(
                "another process keeps vectors at {}, so new ones are not kept",
                path.display()
            );
            return Ok((Self::default(), held));
        }
        let mut log = Self {
            path: Some(path),
            file: None,
            segment: held.head.as_ref().map_or(0, |head| head.segment),
            lock: Some(lock),
            is_stuck: false,
        };
        log.remove_others();
        if held.head.is_some() && !held.is_old() {
            let file = log.path.as_deref().unwrap_or(Path::new(""));
            let file = OpenOptions::new().append(true).open(file)?;
            if whole < bytes.len() {
                // The last write was cut short.
                file.set_len(whole as u64)?;
            }
            log.file = Some(file);
        }
        Ok((log, held))
    }

    /// Adds records, which are durable when this returns.
    pub(super) fn append(&mut self, head: &Head, records: &[Record]) -> io::Result<()> {
        if self.path.is_none() {
            return Ok(());
        }
        if self.file.is_none() {
            return self.begin(head, records);
        }
        if let Some(file) = &mut self.file {
            let before = file.metadata()?.len();
            let written = file.write_all(&bytes_of(records));
            if let Err(error) = written.and_then(|()| file.sync_data()) {
                // What follows a record that is cut short would not be read.
                file.set_len(before)?;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Whether anything is written.
    pub(super) fn is_kept(&self) -> bool {
        self.lock.is_some()
    }

    /// Tells that somebody has removed what was written.
    pub(super) fn is_gone(&self) -> bool {
        let written = self.path.as_ref().filter(|_| self.file.is_some());
        written.is_some_and(|path| !path.exists())
    }

    /// Whether it is worth while to settle before all that is new is there: what failed just now would
    /// fail again, after everything was written once more.
    pub(super) fn can_settle(&self) -> bool {
        self.is_kept() && !self.is_stuck
    }

    /// Puts these vectors in the place of all that the files held, at once, and maps them; `None` in
    /// memory, or if no vector has ever been there.
    pub(super) fn settle<'a>(
        &mut self,
        head: &Head,
        rows: impl Iterator<Item = Row<'a>> + Clone,
    ) -> io::Result<Option<Rows<Mapped>>> {
        let settled = self.written(head, rows);
        self.is_stuck = settled.is_err();
        settled
    }

    fn written<'a>(
        &mut self,
        head: &Head,
        rows: impl Iterator<Item = Row<'a>> + Clone,
    ) -> io::Result<Option<Rows<Mapped>>> {
        let path = self.path.as_ref().filter(|_| head.dimension > 0);
        let Some(path) = path else {
            return Ok(None);
        };
        let next = self.segment + 1;
        let file = segment::path(path, next);
        // A file that an earlier attempt left behind is in nobody's use.
        found(fs::remove_file(&file))?;
        segment::write(&file, head.dimension, rows.clone())?;
        let mapped = segment::open(&file, head.dimension)?;
        if mapped.len() != rows.count() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let before = std::mem::replace(&mut self.segment, next);
        if let Err(error) = self.begin(head, &[]) {
            self.segment = before;
            return Err(error);
        }
        self.remove_others();
        Ok(Some(mapped))
    }

    /// Writes the file anew, at once.
    fn begin(&mut self, head: &Head, records: &[Record]) -> io::Result<()> {
        let path = self.path.clone().unwrap_or_default();
        let head = Head {
            segment: self.segment,
            ..head.clone()
        };
        let fresh = path.with_extension("new");
        found(fs::remove_file(&fresh))?;
        let mut file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(&fresh)?;
        file.write_all(&head.line()?)?;
        file.write_all(&bytes_of(records))?;
        file.sync_data()?;
        fs::rename(&fresh, &path)?;
        self.file = Some(file);
        // Where the system knows no such thing, it keeps the order by itself.
        let folder = path.parent().map(File::open);
        if let Some(Ok(folder)) = folder {
            _ = folder.sync_all();
        }
        Ok(())
    }

    /// What is not deleted now is deleted when the files are opened again.
    fn remove_others(&self) {
        if let Some(path) = &self.path
            && let Err(error) = segment::remove_others(path, self.segment)
        {
            tracing::warn!(%error, "old files of vectors cannot be deleted");
        }
    }
}

/// What came of something that may be missing.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// What the file at `path` with these bytes holds, and how many of the bytes are whole.
fn held(path: &Path, bytes: &[u8]) -> io::Result<(Held, usize)> {
    let Some((head, mut rest)) = head(bytes) else {
        return Ok((Held::default(), 0));
    };
    let mut records = Vec::new();
    while let Some((record, left)) = record(rest, &head) {
        records.push(record);
        rest = left;
    }
    let rows = match head.segment {
        0 => None,
        number => found(segment::open(&segment::path(path, number), head.dimension))?,
    };
    let whole = bytes.len() - rest.len();
    let found = Held {
        head: Some(head),
        rows: rows.unwrap_or_default(),
        records,
    };
    Ok((found, whole))
}

/// The head and what follows; `None` if there is none that this version reads.
fn head(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = (bytes.get(..end)?, bytes.get(end + 1..)?);
    let head: Head = serde_json::from_slice(line).ok()?;
    let is_known = [COARSE, VERSION].contains(&head.version);
    (is_known && head.dimension > 0).then_some((head, rest))
}

/// The first record and what follows; `None` if it is not whole.
fn record<'a>(bytes: &'a [u8], head: &Head) -> Option<(Record, &'a [u8])> {
    let (keyed, rest) = bytes.split_at_checked(HEAD.checked_add(head.numbers()?)?)?;
    let (check, rest) = rest.split_first_chunk()?;
    if hash(keyed).to_le_bytes() != *check {
        return None;
    }
    let (key, numbers) = keyed.split_first_chunk()?;
    let row = Row {
        head: key,
        coarse: numbers,
        rest: numbers,
    };
    let small = if head.version == COARSE {
        of_coarse(row.scale(), numbers.iter().map(|byte| byte.cast_signed()))
    } else {
        let (numbers, _) = numbers.as_chunks();
        let numbers = numbers.iter().map(|number| i16::from_le_bytes(*number));
        Small {
            scale: row.scale(),
            numbers: numbers.collect(),
        }
    };
    Some(((row.key(), small), rest))
}

fn bytes_of(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (key, small) in records {
        let mut record: Vec<u8> = rows::head(*key, small.scale).collect();
        record.extend(small.numbers.iter().flat_map(|n| n.to_le_bytes()));
        record.extend(hash(&record).to_le_bytes());
        bytes.extend(record);
    }
    bytes
}
