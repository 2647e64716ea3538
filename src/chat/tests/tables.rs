//! Computed answers, over small libraries.

use std::sync::Arc;

use footnote_answers::Rag;
use footnote_answers::samples::{over, request};
use footnote_documents::acl::{Acl, Reader};
use footnote_documents::attach::Attached;
use footnote_documents::table::samples::passages;
use footnote_documents::{FileState, Passage, Record};
use footnote_models::ModelSlot;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::{Answer, AnswerEvent};
use futures_util::StreamExt as _;

use crate::answer_with;
use crate::tests::events;

const ORDERS: &[&str] = &[
    "Order | City | Status | Amount | Placed",
    "1001 | Oslo | returned | € 10.10 | 2025-03-01",
    "1002 | Oslo | shipped | € 20.20 | 2025-07-15",
    "1003 | Bergen | returned | € 30.30 | 2026-01-02",
    "1004 | Oslo | returned | € 40.40 | 2026-02-01",
    "1005 | Bergen | shipped | € 5.00 | 2026-02-03",
    "1006 | Moss | shipped | | 2026-03-01",
    "1007 | Moss | returned | € 1.00 | 2026-03-02",
    "Total | | | € 107.00 | ",
];

/// Creates an engine over documents with one table each; only alice may read `secret.csv`.
fn rag(documents: &[(&str, &[&str])]) -> Rag {
    let (mut all, mut records): (Vec<Passage>, Vec<Record>) = (Vec::new(), Vec::new());
    for (path, lines) in documents {
        let closed = || Acl::of_folder("user: alice").unwrap();
        let acl = if *path == "secret.csv" { closed() } else { Acl::default() };
        let mut read = passages(path, &[("", lines)]);
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

async fn text(documents: &[(&str, &[&str])], question: &str) -> String {
    let answer: Answer = events(&rag(documents), request(&[question])).await.into_iter().collect();
    answer.text
}

#[tokio::test]
async fn the_figure_comes_first_then_how_it_came_about_and_the_rows() {
    let rag = rag(&[("orders.csv", ORDERS)]);
    let question = "How many orders were returned from Oslo?";
    let events = events(&rag, request(&[question])).await;
    assert!(!events.iter().any(|event| matches!(event, AnswerEvent::Audited(_))));
    let answer: Answer = events.into_iter().collect();
    assert_eq!(
        answer.text,
        "2 orders fit. [orders.csv]\n\n\
         Based on 2 of 7 rows of orders.csv: “Status” is “returned”, “City” is “Oslo”. Rows of \
         totals left out: 1. [orders.csv]\n\n\
         | Order | City | Status | Amount | Placed |\n| --- | --- | --- | --- | --- |\n\
         | 1001 | Oslo | returned | € 10.10 | 2025-03-01 |\n\
         | 1004 | Oslo | returned | € 40.40 | 2026-02-01 |\n\n[orders.csv]"
    );
    let thoughts = answer.context.thoughts;
    assert!(thoughts.iter().any(|thought| thought.title == "Computed over a table"));
    assert_eq!(answer.context.data_points.unwrap().citations, ["orders.csv"]);
}

#[tokio::test]
async fn each_operation_is_computed_over_the_rows_that_fit() {
    let orders = [("orders.csv", ORDERS)];
    for (question, expected) in [
        ("What is the total amount from Oslo?", "The sum of “Amount” is 70.70 EUR."),
        ("What is the total of the orders?", "The sum of “Amount” is 107.00 EUR."),
        ("What is the average amount in 2025?", "The average of “Amount” is 15.15 EUR."),
        ("What was the lowest amount in Bergen?", "The lowest “Amount” is 5.00 EUR."),
        ("Which order had the highest amount?", "1004 has the highest “Amount”: 40.40 EUR."),
        ("Which orders were returned?", "4 rows fit."),
        ("How many orders have an amount above 20?", "3 orders fit."),
        ("How many orders have an amount between 5 and 20.20?", "3 orders fit."),
        ("How many orders were there after 2025?", "5 orders fit."),
        ("How many orders were there since February 2026?", "4 orders fit."),
        ("Wie viele Orders gab es bis 2025?", "2 orders fit."),
    ] {
        let answer = text(&orders, question).await;
        assert!(answer.starts_with(expected), "{question}: {answer}");
    }
    for question in ["Top 2 orders by amount", "What are the two highest amounts of the orders?"] {
        let top = text(&orders, question).await;
        assert!(
            top.starts_with("The highest “Amount” is 40.40 EUR. In order: 1004, 1003. "),
            "{top}"
        );
        assert!(top.contains("| 1003 |") && !top.contains("| 1002 |"), "{top}");
    }
    let named = [("fees-2025.csv", &["Branch | Fees", "East | 3", "West | 4"][..])];
    let sum = text(&named, "What were our total fees in 2025?").await;
    assert!(sum.starts_with("The sum of “Fees” is 7."), "{sum}");
    let staff = [("fees-2025.csv", &["Branch | Staff", "East | 3", "West | 4"][..])];
    let other = text(&staff, "What were our total fees in 2025?").await;
    assert!(!other.contains("The sum"), "{other}");
    let other = text(&named, "What were our total fees in 2024?").await;
    assert!(!other.contains("The sum"), "{other}");
}

#[tokio::test]
async fn one_word_that_has_no_meaning_in_the_table_leaves_it_to_quoting() {
    let orders = [("orders.csv", ORDERS)];
    for question in [
        "How many orders were damaged in Oslo?",
        "How many orders were not returned?",
        "How many orders were returned or shipped?",
        "How many orders were returned by city?",
        "How many orders were there in 2019?",
        "How many amount were returned?",
        "How many cities are there?",
        "What is the total city?",
        "What is the total amount by order?",
        "What is the total amount after Oslo?",
    ] {
        let answer = text(&orders, question).await;
        assert!(!answer.contains("rows of orders.csv"), "{question}: {answer}");
    }
}

#[tokio::test]
async fn amounts_of_several_units_and_shares_are_not_added_up() {
    for (lines, question) in [
        (&["Item | Price", "Tea | 3 EUR", "Rice | 4 USD"][..], "What is the total price?"),
        (&["Item | Share", "Tea | 30 %", "Rice | 40 %"], "What is the total share?"),
        (
            &["Item | Price", "Tea | 3", "Oil | 4", "Salt | 5", "Rice | 6", "Jam | open"],
            "Total price",
        ),
    ] {
        let answer = text(&[("items.csv", lines)], question).await;
        assert!(!answer.contains("The sum"), "{answer}");
    }
}

#[tokio::test]
async fn a_figure_is_a_source_for_a_model() {
    let mut rag = rag(&[("orders.csv", ORDERS)]);
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
    let answer = text(&[("stock.csv", &lines)], "Which items are red?").await;
    assert!(answer.starts_with("35 rows fit."), "{answer}");
    assert_eq!(answer.matches("| red |").count(), 20);
    assert!(answer.ends_with("… and 15 more."), "{answer}");
}

#[tokio::test]
async fn a_reader_without_access_gets_no_figure() {
    let secret = [("secret.csv", ORDERS)];
    let question = "How many order were returned from Oslo?";
    let answer = text(&secret, question).await;
    assert!(!answer.contains("rows") && !answer.contains("secret"), "{answer}");
    let mut rag = rag(&secret);
    let alice = Reader::new(Some("alice"), []);
    rag.library = Arc::new(rag.library.seen_by(alice.clone()));
    rag.reader = alice;
    let answer: Answer = events(&rag, request(&[question])).await.into_iter().collect();
    assert!(answer.text.contains("2 of 7 rows"), "{}", answer.text);
    // What was read for her must not reach others.
    let library = Arc::new(rag.library.seen_by(Reader::default()));
    let others = Rag { library, reader: Reader::default(), ..rag };
    let answer: Answer = events(&others, request(&[question])).await.into_iter().collect();
    assert!(!answer.text.contains("rows"), "{}", answer.text);
}

#[tokio::test]
async fn a_copy_of_a_table_is_not_counted_again_and_another_one_leaves_it_open() {
    let question = "How many orders were returned from Oslo?";
    let both = [("orders.csv", ORDERS), ("mail/orders.csv", ORDERS)];
    assert!(text(&both, question).await.starts_with("2 orders fit"));
    let answer = text(&[("orders.csv", ORDERS), ("old/orders.csv", &ORDERS[..6])], question).await;
    assert!(!answer.contains("orders fit"), "{answer}");
}

#[tokio::test]
async fn an_attached_table_is_computed_for_its_conversation_alone() {
    let rag = rag(&[("tea.md", &["Tea | Price", "Green | 3"])]);
    let question = "How many orders were returned from Oslo?";
    let passages = passages("attached/orders.csv", &[("", ORDERS)]);
    let attached = Attached { passages, ..Attached::default() };
    let with = answer_with(&rag, request(&[question]), attached).unwrap();
    let answer: Answer = with.collect::<Vec<_>>().await.into_iter().collect();
    assert!(answer.text.starts_with("2 orders fit. [attached/orders.csv]"), "{}", answer.text);
    let without: Answer = events(&rag, request(&[question])).await.into_iter().collect();
    assert!(!without.text.contains("orders.csv"), "{}", without.text);
}
