//! Excel workbooks of each kind.

use super::{archive, container, document, golden, properties, relations};
use crate::ExtractError;

const STYLES: &str = r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
    <numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts>
    <cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/>
    <xf numFmtId="9" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"#;

const NAMES: &str = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships""#;

/// Returns a workbook with these sheets, each with its name, attributes and rows.
fn xlsx(sheets: &[(&str, &str, &str)]) -> Vec<u8> {
    let (mut list, mut references, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for (n, (name, attributes, rows)) in (1..).zip(sheets) {
        list.push(format!(r#"<sheet name="{name}" sheetId="{n}" {attributes} r:id="r{n}"/>"#));
        references.push((format!("r{n}"), format!("worksheets/sheet{n}.xml")));
        // The test gives the elements around the cells together with the rows.
        let (before, rest) = rows
            .split_once("<row")
            .map_or((*rows, ""), |(before, _)| (before, rows.get(before.len()..).unwrap()));
        let (rows, behind) =
            rest.rsplit_once("</row>").map_or(("", rest), |(rows, behind)| (rows, behind));
        let end = if rows.is_empty() { "" } else { "</row>" };
        let sheet = format!(
            "<worksheet {NAMES}>{before}<sheetData>{rows}{end}</sheetData>{behind}</worksheet>"
        );
        parts.push((format!("xl/worksheets/sheet{n}.xml"), sheet));
    }
    let references = references.iter();
    let references = references.map(|(id, target)| (id.as_str(), "worksheet", target.as_str()));
    let references: Vec<_> = references.chain([("rs", "styles", "styles.xml")]).collect();
    let list = list.concat();
    let main = format!("<workbook {NAMES}><sheets>{list}</sheets></workbook>");
    let (about, inner) =
        (relations(&[("r1", "officeDocument", "xl/workbook.xml")]), relations(&references));
    let title = properties("Prices of 2024");
    let head = [
        ("_rels/.rels", about.as_str()),
        ("docProps/core.xml", &title),
        ("xl/workbook.xml", &main),
        ("xl/_rels/workbook.xml.rels", &inner),
        ("xl/styles.xml", STYLES),
    ];
    let parts = parts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    archive(&head.into_iter().chain(parts).collect::<Vec<_>>())
}

/// Returns a cell with text, or with a number in a style.
fn text(place: &str, words: &str) -> String {
    format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{words}</t></is></c>")
}

fn number(place: &str, style: u8, value: &str) -> String {
    format!("<c r=\"{place}\" s=\"{style}\"><v>{value}</v></c>")
}

fn row(number: u32, cells: &[String]) -> String {
    format!("<row r=\"{number}\">{}</row>", cells.concat())
}

/// Rows with a title above, a blank row, formats, a formula, an error, and a note below.
fn prices() -> String {
    let heads = [("B3", "Product"), ("C3", "Price"), ("D3", "Discount"), ("E3", "Since")];
    let chai = [number("C4", 1, "1234.5"), number("D4", 2, "0.25"), number("E4", 3, "45352")];
    let tofu = r#"<c r="C5"><f>C4*2</f><v>0.30000000000000004</v></c>
        <c r="D5" t="e"><v>#N/A</v></c><c r="E5" t="b"><v>1</v></c>"#;
    [
        row(1, &[text("B1", "Prices of 2024")]),
        row(3, &heads.map(|(place, words)| text(place, words))),
        row(4, &[text("B4", "Chai"), chai.concat()]),
        row(5, &[text("B5", "Tofu"), tofu.to_owned()]),
        row(7, &[text("B7", "Without tax.")]),
    ]
    .concat()
}

#[test]
fn a_shown_sheet_is_a_page_and_its_numbers_are_as_readers_see_them() {
    let secret = row(1, &[text("A1", "Secret"), text("B1", "Margin")]);
    let book = xlsx(&[
        ("Prices", "", &prices()),
        ("Margins", "state=\"hidden\"", &secret),
        ("Keys", "state=\"veryHidden\"", &secret),
        ("Blank", "", ""),
        ("Offices", "", &row(1, &[text("A1", "Seattle")])),
    ]);
    let expected = "\
title: Prices of 2024
left out: 2 hidden sheets
page 1
# Prices
Prices of 2024
| Product | Price | Discount | Since |
| Chai | $1,234.50 | 25% | 2024-03-01 |
| Tofu | 0.3 |  | yes |
Without tax.
page 3
# Offices
Seattle";
    assert_eq!(golden("prices.xlsx", &book), expected);
}

#[test]
fn a_sheet_that_cannot_be_read_is_left_out_unless_there_is_no_other() {
    let (good, broken) = (row(1, &[text("A1", "Seattle")]), row(1, &[text("?", "Tea")]));
    let book = xlsx(&[("Bad", "", &broken), ("Offices", "", &good)]);
    let read = golden("a.xlsx", &book);
    assert!(read.ends_with("page 2\n# Offices\nSeattle"), "{read}");
    let alone = document("a.xlsx", &xlsx(&[("Bad", "", &broken)]));
    assert_eq!(alone, Err(ExtractError::Damaged));
}

#[test]
fn two_cells_far_apart_cost_no_more_than_two_cells() {
    let rows = row(1, &[text("A1", "First")]) + &row(1_048_576, &[text("XFD1048576", "Last")]);
    let read = golden("a.xlsx", &xlsx(&[("One", "", &rows)]));
    assert!(read.ends_with("First\nLast"), "{read}");
}

/// Returns a record of a workbook from before 2007.
fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    [&kind.to_le_bytes(), &length.to_le_bytes(), data].concat()
}

#[test]
fn an_old_workbook_is_read_but_for_its_hidden_sheets() {
    let start =
        |kind: u16| record(0x0809, &[[0, 6].as_slice(), &kind.to_le_bytes(), &[0; 12]].concat());
    let label = |row: u16, column: u16, words: &str| {
        let length = u16::try_from(words.len()).unwrap();
        let numbers = [row, column, 0, length].map(u16::to_le_bytes).concat();
        record(0x0204, &[&numbers, [0].as_slice(), words.as_bytes()].concat())
    };
    let value = [1_u16, 1, 0].map(u16::to_le_bytes).concat();
    let value = record(0x0203, &[value.as_slice(), &42.5_f64.to_le_bytes()].concat());
    let end = record(0x000a, &[]);
    let sheet = [
        start(0x10),
        label(0, 0, "Product"),
        label(0, 1, "Price"),
        label(1, 0, "Chai"),
        value,
        end.clone(),
    ]
    .concat();
    let head = start(5);
    // A sheet's entry contains its offset: after the header, the entries and the end.
    let entry = |at: usize, state: u8| {
        record(
            0x0085,
            &[
                &u32::try_from(at).unwrap().to_le_bytes(),
                [state, 0, 6, 0].as_slice(),
                format!("Price{state}").as_bytes(),
            ]
            .concat(),
        )
    };
    let at = head.len() + 3 * entry(0, 0).len() + end.len();
    let entries = [1, 0, 2].map(|state| entry(at, state)).concat();
    let stream = [head, entries, end, sheet].concat();
    let book = container(&[("Workbook", &stream)]);
    assert_eq!(
        golden("prices.xls", &book),
        "title: \nleft out: 2 hidden sheets\npage 1\n# Price0\n| Product | Price |\n| Chai | 42.5 |"
    );
}

#[test]
fn a_sheet_that_is_named_again_is_not_read_again() {
    let book = |target: &str| {
        let sheet = format!("<worksheet {NAMES}><sheetData>{}</sheetData></worksheet>", prices());
        let list = ["a", "b"].map(|id| format!(r#"<sheet name="{id}" sheetId="1" r:id="{id}"/>"#));
        let main = format!("<workbook {NAMES}><sheets>{}</sheets></workbook>", list.concat());
        let inner = relations(&[("a", "worksheet", "a.xml"), ("b", "worksheet", target)]);
        let about = relations(&[("r1", "officeDocument", "xl/workbook.xml")]);
        document(
            "a.xlsx",
            &archive(&[
                ("_rels/.rels", &about),
                ("xl/workbook.xml", &main),
                ("xl/_rels/workbook.xml.rels", &inner),
                ("xl/a.xml", &sheet),
                ("xl/b.xml", &sheet),
            ]),
        )
    };
    assert_eq!(book("b.xml").unwrap().pages.len(), 2);
    assert_eq!(book("a.xml"), Err(ExtractError::Damaged));
}

fn words(number: u32, columns: &str, words: &[&str]) -> String {
    let cells = columns.chars().zip(words).filter(|(_, words)| !words.is_empty());
    let cells: Vec<String> =
        cells.map(|(column, words)| text(&format!("{column}{number}"), words)).collect();
    row(number, &cells)
}

fn read(sheet: &str) -> String {
    let read = golden("a.xlsx", &xlsx(&[("One", "", sheet)]));
    read.split_once("# One\n").unwrap().1.to_owned()
}

#[test]
fn merged_cells_hold_for_all_that_they_cover_and_two_rows_of_names_are_one() {
    let rows = [
        words(1, "ABD", &["Branch", "2023", "2024"]),
        words(2, "BCDE", &["First", "Second", "First", "Second"]),
        words(3, "ABCDE", &["Quay", "1", "2", "3", "4"]),
        words(4, "BCDE", &["5", "6", "7", "8"]),
    ];
    let merged =
        ["A1:A2", "B1:C1", "D1:E1", "A3:A4"].map(|of| format!("<mergeCell ref=\"{of}\"/>"));
    let sheet = format!("{}<mergeCells>{}</mergeCells>", rows.concat(), merged.concat());
    let expected = "| Branch | 2023 · First | 2023 · Second | 2024 · First | 2024 · Second |\n\
        | Quay | 1 | 2 | 3 | 4 |\n| Quay | 5 | 6 | 7 | 8 |";
    assert_eq!(read(&sheet), expected);
}

#[test]
fn rows_and_columns_that_are_hidden_are_left_out_and_counted() {
    let rows = [
        words(1, "ABC", &["Name", "Band", "Role"]),
        words(2, "ABC", &["Gone", "D", "Fitter"]).replace("<row ", "<row hidden=\"1\" "),
        words(3, "ABC", &["Lena", "B", "Fitter"]),
    ];
    let sheet = format!("<cols><col hidden=\"1\" min=\"2\" max=\"2\"/></cols>{}", rows.concat());
    let read = golden("a.xlsx", &xlsx(&[("One", "", &sheet)]));
    assert!(read.contains("hidden: 16"), "{read}");
    assert!(read.ends_with("| Name | Role |\n| Lena | Fitter |"), "{read}");
}

#[test]
fn tables_side_by_side_are_two_and_a_blank_column_within_one_is_none() {
    let rows = [
        words(1, "ABDE", &["Ship", "Berth", "Crane", "Driver"]),
        words(2, "ABDE", &["Seahorse", "B2", "North", "Ned"]),
        words(3, "AB", &["Marigold", "B4"]),
    ];
    let expected = "| Ship | Berth |\n| Seahorse | B2 |\n| Marigold | B4 |\n| Crane | Driver |\n| North | Ned |";
    assert_eq!(read(&rows.concat()), expected);
    let rows = [
        words(1, "ABDE", &["Ship", "Berth", "May", "June"]),
        words(2, "ABDE", &["Seahorse", "B2", "12", "14"]),
    ];
    assert_eq!(
        read(&rows.concat()),
        "| Ship | Berth |  | May | June |\n| Seahorse | B2 |  | 12 | 14 |"
    );
}

#[test]
fn what_lies_over_a_sheet_and_what_was_remarked_is_read() {
    let sheet = format!(
        "<worksheet {NAMES}><sheetData>{}{}</sheetData></worksheet>",
        words(1, "AB", &["Part", "Stock"]),
        words(2, "AB", &["Valve", "12"])
    );
    let main = format!(
        r#"<workbook {NAMES}><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>"#
    );
    let comments = r#"<comments xmlns="urn:c"><authors><author>Ann</author></authors><commentList>
        <comment ref="B2" authorId="0"><text><r><t>Ann:</t></r><r><t xml:space="preserve">
        Two are cracked.</t></r></text></comment>
        <comment ref="A2" authorId="0"><text><t>[Threaded comment] Get a newer program.</t></text></comment></commentList></comments>"#;
    let thread = r#"<ThreadedComments xmlns="urn:t"><threadedComment ref="A2" personId="{1}"><text>Of brass?</text></threadedComment></ThreadedComments>"#;
    let people = r#"<personList xmlns="urn:t"><person displayName="Bo" id="{1}"/></personList>"#;
    let drawing = r#"<xdr:wsDr xmlns:xdr="urn:x" xmlns:a="urn:a"><xdr:sp><xdr:txBody><a:p><a:r><a:t>Counted in May.</a:t></a:r></a:p></xdr:txBody></xdr:sp>
        <xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A valve of brass"/></xdr:nvPicPr></xdr:pic></xdr:wsDr>"#;
    let diagram = "<dataModel><p><r><t>Pay</t></r></p></dataModel>";
    let book = archive(&[
        ("_rels/.rels", &relations(&[("r1", "officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", &main),
        (
            "xl/_rels/workbook.xml.rels",
            &relations(&[("r1", "worksheet", "one.xml"), ("r2", "person", "people.xml")]),
        ),
        ("xl/one.xml", &sheet),
        ("xl/people.xml", people),
        (
            "xl/_rels/one.xml.rels",
            &relations(&[
                ("c", "comments", "c.xml"),
                ("t", "threadedComment", "t.xml"),
                ("d", "drawing", "d.xml"),
            ]),
        ),
        ("xl/c.xml", comments),
        ("xl/t.xml", thread),
        ("xl/d.xml", drawing),
        ("xl/_rels/d.xml.rels", &relations(&[("s", "diagramData", "s.xml")])),
        ("xl/s.xml", diagram),
    ]);
    let expected = "| Part | Stock | Comment |\n| Valve | 12 | Ann: Two are cracked.; Bo: Of brass? |\n\
        Counted in May.\nA valve of brass\n- Pay";
    assert!(golden("a.xlsx", &book).ends_with(expected), "{}", golden("a.xlsx", &book));
}
