//! Tables out of passages, and what is computed over them.

use super::calculation::{
    Aggregate, Calculation, CalculationError, Condition, Figure, Figures, Test,
};
use super::number::{DecimalStyle, Number};
use super::period::Period;
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

fn is(column: usize, text: &str) -> Condition {
    Condition { column, test: Test::OneOf(vec![text.to_owned()]), is_negated: false }
}

fn over(aggregate: Aggregate, column: Option<usize>, conditions: Vec<Condition>) -> Calculation {
    Calculation { aggregate, column, conditions, group: None, limit: None }
}

fn shown(figures: &Figures) -> String {
    match figures.figure.as_ref().unwrap() {
        Figure::Number(value, unit, _) => format!("{value} {unit}").trim().to_owned(),
        Figure::Period(period) => period.to_string(),
    }
}

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
fn sums_are_exact_and_tell_what_they_leave_out() {
    let table = table("orders.csv", &ORDERS);
    let figures = over(Aggregate::Sum, Some(3), Vec::new()).over(&table).unwrap();
    assert_eq!(shown(&figures), "60.70 eur");
    assert_eq!((figures.fitting, figures.empty, figures.unreadable), (7, 2, 1));
    let mean = over(Aggregate::Mean, Some(3), Vec::new()).over(&table).unwrap();
    assert_eq!(shown(&mean), "15.175 eur");
}

#[test]
fn rows_are_counted_by_their_conditions_and_those_without_a_value_are_told() {
    let table = table("orders.csv", &ORDERS);
    let count = |conditions| over(Aggregate::Count, None, conditions).over(&table).unwrap();
    let returned = count(vec![is(1, "oslo"), is(2, "Returned")]);
    assert_eq!((returned.rows, returned.undecided), (vec![0, 3], 0));
    let others = count(vec![Condition { is_negated: true, ..is(2, "returned") }]);
    assert_eq!((others.rows, others.undecided), (vec![1, 4, 5], 1));
    let within = Test::Within(vec![Period::year(2026).unwrap()]);
    let of_2026 = count(vec![Condition { column: 4, test: within, is_negated: false }]);
    assert_eq!((of_2026.fitting, of_2026.undecided), (4, 1));
    let ten = Number::of("10.10", DecimalStyle::Point).unwrap().value;
    let above = |test| count(vec![Condition { column: 3, test, is_negated: false }]).fitting;
    assert_eq!((above(Test::Above(ten)), above(Test::From(ten))), (2, 3));
    assert_eq!((above(Test::Below(ten)), above(Test::UpTo(ten))), (1, 2));
}

#[test]
fn groups_and_the_greatest_are_in_order() {
    let table = table("orders.csv", &ORDERS);
    let by_city = Calculation { group: Some(1), ..over(Aggregate::Count, None, Vec::new()) };
    let groups = by_city.over(&table).unwrap().groups;
    let names: Vec<_> = groups.iter().map(|(name, _, rows)| (name.as_str(), *rows)).collect();
    assert_eq!(names, [("Oslo", 3), ("Bergen", 2), ("Moss", 2)]);
    let top = Calculation { limit: Some(2), ..over(Aggregate::Greatest, Some(3), Vec::new()) };
    assert_eq!(top.over(&table).unwrap().rows, [2, 1]);
    let latest = over(Aggregate::Greatest, Some(4), Vec::new()).over(&table).unwrap();
    assert_eq!((shown(&latest), latest.rows), ("2026-03-02".into(), vec![6]));
}

#[test]
fn amounts_of_several_units_and_shares_are_not_added_up() {
    let mixed = table("a.csv", &["Item | Price", "Tea | 3 EUR", "Rice | 4 USD"]);
    let sum = |table: &Table| over(Aggregate::Sum, Some(1), Vec::new()).over(table);
    assert_eq!(sum(&mixed), Err(CalculationError::Units(vec!["eur".into(), "usd".into()])));
    let shares = table("a.csv", &["Item | Share", "Tea | 30 %", "Rice | 40 %"]);
    assert_eq!(sum(&shares), Err(CalculationError::Shares));
}

#[test]
fn a_year_is_not_compared_with_a_quarter() {
    let table = table("a.csv", &["Year | Sales", "2025 | 5", "2026 | 6"]);
    let test = Test::Within(vec![Period::quarter(2025, 3).unwrap()]);
    let of_quarter = vec![Condition { column: 0, test, is_negated: false }];
    assert_eq!(
        over(Aggregate::Sum, Some(1), of_quarter).over(&table),
        Err(CalculationError::Imprecise)
    );
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
    let west = over(Aggregate::Sum, Some(1), vec![is(2, "west")]).over(table).unwrap();
    assert_eq!(shown(&west), "2,234.50");
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
fn a_table_with_a_row_too_long_for_its_passage_is_cut() {
    let long = format!("Item | {} | 5", "abcdefghi ".repeat(120));
    let table = table("a.csv", &["Name | Text | Count", &long, "Other | short | 6"]);
    assert!(table.is_cut);
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

#[test]
fn groups_that_are_level_with_the_last_one_come_with_it() {
    let table = table("orders.csv", &ORDERS);
    let by_city = |limit| {
        let count = over(Aggregate::Count, None, Vec::new());
        let grouped = Calculation { group: Some(1), limit: Some(limit), ..count };
        grouped.over(&table).unwrap().groups.len()
    };
    assert_eq!((by_city(1), by_city(2)), (1, 3));
}

#[test]
fn columns_are_compared_by_rows_that_have_both_numbers_in_one_unit() {
    let lines =
        ["Item | Plan | Paid", "Tea | 3 | 4", "Rice | 5 | 2", "Salt | 6 | ", "Oil | 1 EUR | 2"];
    let table = table("a.csv", &lines);
    let rows = |test| {
        let conditions = vec![Condition { column: 1, test, is_negated: false }];
        let figures = over(Aggregate::List, None, conditions).over(&table).unwrap();
        (figures.rows, figures.undecided)
    };
    assert_eq!(rows(Test::BelowOf(2)), (vec![0], 2));
    assert_eq!(rows(Test::AboveOf(2)), (vec![1], 2));
}
