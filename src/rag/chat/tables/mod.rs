//! Answers that are computed over a table: counts, sums, means, the first and last, and lists of all rows that fit.

mod asked;
mod map;
#[cfg(test)]
mod map_tests;
mod marks;
mod read;
#[cfg(test)]
mod tests;
mod wording;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::composed::Composed;
use super::ground::Ground;
use super::quote;
use super::turn::Turn;
use crate::protocol::{RetrievalMode, Thought};
use crate::rag::corpus::index::Start;
use crate::rag::corpus::statements::Kind;
use crate::rag::corpus::table::calculation::{Aggregate, Calculation, Fault, Figures};
use crate::rag::corpus::table::{Table, tables};
use crate::rag::retrieval::{Hit, Query, RetrieveError};
use map::{Mapped, map};
use wording::Told;
use words::Words;

/// The passages that are looked through for tables.
const LOOKED_AT: usize = 40;

/// The most documents whose tables a question is held against.
const DOCUMENTS: usize = 6;

/// The rows that an answer shows.
const SHOWN: usize = 20;

/// The fewest rows of a table over which a figure that is not computed is missed.
const MANY: usize = 8;

/// A calculation over a table, with its result.
struct Computed<'a> {
    table: &'a Table,
    calculation: Calculation,
    known: usize,
    noun: Option<String>,
    result: Result<Figures, Fault>,
}

/// Answers a question that is computed over one table; `None` if it is about something else, is not certain, or the
/// index cannot be read.
pub(super) async fn answer(turn: &Turn, ground: &mut Ground) -> Option<Composed> {
    if !ground.parts.is_empty() || turn.question.collection.is_some() || turn.looks() {
        return None;
    }
    let words = Words::of(&turn.question.text)?;
    let found = candidates(turn, ground).await;
    let found = found.inspect_err(|error| tracing::warn!("reading tables: {error}")).ok()?;
    let all: Vec<&Table> = found.iter().flat_map(|tables| tables.iter()).collect();
    let mapped: Vec<(&Table, Mapped)> =
        all.iter().map(|table| (*table, map(&words, table))).collect();
    match certain(&mapped) {
        Some(Computed { table, calculation, noun, result: Ok(figures), .. }) => {
            let told = Told { table, calculation: &calculation, figures: &figures, noun };
            computed(turn, ground, &told).await
        }
        Some(Computed { table, result: Err(fault), .. }) => {
            beside(turn, ground, table, &wording::fault(&fault, table))
        }
        None => {
            let (table, mapped) = open(&mapped)?;
            beside(turn, ground, table, &wording::open(&mapped.unknown, table))
        }
    }
}

/// The one calculation that fits the question for certain: the tables to which most of its words belong must be
/// copies of each other.
fn certain<'a>(mapped: &[(&'a Table, Mapped)]) -> Option<Computed<'a>> {
    let mut all: Vec<Computed<'_>> = Vec::new();
    for (table, Mapped { calculation, known, noun, .. }) in mapped {
        let Some(calculation) = calculation.clone() else {
            continue;
        };
        if all.iter().any(|one| one.table.is_copy_of(table)) {
            continue;
        }
        let result = if table.is_cut { Err(Fault::Cut) } else { calculation.over(table) };
        all.push(Computed { table, calculation, known: *known, noun: noun.clone(), result });
    }
    let most = all.iter().map(|one| one.known).max()?;
    all.retain(|one| one.known == most);
    let only = all.pop().filter(|_| all.is_empty())?;
    let is_of_one = |figures: &Figures| {
        let Calculation { aggregate, group, .. } = only.calculation;
        let is_list = matches!(aggregate, Aggregate::Count | Aggregate::List);
        // The sum of one cell is that cell, which is quoted.
        figures.fitting < 2 && !is_list && group.is_none()
    };
    let is_quoted = only.result.as_ref().is_ok_and(is_of_one);
    (!is_quoted && !names_another(mapped, &only)).then_some(only)
}

/// True if a word that names the column whose figures are asked for names another document as well: of "orders",
/// orders.csv may be meant as much as a column "Orders won".
fn names_another(mapped: &[(&Table, Mapped)], only: &Computed<'_>) -> bool {
    let Some(column) = only.calculation.column else {
        return false;
    };
    let own = mapped.iter().find(|(table, _)| std::ptr::eq(*table, only.table));
    let columns = own.into_iter().flat_map(|(_, own)| &own.columns);
    let mut names = columns.filter(|(at, _)| *at == column).map(|(_, words)| words);
    let is_other = |table: &Table| table.path != only.table.path && !table.is_copy_of(only.table);
    let others = || mapped.iter().filter(|(table, _)| is_other(table));
    names.any(|name| others().any(|(_, other)| other.subjects.contains(name)))
}

