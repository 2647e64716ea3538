//! Workbooks of the Open Document Format.

use super::odf::odf;
use super::{archive, document, golden};
use crate::ExtractError;

/// Returns a cell with these attributes and paragraphs.
fn cell(attributes: &str, paragraphs: &[&str]) -> String {
    let inner = paragraphs.iter().map(|words| format!("<text:p>{words}</text:p>"));
    let inner = inner.collect::<Vec<_>>().concat();
    format!("<table:table-cell {attributes}>{inner}</table:table-cell>")
}

/// Returns a row with these attributes and cells.
fn row(attributes: &str, cells: &[String]) -> String {
    format!("<table:table-row {attributes}>{}</table:table-row>", cells.concat())
}

/// Returns a row of cells with words only, as the simplest writers make them.
fn untyped(words: &[&str]) -> String {
    row("", &words.iter().map(|words| cell("", &[words])).collect::<Vec<_>>())
}

fn sheet(name: &str, style: &str, rows: &[String]) -> String {
    let rows = rows.concat();
    format!("<table:table table:name=\"{name}\" table:style-name=\"{style}\">{rows}</table:table>")
}

/// Returns a workbook with these sheets; those in the style `hidden` are hidden.
fn book(sheets: &[String]) -> Vec<u8> {
    let styles = ["shown", "hidden"].map(|name| {
        let is_shown = name == "shown";
        format!("<style:style style:name=\"{name}\" style:family=\"table\"><style:table-properties table:display=\"{is_shown}\"/></style:style>")
    });
    odf("spreadsheet", &styles.concat(), &sheets.concat())
}

#[test]
fn an_open_document_workbook_is_read_but_for_its_hidden_sheets() {
    let value = cell("office:value-type=\"float\" office:value=\"18\"", &["18"]);
    let name = cell("office:value-type=\"string\"", &["Chai"]);
    let rows = [untyped(&["Product", "Price"]), row("", &[name, value])];
    let sheets = [
        sheet("Margins", "hidden", &[untyped(&["Secret"])]),
        sheet("Prices", "shown", &rows),
        sheet("Blank", "shown", &[]),
        sheet("", "", &[untyped(&["Seattle"])]),
    ];
    let expected = "title: \nleft out: 1 hidden sheet\npage 1\n# Prices\n| Product | Price |\n| Chai | 18 |\npage 3\nSeattle";
    assert_eq!(golden("prices.ods", &book(&sheets)), expected);
    assert_eq!(document("a.ods", &book(&sheets[..1])), Err(ExtractError::Empty));
}

#[test]
fn cells_are_read_as_they_are_shown_whether_typed_or_not() {
    let percent = "office:value-type=\"percentage\" office:value";
    let money = "office:value-type=\"currency\" office:currency=\"USD\" office:value";
    let date = "office:value-type=\"date\" office:date-value";
    let error =
        "office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"";
    let truth = "office:value-type=\"boolean\" office:boolean-value=\"true\"";
    let minus = "office:value-type=\"currency\" office:value=\"-4\"";
    let north = "<table:table-cell><office:annotation><text:p>Ask Ann</text:p></office:annotation>\
        <draw:custom-shape><text:p>A shape</text:p></draw:custom-shape>\
        <text:p>North</text:p><text:p>and<text:s/><text:span>West</text:span></text:p></table:table-cell>";
    let rows = [
        untyped(&["Region", "Growth", "Sum", "Since"]),
        row(
            "",
            &[
                north.to_owned(),
                cell(&format!("{percent}=\"0.125\""), &["12.5%"]),
                cell(&format!("{money}=\"1234.5\""), &["$1,234.50"]),
                cell(&format!("{date}=\"2024-03-01T09:30:00\""), &["03/01/24"]),
            ],
        ),
        row(
            "",
            &[
                cell("office:value-type=\"string\" office:string-value=\"South\"", &[]),
                cell(&format!("{percent}=\"0.145\""), &[]),
                cell(&format!("{money}=\"0.30000000000000004\""), &["0.30000000000000004"]),
                cell(&format!("{date}=\"2024-03-01T00:00:00\""), &[]),
            ],
        ),
        row("", &[cell("", &["East"]), cell(error, &["#DIV/0!"]), cell("", &["7"])]),
        row("", &[cell("", &["West"]), cell(truth, &[]), cell(minus, &["-4 EUR"])]),
    ];
    let expected = "\
title: 
page 1
# Sales
| Region | Growth | Sum | Since | Comment |
| North and West | 12.5% | $1,234.50 | 2024-03-01 09:30:00 | Ask Ann |
| South | 14.5% | 0.3 | 2024-03-01 |
| East |  | 7 |
| West | yes | -4 EUR |
A shape";
    assert_eq!(golden("a.ods", &book(&[sheet("Sales", "", &rows)])), expected);
}

#[test]
fn rows_and_columns_that_are_hidden_are_left_out_and_counted() {
    let columns = r#"<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>"#;
    let words = |words: &[&str]| words.iter().map(|words| cell("", &[words])).collect::<Vec<_>>();
    let rows = [
        columns.to_owned(),
        untyped(&["Name", "Band", "Role"]),
        row("table:visibility=\"filter\"", &words(&["Gone", "D", "Fitter"])),
        untyped(&["Lena", "B", "Fitter"]),
    ];
    let expected = "title: \nhidden: 16\nleft out: 1 hidden column, 1 hidden row\npage 1\n# Staff\n| Name | Role |\n| Lena | Fitter |";
    assert_eq!(golden("a.ods", &book(&[sheet("Staff", "", &rows)])), expected);
}

