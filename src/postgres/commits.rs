//! The commits in the database, and what they have changed.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::pin::pin;

use deadpool_postgres::{Client, Transaction};
use footnote_documents::Record;
use footnote_documents::acl::Acl;
use footnote_search::index::EmbeddedIndex;
use footnote_store::{DocumentWriter as _, StoreError};
use futures_util::TryStreamExt as _;
use tokio_postgres::{IsolationLevel, Row};
use uuid::Uuid;

use crate::Database;
use crate::error::failure;
use crate::parameters::{p, path_hash};

/// Number of documents whose passages are read with one statement.
const DOCUMENTS_AT_ONCE: usize = 500;

/// Number of passages given to an index at once.
const PASSAGES_AT_ONCE: usize = 1_000;

/// A commit of the documents of one analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Commit {
    /// Id of the catalog in its database; zero before the first commit.
    catalog: Uuid,
    /// Number of the commit, from 1.
    pub(crate) number: i64,
}

impl Commit {
    /// Parses the mark of an index; an index without one has no commit.
    pub(crate) fn marked(mark: Option<&str>) -> Self {
        let parsed = mark.and_then(|mark| {
            let (catalog, number) = mark.split_once(' ')?;
            Some(Self { catalog: catalog.parse().ok()?, number: number.parse().ok()? })
        });
        parsed.unwrap_or_default()
    }
}

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.catalog, self.number)
    }
}

/// The commits of one analysis whose changes are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Commits {
    /// The last commit.
    pub(crate) last: Commit,
    /// Number of the commit since which all changes are known.
    complete_from: i64,
}

impl Commits {
    /// Returns true if these commits lead on from a copy as of `taken`.
    pub(crate) fn continue_from(&self, taken: Commit) -> bool {
        taken.catalog == self.last.catalog
            && (self.complete_from..=self.last.number).contains(&taken.number)
    }

    fn of(row: Option<&Row>) -> Self {
        row.map_or_else(Self::default, |row| Self {
            last: Commit { catalog: row.get(0), number: row.get(1) },
            complete_from: row.get(2),
        })
    }
}

const NEWEST: &str = "SELECT id, version, complete_from FROM footnote.catalogs WHERE analysis = $1";

/// The documents that were changed after a commit, and those that were removed, which have no record.
const CHANGED: &str = "SELECT c.path, d.record, d.id FROM footnote.changes c LEFT JOIN footnote.documents d \
    ON d.analysis = c.analysis AND d.path_hash = c.path_hash \
    WHERE c.analysis = $1 AND c.version > $2 ORDER BY c.path";

const PASSAGES: &str = "SELECT p.document, p.passage FROM unnest($1::bigint[]) WITH ORDINALITY d (id, place) \
    JOIN footnote.passages p ON p.document = d.id ORDER BY d.place, p.ordinal";

/// Paths of the documents inside one.
const INSIDE: &str = "SELECT path FROM footnote.documents WHERE analysis = $1 \
    AND left(path, 500) >= left($2 || '/', 500) AND left(path, 500) <= left($2 || '0', 500) \
    AND path > $2 || '/' AND path < $2 || '0'";

const NOTE: &str = "INSERT INTO footnote.changes (analysis, path_hash, path, version) \
    SELECT $1, r.hash, r.path, $4 FROM unnest($2::uuid[], $3::text[]) r (hash, path) \
    ON CONFLICT (analysis, path_hash) DO UPDATE SET version = excluded.version, at = excluded.at";

/// Forgets documents that were removed a week ago. Copies that do not know of it are made anew.
const FORGET: &str = "WITH gone AS (DELETE FROM footnote.changes c \
        WHERE c.analysis = $1 AND c.at < now() - interval '7 days' AND NOT EXISTS (\
            SELECT FROM footnote.documents d WHERE d.analysis = c.analysis AND d.path_hash = c.path_hash) \
        RETURNING version) \
    UPDATE footnote.catalogs SET complete_from = greatest(complete_from, (SELECT max(version) FROM gone)) \
    WHERE analysis = $1 AND EXISTS (SELECT FROM gone)";

/// Returns the newest commits.
pub(crate) async fn newest(database: &Database, analysis: i32) -> Result<Commits, StoreError> {
    Ok(Commits::of(database.row(NEWEST, &[p(&analysis)]).await?.as_ref()))
}

/// Begins to read the database as it is at one moment.
pub(crate) async fn moment(client: &mut Client) -> Result<Transaction<'_>, StoreError> {
    let moment = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
    let moment = moment.read_only(true).start().await.map_err(failure)?;
    moment.batch_execute("SET LOCAL statement_timeout = 0").await.map_err(failure)?;
    Ok(moment)
}

