//! Sheets of the Open Document Format (ODS), whose cells keep the words that readers see.

use footnote_text::words::in_one_line;
use roxmltree::Node;

use super::odf::{self, MAX_REPEATED, OdfWalk, count};
use super::{odf_aside, xml};
use crate::ExtractError;
use crate::sheets::content::{MAX_COLUMNS, SheetContent};
use crate::sheets::number;
use footnote_documents::Document;

/// Maximum number of bytes in all cells, with repetitions written out: as much as is unpacked from an archive.
const MAX_BYTES: usize = 100 << 20;

/// The attributes in which a cell stores its value.
const VALUES: [&str; 5] = ["value", "date-value", "time-value", "boolean-value", "string-value"];

/// Reads workbooks.
pub(crate) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let (mut walk, content) = odf::open(bytes)?;
    let tree = xml::parse(&content)?;
    let body = walk.body(&tree)?;
    let book = xml::child(body, "spreadsheet").ok_or(ExtractError::Damaged)?;
    let sheets = xml::elements(book).filter(|node| xml::name(*node) == "table");
    let (hidden_sheets, shown): (Vec<_>, Vec<_>) =
        sheets.partition(|sheet| walk.has_hidden_style(*sheet));
    let mut document = Document::default();
    document.left_out.add("hidden sheet", hidden_sheets.len());
    let mut room = MAX_BYTES;
    for (number, sheet) in (1..).zip(shown) {
        let name = xml::attribute(sheet, "name").unwrap_or_default();
        let content = sheet_content(&mut walk, sheet, &mut room)?;
        let (blocks, hidden) = content.page(name, &mut document.left_out);
        document.add(number, blocks);
        walk.hidden += hidden;
    }
    document.title = walk.stated.unwrap_or_default();
    document.hidden = walk.hidden;
    document.unless_empty(ExtractError::Empty)
}

/// Returns the content of a sheet; repeated cells are written out as long as there is `room`.
fn sheet_content(
    walk: &mut OdfWalk,
    sheet: Node<'_, '_>,
    room: &mut usize,
) -> Result<SheetContent, ExtractError> {
    let mut content =
        SheetContent { hidden_columns: hidden_columns(sheet), ..SheetContent::default() };
    let boxes =
        |node: &Node<'_, '_>| matches!(xml::name(*node), "text-box" | "custom-shape" | "object");
    for drawn in sheet.descendants().filter(boxes) {
        content.aside.extend(walk.drawn(drawn));
    }
    let mut at = 0;
    for row in odf::rows(sheet) {
        let words = words(walk, row);
        let rows: usize = count(row, "number-rows-repeated").unwrap_or(1);
        let is_hidden = is_hidden(row);
        for _ in 0..rows.clamp(1, MAX_REPEATED) {
            at += 1;
            content.hidden_rows.extend(is_hidden.then_some((at, at)));
            for words in &words {
                let column = words.column;
                let ends =
                    (at.saturating_add(words.rows - 1), column.saturating_add(words.columns - 1));
                if words.rows > 1 || words.columns > 1 {
                    content.merged.push(((at, ends.0), (column, ends.1)));
                }
                for beside in 0..words.repeated {
                    let size = size_of::<(u32, u32, String)>() + words.text.len();
                    *room = room.checked_sub(size).ok_or(ExtractError::TooLarge)?;
                    content.cells.insert((at, column.saturating_add(beside)), words.text.clone());
                }
                let remarks = words.remarks.iter().cloned();
                content.remarks.extend(remarks.map(|remark| ((at, column), remark)));
            }
        }
    }
    Ok(content)
}

/// Returns the hidden columns of a sheet.
fn hidden_columns(sheet: Node<'_, '_>) -> Vec<(u32, u32)> {
    let columns = sheet.descendants().filter(|node| xml::name(*node) == "table-column");
    let mut next = 0_u32;
    let mut hidden = Vec::new();
    for column in columns {
        let end = next.saturating_add(count(column, "number-columns-repeated").unwrap_or(1).max(1));
        hidden.extend(is_hidden(column).then_some((next, end - 1)));
        next = end;
    }
    hidden
}

fn is_hidden(node: Node<'_, '_>) -> bool {
    matches!(xml::attribute(node, "visibility"), Some("collapse" | "filter"))
}

/// The words of a cell: its first column, the number of columns, the rows and columns that it covers, and its comments.
struct CellWords {
    column: u32,
    repeated: u32,
    rows: u32,
    columns: u32,
    text: String,
    remarks: Vec<(String, String)>,
}

/// Returns the words of a row.
fn words(walk: &mut OdfWalk, row: Node<'_, '_>) -> Vec<CellWords> {
    let mut words = Vec::new();
    let mut column = 0_u32;
    for cell in xml::elements(row) {
        let repeated = count(cell, "number-columns-repeated").unwrap_or(1).max(1);
        let text = shown(walk, cell);
        if !text.is_empty() {
            let span = |name| count(cell, name).unwrap_or(1).max(1);
            words.push(CellWords {
                column,
                repeated: repeated.min(MAX_COLUMNS),
                rows: span("number-rows-spanned"),
                columns: span("number-columns-spanned"),
                text,
                remarks: odf_aside::remarks(cell),
            });
        }
        column = column.saturating_add(repeated);
    }
    words
}

/// Returns the text of a cell as readers see it, except dates, whose stored form is unambiguous; empty for an error,
/// and for a covered cell.
fn shown(walk: &mut OdfWalk, cell: Node<'_, '_>) -> String {
    let mut attributes = cell.attributes();
    let is_error = attributes.any(|one| one.name() == "value-type" && one.value() == "error");
    if is_error || xml::name(cell) != "table-cell" {
        return String::new();
    }
    let hidden = walk.hidden;
    let text = paragraphs(walk, cell);
    if walk.hidden > hidden {
        // The stored value would reveal what no reader sees.
        return text;
    }
    let is_date = xml::attribute(cell, "date-value").is_some();
    // Some programs write numbers with all of their digits.
    let is_raw = xml::attribute(cell, "value") == Some(text.as_str());
    if text.is_empty() || is_date || is_raw { value(cell) } else { text }
}

fn paragraphs(walk: &mut OdfWalk, cell: Node<'_, '_>) -> String {
    let mut text = String::new();
    for paragraph in xml::elements(cell).filter(|node| xml::name(*node) == "p") {
        let has_hidden_style = walk.has_hidden_style(paragraph);
        walk.inline(paragraph, has_hidden_style, &mut text);
        text.push('\n');
    }
    in_one_line(&text)
}

/// Returns the value that a cell stores besides its words.
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
