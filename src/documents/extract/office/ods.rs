//! Sheets of the Open Document Format (ODS), whose cells keep the words that readers see.

use footnote_text::words::in_one_line;
use roxmltree::Node;

use super::odf::{self, MOST_REPEATED, OdfWalk, count};
use super::xml;
use crate::Document;
use crate::extract::ExtractError;
use crate::extract::sheets::{Cell, MOST_COLUMNS, number, page};

/// The most bytes of all cells, with their repetitions written out: as many as are unpacked of an archive.
const MOST_BYTES: usize = 100 << 20;

/// The attributes in which a cell keeps its value.
const VALUES: [&str; 5] = ["value", "date-value", "time-value", "boolean-value", "string-value"];

/// Reads workbooks.
pub(in crate::extract) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let (mut walk, content) = odf::open(bytes)?;
    let tree = xml::parse(&content)?;
    let body = walk.body(&tree)?;
    let book = xml::child(body, "spreadsheet").ok_or(ExtractError::Damaged)?;
    let sheets = xml::elements(book).filter(|node| xml::name(*node) == "table");
    let shown: Vec<_> = sheets.filter(|sheet| !walk.is_unseen(*sheet)).collect();
    let mut document = Document::default();
    let mut room = MOST_BYTES;
    for (number, sheet) in (1..).zip(shown) {
        let name = xml::attribute(sheet, "name").unwrap_or_default();
        document.add(number, page(name, cells(&mut walk, sheet, &mut room)?));
    }
    document.title = walk.stated.unwrap_or_default();
    document.hidden = walk.hidden;
    document.unless_empty(ExtractError::Empty)
}

/// The cells of a sheet with words, row by row; repeated ones are written out as far as there is `room`.
fn cells(
    walk: &mut OdfWalk,
    sheet: Node<'_, '_>,
    room: &mut usize,
) -> Result<Vec<Cell>, ExtractError> {
    let mut cells = Vec::new();
    let mut at = 0;
    for row in odf::rows(sheet) {
        let words = words(walk, row);
        let rows: usize = count(row, "number-rows-repeated").unwrap_or(1);
        for _ in 0..rows.clamp(1, MOST_REPEATED) {
            at += 1;
            let each = words.iter().flat_map(|(column, columns, text)| {
                (0..*columns).map(move |beside| (column.saturating_add(beside), text))
            });
            for (column, text) in each {
                let size = size_of::<Cell>() + text.len();
                *room = room.checked_sub(size).ok_or(ExtractError::TooLarge)?;
                cells.push((at, column, text.clone()));
            }
        }
    }
    Ok(cells)
}

/// The words of a row: the column of each, how many columns have them, and their text.
fn words(walk: &mut OdfWalk, row: Node<'_, '_>) -> Vec<(u32, u32, String)> {
    let mut words = Vec::new();
    let mut column = 0_u32;
    for cell in xml::elements(row) {
        let columns = count(cell, "number-columns-repeated").unwrap_or(1).max(1);
        let text = shown(walk, cell);
        if !text.is_empty() {
            words.push((column, columns.min(MOST_COLUMNS), text));
        }
        column = column.saturating_add(columns);
    }
    words
}

/// The text of a cell as readers see it, but dates as they are kept, whose days and months nobody mixes up; empty
/// for an error, and where another cell covers it.
fn shown(walk: &mut OdfWalk, cell: Node<'_, '_>) -> String {
    let mut attributes = cell.attributes();
    let is_error = attributes.any(|one| one.name() == "value-type" && one.value() == "error");
    if is_error || xml::name(cell) != "table-cell" {
        return String::new();
    }
    let hidden = walk.hidden;
    let text = paragraphs(walk, cell);
    if walk.hidden > hidden {
        // Its value would tell what no reader sees.
        return text;
    }
    let is_date = xml::attribute(cell, "date-value").is_some();
    // Some programs write numbers with all digits that they have of them.
    let is_raw = xml::attribute(cell, "value") == Some(text.as_str());
    if text.is_empty() || is_date || is_raw { value(cell) } else { text }
}

fn paragraphs(walk: &mut OdfWalk, cell: Node<'_, '_>) -> String {
    let mut text = String::new();
    for paragraph in xml::elements(cell).filter(|node| xml::name(*node) == "p") {
        let is_unseen = walk.is_unseen(paragraph);
        walk.inline(paragraph, is_unseen, &mut text);
        text.push('\n');
    }
    in_one_line(&text)
}

/// The value that a cell keeps beside its words.
fn value(cell: Node<'_, '_>) -> String {
    let value = VALUES.iter().find_map(|name| xml::attribute(cell, name)).unwrap_or_default();
    match (xml::attribute(cell, "value-type"), value.parse::<f64>()) {
        (Some("percentage"), Ok(part)) => number::shown(part * 100.0, "") + "%",
        (Some("float" | "currency"), Ok(number)) => number::shown(number, ""),
        (Some("date"), _) => value.trim_end_matches("T00:00:00").replacen('T', " ", 1),
        (Some("boolean"), _) => if value == "true" { "yes" } else { "no" }.to_owned(),
        _ => in_one_line(value),
    }
}
