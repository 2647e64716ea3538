//! The documents in one database, and this machine's copy of them.

use std::sync::Arc;

use footnote_search::index::EmbeddedIndex;
use footnote_search::keyword::ANALYSIS;
use footnote_store::Stores;
use tokio::sync::Mutex;

use crate::Database;
use crate::changes::Changes;
use crate::copy::LocalCopy;

/// The documents of this program's analysis in a database. They are written there, and read from this machine's copy.
#[derive(Clone, Debug)]
pub struct Documents {
    pub(crate) database: Database,
    pub(crate) analysis: i32,
    pub(crate) copy: Arc<LocalCopy>,
    pub(crate) changes: Arc<Mutex<Changes>>,
}

impl Documents {
    /// Returns the documents in `database`, with their copy in `index`, which nothing else writes.
    pub fn of(database: Database, index: EmbeddedIndex) -> Self {
        Self::analysed(database, index, ANALYSIS.try_into().unwrap_or(i32::MAX))
    }

    /// Returns the documents of one analysis; documents of others are invisible.
    pub(crate) fn analysed(database: Database, index: EmbeddedIndex, analysis: i32) -> Self {
        let copy = LocalCopy::new(database.clone(), index, analysis);
        Self { database, analysis, copy, changes: Arc::default() }
    }
}

impl From<Documents> for Stores {
    fn from(documents: Documents) -> Self {
        let documents = Arc::new(documents);
        let (catalog, passages) = (documents.copy.index.catalog(), Arc::clone(&documents));
        let (writer, queue) = (Arc::clone(&documents), Arc::clone(&documents));
        Self { catalog, passages, writer, lease: documents, queue: Some(queue) }
    }
}
