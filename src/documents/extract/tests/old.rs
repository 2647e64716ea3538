//! Documents and decks of slides of the years before 2007, as small as can be.

use std::io::{Cursor, Write as _};

use super::{document, golden};
use crate::extract::ExtractError;

/// A container of these streams.
fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in streams {
        file.create_stream(format!("/{name}")).unwrap().write_all(bytes).unwrap();
    }
    file.into_inner().into_inner()
}

/// The place of the text in a Word file.
const TEXT: usize = 1024;

/// A Word file of this text, whose paragraphs end with `\r`.
fn word(text: &str) -> Vec<u8> {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let length = u32::try_from(units.len() / 2).unwrap();
    let mut main = vec![0; TEXT];
    let mut put = |at: usize, bytes: &[u8]| main[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &[0xec, 0xa5, 0xc1, 0]);
    // The table is in the stream `1Table`.
    put(10, &[0, 2]);
    put(32, &[14, 0]);
    put(62, &[22, 0]);
    put(76, &length.to_le_bytes());
    put(152, &[93, 0]);
    // The list of pieces: one that holds all.
    put(154 + 33 * 8 + 4, &21_u32.to_le_bytes());
    main.extend(units);
    let text = u32::try_from(TEXT).unwrap().to_le_bytes();
    let pieces =
        [&[2, 16, 0, 0, 0, 0, 0, 0, 0][..], &length.to_le_bytes(), &[0; 2], &text, &[0; 2]];
    container(&[("WordDocument", &main), ("1Table", &pieces.concat())])
}

/// A record of a deck: its version, its kind, and its content.
fn record(version: u16, kind: u16, content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len()).unwrap();
    [&version.to_le_bytes(), &kind.to_le_bytes(), &size.to_le_bytes()[..], content].concat()
}

/// A deck of slides, each with a title and a text.
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
