//! The tool that queries the tables of documents with SQL.

use std::fmt::Write as _;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_documents::table::{Table, tables};
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;
use footnote_retrieval::store::{PassagePlace, Start};
use footnote_retrieval::table_db::{QueryResult, TableDb, TableDbError};
use footnote_retrieval::{Hit, RetrieveError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{one_or_many, text};
use super::{Arguments, ToolContext, ToolError, ToolOutput, names};
use crate::Rag;

/// Maximum number of documents whose tables are queried at once.
const MAX_DOCUMENTS: usize = 8;

/// Maximum number of tables.
const MAX_TABLES: usize = 40;

/// Maximum number of passages listed for the rows behind a result.
const MAX_PASSAGES: usize = 12;

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
        let rag = context.rag;
        if self.documents.is_empty() || self.documents.len() > MAX_DOCUMENTS {
            let fault = format!("documents must name 1 to {MAX_DOCUMENTS} documents.");
            return Err(ToolError::Arguments(fault));
        }
        let records = names::resolve_all(rag, &self.documents).await?;
        let mut documents = Vec::new();
        let mut loaded = Vec::new();
        for record in &records {
            loaded.push(tables_of(rag, record).await?);
            documents.push(record.path.clone());
        }
        if loaded.iter().all(|tables| tables.is_empty()) {
            let names = documents.join(", ");
            return Err(ToolError::Nothing(format!("There is no table in {names}. `read` it.")));
        }
        let Some(sql) = self.sql else {
            let schema = rag.workers.run(async move { schema(&loaded) }).await?;
            let step = ToolStep::Computed { documents: documents.clone(), rows: 0 };
            return Ok(ToolOutput {
                step,
                text: schema?,
                passages: Vec::new(),
                evidence: Vec::new(),
                documents,
            });
        };
        let result = rag.workers.run(async move { run(&loaded, &sql) }).await??;
        output(context, result).await
    }
}

fn database(loaded: &[Arc<Vec<Table>>]) -> Result<(TableDb, usize), TableDbError> {
    let all = || loaded.iter().flat_map(|tables| tables.iter());
    let left_out = all().count().saturating_sub(MAX_TABLES);
    Ok((TableDb::load(all().take(MAX_TABLES))?, left_out))
}

/// Returns the schema of the tables. Blocks the thread.
fn schema(loaded: &[Arc<Vec<Table>>]) -> Result<String, ToolError> {
    let described = database(loaded).and_then(|(db, left_out)| {
        let mut schema = db.schema()?;
        if left_out > 0 {
            let _ = writeln!(schema, "{left_out} further tables are left out.");
        }
        Ok(schema)
    });
    described.map_err(|error| ToolError::Arguments(error.to_string()))
}

/// Runs SQL over the tables and returns its result, or what is wrong with it. Blocks the thread.
fn run(loaded: &[Arc<Vec<Table>>], sql: &str) -> Result<QueryResult, ToolError> {
    let fault = |error: TableDbError| ToolError::Arguments(error.to_string());
    let (db, _) = database(loaded).map_err(fault)?;
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

/// Returns the tables of a document that the reader may read.
///
/// # Errors
///
/// Fails if the index cannot be read.
pub(in super::super) async fn tables_of(
    rag: &Rag,
    record: &Record,
) -> Result<Arc<Vec<Table>>, RetrieveError> {
    if let Some(tables) = rag.library.tables().of(record) {
        return Ok(tables);
    }
    let passages = rag.retriever.document(&record.path, &rag.reader).await?;
    let mut read = tables(&passages);
    let has_all = usize::try_from(record.passages()).is_ok_and(|all| all == passages.len());
    for table in &mut read {
        table.is_cut |= !has_all;
    }
    let read = Arc::new(read);
    if has_all {
        rag.library.tables().keep(record, &read);
    }
    Ok(read)
}
