//! Computed answers, over small libraries.

use std::sync::Arc;

use footnote_documents::acl::{Acl, Reader};
use footnote_documents::attach::Attached;
use footnote_documents::table::samples::passages;
use footnote_documents::{FileState, Passage, Record};
use footnote_models::ModelSlot;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::audit::Verdict;
use footnote_protocol::confidence::Outcome;
use footnote_protocol::{Answer, AnswerEvent};
use futures_util::StreamExt as _;

use crate::tests::{events, over, request};
use crate::{Rag, answer_with};

const ORDERS: &[&str] = &[
    "Order | City | Status | Amount",
    "1001 | Oslo | returned | € 10.10",
    "1002 | Oslo | shipped | € 20.20",
    "1003 | Bergen | returned | € 30.30",
    "1004 | Oslo | returned | € 40.40",
    "1005 | Bergen | shipped | $ 5.00",
    "1006 | Moss | shipped | ",
    "1007 | Moss | returned | € 1.00",
    "1008 | Moss | shipped | € 2.00",
    "Total | | | € 104.00",
];

type Tables<'a> = [(&'a str, &'a [&'a str])];

/// An engine over documents with tables, each under a heading; `secret.csv` is for Alice alone.
fn rag(documents: &[(&str, &Tables<'_>)]) -> Rag {
    let (mut all, mut records): (Vec<Passage>, Vec<Record>) = (Vec::new(), Vec::new());
    for (path, tables) in documents {
        let closed = || Acl::of_folder("user: alice").unwrap();
        let acl = if *path == "secret.csv" { closed() } else { Acl::default() };
        let mut read = passages(path, tables);
        for passage in &mut read {
            passage.acl = acl.clone();
        }
        records.push(Record {
            path: (*path).to_owned(),
            state: FileState::Ready { passages: u32::try_from(read.len()).unwrap(), pages: 1 },
            acl,
            ..Record::default()
        });
        all.extend(read);
    }
    over(&all, records)
}

async fn text(documents: &[(&str, &Tables<'_>)], question: &str) -> String {
    let answer: Answer = events(&rag(documents), request(&[question])).await.into_iter().collect();
    answer.text
}

#[tokio::test]
async fn the_figure_comes_first_then_how_it_came_about_and_the_rows() {
    let rag = rag(&[("orders.csv", &[("", ORDERS)])]);
    let question = "How many orders were returned from Oslo?";
    let events = events(&rag, request(&[question])).await;
    assert!(!events.iter().any(|event| matches!(event, AnswerEvent::Audited(_))));
    let answer: Answer = events.into_iter().collect();
    assert_eq!(
        answer.text,
        "2 orders fit. [orders.csv]\n\n\
         2 of 8 rows of orders.csv: “Status” is “returned”, “City” is “oslo”. 1 row of totals is left \
         out. [orders.csv]\n\n\
         | Order | City | Status | Amount |\n| --- | --- | --- | --- |\n\
         | 1001 | Oslo | returned | € 10.10 |\n| 1004 | Oslo | returned | € 40.40 |\n\n[orders.csv]"
    );
    let thoughts = answer.context.thoughts;
    assert!(thoughts.iter().any(|thought| thought.title == "Computed over a table"));
    assert_eq!(answer.context.data_points.unwrap().citations, ["orders.csv"]);
}

#[tokio::test]
async fn a_time_that_a_table_does_not_cover_is_told_and_not_counted() {
    let loans: &[&str] = &[
        "Loan | Lent on | Fine",
        "L1 | 2025-02-01 | 2.00",
        "L2 | 2025-03-05 | 1.00",
        "L3 | 2025-10-28 | 0.50",
    ];
    let loans: &[(&str, &Tables<'_>)] = &[("loans.csv", &[("", loans)])];
    let covers = "loans.csv covers 2025-02-01 to 2025-10-28 by its column “Lent on”";
    for (question, asked) in [
        ("How many loans were there in 2024?", "2024"),
        ("How many loans were there in December 2025?", "2025-12"),
        ("How many loans were there before 2024?", "the time before 2024"),
        ("How many loans were there after 2025?", "the time after 2025"),
    ] {
        let answer: Answer = events(&rag(loans), request(&[question])).await.into_iter().collect();
        assert_eq!(answer.text, format!("{covers}: it says nothing of {asked}. [loans.csv]"));
        assert_eq!(answer.context.confidence.unwrap().outcome, Outcome::Refused, "{question}");
    }
    let between = text(loans, "How many loans were there in May 2025?").await;
    assert!(between.starts_with("0 loans fit."), "{between}");
    let partly = text(loans, "How many loans were there in 2024 and 2025?").await;
    assert!(partly.contains("“Lent on” goes over 2025-02-01 to 2025-10-28."), "{partly}");
    let above = text(loans, "How many loans had a fine of more than 50?").await;
    assert!(above.starts_with("0 loans fit.") && above.contains("goes from 0.50 to 2.00."));
}

#[tokio::test]
async fn what_others_say_of_a_time_stands_below_what_a_table_covers() {
    let loans: &[&str] = &["Loan | Lent on", "L1 | 2025-02-01", "L2 | 2025-03-05"];
    let notes: &[&str] = &["Part | Words", "Summary | In 2024 there were 4520 loans at the desk."];
    let documents: &[(&str, &Tables<'_>)] =
        &[("loans.csv", &[("", loans)]), ("report.md", &[("Report", notes)])];
    let question = "How many loans were there in 2024?";
    let answer: Answer = events(&rag(documents), request(&[question])).await.into_iter().collect();
    let covers = "loans.csv covers 2025-02-01 to 2025-03-05 by its column “Lent on”: it says nothing of 2024.\n\n";
    let quoted = answer.text.strip_prefix(covers).expect(&answer.text);
    assert!(quoted.contains("4520"), "{quoted}");
    let audit = answer.context.audit.unwrap();
    assert!(audit.statements.iter().all(|one| one.verdict == Verdict::Supported), "{audit:?}");
}

#[tokio::test]
async fn a_sum_over_a_small_table_that_is_not_certain_is_marked() {
    let rooms: &[&str] = &["Room | Fee", "Studio | 12.00", "Hall | 95.00"];
    let told = text(&[("rooms.csv", &[("", rooms)])], "total damage of the rooms fee").await;
    assert!(told.starts_with("The documents may not answer this"), "{told}");
    assert!(told.contains("“damage” names no column"), "{told}");
    let orders = text(&[("orders.csv", &[("", ORDERS)])], "How many orders are damaged?").await;
    assert!(orders.starts_with("The documents may not answer this"), "{orders}");
}

#[tokio::test]
async fn a_figure_is_a_source_for_a_model() {
    let mut rag = rag(&[("orders.csv", &[("", ORDERS)])]);
    let model = Scripted::new([Step::Say("It is 70.70 EUR [1].")]);
    rag.model = ModelSlot::of(Arc::new(model.clone()));
    let question = "What is the total amount in Oslo?";
    let answer: Answer = events(&rag, request(&[question])).await.into_iter().collect();
    assert_eq!(answer.text, "It is 70.70 EUR [orders.csv].");
    let asked = model.asked().remove(0).messages.pop().unwrap().content;
    assert!(asked.contains("The sum of “Amount” is 70.70 EUR."), "{asked}");
}

#[tokio::test]
async fn of_many_rows_the_first_are_shown_and_the_others_counted() {
    let rows: Vec<String> = (0..71).map(|at| format!("Item {at} | {}", at % 2)).collect();
    let mut lines = vec!["Item | Kind"];
    let kinds: Vec<String> = rows.iter().map(|row| row.replace("| 1", "| red")).collect();
    lines.extend(kinds.iter().map(String::as_str));
    let told = text(&[("stock.csv", &[("", &lines)])], "Which items are red?").await;
    assert!(told.starts_with("35 rows fit."), "{told}");
    assert_eq!(told.matches("| red |").count(), 20);
    assert!(told.ends_with("… and 15 more."), "{told}");
}

#[tokio::test]
async fn a_reader_without_access_gets_neither_figure_nor_hint() {
    let secret = [("secret.csv", &[("", ORDERS)][..])];
    for question in
        ["How many orders were returned from Oslo?", "How many orders were damaged in Oslo?"]
    {
        let told = text(&secret, question).await;
        assert!(!told.contains("rows") && !told.contains("secret"), "{told}");
        let mut rag = rag(&secret);
        let alice = Reader::new(Some("alice"), []);
        rag.library = Arc::new(rag.library.seen_by(alice.clone()));
        rag.reader = alice;
        let answer: Answer = events(&rag, request(&[question])).await.into_iter().collect();
        assert!(answer.text.contains("rows"), "{}", answer.text);
        // What was read for her stays hers.
        let others = Rag {
            library: Arc::new(rag.library.seen_by(Reader::default())),
            reader: Reader::default(),
            ..rag
        };
        let answer: Answer = events(&others, request(&[question])).await.into_iter().collect();
        assert!(!answer.text.contains("rows"), "{}", answer.text);
    }
}

#[tokio::test]
async fn a_copy_of_a_table_is_not_counted_again_and_another_one_leaves_it_open() {
    let question = "How many orders were returned from Oslo?";
    let both = [("orders.csv", &[("", ORDERS)][..]), ("mail/orders.csv", &[("", ORDERS)])];
    assert!(text(&both, question).await.starts_with("2 orders fit"));
    let other = [("orders.csv", &[("", ORDERS)][..]), ("old/orders.csv", &[("", &ORDERS[..6])])];
    let told = text(&other, question).await;
    assert!(!told.contains("orders fit"), "{told}");
}

#[tokio::test]
async fn amounts_of_several_units_are_quoted_with_the_reason() {
    let orders = [("orders.csv", &[("", ORDERS)][..])];
    let told = text(&orders, "What is the total amount?").await;
    assert!(
        told.contains("the amounts in orders.csv are not of one unit but of EUR, USD."),
        "{told}"
    );
    assert!(!told.contains("The sum"), "{told}");
}

#[tokio::test]
async fn a_word_that_fits_nothing_is_named_with_what_can_be_computed() {
    let orders = [("orders.csv", &[("", ORDERS)][..])];
    let told = text(&orders, "How many orders were damaged in Oslo?").await;
    assert!(!told.contains("orders fit"), "{told}");
    assert!(told.contains("“damaged” names no column and no value of orders.csv."), "{told}");
    assert!(told.contains("Its 8 rows, not all of them shown"), "{told}");
}

#[tokio::test]
async fn a_row_is_looked_up_and_not_computed() {
    let leave: &[&str] = &["Years | Days", "Less than 2 years | 25", "2 to 5 years | 28"];
    let told =
        text(&[("leave.md", &[("Leave", leave)])], "How many days of leave do staff get?").await;
    assert!(!told.contains("sum") && !told.contains("rows"), "{told}");
}

#[tokio::test]
async fn tables_with_one_head_are_added_up_together_and_named() {
    let west: &[&str] = &["Quarter | Revenue", "Q1 2025 | 100", "Q2 2025 | 200", "Q1 2026 | 7"];
    let north: &[&str] = &["Quarter | Revenue", "Q1 2025 | 1000", "Q2 2025 | 96"];
    let sales = [("sales.xlsx", &[("West", west), ("North", north)][..])];
    let told = text(&sales, "What was the total revenue in 2025?").await;
    assert!(told.starts_with("The sum of “Revenue” is 1,396."), "{told}");
    assert!(
        told.contains(
            "4 of 5 rows of sales.xlsx: “Quarter” is in 2025 (under the headings North, West)."
        ),
        "{told}"
    );
    assert!(told.contains("West:\n\n| Quarter | Revenue |"), "{told}");
    let of_west = text(&sales, "What was the total revenue of West in 2025?").await;
    assert!(of_west.starts_with("The sum of “Revenue” is 300."), "{of_west}");
}

#[tokio::test]
async fn nothing_is_added_up_in_a_column_whose_word_names_another_table() {
    const WON: &[&str] = &[
        "Region | Quarter | Revenue | Orders won",
        "Coast | Q1 | € 220 | 79",
        "Coast | Q2 | € 77 | 16",
        "North | Q1 | € 110 | 40",
    ];
    const SOLD: &[&str] = &[
        "Number | Region | Price | Total",
        "1 | Coast | € 10 | € 20",
        "2 | Coast | € 10 | € 10",
        "3 | North | € 10 | € 30",
    ];
    let alone: &[(&str, &Tables<'_>)] = &[("revenue.csv", &[("", WON)])];
    let both: &[(&str, &Tables<'_>)] = &[alone[0], ("orders.csv", &[("", SOLD)])];
    let question = "What is the sum of the orders of the Coast?";
    let told = text(alone, question).await;
    assert!(told.starts_with("The sum of “Orders won” is 95."), "{told}");
    let told = text(both, question).await;
    assert!(!told.contains("The sum of"), "{told}");
}

#[tokio::test]
async fn the_year_in_a_documents_name_is_that_of_all_its_rows() {
    let revenue: &[&str] = &[
        "Region | Quarter | Revenue in EUR",
        "North | Q1 | 100",
        "North | Q2 | 200",
        "South | Q1 | 30",
        "South | Q2 | 40",
    ];
    let documents: &[(&str, &Tables<'_>)] = &[("revenue-2025.csv", &[("", revenue)])];
    let all = text(documents, "What was our total revenue in 2025?").await;
    assert!(all.starts_with("The sum of “Revenue in EUR” is 370. [revenue-2025.csv]"), "{all}");
    let other = text(documents, "What was our total revenue in 2024?").await;
    assert!(!other.contains("370"), "{other}");
    let each = text(documents, "Revenue of each region in 2025?").await;
    assert!(each.contains("| North | 300 | 2 |") && each.contains("| South | 70 | 2 |"), "{each}");
}

#[tokio::test]
async fn an_attached_table_is_computed_for_its_conversation_alone() {
    let rag = rag(&[("tea.md", &[("", &["Tea | Price", "Green | 3"])])]);
    let question = "How many orders were returned from Oslo?";
    let passages = passages("attached/orders.csv", &[("", ORDERS)]);
    let attached = Attached { passages, ..Attached::default() };
    let with = answer_with(&rag, request(&[question]), attached).unwrap();
    let answer: Answer = with.collect::<Vec<_>>().await.into_iter().collect();
    assert!(answer.text.starts_with("2 orders fit. [attached/orders.csv]"), "{}", answer.text);
    assert!(answer.text.contains("| 1004 | Oslo | returned | € 40.40 |"), "{}", answer.text);
    let without: Answer = events(&rag, request(&[question])).await.into_iter().collect();
    assert!(!without.text.contains("orders.csv"), "{}", without.text);
}

const RATED: &[&str] = &[
    "Region | Quarter | Revenue | Rating",
    "Coast | Q1 | € 220 | 3",
    "Coast | Q2 | € 77 | 4",
    "North | Q1 | € 310 | 2",
    "North | Q2 | € 10 | 5",
    "South | Q1 | € 100 | 5",
    "South | Q2 | € 120 | 3",
    "West | Q1 | € 30 | 1",
    "West | Q2 | € 20 | 1",
];

#[tokio::test]
async fn the_first_of_several_is_one_sentence_with_what_was_added_up() {
    let revenue: &[(&str, &Tables<'_>)] = &[("revenue.csv", &[("", RATED)])];
    assert_eq!(
        text(revenue, "Which region brought in the most revenue?").await,
        "The greatest sum of “Revenue” by “Region” is that of North: 320 EUR. [revenue.csv]\n\n\
         8 of 8 rows of revenue.csv. All rows with the same “Region” are added up. [revenue.csv]"
    );
}

#[tokio::test]
async fn what_is_not_certain_shows_the_rows_that_fit_under_a_mark_and_not_the_whole_table() {
    let revenue: &[(&str, &Tables<'_>)] = &[("revenue.csv", &[("", RATED)])];
    let told = text(revenue, "Rating of each region").await;
    assert!(told.starts_with("The documents may not answer this"), "{told}");
    assert!(
        told.contains("8 of 8 rows of revenue.csv.") && told.contains("… and 5 more."),
        "{told}"
    );
    assert!(told.contains("can be counted, added up by Revenue, and chosen by"), "{told}");
    assert_eq!(told.matches("\n| ").count(), 5, "{told}");
    let refunded = text(revenue, "Which revenue of North was refunded?").await;
    assert!(refunded.contains("2 of 8 rows of revenue.csv: “Region” is “north”."), "{refunded}");
    assert!(refunded.contains("“refunded” names no column and no value"), "{refunded}");
    assert!(!refunded.contains("Coast"), "{refunded}");
}
