//! The vectors of passages: kept in files beside the index, which are mapped into memory.

mod best;
mod embedding;
mod log;
mod rows;
mod segment;
mod small;
mod table;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use embedding::{EmbeddingError, run};
use log::{Head, Log};
use small::{Wanted, small};
use table::{Kept, Table};

use super::Passage;
use super::hash::hash;
use super::index::Stamp;
use super::readers::Access;

/// The name of the file in the data folder; those beside it that are mapped have its name and a number.
const FILE: &str = "vectors";

/// Why vectors cannot be opened, kept or compared.
#[derive(Debug, thiserror::Error)]
pub enum VectorsError {
    /// The file cannot be read or written.
    #[error("the vectors at {0} cannot be read or written")]
    File(PathBuf, #[source] std::io::Error),
    /// They were made by another model.
    #[error(
        "the vectors at {path} were made by {kept:?}, but the embedding model is {named:?} now: set \
         {kept:?} again, or delete that file to have all documents embedded anew"
    )]
    Model {
        /// The file.
        path: PathBuf,
        /// Who made them.
        kept: String,
        /// Who is named now.
        named: String,
    },
    /// The model of that name gives vectors of another length.
    #[error(
        "the embedding model gives {given} numbers, but the vectors at {path} have {kept}: it is not \
         the model that made them; set it back, or stop the server and delete that file to have all \
         documents embedded anew"
    )]
    Dimension {
        /// The file.
        path: PathBuf,
        /// The length of those that are kept.
        kept: usize,
        /// The length of those that came.
        given: usize,
    },
}

/// By what a vector is joined with its passage: it stands for this text at this place only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    id: u64,
    text: u64,
}

impl Key {
    /// The key of a passage as it is.
    pub fn of(passage: &Passage) -> Self {
        Self {
            id: hash(passage.id.as_bytes()),
            text: hash(embedded_text(passage).as_bytes()),
        }
    }
}

/// A passage near to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// The path of its document.
    pub path: String,
    /// Its place among the document's passages.
    pub ordinal: u32,
    /// What its key was when it was embedded.
    pub key: Key,
    /// The cosine of the angle between both.
    pub score: f32,
}

/// What of a passage is embedded: its text under its title and headings.
pub fn embedded_text(passage: &Passage) -> String {
    let title = std::iter::once(&passage.title).chain(&passage.headings);
    let mut lines: Vec<&str> = title.map(String::as_str).collect();
    lines.retain(|line| !line.is_empty());
    lines.dedup();
    lines.push(&passage.text);
    lines.join("\n")
}

/// The vectors of one model; all methods block.
#[derive(Debug)]
pub struct Vectors {
    model: String,
    path: PathBuf,
    log: Mutex<Log>,
    table: RwLock<Table>,
}

impl Vectors {
    /// The vectors in `folder` of the model with this mark, none of them joined with a passage yet.
    ///
    /// A file that was cut short is read as far as it is whole, one of another version not at all.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or is another model's.
    pub fn open(folder: &Path, model: &str) -> Result<Self, VectorsError> {
        let path = folder.join(FILE);
        let (log, held) =
            Log::open(path.clone()).map_err(|error| VectorsError::File(path.clone(), error))?;
        let is_old = held.is_old();
        if let Some(head) = held.head.filter(|head| head.model != model) {
            return Err(VectorsError::Model {
                path,
                kept: head.model,
                named: model.to_owned(),
            });
        }
        let mut table = Table::over(held.rows);
        for record in held.records {
            table.add(&record);
        }
        let vectors = Self {
            model: model.to_owned(),
            path,
            log: Mutex::new(log),
            table: RwLock::new(table),
        };
        if is_old {
            vectors.settle(&mut vectors.log(), Kept::All)?;
        }
        Ok(vectors)
    }

    /// Vectors of the model with this mark that vanish with the process.
    pub fn in_memory(model: &str) -> Self {
        Self {
            model: model.to_owned(),
            path: PathBuf::from("memory"),
            log: Mutex::default(),
            table: RwLock::default(),
        }
    }

