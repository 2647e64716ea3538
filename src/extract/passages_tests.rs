//! Tests of the passages of a file: their places, and where they are read.

use std::path::Path;

use super::passages::{IN_PROCESS_BYTES, Passages, passages};
use super::{ExtractError, FileContent};
use footnote_documents::{Passage, Record};

#[tokio::test]
async fn passages_know_their_document_and_their_place() {
    let text = format!("# Leave\n\n{}", "Staff get 30 days of leave. ".repeat(1_500));
    let content = FileContent::Bytes(text.into_bytes());
    let nowhere = Path::new("/nowhere");
    let mut read = passages("hr/Hand.book.md", content, nowhere).await.unwrap();
    let batch = read.batch().await.unwrap();
    assert_eq!((read.title(), read.pages()), ("Leave", 1));
    assert!(batch.len() > 1 && batch.len() == read.count() as usize);
    assert_eq!(batch[1].id, "hr/Hand.book.md#1");
    assert_eq!((batch[1].ordinal, batch[1].category.as_deref()), (1, Some("hr")));
    assert!(read.batch().await.unwrap().is_empty());
    let content = FileContent::Bytes(b"No heading.".to_vec());
    let mut read = passages("hr/Hand.book.txt", content, nowhere).await.unwrap();
    assert_eq!(read.title(), "");
    assert_eq!(read.batch().await.unwrap()[0].title, "Hand.book");
}

#[tokio::test]
async fn words_of_pictures_stand_behind_the_text_of_their_page() {
    let page = |page, text: &str| Passage {
        page: Some(page),
        text: text.to_owned(),
        ..Passage::default()
    };
    let record = Record { pictures: vec![1, 3], ..Record::default() };
    let own = vec![page(1, "One."), page(2, "Two.")];
    let mut read = Passages::stored("a.pdf", &record, own);
    assert_eq!(read.pictures(), [1, 3]);
    read.add_pictures("Drawn on one.\u{c}\u{c}| A | B |\n| 1 | 2 |\n");
    assert!(read.pictures().is_empty());
    let batch = read.batch().await.unwrap();
    let texts: Vec<_> = batch.iter().map(|one| (one.page, one.text.as_str())).collect();
    let table = "| A | B |\n| --- | --- |\n| 1 | 2 |";
    let expected =
        [(Some(1), "One."), (Some(1), "Drawn on one."), (Some(2), "Two."), (Some(3), table)];
    assert_eq!(texts, expected);
    assert_eq!(batch[3].ordinal, 3);
}

#[tokio::test]
async fn what_is_not_small_is_read_by_a_child() {
    let content = FileContent::Bytes(b"Words. ".repeat(IN_PROCESS_BYTES / 7 + 1));
    let read = passages("a.txt", content, Path::new("/nowhere")).await;
    assert_eq!(read.err(), Some(ExtractError::NotStarted));
}
