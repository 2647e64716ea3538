//! A sheet as stored, and as readers see it: merged cells filled, hidden rows and columns left out, adjacent tables
//! separated, and comments beside their rows.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::{Rows, SheetRow};
use footnote_documents::grid::{CellOrigin, Row};
use footnote_documents::visible::letters;
use footnote_documents::{Block, LeftOut};

/// Maximum number of cells in a row.
pub(crate) const MAX_COLUMNS: u32 = 1_000;
/// Maximum number of positions that merged cells fill.
const MAX_FILLED: usize = 500_000;

/// A range of rows or columns, both ends included.
pub(crate) type Stretch = (u32, u32);

/// The content of a sheet.
#[derive(Debug, Default)]
pub(crate) struct SheetContent {
    /// The words of cells, by row and column.
    pub(crate) cells: BTreeMap<(u32, u32), String>,
    /// The rows and columns that a cell covers.
    pub(crate) merged: Vec<(Stretch, Stretch)>,
    /// Hidden rows.
    pub(crate) hidden_rows: Vec<Stretch>,
    /// Hidden columns.
    pub(crate) hidden_columns: Vec<Stretch>,
    /// Comments on cells, each with its author and text.
    pub(crate) remarks: Vec<((u32, u32), (String, String))>,
    /// Content placed over the cells: text boxes, charts, diagrams.
    pub(crate) aside: Vec<Block>,
    /// Number of charts that cannot be read.
    pub(crate) unread: usize,
}

/// A cell as readers see it.
struct ShownCell {
    column: u32,
    text: String,
    origin: CellOrigin,
}

/// A visible row, with its comments.
type ShownRow = (Vec<ShownCell>, Vec<(String, String)>);

/// The visible rows, by number.
type ShownRows = BTreeMap<u32, ShownRow>;

impl SheetContent {
    /// Returns the blocks of the sheet, beginning with its name, and the number of hidden characters.
    pub(crate) fn page(mut self, name: &str, left_out: &mut LeftOut) -> (Vec<Block>, usize) {
        let aside = std::mem::take(&mut self.aside);
        let hides = |stretches: &[Stretch], of: fn(&(u32, u32)) -> u32| {
            let hidden = HiddenStretches::new(stretches.to_vec());
            let places: BTreeSet<u32> = self.cells.keys().map(of).collect();
            places.into_iter().filter(|at| hidden.visible_index(*at).is_none()).count()
        };
        left_out.add("hidden row", hides(&self.hidden_rows, |(row, _)| *row));
        left_out.add("hidden column", hides(&self.hidden_columns, |(_, column)| *column));
        let (rows, hidden) = self.shown();
        let mut blocks = blocks(rows);
        blocks.extend(aside);
        if !blocks.is_empty() && !name.is_empty() {
            blocks.insert(0, Block::heading(1, name));
        }
        (blocks, hidden)
    }

    /// Returns the visible rows, numbered without the hidden ones.
    fn shown(self) -> (ShownRows, usize) {
        let filled = filled(&self.cells, &self.merged);
        let hidden_rows = HiddenStretches::new(self.hidden_rows);
        let hidden_columns = HiddenStretches::new(self.hidden_columns);
        let place = |(row, column): (u32, u32)| {
            Some((hidden_rows.visible_index(row)?, hidden_columns.visible_index(column)?))
        };
        let own = self.cells.into_iter().map(|(at, text)| (at, text, CellOrigin::Own));
        let mut rows = ShownRows::new();
        let mut hidden = 0;
        for (at, text, origin) in own.chain(filled) {
            match place(at) {
                Some((row, column)) => {
                    rows.entry(row).or_default().0.push(ShownCell { column, text, origin });
                }
                None if origin == CellOrigin::Own => hidden += letters(&text),
                None => {}
            }
        }
        for (at, remark) in self.remarks {
            if let Some((row, _)) = place(at) {
                rows.entry(row).or_default().1.push(remark);
            }
        }
        (rows, hidden)
    }
}

/// Returns the positions that merged cells cover, in rows with words, each with the words of its cell.
fn filled(
    cells: &BTreeMap<(u32, u32), String>,
    merged: &[(Stretch, Stretch)],
) -> Vec<((u32, u32), String, CellOrigin)> {
    let rows: BTreeSet<u32> = cells.keys().map(|(row, _)| *row).collect();
    let last = cells.keys().map(|(_, column)| *column).max().unwrap_or_default();
    let mut filled = Vec::new();
    for ((top, bottom), (left, right)) in merged {
        let text = cells.get(&(*top, *left)).filter(|text| text.len() <= Row::MAX_REPEATED_LEN);
        let Some(text) = text.filter(|_| top <= bottom && left <= right) else {
            continue;
        };
        let covered = rows.range(top..=bottom).flat_map(|row| {
            let columns = *left..=(*right).min(last);
            columns.map(move |column| (*row, column)).filter(|at| *at != (*top, *left))
        });
        for at in covered {
            if filled.len() >= MAX_FILLED {
                return filled;
            }
            let origin = if at.0 == *top { CellOrigin::Beside } else { CellOrigin::Above };
            filled.push((at, text.clone(), origin));
        }
    }
    filled
}

