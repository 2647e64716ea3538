//! Questions as calculations over small tables, and those that are none.

use footnote_documents::table::calculation::{Aggregate, Calculation, Figure, Figures};
use footnote_documents::table::samples::passages;
use footnote_documents::table::{Table, tables};

use super::map::map;
use super::words::QuestionWords;

const ORDERS: &[&str] = &[
    "Order | City | Status | Product | Amount | Placed",
    "1001 | Oslo | returned | Trail pack | € 10.10 | 2025-03-01",
    "1002 | Oslo | shipped | Trail pack | € 20.20 | 2025-07-15",
    "1003 | Bergen | returned | Tent | € 130.30 | 2026-01-02",
    "1004 | Oslo | returned | Tent | € 150.00 | 2026-02-01",
    "1005 | Bergen | shipped | Rope | € 5.00 | 2026-03-01",
];

const SUPPLIERS: &[&str] = &[
    "Supplier | Contract ends | Notice",
    "Fjordtransport | 2026-12-31 | 3 months",
    "Nordpack | 31.08.2026 | 1 month",
    "Vestcargo | 2027-06-30 | 3 months",
];

const REVENUE: &[&str] = &[
    "Quarter | Revenue",
    "Q1 2025 | 1,200.50",
    "Q2 2025 | 1,300.00",
    "Q1 2026 | 9,000.00",
    "Total | 11,500.50",
];

const PRICES: &[&str] = &[
    "Item | Category | Price",
    "Tea | Drinks | 2.50",
    "Juice | Drinks | 3.10",
    "Rice | Food | 1.20",
    "Cake | Food | 4.00",
];

const LEAVE: &[&str] = &["Years | Days", "0 to 2 years | 25", "2 to 5 years | 28", "5 years | 30"];

pub(super) fn table(path: &str, title: &str, lines: &[&str]) -> Table {
    let mut passages = passages(path, &[("", lines)]);
    for passage in &mut passages {
        title.clone_into(&mut passage.title);
    }
    tables(&passages).remove(0)
}

pub(super) fn orders() -> Table {
    table("orders.csv", "orders", ORDERS)
}

pub(super) fn read(question: &str, table: &Table) -> Option<Calculation> {
    map(&QuestionWords::of(question)?, table).calculation
}

pub(super) fn figures(question: &str, table: &Table) -> Figures {
    let calculation = read(question, table);
    let calculation = calculation.unwrap_or_else(|| {
        panic!("{question}: {:?}", QuestionWords::of(question).map(|words| map(&words, table)))
    });
    calculation.over(table).unwrap()
}

pub(super) fn shown(question: &str, table: &Table) -> String {
    match figures(question, table).figure.unwrap() {
        Figure::Number(value, unit, _) => format!("{value} {unit}").trim().to_owned(),
        Figure::Period(period) => period.to_string(),
    }
}

#[test]
fn rows_are_counted_by_the_values_that_a_question_names() {
    for (question, count) in [
        ("How many orders were returned from Oslo?", "2"),
        ("How many orders were returned?", "3"),
        ("How many orders are there?", "5"),
        ("How many returned orders are there in Oslo or Bergen?", "3"),
        ("How many orders were not returned?", "2"),
        ("How many orders were placed in 2026?", "3"),
        ("How many orders were placed before 2026?", "2"),
        ("How many orders were placed after 1 January 2026?", "3"),
        ("How many orders were placed between March 2025 and January 2026?", "3"),
        ("How many orders were placed in 2025 and 2026?", "5"),
        ("How many orders over 100 EUR were returned?", "2"),
        ("How many orders have an amount of at least 20.20?", "3"),
        ("How many orders have an amount between 10 and 21 euros?", "2"),
        ("How many orders from all cities except Oslo are there?", "2"),
        ("Wie viele Bestellungen aus Oslo gibt es?", "3"),
    ] {
        let is_german = question.contains("Bestellungen");
        let german = || table("bestellungen.csv", "Bestellungen", ORDERS);
        let table = if is_german { german() } else { orders() };
        assert_eq!(shown(question, &table), count, "{question}");
    }
}

#[test]
fn amounts_are_added_up_and_averaged_without_the_row_of_totals() {
    let revenue = table("revenue.xlsx", "Revenue", REVENUE);
    assert_eq!(shown("What was the total revenue in 2025?", &revenue), "2,500.50");
    assert_eq!(shown("total revenue", &revenue), "11,500.50");
    assert_eq!(shown("What is the sum of revenue in Q1 2026?", &revenue), "9,000.00");
    let orders = orders();
    assert_eq!(shown("total amount of returned orders", &orders), "290.40 eur");
    assert_eq!(shown("What is the average amount in Bergen?", &orders), "67.65 eur");
    let german = table(
        "umsatz.csv",
        "Umsatz",
        &["Monat | Umsatz", "Jan 2025 | 1.000,50", "Mai 2025 | 2,25"],
    );
    assert_eq!(shown("Was ist die Summe der Umsätze?", &german), "1,002.75");
    assert_eq!(shown("Wie hoch ist der durchschnittliche Umsatz?", &german), "501.375");
}