/// Returns the newest commits at a moment.
pub(crate) async fn newest_at(
    moment: &Transaction<'_>,
    analysis: i32,
) -> Result<Commits, StoreError> {
    let row = moment.query_typed_opt(NEWEST, &[p(&analysis)]).await.map_err(failure)?;
    Ok(Commits::of(row.as_ref()))
}

/// Returns the documents changed after `since`, with who may read them now; `None` for removed ones.
pub(crate) async fn acls_since(
    database: &Database,
    analysis: i32,
    since: Commit,
) -> Result<HashMap<String, Option<Acl>>, StoreError> {
    let rows = database.rows(CHANGED, &[p(&analysis), p(&since.number)]).await?;
    let changed = rows.iter().map(|row| {
        let record = row.get::<_, Option<&str>>(1).map(serde_json::from_str::<Record>);
        Ok((row.get(0), record.transpose()?.map(|record| record.acl)))
    });
    changed.collect()
}

/// Writes the documents changed after `since` into `index`, for its next commit. Returns their number.
pub(crate) async fn copy_since(
    moment: &Transaction<'_>,
    analysis: i32,
    since: Commit,
    index: &EmbeddedIndex,
) -> Result<usize, StoreError> {
    let parameters = [p(&analysis), p(&since.number)];
    let changed = moment.query_typed(CHANGED, &parameters).await.map_err(failure)?;
    // By path, so that a file comes before what it encloses.
    for some in changed.chunks(DOCUMENTS_AT_ONCE) {
        copy(moment, some, index).await?;
    }
    Ok(changed.len())
}

async fn copy(
    moment: &Transaction<'_>,
    changed: &[Row],
    index: &EmbeddedIndex,
) -> Result<(), StoreError> {
    let ids: Vec<i64> = changed.iter().filter_map(|row| row.get(2)).collect();
    let rows = moment.query_typed_raw(PASSAGES, [p(&ids)]).await.map_err(failure)?;
    let mut rows = pin!(rows);
    let mut next = rows.try_next().await.map_err(failure)?;
    for document in changed {
        let path: String = document.get(0);
        let (record, id): (Option<&str>, Option<i64>) = (document.get(1), document.get(2));
        let Some(record) = record else {
            index.remove(&[path]).await?;
            continue;
        };
        index.begin(&path).await?;
        let mut passages = Vec::new();
        while let Some(row) = next.take_if(|row| row.get::<_, Option<i64>>(0) == id) {
            passages.push(serde_json::from_str(row.get(1))?);
            if passages.len() >= PASSAGES_AT_ONCE {
                index.append(std::mem::take(&mut passages)).await?;
            }
            next = rows.try_next().await.map_err(failure)?;
        }
        index.append(passages).await?;
        index.finish(serde_json::from_str(record)?).await?;
    }
    Ok(())
}

/// Counts a new commit within a transaction, and notifies other machines. Blocks concurrent commits until it ends.
pub(crate) async fn count(
    client: &tokio_postgres::Client,
    analysis: i32,
    changed: &BTreeSet<String>,
) -> Result<(), StoreError> {
    let next = "INSERT INTO footnote.catalogs (analysis, version) VALUES ($1, 1) \
        ON CONFLICT (analysis) DO UPDATE SET version = footnote.catalogs.version + 1 RETURNING version";
    let next = client.query_typed_one(next, &[p(&analysis)]).await.map_err(failure)?;
    let number: i64 = next.get(0);
    let hashes: Vec<Uuid> = changed.iter().map(|path| path_hash(path)).collect();
    let paths: Vec<&str> = changed.iter().map(String::as_str).collect();
    let parameters = [p(&analysis), p(&hashes), p(&paths), p(&number)];
    client.execute_typed(NOTE, &parameters).await.map_err(failure)?;
    let notice = "SELECT pg_notify('footnote', $1::int::text)";
    client.query_typed(notice, &[p(&analysis)]).await.map_err(failure)?;
    Ok(())
}

/// Returns a path and the paths of the documents inside it.
pub(crate) async fn with_inside(
    client: &tokio_postgres::Client,
    analysis: i32,
    path: &str,
) -> Result<BTreeSet<String>, StoreError> {
    let rows = client.query_typed(INSIDE, &[p(&analysis), p(&path)]).await.map_err(failure)?;
    Ok(rows.iter().map(|row| row.get(0)).chain([path.to_owned()]).collect())
}

/// Forgets which documents were removed long ago.
pub(crate) async fn forget(database: &Database, analysis: i32) -> Result<(), StoreError> {
    database.execute(FORGET, &[p(&analysis)]).await.map(drop)
}
