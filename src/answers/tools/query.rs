//! The tool that queries the tables of documents with SQL.

use std::fmt::Write as _;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_documents::table::{DocumentKey, Table, tables};
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;
use footnote_search::MAX_READ;
use footnote_store::search::Hit;
use footnote_store::{PassagePlace, RetrieveError, Start};
use footnote_tables::{QueryResult, TableDb, TableDbError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{one_or_many, text};
use super::names::{self, MAX_DOCUMENTS};
use super::{Arguments, ToolContext, ToolError, ToolOutput};
use crate::Rag;
use crate::workers::is_cancelled;

/// Maximum number of passages listed for the rows behind a result.
const MAX_PASSAGES: usize = 12;

/// Maximum size of the tables of several documents together, in bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The error for larger ones.
const TOO_LARGE: &str = "The tables of these documents are too large together. Name fewer.";

/// The tables of documents, asked by SQL.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TableQuery {
    /// Names of documents.
    #[serde(deserialize_with = "one_or_many")]
    documents: Vec<String>,
    /// One `SQLite` SELECT. Leave out to see the tables.
    #[serde(default, deserialize_with = "text")]
    sql: Option<String>,
}

impl Arguments for TableQuery {
    const NAME: &'static str = "query";
    const DESCRIPTION: &'static str = "Count, add up, filter or sort the tables of documents by SQL. With documents alone: their schema.";

    async fn call(self, context: &ToolContext<'_>) -> Result<ToolOutput, ToolError> {
        if self.documents.is_empty() {
            let fault = format!("documents must name 1 to {MAX_DOCUMENTS} documents.");
            return Err(ToolError::Arguments(fault));
        }
        let records = names::resolve_all(context.rag, &self.documents).await?;
        let documents: Vec<String> = records.iter().map(|record| record.path.clone()).collect();
        if let Some(sql) = self.sql {
            let result = over_tables(context.rag, &records, |db| run(db, &sql)).await?;
            return output(context, result).await;
        }
        let text = over_tables(context.rag, &records, schema).await?;
        let step = ToolStep::Computed { documents: documents.clone(), rows: 0 };
        let (passages, evidence) = (Vec::new(), Vec::new());
        Ok(ToolOutput { step, text, passages, evidence, documents })
    }
}

/// Returns the schema of a document's tables with a few rows; `None` if it has none, or they cannot be read.
pub(in super::super) async fn schema_of(rag: &Rag, record: &Arc<Record>) -> Option<String> {
    over_tables(rag, std::slice::from_ref(record), schema).await.ok()
}

/// Does something with the database of all tables of these documents.
async fn over_tables<T>(
    rag: &Rag,
    records: &[Arc<Record>],
    then: impl FnOnce(&TableDb) -> Result<T, ToolError> + Send,
) -> Result<T, ToolError> {
    let key: Vec<DocumentKey> = records.iter().map(|record| DocumentKey::of(record)).collect();
    // Held while tables are read too, so that few are in memory.
    let _turn = rag.workers.turn().await;
    let (mut db, mut are_whole) = (rag.library.databases().take(&key), true);
    if db.is_none() {
        let (mut loaded, mut bytes) = (Vec::new(), 0);
        for record in records {
            let (tables, is_whole) = read_tables(rag, record).await?;
            bytes += tables.iter().map(Table::size).sum::<usize>();
            if bytes > MAX_BYTES && !loaded.is_empty() {
                return Err(ToolError::Arguments(TOO_LARGE.to_owned()));
            }
            loaded.push(tables);
            are_whole &= is_whole;
        }
        let all = loaded.iter().flat_map(|tables| tables.iter());
        db = Some(TableDb::load(all, is_cancelled).map_err(fault)?);
    }
    let Some(db) = db.filter(|db| !db.is_empty()) else {
        let names: Vec<&str> = records.iter().map(|record| record.path.as_str()).collect();
        let names = names.join(", ");
        return Err(ToolError::Nothing(format!("There is no table in {names}. `read` it.")));
    };
    let done = then(&db);
    if are_whole {
        let size = db.size();
        rag.library.databases().keep(key, db, size);
    }
    done
}

