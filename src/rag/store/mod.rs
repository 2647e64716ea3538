//! What is kept between requests, in SQL: conversations of clients that leave them to the server.

mod bounds;
mod listed;
mod open;
mod sessions;

pub use sessions::{Change, Session, Sessions};

/// The owner of a session where nobody logs in: whoever has its id.
///
/// Such an id is all that a client shows, so it is the secret: 244 random bits, made here and never
/// taken from a client. Where a proxy logs readers in, it is theirs alone: see
/// [`Reader::owner`](super::corpus::readers::Reader::owner).
pub const BEARER: &str = "";

/// Why the store cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the store of conversations failed")]
    Sqlite(#[from] rusqlite::Error),
    /// The file cannot be made or set aside.
    #[error("the file of conversations cannot be used")]
    File(#[from] std::io::Error),
    /// A kept value is not what this version writes.
    #[error("a kept conversation cannot be read")]
    Value(#[from] serde_json::Error),
    /// The work was given up because the server ends.
    #[error("the store of conversations has ended")]
    Ended,
}

#[cfg(test)]
mod tests;
