//! Values separated by commas, tabs, semicolons or bars.

use std::io::Cursor;

use csv::{ReaderBuilder, StringRecord};

use super::rows::{Rows, SheetRow};
use crate::chunks::decode;
use crate::{ExtractError, ParsedDocument};

/// The separators, most likely first.
const SEPARATORS: [u8; 4] = *b",;\t|";

/// Number of records used to detect the separator.
const SAMPLE: usize = 50;

/// Reads separated values. The first row names the columns.
///
/// # Errors
///
/// Fails if it is not text, or is empty.
pub(crate) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let text = decode(bytes)?;
    let (separator, text) = match stated(&text) {
        Some((separator, below)) => (separator, below.to_owned()),
        None => (separator(&text), text),
    };
    let records = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(Cursor::new(text))
        .into_records();
    // The last table ends with the records.
    let rows = records.map(Some).chain(std::iter::once(None));
    let blocks = rows.flat_map({
        let mut sheet = Rows::default();
        move |record| match record {
            // The parser skips blank lines. A record with a single value was a line of its own.
            Some(Ok(record)) if record.len() == 1 => {
                let mut blocks = sheet.take(SheetRow::default());
                blocks.extend(sheet.take(cells(&record)));
                blocks
            }
            Some(Ok(record)) => sheet.take(cells(&record)),
            Some(Err(_)) => Vec::new(),
            None => sheet.end(),
        }
    });
    ParsedDocument::of_text(String::new(), blocks)
}

fn cells(record: &StringRecord) -> SheetRow {
    SheetRow::of(record.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// Returns the separator stated in the first line, as some programs do ("sep=;"), and the text below.
fn stated(text: &str) -> Option<(u8, &str)> {
    let (line, below) = text.split_once('\n').unwrap_or((text, ""));
    let stated = line.trim().trim_matches('"').strip_prefix("sep=")?;
    match stated.as_bytes() {
        [separator] => Some((*separator, below)),
        // The line was trimmed, which removed the tab.
        [] => Some((b'\t', below)),
        _ => None,
    }
}

/// Returns true if a text has separated values: most of its first lines have several.
pub(crate) fn is_separated(text: &str) -> bool {
    stated(text).is_some() || score(text, separator(text)) > 0
}

/// Returns the separator with which most of the first records have the same number of values, and the most values.
fn separator(text: &str) -> u8 {
    let mut best = (0, SEPARATORS[0]);
    for separator in SEPARATORS {
        let score = score(text, separator);
        if score > best.0 {
            best = (score, separator);
        }
    }
    best.1
}

/// Returns a score for a separator in the first records: the share that has the usual number of values, and that
/// number; 0 if they usually have one value.
fn score(text: &str, separator: u8) -> usize {
    let records = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes())
        .into_records();
    let widths: Vec<usize> = records.take(SAMPLE).flatten().map(|record| record.len()).collect();
    let usual = widths.get(widths.len() / 2).copied().unwrap_or_default();
    let alike = widths.iter().filter(|width| **width == usual).count();
    if usual < 2 { 0 } else { alike * 1_000 / widths.len() * 100 + usual }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footnote_documents::{Block, Passage, split};

    fn blocks(text: &str) -> Vec<Block> {
        read(text.as_bytes()).unwrap().whole().pages.remove(0).blocks
    }

    fn table(rows: &[&[&str]]) -> Block {
        let row = |row: &&[&str]| row.iter().map(|cell| (*cell).to_owned()).collect();
        Block::Table(rows.iter().map(row).collect())
    }

    #[test]
    fn values_are_read_whatever_parts_them() {
        let rows: [&[&str]; 3] = [&["Name", "Desk"], &["Ann, Dr", "4"], &["Bo", "5"]];
        for text in [
            "Name,Desk\n\"Ann, Dr\",4\nBo,5\n",
            "\u{feff}Name;Desk\r\nAnn, Dr;4\r\nBo;5",
            "Name\tDesk\nAnn, Dr\t4\nBo\t5\n",
            "Name|Desk\nAnn, Dr|4\nBo|5\n",
        ] {
            assert_eq!(blocks(text), [table(&rows)], "{text:?}");
        }
    }

    #[test]
    fn a_title_above_the_table_and_a_note_below_stay_text() {
        let text = "Staff in May\n\nName,Desk\nAnn,4\n\nDesks are shared.\n";
        let note = |text: &str| Block::Paragraph(text.to_owned());
        let expected = [
            note("Staff in May"),
            table(&[&["Name", "Desk"], &["Ann", "4"]]),
            note("Desks are shared."),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn many_columns_stand_beside_their_values() {
        let names: Vec<String> = (0..40).map(|at| format!("Measure {at}")).collect();
        let values: Vec<String> =
            (0..40).map(|at| if at == 7 { "9".into() } else { String::new() }).collect();
        let text = format!("{}\n{}\n", names.join(","), values.join(","));
        let wide = blocks(&text.replace('9', "nine,"));
        assert_eq!(wide, [Block::Record(vec!["Measure 7: nine".to_owned()])]);
    }

    #[test]
    fn every_passage_of_a_sheet_has_the_names_of_its_columns() {
        for columns in [3, 15, 18, 21, 25, 30] {
            let row = |row: usize| (0..columns).map(move |at| format!("Value{row}{at:02}"));
            let rows = (0..30).map(|at| row(at).collect::<Vec<_>>().join(","));
            let names: Vec<String> = (0..columns).map(|at| format!("Colum{at:03}")).collect();
            let text = format!("{}\n{}\n", names.join(","), rows.collect::<Vec<_>>().join("\n"));
            let blocks = blocks(&text).into_iter().map(|block| (None, block));
            let passages: Vec<_> = split::passages(blocks).collect();
            assert!(passages.len() > 1);
            let lacks = |passage: &Passage| {
                let values = passage.text.matches("Value").count();
                values > 0 && passage.text.matches("Colum").count() < values.min(columns)
            };
            let lacking = passages.iter().filter(|passage| lacks(passage)).count();
            assert_eq!(lacking, 0, "of {columns} columns");
        }
    }

    #[test]
    fn a_file_of_blank_lines_is_empty_and_one_column_is_a_list_of_lines() {
        assert_eq!(read(b"\n\n,,\n").err(), Some(ExtractError::Empty));
        let lines = blocks("Apples\nPears\n");
        assert_eq!(lines, ["Apples", "Pears"].map(|text| Block::Paragraph(text.to_owned())));
    }
}
