//! The stores behind the index: the vectors of passages, and the conversations of clients that leave them
//! to the server.

mod sessions;
mod sqlite;
mod vectors;

use std::error::Error;

pub use sessions::{Change, Session, SessionStore, Sessions, Stored, new_id};
pub use sqlite::{SqliteSessions, SqliteVectors};
pub use vectors::{Key, Vector, VectorStore};

/// The owner of a session where nobody logs in: anybody with its id.
///
/// Such an id is all that a client shows, so it is the secret: 244 random bits, made here and never
/// taken from a client. Where a proxy logs readers in, it is theirs alone: see
/// [`Reader::owner`](super::corpus::acl::Reader::owner).
pub const BEARER: &str = "";

/// A failure to open, read or write a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the database failed")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The database is damaged, or of another version.
    #[error("the database is damaged or of another version")]
    Damaged(#[source] Box<dyn Error + Send + Sync>),
    /// The file cannot be made or set aside.
    #[error("the file of the database cannot be used")]
    File(#[from] std::io::Error),
    /// A kept value is not what this version writes.
    #[error("a kept value cannot be read")]
    Value(#[from] serde_json::Error),
    /// The work was given up because the server ends.
    #[error("the store has ended")]
    Ended,
}

#[cfg(test)]
mod tests;