/// Ranges of hidden rows or columns in order, each with the number of hidden ones before it.
struct HiddenStretches(Vec<(Stretch, u32)>);

impl HiddenStretches {
    fn new(mut stretches: Vec<Stretch>) -> Self {
        stretches.sort_unstable();
        let mut hidden: Vec<(Stretch, u32)> = Vec::new();
        for (from, to) in stretches {
            let last = hidden.last().copied();
            let next = last.map_or(0, |((_, last), _)| last.saturating_add(1));
            let before = last.map_or(0, |((from, to), before)| before + (to - from) + 1);
            let from = from.max(next);
            hidden.extend((from <= to).then_some(((from, to), before)));
        }
        Self(hidden)
    }

    /// Returns the number of a row or column among the visible ones; `None` if it is hidden.
    fn visible_index(&self, at: u32) -> Option<u32> {
        let behind = self.0.partition_point(|((from, _), _)| *from <= at);
        match behind.checked_sub(1).and_then(|last| self.0.get(last)) {
            Some(((_, to), _)) if at <= *to => None,
            Some(((from, to), before)) => Some(at - (before + (to - from) + 1)),
            None => Some(at),
        }
    }
}

fn blocks(rows: ShownRows) -> Vec<Block> {
    let columns = rows.values().flat_map(|(cells, _)| cells.iter().map(|cell| cell.column));
    let first = columns.min().unwrap_or_default();
    let mut table = Rows::default();
    let mut blocks = Vec::new();
    let rows: Vec<_> = rows.into_iter().collect();
    for (number, region) in rows.chunk_by(|a, b| b.0 == a.0 + 1).enumerate() {
        if number > 0 {
            blocks.extend(table.take(SheetRow::default()));
        }
        let parts = side_by_side(region);
        if parts.len() < 2 {
            for (_, (cells, remarks)) in region {
                let row = SheetRow { row: dense(cells.iter(), first), remarks: remarks.clone() };
                blocks.extend(table.take(row));
            }
            continue;
        }
        blocks.extend(table.end());
        for (from, to) in parts {
            for (_, (cells, remarks)) in region {
                let of_part = cells.iter().filter(|cell| (from..=to).contains(&cell.column));
                // The comments are kept with the first of the tables.
                let remarks = if from == first { remarks.clone() } else { Vec::new() };
                let row = SheetRow { row: dense(of_part, from), remarks };
                if row.row.has_words() {
                    blocks.extend(table.take(row));
                }
            }
            blocks.extend(table.end());
        }
    }
    blocks.extend(table.end());
    blocks
}

/// Returns a row with all of its cells, from a column on.
fn dense<'a>(cells: impl Iterator<Item = &'a ShownCell>, first: u32) -> Row {
    let mut row = Row::default();
    for cell in cells {
        let at = cell.column.saturating_sub(first).min(MAX_COLUMNS);
        row.set(usize::try_from(at).unwrap_or_default(), cell.text.clone(), cell.origin);
    }
    row
}

/// Returns the columns of each of the adjacent tables: they are separated by an empty column, and each has names above
/// and a first column that names its rows. One range if there is only one table.
fn side_by_side(rows: &[(u32, ShownRow)]) -> Vec<Stretch> {
    let columns: BTreeSet<u32> =
        rows.iter().flat_map(|(_, (cells, _))| cells.iter().map(|cell| cell.column)).collect();
    let columns: Vec<u32> = columns.into_iter().collect();
    let parts = columns.chunk_by(|a, b| *b == a + 1);
    let parts = parts.filter_map(|part| Some((*part.first()?, *part.last()?)));
    let parts: Vec<Stretch> = parts.collect();
    let is_table = |(from, to): &Stretch| {
        let of_part = |cells: &[ShownCell]| {
            let cells = cells.iter().filter(|cell| (*from..=*to).contains(&cell.column));
            dense(cells, *from)
        };
        let rows = rows.iter().map(|(_, (cells, _))| of_part(cells));
        let mut rows = rows.skip_while(|row| row.own_cells() < 2);
        let names = rows.next();
        let mut below = rows.filter(Row::has_words).peekable();
        names.is_some_and(|names| names.is_names())
            && below.peek().is_some()
            && below.all(|row| row.begins_with_name())
    };
    if parts.iter().all(is_table) { parts } else { Vec::new() }
}
