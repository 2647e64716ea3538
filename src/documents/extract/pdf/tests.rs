//! PDF files made here, read.

use std::fmt::Write as _;

use super::extract;
use crate::extract::ExtractError;
use crate::{Block, Document};

/// A PDF with one content stream per page; `extra` goes into the trailer.
fn pdf(pages: &[&str], extra: &str) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|n| format!("{} 0 R", 4 + 2 * n)).collect();
    let kids = kids.join(" ");
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    for (n, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {} 0 R\
             /Resources<</Font<</F 3 0 R>>>>>>",
            5 + 2 * n
        ));
        let length = content.len();
        objects.push(format!("<</Length {length}>>stream\n{content}\nendstream"));
    }
    file(&objects, extra)
}

fn file(objects: &[String], extra: &str) -> Vec<u8> {
    let mut text = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (at, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", text.len()).unwrap();
        writeln!(text, "{} 0 obj\n{object}\nendobj", at + 1).unwrap();
    }
    let (start, size) = (text.len(), objects.len() + 1);
    write!(text, "{table}trailer<</Size {size}/Root 1 0 R{extra}>>\nstartxref\n{start}\n%%EOF")
        .unwrap();
    text.into_bytes()
}

fn read(pages: &[&str], extra: &str) -> Document {
    extract(&pdf(pages, extra)).unwrap()
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph(text.into())
}

#[test]
fn pages_are_numbered_from_one_and_keep_their_text() {
    let first = "BT /F 20 Tf 50 700 Td (A guide) Tj /F 10 Tf 0 -30 Td (Hello there, \
                 dear reader of this.) Tj 0 -12 Td [(W)80(ords) -400 (go on.)] TJ ET";
    let second = "BT /F 10 Tf 50 700 Td (The second page.) Tj ET";
    let document = read(&[first, second], "");
    assert_eq!(document.title, "A guide");
    assert_eq!(document.pages[0].number, Some(1));
    assert_eq!(document.pages[1].number, Some(2));
    let text = "Hello there, dear reader of this. Words go on.";
    assert_eq!(document.pages[0].blocks[1], paragraph(text));
    assert_eq!(document.pages[1].blocks, [paragraph("The second page.")]);
}

#[test]
fn a_bold_line_at_the_size_of_the_body_is_a_heading() {
    let content = "BT /F 10 Tf 50 700 Td 2 Tr (Hearing care) Tj 0 Tr 0 -13 Td \
                   (Tests of hearing are covered, and so are) Tj 0 -12 Td (hearing aids.) Tj ET";
    let heading = Block::Heading { level: 2, text: "Hearing care".into() };
    let text = "Tests of hearing are covered, and so are hearing aids.";
    let expected = [heading, paragraph(text)];
    assert_eq!(read(&[content], "").pages[0].blocks, expected);
}

#[test]
fn a_shadow_is_read_once() {
    let content = "BT /F 10 Tf 50 700 Td (Hello) Tj 0.5 -0.5 Td (Hello) Tj ET";
    assert_eq!(read(&[content], "").pages[0].blocks, [paragraph("Hello")]);
}

#[test]
fn text_that_nobody_sees_on_the_page_is_left_out_and_counted() {
    let shown = "BT /F 10 Tf 50 700 Td (Tea at four.) Tj ET";
    for unseen in [
        "BT 1 1 1 rg /F 10 Tf 50 600 Td (unseen) Tj ET",
        "BT 0.98 1 0.98 rg /F 10 Tf 50 600 Td (unseen) Tj ET",
        "BT 3 Tr /F 10 Tf 50 600 Td (unseen) Tj ET",
        "BT /F 1 Tf 50 600 Td (unseen) Tj ET",
        "BT /F 10 Tf 50 900 Td (unseen) Tj ET",
        "BT /F 10 Tf -300 600 Td (unseen) Tj ET",
        "0 0 0 rg 0 580 600 50 re f BT /F 10 Tf 50 600 Td (unseen) Tj ET",
        "0 0 1 rg 0 580 600 50 re f 1 1 1 rg 0 590 300 30 re f \
         BT /F 10 Tf 50 600 Td (unseen) Tj ET",
    ] {
        let document = read(&[&format!("{shown} {unseen}")], "");
        assert_eq!(document.pages[0].blocks, [paragraph("Tea at four.")], "{unseen}");
        assert_eq!(document.hidden, 6, "{unseen}");
    }
}

