//! The stores: what keeps documents, vectors and conversations, whichever engine does. Each is a small trait with a
//! contract that tests ask of every engine; no database, index or path of files crosses them.

mod access;
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
pub mod encoding;
mod files;
pub mod insights;
mod lease;
mod passages;
pub mod pots;
mod queue;
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
pub use files::FileBlobs;
use futures_util::future::BoxFuture;
pub use insights::{Insight, InsightStore, KeptInsights};
pub use lease::{DESCRIBING_LEASE, EMBEDDING_LEASE, HeldLease, Lease, READING_LEASE};
pub use passages::{PassagePlace, PassageStore, Start};
pub use queue::{ClaimedFiles, QueuedFile, ReadingQueue, Release};
pub use sessions::{Change, ExportedSession, Session, SessionStore, Sessions, is_id, new_id};
pub use sharing::{ShareStore, SharedConversation};
pub use sqlite::{SqliteInsights, SqliteSessions, SqliteVectors};
pub use vector_search::{Embedding, NearPassage, VectorSearch};
pub use vectors::{Vector, VectorKey, VectorStore};
pub use writer::DocumentWriter;

/// The result of a store's method, which may take time.
pub type StoreFuture<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// The stores of one engine.
#[derive(Clone)]
pub struct Stores {
    /// The records of the files.
    pub catalog: Arc<dyn Catalog>,
    /// The passages, for those who ask.
    pub passages: Arc<dyn PassageStore>,
    /// The way to write both.
    pub writer: Arc<dyn DocumentWriter>,
    /// The leases, such as that of the machine that looks through the folders.
    pub lease: Arc<dyn Lease>,
    /// The files to be read, where several machines read them; `None` where one does.
    pub queue: Option<Arc<dyn ReadingQueue>>,
}

/// The owner of a session where nobody logs in: anybody with its id.
///
/// Such an id is all that a client shows, so it is the secret: the time and 196 random bits, made here and never
/// taken from a client. Where a proxy logs readers in, it is theirs alone: see
/// [`Reader::owner`](footnote_documents::acl::Reader::owner).
pub const BEARER: &str = "";

/// A failure to open, read or write a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The index failed.
    #[error("the index failed")]
    Index(#[source] Box<dyn Error + Send + Sync>),
    /// The vectors are another model's; the sentence says what to do.
    #[error("{0}")]
    Mismatch(String),
    /// The database failed.
    #[error("the database failed")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The database cannot be reached, or is not ready: what was asked for may be asked again in a while.
    #[error("the database is away")]
    Away(#[source] Box<dyn Error + Send + Sync>),
    /// The database is damaged, or of another version.
    #[error("the database is damaged or of another version")]
    Damaged(#[source] Box<dyn Error + Send + Sync>),
    /// A file of the store cannot be used.
    #[error("a file of the store cannot be used")]
    File(#[from] std::io::Error),
    /// A stored value is not what this version writes.
    #[error("a kept value cannot be read")]
    Value(#[from] serde_json::Error),
    /// There is nothing of this name.
    #[error("there is nothing of this name")]
    Missing,
    /// There is something of this name already.
    #[error("there is something of this name already")]
    Taken,
    /// There is no room for more.
    #[error("there is no room for more")]
    Full,
    /// Nothing can have this name.
    #[error("nothing can be named {0:?}")]
    Name(String),
    /// The work was given up because the server ends.
    #[error("the store has ended")]
    Ended,
}

#[cfg(test)]
mod tests;
