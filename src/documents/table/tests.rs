//! Tests of reading tables from passages.

use super::samples::passages;
use super::*;

fn table(path: &str, lines: &[&str]) -> Table {
    tables(&passages(path, &[("", lines)])).remove(0)
}

const ORDERS: [&str; 9] = [
    "Order | City | Status | Amount | Placed",
    "1 | Oslo | returned | € 10.10 | 2025-03-01",
    "2 | Oslo | shipped | € 20.20 | 2025-07-15",
    "3 | Bergen | returned | € 30.30 | 2026-01-02",
    "4 | Oslo | returned | - | 2026-02-01",
    "5 | Bergen | shipped | n/a | 2026-03-01",
    "6 | Moss | shipped | open | ",
    "7 | Moss | | € 0.10 | 2026-03-02",
    "Total | | | € 60.70 | ",
];

#[test]
fn columns_are_told_by_their_cells_and_totals_are_left_out() {
    let table = table("orders.csv", &ORDERS);
    let kinds: Vec<ColumnKind> = table.columns.iter().map(|column| column.kind).collect();
    assert_eq!(
        kinds,
        [
            ColumnKind::Number,
            ColumnKind::Text,
            ColumnKind::Text,
            ColumnKind::Number,
            ColumnKind::Period
        ]
    );
    assert!(table.columns[0].is_key && !table.columns[3].is_key);
    assert_eq!((table.len(), table.totals, table.is_plain), (7, 1, true));
    assert_eq!(table.columns_with("OSLO").collect::<Vec<_>>(), [1]);
}

#[test]
fn tables_whose_columns_are_years_or_that_have_rows_of_names_are_not_plain() {
    for lines in [
        &["Item | 2024 | 2025", "Sales | 5 | 6"][..],
        &["Item | Q1 | Q2", "Sales | 5 | 6"],
        &[" | Adults | Children", "Book | 5 | 6"],
        &["Item | Fee | Fee", "Book | 5 | 6"],
        &["Item | Fee | Days", "Late | | ", "Book | 5 | 6"],
        &["Item | Fee | Days", " | 2024 | 2025", "Book | 5 | 6"],
    ] {
        assert!(!table("a.docx", lines).is_plain, "{lines:?}");
    }
}

#[test]
fn tables_with_one_head_are_one_and_their_headings_a_column() {
    let sales = ["Quarter | Revenue", "Q1 2025 | 1.234,50", "Q2 2025 | 1.000"];
    let table = &tables(&passages("a.xlsx", &[("West", &sales), ("North", &sales[..2])]))[0];
    assert_eq!((table.len(), table.columns.len()), (3, 3));
    assert_eq!((table.cell(0, 2), table.cell(2, 2)), ("West", "North"));
}

#[test]
fn marks_are_taken_for_thousands_only_where_the_language_has_it_so() {
    let text = "The quick brown fox jumps over the lazy dog and then it goes home to eat.";
    let kind = |amounts: [&str; 2]| {
        let rows = amounts.map(|amount| format!("{text} | {amount}"));
        table("a.csv", &["What happened here | Amount", &rows[0], &rows[1]]).columns[1].kind
    };
    assert_eq!(kind(["1,234", "2,500"]), ColumnKind::Number);
    assert_eq!(kind(["1.234", "2.500"]), ColumnKind::Text);
    assert_eq!(kind(["1.234", "2.50"]), ColumnKind::Number);
}

#[test]
fn rows_lead_to_the_passages_that_show_them() {
    let rows: Vec<String> = (0..300).map(|at| format!("Item {at} | {at} | A or B")).collect();
    let mut lines = vec!["Name | Count | Note"];
    lines.extend(rows.iter().map(String::as_str));
    let passages = passages("a.csv", &[("", &lines)]);
    let table = &tables(&passages)[0];
    assert!(passages.len() > 5 && table.len() == 300 && !table.is_cut);
    for row in [0, 150, 299] {
        let passage = &passages[usize::try_from(table.ordinal(row)).unwrap()];
        assert!(passage.text.contains(&format!("| {} |", table.cell(row, 0))), "{row}");
    }
}

#[test]
fn a_row_too_long_for_its_passage_is_whole_again() {
    let (sentence, address) = ("abcdefghi ".repeat(120), "x".repeat(1_700));
    let long = [sentence.trim(), &address, "a \\ b"].map(str::to_owned);
    for place in 0..3 {
        let row = |at: usize| {
            let mut cells = ["Item", "kind", "5"].map(str::to_owned);
            if at.is_multiple_of(2) {
                cells[place].clone_from(&long[at / 2 % long.len()]);
            }
            cells.join(" | ")
        };
        let rows: Vec<String> = (0..8).map(row).collect();
        let mut lines = vec!["Name | Text | Count"];
        lines.extend(rows.iter().map(String::as_str));
        let table = table("a.csv", &lines);
        assert_eq!((table.len(), table.has_gaps()), (8, false), "{place}");
        for (at, row) in rows.iter().enumerate() {
            let cells: Vec<&str> = (0..3).map(|column| table.cell(at, column)).collect();
            assert_eq!(cells.join(" | "), *row);
        }
    }
}

#[test]
fn a_row_whose_end_is_missing_is_told_by_its_passage_and_takes_no_other_with_it() {
    let head = "| Name | Count |\n| --- | --- |";
    let texts = [
        "| Tea | 1 |".to_owned(),
        "| Rice | 2 |\n| Salt and".to_owned(),
        "| Oil | 4 |\n| Lost |".to_owned(),
        "| Ale | 5 |\nof a row | 6 |".to_owned(),
    ];
    let passage = |(ordinal, rows): (u32, &String)| {
        let mut passage = crate::Passage { path: "a.csv".into(), ordinal, ..Default::default() };
        passage.set_text(format!("{head}\n{rows}"));
        passage
    };
    let passages: Vec<crate::Passage> = (0..).zip(&texts).map(passage).collect();
    let table = &tables(&passages)[0];
    let names: Vec<&str> = (0..table.len()).map(|row| table.cell(row, 0)).collect();
    assert_eq!(names, ["Tea", "Rice", "Oil", "Ale"]);
    assert_eq!((table.unread.as_slice(), table.is_cut), (&[1, 2, 3][..], false));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]

    #[test]
    fn every_row_is_in_the_table_however_it_is_cut(
        rows in proptest::collection::vec(("[a-z]{1,9}( [a-z]{1,9}){0,300}", 0..99_999_u32), 1..12)
    ) {
        let lines: Vec<String> = rows.iter().map(|(text, count)| format!("{text} | {count}")).collect();
        let mut all = vec!["Remark | Amount of it"];
        all.extend(lines.iter().map(String::as_str));
        let table = table("a.csv", &all);
        proptest::prop_assert!(!table.has_gaps());
        let totals = table.totals;
        proptest::prop_assert_eq!(table.len() + totals, rows.len());
        for row in 0..table.len() {
            let line = format!("{} | {}", table.cell(row, 0), table.cell(row, 1));
            proptest::prop_assert!(lines.contains(&line), "{}", line);
        }
    }
}

#[test]
fn numbers_that_end_in_different_letters_are_names() {
    let kind = |rows: &[&str]| {
        let lines: Vec<String> = rows.iter().map(|row| format!("Ada | {row}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        table("a.csv", &[&["Pupil | Class"], lines.as_slice()].concat()).columns[1].kind
    };
    assert_eq!(kind(&["7A", "7B", "8A"]), ColumnKind::Text);
    assert_eq!(kind(&["7m", "9m"]), ColumnKind::Number);
}