#[test]
fn text_that_is_seen_on_what_is_below_it_stays() {
    let image = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q";
    let text = |style: &str| format!("BT {style} /F 10 Tf 50 600 Td (Tea at four.) Tj ET");
    let (white, none) = (text("1 1 1 rg"), text("3 Tr"));
    let black = text("0 0 0 rg");
    for content in [
        format!("0 0 1 rg 0 580 600 50 re f {white}"),
        format!("{image} {white}"),
        format!("{none} {image}"),
        // A frame with a hole, and a black page of which a corner is shown.
        format!("0 0 0 rg 0 0 600 800 re 10 10 580 780 re f* {black}"),
        format!("q 0 0 20 20 re W n 0 0 0 rg 0 0 600 800 re f Q {black}"),
    ] {
        let document = read(&[&content], "");
        assert_eq!(document.pages[0].blocks, [paragraph("Tea at four.")], "{content}");
        assert_eq!(document.hidden, 0, "{content}");
    }
}

#[test]
fn running_lines_are_left_out() {
    let words = ["", "alpha", "beta", "gamma", "delta", "epsilon"];
    let page = |n: usize| {
        let line = |at: usize| format!("0 -20 Td (Line {at} of {}) Tj ", words[n]);
        let body = (0..4).map(line).collect::<Vec<_>>().concat();
        format!("BT /F 10 Tf 50 780 Td (The report) Tj {body} 0 -600 Td (Page {n}) Tj ET")
    };
    let pages: Vec<String> = (1..6).map(page).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let text = format!("{:?}", read(&pages, "").pages);
    assert!(!text.contains("The report") && !text.contains("Page 2"), "{text}");
    assert!(text.contains("Line 0 of gamma") && text.contains("Line 3 of gamma"), "{text}");
}

/// Texts at their places, in this order of drawing.
fn drawn(texts: &[(i32, i32, &str)]) -> String {
    let text = |(x, y, text): &(i32, i32, &str)| format!("1 0 0 1 {x} {y} Tm ({text}) Tj ");
    format!("BT /F 10 Tf {} ET", texts.iter().map(text).collect::<String>())
}

fn table(rows: &[&[&str]]) -> Block {
    Block::Table(rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect())
}

#[test]
fn lines_and_rows_are_read_by_their_places() {
    let lines = [
        (50, 676, "as the third."),
        (50, 688, "as well as the second, as well"),
        (50, 700, "The first line is read"),
    ];
    let text = "The first line is read as well as the second, as well as the third.";
    assert_eq!(read(&[&drawn(&lines)], "").pages[0].blocks, [paragraph(text)]);
    let rows: [&[&str]; 3] = [&["Sail", "Area"], &["Jib", "12 m"], &["Main", "31 m"]];
    let place = |row: usize, column: usize| {
        let (x, y) = (i32::try_from(column).unwrap(), i32::try_from(row).unwrap());
        (50 + 150 * x, 700 - 20 * y, rows[row][column])
    };
    let by_columns = (0..2).flat_map(|column| (0..3).map(move |row| place(row, column)));
    let backwards = (0..3).flat_map(|row| [1, 0].map(|column| place(row, column)));
    for order in [by_columns.collect::<Vec<_>>(), backwards.collect()] {
        assert_eq!(read(&[&drawn(&order)], "").pages[0].blocks, [table(&rows)]);
    }
}

#[test]
fn columns_of_text_are_read_one_after_the_other() {
    let left = [
        "The ferry leaves the old quay",
        "at seven and returns to it when",
        "the light is lit, but never",
        "later.",
    ];
    let right = [
        "Tickets are sold at the office",
        "of the harbour until the hour",
        "before the boat departs from",
        "the quay.",
    ];
    let lines = left.iter().zip(right).zip(0..).flat_map(|((left, right), line)| {
        [(50, 700 - 12 * line, *left), (250, 700 - 12 * line, right)]
    });
    let lines: Vec<(i32, i32, &str)> = lines.collect();
    let expected = [paragraph(&left.join(" ")), paragraph(&right.join(" "))];
    assert_eq!(read(&[&drawn(&lines)], "").pages[0].blocks, expected);
}

