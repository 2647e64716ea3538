//! Comparisons of two things, and of documents with similar names, over a small library.

use footnote_answers::samples::{over, request};
use footnote_documents::{FileState, Passage, Record};
use footnote_protocol::Answer;

use crate::tests::events;

const DOCUMENTS: [(&str, &str, &str); 5] = [
    (
        "plans/care-basic.md",
        "Care Basic",
        "Care Basic costs 14 pounds a month. Claims are sent in by post.\n\n\
         - Dental care: not included\n- Boosters: once a year",
    ),
    (
        "plans/care-plus.md",
        "Care Plus",
        "Care Plus costs 23 pounds a month. Claims are sent in by post.\n\n\
         - Dental care: one polish a year\n- Boosters: once a year\n\n\
         Members borrow a stretcher free of charge.",
    ),
    ("fees-2023.md", "Fees", "The late fee is 15 pounds for a visit. Nobody pays in advance."),
    ("fees-2025.md", "Fees", "The late fee is 25 pounds for a visit. Nobody pays in advance."),
    ("boats.md", "Boats", "Boats are slow."),
];

async fn text(question: &str) -> String {
    let passage = |(path, title, text): &(&str, &str, &str)| Passage {
        id: format!("{path}#0"),
        path: (*path).to_owned(),
        title: (*title).to_owned(),
        headings: vec![(*title).to_owned()],
        text: (*text).to_owned(),
        ..Passage::default()
    };
    let record = |(path, title, _): &(&str, &str, &str)| Record {
        path: (*path).to_owned(),
        title: (*title).to_owned(),
        state: FileState::Ready { passages: 1, pages: 1 },
        ..Record::default()
    };
    let passages: Vec<Passage> = DOCUMENTS.iter().map(passage).collect();
    let rag = over(&passages, DOCUMENTS.iter().map(record));
    let answer: Answer = events(&rag, request(&[question])).await.into_iter().collect();
    answer.text
}

#[tokio::test]
async fn each_side_is_quoted_under_its_name() {
    let text = text("What is the difference between Care Plus and Care Basic?").await;
    let (plus, basic) = text.split_once("\n\n**Care Basic**\n\n").expect(&text);
    assert!(plus.starts_with("**Care Plus**\n\n") && plus.contains("23 pounds"), "{text}");
    assert!(basic.contains("14 pounds") && !basic.contains("23 pounds"), "{text}");
}

#[tokio::test]
async fn a_point_that_is_named_is_that_of_both_sides() {
    let text = text("How do Care Basic and Care Plus differ on dental care?").await;
    assert!(text.contains("not included") && text.contains("one polish a year"), "{text}");
}

#[tokio::test]
async fn editions_are_compared_by_their_years() {
    let text = text("What has changed between the late fees of 2023 and 2025?").await;
    assert!(text.contains("15 pounds") && text.contains("25 pounds"), "{text}");
}

#[tokio::test]
async fn the_newer_edition_answers_and_the_older_is_told() {
    assert_eq!(
        text("What is the late fee for a visit?").await,
        "**The late fee is 25 pounds for a visit.** Nobody pays in advance. [fees-2025.md]\n\n\
         An earlier document says otherwise:\n\n\
         - The late fee is 15 pounds for a visit. [fees-2023.md]"
    );
}

#[tokio::test]
async fn a_sibling_does_not_contradict_what_is_asked_of_the_other() {
    let text = text("What does Care Plus cost a month?").await;
    assert!(text.contains("23 pounds") && !text.contains("otherwise"), "{text}");
}
