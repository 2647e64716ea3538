//! What is quoted, and how it reads.

use super::quote;
use crate::rag::chat::tests::{found, hit};
use crate::rag::retrieval::Hit;

fn titled(mut hit: Hit, title: &str, heading: &str) -> Hit {
    title.clone_into(&mut hit.passage.title);
    hit.passage.headings = vec![heading.to_owned()];
    hit
}

fn text(question: &str, hits: Vec<Hit>) -> String {
    quote(&found(question, hits), &[question], false)
        .deltas()
        .concat()
}

#[test]
fn sentences_stand_word_for_word_with_their_citation() {
    let hits = vec![hit(
        "a.md",
        None,
        "Boats are slow. Leave takes thirty days. Cats sleep.",
        1.0,
    )];
    assert_eq!(
        text("How many days of leave?", hits),
        "Leave takes thirty days. [a.md]"
    );
}

#[test]
fn what_two_documents_say_alike_is_quoted_once() {
    let hits = vec![
        hit("a.md", None, "Leave takes thirty days.", 1.0),
        hit("b.md", None, "Leave takes thirty days.", 0.9),
    ];
    assert_eq!(
        text("How many days of leave?", hits),
        "Leave takes thirty days. [a.md]"
    );
}

#[test]
fn a_pronoun_takes_the_sentence_before_along() {
    let hits = vec![hit(
        "a.md",
        None,
        "The bonus is new. It is paid in March each year.",
        1.0,
    )];
    assert_eq!(
        text("When paid each year?", hits),
        "The bonus is new. [a.md] It is paid in March each year. [a.md]"
    );
}

#[test]
fn list_items_come_as_a_list_under_their_lead_in() {
    let body = "The plan covers:\n\n- hearing tests\n- hearing aids\n- boats";
    assert_eq!(
        text(
            "Which hearing tests and aids?",
            vec![hit("a.md", None, body, 1.0)]
        ),
        "The plan covers: [a.md]\n\n- hearing tests [a.md]\n- hearing aids [a.md]"
    );
}

#[test]
fn a_table_stays_a_table() {
    let body = "| Year | Days |\n| --- | --- |\n| First | 20 |";
    let text = text(
        "How many days in the first year?",
        vec![hit("a.md", None, body, 1.0)],
    );
    assert_eq!(text, format!("{body}\n\n[a.md]"));
}

#[test]
fn a_question_that_the_documents_do_not_know_is_refused() {
    let hits = vec![titled(
        hit("a.md", None, "Leave takes thirty days.", 1.0),
        "Leave",
        "Days",
    )];
    let question = "Which unicorns eat purple days?";
    let quote = quote(&found(question, hits), &[question], false);
    assert!(quote.refused);
    let text = quote.deltas().concat();
    assert!(
        text.contains("Nothing in them mentions “unicorns”, “eat” or “purple”."),
        "{text}"
    );
    assert!(text.ends_with("- Leave, Days [a.md]"), "{text}");
}

#[test]
fn follow_ups_name_what_was_not_asked() {
    let hits = vec![
        titled(
            hit("a.md", None, "Leave takes thirty days.", 3.0),
            "Handbook",
            "Leave",
        ),
        titled(hit("a.md", None, "Leave is paid.", 2.0), "Handbook", "Pay"),
        titled(hit("c.md", None, "Leave is long.", 1.0), "Perks", "Sport"),
    ];
    let question = "How many days of leave?";
    let quote = quote(&found(question, hits), &[question], true);
    assert_eq!(
        quote.followups,
        [
            "What does “Handbook” say about pay?",
            "What does “Perks” say about sport?",
            "What is “Handbook” about?"
        ]
    );
}

#[test]
fn documents_with_the_same_title_are_told_apart_by_their_files() {
    let hits = vec![
        titled(
            hit("x/Plus.pdf", None, "Leave is paid.", 2.0),
            "Plan",
            "Leave",
        ),
        titled(
            hit("x/Basic.pdf", None, "Leave is not.", 1.0),
            "Plan",
            "Unpaid leave",
        ),
    ];
    let quote = quote(&found("Is it paid?", hits), &["Is it paid?"], true);
    assert_eq!(
        quote.followups[0],
        "What does “Basic.pdf” say about unpaid leave?"
    );
}
