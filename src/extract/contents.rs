//! Tables of contents: lists of titles with page numbers of the same document. They are removed, because they only
//! repeat the words of headings. Lists of prices, years or phone extensions match no pages and are kept.

use footnote_text::words::words;

use footnote_documents::visible::texts;
use footnote_documents::{Block, Page};

/// Minimum number of entries: a few titles may be followed by numbers by chance.
const MIN_ENTRIES: usize = 3;
/// Minimum number of dots in a leader; an ellipsis has three.
const MIN_DOTS: usize = 4;

/// Removes the tables of contents from a document with pages.
pub(super) fn remove(pages: &mut [Page]) {
    let is_listed = |block: &Block| !entries(block).is_empty();
    if !pages.iter().any(|page| page.number.is_some() && page.blocks.iter().any(is_listed)) {
        return;
    }
    let spoken: Vec<(u32, String)> = pages.iter_mut().map(spoken_page).collect();
    for page in pages {
        let Some(number) = page.number else { continue };
        page.blocks.retain(|block| !leads(&entries(block), number, &spoken));
    }
}

/// Returns the number of a page, and all of its words.
fn spoken_page(page: &mut Page) -> (u32, String) {
    let texts = page.blocks.iter_mut().flat_map(texts);
    (page.number.unwrap_or_default(), texts.map(|text| spoken(text)).collect())
}

/// Returns the words of a text in lower case, each between blanks.
fn spoken(text: &str) -> String {
    words(text).flat_map(|word| [" ", word, " "]).collect::<String>().to_lowercase()
}

/// Returns true if most entries on a page are titles that occur on the page with their number or a later one. The
/// number printed on a page may be smaller than its position in the file.
fn leads(entries: &[(String, u32)], from: u32, pages: &[(u32, String)]) -> bool {
    let last = pages.last().map_or(0, |(last, _)| *last);
    let is_there = |(title, number): &&(String, u32)| {
        let mut behind = pages.iter().filter(|(at, _)| *at != from && at >= number);
        behind.any(|(_, words)| words.contains(title))
    };
    entries.len() >= MIN_ENTRIES
        && entries.is_sorted_by_key(|(_, number)| *number)
        && entries.iter().all(|(_, number)| *number <= last)
        && 2 * entries.iter().filter(is_there).count() > entries.len()
}

/// Returns the titles of a block, each with the number after it; empty if the block has other text.
fn entries(block: &Block) -> Vec<(String, u32)> {
    match block {
        Block::Paragraph(text) | Block::Lines(text) => of_lines(text.lines()),
        Block::Table(rows) => {
            let rows: Vec<_> = rows.iter().map(|row| row.join(" ")).collect();
            of_lines(rows.iter().map(String::as_str))
        }
        _ => Vec::new(),
    }
}

/// Returns the titles in these lines, each with its number. A number ends an entry after a leader, or at the end of its
/// line.
fn of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<(String, u32)> {
    let (mut entries, mut title) = (Vec::new(), String::new());
    let mut is_sentence = false;
    for line in lines {
        let mut leader = 0;
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word.trim_matches(['.', '…']).is_empty() {
                leader += word.replace('…', "...").len();
                continue;
            }
            let ends = leader >= MIN_DOTS || words.peek().is_none();
            match word.parse() {
                Ok(number) if ends && !title.is_empty() => {
                    entries.push((std::mem::take(&mut title), number));
                }
                _ => title += &spoken(word),
            }
            is_sentence = word.ends_with(['.', '!', '?']);
            leader = 0;
        }
    }
    // A title may continue in the next block.
    if title.is_empty() || !is_sentence { entries } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(first: &str, others: &[&str]) -> usize {
        let texts = std::iter::once(&first).chain(others);
        let page = |(number, text): (u32, &&str)| Page {
            number: Some(number),
            blocks: vec![Block::Lines((*text).to_owned())],
        };
        let mut pages: Vec<Page> = (1..).zip(texts).map(page).collect();
        remove(&mut pages);
        pages[0].blocks.len()
    }

    #[test]
    fn a_list_that_leads_to_pages_of_its_document_is_left_out() {
        let pages = ["1 Work is done.", "4.2 Pay comes monthly.", "Leave is long.", "End"];
        for contents in [
            "1 Work . . . . 2 4.2 Pay ..... 3 Leave … … 4",
            "1 Work ..... 2\n4.2 Pay ..... 3\nLeave ..... 4\nThe annex of",
            "1 Work 2\n4.2 Pay 2\nLeave 4\nAnnex 5",
            "1 Work ...... 1\n4.2 Pay ...... 2\nLeave ..... 3",
        ] {
            assert_eq!(left(contents, &pages), 0, "{contents}");
        }
        for list in [
            "Tea ..... 2\nCake ..... 3\nMilk ..... 4",
            "1 Work ..... 20\n4.2 Pay ..... 30\nLeave ..... 40",
            "Leave ..... 2\n4.2 Pay ..... 1\n1 Work ..... 2",
            "1 Work ..... 2\n4.2 Pay ..... 3\nLeave ..... 4\nPlease read on.",
        ] {
            assert_eq!(left(list, &pages), 1, "{list}");
        }
    }
}
