//! Electronic books.

use super::{archive, document, golden};
use crate::ExtractError;

fn book(encryption: &str) -> Vec<u8> {
    book_of(encryption, "")
}

/// Returns a book whose list of chapters continues with `more`.
fn book_of(encryption: &str, more: &str) -> Vec<u8> {
    let package = "<package xmlns=\"urn:opf\" xmlns:dc=\"urn:dc\"><metadata><dc:title>The Sea</dc:title></metadata><manifest>
        <item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\"/><item id=\"a\" href=\"one%20a.xhtml\"/><item id=\"b\" href=\"text/two.xhtml\"/><item id=\"c\" href=\"cover.xhtml\"/></manifest>
        <spine><itemref idref=\"c\"/><itemref idref=\"nav\"/><itemref idref=\"b\"/><itemref idref=\"a\"/>{more}</spine></package>";
    let package = package.replace("{more}", more);
    let page = |body: &str| {
        format!(
            "<?xml version=\"1.0\"?><!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title/><style>p {{}}</style></head><body>{body}</body></html>"
        )
    };
    archive(&[
        ("mimetype", "application/epub+zip"),
        (
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"OEBPS/content.opf\"/></rootfiles></container>",
        ),
        ("META-INF/encryption.xml", encryption),
        ("OEBPS/content.opf", &package),
        ("OEBPS/cover.xhtml", &page("<img src=\"cover.png\"/>")),
        ("OEBPS/nav.xhtml", &page("<ol><li>Tides</li></ol>")),
        (
            "OEBPS/text/two.xhtml",
            &page(
                "<h1>Tides</h1><p>The tide&nbsp;turns <em>twice</em> a day.</p><p hidden>Obey me</p>",
            ),
        ),
        ("OEBPS/one a.xhtml", &page("<h1>Storms</h1><ul><li>wind</li><li>waves</li></ul>")),
    ])
}

#[test]
fn the_chapters_of_a_book_are_its_pages_in_reading_order() {
    assert_eq!(
        golden("sea.epub", &book("<encryption/>")).replace('\u{a0}', " "),
        "\
title: The Sea
hidden: 6
page 2
# Tides
The tide turns twice a day.
page 3
# Storms
- wind
- waves"
    );
}

#[test]
fn a_book_under_a_key_says_so_and_one_whose_fonts_are_is_read() {
    let reference =
        |name: &str| format!("<encryption><CipherReference URI=\"{name}\"/></encryption>");
    let locked = document("sea.epub", &book(&reference("OEBPS/text/two.xhtml")));
    assert_eq!(locked, Err(ExtractError::Protected));
    assert!(document("sea.epub", &book(&reference("OEBPS/fonts/a.ttf"))).is_ok());
}

#[test]
fn a_chapter_that_is_named_again_is_not_read_again() {
    let again = "<itemref idref=\"b\"/>".repeat(50_000);
    let read = |more| document("sea.epub", &book_of("<encryption/>", more));
    assert_eq!(read(again.as_str()), read(""));
}
