//! Documents into passages of about 500 to 800 characters, cut at sentence ends.

mod pieces;

use super::readers::Access;
use super::{Block, Document, Passage};
use pieces::{Piece, length};

/// The longest passage in characters that joining makes.
const LONGEST: usize = 800;
/// What a passage aims at, in characters, when a section is divided evenly.
const AIM: usize = 700;
/// Sections below this many characters join their neighbours.
const TINY: usize = 200;

/// A stretch of one page under one heading path.
#[derive(Debug, Default)]
struct Section {
    page: Option<u32>,
    headings: Vec<String>,
    pieces: Vec<Piece>,
}

impl Section {
    fn length(&self) -> usize {
        self.pieces.iter().map(|piece| length(&piece.text)).sum()
    }

    /// Whether it has a heading of its own or a text.
    fn is_worth_keeping(&self, opened: bool) -> bool {
        opened || !self.pieces.is_empty()
    }

    fn parent(&self) -> &[String] {
        self.headings.split_last().map_or(&[], |(_, parent)| parent)
    }
}

/// The passages of the document at `path`, in order.
///
/// Each lies on one page and under one heading path, and has at most 1,200 characters. Tables are
/// cut between rows, their header repeated.
pub fn passages(path: &str, document: &Document) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for section in merged(sections(document)) {
        for text in filled(section.pieces) {
            let ordinal = u32::try_from(passages.len()).unwrap_or(u32::MAX);
            passages.push(Passage {
                id: format!("{path}#{ordinal}"),
                path: path.to_owned(),
                page: section.page,
                ordinal,
                title: title(path, document),
                headings: section.headings.clone(),
                category: path.split_once('/').map(|(folder, _)| folder.to_owned()),
                text,
                access: Access::default(),
            });
        }
    }
    passages
}

/// The document's own title, or else its file's name without the extension.
fn title(path: &str, document: &Document) -> String {
    if !document.title.trim().is_empty() {
        return document.title.trim().to_owned();
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.to_owned()
}

/// The document as sections: a new one at each heading and each page.
fn sections(document: &Document) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut path: Vec<(u8, String)> = Vec::new();
    for page in &document.pages {
        let open = |path: &[(u8, String)]| Section {
            page: page.number,
            headings: path.iter().map(|(_, text)| text.clone()).collect(),
            pieces: Vec::new(),
        };
        let mut section = open(&path);
        // What a page begins with belongs to the heading before; with nothing, it is no section.
        let mut opened = false;
        for block in &page.blocks {
            if let Block::Heading { level, text } = block {
                path.truncate(path.iter().take_while(|(outer, _)| outer < level).count());
                path.push((*level, one_line(text)));
                let before = std::mem::replace(&mut section, open(&path));
                sections.extend(Some(before).filter(|before| before.is_worth_keeping(opened)));
                opened = true;
            } else {
                section.pieces.extend(pieces::of_block(block));
            }
        }
        sections.extend(Some(section).filter(|section| section.is_worth_keeping(opened)));
    }
    sections
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins tiny sections under the same parent, and keeps headings that nothing follows as text.
fn merged(sections: Vec<Section>) -> Vec<Section> {
    let mut merged: Vec<Section> = Vec::new();
    let mut rest = sections.into_iter().peekable();
    while let Some(mut section) = rest.next() {
        if section.pieces.is_empty() {
            let continued = rest
                .peek()
                .is_none_or(|next| next.headings.starts_with(&section.headings));
            let last = rest.peek().is_none() && !section.headings.is_empty();
            if continued && !last {
                continue;
            }
            lower_heading(&mut section);
        }
        match merged.last_mut() {
            Some(before) if belong_together(before, &section) => join(before, section),
            _ => merged.push(section),
        }
    }
    merged
}

/// Whether the two are neighbours on a page, under one parent, and tiny enough to be one.
fn belong_together(before: &Section, section: &Section) -> bool {
    // A section that took in a neighbour already stands under the parent itself.
    let same_parent = before.parent() == section.parent() || before.headings == section.parent();
    same_parent
        && before.page == section.page
        && before.length().min(section.length()) < TINY
        && before.length() + section.length() < AIM
}

/// Takes `section` into `before`; both keep their headings, as text under the common parent.
fn join(before: &mut Section, mut section: Section) {
    if before.headings.len() == section.headings.len() {
        lower_heading(before);
    }
    lower_heading(&mut section);
    before.pieces.append(&mut section.pieces);
}

/// Turns the innermost heading of the path into the first line of the text.
fn lower_heading(section: &mut Section) {
    if let Some(heading) = section.headings.pop() {
        let lines = pieces::of_heading(&heading);
        section.pieces.splice(0..0, lines);
    }
}

/// The pieces as texts of even length, none longer than [`LONGEST`] unless a piece is.
fn filled(pieces: Vec<Piece>) -> Vec<String> {
    let mut remaining: usize = pieces.iter().map(|piece| length(&piece.text) + 1).sum();
    let mut target = even_share(remaining);
    let mut texts = Vec::new();
    let mut text = String::new();
    for piece in pieces {
        let (now, more) = (length(&text), length(&piece.text));
        if now > 0 && (now + more + 2 > LONGEST || now + more / 2 > target) {
            texts.push(std::mem::take(&mut text));
            target = even_share(remaining);
        }
        if !text.is_empty() {
            text.push_str(piece.separator);
        }
        text.push_str(&piece.text);
        remaining = remaining.saturating_sub(more + 1);
    }
    if !text.is_empty() {
        texts.push(text);
    }
    texts
}

/// How long each passage is when `remaining` characters are divided evenly.
fn even_share(remaining: usize) -> usize {
    remaining / remaining.div_ceil(AIM).max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::passages;
    use crate::rag::corpus::readers::Access;
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
            access: Access::Public,
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
    fn a_page_that_begins_with_a_heading_does_not_repeat_the_last_one() {
        let page = |name: &str| vec![heading(1, name), paragraph("Text.")];
        let found = passages("a.pdf", &paged(vec![page("A"), page("B")]));
        let texts: Vec<&str> = found.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(texts, ["Text.", "Text."]);
        assert_eq!(found[1].headings, ["B"]);
    }

    #[test]
    fn a_heading_that_nothing_follows_is_kept() {
        let found = passages("a.md", &paged(vec![vec![heading(1, "A"), heading(1, "B")]]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "### A\n\n### B");
    }

    #[test]
    fn a_row_too_long_for_a_table_breaks_between_words() {
        let cell = "abcdefghi ".repeat(90);
        let rows = vec![vec!["Head".to_owned()], vec![cell.trim().to_owned()]];
        let found = passages("a.md", &paged(vec![vec![Block::Table(rows)]]));
        let whole = found.iter().flat_map(|p| p.text.split_whitespace());
        assert_eq!(whole.filter(|word| *word == "abcdefghi").count(), 90);
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
}
