//! Rows of tables with too many columns to repeat their header. Each is a line with the column name before each value:
//! "- City: Oslo; Ships: 3". They are written and parsed here.

use std::collections::HashMap;

use crate::Passage;

/// Maximum length in characters of a piece of a passage, such as a table; longer rows are cut, after a space if there is
/// one.
pub(crate) const MAX_PIECE: usize = 780;

/// Prefix of the line of a row.
pub(crate) const RECORD: &str = "- ";

/// Prefix of a line that continues the previous row.
pub(crate) const RECORD_GOES_ON: &str = "  ";

/// The separator between fields, and the separator after a name; within texts, both are escaped with a backslash.
const FIELD_END: &str = "; ";
const NAME_END: &str = ": ";

/// Returns the maximum length in characters of a row under a header, which stands on two lines.
pub(crate) fn longest_row(header_length: usize) -> usize {
    MAX_PIECE.saturating_sub(header_length + 1).max(1)
}

/// Rows of one table in order.
#[derive(Default)]
pub(super) struct Records<'p> {
    /// The names of its columns in order.
    pub(super) names: Vec<String>,
    /// The heading above the rows inside the text of the passage.
    pub(super) heading: Option<&'p str>,
    /// The filled cells of each row by column, in order of first appearance, with the passage in which the row begins.
    pub(super) rows: Vec<SparseRow<'p>>,
    /// The position in the table of each of those columns.
    places: Vec<usize>,
}

/// The filled cells of a row, each with its column, and the passage in which the row begins.
type SparseRow<'p> = (&'p Passage, Vec<(usize, String)>);

impl Records<'_> {
    /// Returns the cells of a row in the order of the names. They are stored as filled cells only, which takes less
    /// room.
    pub(super) fn cells(&self, filled: &[(usize, String)]) -> Vec<String> {
        let mut cells = vec![String::new(); self.names.len()];
        for (column, value) in filled {
            if let Some(cell) = self.places.get(*column).and_then(|place| cells.get_mut(*place)) {
                cell.clone_from(value);
            }
        }
        cells
    }
}

/// A table while its rows are read.
#[derive(Default)]
struct Reading<'p> {
    heading: Option<&'p str>,
    /// The columns with each name; several may share one.
    columns: HashMap<(String, usize), usize>,
    names: Vec<String>,
    /// The columns in the order of the table.
    order: Vec<usize>,
    rows: Vec<SparseRow<'p>>,
}

/// Returns the fields of a row: each value after the name of its column, without empty ones.
pub fn fields(header: &[String], row: &[String]) -> Vec<String> {
    let names = header.iter().map(String::as_str).chain(std::iter::repeat(""));
    let filled = names.zip(row).filter(|(_, value)| !value.trim().is_empty());
    let field = |(name, value): (&str, &String)| match one_line(name) {
        name if name.is_empty() => marked(&marked(&one_line(value), FIELD_END), NAME_END),
        name => {
            let name = marked(&marked(&name, FIELD_END), NAME_END);
            format!("{name}{NAME_END}{}", marked(&one_line(value), FIELD_END))
        }
    };
    filled.map(field).collect()
}

/// Returns the text on one line. A final backslash is followed by a blank, so that it does not escape the next
/// separator.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.ends_with('\\') { line + " " } else { line }
}

/// Returns the text with these separators escaped by a backslash.
fn marked(text: &str, mark: &str) -> String {
    text.replace(mark, &format!("\\{mark}"))
}

/// Returns the tables of the rows in a document's passages.
pub(super) fn records(passages: &[Passage]) -> Vec<Records<'_>> {
    let mut read: Vec<Reading<'_>> = Vec::new();
    let mut above: &[String] = &[];
    for (passage, heading, line) in lines(passages) {
        let fields = numbered(&line);
        // A line without a column name is not part of a row.
        if fields.iter().all(|((name, _), _)| name.is_empty()) {
            continue;
        }
        let goes_on = read.last().is_some_and(|last| {
            let is_known = |(name, _): &(_, String)| last.columns.contains_key(name);
            above == passage.headings && last.heading == heading && fields.iter().any(is_known)
        });
        if !goes_on {
            read.push(Reading { heading, ..Reading::default() });
        }
        above = &passage.headings;
        if let Some(last) = read.last_mut() {
            last.add(passage, fields);
        }
    }
    read.into_iter().map(Reading::end).collect()
}

/// Returns the lines of rows, complete, each with the passage in which it begins and the heading above it in the text.
fn lines(passages: &[Passage]) -> Vec<(&Passage, Option<&str>, String)> {
    let mut lines: Vec<(&Passage, Option<&str>, String)> = Vec::new();
    for passage in passages {
        let mut heading = None;
        for line in passage.text.lines() {
            if let Some(row) = line.strip_prefix(RECORD) {
                lines.push((passage, heading, row.to_owned()));
            } else if let Some(more) = line.strip_prefix(RECORD_GOES_ON) {
                if let Some((.., row)) = lines.last_mut() {
                    row.push(' ');
                    row.push_str(more);
                }
            } else if line.starts_with('#') {
                heading = Some(line.trim_start_matches('#').trim());
            }
        }
    }
    lines
}