    /// How many passages have their vectors, and how many there are.
    pub fn counts(&self) -> (usize, usize) {
        self.table().counts()
    }

    /// The passages nearest to `question`, best first, of the documents that `admits` lets in: it is
    /// shown one passage of each, without its text.
    ///
    /// # Errors
    ///
    /// When the question's vector has another length.
    pub fn nearest(
        &self,
        question: &[f32],
        most: usize,
        admits: impl Fn(&Passage) -> bool,
    ) -> Result<Vec<Near>, VectorsError> {
        let table = self.table();
        self.check(&table, question.len())?;
        Ok(table.nearest(&Wanted::new(question), most, admits))
    }

    /// Whether the document at `path` stands here as it was with this stamp.
    fn knows(&self, path: &str, stamp: Stamp, access: &Access) -> bool {
        self.table().knows(path, stamp, access)
    }

    /// From now on the document at `path` has these passages and no others.
    fn join(&self, path: &str, stamp: Stamp, passages: &[Passage]) {
        self.table_mut().join(path, stamp, passages);
    }

    /// From now on there are no documents but those that `is_there` says.
    fn keep(&self, is_there: impl Fn(&str) -> bool) {
        let mut table = self.table_mut();
        for path in table.others(is_there) {
            table.forget(&path);
        }
    }

    /// Keeps vectors, durably.
    fn put(&self, vectors: &[(Key, Vec<f32>)]) -> Result<(), VectorsError> {
        let Some((_, first)) = vectors.first() else {
            return Ok(());
        };
        let dimension = first.len();
        self.check(&self.table(), dimension)?;
        let records = vectors.iter().map(|(key, vector)| (*key, small(vector)));
        let records: Vec<_> = records.collect();
        let head = Head::new(&self.model, dimension);
        let mut log = self.log();
        log.append(&head, &records)
            .map_err(|error| VectorsError::File(self.path.clone(), error))?;
        let is_heavy = {
            let mut table = self.table_mut();
            for record in &records {
                table.add(record);
            }
            table.is_heavy(true)
        };
        if is_heavy && log.can_settle() {
            self.settle_or_stay(&mut log, Kept::All);
        }
        Ok(())
    }

    /// Drops what stands for no passage once it is much, maps what is new, and writes all anew where the
    /// files were removed; only when all documents are joined. Where that fails, all is as it was.
    fn tidy(&self) {
        let mut log = self.log();
        let (is_littered, is_heavy) = {
            let table = self.table();
            (table.is_littered(), table.is_heavy(false))
        };
        if log.is_gone() {
            tracing::error!(path = %self.path.display(), "the file of the vectors is gone; it is written anew");
            self.settle_or_stay(&mut log, Kept::All);
        } else if is_littered {
            self.settle_or_stay(&mut log, Kept::Standing);
        } else if is_heavy && log.is_kept() {
            self.settle_or_stay(&mut log, Kept::All);
        }
    }

    /// Maps these vectors, or leaves all as it is where that fails.
    fn settle_or_stay(&self, log: &mut Log, which: Kept) {
        if let Err(error) = self.settle(log, which) {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "vectors stay in memory"
            );
        }
    }

    /// Keeps only these vectors, in a file that is mapped.
    fn settle(&self, log: &mut Log, which: Kept) -> Result<(), VectorsError> {
        let mapped = {
            let table = self.table();
            let head = Head::new(&self.model, table.dimension());
            let settled = log.settle(&head, table.rows(which));
            settled.map_err(|error| VectorsError::File(self.path.clone(), error))?
        };
        self.table_mut().settle(which, mapped);
        Ok(())
    }

    fn check(&self, table: &Table, given: usize) -> Result<(), VectorsError> {
        let kept = table.dimension();
        if kept == 0 || kept == given {
            return Ok(());
        }
        Err(VectorsError::Dimension {
            path: self.path.clone(),
            kept,
            given,
        })
    }

    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_mut(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
