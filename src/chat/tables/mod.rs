//! Answers that are computed over a table: counts, sums, means, the first and last, and lists of all rows that fit.

mod annotations;
mod calculation;
mod columns;
mod map;
#[cfg(test)]
mod map_tests;
#[cfg(test)]
mod meant_tests;
mod notes;
mod read;
#[cfg(test)]
mod share_tests;
#[cfg(test)]
mod tests;
mod units;
mod wording;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use footnote_documents::statements::Kind;
use footnote_documents::table::calculation::{
    Aggregate, Calculation, CalculationError, Condition, Figures, Test,
};
use footnote_documents::table::range::outside;
use footnote_documents::table::{Table, tables};
use footnote_protocol::Thought;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::store::Start;
use footnote_retrieval::{Hit, RetrieveError};
use map::{MappedQuestion, map};
use wording::ComputedText;
use words::QuestionWords;

use super::composed::{ComposedAnswer, Quotation};
use super::grounding::Grounding;
use super::phrases::{Phrase, Phrases};
use super::turn::Turn;
use super::{quote, tools};

/// The passages that are looked through for tables.
const PASSAGES_SEARCHED: usize = 40;

/// The most documents whose tables a question is held against.
const MOST_DOCUMENTS: usize = 6;

/// The rows that an answer shows.
const MOST_ROWS_SHOWN: usize = 20;

/// The fewest rows of a table over which a figure that is not computed is missed, other than what is added up.
const FEWEST_ROWS_NOTED: usize = 8;

/// A calculation over a table, with its result.
struct Computation<'a> {
    table: &'a Table,
    calculation: Calculation,
    known: usize,
    noun: Option<String>,
    result: Result<Figures, CalculationError>,
}

/// Answers a question that is computed over one table; `None` if it is about something else, is not certain, or the
/// index cannot be read.
pub(super) async fn answer(turn: &Turn, grounding: &mut Grounding) -> Option<ComposedAnswer> {
    if !grounding.parts.is_empty() || turn.question.collection.is_some() || turn.model_sees_images()
    {
        return None;
    }
    let words = QuestionWords::of(&turn.question.text)?;
    let found = candidates(turn, grounding).await;
    let found = found.inspect_err(|error| tracing::warn!("reading tables: {error}")).ok()?;
    let all = found.iter().flat_map(|tables| tables.iter());
    let all: Vec<&Table> = all.filter(|table| table.is_plain).collect();
    let mapped: Vec<(&Table, MappedQuestion)> =
        all.iter().map(|table| (*table, map(&words, table))).collect();
    match certain(&mapped) {
        Some(Computation { table, calculation, noun, result: Ok(figures), .. }) => {
            let text = ComputedText { table, calculation: &calculation, figures: &figures, noun };
            computed(turn, grounding, &text).await
        }
        Some(Computation {
            table, calculation, result: Err(CalculationError::OutOfRange), ..
        }) => {
            let outside = outside(table, &calculation.conditions)?;
            outside_answer(turn, grounding, table, &notes::outside(&outside, table)).await
        }
        Some(Computation { table, result: Err(fault), .. }) => {
            with_note(turn, grounding, table, &notes::error_note(&fault, table))
        }
        None => {
            let (table, mapped) = open(&mapped)?;
            nearest(turn, grounding, table, mapped).await
        }
    }
}

/// The one calculation that fits the question for certain: the tables to which most of its words belong must be
/// copies of each other.
fn certain<'a>(mapped: &[(&'a Table, MappedQuestion)]) -> Option<Computation<'a>> {
    let mut all: Vec<Computation<'_>> = Vec::new();
    for (table, MappedQuestion { calculation, known, noun, .. }) in mapped {
        let Some(calculation) = calculation.clone() else {
            continue;
        };
        if all.iter().any(|one| one.table.is_copy_of(table)) {
            continue;
        }
        let result =
            if table.is_cut { Err(CalculationError::Cut) } else { calculation.over(table) };
        all.push(Computation { table, calculation, known: *known, noun: noun.clone(), result });
    }
    let most = all.iter().map(|one| one.known).max()?;
    all.retain(|one| one.known == most && !names_another(mapped, one));
    // A column that is named is meant before one that is not.
    if all.iter().any(|one| names_column(mapped, one)) {
        all.retain(|one| names_column(mapped, one));
    }
    let only = all.pop().filter(|_| all.is_empty())?;
    let is_of_one = |figures: &Figures| {
        let Calculation { aggregate, group, .. } = only.calculation;
        let is_list = matches!(aggregate, Aggregate::Count | Aggregate::List);
        // The sum of one cell is that cell, which is quoted.
        figures.fitting < 2 && !is_list && group.is_none()
    };
    let is_quoted = only.result.as_ref().is_ok_and(is_of_one);
    (!is_quoted).then_some(only)
}

