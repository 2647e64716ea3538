//! Workbooks (XLSX, XLSB, XLS): each visible sheet is a page with its name as heading.

mod binary;
pub(super) mod content;
pub(super) mod csv;
mod format;
pub(super) mod number;
mod parts;
mod rows;

use std::collections::HashSet;
use std::io::Cursor;

use binary::BinaryBook;
use calamine::{
    Data, DataType, Dimensions, Error, Range, Reader as _, Sheet, SheetType, SheetVisible, Sheets,
    Xls, XlsError, Xlsb, Xlsx, XlsxError,
};
use content::{SheetContent, Stretch};
use parts::SheetParts;

use super::ExtractError;
use super::office::archive::Archive;
use super::office::container;
use super::office::relations::Relations;
use footnote_documents::Document;
use footnote_documents::titles::is_title;

/// A cell with words: its row, its column and its text.
type Cell = ((u32, u32), String);

/// Reads workbooks.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let (mut book, mut archive) = open(bytes)?;
    let mut binary = if archive.is_none() { BinaryBook::of(bytes) } else { BinaryBook::default() };
    let parts = archive.as_mut().map(SheetParts::of).transpose()?.unwrap_or_default();
    let sheets = book.sheets_metadata().to_vec();
    let mut document = Document::default();
    let is_hidden = |sheet: &&Sheet| sheet.visible != SheetVisible::Visible;
    document.left_out.add("hidden sheet", sheets.iter().filter(is_hidden).count());
    let mut fault = ExtractError::Empty;
    let shown = sheets.into_iter().enumerate().filter(|(_, sheet)| is_shown(sheet));
    for (number, (index, sheet)) in (1..).zip(shown) {
        let mut content = SheetContent::default();
        if sheet.typ == SheetType::WorkSheet {
            let code = |cell| binary.code(index, cell);
            let Some(cells) = cells(&mut book, &sheet.name, code) else {
                // Other sheets may still be readable.
                fault = ExtractError::Damaged;
                document.left_out.add("unreadable sheet", 1);
                continue;
            };
            content.cells.extend(cells);
            content.merged = merged(&mut book, &sheet.name);
            (content.hidden_rows, content.hidden_columns) = binary.hidden(index);
        }
        if let Some(archive) = &mut archive {
            parts.add(archive, &sheet.name, &mut content);
        }
        document.left_out.add("chart", content.unread);
        let (blocks, hidden) = content.page(&sheet.name, &mut document.left_out);
        document.add(number, blocks);
        document.hidden += hidden;
    }
    // The title that an author entered.
    let title = book.workbook_properties().ok().and_then(|one| one.title);
    document.title = title.filter(|title| is_title(title)).unwrap_or_default();
    document.unless_empty(fault)
}

fn is_shown(sheet: &Sheet) -> bool {
    let is_read = matches!(sheet.typ, SheetType::WorkSheet | SheetType::ChartSheet);
    sheet.visible == SheetVisible::Visible && is_read
}

/// A workbook of any kind.
type Book<'a> = Sheets<Cursor<&'a [u8]>>;

/// Opens a workbook, together with its archive if it is one.
fn open(bytes: &[u8]) -> Result<(Book<'_>, Option<Archive<'_>>), ExtractError> {
    let input = Cursor::new(bytes);
    let mut archive = None;
    let book = if container::begins(bytes) {
        Xls::new(input).map(Sheets::Xls).map_err(Error::from)
    } else {
        // The limits are checked here, because the library for workbooks has none.
        let archive = archive.insert(Archive::open(bytes)?);
        if archive.bytes("xl/workbook.bin")?.is_some() {
            Xlsb::new(input).map(Sheets::Xlsb).map_err(Error::from)
        } else {
            Xlsx::new(input).map(Sheets::Xlsx).map_err(Error::from)
        }
    };
    let book = book.map_err(|error| match error {
        Error::Xls(XlsError::Password) | Error::Xlsx(XlsxError::Password) => {
            ExtractError::Protected
        }
        _ => ExtractError::Damaged,
    })?;
    if let Some(archive) = &mut archive {
        let sheets = book.sheets_metadata().iter();
        let count = sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet).count();
        if count > files_of_sheets(archive)? {
            return Err(ExtractError::Damaged);
        }
    }
    Ok((book, archive))
}

/// Returns the number of different files that contain sheets. A file that several sheets refer to would be read once
/// for each.
fn files_of_sheets(archive: &mut Archive<'_>) -> Result<usize, ExtractError> {
    let main = Relations::main(archive)?;
    let relations = Relations::of(archive, &main)?;
    Ok(relations.all("worksheet").collect::<HashSet<_>>().len())
}

/// Returns the rows and columns of the merged cells of a sheet.
fn merged(book: &mut Book<'_>, sheet: &str) -> Vec<(Stretch, Stretch)> {
    let merged = match book {
        Sheets::Xlsx(book) => book.merge_cells_by_sheet_name(sheet).unwrap_or_default(),
        Sheets::Xls(book) => book.merge_cells_by_sheet_name(sheet).unwrap_or_default(),
        _ => Vec::new(),
    };
    let area = |area: Dimensions| ((area.start.0, area.end.0), (area.start.1, area.end.1));
    merged.into_iter().map(area).collect()
}

/// Returns the cells of a sheet with words, row by row; `None` if it cannot be read. `code` returns the number format
/// of a cell where the library for workbooks does not report it.
fn cells<'a>(
    book: &mut Book<'_>,
    sheet: &str,
    code: impl Fn((u32, u32)) -> &'a str,
) -> Option<Vec<Cell>> {
    match book {
        Sheets::Xlsx(book) => streamed(book, sheet).ok(),
        book => book.worksheet_range(sheet).ok().map(|range| used(&range, code)),
    }
}

/// Returns the formatted cells of a sheet, one after the other. All at once, they would need memory for every empty
/// cell between them.
fn streamed(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<Cell>, XlsxError> {
    let mut reader = book.worksheet_cells_reader(sheet)?;
    let mut cells = Vec::new();
    while let Some((cell, style)) = reader.next_cell_with_style_id()? {
        let style = reader.styles().get(style);
        let code = style.and_then(|style| Some(style.number_format.as_ref()?.format_code.as_str()));
        let text = text(cell.get_value(), code.unwrap_or_default());
        if !text.trim().is_empty() {
            cells.push((cell.get_position(), text));
        }
    }
    Ok(cells)
}

fn used<'a>(range: &Range<Data>, code: impl Fn((u32, u32)) -> &'a str) -> Vec<Cell> {
    let (top, left) = range.start().unwrap_or_default();
    let cells = range.used_cells().map(|(row, column, value)| {
        let place =
            |from: u32, at: usize| from.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        let at = (place(top, row), place(left, column));
        (at, text(value, code(at)))
    });
    cells.filter(|(_, text)| !text.trim().is_empty()).collect()
}

/// Returns the text of a cell; empty for an error.
fn text(value: &impl DataType, code: &str) -> String {
    if let Some(date) = value.get_datetime() {
        return number::moment(&date);
    }
    if let Some(number) = value.get_float() {
        return number::shown(number, code);
    }
    let iso = value.get_datetime_iso().or_else(|| value.get_duration_iso());
    if let Some(text) = value.get_string().or(iso) {
        return text.trim().to_owned();
    }
    match (value.get_int(), value.get_bool()) {
        (Some(number), _) => number.to_string(),
        (_, Some(true)) => "yes".to_owned(),
        (_, Some(false)) => "no".to_owned(),
        _ => String::new(),
    }
}