/// Returns the fields of a line: each name with the number of earlier fields of the same name, and its value.
fn numbered(line: &str) -> Vec<((String, usize), String)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let number = |field: &str| {
        let (name, value) = parted(field, NAME_END).unwrap_or(("", field));
        let plain = |text: &str| text.replace("\\; ", FIELD_END).replace("\\: ", NAME_END);
        let name = plain(name).trim_end().to_owned();
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        let value = if name.is_empty() { plain(value) } else { value.replace("\\; ", FIELD_END) };
        ((name, *count), value.trim_end().to_owned())
    };
    let mut fields = Vec::new();
    let mut rest = line;
    while let Some((field, behind)) = parted(rest, FIELD_END) {
        fields.push(field);
        rest = behind;
    }
    fields.push(rest);
    fields.into_iter().map(number).collect()
}

/// Returns the text before and after the first of these marks that does not follow a backslash.
fn parted<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let mut found = text.match_indices(mark);
    let (at, _) = found.find(|(at, _)| !text.get(..*at).is_some_and(|it| it.ends_with('\\')))?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}

impl<'p> Reading<'p> {
    fn add(&mut self, passage: &'p Passage, fields: Vec<((String, usize), String)>) {
        let mut before = None;
        let mut row = Vec::new();
        for (name, value) in fields {
            let column = self.column(name, before);
            before = Some(column);
            row.push((column, value));
        }
        self.rows.push((passage, row));
    }

    /// Returns the column with a name; a new one comes after the column `before` it in its row.
    fn column(&mut self, name: (String, usize), before: Option<usize>) -> usize {
        if let Some(column) = self.columns.get(&name) {
            return *column;
        }
        let column = self.names.len();
        let behind = before.and_then(|before| self.order.iter().position(|one| *one == before));
        self.order.insert(behind.map_or(0, |place| place + 1), column);
        self.names.push(name.0.clone());
        self.columns.insert(name, column);
        column
    }

    fn end(self) -> Records<'p> {
        let mut places = vec![0; self.order.len()];
        for (place, column) in self.order.iter().enumerate() {
            if let Some(one) = places.get_mut(*column) {
                *one = place;
            }
        }
        let name = |column: &usize| self.names.get(*column).cloned().unwrap_or_default();
        let names = self.order.iter().map(name).collect();
        Records { names, heading: self.heading, rows: self.rows, places }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ColumnKind, Table, tables};
    use super::*;
    use crate::{Block, split};

    /// Returns the passages of rows under a header with many columns, and the tables parsed from them.
    fn read(header: &[&str], rows: &[Vec<&str>]) -> (Vec<Passage>, Vec<Table>) {
        let owned = |cells: &[&str]| cells.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let header = owned(header);
        let blocks = rows.iter().map(|row| Block::Record(fields(&header, &owned(row))));
        let passages = split::passages(blocks.map(|block| (None, block)));
        let placed = |(ordinal, passage)| Passage { path: "a.csv".into(), ordinal, ..passage };
        let passages: Vec<Passage> = (0..).zip(passages).map(placed).collect();
        let tables = tables(&passages);
        (passages, tables)
    }

    fn cells(table: &Table, row: usize) -> Vec<&str> {
        (0..table.columns.len()).map(|column| table.cell(row, column)).collect()
    }

    #[test]
    fn rows_are_read_back_with_what_looks_like_marks_in_them() {
        let rows = [
            vec!["Police Supv. Training; phase: 2", "", "1,200.50"],
            vec!["Website Maint. & Dev.", "Phila.; U.S.", "3"],
            vec!["", "A: b; c: d", "4"],
            vec!["D:\\", "C:\\", "5"],
        ];
        let (_, tables) = read(&["Note: short", "Place; town", "Amount"], &rows);
        let [table] = &tables[..] else { panic!("{tables:?}") };
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["Note: short", "Place; town", "Amount"]);
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(cells(table, at), *row);
        }
        assert_eq!(table.columns[2].kind, ColumnKind::Number);
    }

    #[test]
    fn a_long_row_is_whole_again() {
        let long = "This sentence has exactly fifty characters, look. ".repeat(30);
        let rows = [vec!["One. Two. Three", "x"], vec![long.trim(), "y"], vec!["last", "z"]];
        let (passages, tables) = read(&["Text", "Kind"], &rows);
        assert!(passages.iter().all(|passage| passage.text.chars().count() <= 800));
        assert!(passages.len() > 2);
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(cells(&tables[0], at), *row);
        }
        assert!(!tables[0].is_cut);
    }

    #[test]
    fn a_column_that_first_rows_leave_empty_stands_in_its_place() {
        let rows = [vec!["1", "", "3"], vec!["1", "2", "3"], vec!["", "2", ""]];
        let (_, tables) = read(&["A", "B", "C"], &rows);
        assert_eq!(
            (cells(&tables[0], 0), cells(&tables[0], 2)),
            (vec!["1", "", "3"], vec!["", "2", ""])
        );
    }

    #[test]
    fn rows_of_other_names_are_another_table_and_lists_are_none() {
        let passage = |path: &str, text: &str| {
            let mut passage = Passage { path: path.into(), ..Passage::default() };
            passage.set_text(text.into());
            tables(&[passage]).iter().map(Table::len).collect::<Vec<_>>()
        };
        let text = "- A: 1; B: 2\n- A: 2\n\nBelow is more.\n\n- C: 1; D: 2\n- plain";
        assert_eq!(passage("a.xlsx", text), [2, 1]);
        assert!(passage("a.md", text).is_empty());
    }
}
