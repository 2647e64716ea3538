//! Plain text: its encoding is recognised, blank lines separate paragraphs.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::{ExtractError, Extractor};
use crate::rag::corpus::{Block, Document, Page};

/// Reads plain text.
pub(super) struct Plain;

impl Extractor for Plain {
    fn extract(&self, bytes: &[u8]) -> Result<Document, ExtractError> {
        let text = decode(bytes)?;
        let blocks = paragraphs(&text);
        document(String::new(), blocks)
    }
}

/// A document of one page without a number.
pub(super) fn document(title: String, blocks: Vec<Block>) -> Result<Document, ExtractError> {
    if blocks.is_empty() {
        return Err(ExtractError::Empty);
    }
    let page = Page {
        number: None,
        blocks,
    };
    Ok(Document {
        title,
        pages: vec![page],
    })
}

/// The text in whatever encoding it is, with `\n` as its only line ends.
///
/// # Errors
///
/// If it holds characters that no text has.
pub(in crate::rag::corpus) fn decode(bytes: &[u8]) -> Result<String, ExtractError> {
    let (text, _) = encoding(bytes).decode_with_bom_removal(bytes);
    let strange = |c: char| c.is_control() && !c.is_whitespace() && c != '\u{1b}' && c != '\u{8}';
    // A stray control character happens; more than one in a hundred is no text.
    if text.chars().filter(|c| strange(*c)).count() > text.len() / 100 {
        return Err(ExtractError::NotText);
    }
    let clean = text.replace("\r\n", "\n").replace('\r', "\n");
    Ok(clean.replace(strange, ""))
}

/// The encoding, from a byte order mark, validity, the zeros of UTF-16, or the letters' frequency.
fn encoding(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    utf_16(bytes).unwrap_or_else(|| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(bytes, true);
        detector.guess(None, Utf8Detection::Allow)
    })
}

/// UTF-16 without a mark: Latin letters leave every other byte zero.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let zeros = |first: usize| {
        head.iter()
            .skip(first)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let most = head.len() / 4;
    match (zeros(0), zeros(1)) {
        (even, odd) if even > most && odd < most / 8 + 1 => Some(UTF_16BE),
        (even, odd) if odd > most && even < most / 8 + 1 => Some(UTF_16LE),
        _ => None,
    }
}

/// The paragraphs of a text: what stands between blank lines.
pub(super) fn paragraphs(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().chain(std::iter::once("")) {
        if !line.trim().is_empty() {
            lines.push(line.trim_end());
        } else if !lines.is_empty() {
            blocks.push(Block::Paragraph(lines.join("\n").trim().to_owned()));
            lines.clear();
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Block> {
        Plain.extract(bytes).unwrap().pages.remove(0).blocks
    }

    #[test]
    fn blank_lines_separate_paragraphs() {
        let blocks = read(b"One\r\nstill one.\r\n \r\nTwo.");
        let paragraph = |text: &str| Block::Paragraph(text.into());
        assert_eq!(blocks, [paragraph("One\nstill one."), paragraph("Two.")]);
    }

    #[test]
    fn every_usual_encoding_is_read() {
        let text = "Die Gebühr für Gäste beträgt fünf Euro.";
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        let little: Vec<u8> = utf_16(u16::to_le_bytes);
        let big: Vec<u8> = utf_16(u16::to_be_bytes);
        let marked = [&[0xff, 0xfe], little.as_slice()].concat();
        let latin_1: Vec<u8> = text
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect();
        for bytes in [text.as_bytes(), &little, &big, &marked, &latin_1] {
            assert_eq!(read(bytes), [Block::Paragraph(text.into())]);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
        assert_eq!(Plain.extract(&bytes), Err(ExtractError::NotText));
    }
}
