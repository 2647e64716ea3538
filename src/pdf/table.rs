//! Tables: rows of cells, whose columns are found by the positions of the cells in all rows.

use super::lines::TextLine;
use super::words::Vocabulary;
use footnote_documents::grid::Row;

/// The beginning and the end of a cell or a column.
type Extent = (f64, f64);

/// Maximum ratio of the distance of a row with other cells to the distance between the rows before.
const NEAR: f64 = 1.2;

/// Minimum number of words of a cell that may continue in the line below; with fewer, each line may be an entry of its
/// own.
const MIN_WORDS: usize = 3;

/// The rows of a table so far.
#[derive(Default)]
pub(super) struct Table<'a> {
    /// The lines, each with true if it continues the row before.
    lines: Vec<(&'a TextLine, bool)>,
    columns: Vec<Extent>,
    /// The largest distance between two rows.
    pitch: Option<f64>,
}

impl<'a> Table<'a> {
    pub(super) fn of(line: &'a TextLine) -> Self {
        Self { lines: vec![(line, false)], columns: line.extents(), pitch: None }
    }

    /// Adds a line if it is a row of the table. `lines` is the usual distance between lines.
    pub(super) fn take(&mut self, line: &'a TextLine, lines: f64) -> bool {
        let Some(distance) = self.distance(line) else { return false };
        let cells = line.extents();
        let is_near = distance <= NEAR * self.pitch.unwrap_or(lines).max(lines);
        let own: Vec<Option<usize>> =
            cells.iter().map(|cell| column(&self.columns, *cell)).collect();
        let known = own.iter().flatten().count();
        let is_same = line.cells.len() == self.width()
            && own.iter().enumerate().all(|(at, column)| column.is_none_or(|column| column == at));
        // A cell that spans several columns is no evidence for any of them.
        let cells: Vec<(Extent, Option<usize>)> = cells
            .into_iter()
            .zip(own.iter().copied())
            .filter(|(cell, _)| over(&self.columns, *cell) < 2)
            .collect();
        let apart = own.iter().flatten().collect::<Vec<_>>();
        let is_apart = apart.windows(2).all(|pair| pair.first() < pair.last());
        let is_like = is_near && is_apart && 2 * known >= own.len() && own.len() > 1;
        if !(is_same || is_like) {
            return false;
        }
        for (cell, column) in cells {
            match column {
                Some(column) => widen(&mut self.columns, column, cell),
                None if is_same => {}
                None => self.columns.push(cell),
            }
        }
        // Sorted from left to right again; indices are looked up anew.
        self.columns.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.add(line, distance);
        true
    }

    /// Adds a line with one cell: the continuation of a row, or a row of its own if another row follows it.
    pub(super) fn take_cell(
        &mut self,
        line: &'a TextLine,
        next: Option<&TextLine>,
        lines: f64,
    ) -> bool {
        let extents = line.extents();
        let (Some(distance), [cell]) = (self.distance(line), extents.as_slice()) else {
            return false;
        };
        let leads_on = next.is_some_and(|next| {
            next.cells.len() > 1 && (next.down - line.down) / line.size <= NEAR * distance
        });
        let is_near = self.pitch.is_some_and(|pitch| distance <= NEAR * pitch.max(lines));
        let is_first = self.columns.first().is_some_and(|first| cell.1 <= first.0);
        if is_first && is_near && leads_on {
            // The column of row names begins below the header.
            self.columns.insert(0, *cell);
            self.add(line, distance);
            return true;
        }
        let is_one = over(&self.columns, *cell) == 1;
        let Some(column) = column(&self.columns, *cell).filter(|_| is_one) else { return false };
        let is_tight = self.pitch.map(|pitch| distance < pitch / NEAR);
        // In the first column, only a smaller distance tells the rest of a cell from a row of its own.
        let is_rest = if column > 0 {
            is_tight.is_none_or(|is_tight| is_tight || self.wraps(line))
        } else {
            is_tight == Some(true)
        };
        let goes_on = is_rest && distance <= lines && self.cell_above(column).is_some();
        let is_row = is_near && (column > 0 || leads_on);
        if goes_on {
            self.lines.push((line, true));
        } else if is_row {
            self.add(line, distance);
        }
        goes_on || is_row
    }

    /// Returns the rows with all of their columns; `None` if there is only one line.
    pub(super) fn rows(&self, words: &Vocabulary) -> Option<Vec<Vec<String>>> {
        let usual = self.usual_distance();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut last: Option<&TextLine> = None;
        for (line, goes_on) in &self.lines {
            let row = self.row(line);
            // A line that begins with a name is a row of its own.
            let unnamed = last.filter(|_| row.first().is_some_and(String::is_empty));
            let is_tight = unnamed.is_some_and(|last| line.down - last.down < usual / NEAR);
            let wraps = unnamed.is_some_and(|last| self.wraps_below(last, line));
            last = Some(line);
            let above = rows.last_mut().filter(|above| {
                let mut filled = above.iter().zip(&row).filter(|(_, cell)| !cell.is_empty());
                *goes_on || wraps || (is_tight && filled.all(|(above, _)| !above.is_empty()))
            });
            let Some(above) = above else {
                rows.push(row);
                continue;
            };
            for (above, cell) in above.iter_mut().zip(&row).filter(|(_, cell)| !cell.is_empty()) {
                words.append(above, cell);
            }
        }
        // The column names were not found. Without an empty header, the first row would be taken for it.
        if rows.first().is_some_and(|row| Row::of(row.clone()).is_figures()) {
            rows.insert(0, Vec::new());
        }
        (self.lines.len() > 1).then_some(rows)
    }

