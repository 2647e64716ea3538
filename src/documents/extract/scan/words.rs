//! Converting tesseract's table of words, as tab-separated values, to pages of text.

use super::kept::POOR;
use super::request::ScannedPage;
use crate::extract::pdf::Vocabulary;

/// Number of columns of the table.
const COLUMNS: usize = 12;

/// A word, and its position: page, block, paragraph and line.
struct Word<'a> {
    place: [u32; 4],
    confidence: f32,
    text: &'a str,
}

/// Returns the pages of a table. The first page is returned even if it is empty.
pub(super) fn pages(table: &str) -> Vec<ScannedPage> {
    let words: Vec<_> = table.lines().filter_map(word).collect();
    let pages: Vec<_> = words.chunk_by(|a, b| a.place[0] == b.place[0]).map(page).collect();
    if pages.is_empty() { vec![ScannedPage::default()] } else { pages }
}

/// Returns the word in a row of the table; rows of blocks and lines have none.
fn word(row: &str) -> Option<Word<'_>> {
    let cells: Vec<&str> = row.splitn(COLUMNS, '\t').collect();
    let [_, page, block, paragraph, line, _, _, _, _, _, confidence, text] = cells[..] else {
        return None;
    };
    let number = |cell: &str| cell.parse().ok();
    let place = [number(page)?, number(block)?, number(paragraph)?, number(line)?];
    let confidence = confidence.parse().ok().filter(|confidence| *confidence >= 0.0)?;
    let text = text.trim();
    (!text.is_empty()).then_some(Word { place, confidence, text })
}

/// Returns the page with these words. It is empty unless one of them is certain, because specks and drawings look like
/// letters.
fn page(words: &[Word<'_>]) -> ScannedPage {
    if !words.iter().any(is_sure) {
        return ScannedPage::default();
    }
    let lines = || words.chunk_by(|a, b| a.place == b.place);
    let known = Vocabulary::of(lines().map(text));
    let mut paragraphs: Vec<String> = Vec::new();
    let mut before = None;
    for line in lines() {
        let (place, text) = (line.first().map(|word| [word.place[1], word.place[2]]), text(line));
        let ends = |paragraph: &String| {
            !(paragraph.ends_with('-') && text.starts_with(char::is_lowercase))
        };
        if before != place && paragraphs.last().is_none_or(ends) {
            paragraphs.push(String::new());
        }
        before = place;
        if let Some(paragraph) = paragraphs.last_mut() {
            known.append(paragraph, &text);
        }
    }
    let sum: f32 = words.iter().map(|word| word.confidence).sum();
    ScannedPage {
        text: paragraphs.join("\n\n"),
        words: u32::try_from(words.len()).unwrap_or(u32::MAX),
        confidence: sum / words.len() as f32,
    }
}

/// Returns true for a word of several letters that was read with high confidence.
fn is_sure(word: &Word<'_>) -> bool {
    let letters = word.text.chars().filter(|letter| letter.is_alphanumeric());
    word.confidence >= POOR && letters.count() > 1
}

fn text(line: &[Word<'_>]) -> String {
    let words: Vec<_> = line.iter().map(|word| word.text).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of these words, each with its page, block, paragraph and line, and its confidence.
    fn table(words: &[([u32; 4], u32, &str)]) -> String {
        let rows = words.iter().map(|([page, block, paragraph, line], confidence, text)| {
            format!(
                "5\t{page}\t{block}\t{paragraph}\t{line}\t1\t0\t0\t9\t9\t{confidence}\t{text}\n"
            )
        });
        let head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";
        let page = "1\t1\t0\t0\t0\t0\t0\t0\t99\t99\t-1\t\n";
        format!("{head}{page}{}", rows.collect::<String>())
    }

    #[test]
    fn lines_are_joined_to_paragraphs_and_divided_words_made_whole() {
        let words = [
            ([1, 1, 1, 1], 90, "A"),
            ([1, 1, 1, 1], 80, "divi-"),
            ([1, 1, 2, 1], 70, "ded"),
            ([1, 1, 2, 1], 96, "word."),
            ([1, 1, 3, 1], 84, "Another."),
            ([2, 1, 1, 1], 90, "Overleaf."),
        ];
        let read = pages(&table(&words));
        assert_eq!(read[0].text, "A divided word.\n\nAnother.");
        assert_eq!((read[0].words, read[0].confidence), (5, 84.0));
        assert_eq!(read[1].text, "Overleaf.");
    }

    #[test]
    fn specks_are_no_words() {
        let specks = [([1, 1, 1, 1], 95, "|"), ([1, 1, 1, 1], 20, "oe"), ([1, 2, 1, 1], 96, " ")];
        assert_eq!(pages(&table(&specks)), [ScannedPage::default()]);
        assert_eq!(pages(""), [ScannedPage::default()]);
    }
}
