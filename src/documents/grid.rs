//! A table while it is read, row by row. Merged cells repeat their words in each row and column that they cover, rows
//! above the column names become text, and several rows of names become one.

use super::visible::texts;
use crate::Block;

/// Maximum number of columns of a table.
const MAX_COLUMNS: usize = 1_000;

/// The separator between the stacked names of a column.
const BETWEEN: &str = " · ";

/// A table while it is read.
#[derive(Debug, Default)]
pub struct Grid {
    rows: Vec<Row>,
    row: Row,
}

impl Grid {
    /// Adds a cell that spans `columns`.
    pub fn cell(&mut self, text: String, columns: usize) {
        self.row.push(text, columns);
    }

    /// Adds cells that are merged with the cells above and repeat their text, because a row is read alone.
    pub fn above(&mut self, columns: usize) {
        for _ in 0..columns.max(1) {
            let above = self.rows.last().and_then(|row| row.0.get(self.row.0.len()));
            let text = above.map(GridCell::repeated).unwrap_or_default();
            self.row.push_above(text);
        }
    }

    /// Ends the row; a row without words is dropped.
    pub fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        self.rows.extend(row.trimmed());
    }

    /// Returns the table, and the text in its first rows; empty if it has no words.
    pub fn blocks(mut self) -> Vec<Block> {
        self.end_row();
        if self.rows.is_empty() {
            return Vec::new();
        }
        let (titles, heads) = head(&self.rows);
        let below = self.rows.split_off(titles + heads);
        let named = self.rows.split_off(titles);
        let mut blocks: Vec<Block> =
            self.rows.iter().map(|row| Block::Paragraph(row.own_text())).collect();
        let rows = std::iter::once(joined(&named)).chain(below.into_iter().map(Row::into_texts));
        blocks.push(Block::Table(rows.collect()));
        blocks
    }
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(Vec<GridCell>);

/// The words at a position of a table.
#[derive(Clone, Debug, Default, PartialEq)]
struct GridCell {
    text: String,
    origin: CellOrigin,
}

/// The origin of the words at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellOrigin {
    /// The cell at the position.
    #[default]
    Own,
    /// The cell to its left, which covers it.
    Beside,
    /// The cell above, which covers it.
    Above,
}

impl GridCell {
    fn repeated(&self) -> String {
        if self.text.len() <= Row::MAX_REPEATED_LEN { self.text.clone() } else { String::new() }
    }

    fn has_words(&self) -> bool {
        !self.text.trim().is_empty()
    }

    fn is_own(&self) -> bool {
        self.origin == CellOrigin::Own && self.has_words()
    }
}

impl Row {
    /// Maximum length in bytes of a text that is repeated where a cell spans several rows or columns: a name, not a
    /// chapter.
    pub const MAX_REPEATED_LEN: usize = 200;

    /// Returns the row with these cells, none of which covers another.
    pub fn of(texts: Vec<String>) -> Self {
        let cell = |text| GridCell { text, origin: CellOrigin::Own };
        Self(texts.into_iter().map(cell).collect())
    }

    /// Adds a cell that spans `columns`.
    pub fn push(&mut self, text: String, columns: usize) {
        let own = GridCell { text, origin: CellOrigin::Own };
        let beside = GridCell { text: own.repeated(), origin: CellOrigin::Beside };
        let cells = std::iter::once(own).chain(std::iter::repeat(beside));
        let room = MAX_COLUMNS.saturating_sub(self.0.len());
        self.0.extend(cells.take(columns.max(1)).take(room));
    }

    /// Adds a cell that repeats the words of a cell above.
    pub fn push_above(&mut self, text: String) {
        if self.0.len() < MAX_COLUMNS {
            self.0.push(GridCell { text, origin: CellOrigin::Above });
        }
    }

    /// Sets the words at a position.
    pub fn set(&mut self, at: usize, text: String, origin: CellOrigin) {
        if self.0.len() <= at {
            self.0.resize(at + 1, GridCell::default());
        }
        if let Some(cell) = self.0.get_mut(at) {
            *cell = GridCell { text, origin };
        }
    }

    /// Returns the row without empty cells at its end; empty if it has no words.
    fn trimmed(mut self) -> Option<Self> {
        let last = self.0.iter().rposition(GridCell::has_words)?;
        self.0.truncate(last + 1);
        Some(self)
    }

    /// Returns the number of its cells.
    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of its own cells with words.
    pub fn own_cells(&self) -> usize {
        self.0.iter().filter(|cell| cell.is_own()).count()
    }

    /// Returns true if it has words.
    pub fn has_words(&self) -> bool {
        self.0.iter().any(GridCell::has_words)
    }

    /// Returns true if its own words are all in one cell, which does not name columns further right.
    pub fn is_line(&self) -> bool {
        self.own_cells() == 1 && (self.begins() || !self.is_wide())
    }

    /// Returns true if its first cell has words of its own.
    fn begins(&self) -> bool {
        self.0.first().is_some_and(GridCell::is_own)
    }

