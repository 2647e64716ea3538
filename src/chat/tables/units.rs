//! The units of a column, by its cells and its name, and whether its numbers are amounts at all.

use std::collections::BTreeSet;

use footnote_documents::table::Table;
use footnote_text::words::words;

use super::words::{header, unit};

/// Rows that are sampled for the unit of a column.
const SAMPLE_ROWS: usize = 20;

/// The fewest letters of a word that is known at the end of a longer one: of "Kundennummer", and not of "package".
const LEAST_ENDING_LETTERS: usize = 5;

/// The units of a column: those of its cells, or, where these have none, the one in its name.
pub(super) fn units(table: &Table, column: usize) -> BTreeSet<String> {
    let Some(by) = table.columns.get(column) else {
        return BTreeSet::new();
    };
    let cells = (0..table.len().min(SAMPLE_ROWS)).map(|row| table.cell(row, column));
    let units: BTreeSet<String> = cells.filter_map(|cell| Some(by.number(cell)?.unit)).collect();
    if !units.iter().all(String::is_empty) {
        return units;
    }
    let signs = by.name.split(|c: char| c.is_whitespace() || "()[]_/,".contains(c));
    let named = signs.filter_map(|word| unit(&word.to_lowercase()));
    let named: BTreeSet<String> = named.map(str::to_owned).collect();
    if named.is_empty() { units } else { named }
}

/// True if a unit is one of money.
pub(super) fn is_money(unit: &str) -> bool {
    ["usd", "gbp", "eur"].contains(&unit)
}

/// True if the name of a column is that of prices, shares or marks, or of numbers that only name.
pub(super) fn is_rate(name: &str) -> bool {
    says(name, "rate") || words(name).last().is_some_and(|word| says(word, "name"))
}

/// True if a word in the name of a column says this about its numbers.
pub(super) fn says(name: &str, meaning: &str) -> bool {
    words(name).map(str::to_lowercase).any(|word| {
        let ends = word.char_indices().filter_map(|(at, _)| word.get(at..));
        let mut known = ends
            .filter(|end| end.len() == word.len() || end.chars().count() >= LEAST_ENDING_LETTERS);
        known.any(|end| header(end).is_some_and(|all| all.split(' ').any(|one| one == meaning)))
    })
}
