//! Plain text: its encoding is detected, blank lines separate paragraphs, and line ends are kept.

use super::chunks::Chunks;
use super::wrapped::unwrapped;
use super::{ExtractError, ParsedDocument};
use footnote_documents::Block;

/// Reads plain text.
///
/// # Errors
///
/// Fails if it is not text, or is empty.
pub(super) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let texts = Chunks::new(bytes)?.flat_map(|text| separated(&unwrapped(&text)));
    ParsedDocument::of_text(String::new(), texts.map(Block::Lines))
}

/// Returns the parts of a text separated by blank lines.
pub(super) fn separated(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().chain(std::iter::once("")) {
        if !line.trim().is_empty() {
            lines.push(line.trim_end());
        } else if !lines.is_empty() {
            parts.push(lines.join("\n").trim().to_owned());
            lines.clear();
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Block, ExtractError};

    fn read(bytes: &[u8]) -> Vec<Block> {
        super::read(bytes).unwrap().whole().pages.remove(0).blocks
    }

    #[test]
    fn blank_lines_separate_paragraphs() {
        let blocks = read(b"One\r\nstill one.\r\n \r\nTwo.");
        let lines = |text: &str| Block::Lines(text.into());
        assert_eq!(blocks, [lines("One\nstill one."), lines("Two.")]);
    }

    #[test]
    fn every_usual_encoding_is_read() {
        let text = "Die Gebühr für Gäste beträgt fünf Euro.";
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        let little: Vec<u8> = utf_16(u16::to_le_bytes);
        let big: Vec<u8> = utf_16(u16::to_be_bytes);
        let marked = [&[0xff, 0xfe], little.as_slice()].concat();
        let latin_1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        for bytes in [text.as_bytes(), &little, &big, &marked, &latin_1] {
            assert_eq!(read(bytes), [Block::Lines(text.into())]);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
        assert_eq!(super::read(&bytes).err(), Some(ExtractError::NotText));
    }
}
