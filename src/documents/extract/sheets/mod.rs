//! Workbooks (XLSX, XLSB, XLS): a sheet that is shown is a page, its name the heading.

pub(super) mod csv;
pub(super) mod number;
mod rows;

use std::collections::HashSet;
use std::io::Cursor;

use calamine::{
    Data, DataType, Error, Range, Reader as _, Sheet, SheetType, SheetVisible, Sheets, Xls,
    XlsError, Xlsb, Xlsx, XlsxError,
};
use rows::Rows;

use super::ExtractError;
use super::office::archive::Archive;
use super::office::container;
use super::office::relations::Relations;
use super::title::is_title;
use crate::{Block, Document};

/// The widest row in cells.
pub(super) const MOST_COLUMNS: u32 = 1_000;

/// A cell with words: its row, its column and its text.
pub(super) type Cell = (u32, u32, String);

/// Reads workbooks.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let (mut book, most) = open(bytes)?;
    let sheets = book.sheets_metadata().to_vec();
    if sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet).count() > most {
        return Err(ExtractError::Damaged);
    }
    let mut document = Document::default();
    let mut fault = ExtractError::Empty;
    for (number, sheet) in (1..).zip(sheets.into_iter().filter(is_shown)) {
        let Some(cells) = cells(&mut book, &sheet.name) else {
            // The others may be readable all the same.
            fault = ExtractError::Damaged;
            continue;
        };
        document.add(number, page(&sheet.name, cells));
    }
    // The title that somebody gave it.
    let title = book.workbook_properties().ok().and_then(|one| one.title);
    document.title = title.filter(|title| is_title(title)).unwrap_or_default();
    document.unless_empty(fault)
}

fn is_shown(sheet: &Sheet) -> bool {
    sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet
}

/// The blocks of a sheet, with its name first; `cells` are those with words, row by row.
pub(super) fn page(name: &str, cells: Vec<Cell>) -> Vec<Block> {
    let mut blocks = blocks(cells);
    if !blocks.is_empty() && !name.is_empty() {
        blocks.insert(0, Block::heading(1, name));
    }
    blocks
}

fn blocks(cells: Vec<Cell>) -> Vec<Block> {
    let first = cells.iter().map(|(_, column, _)| *column).min().unwrap_or(0);
    let mut rows = Rows::default();
    let mut blocks = Vec::new();
    let mut before = None;
    for row in cells.chunk_by(|a, b| a.0 == b.0) {
        let at = row.first().map(|(at, ..)| *at);
        if before.zip(at).is_some_and(|(before, at)| at > before + 1) {
            blocks.extend(rows.take(Vec::new()));
        }
        before = at;
        blocks.extend(rows.take(dense(row, first)));
    }
    blocks.extend(rows.end());
    blocks
}

/// A row as all of its cells, from the first column that any row has.
fn dense(row: &[Cell], first: u32) -> Vec<String> {
    let mut cells = Vec::new();
    for (_, column, text) in row {
        let at = usize::try_from((column - first).min(MOST_COLUMNS)).unwrap_or_default();
        if cells.len() <= at {
            cells.resize(at + 1, String::new());
        }
        if let Some(cell) = cells.get_mut(at) {
            text.clone_into(cell);
        }
    }
    cells
}

/// A workbook of any kind.
type Book<'a> = Sheets<Cursor<&'a [u8]>>;

/// Opens a workbook; with it the most sheets that it can have.
fn open(bytes: &[u8]) -> Result<(Book<'_>, usize), ExtractError> {
    let input = Cursor::new(bytes);
    let mut most = usize::MAX;
    let book = if container::begins(bytes) {
        Xls::new(input).map(Sheets::Xls).map_err(Error::from)
    } else {
        // Its bounds are checked here; the workbook's own reader knows none.
        let mut archive = Archive::open(bytes)?;
        most = files_of_sheets(&mut archive)?;
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
    Ok((book, most))
}

/// The number of files that hold a sheet each: one that several sheets name would be read again for each of them.
fn files_of_sheets(archive: &mut Archive<'_>) -> Result<usize, ExtractError> {
    let main = Relations::main(archive)?;
    let relations = Relations::of(archive, &main)?;
    Ok(relations.all("worksheet").collect::<HashSet<_>>().len())
}

/// The cells of a sheet with words, row by row; `None` if it cannot be read.
fn cells(book: &mut Book<'_>, sheet: &str) -> Option<Vec<Cell>> {
    match book {
        Sheets::Xlsx(book) => streamed(book, sheet).ok(),
        book => book.worksheet_range(sheet).ok().as_ref().map(used),
    }
}

/// The cells of a sheet one after the other, each as its number format shows it. All at once they would
/// need room for every empty cell between them.
fn streamed(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<Cell>, XlsxError> {
    let mut reader = book.worksheet_cells_reader(sheet)?;
    let mut cells = Vec::new();
    while let Some((cell, style)) = reader.next_cell_with_style_id()? {
        let style = reader.styles().get(style);
        let code = style.and_then(|style| Some(style.number_format.as_ref()?.format_code.as_str()));
        let text = text(cell.get_value(), code.unwrap_or_default());
        if !text.trim().is_empty() {
            let (row, column) = cell.get_position();
            cells.push((row, column, text));
        }
    }
    cells.sort_by_key(|(row, column, _)| (*row, *column));
    Ok(cells)
}

fn used(range: &Range<Data>) -> Vec<Cell> {
    let (top, left) = range.start().unwrap_or_default();
    let cells = range.used_cells().map(|(row, column, value)| {
        let place =
            |from: u32, at: usize| from.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        (place(top, row), place(left, column), text(value, ""))
    });
    cells.filter(|(.., text)| !text.trim().is_empty()).collect()
}

/// The text of a cell; empty for an error.
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
