//! Questions for shares, for what things cost and for the most of what fits, and those that leave them open.

use footnote_documents::table::Table;
use footnote_documents::table::calculation::Aggregate;

use super::map_tests::{figures, read, shown, table};

const LOANS: &[&str] = &[
    "Loan | Lent on | Genre | Branch | Status | Fine",
    "L1 | 2024-03-01 | Novel | Riverside | overdue | 2.00",
    "L2 | 2024-03-09 | Comic | Riverside | returned | 0.00",
    "L3 | 2024-03-20 | Novel | Hill Park | overdue | 0.50",
    "L4 | 2024-05-02 | Comic | Riverside | overdue | 1.20",
    "L5 | 2024-06-11 | Novel | Hill Park | returned | 0.00",
    "L6 | 2024-06-12 | Novel | Hill Park | returned | 0.00",
    "L7 | 2024-06-13 | Novel | Hill Park | returned | 0.00",
    "L8 | 2024-06-14 | Comic | Old Town | overdue | 0.10",
];

const ROOMS: &[&str] = &[
    "Room | Seats | Fee | Hours per week",
    "Studio | 8 | 12.00 | 10",
    "Hall | 120 | 95.00 | 30",
    "Attic | 20 | 25.00 | 20",
];

fn loans() -> Table {
    table("loans-2024.csv", "loans 2024", LOANS)
}

fn rooms() -> Table {
    table("room-hire.csv", "room hire", ROOMS)
}

#[test]
fn a_share_is_that_of_the_rows_that_fit_in_those_that_are_asked_of() {
    for (question, of, share) in [
        ("What share of loans was overdue?", (4, 8), "50 %"),
        ("What percentage of the loans in March 2024 were overdue?", (2, 3), "66.67 %"),
        ("What percentage of the loans were overdue in March 2024?", (2, 3), "66.67 %"),
        ("What share of overdue loans were novels?", (2, 4), "50 %"),
        ("What proportion of loans was in March 2024?", (3, 8), "37.5 %"),
    ] {
        let figures = figures(question, &loans());
        assert_eq!((figures.fitting, figures.base), of, "{question}");
        assert_eq!(shown(question, &loans()), share, "{question}");
    }
    for question in [
        // Overdue among those at Riverside, or overdue at Riverside among all?
        "What share of loans at Riverside were overdue?",
        "What share of the fine was overdue?",
        "What share of overdue loans?",
        "What share of branches was overdue?",
        "What share of loans was damaged?",
    ] {
        assert_eq!(read(question, &loans()), None, "{question}");
    }
}

#[test]
fn the_most_of_what_fits_is_a_number_of_rows() {
    let most = |question: &str| figures(question, &loans()).groups.remove(0).0;
    assert_eq!(most("Which branch had the most loans?"), "Hill Park");
    assert_eq!(most("Which branch had the most overdue loans?"), "Riverside");
    assert_eq!(most("Which branch took the most money?"), "Riverside");
    assert_eq!(read("Which branch had the most damaged loans?", &loans()), None);
    let no_money = table("clubs.csv", "clubs", &["Club | Day", "Chess | Mon", "Choir | Mon"]);
    assert_eq!(read("Which day took the most money?", &no_money), None);
}

#[test]
fn what_each_row_has_for_itself_may_be_the_highest_for_a_group() {
    assert_eq!(figures("Which branch has the highest fine?", &loans()).rows, [0]);
}

#[test]
fn what_things_cost_is_a_column_of_prices_and_no_other_amount() {
    assert_eq!(figures("Which rooms cost more than 20 pounds?", &rooms()).rows, [1, 2]);
    assert_eq!(figures("Which rooms cost less than 20?", &rooms()).rows, [0]);
    assert_eq!(figures("Which room costs the most?", &rooms()).rows, [1]);
    assert_eq!(figures("Which room is the cheapest?", &rooms()).rows, [0]);
    for question in ["Which loan is the most expensive?", "Which loans cost more than 1 pound?"] {
        assert_eq!(read(question, &loans()), None, "{question}");
    }
    let orders = ["Order | Quantity | Unit price | Total", "O1 | 3 | 2 | 6", "O2 | 1 | 5 | 5"];
    let orders = table("orders.csv", "orders", &orders);
    for question in ["Which order is the most expensive?", "Which orders cost more than 4?"] {
        assert_eq!(read(question, &orders), None, "{question}");
    }
    let people = ["Team | Staff", "North | 4", "South | 9"];
    let people = table("teams.csv", "teams", &people);
    assert_eq!(read("Which teams cost more than 5 euros?", &people), None);
}

#[test]
fn a_total_beside_a_column_of_totals_is_that_of_the_column_it_stands_before() {
    let orders = [
        "Order | Supplier | Quantity | Total | Total weight",
        "O1 | Orbit | 3 | 6 | 2",
        "O2 | Orbit | 4 | 8 | 1",
        "O3 | Penn | 9 | 9 | 7",
    ];
    let orders = table("orders.csv", "orders", &orders);
    assert_eq!(shown("What is the total quantity from Orbit?", &orders), "7");
    assert_eq!(read("What is the total of Orbit?", &orders), None);
    assert_eq!(read("What is the quantity of Orbit in total?", &orders), None);
    let weights = ["Box | Weight | Total weight paid", "B1 | 3 | 6", "B2 | 3 | 6"];
    let weights = table("boxes.csv", "boxes", &weights);
    assert_eq!(read("What is the total weight?", &weights), None);
}

#[test]
fn words_of_a_columns_name_take_no_rows_together() {
    let total = |question: &str| {
        let read = read(question, &rooms()).unwrap();
        assert_eq!((read.aggregate, read.group), (Aggregate::Sum, None), "{question}");
        shown(question, &rooms())
    };
    assert_eq!(total("How many hours per week do the rooms work in total?"), "60");
    assert_eq!(total("How many hours a week do all rooms work together?"), "60");
    assert_eq!(read("How many hours a day do all rooms work together?", &rooms()), None);
}

#[test]
fn a_value_that_is_included_is_one_more() {
    let staff = ["Name | Post | Hours", "Ann | Nurse | 30", "Bo | Head nurse | 40", "Cy | Vet | 9"];
    let staff = table("staff.csv", "Staff", &staff);
    let question = "How many hours do all nurses have together, head nurse included?";
    assert_eq!(shown(question, &staff), "70");
    assert_eq!(read("How many nurses are there, driver included?", &staff), None);
    assert_eq!(read("How many staff are included?", &staff), None);
}

#[test]
fn the_whole_name_of_a_file_is_the_table_and_none_of_its_columns() {
    let prices = ["Treatment | Price", "Shampoo | 5", "Haircut | 9"];
    let prices = table("price-list.csv", "price list", &prices);
    assert_eq!(shown("How many treatments are in the price list?", &prices), "2");
    assert_eq!(figures("Which piece of treatment is the cheapest?", &prices).rows, [0]);
}
