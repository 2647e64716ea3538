//! Tests of Outlook messages, which are generated here.

use std::io::{Cursor, Write as _};

use cfb::CompoundFile;
use proptest::prelude::*;

use super::{document, golden};
use crate::{ExtractError, formats, parts};

/// A property: its tag, and its value.
type Property<'a> = (u16, Value<'a>);

enum Value<'a> {
    /// Text in UTF-16.
    Text(&'a str),
    /// Text in the encoding of the message.
    Coded(&'a [u8]),
    Bytes(&'a [u8]),
    Fixed(u64),
}

use Value::{Bytes, Coded, Fixed, Text};

type Container = CompoundFile<Cursor<Vec<u8>>>;

fn put(file: &mut Container, path: &str, bytes: &[u8]) {
    file.create_stream(path).unwrap().write_all(bytes).unwrap();
}

/// Adds properties to a storage, after a header of this size.
fn object(file: &mut Container, place: &str, head: usize, properties: &[Property<'_>]) {
    file.create_storage_all(format!("{place}/")).unwrap();
    let mut fixed = vec![0; head];
    for (tag, value) in properties {
        let (kind, bytes) = match value {
            Text(text) => (0x1f, text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Coded(text) => (0x1e, text.to_vec()),
            Bytes(bytes) => (0x102, bytes.to_vec()),
            Fixed(value) => {
                fixed.extend([[3, 0], tag.to_le_bytes(), [0; 2], [0; 2]].concat());
                fixed.extend(value.to_le_bytes());
                continue;
            }
        };
        put(file, &format!("{place}/__substg1.0_{tag:04X}{kind:04X}"), &bytes);
    }
    put(file, &format!("{place}/__properties_version1.0"), &fixed);
}

/// Returns a message with these properties, these recipients, and these attachments.
fn message(
    own: &[Property<'_>],
    recipients: &[&[Property<'_>]],
    attached: &[&[Property<'_>]],
) -> Vec<u8> {
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    file.create_storage("/__nameid_version1.0").unwrap();
    fill(&mut file, "", own, recipients, attached);
    file.into_inner().into_inner()
}

fn fill(
    file: &mut Container,
    place: &str,
    own: &[Property<'_>],
    recipients: &[&[Property<'_>]],
    attached: &[&[Property<'_>]],
) {
    object(file, place, if place.is_empty() { 32 } else { 24 }, own);
    for (at, recipient) in recipients.iter().enumerate() {
        object(file, &format!("{place}/__recip_version1.0_#{at:08X}"), 8, recipient);
    }
    for (at, file_properties) in attached.iter().enumerate() {
        object(file, &format!("{place}/__attach_version1.0_#{at:08X}"), 8, file_properties);
    }
}

/// The date 2024-03-05 14:30 in Outlook's units.
const DATE: u64 = (1_709_649_000 + 11_644_473_600) * 10_000_000;

/// The head of a message.
const HEAD: [Property<'_>; 5] = [
    (0x0037, Text("Tea on Tuesday")),
    (0x0042, Text("Jürgen Müller")),
    (0x0065, Text("/O=CONTOSO/CN=JM")),
    (0x5d02, Text("jm@contoso.com")),
    (0x0039, Fixed(DATE)),
];

fn with(more: Vec<Property<'_>>) -> Vec<Property<'_>> {
    HEAD.into_iter().chain(more).collect()
}

/// Returns the paths of the files inside a message.
fn enclosed(bytes: &[u8]) -> Vec<String> {
    let format = formats::of("a.msg", bytes).unwrap();
    let parts = formats::read(format, bytes).unwrap().parts;
    parts::named_parts(parts).into_iter().map(|(path, _)| path).collect()
}

/// Returns a message with two recipients and five attachments.
fn full() -> Vec<u8> {
    let ann: &[Property<'_>] = &[
        (0x3001, Text("'Ann'")),
        (0x3003, Text("/O=CONTOSO/CN=ANN")),
        (0x39fe, Text("ann@contoso.com")),
        (0x0c15, Fixed(1)),
    ];
    let all: &[Property<'_>] =
        &[(0x3001, Text("all@contoso.com")), (0x3003, Text("all@contoso.com")), (0x0c15, Fixed(2))];
    let hidden: &[Property<'_>] = &[(0x3003, Text("boss@contoso.com")), (0x0c15, Fixed(3))];
    let list: &[Property<'_>] =
        &[(0x3704, Text("LIST~1.MD")), (0x3707, Text("list.md")), (0x3701, Bytes(b"# Cups"))];
    let tool: &[Property<'_>] = &[(0x3707, Text("tool.exe")), (0x3701, Bytes(b"MZ"))];
    let logo: &[Property<'_>] = &[
        (0x3707, Text("logo.png")),
        (0x370e, Text("image/png")),
        (0x3714, Fixed(4)),
        (0x3701, Bytes(b"\x89PNG")),
    ];
    let photo: &[Property<'_>] = &[
        (0x3707, Text("photo.png")),
        (0x370e, Text("image/png")),
        (0x3712, Text("photo@contoso.com")),
        (0x3701, Bytes(b"\x89PNG")),
    ];
    let before: &[Property<'_>] = &[(0x3001, Text("Before"))];
    let attached = [list, tool, logo, photo, before];
    let own = with(vec![(0x1000, Text("Tea is at four\r\nfor all.\r\n\r\nBye\r\n"))]);
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    fill(&mut file, "", &own, &[ann, all, hidden], &attached);
    let inner = "/__attach_version1.0_#00000004/__substg1.0_3701000D";
    let own = [(0x0037, Text("Before")), (0x1000, Text("No tea yesterday."))];
    fill(&mut file, inner, &own, &[], &[list]);
    file.into_inner().into_inner()
}

#[test]
fn a_message_says_who_wrote_it_and_when_and_what_is_attached() {
    let expected = "\
title: Tea on Tuesday
# Tea on Tuesday
From: Jürgen Müller (jm@contoso.com)
To: Ann (ann@contoso.com)
Cc: all@contoso.com
Date: 2024-03-05 14:30
Attachments: list.md, tool.exe, photo.png
Tea is at four
for all.
Bye
## Before
Attachments: list.md
No tea yesterday.";
    assert_eq!(golden("tea.msg", &full()), expected);
    assert_eq!(golden("tea.doc", &full()), expected, "whatever it is called");
    assert_eq!(enclosed(&full()), ["list.md", "photo.png", "list-2.md"]);
}

#[test]
fn the_date_is_the_one_that_its_writer_saw() {
    let head = "Received: by b.org\r\nDate: Tue, 05 Mar 2024 15:30:00 +0100\r\n";
    let read = golden("a.msg", &message(&with(vec![(0x007d, Text(head))]), &[], &[]));
    assert!(read.ends_with("Date: 2024-03-05 15:30"), "{read}");
}

#[test]
fn the_richer_form_of_a_message_is_its_text() {
    let page =
        "<meta charset=iso-8859-1><p>The quarry reopens on 9 September: Bl\u{e5}b\u{e6}r.</p>";
    let latin: Vec<u8> = page.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let stub = (0x1000, Text("Your program does not show HTML."));
    let read = golden("a.msg", &message(&with(vec![stub, (0x1013, Bytes(&latin))]), &[], &[]));
    assert!(read.ends_with("\nThe quarry reopens on 9 September: Blåbær."), "{read}");
    let rtf = packed(
        br"{\rtf1\ansi \trowd\intbl City\cell Room\cell\row\trowd\intbl Oslo\cell Fjord\cell\row}",
    );
    let read = golden("a.msg", &message(&with(vec![(0x1009, Bytes(&rtf))]), &[], &[]));
    assert!(read.ends_with("| City | Room |\n| Oslo | Fjord |"), "{read}");
    let rtf = packed(br"{\rtf1\ansi\fromhtml1 {\*\htmltag <p>}Tea is at {\*\htmltag <b>}four\htmlrtf five\htmlrtf0 {\*\htmltag </b></p>}}");
    let read = golden("a.msg", &message(&with(vec![(0x1009, Bytes(&rtf))]), &[], &[]));
    assert!(read.ends_with("\nTea is at four"), "{read}");
}

/// Compressed rich text without references.
fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = [[0; 8].as_slice(), b"LZFu", &[0; 4]].concat();
    for run in text.chunks(8) {
        packed.push(0);
        packed.extend(run);
    }
    packed
}

#[test]
fn text_is_in_the_encoding_that_the_message_states() {
    let russian = [(0x0037, Coded(b"\xcf\xf0\xe8\xe2\xe5\xf2")), (0x3ffd, Fixed(1251))];
    assert_eq!(golden("a.msg", &message(&russian, &[], &[])), "title: Привет\n# Привет");
}

#[test]
fn a_message_that_is_attached_as_a_file_is_part_of_the_text() {
    let inner = full();
    let file: &[Property<'_>] = &[(0x3707, Text("before.MSG")), (0x3701, Bytes(&inner))];
    let outer = message(&[(0x0037, Text("Fwd"))], &[], &[file]);
    let read = golden("a.msg", &outer);
    assert!(read.contains("\n## Tea on Tuesday\n") && read.contains("\n### Before\n"), "{read}");
    assert_eq!(enclosed(&outer), ["list.md", "photo.png", "list-2.md"]);
}

#[test]
fn a_message_without_words_says_so() {
    let fault = document("a.msg", &message(&[], &[], &[])).err();
    assert_eq!(fault, Some(ExtractError::NoWords));
    assert_eq!(document("a.msg", &full()[..600]).err(), Some(ExtractError::Unsupported));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_damaged_message_gives_an_error_or_a_poor_document(
        end in 0.0..1.0_f64,
        changed in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..9),
    ) {
        let mut bytes = full();
        for (at, byte) in changed {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = document("a.msg", &bytes);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        bytes.truncate((bytes.len() as f64 * end) as usize);
        let _ = document("a.msg", &bytes);
    }
}
