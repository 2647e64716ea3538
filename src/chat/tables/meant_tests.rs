//! Questions that mean a column without naming it, or for which none is certain.

use footnote_documents::table::Table;
use footnote_documents::table::calculation::Aggregate;

use super::map::map;
use super::map_tests::{figures, orders, read, shown, table};
use super::words::QuestionWords;

const TRIPS: &[&str] = &[
    "Trip | Driver | Car | Quantity | Fuel price | Total | Distance_km",
    "T1 | Ana | Golf | 3 | 1.60 | 30.50 | 120",
    "T2 | Ben | Zoe | 5 | 1.80 | 10.00 | 80",
    "T3 | Ana | Zoe | 4 | 1.70 | 20.25 | 210",
    "T4 | Cleo | Golf | 8 | 1.65 | 60.00 | 300",
];

const BUDGET: &[&str] = &[
    "Department | Planned 2026 in EUR | Spent 2025 in EUR | Staff",
    "Sales | 100 | 120 | 9",
    "Stores | 300 | 280 | 4",
    "Garage | 50 | 60 | 2",
];

const PUPILS: &[&str] = &[
    "Pupil | Class | Points spring | Points autumn | Average grade",
    "Ada | 7A | 60 | 43 | 3.8",
    "Bo | 7B | 64 | 75 | 3.1",
    "Cy | 7B | 84 | 92 | 1.5",
];

fn trips() -> Table {
    table("trips.csv", "trips", TRIPS)
}

fn groups(question: &str, table: &Table) -> Vec<String> {
    figures(question, table).groups.into_iter().map(|(name, ..)| name).collect()
}

#[test]
fn whole_rows_come_to_the_only_column_that_can_be_added_up_or_to_that_of_totals() {
    assert_eq!(shown("What do all trips of Ana add up to?", &trips()), "50.75");
    assert_eq!(shown("How much do the trips with the Golf come to?", &trips()), "90.50");
    let seats = table("clubs.csv", "clubs", &["Club | Places", "Chess | 20", "Choir | 45"]);
    assert_eq!(shown("What do the clubs come to?", &seats), "65");
    // Neither prices nor numbers that name are added up, and of two amounts none is certain.
    for lines in [
        ["Club | Unit price", "Chess | 20", "Choir | 45"],
        ["Club | Member number", "Chess | 20", "Choir | 45"],
        ["Club | Rabatt in % | Stückpreis", "Chess | 20 | 1", "Choir | 45 | 2"].map(|line| line),
    ] {
        let clubs = table("clubs.csv", "clubs", &lines);
        assert_eq!(read("What do the clubs come to?", &clubs), None, "{lines:?}");
    }
    let two = ["Club | Places | Members", "Chess | 20 | 3", "Choir | 45 | 9"];
    assert_eq!(read("What do the clubs come to?", &table("clubs.csv", "clubs", &two)), None);
}

#[test]
fn what_a_table_is_named_after_is_no_sum_of_another_column() {
    let staff = ["Site | Headcount", "North | 5", "South | 9"];
    let staff = table("revenue-2025.xlsx", "Staff", &staff);
    assert_eq!(read("What was our total revenue in 2025?", &staff), None);
    assert_eq!(read("How much revenue did we have in all in 2025?", &staff), None);
}

#[test]
fn money_is_a_column_of_money() {
    let refunds = [
        "Complaint | Product | Refunded | Refund_eur | Days",
        "C1 | Gauge | yes | 20 | 3",
        "C2 | Drum | no | 0 | 8",
        "C3 | Gauge | yes | 31 | 2",
    ];
    let refunds = table("complaints.csv", "complaints", &refunds);
    assert_eq!(shown("How much money was refunded for complaints in all?", &refunds), "51");
    assert_eq!(read("How much money was refunded?", &refunds), None);
    let days = ["Complaint | Days", "C1 | 3", "C2 | 8"];
    let days = table("complaints.csv", "complaints", &days);
    assert_eq!(read("How much money did complaints take in all?", &days), None);
}

#[test]
fn pieces_and_units_are_columns_that_count_or_measure_in_them() {
    assert_eq!(shown("How many pieces does a trip of Ana have on average?", &trips()), "3.5");
    assert_eq!(shown("How many kilometres did Ana drive in all?", &trips()), "330");
    assert_eq!(shown("How many trips were longer than 100 km?", &trips()), "3");
    assert_eq!(read("How many pounds did Ana get in all?", &trips()), None);
}

#[test]
fn the_number_of_all_rows_fits_all_of_them_and_no_other_does() {
    let clubs = ["Club | Places", "Chess | 20", "Choir | 45", "Hiking | 25"];
    let clubs = table("school.md", "Clubs", &clubs);
    assert_eq!(shown("How many places do all three clubs have together?", &clubs), "90");
    assert_eq!(read("How many places do all five clubs have together?", &clubs), None);
}