/// True if a word that names the column whose figures are asked for names another document as well: of "orders",
/// orders.csv may be meant as much as a column "Orders won", if no other word stands against it.
fn names_another(mapped: &[(&Table, MappedQuestion)], only: &Computation<'_>) -> bool {
    let Some(column) = only.calculation.column else {
        return false;
    };
    let mut names = names_of(mapped, only.table, column);
    let is_other = |table: &Table| table.path != only.table.path && !table.is_copy_of(only.table);
    let others = || mapped.iter().filter(|(table, _)| is_other(table));
    let fits =
        |other: &MappedQuestion, name| other.unknown.is_empty() && other.subjects.contains(name);
    names.any(|name| others().any(|(_, other)| fits(other, name)))
}

/// The words of the question that name a column of a table.
fn names_of<'b>(
    mapped: &'b [(&Table, MappedQuestion)],
    table: &Table,
    column: usize,
) -> impl Iterator<Item = &'b String> {
    let own = mapped.iter().find(|(one, _)| std::ptr::eq(*one, table));
    let columns = own.into_iter().flat_map(|(_, own)| &own.columns);
    columns.filter(move |(at, _)| *at == column).map(|(_, words)| words)
}

/// True if the question names the column whose figures are asked for.
fn names_column(mapped: &[(&Table, MappedQuestion)], one: &Computation<'_>) -> bool {
    let column = one.calculation.column;
    column.is_some_and(|column| names_of(mapped, one.table, column).next().is_some())
}

/// The table over which the question asks for a computation that is not certain, though most of its words fit there;
/// or for rows by a cell of theirs, with one word that fits nothing.
fn open<'a, 'b>(
    mapped: &'b [(&'a Table, MappedQuestion)],
) -> Option<(&'a Table, &'b MappedQuestion)> {
    let is_open = |(table, one): &&(&Table, MappedQuestion)| {
        let is_figure = one.computes
            && one.unknown.len() <= 2
            && (one.adds || table.len() >= FEWEST_ROWS_NOTED);
        let is_cell = |one: &Condition| !matches!(one.test, Test::Has(_));
        let is_list = one.lists && one.unknown.len() == 1 && one.conditions.iter().any(is_cell);
        let is_known = one.known > 1 || one.known > 0 && (one.unknown.is_empty() || is_figure);
        one.calculation.is_none() && is_known && (is_figure || is_list)
    };
    let best = mapped.iter().filter(is_open).max_by_key(|(_, one)| one.known)?;
    Some((best.0, &best.1))
}

/// The tables of the documents that the question's words lead to, and that this reader may read.
async fn candidates(
    turn: &Turn,
    grounding: &Grounding,
) -> Result<Vec<Arc<Vec<Table>>>, RetrieveError> {
    let query = grounding.by_words(&turn.question.text, PASSAGES_SEARCHED);
    let found = turn.retrieve(&query).await?;
    let hits = grounding.whole.found.hits.iter().chain(&found.hits);
    let has_rows =
        |hit: &&Hit| hit.passage.statements().iter().any(|statement| statement.kind == Kind::Row);
    let mut seen = BTreeSet::new();
    let paths = hits.filter(has_rows).map(|hit| hit.passage.path.as_str());
    let paths: Vec<&str> = paths.filter(|path| seen.insert(*path)).take(MOST_DOCUMENTS).collect();
    let mut all = Vec::new();
    for path in paths {
        all.extend(tables_of(turn, path).await?);
    }
    Ok(all)
}

/// The tables of a document or an attached file; none if this reader may not read it.
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

/// The answer with its figure, and the passages that show its rows in the place of those that were found.
async fn computed(
    turn: &Turn,
    grounding: &mut Grounding,
    text: &ComputedText<'_>,
) -> Option<ComposedAnswer> {
    let ComputedText { table, figures, .. } = text;
    let rows: Vec<usize> = figures.rows.iter().copied().take(MOST_ROWS_SHOWN).collect();
    let hits = passages_of_rows(turn, table, &rows).await?;
    let deltas = wording::deltas(text, &rows, &hits)?;
    let thought = Thought::new("Computed over a table", wording::account(text))
        .with("document", table.path.as_str())
        .with("rows", table.len())
        .with("fitting", figures.fitting);
    grounding.replace_passages(turn, hits).await;
    Some(ComposedAnswer::looked_up(deltas, thought))
}

