//! The file of vectors: a head that names the model, then one record after the other.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::small::Small;
use super::{Key, hash};

/// Raised with every change of the format or of what is embedded of a passage: a file of another
/// version is begun anew.
const VERSION: u32 = 1;

/// The bytes of a record beside its numbers: two hashes and the scale before them, a check after.
const FRAME: usize = 8 + 8 + 4 + 8;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    version: u32,
    /// The name of the embedding model.
    pub(super) model: String,
    /// How many numbers a vector has.
    pub(super) dimension: usize,
}

impl Head {
    pub(super) fn new(model: &str, dimension: usize) -> Self {
        Self {
            version: VERSION,
            model: model.to_owned(),
            dimension,
        }
    }

    /// The head as the first line of a file.
    fn line(&self) -> io::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// A vector and whose it is.
pub(super) type Record = (Key, Small);

/// What a file held when it was opened; `None` if it is new.
pub(super) type Held = Option<(Head, Vec<Record>)>;

/// A file that only grows, but for [`Log::rewrite`]; `None` in memory.
#[derive(Debug, Default)]
pub(super) struct Log {
    path: Option<PathBuf>,
    file: Option<File>,
}

impl Log {
    /// The file at `path` with all that it holds whole; the rest is cut off.
    pub(super) fn open(path: PathBuf) -> io::Result<(Self, Held)> {
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut log = Self {
            path: Some(path),
            file: None,
        };
        let Some((head, mut rest)) = head(&bytes) else {
            return Ok((log, None));
        };
        let mut records = Vec::new();
        while let Some((record, left)) = record(rest, head.dimension) {
            records.push(record);
            rest = left;
        }
        let file = log.appending()?;
        if !rest.is_empty() {
            // The last write was cut short.
            file.set_len((bytes.len() - rest.len()) as u64)?;
        }
        log.file = Some(file);
        Ok((log, Some((head, records))))
    }

    /// Adds records, which are durable when this returns.
    pub(super) fn append(&mut self, head: &Head, records: &[Record]) -> io::Result<()> {
        if self.path.is_none() {
            return Ok(());
        }
        if self.file.is_none() {
            return self.rewrite(head, records);
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

    /// Puts these records in the place of all that the file held, at once.
    pub(super) fn rewrite(&mut self, head: &Head, records: &[Record]) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let fresh = path.with_extension("new");
        let mut file = File::create(&fresh)?;
        file.write_all(&head.line()?)?;
        file.write_all(&bytes_of(records))?;
        file.sync_data()?;
        fs::rename(&fresh, path)?;
        self.file = Some(self.appending()?);
        Ok(())
    }

    fn appending(&self) -> io::Result<File> {
        let path = self.path.clone().unwrap_or_default();
        OpenOptions::new().append(true).open(path)
    }
}

/// The head and what follows; `None` if there is none that this version writes.
fn head(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = (bytes.get(..end)?, bytes.get(end + 1..)?);
    let head: Head = serde_json::from_slice(line).ok()?;
    (head.version == VERSION && head.dimension > 0).then_some((head, rest))
}

/// The first record and what follows; `None` if it is not whole.
fn record(bytes: &[u8], dimension: usize) -> Option<(Record, &[u8])> {
    let (whole, rest) = bytes.split_at_checked(FRAME.checked_add(dimension)?)?;
    let (held, check) = whole.split_at_checked(whole.len() - 8)?;
    if hash(held).to_le_bytes() != check {
        return None;
    }
    let (id, held) = held.split_first_chunk()?;
    let (text, held) = held.split_first_chunk()?;
    let (scale, numbers) = held.split_first_chunk()?;
    let key = Key {
        id: u64::from_le_bytes(*id),
        text: u64::from_le_bytes(*text),
    };
    let small = Small {
        scale: f32::from_le_bytes(*scale),
        numbers: numbers.iter().map(|byte| byte.cast_signed()).collect(),
    };
    Some(((key, small), rest))
}

fn bytes_of(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (key, small) in records {
        let mut record = Vec::with_capacity(FRAME + small.numbers.len());
        record.extend(key.id.to_le_bytes());
        record.extend(key.text.to_le_bytes());
        record.extend(small.scale.to_le_bytes());
        record.extend(small.numbers.iter().map(|number| number.cast_unsigned()));
        record.extend(hash(&record).to_le_bytes());
        bytes.extend(record);
    }
    bytes
}
