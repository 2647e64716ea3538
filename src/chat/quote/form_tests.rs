//! Quotations of the right section, and in the right form of a word.

use footnote_retrieval::Hit;

use super::tests::chosen;
use crate::tests::{found, hit};

fn text(question: &str, hits: Vec<Hit>) -> String {
    chosen(&found(question, hits), question).deltas.concat()
}

/// The first quotation of an answer from one page for each of the texts.
fn first(question: &str, pages: &[&str]) -> String {
    let pages = pages.iter().zip(1..);
    let hits = pages.map(|(text, page)| hit("a.pdf", Some(page), text, 1.0));
    let text = text(question, hits.collect());
    text.split("[a.pdf").next().unwrap_or_default().trim().to_owned()
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
fn a_sentence_comes_with_the_one_that_opens_its_section() {
    let body = "Boats are slow.\n\n# Flood\n\nThe mill stands by the river. Sandbags are kept in the barn. \
                At 2.9 metres the branch closes.";
    let answer =
        text("At what level of the river does the mill close?", vec![hit("a.md", None, body, 1.0)]);
    assert!(answer.contains("At 2.9 metres the branch closes."), "{answer}");
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

const STEPS: &str = "# Anaesthesia\n\n1. Weigh the dog.\n2. Place a catheter.\n3. Intubate the dog.\n\n\
                     Rabbits need no anaesthesia.";

#[test]
fn a_list_that_is_asked_for_is_whole_in_order_and_numbered() {
    let answer =
        text("List the steps of the anaesthesia of a dog", vec![hit("a.md", None, STEPS, 1.0)]);
    let list = "1. Weigh the dog. [a.md]\n2. Place a catheter. [a.md]\n3. Intubate the dog. [a.md]";
    assert!(answer.contains(list), "{answer}");
}

#[test]
fn a_list_that_is_asked_for_goes_on_in_the_next_passage() {
    let mut second = hit("a.md", None, "4. Watch the dog.\n\nDogs sleep.", 0.9);
    second.passage.ordinal = 1;
    let first = hit("a.md", None, "1. Weigh the dog.\n2. Place a catheter.\n3. Intubate it.", 1.0);
    let answer = text("List the steps for a dog", vec![first, second]);
    assert!(answer.contains("3. Intubate it. [a.md]\n4. Watch the dog. [a.md]"), "{answer}");
}

#[test]
fn of_items_with_a_gap_between_them_the_second_keeps_its_number_in_brackets() {
    let answer = text("When is the dog weighed or intubated?", vec![hit("a.md", None, STEPS, 1.0)]);
    assert!(
        answer.contains("1. Weigh the dog. [a.md]\n- (3) Intubate the dog. [a.md]"),
        "{answer}"
    );
}
