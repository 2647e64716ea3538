//! The wording of computed answers.

use std::fmt::Write as _;

use footnote_documents::table::number::{Decimal, DecimalStyle, Number};
use footnote_documents::table::{Column, ColumnKind, Table};
use footnote_retrieval::Hit;

use super::calculation::{Calculation, units};
use super::read::Operation;
use super::sql::Computed;
use crate::collection::without_markup;

/// Maximum number of rows named in the sentence.
const NAMED: usize = 10;

/// Number of rows shown below a figure computed over many.
const EXAMPLES: usize = 3;

/// Returns the answer in pieces: the figure, how it was computed, and the first of its rows with their citations.
pub(super) fn deltas(
    table: &Table,
    asked: &Calculation,
    computed: &Computed,
    hits: &[Hit],
) -> Option<Vec<String>> {
    let source = hits.first()?.passage.source();
    let figure = figure(table, asked, computed);
    let account = account(table, asked, computed);
    let mut deltas = vec![format!("{figure} [{source}]"), format!("\n\n{account} [{source}]")];
    let adds = matches!(asked.operation, Operation::Count | Operation::Sum | Operation::Average);
    let most = if adds { EXAMPLES } else { usize::MAX };
    let rows: Vec<usize> = computed.rows.iter().copied().take(most).collect();
    deltas.extend(parts(table, &rows, hits));
    let is_whole = adds || asked.operation == Operation::List;
    let left = computed.fitting.saturating_sub(rows.len());
    deltas.extend((is_whole && left > 0).then(|| format!("\n\n… and {} more.", shown(left))));
    Some(deltas)
}

/// Says the figure in one sentence.
fn figure(table: &Table, asked: &Calculation, computed: &Computed) -> String {
    let kind = asked.column.and_then(|at| table.columns.get(at)).map(|column| column.kind);
    let is_time = kind == Some(ColumnKind::Period);
    let what = match asked.operation {
        Operation::Count | Operation::List if computed.fitting == 1 => {
            return "1 row fits.".to_owned();
        }
        Operation::Count | Operation::List => {
            let noun = without_markup(asked.noun.as_deref().unwrap_or("rows"));
            return format!("{} {noun} fit.", shown(computed.fitting));
        }
        Operation::Sum => "sum of",
        Operation::Average => "average of",
        Operation::Least if is_time => "earliest",
        Operation::Least => "lowest",
        Operation::Greatest if is_time => "latest",
        Operation::Greatest => "highest",
    };
    let number = Number::of(&computed.figure, DecimalStyle::Point).map(|number| number.value);
    // Years have no thousands separators.
    let number = number.filter(|number| number.year().is_none());
    let value = number.map_or_else(|| computed.figure.clone(), |number| number.to_string());
    let unit = asked.column.and_then(|column| units(table, column).pop()).unwrap_or_default();
    let unit = match unit.as_str() {
        "" | "%" => unit,
        "eur" | "usd" | "gbp" => format!(" {}", unit.to_uppercase()),
        unit => format!(" {unit}"),
    };
    let column = column(table, asked.column);
    match names(table, asked, computed) {
        Some(names) if asked.limit > 1 => {
            format!("The {what} {column} is {value}{unit}. In order: {names}.")
        }
        Some(names) => {
            let have = if computed.rows.len() == 1 { "has" } else { "have" };
            format!("{names} {have} the {what} {column}: {value}{unit}.")
        }
        None => format!("The {what} {column} is {value}{unit}."),
    }
}

/// The names of the rows that were asked for by name, in their order.
fn names(table: &Table, asked: &Calculation, computed: &Computed) -> Option<String> {
    let column = asked.named?;
    let names = computed.rows.iter().map(|row| without_markup(table.cell(*row, column)));
    let names: Vec<String> = names.collect();
    let is_whole = names.len() <= NAMED && names.iter().all(|name| !name.trim().is_empty());
    is_whole.then(|| names.join(", "))
}

/// Describes how a figure was computed: the matching rows, the conditions, and what was left out.
pub(super) fn account(table: &Table, asked: &Calculation, computed: &Computed) -> String {
    let (fitting, all) = (shown(computed.fitting), shown(table.len()));
    let rows = if computed.fitting == table.len() {
        format!("all {all}")
    } else {
        format!("{fitting} of {all}")
    };
    let mut text = format!("Based on {rows} rows of {}", without_markup(&table.path));
    let conditions = asked.conditions.iter();
    let conditions: Vec<String> = conditions
        .map(|one| format!("{} {}", column(table, Some(one.column)), without_markup(&one.words)))
        .collect();
    if !conditions.is_empty() {
        text.push_str(": ");
        text.push_str(&conditions.join(", "));
    }
    text.push('.');
    if table.totals > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, " Rows of totals left out: {}.", shown(table.totals));
    }
    if computed.empty > 0 {
        let (by, empty) = (column(table, asked.column), shown(computed.empty));
        let _ = write!(text, " Rows without a value in {by}: {empty}.");
    }
    text
}

fn column(table: &Table, at: Option<usize>) -> String {
    let column = at.and_then(|at| table.columns.get(at));
    column.map_or_else(String::new, |column| format!("“{}”", without_markup(column.shown())))
}

fn shown(count: usize) -> String {
    Decimal::whole(count).to_string()
}

/// Returns the rows word for word under their header, as one table per source.
fn parts(table: &Table, rows: &[usize], hits: &[Hit]) -> Vec<String> {
    let source = |row: usize| {
        let hit = hits.iter().find(|hit| hit.passage.ordinal == table.ordinal(row));
        hit.map(|hit| hit.passage.source()).unwrap_or_default()
    };
    let head = line(table.columns.iter().map(Column::shown));
    let head = format!("{head}\n|{}", " --- |".repeat(table.columns.len()));
    let part = |rows: &[usize]| {
        let line = |row: &usize| line((0..table.columns.len()).map(|at| table.cell(*row, at)));
        let lines: Vec<String> = rows.iter().map(line).collect();
        let source = rows.first().map(|row| source(*row)).unwrap_or_default();
        format!("\n\n{head}\n{}\n\n[{source}]", lines.join("\n"))
    };
    rows.chunk_by(|one, next| source(*one) == source(*next)).map(part).collect()
}

/// Formats a row of a table as passages do. A bracket in a cell is not a citation.
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cell = |cell: &str| {
        let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
        cell.replace('|', "\\|").replace('[', "(").replace(']', ")")
    };
    let cells: Vec<String> = cells.map(cell).collect();
    format!("| {} |", cells.join(" | "))
}
