//! Answers of the form that fits: the section, the table, the sum or the time that is asked for.

use super::tests::chosen;
use crate::rag::chat::tests::{found, hit};
use crate::rag::retrieval::Hit;

fn text(question: &str, hits: Vec<Hit>) -> String {
    chosen(&found(question, hits), &[question])
        .deltas()
        .concat()
}

/// What leads the answer from one page for each of the texts.
fn first(question: &str, pages: &[&str]) -> String {
    let pages = pages.iter().zip(1..);
    let hits = pages.map(|(text, page)| hit("a.pdf", Some(page), text, 1.0));
    let text = text(question, hits.collect());
    text.split("[a.pdf")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

#[test]
fn the_table_of_all_cases_stands_before_the_rule_for_some() {
    let pages = [
        "Staff who look after a friend have 6 days of leave a year.",
        "| Service | Leave |\n|---|---|\n| 1 year | 25 days |\n| 9 years | 32 days |",
    ];
    let answer = first("How many days of leave do staff get?", &pages);
    assert!(answer.starts_with("| Service | Leave |"), "{answer}");
}

#[test]
fn a_point_in_time_answers_when_something_is_paid() {
    let pages = [
        "Guards have 6 days of paid leave.",
        "Salaries are paid on the 25th of each month.",
    ];
    let answer = first("When do I get paid?", &pages);
    assert_eq!(answer, "Salaries are paid on the 25th of each month.");
}

#[test]
fn the_section_that_is_named_like_the_question_comes_first() {
    let pages = [
        "# Guests\n\nGuests work with 2 weeks of notice.",
        "# Notice\n\nStaff give notice of 4 weeks.",
    ];
    let answer = first("What is my notice?", &pages);
    assert_eq!(answer, "Staff give notice of 4 weeks.");
}

#[test]
fn all_of_them_are_counted_by_what_has_them() {
    let pages = [
        "Two members of staff wait with the child.",
        "The firm employs 86 people.",
    ];
    let answer = first("How many staff are there?", &pages);
    assert_eq!(answer, "The firm employs 86 people.");
}

#[test]
fn a_weight_answers_how_heavy_something_may_be() {
    let pages = [
        "Heavy boxes cost 35 pounds.",
        "Nobody carries boxes of more than 12 kilograms.",
    ];
    let answer = first("How heavy may boxes be?", &pages);
    assert_eq!(answer, "Nobody carries boxes of more than 12 kilograms.");
}

#[test]
fn a_sentence_goes_on_from_the_one_that_opens_its_section() {
    let body = "Boats are slow.\n\n# Flood\n\nThe mill stands by the river. Sandbags are kept in the barn. \
                At 2.9 metres the branch closes.";
    let answer = text(
        "At what level of the river does the mill close?",
        vec![hit("a.md", None, body, 1.0)],
    );
    assert!(
        answer.contains("At 2.9 metres the branch closes."),
        "{answer}"
    );
}

#[test]
fn times_of_the_clock_answer_for_opening_hours() {
    let pages = [
        "| Room | Companies, an hour |\n|---|---|\n| Hall | 75 pounds |",
        "| Branch | Sunday |\n|---|---|\n| Mill | 10:00 to 18:30 |",
    ];
    let answer = first("What are the opening hours?", &pages);
    assert!(answer.starts_with("| Branch | Sunday |"), "{answer}");
}

#[test]
fn another_form_of_the_word_is_the_word() {
    let pages = ["A card is of paper.", "A lost card costs 3 pounds."];
    assert_eq!(
        first("I lose my card", &pages),
        "A lost card costs 3 pounds."
    );
}

#[test]
fn a_courtesy_at_the_end_stands_behind_what_is_told() {
    let pages = [
        "We hope that this has told the differences between Gold and Silver.",
        "Gold covers more than Silver does.",
    ];
    let answer = first("How do Gold and Silver differ?", &pages);
    assert_eq!(answer, "Gold covers more than Silver does.");
}

#[test]
fn contents_are_not_quoted() {
    let hits = vec![hit("a.pdf", Some(1), "Page 12 Caring for books.", 1.0)];
    let answer = text("Do you care for books?", hits);
    assert!(!answer.contains("Page 12"), "{answer}");
}

#[test]
fn what_stands_under_the_heading_that_is_asked_for_need_not_name_it_again() {
    let pages = [
        "The switch needs 6 minutes to start.",
        "1. Start the fallback\n\nHold the blue button until its light is on.",
    ];
    let answer = first("How do I start the fallback?", &pages);
    assert_eq!(answer, "Hold the blue button until its light is on.");
}

#[test]
fn what_goes_on_from_a_rule_for_some_is_one_for_some() {
    let pages = [
        "# Carers\n\nStaff who look after a friend have 6 days of leave. After a death they have 10 days of leave.",
        "| Service | Leave |\n|---|---|\n| 1 year | 25 days |\n| 9 years | 32 days |",
    ];
    let answer = first("How many days of leave do staff get?", &pages);
    assert!(answer.starts_with("| Service | Leave |"), "{answer}");
}
