//! Tests of minimal documents, presentations and workbooks in the formats before 2007.

use std::io::{Cursor, Write as _};

use super::{document, golden};
use crate::ExtractError;

/// Returns a container with these streams.
fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in streams {
        file.create_stream(format!("/{name}")).unwrap().write_all(bytes).unwrap();
    }
    file.into_inner().into_inner()
}

/// The offset of the text in a Word file.
const TEXT: usize = 1024;

/// Returns a Word file with this text, whose paragraphs end with `\r`.
fn word(text: &str) -> Vec<u8> {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let length = u32::try_from(units.len() / 2).unwrap();
    let mut main = vec![0; TEXT];
    let mut put = |at: usize, bytes: &[u8]| main[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &[0xec, 0xa5, 0xc1, 0]);
    // The flag for the stream `1Table`.
    put(10, &[0, 2]);
    put(32, &[14, 0]);
    put(62, &[22, 0]);
    put(76, &length.to_le_bytes());
    put(152, &[93, 0]);
    // The piece table: a single piece.
    put(154 + 33 * 8 + 4, &21_u32.to_le_bytes());
    main.extend(units);
    let text = u32::try_from(TEXT).unwrap().to_le_bytes();
    let pieces =
        [&[2, 16, 0, 0, 0, 0, 0, 0, 0][..], &length.to_le_bytes(), &[0; 2], &text, &[0; 2]];
    container(&[("WordDocument", &main), ("1Table", &pieces.concat())])
}

/// Returns a record of a presentation: its version, its type and its content.
fn record(version: u16, kind: u16, content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len()).unwrap();
    [&version.to_le_bytes(), &kind.to_le_bytes(), &size.to_le_bytes()[..], content].concat()
}

