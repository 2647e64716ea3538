//! Tests of quotations of the right section, and with the right form of a word.

use footnote_retrieval::Hit;

use super::tests::chosen;
use crate::samples::{found, hit};

fn text(question: &str, hits: Vec<Hit>) -> String {
    chosen(&found(question, hits), question).deltas.concat()
}

/// Returns the first quotation of an answer when each text is one page.
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

#[test]
fn a_procedure_is_quoted_whole_in_order_and_numbered() {
    let steps = "# Anaesthesia\n\n1. Weigh the dog.\n2. Place a catheter.\n3. Intubate the dog.";
    let answer = text("How is a dog intubated?", vec![hit("a.md", None, steps, 1.0)]);
    let list = "1. Weigh the dog.\n2. Place a catheter.\n3. **Intubate the dog.** [a.md]";
    assert_eq!(answer, list);
}

#[test]
fn a_list_goes_on_in_the_next_passage() {
    let mut first = hit("a.md", None, "1. Weigh the dog.\n2. Place a catheter.", 1.0);
    first.after = Some("3. Watch the dog.\n\n# Night\n\nDogs sleep.".to_owned());
    let answer = text("When do I place a catheter?", vec![first]);
    let list = "1. Weigh the dog.\n2. **Place a catheter.**\n3. Watch the dog. [a.md]";
    assert_eq!(answer, list);
}

#[test]
fn of_a_long_section_the_paragraph_is_quoted_and_of_a_long_paragraph_the_part_that_tells() {
    let filler = "Boats rest in the harbour over night. ".repeat(30);
    let section = format!("{filler}\n\nThe fee is 12 pounds. It is paid on arrival.\n\n{filler}");
    let question = "How much is the fee?";
    assert_eq!(
        text(question, vec![hit("a.md", None, &section, 1.0)]),
        "**The fee is 12 pounds.** It is paid on arrival. [a.md]"
    );
    let paragraph = format!("{filler}The fee is 12 pounds. {filler}");
    let answer = text(question, vec![hit("a.md", None, &paragraph, 1.0)]);
    assert!(answer.starts_with("… ") && answer.ends_with(" … [a.md]"), "{answer}");
    assert!(answer.contains("**The fee is 12 pounds.**") && answer.len() < 900, "{answer}");
}

#[test]
fn what_the_question_asks_beside_comes_as_a_second_unit() {
    let hits = vec![
        hit("a.md", None, "A lost card costs 3 pounds.", 1.0),
        hit("b.md", None, "A lost book costs 20 pounds.", 0.9),
        hit("c.md", None, "A lost card is told at the desk.", 0.8),
    ];
    let answer = text("What does a lost card and a lost book cost?", hits);
    assert_eq!(answer, "A lost card costs 3 pounds. [a.md]\n\nA lost book costs 20 pounds. [b.md]");
}