#[test]
fn two_columns_are_compared() {
    let budget = table("budget-2026.xlsx", "Budget", BUDGET);
    for (question, rows) in [
        ("Which departments spent more in 2025 than they are given for 2026?", [0, 2].as_slice()),
        ("Which departments spent more than planned?", &[0, 2]),
        ("Which departments spent less than planned?", &[1]),
        ("Welche Department haben 2025 mehr als 2026?", &[0, 2]),
    ] {
        assert_eq!(figures(question, &budget).rows, rows, "{question}");
    }
    let pupils = table("pupils.md", "Pupils", PUPILS);
    let question = "Which pupils had more points in autumn than in spring?";
    assert_eq!(figures(question, &pupils).rows, [1, 2]);
    let question = "How many points do pupils of class 7B have in autumn in all?";
    assert_eq!(shown(question, &pupils), "167");
    assert_eq!(read("How many points do pupils of class 7B have in all?", &pupils), None);
    // People are not compared with euros, and not every "more" compares columns.
    assert_eq!(read("Which departments spent more in 2025 than they have staff?", &budget), None);
    assert_eq!(read("Which departments spent more in 2025?", &budget), None);
}

#[test]
fn what_has_the_most_is_a_row_a_sum_or_a_number_of_rows() {
    let budget = table("budget-2026.xlsx", "Budget", BUDGET);
    assert_eq!(figures("Which department has the most staff?", &budget).rows, [0]);
    assert_eq!(groups("Which driver had the most kilometres?", &trips()), ["Ana"]);
    assert_eq!(groups("Which car made the most trips?", &trips()), ["Golf", "Zoe"]);
    for question in [
        "Which driver had the most fuel price?",
        "Which driver drove the most kilometres?",
        "Which driver is the most careful?",
        "Which trips are most of all?",
    ] {
        assert_eq!(read(question, &trips()), None, "{question}");
    }
}

#[test]
fn the_highest_price_is_one_row_and_the_highest_amount_of_several_is_open() {
    assert_eq!(figures("Which car had the highest fuel price?", &trips()).rows, [1]);
    assert_eq!(read("Which car had the highest distance?", &trips()), None);
}

#[test]
fn groups_are_added_up_unasked_only_where_that_says_something() {
    let sums = read("Distance of each car", &trips()).unwrap();
    assert_eq!((sums.aggregate, sums.group), (Aggregate::Sum, Some(2)));
    assert_eq!(groups("How many trips did each driver make?", &trips()), ["Ana", "Ben", "Cleo"]);
    assert_eq!(shown("How many different drivers are there?", &trips()), "3");
    assert_eq!(read("How many drivers are there?", &trips()), None);
    assert_eq!(read("How many trips did each boss make?", &trips()), None);
    assert_eq!(read("Fuel price of each car", &trips()), None);
    // One row for each is shown as it is.
    assert_eq!(figures("Fuel price of each trip", &trips()).rows.len(), 4);
    assert_eq!(figures("Staff of each department", &table("b.csv", "Budget", BUDGET)).figure, None);
}

#[test]
fn nothing_is_counted_by_a_name_of_the_document_and_a_value() {
    let clubs = ["Club | Meets", "Chess | Monday", "Choir | Friday"];
    let mut clubs = table("pupils.md", "Pupils", &clubs);
    clubs.headings = vec!["Clubs".to_owned()];
    assert_eq!(read("How many pupils like chess?", &clubs), None);
    assert_eq!(shown("How many clubs meet on Monday?", &clubs), "1");
    let fees = ["Club | Fee", "Chess | 5", "Choir | 10"];
    let mut fees = table("pupils.md", "Pupils", &fees);
    fees.headings = vec!["Clubs".to_owned()];
    assert_eq!(read("What do all the pupils add up to?", &fees), None);
}

#[test]
fn a_computation_that_is_not_certain_is_known_as_one() {
    let mapped = |question: &str, table: &Table| map(&QuestionWords::of(question).unwrap(), table);
    let pupils = table("pupils.md", "Pupils", PUPILS);
    let grade = mapped("What is the average grade of class 7B?", &pupils);
    assert_eq!((grade.calculation, grade.unknown, grade.computes), (None, Vec::new(), true));
    assert_eq!(grade.conditions.len(), 1);
    let damaged = mapped("Which orders from Oslo were damaged?", &orders());
    assert_eq!((damaged.unknown, damaged.lists), (vec!["damaged".to_owned()], true));
    assert!(!mapped("Which orders are there?", &orders()).computes);
}
