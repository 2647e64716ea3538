//! The documents in one database: everything needed for searching, listing and indexing them.

use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::acl::Acl;
use footnote_retrieval::keyword::ANALYSIS;
use footnote_retrieval::store::{Access, StoreError, Stores};
use tokio::sync::Mutex;
use tokio_postgres::{Client, Row};

use crate::Database;
use crate::changes::Changes;
use crate::error::failure;
use crate::held::HeldTransaction;
use crate::parameters::p;
use crate::scoped::ScopedPassages;
use crate::snapshot::{Snapshot, Snapshots};

/// The documents of this program's analysis in a database.
#[derive(Clone, Debug)]
pub struct Documents {
    pub(crate) database: Database,
    pub(crate) analysis: i32,
    pub(crate) snapshots: Arc<Snapshots>,
    pub(crate) changes: Arc<Mutex<Changes>>,
    pub(crate) scopes: Arc<ScopedPassages>,
}

impl Documents {
    /// Returns the documents in `database`.
    pub fn of(database: Database) -> Self {
        Self::analysed(database, ANALYSIS.try_into().unwrap_or(i32::MAX))
    }

    /// Returns the documents of one analysis; documents of others are invisible.
    pub(crate) fn analysed(database: Database, analysis: i32) -> Self {
        let snapshots = Arc::new(Snapshots::of(database.clone(), analysis));
        Self { database, analysis, snapshots, changes: Arc::default(), scopes: Arc::default() }
    }

    /// Returns the ACLs that admit a reader, as of a snapshot.
    pub(crate) async fn admitted(&self, access: Access<'_>) -> Result<Vec<i32>, StoreError> {
        Ok(self.snapshots.newest().await?.admitted(access))
    }

    /// Returns the newest snapshot.
    pub(crate) async fn snapshot(&self) -> Result<Arc<Snapshot>, StoreError> {
        self.snapshots.newest().await
    }

    /// Returns the id of an ACL, creating it if necessary. It is created on a connection outside the pool: machines
    /// that need the same ACL do not wait for each other's passes, and the pass whose transaction belongs to `client`
    /// does not wait for a second connection.
    pub(crate) async fn acl_id(&self, client: &Client, acl: &Acl) -> Result<i32, StoreError> {
        if let Some(id) = self.snapshots.id_of(acl) {
            return Ok(id);
        }
        let json = serde_json::to_string(acl)?;
        let parameters = [p(&self.analysis), p(&json)];
        let find = "SELECT id FROM footnote.acls WHERE analysis = $1 AND md5(acl) = md5($2)";
        let known = client.query_typed_opt(find, &parameters).await.map_err(failure)?;
        if let Some(row) = known {
            return Ok(row.get(0));
        }
        let make =
            "INSERT INTO footnote.acls (analysis, acl) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let held = HeldTransaction::begin(&self.database).await?;
        held.client.execute_typed(make, &parameters).await.map_err(failure)?;
        let found = held.client.query_typed_opt(find, &parameters).await.map_err(failure)?;
        held.client.batch_execute("COMMIT").await.map_err(failure)?;
        found.map(|row| row.get(0)).ok_or(StoreError::Missing)
    }
}

impl From<Documents> for Stores {
    fn from(documents: Documents) -> Self {
        let documents = Arc::new(documents);
        let (catalog, passages) = (Arc::clone(&documents), Arc::clone(&documents));
        let (writer, queue) = (Arc::clone(&documents), Arc::clone(&documents));
        Self { catalog, passages, writer, lease: documents, queue: Some(queue) }
    }
}

/// Returns the text in a form that the database can store: without NUL characters.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "")
}

/// Returns a limit as a parameter of a statement.
pub(crate) fn limited(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Returns the passage in the first column of a row.
pub(crate) fn passage(row: &Row) -> Result<Passage, StoreError> {
    Ok(serde_json::from_str(row.get(0))?)
}

/// Returns the passage in a nullable column.
pub(crate) fn optional_passage(row: &Row) -> Result<Option<Passage>, StoreError> {
    let passage = row.get::<_, Option<&str>>(0).map(serde_json::from_str);
    Ok(passage.transpose()?)
}
