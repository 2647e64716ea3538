//! Lists of documents, over a small library.

use std::sync::Arc;

use footnote_answers::Rag;
use footnote_answers::samples::{over, request};
use footnote_documents::acl::{Acl, Reader};
use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_models::ModelSlot;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::Answer;

use crate::tests::events;

/// A path with its text, its size, and the day on which it was changed, counted from 1970.
const FILES: [(&str, &str, u64, i64); 4] = [
    ("leave.md", "Staff get 30 days of leave.", 40, 20_000),
    ("move.pdf", "The Moss warehouse moves in August.", 9_000, 20_400),
    ("minutes.md", "The move of the warehouse in Moss was put off.", 60, 20_300),
    ("pay.md", "Nobody knows of this warehouse in Moss.", 50, 20_500),
];

fn rag() -> Rag {
    let secret = Acl::of_folder("user: alice").unwrap();
    let acl = |path: &str| if path == "pay.md" { secret.clone() } else { Acl::default() };
    let passage = |(path, text, ..): &(&str, &str, u64, i64)| Passage {
        id: format!("{path}#0"),
        path: (*path).to_owned(),
        text: (*text).to_owned(),
        acl: acl(path),
        ..Passage::default()
    };
    let record = |(path, _, size, days): &(&str, &str, u64, i64)| Record {
        path: (*path).to_owned(),
        state: FileState::Ready { passages: 1, pages: 1 },
        stamp: Stamp { size: *size, modified: days * 86_400_000_000_000, ..Stamp::default() },
        acl: acl(path),
        ..Record::default()
    };
    let mut records: Vec<Record> = FILES.iter().map(record).collect();
    let state = FileState::Failed("It is encrypted.".to_owned());
    records.push(Record { path: "scan.pdf".to_owned(), state, ..Record::default() });
    let passages: Vec<Passage> = FILES.iter().map(passage).collect();
    over(&passages, records)
}

async fn answered(question: &str) -> Answer {
    events(&rag(), request(&[question])).await.into_iter().collect()
}

async fn text(question: &str) -> String {
    answered(question).await.text
}

#[tokio::test]
async fn the_documents_are_counted_and_named_with_those_that_could_not_be_read() {
    let all = "There are 3 documents: 2 `.md` and 1 `.pdf`. 1 file could not be read: `scan.pdf`.\n\n\
               - leave [leave.md]\n- minutes [minutes.md]\n- move [move.pdf]";
    assert_eq!(text("What documents do you have?").await, all);
    assert_eq!(text("How many files are there?").await, all);
    assert_eq!(
        text("Which PDFs are there?").await,
        "1 document of 3: `.pdf`.\n\n- move [move.pdf]"
    );
    assert_eq!(text("List all presentations").await, "None of your 3 documents is of this kind.");
}

#[tokio::test]
async fn the_newest_come_first() {
    let newest = text("What is the newest document?").await;
    assert!(newest.contains("first:\n\n- move, changed on 2025-11-08 [move.pdf]\n"), "{newest}");
}

#[tokio::test]
async fn documents_that_mention_a_thing_are_those_that_hold_each_of_its_words() {
    let both = "2 of 3 documents mention “Moss warehouse”:";
    let order_value = text("Which documents mention the Moss warehouse?").await;
    assert!(order_value.starts_with(both), "{order_value}");
    assert!(
        order_value.contains("- move [move.pdf]") && order_value.contains("- minutes [minutes.md]"),
        "{order_value}"
    );
    let none = answered("Which documents mention giraffes?").await;
    assert_eq!(none.text, "None of your 3 documents mentions “giraffes” in so many words.");
}

#[tokio::test]
async fn documents_of_others_are_neither_counted_nor_named() {
    let order_value = text("Which documents mention Moss?").await;
    assert!(order_value.starts_with("2 of 3") && !order_value.contains("pay.md"), "{order_value}");
    let mut rag = rag();
    let alice = Reader::new(Some("alice"), []);
    rag.library = Arc::new(rag.library.seen_by(alice.clone()));
    rag.reader = alice;
    let answer: Answer =
        events(&rag, request(&["Which documents mention Moss?"])).await.into_iter().collect();
    assert!(answer.text.starts_with("3 of 4"), "{}", answer.text);
}

#[tokio::test]
async fn a_list_is_a_source_for_a_model() {
    let model = Scripted::new([Step::Say("Three documents.")]);
    let mut rag = rag();
    rag.model = ModelSlot::of(Arc::new(model.clone()));
    let answer: Answer =
        events(&rag, request(&["What documents do you have?"])).await.into_iter().collect();
    assert_eq!(answer.text, "Three documents.");
    let asked = model.asked().remove(0).messages.pop().unwrap().content;
    assert!(asked.contains("Looked up exactly:\nThere are 3 documents"), "{asked}");
    assert!(asked.contains("[1]") && !asked.contains("[leave.md]"), "{asked}");
    let citations = answer.context.data_points.unwrap().citations;
    assert_eq!(citations, ["leave.md", "minutes.md", "move.pdf"]);
}
