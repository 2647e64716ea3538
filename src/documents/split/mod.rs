//! Splitting documents into passages of about 500 to 800 characters, at sentence ends.

mod pieces;
mod sections;

use footnote_text::words::in_one_line;
pub use pieces::head;
use pieces::{Piece, cut_to, length};
use sections::sections;

use super::{Block, Passage};

/// Maximum length in characters of a passage made by joining pieces.
const MAX_LEN: usize = 800;
/// Target length in characters of a passage when a section is divided evenly.
const AIM: usize = 700;
/// Maximum length in characters of a heading or title of a passage: each passage repeats them.
const MAX_NAME_LEN: usize = 200;

/// Returns the passages of the blocks, each with its page number, in order. Only pages, headings and texts are set.
///
/// Each passage is on one page and under one heading path, and has at most 1,200 characters. Tables are split between
/// rows, with the header repeated. Only what the next passages need is kept in memory.
pub fn passages(
    blocks: impl Iterator<Item = (Option<u32>, Block)>,
) -> impl Iterator<Item = Passage> {
    sections(blocks).flat_map(|section| {
        let (page, headings) = (section.page, section.headings);
        let texts = filled(section.pieces).into_iter();
        texts.map(move |(text, only_rows)| Passage {
            page,
            headings: headings.clone(),
            text,
            only_rows,
            ..Passage::default()
        })
    })
}

/// Returns the title of passages: on one line, and not too long.
pub fn title(title: &str) -> String {
    shortened(&in_one_line(title))
}

/// Returns the beginning of a text that is too long for a name.
fn shortened(text: &str) -> String {
    cut_to(text, MAX_NAME_LEN).into_iter().next().unwrap_or_default()
}

/// Returns the pieces joined to texts of similar length, none longer than [`MAX_LEN`] unless a single piece is; each
/// with true if it has only further rows of a table.
fn filled(pieces: Vec<Piece>) -> Vec<(String, bool)> {
    let mut remaining: usize = pieces.iter().map(|piece| length(&piece.text) + 1).sum();
    let mut target = even_share(remaining);
    let mut texts = Vec::new();
    let (mut text, mut only_rows) = (String::new(), true);
    for piece in pieces {
        let (now, more) = (length(&text), length(&piece.text));
        if now > 0 && (now + more + 2 > MAX_LEN || now + more / 2 > target) {
            texts.push((std::mem::take(&mut text), std::mem::replace(&mut only_rows, true)));
            target = even_share(remaining);
        }
        if !text.is_empty() {
            text.push_str(piece.separator);
        }
        text.push_str(&piece.text);
        only_rows &= piece.is_more_rows;
        remaining = remaining.saturating_sub(more + 1);
    }
    if !text.is_empty() {
        texts.push((text, only_rows));
    }
    texts
}