    /// Returns true if one of its cells spans several columns.
    fn is_wide(&self) -> bool {
        self.0.iter().any(|cell| cell.origin == CellOrigin::Beside && cell.has_words())
    }

    /// Returns true if its first cell names the row: it has words, and no number.
    pub fn begins_with_name(&self) -> bool {
        self.0.first().is_some_and(|cell| cell.has_words() && !is_figure(&cell.text))
    }

    /// Returns true if all of its cells are words, like column names.
    pub fn is_words(&self) -> bool {
        self.0
            .iter()
            .filter(|cell| cell.has_words())
            .all(|cell| cell.text.contains(char::is_alphabetic))
    }

    /// Returns true if one of its own cells has several words and a number, like a date.
    fn has_date(&self) -> bool {
        let mut own = self.0.iter().filter(|cell| cell.is_own());
        own.any(|cell| {
            cell.text.trim().contains(' ') && cell.text.contains(|c: char| c.is_ascii_digit())
        })
    }

    /// Returns true if its words may be column names: none is a number except a year.
    pub fn is_names(&self) -> bool {
        self.0.iter().filter(|cell| cell.is_own()).all(|cell| !is_figure(&cell.text))
    }

    /// Returns true if most of its own cells are numbers, so that it names no columns of a table of several.
    pub fn is_figures(&self) -> bool {
        let figures = self.0.iter().filter(|cell| cell.is_own() && is_figure(&cell.text)).count();
        self.own_cells() > 2 && 2 * figures > self.own_cells()
    }

    /// Returns true if it has gaps between or after its names, and the row below has a name in each of them.
    fn is_completed_by(&self, below: &Self) -> bool {
        let named = |row: &Self, at: usize| row.0.get(at).is_some_and(GridCell::has_words);
        let columns = self.width().max(below.width());
        let first = (0..columns).find(|at| named(self, *at)).unwrap_or(columns);
        let mut gaps = (first..columns).filter(|at| !named(self, *at)).peekable();
        gaps.peek().is_some() && gaps.all(|at| named(below, at))
    }

    /// Returns the words of its own cells.
    pub fn own_text(&self) -> String {
        let own = self.0.iter().filter(|cell| cell.is_own());
        own.map(|cell| cell.text.trim()).collect::<Vec<_>>().join(BETWEEN)
    }

    /// Returns the words at each position.
    pub fn into_texts(self) -> Vec<String> {
        self.0.into_iter().map(|cell| cell.text).collect()
    }
}

/// Returns true if a text is a number, possibly with a unit, and not a year.
fn is_figure(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_year = first.parse().is_ok_and(|year: u32| (1900..2100).contains(&year));
    first.contains(|c: char| c.is_ascii_digit()) && !first.contains(char::is_alphabetic) && !is_year
}

/// Returns the number of rows at the beginning of a table that are text above it, and number of the following rows that
/// name its columns, at least one.
pub fn head(rows: &[Row]) -> (usize, usize) {
    let titles = (0..rows.len().saturating_sub(1)).take_while(|at| is_title(rows, *at)).count();
    let more = (titles..rows.len()).take_while(|at| goes_on(rows, *at)).count();
    (titles, 1 + more)
}

/// Returns true if a row stands above the column names: it is one line, or has fewer cells than the row below, which
/// has names of its own.
fn is_title(rows: &[Row], at: usize) -> bool {
    let (Some(row), Some(next)) = (rows.get(at), rows.get(at + 1)) else {
        return false;
    };
    if row.is_line() {
        return next.own_cells() > 1 && (row.is_wide() || next.is_names());
    }
    let names_columns = names_figures(rows, at + 1) || (row.has_date() && !next.has_date());
    let is_above =
        row.begins() && !row.is_wide() && row.own_cells() < next.own_cells() && next.begins();
    is_above && names_columns && next.is_names()
}

/// Returns true if a row of names continues in the one below: its cells span several columns, or it has gaps, and each
/// column has its own name there.
fn goes_on(rows: &[Row], at: usize) -> bool {
    let (Some(row), Some(next)) = (rows.get(at), rows.get(at + 1)) else {
        return false;
    };
    // The first column has its name in only one of the two rows.
    let is_below = !next.begins() && next.own_cells() > 0;
    let is_group = (is_below || !row.begins()) && row.is_completed_by(next);
    let is_group = is_group || row.is_wide();
    is_group && next.is_names() && (is_below || names_figures(rows, at + 1))
}

/// Returns true if a row has only names, one of them over a column that has only numbers.
fn names_figures(rows: &[Row], at: usize) -> bool {
    let Some((row, below)) = rows.get(at..).and_then(<[Row]>::split_first) else {
        return false;
    };
    let are_figures = |column: usize| {
        let cells = below.iter().filter_map(|row| row.0.get(column));
        let mut cells = cells.filter(|cell| cell.is_own()).peekable();
        cells.peek().is_some() && cells.all(|cell| is_figure(&cell.text))
    };
    let mut named =
        (0..row.width()).filter(|column| row.0.get(*column).is_some_and(GridCell::is_own));
    row.is_names() && named.any(are_figures)
}