fn fault(error: TableDbError) -> ToolError {
    ToolError::Arguments(error.to_string())
}

/// Returns the schema of the tables. Blocks the thread.
fn schema(db: &TableDb) -> Result<String, ToolError> {
    db.schema().map_err(fault)
}

/// Runs SQL over the tables and returns its result, or what is wrong with it. Blocks the thread.
fn run(db: &TableDb, sql: &str) -> Result<QueryResult, ToolError> {
    db.run(sql).map_err(|error| {
        let outline = db.outline();
        ToolError::Arguments(format!("{error}\nTables: {outline}"))
    })
}

async fn output(
    context: &ToolContext<'_>,
    mut result: QueryResult,
) -> Result<ToolOutput, ToolError> {
    let mut text = result.markdown();
    while estimate(&text) > context.tokens && result.rows.len() > 1 {
        result.rows.truncate(result.rows.len() / 2);
        result.is_cut = true;
        text = result.markdown();
    }
    let mut notes = std::mem::take(&mut result.notes);
    if result.is_cut {
        let shown = result.rows.len();
        notes.push(format!("Only the first {shown} rows are shown; there are more."));
    }
    if result.rows.is_empty() {
        notes.push("No row fits.".to_owned());
    }
    if result.rests_on > 0 && result.behind.is_empty() {
        notes.push(format!("It rests on {} rows.", result.rests_on));
    }
    for note in notes {
        text.push_str(&note);
        text.push('\n');
    }
    if !result.behind.is_empty() && estimate(&text) + estimate(&result.behind) <= context.tokens {
        let _ = write!(text, "\nThe rows that it rests on:\n{}", result.behind);
    }
    result.places.truncate(MAX_PASSAGES);
    let evidence = passages(context.rag, &result.places).await?;
    let shows = |path: &String| evidence.iter().any(|hit| hit.passage.path == *path);
    let documents = result.documents.iter().filter(|path| !shows(path)).cloned().collect();
    let step = ToolStep::Computed { documents: result.documents, rows: result.rows.len() };
    Ok(ToolOutput { step, text, passages: Vec::new(), evidence, documents })
}

/// Returns the passages at these places.
async fn passages(rag: &Rag, places: &[PassagePlace]) -> Result<Vec<Hit>, RetrieveError> {
    let mut hits = Vec::new();
    for (path, ordinal) in places {
        let start = Start::Passage(*ordinal);
        let found = rag.retriever.passages_from(path, start, 1, &rag.reader).await?;
        hits.extend(found.into_iter().map(|passage| Hit { passage, ..Hit::default() }));
    }
    Ok(hits)
}

/// Returns the tables of a document that the reader may read. Waits for a turn if they must be read.
///
/// # Errors
///
/// Fails if the index cannot be read.
pub(in super::super) async fn tables_of(
    rag: &Rag,
    record: &Record,
) -> Result<Arc<Vec<Table>>, RetrieveError> {
    if let Some(tables) = rag.library.tables().get(&DocumentKey::of(record)) {
        return Ok(tables);
    }
    let _turn = rag.workers.turn().await;
    Ok(read_tables(rag, record).await?.0)
}

/// Returns the tables of a document, and whether all of it could be read, as far as documents are read.
async fn read_tables(rag: &Rag, record: &Record) -> Result<(Arc<Vec<Table>>, bool), RetrieveError> {
    let key = DocumentKey::of(record);
    if let Some(tables) = rag.library.tables().get(&key) {
        return Ok((tables, true));
    }
    let passages = rag.retriever.document(&record.path, &rag.reader).await?;
    let mut read = tables(&passages);
    let has_all = usize::try_from(record.passages()).is_ok_and(|all| all == passages.len());
    for table in &mut read {
        table.is_cut |= !has_all;
    }
    let is_whole = has_all || passages.len() == MAX_READ;
    let read = Arc::new(read);
    if is_whole {
        let size = read.iter().map(Table::size).sum();
        rag.library.tables().keep(key, Arc::clone(&read), size);
    }
    Ok((read, is_whole))
}