#[test]
fn empty_cells_keep_their_columns() {
    let cells = [
        (50, 700, "Article"),
        (150, 700, "Expected"),
        (250, 700, "Counted"),
        (50, 685, "Tar"),
        (250, 685, "7"),
        (150, 670, "9"),
        (50, 655, "Oakum"),
        (150, 655, "3"),
    ];
    let rows: [&[&str]; 4] = [
        &["Article", "Expected", "Counted"],
        &["Tar", "", "7"],
        &["", "9", ""],
        &["Oakum", "3", ""],
    ];
    assert_eq!(read(&[&drawn(&cells)], "").pages[0].blocks, [table(&rows)]);
}

#[test]
fn a_row_of_numbers_names_no_columns() {
    let rows: [&[&str]; 3] =
        [&[], &["Oaktown", "18", "1,250", "7"], &["Millbrook", "21", "980", "4"]];
    let cells = (1..3).flat_map(|row| (0..4).map(move |column| (row, column)));
    let place = |(row, column): (usize, usize)| {
        let (x, y) = (i32::try_from(column).unwrap(), i32::try_from(row).unwrap());
        (50 + 120 * x, 700 - 15 * y, rows[row][column])
    };
    let cells: Vec<(i32, i32, &str)> = cells.map(place).collect();
    assert_eq!(read(&[&drawn(&cells)], "").pages[0].blocks, [table(&rows)]);
}

#[test]
fn slanted_and_sideways_text_is_whole() {
    for turn in ["0.8 0.6 -0.6 0.8", "0 1 -1 0", "-1 0 0 -1"] {
        let content =
            format!("BT /F 10 Tf {turn} 300 300 Tm (The seas remain an unforgiving place) Tj ET");
        let expected = [paragraph("The seas remain an unforgiving place")];
        assert_eq!(read(&[&content], "").pages[0].blocks, expected, "{turn}");
    }
}

#[test]
fn a_hyphen_that_is_drawn_is_one_even_if_its_font_calls_it_soft() {
    let stream =
        |content: &str| format!("<</Length {}>>stream\n{content}\nendstream", content.len());
    let map =
        "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <2d> <00AD> endbfchar";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[4 0 R]/Count 1>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R\
         /Resources<</Font<</F 3 0 R>>>>>>"
            .to_owned(),
        stream("BT /F 10 Tf 50 700 Td (Bulletin 2012-51) Tj ET"),
        stream(map),
    ];
    let document = extract(&file(&objects, "")).unwrap();
    assert_eq!(document.pages[0].blocks, [paragraph("Bulletin 2012-51")]);
}

#[test]
fn what_a_font_says_badly_is_told_by_its_names() {
    let map = "1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <01> <0000> <02> <FFFD> endbfchar";
    let named = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R\
                 /Encoding<</Differences[1/ffi/fl]>>>>";
    let drawn = "<</Type/Font/Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FontBBox[0 0 80 80]/FirstChar 1\
                 /LastChar 2/Widths[50 50]/Encoding<</Differences[1/a1/x2]>>/CharProcs<</a1 7 0 R/x2 7 0 R>>>>";
    let bitmap =
        drawn.replace("[1/a1/x2]", "[72/a72 105/a105]").replace("/a1 7 0 R/x2", "/a72 7 0 R/a105");
    let bitmap = bitmap.replace("[50 50]", &format!("[{}]", "50 ".repeat(34)));
    let bitmap =
        bitmap.replace("FirstChar 1", "FirstChar 72").replace("LastChar 2", "LastChar 105");
    let of = |font: &str, content: &str| {
        let stream =
            |content: &str| format!("<</Length {}>>stream\n{content}\nendstream", content.len());
        extract(&file(
            &[
                "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
                "<</Type/Pages/Kids[4 0 R]/Count 1>>".to_owned(),
                font.to_owned(),
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R\
             /Resources<</Font<</F 3 0 R>>>>>>"
                    .to_owned(),
                stream(&format!("BT /F 10 Tf 50 700 Td ({content}) Tj ET")),
                stream(map),
                stream("50 0 0 0 50 60 d1 5 0 40 50 re f"),
            ],
            "",
        ))
    };
    let text = |font, content| of(font, content).unwrap().pages[0].blocks.clone();
    assert_eq!(text(named, "o\\001cer at the \\002at"), [paragraph("officer at the flat")]);
    assert_eq!(text(&bitmap, "Hi"), [paragraph("Hi")]);
    assert_eq!(of(drawn, "\\002\\002"), Err(ExtractError::NoCharacters));
}