/// Column names from several rows, combined per column. A name also applies to the columns to its right that have none,
/// if the row below names them.
pub fn joined(rows: &[Row]) -> Vec<String> {
    let columns = rows.iter().map(Row::width).max().unwrap_or_default();
    let mut names: Vec<Vec<String>> = vec![Vec::new(); columns];
    for (at, row) in rows.iter().enumerate() {
        let below = rows.get(at + 1);
        let mut left = String::new();
        for (column, names) in names.iter_mut().enumerate() {
            let text = row.0.get(column).map_or("", |cell| cell.text.trim());
            if !text.is_empty() {
                text.clone_into(&mut left);
            }
            let is_below = below.and_then(|row| row.0.get(column)).is_some_and(GridCell::is_own);
            let name = if is_below { &left } else { text };
            if !name.is_empty() && names.last().is_none_or(|last| last != name) {
                names.push(name.to_owned());
            }
        }
    }
    names.into_iter().map(|names| names.join(BETWEEN)).collect()
}

/// Blocks as the text of one cell.
pub fn flat(mut blocks: Vec<Block>) -> String {
    let texts = blocks.iter_mut().map(|block| texts(block).map(std::mem::take).collect::<Vec<_>>());
    texts.map(|texts| texts.join(" ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the blocks of a table whose rows are written with "|" before each cell, "<" for one covered by the cell
    /// to its left, and "^" for one covered by the cell above.
    fn read(rows: &[&str]) -> Vec<String> {
        let mut grid = Grid::default();
        for row in rows {
            let cells: Vec<&str> = row.split('|').skip(1).collect();
            for (at, cell) in cells.iter().enumerate() {
                let beside = cells.iter().skip(at + 1).take_while(|cell| **cell == "<").count();
                match *cell {
                    "<" => {}
                    "^" => grid.above(1),
                    cell => grid.cell(cell.to_owned(), beside + 1),
                }
            }
            grid.end_row();
        }
        let blocks = grid.blocks().into_iter();
        let lines = blocks.flat_map(|block| match block {
            Block::Table(rows) => rows.iter().map(|row| row.join("|")).collect(),
            block => vec![flat(vec![block])],
        });
        lines.collect()
    }

    #[test]
    fn merged_cells_hold_for_all_that_they_cover() {
        let table =
            ["|Region|Product|Pieces", "|Harbour|Rope|275", "|^|Anchor|38", "|Hill|closed|<"];
        let read = read(&table);
        assert_eq!(read[1..], ["Harbour|Rope|275", "Harbour|Anchor|38", "Hill|closed|closed"]);
    }

    #[test]
    fn rows_of_names_are_one() {
        let names = "Branch|2024 · First|2024 · Second|2025 · First|2025 · Second";
        for rows in [
            ["|Branch|2024|<|2025|<", "|^|First|Second|First|Second", "|Quay|1|2|3|4"],
            ["|Branch|2024||2025", "||First|Second|First|Second", "|Quay|1|2|3|4"],
            ["||2024||2025", "|Branch|First|Second|First|Second", "|Quay|1|2|3|4"],
        ] {
            assert_eq!(read(&rows), [names, "Quay|1|2|3|4"], "{rows:?}");
        }
        let people = ["|Person|<|Place|<", "|Name|Age|Street|Town", "|Ann|41|Quay|Tarn"];
        assert_eq!(read(&people)[0], "Person · Name|Person · Age|Place · Street|Place · Town");
        for rows in [
            ["|Name||Phone", "|Ann|Room C|Bo", "|Cy|Room D|Di"],
            ["||Rent|Tenant", "|Rose|open|Pell", "|Ivy|285|Marlow"],
            ["|Branch|Open|Shut", "|Quay|all day|<", "|^|at night|Monday"],
        ] {
            assert_eq!(read(&rows).len(), 3, "{rows:?}");
            assert!(!read(&rows)[0].contains('·'));
        }
    }

    #[test]
    fn rows_above_the_names_of_columns_are_text() {
        let table = ["|House|Tenant|Rent", "|Rose|Pell|310", "|Ivy|Marlow|285"];
        for title in ["|Rents|as of 1 May", "|Rents||as of 1 May", "|Rents|<|<", "|Rents"] {
            let rows: Vec<&str> = std::iter::once(title).chain(table).collect();
            let read = read(&rows);
            assert_eq!((read.len(), read[1].as_str()), (4, "House|Tenant|Rent"), "{title}");
        }
        assert_eq!(
            read(&["|Crew|of 1 May", "|Name|Role|Ship", "|Ann|cook|Marigold"])[1],
            "Name|Role|Ship"
        );
        assert_eq!(read(&["|Name|Price", "|Rose|3|old", "|Lily|5"])[0], "Name|Price");
    }
}