    /// Returns the usual distance between its rows.
    fn usual_distance(&self) -> f64 {
        let pairs = self.lines.windows(2).filter_map(|pair| pair.first().zip(pair.last()));
        let mut distances: Vec<f64> = pairs
            .filter(|(_, (_, goes_on))| !goes_on)
            .map(|((one, _), (next, _))| next.down - one.down)
            .collect();
        distances.sort_by(f64::total_cmp);
        distances.get(distances.len() / 2).copied().unwrap_or_default()
    }

    fn row(&self, line: &TextLine) -> Vec<String> {
        let extents = line.extents();
        if extents.is_empty() {
            // Lines without positions only occur in tests.
            return line.cells.clone();
        }
        let mut row = vec![String::new(); self.columns.len()];
        let is_full = line.cells.len() == self.columns.len();
        for (at, (text, extent)) in line.cells.iter().zip(extents).enumerate() {
            let column = if is_full { at } else { self.nearest(extent) };
            if let Some(cell) = row.get_mut(column) {
                cell.push_str(if cell.is_empty() { "" } else { " " });
                cell.push_str(text);
            }
        }
        row
    }

    /// Returns the column that a cell overlaps, or otherwise the nearest.
    fn nearest(&self, cell: Extent) -> usize {
        let off = |column: &Extent| -overlap(*column, cell);
        let nearest = self.columns.iter().map(off).enumerate();
        let nearest = nearest.min_by(|(_, one), (_, other)| one.total_cmp(other));
        nearest.map_or(0, |(at, _)| at)
    }

    /// Returns the number of columns.
    fn width(&self) -> usize {
        self.lines.first().map_or(0, |(line, _)| line.cells.len()).max(self.columns.len())
    }

    /// Returns the distance to a line below, in font sizes.
    fn distance(&self, line: &TextLine) -> Option<f64> {
        let (last, _) = self.lines.last()?;
        let distance = (line.down - last.down) / last.size.max(line.size);
        (last.turn == line.turn && distance > 0.0).then_some(distance)
    }

    fn add(&mut self, line: &'a TextLine, distance: f64) {
        self.pitch = Some(self.pitch.unwrap_or(distance).max(distance));
        self.lines.push((line, false));
    }

    /// Returns the text of the last line in a column, and its end.
    fn cell_above(&self, at: usize) -> Option<(&str, f64)> {
        let (last, _) = self.lines.last()?;
        self.cell_of(last, at)
    }

    fn cell_of<'l>(&self, line: &'l TextLine, at: usize) -> Option<(&'l str, f64)> {
        let mut cells = line.cells.iter().zip(line.extents());
        let cell = cells.find(|(_, cell)| column(&self.columns, *cell) == Some(at));
        cell.map(|(text, cell)| (text.as_str(), cell.1))
    }

    /// Returns true if the cells of a line continue those of the last line because the next words did not fit there.
    fn wraps(&self, line: &TextLine) -> bool {
        self.lines.last().is_some_and(|(last, _)| self.wraps_below(last, line))
    }

    fn wraps_below(&self, last: &TextLine, line: &TextLine) -> bool {
        let goes_on = line.cells.iter().zip(line.extents()).filter_map(|(text, cell)| {
            let at = column(&self.columns, cell)?;
            let (above, end) = self.cell_of(last, at)?;
            let right = self.columns.get(at).map_or(end, |column| column.1);
            let first = text.split(' ').next().unwrap_or_default().chars().count() + 1;
            #[expect(clippy::cast_precision_loss, reason = "a line has few letters")]
            let word = (cell.1 - cell.0) * first as f64 / text.chars().count().max(1) as f64;
            let wraps = at > 0 && above.split(' ').count() >= MIN_WORDS && end + word > right;
            // A line with a number or sign in a cell, beside other cells, is a row of its own.
            let is_own =
                !text.chars().find(|sign| sign.is_alphanumeric()).is_some_and(char::is_alphabetic);
            Some((wraps, is_own && line.cells.len() > 1))
        });
        let goes_on: Vec<(bool, bool)> = goes_on.collect();
        goes_on.iter().any(|(wraps, _)| *wraps) && goes_on.iter().all(|(_, is_own)| !is_own)
    }
}

/// Returns the column that a cell overlaps most.
fn column(columns: &[Extent], cell: Extent) -> Option<usize> {
    let shared = columns.iter().map(|column| overlap(*column, cell)).enumerate();
    let shared = shared.filter(|(_, shared)| *shared > 0.0);
    shared.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(at, _)| at)
}

fn overlap(one: Extent, other: Extent) -> f64 {
    one.1.min(other.1) - one.0.max(other.0)
}

/// Returns the number of columns that a cell overlaps.
fn over(columns: &[Extent], cell: Extent) -> usize {
    columns.iter().filter(|column| overlap(**column, cell) > 0.0).count()
}

fn widen(columns: &mut [Extent], at: usize, cell: Extent) {
    if let Some(column) = columns.get_mut(at) {
        *column = (column.0.min(cell.0), column.1.max(cell.1));
    }
}