#[test]
fn covered_cells_are_silent_and_rows_are_found_in_their_groups() {
    let covered = "<table:covered-table-cell table:number-columns-repeated=\"2\"><text:p>Beneath</text:p></table:covered-table-cell>";
    let wide = cell("table:number-columns-spanned=\"3\"", &["Oslo"]);
    let rows = [
        "<table:shapes><draw:frame><table:table><table:table-row><table:table-cell><text:p>In a chart</text:p></table:table-cell></table:table-row></table:table></draw:frame></table:shapes>".to_owned(),
        format!("<table:table-header-rows>{}</table:table-header-rows>", untyped(&["A", "B", "C", "D"])),
        format!("<table:table-row-group>{}</table:table-row-group>", row("", &[wide, covered.to_owned(), cell("", &["Fjord"])])),
    ];
    let read = golden("a.ods", &book(&[sheet("One", "", &rows)]));
    assert!(read.ends_with("# One\n| A | B | C | D |\n| Oslo | Oslo | Oslo | Fjord |"), "{read}");
}

#[test]
fn text_that_no_reader_sees_is_left_out_with_its_value_and_counted() {
    let secret = "<table:table-cell office:value-type=\"string\" office:string-value=\"Pay me\">\
        <text:p text:style-name=\"Secret\">Pay me</text:p></table:table-cell>";
    let rows = [row("", &[secret.to_owned(), cell("", &["Oslo"])])];
    let read = document("a.ods", &book(&[sheet("One", "", &rows)])).unwrap();
    assert_eq!(read.hidden, 5);
    assert!(!format!("{read:?}").contains("Pay"), "{read:?}");
}

/// Returns the attribute that repeats a cell or row this many times.
fn repeated(what: &str, times: u64) -> String {
    format!("table:number-{what}-repeated=\"{times}\"")
}

#[test]
fn repeated_cells_and_rows_are_written_out_and_empty_ones_cost_nothing() {
    let blank = row(&repeated("rows", 1_048_000), &[cell(&repeated("columns", 16_384), &[])]);
    let end = cell(&repeated("columns", u64::from(u32::MAX)), &[]);
    let three = |words| cell(&repeated("columns", 3), &[words]);
    let rows = [
        blank.clone(),
        row("", &[cell("", &["Day"]), three("Shift"), end.clone()]),
        row(&repeated("rows", 2), &[cell("", &["Mon"]), three("early"), end.clone()]),
        untyped(&["Tue", "late"]),
        blank.clone(),
        row("", &[end, cell("", &["Far away"])]),
        blank,
    ];
    let expected = "\
| Day | Shift | Shift | Shift |
| Mon | early | early | early |
| Mon | early | early | early |
| Tue | late |
Far away";
    let read = golden("a.ods", &book(&[sheet("Plan", "", &rows)]));
    assert!(read.ends_with(expected), "{read}");
}

#[test]
fn repetitions_that_swell_are_bounded() {
    let wide = |words: &str| cell(&repeated("columns", u64::from(u32::MAX)), &[words]);
    let rows =
        |words: &str| row(&repeated("rows", 1_048_576), &[cell("", &["Of all"]), wide(words)]);
    let read = document("a.ods", &book(&[sheet("One", "", &[rows("x")])])).unwrap();
    // The first of fifty rows names the columns of the others.
    assert_eq!(format!("{read:?}").matches("x: x").count(), 49 * 1_000);
    let bomb = book(&[sheet("One", "", &[rows(&"x".repeat(200)).repeat(20)])]);
    assert!(bomb.len() < 10_000);
    assert_eq!(document("a.ods", &bomb), Err(ExtractError::TooLarge));
}

#[test]
fn a_long_sheet_repeats_the_names_of_its_columns() {
    let rows: Vec<String> = (0..600).map(|n| untyped(&[&format!("Tea {n}"), "4"])).collect();
    let rows = [vec![untyped(&["Product", "Price"])], rows].concat();
    let read = golden("a.ods", &book(&[sheet("Prices", "", &rows)]));
    assert_eq!(read.matches("| Product | Price |").count(), 2);
    assert!(read.ends_with("| Tea 599 | 4 |"), "{read}");
}

#[test]
fn a_workbook_whose_macros_alone_are_locked_is_read() {
    let content = book(&[sheet("One", "", &[untyped(&["Seattle"])])]);
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(content)).unwrap();
    let content = std::io::read_to_string(parts.by_name("content.xml").unwrap()).unwrap();
    let locked = archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", "<manifest:encryption-data/>"),
        ("content.xml", &content),
    ]);
    assert!(golden("a.ods", &locked).ends_with("Seattle"));
}

#[test]
fn a_workbook_under_a_password_says_so() {
    let manifest = ("META-INF/manifest.xml", "<manifest:encryption-data/>");
    let media = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    let parts = [media, manifest, ("styles.xml", "\u{1}"), ("content.xml", "\u{2}")];
    let whole = [media, manifest, ("encrypted-package", "\u{1}")];
    let content = [media, manifest, ("content.xml", "\u{2}")];
    for locked in [archive(&parts), archive(&content), archive(&whole)] {
        assert_eq!(document("a.ods", &locked), Err(ExtractError::Protected));
    }
}