/// A presentation of slides, each with a title and a text.
fn slides(slides: &[[&str; 2]]) -> Vec<u8> {
    let (mut list, mut stream, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for (number, [title, text]) in (2_u32..).zip(slides) {
        let slide = [&number.to_le_bytes(), &[0; 8][..], &(254 + number).to_le_bytes(), &[0; 4]];
        list.extend(record(0, 0x03f3, &slide.concat()));
        for (kind, text) in [(0_u32, title), (1, text)] {
            list.extend(record(0, 0x0f9f, &kind.to_le_bytes()));
            list.extend(record(0, 0x0fa8, text.as_bytes()));
        }
        places.push((number, stream.len()));
        stream.extend(record(15, 0x03ee, &record(0, 0x03ef, &[0; 24])));
    }
    places.push((1, stream.len()));
    stream.extend(record(15, 0x03e8, &record(15, 0x0ff0, &list)));
    let place = |at: usize| u32::try_from(at).unwrap().to_le_bytes();
    let directory = places
        .iter()
        .flat_map(|(number, at)| [(number | 1 << 20).to_le_bytes(), place(*at)].concat());
    let directory = record(0, 0x1772, &directory.collect::<Vec<u8>>());
    let at = place(stream.len());
    stream.extend(directory);
    let edit = place(stream.len());
    stream.extend(record(0, 0x0ff5, &[&[0; 12][..], &at, &1_u32.to_le_bytes(), &[0; 8]].concat()));
    let user = [&0x14_u32.to_le_bytes()[..], &0xe391_c05f_u32.to_le_bytes(), &edit, &[0; 8]];
    let user = record(0, 0x0ff6, &user.concat());
    container(&[("Current User", &user), ("PowerPoint Document", &stream)])
}

/// Returns a record of a workbook: its type and its content.
fn sheet_record(kind: u16, content: &[&[u8]]) -> Vec<u8> {
    let content = content.concat();
    let size = u16::try_from(content.len()).unwrap();
    [&kind.to_le_bytes()[..], &size.to_le_bytes(), &content].concat()
}

/// A workbook cell with a number in a style.
fn sheet_number([row, column, style]: [u16; 3], value: f64) -> Vec<u8> {
    let at = [row, column, style].map(u16::to_le_bytes).concat();
    sheet_record(0x0203, &[&at, &value.to_le_bytes()])
}

/// Returns a workbook cell with a text.
fn sheet_label(row: u16, column: u16, text: &str) -> Vec<u8> {
    let at = [row, column, 0, u16::try_from(text.len()).unwrap()].map(u16::to_le_bytes).concat();
    sheet_record(0x0204, &[&at, &[0], text.as_bytes()])
}

/// Returns a workbook with one sheet: four columns, of which the third is hidden, and three rows, of which the last is
/// hidden.
fn workbook() -> Vec<u8> {
    let begin = |kind: u8| sheet_record(0x0809, &[&[0, 6, kind, 0], &[0; 12]]);
    let style = |format: u16| sheet_record(0x00e0, &[&[0; 2], &format.to_le_bytes(), &[0; 16]]);
    let code = "#,##0.0\" kg\"";
    let length = [u8::try_from(code.len()).unwrap(), 0, 0];
    let format = sheet_record(0x041e, &[&200_u16.to_le_bytes(), &length, code.as_bytes()]);
    let globals = |place: usize| {
        let place = u32::try_from(place).unwrap().to_le_bytes();
        let sheet = sheet_record(0x0085, &[&place, &[0, 0, 3, 0], b"Tea"]);
        let styles = [style(0), style(200), style(10)].concat();
        [begin(5), format.clone(), styles, sheet, sheet_record(0x000a, &[])].concat()
    };
    let two: [&[u8]; 4] =
        [&[1, 0, 1, 0, 1, 0, 0, 0], &[0x40, 0x40, 2, 0], &[0, 0, 0xd0, 0x3f], &[2, 0]];
    let sheet = [
        begin(16),
        sheet_record(0x007d, &[&[2, 0, 2, 0, 0, 8, 0, 0, 1, 0, 0, 0]]),
        sheet_record(0x0208, &[&[2, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0x20, 0, 0, 0]]),
        sheet_label(0, 0, "Kind"),
        sheet_label(0, 1, "Stock"),
        sheet_label(0, 2, "Secret"),
        sheet_label(0, 3, "Share"),
        sheet_label(1, 0, "Green"),
        sheet_record(0x00bd, &two),
        sheet_number([1, 3, 2], 0.195),
        sheet_label(2, 0, "Black"),
        sheet_number([2, 1, 1], 1_250.0),
        sheet_record(0x000a, &[]),
    ];
    let head = globals(globals(0).len());
    container(&[("Workbook", &[head, sheet.concat()].concat())])
}

#[test]
fn numbers_of_old_workbooks_have_their_formats_and_hidden_cells_are_left_out() {
    let expected = "\
title: 
hidden: 26
left out: 1 hidden column, 1 hidden row
page 1
# Tea
| Kind | Stock | Share |
| Green | 32.0 kg | 19.50% |";
    assert_eq!(golden("a.xls", &workbook()), expected);
}

#[test]
fn the_text_of_an_old_word_file_is_read() {
    let file = word("Tea is at four.\rBring cups: größe \u{2116} 4.\r");
    let expected = "title: \nTea is at four.\nBring cups: größe № 4.";
    for name in ["a.doc", "a.dot", "a.docx"] {
        assert_eq!(golden(name, &file), expected, "{name}");
    }
    assert_eq!(document("a.doc", &word("\r")).err(), Some(ExtractError::NoWords));
}

#[test]
fn the_slides_of_an_old_deck_are_its_pages() {
    let file = slides(&[["Tea", "At four.\rBring cups."], ["Milk", "At five."]]);
    let expected = "\
title: Tea
page 1
# Tea
At four.
Bring cups.
page 2
# Milk
At five.";
    assert_eq!(golden("a.ppt", &file), expected);
}

#[test]
fn damaged_old_files_say_so() {
    let empty = container(&[("WordDocument", b"")]);
    assert_eq!(document("a.doc", &empty).err(), Some(ExtractError::Damaged));
    let empty = container(&[("PowerPoint Document", b"")]);
    assert_eq!(document("a.ppt", &empty).err(), Some(ExtractError::Damaged));
}
