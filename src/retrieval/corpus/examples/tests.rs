//! Tests of the questions that documents suggest.

use std::sync::Arc;

use footnote_documents::{FileState, Stamp};

use super::*;
use crate::corpus::index::Index;

/// Path, title, and sections: a heading and its text.
type Written<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

fn stores(documents: &[Written<'_>]) -> Stores {
    let index = Arc::new(Index::in_memory().unwrap());
    for (path, title, parts) in documents {
        let passages: Vec<Passage> = (0..)
            .zip(*parts)
            .map(|(ordinal, (heading, text))| Passage {
                path: (*path).to_owned(),
                ordinal,
                headings: vec![(*heading).to_owned()],
                text: (*text).to_owned(),
                ..Passage::default()
            })
            .collect();
        let record = Record {
            path: (*path).to_owned(),
            stamp: Stamp::default(),
            title: (*title).to_owned(),
            state: FileState::Ready { passages: 1, pages: 1 },
            ..Record::default()
        };
        index.replace(path, &record, &passages).unwrap();
    }
    index.commit().unwrap();
    Stores::from(&index)
}

/// The questions of each kind.
async fn asked(documents: &[Written<'_>]) -> Vec<Vec<String>> {
    let mut all = trials(&stores(documents)).await.unwrap();
    assert_eq!(all.len(), 1);
    let kinds = all.remove(0).kinds.into_iter();
    kinds.map(|kind| kind.into_iter().map(|one| one.question).collect()).collect()
}

const RULES: Written<'_> = (
    "a.md",
    "House Rules",
    &[
        (
            "Quiet hours",
            "Quiet hours are short. They begin at ten. The quiet hours are kept for 9 hours.",
        ),
        ("Pets", "Cats are the guests of the house. Feed cats at six. All pets are welcome."),
    ],
);

#[tokio::test]
async fn headings_are_asked_for_in_whole_sentences() {
    let [sections, figures, overviews] = &asked(&[RULES]).await[..] else { panic!("three kinds") };
    let about = |thing| format!("What does “House Rules” say about {thing}?");
    assert_eq!(sections, &["quiet hours", "pets"].map(about));
    assert_eq!(overviews, &["What is “House Rules” about?"]);
    assert!(figures.is_empty());
}

#[tokio::test]
async fn a_table_is_asked_for_the_row_with_the_most() {
    let table = "| Role | Yearly pay |\n|---|---|\n| Cook | 20 euros |\n| Driver | 30 euros |";
    let kinds = asked(&[("pay.md", "Pay", &[("Pay", table)]), RULES]).await;
    assert_eq!(kinds[1], ["Which role has the highest yearly pay?"]);
}

#[tokio::test]
async fn documents_of_one_title_go_by_their_files() {
    let parts: &[(&str, &str)] = &[("Overview", "All of it.")];
    let kinds =
        asked(&[("Health_Plus.pdf", "Contoso", parts), ("Standard.pdf", "Contoso", parts)]).await;
    assert_eq!(kinds[2], ["What is “Standard” about?", "What is “Health Plus” about?"]);
}

#[tokio::test]
async fn headings_that_say_little_of_a_document_are_not_asked_for() {
    let parts = |title| [(title, "All of it."), ("Findings", "None."), ("Contents", "All.")];
    let (first, second) = (parts("Pool rules"), parts("Pet rules"));
    let documents = [("a.md", "The pool’s rules", &first[..]), ("b.md", "House", &second[..])];
    assert_eq!(asked(&documents).await[0], ["What does “House” say about Pet rules?"]);
}

#[tokio::test]
async fn headings_of_several_words_come_first_and_documents_take_turns() {
    let first = [("Pets", "Cats."), ("Quiet hours", "At ten.")];
    let second = [("Pool", "Warm."), ("Late claims", "None."), ("Extra towels", "Two.")];
    let documents = [("a.md", "House", &first[..]), ("b.md", "Bath", &second[..])];
    assert_eq!(
        asked(&documents).await[0],
        [
            ("House", "Quiet hours"),
            ("Bath", "Late claims"),
            ("Bath", "Extra towels"),
            ("House", "Pets"),
            ("Bath", "Pool"),
        ]
        .map(|(name, thing)| format!("What does “{name}” say about {thing}?"))
    );
}

#[tokio::test]
async fn a_heading_that_asks_is_taken_as_it_is() {
    let kinds = asked(&[("a.md", "A", &[("How do I renew a book?", "At the desk.")])]).await;
    assert_eq!(kinds[0], ["How do I renew a book?"]);
}

#[tokio::test]
async fn what_is_in_a_language_without_templates_suggests_nothing() {
    let text =
        "Le règlement de la maison dit que les chats sont les invités et que la porte est fermée.";
    let kinds = asked(&[("a.md", "Règlement", &[("Les chats", text)])]).await;
    assert_eq!(kinds.concat(), [""; 0]);
}

#[tokio::test]
async fn no_documents_suggest_no_questions() {
    assert!(trials(&stores(&[])).await.unwrap().is_empty());
}
