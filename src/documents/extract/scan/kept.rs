//! The stored form of a scan's text: its paragraphs and pages, and the confidence in its words.

use super::request::ScannedPage;
use crate::extract::ExtractError;
use crate::{Block, Document, Page};

/// Confidence in words below which a scan is poor.
pub(super) const POOR: f32 = 60.0;

/// The separator between two pages.
const PAGE_END: char = '\u{c}';

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
pub(in crate::extract) fn is_poor(maker: &str) -> bool {
    let confidence =
        maker.rsplit_once(CONFIDENCE).and_then(|(_, number)| number.parse::<f32>().ok());
    confidence.is_some_and(|confidence| confidence < POOR)
}

/// Returns the document of a stored text. Its pages are numbered if its file `has_pages`.
///
/// # Errors
///
/// Fails if there is no text.
pub(in crate::extract) fn document(text: &str, has_pages: bool) -> Result<Document, ExtractError> {
    let page = |(number, text): (u32, &str)| {
        let paragraphs = text.split("\n\n").map(str::trim).filter(|one| !one.is_empty());
        let blocks = paragraphs.map(|one| Block::Paragraph(one.to_owned())).collect();
        Page { number: has_pages.then_some(number), blocks }
    };
    let pages = (1..).zip(text.split(PAGE_END)).map(page).collect();
    Document { pages, ..Document::default() }.unless_empty(ExtractError::NoText)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::extract::ScanTool;

    fn page(text: &str, words: u32, confidence: f32) -> ScannedPage {
        ScannedPage { text: text.to_owned(), words, confidence }
    }

    #[test]
    fn what_is_kept_is_the_pages_again() {
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
