//! Comparisons of documents, over a small library.

use footnote_documents::{FileState, Passage, Record};
use footnote_protocol::Answer;

use crate::tests::{events, over, request};

const DOCUMENTS: [(&str, &str, &str); 7] = [
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
    (
        "hotel-rules-east.md",
        "Rules of the hotel East",
        "## Garden\n\nDogs are allowed. Guests smoke there.\n\n## Hall\n\nDogs are not allowed.\n\n\
         Keys cost 5 pounds, says [boats.md].",
    ),
    (
        "hotel-rules-west.md",
        "Rules of the hotel West",
        "## Garden\n\nDogs are not allowed. Guests smoke there.\n\n## Hall\n\nDogs are allowed.\n\n\
         Keys cost 7 pounds, says [boats.md].",
    ),
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
async fn siblings_are_set_side_by_side_with_what_one_has_alone() {
    assert_eq!(
        text("What is the difference between Care Plus and Care Basic?").await,
        "| | Care Plus | Care Basic |\n| --- | --- | --- |\n\
         |  | Care Plus costs 23 pounds a month. [plans/care-plus.md] \
         | Care Basic costs 14 pounds a month. [plans/care-basic.md] |\n\
         |  | Dental care: one polish a year [plans/care-plus.md] \
         | Dental care: not included [plans/care-basic.md] |\n\n\
         Only in Care Plus:\n\n\
         - Members borrow a stretcher free of charge. [plans/care-plus.md]\n\n\
         2 statements are the same in both."
    );
}

#[tokio::test]
async fn a_point_that_is_named_is_compared_alone() {
    let text = text("How do Care Basic and Care Plus differ on dental care?").await;
    assert!(text.contains("not included") && !text.contains("23 pounds"), "{text}");
}

#[tokio::test]
async fn of_two_editions_the_older_stands_first() {
    let text = text("What has changed in the fees since 2023?").await;
    let expected = "| | fees 2023 | fees 2025 |\n| --- | --- | --- |\n\
         |  | The late fee is 15 pounds for a visit. [fees-2023.md] \
         | The late fee is 25 pounds for a visit. [fees-2025.md] |";
    assert!(text.starts_with(expected), "{text}");
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

#[tokio::test]
async fn what_names_no_two_documents_is_answered_by_quoting() {
    let text = text("What is the difference between boats and stretchers?").await;
    assert!(!text.contains("| |"), "{text}");
}

#[tokio::test]
async fn a_denial_and_the_same_words_under_another_heading_are_differences() {
    let text = text("How do the rules of the hotel East and West differ?").await;
    for row in [
        "| Garden | Dogs are allowed. [hotel-rules-east.md] \
         | Dogs are not allowed. [hotel-rules-west.md] |",
        "| Hall | Dogs are not allowed. [hotel-rules-east.md] \
         | Dogs are allowed. [hotel-rules-west.md] |",
    ] {
        assert!(text.contains(row), "{text}");
    }
    assert!(text.ends_with("1 statement is the same in both."), "{text}");
}

#[tokio::test]
async fn brackets_in_documents_are_no_citations_of_others() {
    let text = text("How do the rules of the hotel East and West differ?").await;
    assert!(text.contains("Keys cost 5 pounds") && !text.contains("[boats.md]"), "{text}");
}

#[tokio::test]
async fn two_other_things_than_documents_are_not_compared_by_documents() {
    let text = text("What is the difference between late fees and early fees?").await;
    assert!(!text.contains("| |"), "{text}");
}
