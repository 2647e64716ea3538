//! Tests of the table of formats, and of the choice among them.

use std::collections::BTreeSet;

use footnote_documents::names;
use footnote_text::citation::{Piece, pieces};

use super::formats::{self, CODE, FORMATS};
use super::{ExtractError, Format};

fn of(path: &str, head: &[u8]) -> Result<&'static str, ExtractError> {
    formats::of(path, head).map(Format::name)
}

#[test]
fn the_extension_promises_and_the_content_confirms() {
    assert_eq!(of("a/B.PDF", b"%PDF-1.4"), Ok("pdf"));
    assert_eq!(of("a.pdf", b"\n%PDF-1.4"), Ok("pdf"));
    assert_eq!(of("a.htm", b"<p>"), Ok("html"));
    assert_eq!(of("a.md", b"# A"), Ok("md"));
    assert_eq!(of("a.b/c.text", b"A"), Ok("txt"));
    assert_eq!(of("a.txt", b"%PDF-1.7"), Ok("pdf"));
    assert_eq!(of("a.docx", b"PK\x03\x04"), Ok("docx"));
    assert_eq!(of("a.doc", b"<!DOCTYPE html><p>"), Ok("html"));
    assert_eq!(of("a.doc", b"\xef\xbb\xbf\n<?xml version='1.0'?><html>"), Ok("html"));
    assert_eq!(of("a.xls", b"Stork\tNest\nBertha\tMill\n"), Ok("csv"));
    assert_eq!(of("a.xls", b"sep=;\nStork;Nest\n"), Ok("csv"));
    assert_eq!(of("mail/Winmail.dat", b"\x78\x9f\x3e\x22\x01\0"), Ok("tnef"));
    assert_eq!(of("other.dat", b"1"), Err(ExtractError::Unsupported));
    assert_eq!(of("a.xls", b"\xff\xfe<\0T\0a\0b\0l\0e\0"), Ok("html"));
}

#[test]
fn the_kind_of_a_file_is_its_format_and_of_code_its_language() {
    let kinds = [("a/B.HTM", Some("html")), ("a.markdown", Some("md")), ("a.docm", Some("docx"))];
    let of_code = [("a.RS", Some("rs")), ("b.py", Some("py")), ("c", None), ("d.exe", None)];
    for (path, kind) in kinds.into_iter().chain(of_code) {
        assert_eq!(formats::kind(path), kind, "{path}");
    }
}

#[test]
fn every_ending_but_those_of_code_tells_a_source_that_is_made_up() {
    let known = ["known.md".to_owned()];
    let formats = FORMATS.iter().filter(|format| format.endings != CODE);
    for ending in formats.flat_map(|format| format.endings.split(' ')) {
        let name = format!("a.{ending}");
        let invented = Piece::Invented(name.clone());
        let read = pieces(&format!("[{name}]"), &known, false);
        assert_eq!(read, [invented], "is it in ENDINGS of src/text/citation/names.rs?");
    }
}

#[test]
fn the_documentation_names_every_ending_and_no_other() {
    let documentation = include_str!("../../docs/formats.md");
    let named = documentation.split("`.").skip(1).filter_map(|rest| rest.split('`').next());
    let known = FORMATS.iter().flat_map(|format| format.endings.split(' '));
    // A whole name is no ending.
    let known = known.filter(|ending| !ending.contains('.'));
    let (named, known): (BTreeSet<_>, BTreeSet<_>) = (named.collect(), known.collect());
    let others: Vec<_> = named.symmetric_difference(&known).collect();
    assert!(others.is_empty(), "docs/formats.md and FORMATS do not both have {others:?}");
}

#[test]
fn a_sheet_is_known_by_its_name_whatever_its_ending() {
    for format in FORMATS {
        let is_sheet = ["xlsx", "xls", "ods", "csv"].contains(&format.name());
        for ending in format.endings.split(' ') {
            assert_eq!(names::is_sheet(&format!("a.{ending}")), is_sheet, "{ending}");
        }
    }
}

#[test]
fn what_cannot_be_read_has_a_reason() {
    assert_eq!(of("a.pdf", b"<html>"), Err(ExtractError::Mislabelled));
    assert_eq!(of("a.docx", b"text"), Err(ExtractError::Mislabelled));
    let mail: &[u8] = b"MIME-Version: 1.0\r\n\r\n<html xmlns=3D'x'>";
    assert_eq!(of("a.doc", mail), Err(ExtractError::Mislabelled));
    let workbook = b"<?xml version='1.0'?><Workbook><Worksheet><Table>";
    assert_eq!(of("a.xls", workbook), Err(ExtractError::Mislabelled));
    assert_eq!(of("a.xls", b"Words of one line.\nAnd another"), Err(ExtractError::Mislabelled));
    assert_eq!(of("a.pdf", b" \n"), Err(ExtractError::Empty));
    assert_eq!(of("a.exe", b"MZ"), Err(ExtractError::Unsupported));
    assert_eq!(of("a.pdf/README", b"A"), Err(ExtractError::Unsupported));
}

#[test]
fn no_two_formats_share_a_name_or_an_ending() {
    let names = FORMATS.iter().map(Format::name);
    let mut all: Vec<&str> = FORMATS.iter().flat_map(|format| format.endings.split(' ')).collect();
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count);
    let names: std::collections::BTreeSet<_> = names.collect();
    assert_eq!(names.len(), FORMATS.len());
}
