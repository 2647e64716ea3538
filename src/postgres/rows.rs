//! The rows of documents and passages: inserted and removed within a transaction.

use std::collections::{BTreeMap, BTreeSet};

use footnote_store::StoreError;
use tokio_postgres::Client;
use uuid::Uuid;

use crate::changes::Draft;
use crate::error::failure;
use crate::parameters::{p, path_hash};
use crate::transaction::OpenTransaction;

/// Number of documents that are removed with one statement.
const REMOVED_AT_ONCE: usize = 100;

/// The documents at these paths and inside them.
const OF_PATHS: &str = "SELECT d.id, d.path FROM unnest($2::uuid[]) r (hash) \
    JOIN footnote.documents d ON d.analysis = $1 AND d.path_hash = r.hash \
    UNION SELECT d.id, d.path FROM unnest($3::text[]) r (path) JOIN LATERAL (\
        SELECT id, path FROM footnote.documents WHERE analysis = $1 \
        AND left(path, 500) >= left(r.path || '/', 500) AND left(path, 500) <= left(r.path || '0', 500) \
        AND path > r.path || '/' AND path < r.path || '0') d ON true";

/// Removes the documents at these paths, the documents inside them, and passages of documents that have no row yet.
pub(crate) async fn remove(
    transaction: &mut OpenTransaction,
    analysis: i32,
    paths: &BTreeSet<String>,
    abandoned: Vec<i64>,
) -> Result<(), StoreError> {
    let mut ids = abandoned;
    if !paths.is_empty() {
        let hashes: Vec<Uuid> = paths.iter().map(|path| path_hash(path)).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let parameters = [p(&analysis), p(&hashes), p(&paths)];
        let client = transaction.client()?;
        let found = client.query_typed(OF_PATHS, &parameters).await.map_err(failure)?;
        ids.extend(found.iter().map(|row| row.get::<_, i64>(0)));
        transaction.changed.extend(found.iter().map(|row| row.get::<_, String>(1)));
    }
    let client = transaction.client()?;
    for some in ids.chunks(REMOVED_AT_ONCE).map(<[i64]>::to_vec) {
        for table in ["passages WHERE document", "documents WHERE id"] {
            let statement = format!("DELETE FROM footnote.{table} = ANY($1)");
            client.execute_typed(&statement, &[p(&some)]).await.map_err(failure)?;
        }
    }
    Ok(())
}

/// Inserts the unwritten passages of drafts.
pub(crate) async fn insert_passages<'a>(
    client: &Client,
    drafts: impl Iterator<Item = &'a mut Draft>,
) -> Result<(), StoreError> {
    let (mut documents, mut ordinals, mut passages) = (Vec::new(), Vec::new(), Vec::new());
    for draft in drafts {
        let document = match draft.id {
            Some(id) => id,
            None => next_id(client).await?,
        };
        draft.id = Some(document);
        for passage in std::mem::take(&mut draft.passages) {
            documents.push(document);
            ordinals.push(i32::try_from(passage.ordinal).unwrap_or(i32::MAX));
            passages.push(serde_json::to_string(&passage)?);
        }
    }
    let statement = "INSERT INTO footnote.passages (document, ordinal, passage) \
        SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[])";
    let parameters = [p(&documents), p(&ordinals), p(&passages)];
    client.execute_typed(statement, &parameters).await.map_err(failure)?;
    Ok(())
}

async fn next_id(client: &Client) -> Result<i64, StoreError> {
    let next = "SELECT nextval('footnote.documents_id_seq')";
    Ok(client.query_typed_one(next, &[]).await.map_err(failure)?.get(0))
}

/// Inserts the rows of finished documents.
pub(crate) async fn insert_documents(
    client: &Client,
    analysis: i32,
    finished: &BTreeMap<String, Draft>,
) -> Result<(), StoreError> {
    let (mut ids, mut paths, mut hashes, mut records) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for draft in finished.values() {
        if let (Some(id), Some(record)) = (draft.id, &draft.record) {
            ids.push(id);
            paths.push(record.path.as_str());
            hashes.push(path_hash(&record.path));
            records.push(serde_json::to_string(record)?);
        }
    }
    let statement = "INSERT INTO footnote.documents (id, analysis, path, path_hash, record) \
        OVERRIDING SYSTEM VALUE SELECT r.id, $1, r.path, r.hash, r.record \
        FROM unnest($2::bigint[], $3::text[], $4::uuid[], $5::text[]) r (id, path, hash, record)";
    let parameters = [p(&analysis), p(&ids), p(&paths), p(&hashes), p(&records)];
    client.execute_typed(statement, &parameters).await.map_err(failure)?;
    Ok(())
}