#[test]
fn rows_that_fit_are_listed() {
    let suppliers = table("suppliers.xlsx", "Suppliers", SUPPLIERS);
    assert_eq!(figures("Which supplier contracts end in 2026?", &suppliers).rows, [0, 1]);
    assert_eq!(
        figures("List all suppliers with contracts that end after 2026.", &suppliers).rows,
        [2]
    );
    assert_eq!(figures("Welche Supplier Contracts enden 2027?", &suppliers).rows, [2]);
    assert_eq!(figures("Which orders were returned from Oslo?", &orders()).rows, [0, 3]);
}

#[test]
fn the_first_and_last_are_found_by_amounts_and_dates() {
    let prices = table("prices.csv", "Prices", PRICES);
    assert_eq!(figures("Which item is the cheapest?", &prices).rows, [2]);
    assert_eq!(figures("What is the most expensive item?", &prices).rows, [3]);
    assert_eq!(figures("What are the top 2 items by price?", &prices).rows, [3, 1]);
    assert_eq!(figures("three cheapest items", &prices).rows, [2, 0, 1]);
    assert_eq!(figures("What is the highest price for drinks?", &prices).rows, [1]);
    assert_eq!(figures("latest order", &orders()).rows, [4]);
    assert_eq!(figures("Was ist das teuerste Item?", &prices).rows, [3]);
}

#[test]
fn rows_are_taken_together_by_a_column() {
    let prices = table("prices.csv", "Prices", PRICES);
    let groups = figures("average price by category", &prices).groups;
    let names: Vec<&str> = groups.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["Drinks", "Food"]);
    let calculation = read("Durchschnittlicher Price pro Category", &prices).unwrap();
    assert_eq!((calculation.aggregate, calculation.group), (Aggregate::Mean, Some(1)));
    let groups = figures("How many orders per city?", &orders()).groups;
    assert_eq!(groups[0].0, "Oslo");
}

#[test]
fn a_question_with_a_word_that_fits_nothing_is_not_computed() {
    let orders = orders();
    for question in [
        "How many orders were damaged in Oslo?",
        "How many orders were returned from Paris?",
        "How many orders were returned or from Oslo?",
        "How many customers returned orders?",
        "How many more orders were returned in 2026 than in 2025?",
        "How many orders were placed last month?",
        "What was the total profit in 2025?",
        "What is the amount of order 1003?",
        "When was the latest return from Oslo shipped to Bergen by boat?",
        "How do I return an order?",
        "Which orders are there?",
        "What is the status of order 1001?",
        "How much is a Trail pack?",
        "How many orders over 100 were returned in March?",
    ] {
        assert_eq!(read(question, &orders), None, "{question}");
    }
}

#[test]
fn a_column_of_amounts_is_looked_up_and_not_counted() {
    let leave = table("leave-policy.md", "Leave policy", LEAVE);
    for question in [
        "How many days of leave do staff get?",
        "How many days of leave are there?",
        "How many days of leave after 2 years?",
        "Wie viele Days gibt es?",
    ] {
        assert_eq!(read(question, &leave), None, "{question}");
    }
    let totals =
        table("a.csv", "Costs", &["Year | Total | Rent", "2025 | 10 | 4", "2026 | 20 | 5"]);
    assert_eq!(read("What is the total in 2025?", &totals), None);
    assert_eq!(read("How much is the rent in 2025?", &totals), None);
}

#[test]
fn what_is_open_names_the_words_that_fit_nothing() {
    let words = QuestionWords::of("How many orders were damaged in Oslo?").unwrap();
    let mapped = map(&words, &orders());
    assert_eq!((mapped.unknown, mapped.computes), (vec!["damaged".to_owned()], true));
}

#[test]
fn dates_with_points_do_not_turn_the_marks_of_amounts() {
    let staff = [
        "Name | Salary | Started",
        "Ann | 50,000 EUR | 01.02.2019",
        "Bo | 42,500 EUR | 15.03.2021",
        "Cy | 61,000 EUR | 01.07.2020",
    ];
    let staff = table("staff.csv", "Staff", &staff);
    assert_eq!(shown("What is the total salary?", &staff), "153,500 eur");
    assert_eq!(shown("How many staff started in 2019, 2020 and 2021?", &staff), "3");
    assert_eq!(shown("How many staff have a salary over 45,000 EUR?", &staff), "2");
    for question in [
        "How many staff have a salary over 45,000 USD?",
        "What does mean salary mean?",
        "How many staff earn a salary in total?",
        "How many staff started in 2019 in March 2019?",
    ] {
        assert_eq!(read(question, &staff), None, "{question}");
    }
}

#[test]
fn values_that_are_wanted_and_not_wanted_are_told_apart() {
    for (question, count) in [
        ("How many orders are in Oslo and not in Bergen?", "3"),
        ("How many orders are not in Oslo or Bergen?", "0"),
        ("How many orders are not returned and from Oslo?", "1"),
    ] {
        assert_eq!(shown(question, &orders()), count, "{question}");
    }
}

#[test]
fn rows_are_not_counted_by_a_name_of_the_document_around_them() {
    let rooms = ["Room | Seats", "Hall | 120", "Loft | 40"];
    let mut passages = passages("hours.html", &[("Rooms for hire", &rooms)]);
    for passage in &mut passages {
        "Opening hours and branches".clone_into(&mut passage.title);
    }
    let rooms = tables(&passages).remove(0);
    assert_eq!(read("How many branches are there?", &rooms), None);
    assert_eq!(shown("How many rooms are there?", &rooms), "2");
    assert_eq!(shown("How many seats are there in total?", &rooms), "160");
}