/// The passages that show some rows, or the first row where there are none.
async fn passages_of_rows(turn: &Turn, table: &Table, rows: &[usize]) -> Option<Vec<Hit>> {
    let ordinals: BTreeSet<u32> = rows.iter().map(|row| table.ordinal(*row)).collect();
    let ordinals = if ordinals.is_empty() { [table.ordinal(0)].into() } else { ordinals };
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

/// The rows of a table that fit what is certain of a question, where rows of that table would be quoted: marked
/// as what may not answer, with the words that fit nothing. Other quotations stand, with a note.
async fn nearest(
    turn: &Turn,
    grounding: &mut Grounding,
    table: &Table,
    mapped: &MappedQuestion,
) -> Option<ComposedAnswer> {
    let note = notes::open(mapped, table);
    let quotations = quote::quote(&grounding.whole, turn.threshold());
    let is_row = |one: &Quotation| is_of(one, table) && one.text.starts_with('|');
    if turn.model.is_some() || !quotations.quoted.iter().any(is_row) {
        // One word that fits is too little for a note beside what other documents say.
        let fits = mapped.known > 1 || mapped.unknown.is_empty();
        return if fits { with_note(turn, grounding, table, &note) } else { None };
    }
    let calculation = Calculation::rows(&mapped.conditions);
    let figures = calculation.over(table).unwrap_or_default();
    let text = ComputedText { table, calculation: &calculation, figures: &figures, noun: None };
    let most = if mapped.lists { MOST_ROWS_SHOWN } else { wording::example(figures.rows.len()) };
    let rows: Vec<usize> = figures.rows.iter().copied().take(most).collect();
    let hits = passages_of_rows(turn, table, &rows).await?;
    let unsure = Phrases::of(&turn.question.text).say(Phrase::Unsure);
    let deltas = wording::nearest(&text, &rows, &hits, (unsure, &note))?;
    grounding.replace_passages(turn, hits).await;
    let thought = Thought::new("Nothing computed", note).with("document", table.path.as_str());
    let confidence = Confidence { outcome: Outcome::Unsure, ..quotations.confidence };
    Some(ComposedAnswer { confidence, ..ComposedAnswer::looked_up(deltas, thought) })
}

/// The time that a table covers, where it has nothing of the one that is asked for, which is no answer. What other
/// documents seem to say for certain stands below it.
async fn outside_answer(
    turn: &Turn,
    grounding: &mut Grounding,
    table: &Table,
    note: &str,
) -> Option<ComposedAnswer> {
    if turn.model.is_some() {
        return None;
    }
    let mut quotations = quote::quote(&grounding.whole, turn.threshold());
    let thought = Thought::new("Nothing computed", note).with("document", table.path.as_str());
    let is_answered = quotations.confidence.outcome == Outcome::Answered;
    if is_answered && !quotations.quoted.iter().any(|one| is_of(one, table)) {
        let note = format!("{note}\n\n");
        quotations.deltas.insert(0, note.clone());
        quotations.notes.push(note);
        quotations.thoughts.push(thought);
        return Some(quotations);
    }
    let hits = passages_of_rows(turn, table, &[]).await?;
    let deltas = vec![format!("{note} [{}]", hits.first()?.passage.source())];
    grounding.replace_passages(turn, hits).await;
    let confidence = Confidence { outcome: Outcome::Refused, ..quotations.confidence };
    Some(ComposedAnswer { confidence, ..ComposedAnswer::looked_up(deltas, thought) })
}

/// True if a quotation is from the document of a table.
fn is_of(quoted: &Quotation, table: &Table) -> bool {
    let rest = quoted.source.strip_prefix(table.path.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

/// Quotations with a note on the figure that they do not give; a chat model writes without.
fn with_note(
    turn: &Turn,
    grounding: &Grounding,
    table: &Table,
    note: &str,
) -> Option<ComposedAnswer> {
    if turn.model.is_some() {
        return None;
    }
    let mut quotations = quote::quote(&grounding.whole, turn.threshold());
    quotations.note(note);
    let thought = Thought::new("Nothing computed", note).with("document", table.path.as_str());
    quotations.thoughts.push(thought);
    Some(quotations)
}
