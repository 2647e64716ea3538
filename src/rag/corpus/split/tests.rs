//! Tests of how documents are cut into passages.

use proptest::prelude::*;

use super::passages;
use crate::rag::corpus::{Block, Document, Page, Passage};

fn paged(pages: Vec<Vec<Block>>) -> Document {
    let page = |(at, blocks)| Page {
        number: u32::try_from(at + 1).ok(),
        blocks,
    };
    Document {
        title: String::new(),
        pages: pages.into_iter().enumerate().map(page).collect(),
    }
}

fn heading(level: u8, text: &str) -> Block {
    Block::Heading {
        level,
        text: text.into(),
    }
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph(text.into())
}

#[test]
fn a_passage_knows_its_page_path_title_and_category() {
    let blocks = vec![
        heading(1, "Leave"),
        heading(2, "Sick"),
        paragraph("Call us."),
    ];
    let found = passages(
        "hr/Hand.book.pdf",
        &paged(vec![vec![paragraph("Hello.")], blocks]),
    );
    let expected = Passage {
        id: "hr/Hand.book.pdf#1".into(),
        path: "hr/Hand.book.pdf".into(),
        page: Some(2),
        ordinal: 1,
        title: "Hand.book".into(),
        headings: vec!["Leave".into(), "Sick".into()],
        category: Some("hr".into()),
        text: "Call us.".into(),
    };
    assert_eq!(found.len(), 2);
    assert_eq!(found[1], expected);
}

#[test]
fn long_sections_are_cut_evenly_at_sentence_ends() {
    let text = "This sentence has exactly fifty characters, look. ".repeat(40);
    let found = passages("a.txt", &paged(vec![vec![paragraph(&text)]]));
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|p| p.text.ends_with("look.")));
    assert!(found.iter().all(|p| (500..=800).contains(&p.text.len())));
}

#[test]
fn tiny_sections_join_under_their_parent() {
    let blocks = vec![
        heading(1, "Questions"),
        heading(2, "May I?"),
        paragraph("Yes."),
        heading(2, "Must I?"),
        paragraph("No, never."),
    ];
    let found = passages("a.md", &paged(vec![blocks]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].headings, ["Questions"]);
    assert_eq!(
        found[0].text,
        "### May I?\n\nYes.\n\n### Must I?\n\nNo, never."
    );
}

#[test]
fn tables_are_cut_between_rows_and_repeat_their_header() {
    let mut rows = vec![vec!["Plan".to_owned(), "Price".to_owned()]];
    rows.extend((0..100).map(|n| vec![format!("Plan {n}"), format!("{n} dollars")]));
    let found = passages("a.md", &paged(vec![vec![Block::Table(rows)]]));
    assert!(found.len() > 2);
    let head = "| Plan | Price |\n| --- | --- |\n| Plan ";
    assert!(found.iter().all(|p| p.text.starts_with(head)));
}

#[test]
fn a_line_without_spaces_is_cut_between_characters() {
    let found = passages("a.txt", &paged(vec![vec![paragraph(&"é".repeat(1 << 20))]]));
    let total: usize = found.iter().map(|p| p.text.chars().count()).sum();
    assert_eq!(total, 1 << 20);
}

#[test]
fn a_heading_that_nothing_follows_is_kept() {
    let found = passages("a.md", &paged(vec![vec![heading(1, "A"), heading(1, "B")]]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].text, "### A\n\n### B");
}

fn block() -> impl Strategy<Value = Block> {
    let words = "([a-zäß]{1,12}[.!?]? ){1,200}[a-z]{1,5}";
    let cells = prop::collection::vec("([a-z]{1,9} ){0,30}[a-z]", 1..4);
    prop_oneof![
        (1..7_u8, "([a-z]{1,9} ){1,6}[a-z]").prop_map(|(level, text)| heading(level, &text)),
        words.prop_map(Block::Paragraph),
        words.prop_map(Block::Item),
        words.prop_map(Block::Code),
        prop::collection::vec(cells, 1..8).prop_map(Block::Table),
    ]
}

/// The words of a text without Markdown's marks.
fn words(text: &str) -> Vec<String> {
    let marks = |word: &&str| !["|", "---", "-", "###", "```"].contains(word);
    text.split_whitespace()
        .filter(marks)
        .map(str::to_owned)
        .collect()
}

fn body(block: &Block) -> String {
    match block {
        Block::Heading { .. } => String::new(),
        Block::Paragraph(text) | Block::Item(text) | Block::Code(text) => text.clone(),
        Block::Table(rows) => rows.concat().join(" "),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_but_whitespace_and_markup_is_lost(
        pages in prop::collection::vec(prop::collection::vec(block(), 0..6), 0..4)
    ) {
        let document = paged(pages);
        let found = passages("a.md", &document);
        let texts: Vec<String> = found.iter().flat_map(|p| words(&p.text)).collect();
        let mut left = texts.iter();
        let everything: Vec<Passage> = found.clone();
        for block in document.pages.iter().flat_map(|page| &page.blocks) {
            for word in words(&body(block)) {
                prop_assert!(left.any(|found| *found == word), "{} is lost", word);
            }
            if let Block::Heading { text, .. } = block {
                let kept = everything.iter().any(|p| {
                    p.headings.contains(text) || p.text.contains(text.as_str())
                });
                prop_assert!(kept, "the heading {} is lost", text);
            }
        }
        prop_assert!(found.iter().all(|p| p.text.chars().count() <= 1200));
        prop_assert!(found.iter().all(|p| !p.text.trim().is_empty()));
    }
}
