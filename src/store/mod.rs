//! The stores of documents, vectors and conversations. Each is a small trait with a contract that tests check for every
//! engine. No database, index or file path is exposed.

mod access;
pub mod aside;
pub mod blobs;
mod catalog;
#[cfg(any(test, feature = "testing"))]
#[expect(
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "they are tests"
)]
pub mod contract_tests;
pub mod conversations;
mod document_set;
mod error;
mod files;
pub mod insights;
pub mod keys;
mod lease;
pub mod lock;
pub mod names;
mod passages;
mod queue;
pub mod quotas;
pub mod search;
pub mod sessions;
pub mod sharing;
mod sqlite;
pub mod turn_page;
mod vector_search;
mod vectors;
mod writer;

use std::error::Error;
use std::sync::Arc;

pub use access::Access;
pub use catalog::{Catalog, Counts, FileKind, FolderPage, RecordPage, Selection};
pub use conversations::{
    ConversationStore, KeptConversation, KeptTurn, ListedConversation, TurnPlace,
};
pub use document_set::DocumentSet;
pub use error::RetrieveError;
pub use files::FileBlobs;
use futures_util::future::BoxFuture;
pub use insights::{Insight, InsightStore, KeptInsights};
pub use keys::{ApiKey, KeyStore};
pub use lease::{DESCRIBING_LEASE, EMBEDDING_LEASE, HeldLease, Lease, READING_LEASE};
pub use passages::{PassagePlace, PassageStore, Start};
pub use queue::{ClaimedFiles, QueuedFile, ReadingQueue, Release};
pub use sessions::{
    Change, ExportedSession, Lifetimes, Session, SessionCounts, SessionStore, Sessions, is_id,
    new_id,
};
pub use sharing::{ShareStore, SharedConversation};
pub use sqlite::{
    SqliteContent, SqliteInsights, SqliteKeys, SqliteSessions, SqliteVectors, check_versions,
};
pub use vector_search::{AwaitingPassages, EmbeddingPlace, NearPassage};
pub use vectors::{Vector, VectorKey, VectorStore, embedded_text};
pub use writer::DocumentWriter;

/// Future result of a store's method.
pub type StoreFuture<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// The stores of one engine.
#[derive(Clone)]
pub struct Stores {
    /// Records of the files.
    pub catalog: Arc<dyn Catalog>,
    /// Passages, for searches.
    pub passages: Arc<dyn PassageStore>,
    /// Writer of both.
    pub writer: Arc<dyn DocumentWriter>,
    /// Leases, such as the one for scanning the folders.
    pub lease: Arc<dyn Lease>,
    /// Queue of files to read, if several machines share the work.
    pub queue: Option<Arc<dyn ReadingQueue>>,
}

/// Owner of sessions without a log-in: anybody who knows the id.
///
/// The id is the only proof that a client shows, so it is the secret: a time and 196 random bits, generated here and
/// never accepted from a client. If a proxy logs readers in, sessions belong to the reader instead: see
/// [`Reader::owner`](footnote_documents::acl::Reader::owner).
pub const BEARER: &str = "";

/// Beginning of the owner that stands for the browser of an unknown reader; the hash of its key follows.
pub const BROWSER: &str = "#";

/// True if `owner` is a reader whom the server knows, or its only one. Their names begin with a letter, which is how
/// the databases tell them from [`BEARER`] and from browsers.
pub fn is_known(owner: &str) -> bool {
    owner >= "a"
}

/// Error of opening, reading or writing a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The index failed.
    #[error("the index failed")]
    Index(#[source] Box<dyn Error + Send + Sync>),
    /// The vectors belong to another model; the sentence says what to do.
    #[error("{0}")]
    Mismatch(String),
    /// The database failed.
    #[error("the database failed")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The database is unreachable or not ready; a later retry may succeed.
    #[error("the database is unavailable")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// This machine has no copy of the documents yet.
    #[error("the documents are being taken in from the database")]
    Unready,
    /// The database is damaged, or of a version that is too old.
    #[error("the database is damaged or of a version that is too old")]
    Damaged(#[source] Box<dyn Error + Send + Sync>),
    /// A file of the store cannot be used.
    #[error("a file of the store cannot be used")]
    File(#[from] std::io::Error),
    /// A stored value has an unknown format.
    #[error("a kept value cannot be read")]
    Value(#[from] serde_json::Error),
    /// The name does not exist.
    #[error("nothing has this name")]
    Missing,
    /// The name already exists.
    #[error("this name is already taken")]
    Exists,
    /// No room left.
    #[error("there is no room for more")]
    Full,
    /// Invalid name.
    #[error("{0:?} is not a valid name")]
    Name(String),
    /// Cancelled because the server is shutting down.
    #[error("the store has ended")]
    Cancelled,
}

#[cfg(test)]
mod tests;
