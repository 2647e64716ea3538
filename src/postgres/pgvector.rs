//! Setting up pgvector, and the tables of each embedding model.

use footnote_retrieval::store::StoreError;

use crate::Documents;
use crate::documents::storable;
use crate::error::failure;
use crate::parameters::p;

/// Settings for long-running work over many passages that blocks no one else.
pub(crate) const LONG: &str =
    "SET LOCAL statement_timeout = '15min'; SET LOCAL lock_timeout = '5min'";

/// Returns true if the database has pgvector with half-precision vectors; enables the extension where that is allowed.
pub(crate) async fn has_extension(documents: &Documents) -> Result<bool, StoreError> {
    let halves = "SELECT 1 WHERE to_regtype('halfvec') IS NOT NULL";
    if documents.database.row(halves, &[]).await?.is_some() {
        return Ok(true);
    }
    let offered = "SELECT name FROM pg_available_extensions WHERE name = 'vector'";
    if documents.database.row(offered, &[]).await?.is_none() {
        return Ok(false);
    }
    let made = make(documents, "CREATE EXTENSION IF NOT EXISTS vector").await;
    if let Err(StoreError::Database(error)) = &made {
        tracing::warn!("pgvector is there, but cannot be set up: {error}");
        return Ok(false);
    }
    made?;
    Ok(documents.database.row(halves, &[]).await?.is_some())
}

/// Creates what is missing. Machines that start at once wait for each other.
pub(crate) async fn make(documents: &Documents, statements: &str) -> Result<(), StoreError> {
    let lock = documents.lock_number("vectors");
    let all = format!("SELECT pg_advisory_xact_lock({lock}); {statements}");
    let mut client = documents.database.client().await?;
    let transaction = client.transaction().await.map_err(failure)?;
    transaction.batch_execute(LONG).await.map_err(failure)?;
    transaction.batch_execute(&all).await.map_err(failure)?;
    transaction.commit().await.map_err(failure)
}

/// Returns the number of a model, and the length of its vectors; 0 until it has some.
pub(crate) async fn model(documents: &Documents, mark: &str) -> Result<(i32, usize), StoreError> {
    let mark = storable(mark);
    let add = "INSERT INTO footnote.models (mark) VALUES ($1) ON CONFLICT DO NOTHING";
    documents.database.execute(add, &[p(&mark)]).await?;
    let find = "SELECT id, coalesce(dimensions, 0) FROM footnote.models WHERE mark = $1";
    let found = documents.database.row(find, &[p(&mark)]).await?.ok_or(StoreError::Missing)?;
    Ok((found.get(0), usize::try_from(found.get::<_, i32>(1)).unwrap_or_default()))
}

/// Returns a vector in pgvector's text form.
pub(crate) fn written(vector: &[f32]) -> String {
    let numbers: Vec<String> = vector.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(","))
}
