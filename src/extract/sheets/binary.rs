//! Parts of XLS workbooks that the library for workbooks does not report: number formats, and hidden rows and columns.
//!
//! The records are those of [MS-XLS], in BIFF8, which Excel 97 and later write.

use std::collections::HashMap;
use std::io::{Cursor, Read as _};

use cfb::CompoundFile;
use encoding_rs::{UTF_16LE, WINDOWS_1252};

use super::content::Stretch;

const BOF: u16 = 0x0809;
const EOF: u16 = 0x000a;
const BOUND_SHEET: u16 = 0x0085;
const FORMAT: u16 = 0x041e;
const XF: u16 = 0x00e0;
const ROW: u16 = 0x0208;
const COLUMNS: u16 = 0x007d;
const NUMBER: u16 = 0x0203;
const RK: u16 = 0x027e;
const MANY_RK: u16 = 0x00bd;
const FORMULA: u16 = 0x0006;
/// The version in the first record of BIFF8.
const BIFF8: u16 = 0x0600;
/// Number of bytes of a number and its style in a row of numbers.
const RK_SIZE: usize = 6;

/// Number formats of a workbook and its sheets, in the order of the sheets.
#[derive(Default)]
pub(super) struct BinaryBook {
    codes: HashMap<u16, String>,
    /// The number format of each style.
    styles: Vec<u16>,
    sheets: Vec<BinarySheet>,
}

/// A sheet.
#[derive(Default)]
struct BinarySheet {
    hidden_rows: Vec<Stretch>,
    hidden_columns: Vec<Stretch>,
    /// The style of each number, by row and column.
    styles: HashMap<(u32, u32), u16>,
}

impl BinaryBook {
    /// Reads a workbook as far as it can be read.
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self::read(bytes).unwrap_or_default()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut file = CompoundFile::open(Cursor::new(bytes)).ok()?;
        let mut stream = Vec::new();
        let limit = bytes.len() as u64;
        file.open_stream("/Workbook").ok()?.take(limit).read_to_end(&mut stream).ok()?;
        let (mut book, mut places) = (Self::default(), Vec::new());
        for (kind, data) in records(&stream) {
            match kind {
                BOF if number(data, 0) != Some(BIFF8) => return None,
                FORMAT => book.codes.extend(number(data, 0).zip(data.get(2..).and_then(text))),
                XF => book.styles.push(number(data, 2)?),
                BOUND_SHEET => places.push((number(data, 0)?, number(data, 2)?)),
                EOF => break,
                _ => {}
            }
        }
        let place = |(low, high)| usize::from(low) | usize::from(high) << 16;
        let sheets = places.into_iter().map(|at| stream.get(place(at)..).unwrap_or_default());
        book.sheets = sheets.map(BinarySheet::read).collect();
        Some(book)
    }

    /// Returns the number format of a cell of a sheet; empty if it has none.
    pub(super) fn code(&self, sheet: usize, cell: (u32, u32)) -> &str {
        let style = self.sheets.get(sheet).and_then(|sheet| sheet.styles.get(&cell));
        let format = style.and_then(|style| self.styles.get(usize::from(*style)));
        let code = |format| self.codes.get(format).map(String::as_str).or(built_in(*format));
        format.and_then(code).unwrap_or_default()
    }

    /// Returns the hidden rows and columns of a sheet.
    pub(super) fn hidden(&mut self, sheet: usize) -> (Vec<Stretch>, Vec<Stretch>) {
        let sheet = self.sheets.get_mut(sheet).map(std::mem::take).unwrap_or_default();
        (sheet.hidden_rows, sheet.hidden_columns)
    }
}

impl BinarySheet {
    fn read(stream: &[u8]) -> Self {
        let (mut sheet, mut depth) = (Self::default(), 0_usize);
        for (kind, data) in records(stream) {
            match kind {
                BOF => depth += 1,
                EOF if depth < 2 => break,
                EOF => depth -= 1,
                // Charts within the sheet also contain cells.
                _ if depth == 1 => drop(sheet.add(kind, data)),
                _ => {}
            }
        }
        sheet
    }

    /// Adds a record; `None` if it is cut off.
    fn add(&mut self, kind: u16, data: &[u8]) -> Option<()> {
        let flag = |at, bit| Some(number(data, at)? & bit != 0);
        let at = |at| number(data, at).map(u32::from);
        match kind {
            ROW if flag(12, 0x20)? => self.hidden_rows.push((at(0)?, at(0)?)),
            COLUMNS if flag(8, 1)? => self.hidden_columns.push((at(0)?, at(2)?)),
            NUMBER | RK | FORMULA => drop(self.styles.insert((at(0)?, at(2)?), number(data, 4)?)),
            MANY_RK => {
                let (row, first) = (at(0)?, at(2)?);
                let cells = (first..).zip(data.get(4..)?.chunks_exact(RK_SIZE));
                let style = |(column, cell)| Some(((row, column), number(cell, 0)?));
                self.styles.extend(cells.filter_map(style));
            }
            _ => {}
        }
        Some(())
    }
}

/// Returns the records of a stream, each with its kind.
fn records(mut stream: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (kind, length) = (number(stream, 0)?, number(stream, 2)?);
        let (data, rest) = stream.get(4..)?.split_at_checked(usize::from(length))?;
        stream = rest;
        Some((kind, data))
    })
}

fn number(data: &[u8], at: usize) -> Option<u16> {
    data.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

/// Returns a text with its length and its encoding before it.
fn text(data: &[u8]) -> Option<String> {
    let (length, is_wide) = (usize::from(number(data, 0)?), data.get(2)? & 1 != 0);
    let encoding = if is_wide { UTF_16LE } else { WINDOWS_1252 };
    let bytes = data.get(3..)?.get(..if is_wide { 2 * length } else { length })?;
    Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
}

/// Returns the number formats that every workbook has without naming them (ECMA-376, 18.8.30); dates have a type of
/// their own.
fn built_in(format: u16) -> Option<&'static str> {
    Some(match format {
        1 => "0",
        2 => "0.00",
        3 => "#,##0",
        4 => "#,##0.00",
        9 => "0%",
        10 => "0.00%",
        11 => "0.00E+00",
        12 => "# ?/?",
        13 => "# ??/??",
        37 | 38 => "#,##0 ;(#,##0)",
        39 | 40 => "#,##0.00;(#,##0.00)",
        48 => "##0.0E+0",
        _ => return None,
    })
}