/// The table over which the question clearly asks for a figure, though one or two of its words fit nothing there.
fn open<'a, 'b>(mapped: &'b [(&'a Table, Mapped)]) -> Option<(&'a Table, &'b Mapped)> {
    let is_open = |(table, one): &&(&Table, Mapped)| {
        one.is_clear && (1..=2).contains(&one.unknown.len()) && one.known > 1 && table.len() >= MANY
    };
    let best = mapped.iter().filter(is_open).max_by_key(|(_, one)| one.known)?;
    Some((best.0, &best.1))
}

/// The tables of the documents that the question's words lead to, and that this reader may read.
async fn candidates(turn: &Turn, ground: &Ground) -> Result<Vec<Arc<Vec<Table>>>, RetrieveError> {
    let query = Query {
        text: turn.question.text.clone(),
        own_bytes: None,
        context: Vec::new(),
        top: LOOKED_AT,
        mode: RetrievalMode::Text,
        ranker: false,
        minimum_score: 0.0,
        ..ground.query.clone()
    };
    let found = turn.retrieve(&query).await?;
    let hits = ground.whole.found.hits.iter().chain(&found.hits);
    let has_rows =
        |hit: &&Hit| hit.passage.statements().iter().any(|statement| statement.kind == Kind::Row);
    let mut seen = BTreeSet::new();
    let paths = hits.filter(has_rows).map(|hit| hit.passage.path.as_str());
    let paths: Vec<&str> = paths.filter(|path| seen.insert(*path)).take(DOCUMENTS).collect();
    let mut all = Vec::new();
    for path in paths {
        all.extend(tables_of(turn, path).await?);
    }
    Ok(all)
}

/// The tables of a document; none if this reader may not read it.
async fn tables_of(turn: &Turn, path: &str) -> Result<Option<Arc<Vec<Table>>>, RetrieveError> {
    let Some(record) = turn.rag.library.file(path) else {
        return Ok(None);
    };
    if let Some(tables) = turn.rag.library.tables().of(&record) {
        return Ok(Some(tables));
    }
    let passages = turn.rag.retriever.document(path, &turn.rag.reader).await?;
    let mut read = tables(&passages);
    let has_all = usize::try_from(record.passages()).is_ok_and(|all| all == passages.len());
    for table in &mut read {
        table.is_cut |= !has_all;
    }
    let read = Arc::new(read);
    if has_all {
        turn.rag.library.tables().keep(&record, &read);
    }
    Ok(Some(read))
}

/// The answer with its figure, and the passages that show its rows in the place of those that were found.
async fn computed(turn: &Turn, ground: &mut Ground, told: &Told<'_>) -> Option<Composed> {
    let Told { table, figures, .. } = told;
    let rows: Vec<usize> = figures.rows.iter().copied().take(SHOWN).collect();
    let ordinals: BTreeSet<u32> = rows.iter().map(|row| table.ordinal(*row)).collect();
    let ordinals = if ordinals.is_empty() { [table.ordinal(0)].into() } else { ordinals };
    let mut hits = Vec::new();
    for ordinal in ordinals {
        let start = Start::Passage(ordinal);
        let passage = turn.rag.retriever.stretch(&table.path, start, 1, &turn.rag.reader).await;
        hits.extend(passage.ok()?.into_iter().map(|passage| Hit {
            passage,
            score: 1.0,
            ..Hit::default()
        }));
    }
    let deltas = wording::deltas(told, &rows, &hits)?;
    let thought = Thought::new("Computed over a table", wording::account(told))
        .with("document", table.path.as_str())
        .with("rows", table.len())
        .with("fitting", figures.fitting);
    ground.stand_on(turn, hits);
    Some(Composed::looked_up(deltas, thought))
}

/// Quotations with a note on the figure that they do not give; a chat model writes without.
fn beside(turn: &Turn, ground: &Ground, table: &Table, note: &str) -> Option<Composed> {
    if turn.model.is_some() {
        return None;
    }
    let mut quotations = quote::quote(&ground.whole, turn.least());
    quotations.deltas.push(format!("\n\n{note}"));
    let thought = Thought::new("Nothing computed", note).with("document", table.path.as_str());
    quotations.thoughts.push(thought);
    Some(quotations)
}
