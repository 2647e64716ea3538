//! Tests of quotations and their layout.

use footnote_protocol::confidence::{DEFAULT_THRESHOLD, Outcome};
use footnote_retrieval::{Hit, SearchResult};

use super::quote;
use crate::composed::ComposedAnswer;
use crate::samples::{evidence, found, hit};

/// Returns the answer to a question.
pub(super) fn answered(found: &SearchResult, question: &str) -> ComposedAnswer {
    quote(&evidence(question, found.clone()), DEFAULT_THRESHOLD)
}

/// Returns the quotations for a question, however unlikely they are to answer it.
pub(super) fn chosen(found: &SearchResult, question: &str) -> ComposedAnswer {
    quote(&evidence(question, found.clone()), 0.0)
}

fn titled(mut hit: Hit, title: &str, heading: &str) -> Hit {
    title.clone_into(&mut hit.passage.title);
    hit.passage.headings = vec![heading.to_owned()];
    hit
}

fn text(question: &str, hits: Vec<Hit>) -> String {
    answered(&found(question, hits), question).deltas.concat()
}

#[test]
fn a_short_section_stands_word_for_word_with_the_telling_sentence_in_bold() {
    let hits = vec![hit("a.md", None, "Boats are slow. Leave takes thirty days. Cats sleep.", 1.0)];
    assert_eq!(
        text("How many days of leave?", hits),
        "Boats are slow. **Leave takes thirty days.** Cats sleep. [a.md]"
    );
}

#[test]
fn what_two_documents_say_alike_is_quoted_once() {
    let hits = vec![
        hit("a.md", None, "Leave takes thirty days.", 1.0),
        hit("b.md", None, "Leave takes thirty days.", 0.9),
    ];
    assert_eq!(text("How many days of leave?", hits), "Leave takes thirty days. [a.md]");
}

#[test]
fn a_pronoun_takes_the_sentence_before_along() {
    let hits = vec![hit("a.md", None, "The bonus is new. It is paid in March each year.", 1.0)];
    assert_eq!(
        text("When paid each year?", hits),
        "The bonus is new. **It is paid in March each year.** [a.md]"
    );
}

#[test]
fn what_says_in_other_words_what_is_asked_is_quoted() {
    let hits = vec![hit(
        "a.md",
        None,
        "Boats are slow. Guide dogs are welcome. Pets of stone stand in the hall.",
        1.0,
    )];
    let question = "May pets come in?";
    let found = found(question, hits);
    let by_words = answered(&found, question).confidence.outcome;
    assert_ne!(by_words, Outcome::Answered);
    let likeness = [("Guide dogs are welcome.", 0.9), ("Pets of stone stand in the hall.", 0.2)];
    let likeness = likeness.map(|(text, n)| (text.to_owned(), n)).into_iter();
    let likeness = likeness.collect();
    let answer = quote(&evidence(question, found).with(likeness), DEFAULT_THRESHOLD);
    let answer = answer.deltas.concat();
    assert!(answer.contains("**Guide dogs are welcome.**"), "{answer}");
}

#[test]
fn a_list_comes_whole_under_their_lead_in() {
    let body = "The plan covers:\n\n- hearing tests\n- hearing aids\n- boats";
    assert_eq!(
        text("Which hearing tests and aids?", vec![hit("a.md", None, body, 1.0)]),
        "The plan covers:\n\n- **hearing tests**\n- hearing aids\n- boats [a.md]"
    );
}

#[test]
fn a_lead_in_comes_with_its_items() {
    let list = "To join the pension scheme early:\n\n- ask\n- sign\n- wait";
    assert_eq!(
        text("Join the pension scheme?", vec![hit("a.md", None, list, 1.0)]),
        "To join the pension scheme early:\n\n- ask\n- sign\n- wait [a.md]"
    );
}

#[test]
fn headings_in_the_text_are_not_quoted() {
    let body = "What is the Pension Scheme? PENSION SCHEME INFORMATION\n\n\
                The pension scheme takes 5 per cent.";
    assert_eq!(
        text("What is the pension scheme?", vec![hit("a.md", None, body, 1.0)]),
        "The pension scheme takes 5 per cent. [a.md]"
    );
}

#[test]
fn a_table_stays_a_table() {
    let body = "| Year | Days |\n| --- | --- |\n| First | 20 |";
    let text = text("How many days in the first year?", vec![hit("a.md", None, body, 1.0)]);
    assert_eq!(text, "| Year | Days |\n| --- | --- |\n| First | 20 |\n\n[a.md]");
}

#[test]
fn a_question_that_the_documents_do_not_know_is_refused() {
    let hits = vec![titled(hit("a.md", None, "Leave takes thirty days.", 1.0), "Leave", "Days")];
    let question = "Which unicorns eat purple days?";
    let quote = answered(&found(question, hits), question);
    assert!(quote.is_refused());
    let text = quote.deltas.concat();
    assert!(text.contains("Nothing in them mentions “unicorns” or “purple”."), "{text}");
    assert!(text.ends_with("- Leave, Days [a.md]"), "{text}");
}

#[test]
fn a_question_of_half_a_megabyte_is_answered_too() {
    let words: Vec<String> = (0..60_000).map(|number| format!("boat{number}")).collect();
    let question = format!("{} How many days of leave?", words.join(" "));
    let hits = vec![hit("a.md", None, "Leave takes thirty days.", 1.0)];
    let mut found = found("leave days", hits);
    found.terms.truncate(48);
    let quoted = answered(&found, &question);
    assert!(!quoted.deltas.is_empty());
}

#[test]
fn what_may_be_no_answer_is_short_and_marked_as_such() {
    let body =
        "Leave takes thirty days. Leave is paid in March. Days of leave are counted by days.";
    let question = "How many days of leave does the unicorn get?";
    let found = found(question, vec![hit("a.md", None, body, 1.0)]);
    let with = |threshold: f32| quote(&evidence(question, found.clone()), threshold);
    let sure = with(0.0).confidence.probability;
    let twice = 2.0 * sure / (1.0 - sure);
    let unsure = with(twice / (1.0 + twice));
    assert_eq!(unsure.confidence.outcome, Outcome::Unsure);
    assert!(unsure.quoted.len() <= 2 && !unsure.is_refused());
    let text = unsure.deltas.concat();
    assert!(
        text.starts_with("The documents may not answer this; this comes nearest:\n\n"),
        "{text}"
    );
    assert!(with(1.0).is_refused());
}
