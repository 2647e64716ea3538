//! Tests of quotations with everything that belongs to them, and nothing else.

use footnote_retrieval::Hit;

use super::tests::{answered, chosen};
use crate::samples::{found, hit};

fn text(question: &str, hits: Vec<Hit>) -> String {
    chosen(&found(question, hits), question).deltas.concat()
}

#[test]
fn what_is_not_covered_is_told_with_its_list_over_the_page() {
    let first = "The plan covers many sports. Some of the sports covered are:\n\n- skiing\n- diving\n\n\
                 There are also things that the plan has not covered. These are:\n\n- travel";
    let second = "- food\n\nAsk us.";
    let mut hits = vec![hit("a.pdf", Some(2), second, 2.0), hit("a.pdf", Some(1), first, 1.0)];
    hits[0].passage.ordinal = 1;
    hits[1].after = Some(second.to_owned());
    let text = text("What is not covered by the plan?", hits);
    let expected = "**There are also things that the plan has not covered.** \
                These are:\n\n- travel [a.pdf#page=1]\n- food [a.pdf#page=2]\n\nAsk us. [a.pdf#page=2]";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn how_much_is_answered_with_a_sum() {
    let body = "Perks are for health. With Perks you may expense up to $1000.";
    let hits = vec![hit("Perks.md", None, body, 1.0)];
    assert_eq!(
        text("How much may I expense with Perks?", hits),
        "Perks are for health. **With Perks you may expense up to $1000.** [Perks.md]"
    );
}

#[test]
fn what_only_shares_a_word_is_not_quoted_beside_the_answer() {
    let hits = vec![
        hit("a.md", None, "A lost card costs 3 pounds.", 1.0),
        hit("b.md", None, "A budget that is left in March is lost.", 1.0),
    ];
    assert_eq!(text("What if my card is lost?", hits), "A lost card costs 3 pounds. [a.md]");
}

#[test]
fn the_twin_that_is_not_meant_stands_back() {
    let hits = vec![
        hit("Acme_Plus_Plan.md", None, "Dental care is not covered.", 1.0),
        hit("Acme_Basic_Plan.md", None, "Travel is not covered.", 0.9),
    ];
    let text = text("What is not covered by Basic?", hits);
    assert!(text.starts_with("Travel is not covered. [Acme_Basic_Plan.md]"), "{text}");
}

#[test]
fn of_two_documents_that_are_alike_each_tells_its_value() {
    let sentence = |sum: &str| {
        format!("Members of this plan have an annual deductible of {sum} for each person.")
    };
    let hits = vec![
        hit("Acme_Plus_Plan.md", None, &sentence("$2,000"), 1.0),
        hit("Acme_Basic_Plan.md", None, &sentence("$1,000"), 0.9),
    ];
    let both = text("What is the deductible?", hits.clone());
    assert!(both.contains("$2,000") && both.contains("$1,000"), "{both}");
}

#[test]
fn a_line_of_values_is_told_under_the_names_of_its_fields() {
    let body = "Name;Team;Phone;Room\nMiller, Ann;HR;312;B 1\nSmith, Joe;IT;377;C 2";
    assert_eq!(
        text("Phone of Joe Smith", vec![hit("a.txt", None, body, 1.0)]),
        "- Name;Team;Phone;Room\n- Miller, Ann;HR;312;B 1\n- **Smith, Joe;IT;377;C 2** [a.txt]"
    );
}

#[test]
fn a_refusal_names_no_words_of_earlier_questions_and_no_function_words() {
    let hits = vec![hit("a.md", None, "Leave takes thirty days.", 1.0)];
    let mut found = found("Wie viele Einhörner habe ich? lorem", hits);
    let question = "Wie viele Einhörner habe ich?";
    let refusal = answered(&found, question).deltas.concat();
    assert!(refusal.contains("Darin kommt „Einhörner“ nicht vor."), "{refusal}");
    found.terms.retain(|term| term.word == "lorem");
    let refusal = answered(&found, "xx").deltas.concat();
    assert!(!refusal.contains("lorem"), "{refusal}");
}
