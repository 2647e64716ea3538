//! Cells that are too close to be separated by their gaps. Nearby rows show where their columns begin.

use super::lines::{TextLine, cells};

/// Maximum offset of a cell from the start of its column, in font sizes.
const OFF_COLUMN: f64 = 0.35;

/// Maximum distance, in lines, of a row whose columns are used.
const REACH: usize = 2;

/// Maximum distance, in font sizes, of a row whose columns are used.
const NEAR: f64 = 6.0;

/// Splits lines into cells where the columns of a nearby row begin.
///
/// A line is only split if it then has as many cells as that row. The page is processed twice, because a row that was
/// split shows its columns to the row above it.
pub(super) fn align(lines: &mut [TextLine]) {
    for _ in 0..2 {
        for at in 0..lines.len() {
            let from = at.saturating_sub(REACH);
            let around = lines.get(from..(at + REACH + 1).min(lines.len()));
            let Some(line) = lines.get(at) else { continue };
            let cut = around
                .unwrap_or_default()
                .iter()
                .filter(|row| row.cells.len() > line.cells.len())
                .find_map(|row| cut(line, row));
            if let (Some(cells), Some(line)) = (cut, lines.get_mut(at)) {
                *line = cells;
            }
        }
    }
}

/// Returns the line split at the columns of the row, if all of them fit.
fn cut(line: &TextLine, row: &TextLine) -> Option<TextLine> {
    let near = (line.down - row.down).abs() < NEAR * line.size;
    if line.turn != row.turn || !near || line.pieces.len() < row.cells.len() {
        return None;
    }
    let begins = |along: f64| {
        let columns = row.pieces.iter().filter(|piece| piece.firm);
        columns
            .map(|piece| piece.along)
            .any(|column| (column - along).abs() < OFF_COLUMN * line.size)
    };
    let mut line = line.clone();
    for piece in &mut line.pieces {
        piece.firm = piece.firm || begins(piece.along);
    }
    line.cells = cells(&line.pieces);
    (line.cells.len() == row.cells.len()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::super::lines::LineSegment;
    use super::*;

    fn line(down: f64, pieces: &[(&str, f64, bool)]) -> TextLine {
        let pieces = pieces.iter().map(|(text, along, firm)| LineSegment {
            text: (*text).to_owned(),
            along: *along,
            right: *along,
            firm: *firm,
        });
        let mut line = TextLine {
            cells: Vec::new(),
            pieces: pieces.collect(),
            left: 0.0,
            right: 300.0,
            down,
            size: 10.0,
            turn: 0,
            bold: false,
        };
        line.cells = cells(&line.pieces);
        line
    }

    #[test]
    fn a_long_entry_is_told_from_its_neighbour_by_the_row_above() {
        let mut lines = [
            line(
                0.0,
                &[("2 years", 0.0, true), ("6 weeks", 100.0, true), ("8 weeks", 200.0, true)],
            ),
            line(
                12.0,
                &[
                    ("More than 5 years", 0.0, true),
                    ("8 weeks", 101.0, false),
                    ("12 weeks", 200.0, true),
                ],
            ),
        ];
        align(&mut lines);
        assert_eq!(lines[1].cells, ["More than 5 years", "8 weeks", "12 weeks"]);
    }

    #[test]
    fn text_near_a_table_stays_whole() {
        let mut lines = [
            line(0.0, &[("a", 0.0, true), ("b", 100.0, true), ("c", 200.0, true)]),
            line(12.0, &[("A sentence that", 0.0, true), ("happens to have gaps", 100.0, false)]),
        ];
        align(&mut lines);
        assert_eq!(lines[1].cells.len(), 1);
    }
}