/// Returns the length of each passage when `remaining` characters are divided evenly.
fn even_share(remaining: usize) -> usize {
    remaining / remaining.div_ceil(AIM).max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Block, Document, Page, Passage};

    fn passages(document: &Document) -> Vec<Passage> {
        let pages = document.pages.iter().cloned();
        let blocks = pages.flat_map(|page| {
            let blocks = page.blocks.into_iter();
            blocks.map(move |block| (page.number, block))
        });
        super::passages(blocks).collect()
    }

    fn paged(pages: Vec<Vec<Block>>) -> Document {
        let page = |(at, blocks)| Page { number: u32::try_from(at + 1).ok(), blocks };
        Document {
            title: String::new(),
            pages: pages.into_iter().enumerate().map(page).collect(),
            ..Document::default()
        }
    }

    fn heading(level: u8, text: &str) -> Block {
        Block::Heading { level, text: text.into() }
    }

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.into())
    }

    #[test]
    fn a_passage_knows_its_page_and_headings() {
        let blocks = vec![heading(1, "Leave"), heading(2, "Sick"), paragraph("Call us.")];
        let found = passages(&paged(vec![vec![paragraph("Hello.")], blocks]));
        let expected = Passage {
            page: Some(2),
            headings: vec!["Leave".into(), "Sick".into()],
            text: "Call us.".into(),
            ..Passage::default()
        };
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], expected);
    }

    #[test]
    fn a_long_heading_is_shortened_for_its_passages_and_kept_as_text() {
        let long = "harbour ".repeat(50_000);
        let blocks = vec![heading(1, &long), paragraph("Open daily.")];
        let found = passages(&paged(vec![blocks]));
        let lengths = found.iter().map(|p| p.headings[0].chars().count());
        assert!(lengths.max().is_some_and(|longest| longest <= super::MAX_NAME_LEN));
        let words = found.iter().flat_map(|p| p.text.split_whitespace());
        assert_eq!(words.filter(|word| *word == "harbour").count(), 50_000);
    }

    #[test]
    fn passages_of_a_long_section_come_before_its_end_is_known() {
        let sentence = "This sentence has exactly fifty characters, look. ".repeat(100);
        let blocks = std::iter::repeat_with(|| (None, paragraph(&sentence)));
        let mut found = super::passages(blocks);
        assert!(found.by_ref().take(1_000).all(|p| p.text.ends_with("look.")));
    }

    #[test]
    fn long_sections_are_cut_evenly_at_sentence_ends() {
        let text = "This sentence has exactly fifty characters, look. ".repeat(40);
        let found = passages(&paged(vec![vec![paragraph(&text)]]));
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
        let found = passages(&paged(vec![blocks]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].headings, ["Questions"]);
        assert_eq!(found[0].text, "### May I?\n\nYes.\n\n### Must I?\n\nNo, never.");
    }

    #[test]
    fn tables_are_cut_between_rows_and_repeat_their_header() {
        let mut rows = vec![vec!["Plan".to_owned(), "Price".to_owned()]];
        rows.extend((0..100).map(|n| vec![format!("Plan {n}"), format!("{n} dollars")]));
        let found = passages(&paged(vec![vec![Block::Table(rows)]]));
        assert!(found.len() > 2);
        let head = "| Plan | Price |\n| --- | --- |\n| Plan ";
        assert!(found.iter().all(|p| p.text.starts_with(head)));
    }

    #[test]
    fn passages_of_further_rows_are_told_from_the_first_of_their_table() {
        let table = |from: u32| {
            let row = |n| vec![format!("Plan {n}"), format!("{n} dollars")];
            let names = vec!["Plan".to_owned(), "Price".to_owned()];
            Block::Table(std::iter::once(names).chain((from..from + 40).map(row)).collect())
        };
        let record = |n: u32| Block::Record(vec![format!("Plan: {n}"), "Note: none".repeat(30)]);
        let only_rows = |pages: Vec<Vec<Block>>| -> Vec<bool> {
            passages(&paged(pages)).iter().map(|passage| passage.only_rows).collect()
        };
        let one = only_rows(vec![vec![table(0)]]);
        assert!(one.len() > 1 && !one[0] && one[1..].iter().all(|more| *more));
        let over_pages = only_rows(vec![vec![table(0)], vec![table(40)]]);
        assert_eq!(over_pages.iter().filter(|more| !**more).count(), 1, "{over_pages:?}");
        let records = only_rows(vec![(0..20).map(record).collect()]);
        assert!(!records[0] && records[1..].iter().all(|more| *more), "{records:?}");
        let note = paragraph("Prices hold until May. ".repeat(20).trim());
        for between in [heading(1, "Next year"), note] {
            let apart = only_rows(vec![vec![table(0), between, table(0)]]);
            assert!(apart.iter().filter(|more| !**more).count() >= 2, "{apart:?}");
        }
    }

    #[test]
    fn a_line_without_spaces_is_cut_between_characters() {
        let found = passages(&paged(vec![vec![paragraph(&"é".repeat(1 << 20))]]));
        let total: usize = found.iter().map(|p| p.text.chars().count()).sum();
        assert_eq!(total, 1 << 20);
    }

    #[test]
    fn a_page_that_begins_with_a_heading_does_not_repeat_the_last_one() {
        let page = |name: &str| vec![heading(1, name), paragraph("Text.")];
        let found = passages(&paged(vec![page("A"), page("B")]));
        let texts: Vec<&str> = found.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(texts, ["Text.", "Text."]);
        assert_eq!(found[1].headings, ["B"]);
    }

    #[test]
    fn a_heading_that_nothing_follows_is_kept() {
        let found = passages(&paged(vec![vec![heading(1, "A"), heading(1, "B")]]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "### A\n\n### B");
    }

    #[test]
    fn a_row_too_long_for_a_table_breaks_between_words() {
        let cell = "abcdefghi ".repeat(90);
        let rows = vec![vec!["Head".to_owned()], vec![cell.trim().to_owned()]];
        let found = passages(&paged(vec![vec![Block::Table(rows)]]));
        let whole = found.iter().flat_map(|p| p.text.split_whitespace());
        assert_eq!(whole.filter(|word| *word == "abcdefghi").count(), 90);
    }

    fn block() -> impl Strategy<Value = Block> {
        let words = "([a-zäß]{1,12}[.!?]? ){1,200}[a-z]{1,5}";
        let cells = prop::collection::vec("([a-z]{1,9} ){0,30}[a-z]", 1..4);
        prop_oneof![
            (1..7_u8, "([a-z]{1,9} ){1,6}[a-z]").prop_map(|(level, text)| heading(level, &text)),
            words.prop_map(Block::Paragraph),
            words.prop_map(Block::Lines),
            words.prop_map(Block::Item),
            words.prop_map(Block::Code),
            prop::collection::vec(cells, 1..8).prop_map(Block::Table),
        ]
    }

    /// Returns the words of a text without Markdown markup.
    fn words(text: &str) -> Vec<String> {
        let marks = |word: &&str| !["|", "---", "-", "###", "```"].contains(word);
        text.split_whitespace().filter(marks).map(str::to_owned).collect()
    }

    fn body(block: &Block) -> String {
        match block {
            Block::Heading { .. } => String::new(),
            Block::Paragraph(text) | Block::Lines(text) | Block::Item(text) | Block::Code(text) => {
                text.clone()
            }
            Block::Table(rows) => rows.concat().join(" "),
            Block::Record(fields) => fields.join("; "),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn nothing_but_whitespace_and_markup_is_lost(
            pages in prop::collection::vec(prop::collection::vec(block(), 0..6), 0..4)
        ) {
            let document = paged(pages);
            let found = passages(&document);
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
}
