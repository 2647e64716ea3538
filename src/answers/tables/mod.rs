//! Answers computed over one table: a count, a sum, a mean, the minimum and maximum, and the matching rows.

mod calculation;
mod read;
mod sql;
mod wording;

use std::collections::BTreeSet;
use std::sync::Arc;

use calculation::{Calculation, calculation};
use footnote_documents::extract;
use footnote_documents::statements::{Kind, Statement};
use footnote_documents::table::{Table, tables};
use footnote_protocol::Thought;
use footnote_retrieval::store::Start;
use footnote_retrieval::{Hit, RetrieveError};
use read::QuestionWords;

use super::composed::ComposedAnswer;
use super::grounding::Grounding;
use super::tools;
use super::turn::Turn;

/// Number of passages that are searched for tables.
const PASSAGES_SEARCHED: usize = 40;

/// Maximum number of documents whose tables are tried for a question.
const MAX_DOCUMENTS: usize = 6;

/// Maximum number of rows that an answer shows.
const MAX_ROWS_SHOWN: usize = 20;

/// Answers a question by computing over one table. `None` if it is about something else or not certain, or if the index
/// cannot be read.
pub(super) async fn answer(turn: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    let is_other = !grounding.parts.is_empty() || turn.question.collection.is_some();
    if is_other || turn.model_sees_images() {
        return None;
    }
    let words = QuestionWords::of(&turn.question.text)?;
    let found = candidates(turn, grounding).await;
    let found = found.inspect_err(|error| tracing::warn!("reading tables: {error}")).ok()?;
    let (table, asked) = only(&words, found.iter().flat_map(|tables| tables.iter()))?;
    let computed = {
        let _turn = turn.rag.workers.turn().await;
        sql::run(table, &asked)
    };
    let computed = computed.inspect_err(|error| tracing::warn!("computing: {error}")).ok()??;
    let hits = passages_of_rows(turn, table, &computed.rows).await?;
    let deltas = wording::deltas(table, &asked, &computed, &hits)?;
    let thought = Thought::new("Computed over a table", wording::account(table, &asked, &computed))
        .with("document", table.path.as_str())
        .with("rows", table.len())
        .with("fitting", computed.fitting);
    Some(ComposedAnswer { passages: Some(hits), ..ComposedAnswer::looked_up(deltas, thought) })
}

/// Returns the calculation over the only table that accounts for all words of a question. Copies of the table do not
/// count as others.
fn only<'a>(
    words: &QuestionWords,
    tables: impl Iterator<Item = &'a Table>,
) -> Option<(&'a Table, Calculation)> {
    let mut all: Vec<(&Table, Calculation)> = Vec::new();
    for table in tables.filter(|table| table.is_plain && !table.has_gaps()) {
        if !all.iter().any(|(other, _)| other.is_copy_of(table)) {
            all.extend(calculation(words, table).map(|asked| (table, asked)));
        }
    }
    all.pop().filter(|_| all.is_empty())
}

/// Returns the tables that the question's words lead to and that this reader may read.
async fn candidates(
    turn: &Turn,
    grounding: &Grounding,
) -> Result<Vec<Arc<Vec<Table>>>, RetrieveError> {
    let query = grounding.by_words(&turn.question.text, PASSAGES_SEARCHED);
    let found = turn.retrieve(&query).await?;
    let hits = grounding.whole.found.hits.iter().chain(&found.hits);
    // The rows of wide tables are list items.
    let has_rows = |hit: &&Hit| {
        let is_row = |statement: &Statement| statement.kind == Kind::Row;
        extract::is_sheet(&hit.passage.path) || hit.passage.statements().iter().any(is_row)
    };
    let mut seen = BTreeSet::new();
    let paths = hits.filter(has_rows).map(|hit| hit.passage.path.as_str());
    let paths: Vec<&str> = paths.filter(|path| seen.insert(*path)).take(MAX_DOCUMENTS).collect();
    let mut all = Vec::new();
    for path in paths {
        all.extend(tables_of(turn, path).await?);
    }
    Ok(all)
}

/// Returns the tables of a document or an attached file; none if this reader may not read it.
async fn tables_of(turn: &Turn, path: &str) -> Result<Option<Arc<Vec<Table>>>, RetrieveError> {
    let attached = turn.attached(path);
    if !attached.is_empty() {
        return Ok(Some(Arc::new(tables(&attached))));
    }
    match turn.rag.library.file(path).await? {
        Some(record) => Ok(Some(tools::tables_of(&turn.rag, &record).await?)),
        None => Ok(None),
    }
}

/// Returns the passages that contain these rows.
async fn passages_of_rows(turn: &Turn, table: &Table, rows: &[usize]) -> Option<Vec<Hit>> {
    let ordinals: BTreeSet<u32> = rows.iter().map(|row| table.ordinal(*row)).collect();
    let mut passages = turn.attached(&table.path);
    passages.retain(|passage| ordinals.contains(&passage.ordinal));
    if passages.is_empty() {
        for ordinal in ordinals {
            let start = Start::Passage(ordinal);
            let passage = turn.rag.retriever.passages_from(&table.path, start, 1, &turn.rag.reader);
            passages.extend(passage.await.ok()?);
        }
    }
    let hit = |passage| Hit { passage, score: 1.0, ..Hit::default() };
    Some(passages.into_iter().map(hit).collect())
}