#[test]
fn lines_that_run_down_are_read_from_the_right() {
    let content =
        "BT /F 10 Tf 1 0 0 1 300 700 Tm <65E5672C8A9E> Tj 1 0 0 1 285 700 Tm <6A2A306B> Tj ET";
    let font = "<</Type/Font/Subtype/Type0/BaseFont/Ryumin/Encoding/UniJIS-UTF16-V/DescendantFonts[<</Type/Font\
                /Subtype/CIDFontType0/BaseFont/Ryumin/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>>>]>>";
    let bytes = String::from_utf8(pdf(&[content], "")).unwrap();
    let bytes = bytes.replace("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", font);
    assert_eq!(extract(bytes.as_bytes()).unwrap().pages[0].blocks, [paragraph("日本語横に")]);
}

#[test]
fn a_box_is_read_where_it_stands() {
    let field = "/Annots[<</Subtype/Widget/FT/Btn/AS/Yes/Rect[150 696 162 708]>>\
                 <</Subtype/Widget/FT/Tx/V(North pier)/Rect[150 676 250 688]>>]";
    let bytes = pdf(&[&drawn(&[(50, 700, "Winter berth:"), (50, 680, "Place:")])], "");
    let text =
        String::from_utf8(bytes).unwrap().replace("/Resources", &format!("{field}/Resources"));
    let rows: [&[&str]; 2] = [&["Winter berth:", "☒"], &["Place:", "North pier"]];
    assert_eq!(extract(text.as_bytes()).unwrap().pages[0].blocks, [table(&rows)]);
}

#[test]
fn broken_files_have_a_reason() {
    assert_eq!(extract(b"%PDF-1.4\nnothing"), Err(ExtractError::Damaged));
    assert_eq!(extract(&pdf(&[""], "")), Err(ExtractError::NoText));
}

#[test]
fn a_file_that_needs_a_password_says_so() {
    // Thirty-two bytes each, of a password that is not the empty one.
    let (owner, user) = ("5a".repeat(32), "a5".repeat(32));
    let locked = format!(
        "/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<{owner}>/U<{user}>>>/ID[<00><00>]"
    );
    let whole = pdf(&["BT /F 10 Tf (A) Tj ET"], &locked);
    let read = extract(&whole);
    assert_eq!(read, Err(ExtractError::Protected));
    assert_eq!(ExtractError::Protected.to_string(), "is protected by a password");
}

#[test]
fn a_truncated_file_gives_what_is_left_or_a_reason() {
    let whole = pdf(&["BT /F 10 Tf 50 700 Td (Hello) Tj ET"], "");
    for length in (0..whole.len()).step_by(7) {
        if let Ok(document) = extract(&whole[..length]) {
            assert!(document.pages.iter().any(|page| !page.blocks.is_empty()));
        }
    }
}

#[test]
fn deeply_nested_arrays_end_in_an_answer() {
    let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let content = format!("{nested} TJ BT /F 10 Tf 50 700 Td (Hello) Tj ET");
    let bytes = pdf(&[&content], &format!("/Nested {nested}"));
    // The child process reads with a stack as large as this.
    let reading = std::thread::Builder::new().stack_size(64 << 20);
    let reading = reading.spawn(move || extract(&bytes).is_ok()).unwrap();
    assert!(reading.join().is_ok());
}
