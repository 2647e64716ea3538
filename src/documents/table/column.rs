//! The columns of a table: the kind of their cells, and how they are written.

use std::collections::BTreeSet;

use footnote_text::analysis::Language;

use super::number::{DecimalStyle, Number, is_ambiguous, style_of};
use super::period::{Order, Period, order_of};
use super::{Table, is_blank};

/// Number of rows sampled to find the kind of a column.
const SAMPLE_ROWS: usize = 2_000;

/// Share of a column's cells, in percent, that must be of its kind.
const MIN_PERCENT: usize = 80;

/// The kind of a column's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnKind {
    /// Numbers, with or without units.
    Number,
    /// Dates, months, quarters or years.
    Period,
    /// Anything else.
    #[default]
    Text,
}

/// A column of a table.
#[derive(Debug, Default)]
pub struct Column {
    /// Its name in the header; empty for the column of headings above the rows.
    pub name: String,
    /// The kind of its cells.
    pub kind: ColumnKind,
    /// The style of its numbers.
    pub style: Option<DecimalStyle>,
    /// The order of day and month in its dates.
    pub order: Option<Order>,
    /// True if its numbers only name the rows: whole, without unit, and all different.
    pub is_key: bool,
    /// True if it is the first and some of its cells are empty: they may continue the cell above.
    pub has_gaps: bool,
}

impl Column {
    /// Returns the name for readers.
    pub fn shown(&self) -> &str {
        if self.name.is_empty() { "section" } else { &self.name }
    }

    /// Returns the number in one of its cells.
    pub fn number(&self, cell: &str) -> Option<Number> {
        Number::of(cell, self.style.unwrap_or(DecimalStyle::Point))
    }

    /// Returns the period in one of its cells.
    pub fn period(&self, cell: &str) -> Option<Period> {
        Period::of(cell, self.order)
    }
}

/// Finds the kinds of the columns of a table in this language.
pub(super) fn find(table: &mut Table, language: Language) {
    let width = table.columns.len();
    let styles: Vec<Option<DecimalStyle>> = (0..width).map(|at| style(table, at)).collect();
    let usual = styles.iter().copied().flatten().next();
    for (at, own) in styles.into_iter().enumerate() {
        let style = own.or_else(|| by_others(table, at, usual, language));
        let order = sample(table, at).find_map(order_of);
        let mut column = Column { style, order, ..Column::default() };
        column.kind = kind(table, at, &column);
        column.is_key = column.kind == ColumnKind::Number && is_key(table, at);
        column.has_gaps = at == 0 && (0..table.len()).any(|row| is_blank(table.cell(row, 0)));
        if let Some(place) = table.columns.get_mut(at) {
            column.name = std::mem::take(&mut place.name);
            *place = column;
        }
    }
}

/// Non-empty cells of a column from all over the table.
fn sample(table: &Table, column: usize) -> impl Iterator<Item = &str> {
    let step = table.len().div_ceil(SAMPLE_ROWS).max(1);
    let cells = (0..table.len()).step_by(step).map(move |row| table.cell(row, column));
    cells.filter(|cell| !is_blank(cell))
}

/// Returns the style of a column, from a cell in which it is unambiguous; dates have none.
fn style(table: &Table, column: usize) -> Option<DecimalStyle> {
    sample(table, column).find_map(|cell| {
        let style = style_of(cell)?;
        let is_number = Number::of(cell, style).is_some() && Period::of(cell, None).is_none();
        is_number.then_some(style)
    })
}

/// Returns the style of a column in which every mark may be a thousands separator. The marks are thousands separators
/// if they match the `usual` style of other columns, or otherwise that of the language. If they do not, there is no
/// style: as decimals, every cell would have exactly three.
fn by_others(
    table: &Table,
    column: usize,
    usual: Option<DecimalStyle>,
    language: Language,
) -> Option<DecimalStyle> {
    let ambiguous = sample(table, column).find(|cell| is_ambiguous(cell))?;
    let by_language = [Language::English, Language::Other].contains(&language);
    let is_point = usual.map_or(by_language, |style| style == DecimalStyle::Point);
    match (ambiguous.contains('.'), is_point) {
        (false, true) => Some(DecimalStyle::Point),
        (true, false) => Some(DecimalStyle::Comma),
        _ => None,
    }
}

fn kind(table: &Table, column: usize, by: &Column) -> ColumnKind {
    let (mut all, mut numbers, mut periods, mut unclear) = (0, 0, 0, 0);
    for cell in sample(table, column) {
        all += 1;
        if !cell.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        periods += usize::from(by.period(cell).is_some());
        numbers += usize::from(by.number(cell).is_some());
        unclear += usize::from(by.style.is_none() && is_ambiguous(cell));
    }
    let is_most = |count: usize| all > 0 && count * 100 >= all * MIN_PERCENT;
    if is_most(periods) {
        ColumnKind::Period
    } else if are_codes(table, column) {
        ColumnKind::Text
    } else if is_most(numbers) && unclear == 0 {
        ColumnKind::Number
    } else {
        ColumnKind::Text
    }
}

/// Returns true if numbers of a column end in different letters without a blank: "7A" and "7B" are names, not amounts.
fn are_codes(table: &Table, column: usize) -> bool {
    let letter = |cell: &str| {
        let end = cell.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut letters = end.chars();
        let letter = letters.next().filter(|c| c.is_alphabetic())?;
        (end.len() < cell.len() && letters.next().is_none()).then_some(letter)
    };
    let letters: BTreeSet<char> = sample(table, column).filter_map(letter).collect();
    letters.len() > 1
}

/// Returns true if the numbers of a column are whole, without units, and all different.
fn is_key(table: &Table, column: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut all = 0;
    for cell in sample(table, column) {
        all += 1;
        let is_bare = cell.bytes().all(|byte| byte.is_ascii_digit());
        if !is_bare || !seen.insert(cell) {
            return false;
        }
    }
    column == 0 && all > 2
}
