//! The stored form of a scan's text: its paragraphs and pages, and the confidence in its words.

use super::request::{POOR, ScannedPage};
use crate::ExtractError;
use footnote_documents::{Block, Document, Page};

/// The separator between two pages.
const PAGE_END: char = '\u{c}';

/// What stands between two cells of a row.
const CELL: &str = " | ";

/// The text before the confidence in the first line.
const CONFIDENCE: &str = ", confidence ";

/// The text of a scan in its stored form.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptScan {
    /// The text. The first line names the program that read it, and the confidence.
    pub text: String,
    /// The mean confidence in its words, from 0 to 100.
    pub confidence: f32,
}

impl KeptScan {
    /// Returns true if many words may have been misread.
    pub fn is_poor(&self) -> bool {
        self.confidence < POOR
    }
}

impl super::ScanTool {
    /// Returns the stored form of these pages; `None` if they have no words.
    pub fn kept(&self, pages: &[ScannedPage]) -> Option<KeptScan> {
        let words = pages.iter().map(|page| page.words).sum::<u32>();
        let sum = pages.iter().map(|page| page.confidence * page.words as f32).sum::<f32>();
        let confidence = (words > 0).then(|| sum / words as f32)?;
        let texts: Vec<_> = pages.iter().map(|page| page.text.as_str()).collect();
        let text = texts.join(&PAGE_END.to_string());
        let text = format!("{}{CONFIDENCE}{confidence:.0}\n{text}\n", self.name());
        Some(KeptScan { text, confidence })
    }
}

/// Returns true if this first line says that many words may have been misread.
pub(crate) fn is_poor(maker: &str) -> bool {
    let confidence =
        maker.rsplit_once(CONFIDENCE).and_then(|(_, number)| number.parse::<f32>().ok());
    confidence.is_some_and(|confidence| confidence < POOR)
}

/// Returns the stored form of blocks: paragraphs with blank lines between them, and tables row by row.
pub(super) fn text(blocks: Vec<Block>) -> String {
    let texts = blocks.into_iter().map(|block| match block {
        Block::Heading { text, .. }
        | Block::Paragraph(text)
        | Block::Lines(text)
        | Block::Code(text) => text,
        Block::Item(text) => format!("• {text}"),
        Block::Record(fields) => fields.join("\n"),
        Block::Table(rows) => {
            let row =
                |row: &Vec<String>| format!("{CELL}{}{CELL}", row.join(CELL)).trim().to_owned();
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

/// Returns one page with the words of several pictures, without those that are most likely no words.
pub(super) fn together(pictures: impl Iterator<Item = ScannedPage>) -> ScannedPage {
    let pictures: Vec<_> = pictures.filter(|picture| !picture.is_poor()).collect();
    let words = pictures.iter().map(|picture| picture.words).sum::<u32>();
    let sum = pictures.iter().map(|picture| picture.confidence * picture.words as f32).sum::<f32>();
    let texts: Vec<_> = pictures.into_iter().map(|picture| picture.text).collect();
    ScannedPage { text: texts.join("\n\n"), words, confidence: sum / words.max(1) as f32 }
}

/// Returns a paragraph of a stored text as a block: a table if all of its lines are rows.
fn block(text: &str) -> Block {
    let row = |line: &str| {
        let cells = format!(" {line} ");
        let inner = cells.strip_prefix(CELL)?.strip_suffix(CELL)?;
        Some(inner.split(CELL).map(|cell| cell.trim().to_owned()).collect())
    };
    let rows: Option<Vec<Vec<String>>> = text.lines().map(row).collect();
    rows.filter(|rows| rows.len() > 1)
        .map_or_else(|| Block::Paragraph(text.to_owned()), Block::Table)
}

/// Returns the document of a stored text. Its pages are numbered if its file `has_pages`.
///
/// # Errors
///
/// Fails if there is no text.
pub(crate) fn document(text: &str, has_pages: bool) -> Result<Document, ExtractError> {
    let page = |(number, text): (u32, &str)| {
        let paragraphs = text.split("\n\n").map(str::trim).filter(|one| !one.is_empty());
        let blocks = paragraphs.map(block).collect();
        Page { number: has_pages.then_some(number), blocks }
    };
    let pages = (1..).zip(text.split(PAGE_END)).map(page).collect();
    Document { pages, ..Document::default() }.unless_empty(ExtractError::NoText)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::ScanTool;

    fn page(text: &str, words: u32, confidence: f32) -> ScannedPage {
        ScannedPage { text: text.to_owned(), words, confidence }
    }

    #[test]
    fn what_is_kept_is_the_pages_again() {
        let table = Block::Table(vec![
            vec!["A".to_owned(), String::new()],
            vec!["B".to_owned(), "|".to_owned()],
        ]);
        let rows = super::text(vec![table.clone(), Block::Item("C".to_owned())]);
        assert_eq!(
            [block("| A |  |\n| B | | |"), block("| A |")],
            [table, Block::Paragraph("| A |".to_owned())]
        );
        assert_eq!(rows, "| A |  |\n| B | | |\n\n• C");
        let pages =
            [page("Tea at four.\n\nCake.", 4, 90.0), page("", 0, 0.0), page("Scones", 1, 40.0)];
        let name = "tesseract 5.3.0".to_owned();
        let tool = ScanTool::new(Path::new("tesseract"), name, "eng".to_owned());
        let kept = tool.kept(&pages).unwrap();
        let (maker, text) = kept.text.split_once('\n').unwrap();
        assert_eq!(maker, "tesseract 5.3.0, confidence 80");
        assert!(!is_poor(maker) && is_poor("tesseract 5.3.0, confidence 59"));
        let read = document(text, true).unwrap();
        let paragraphs = |page: usize| read.pages[page].blocks.len();
        assert_eq!([paragraphs(0), paragraphs(1), paragraphs(2)], [2, 0, 1]);
        assert_eq!(read.pages[2].number, Some(3));
        assert_eq!(document(text, false).unwrap().pages[0].number, None);
        assert_eq!(tool.kept(&pages[1..2]), None);
    }
}
