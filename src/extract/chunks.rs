//! A text in any encoding, whole or in parts.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::ExtractError;

/// Maximum number of bytes that are parsed at once: a parser may need fifty times as much memory.
const CHUNK_BYTES: usize = 1024 * 1024;

/// The parts of a text. They end at the end of a Markdown block, if there is one.
pub(super) struct Chunks<'a> {
    text: Cow<'a, str>,
    /// The end of the parts returned so far.
    at: usize,
}

impl<'a> Chunks<'a> {
    /// Returns the parts of the text in these bytes.
    ///
    /// # Errors
    ///
    /// Fails if the bytes contain characters that no text has.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        Ok(Self { text: decoded(bytes)?, at: 0 })
    }
}

impl Iterator for Chunks<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let part = match rest.get(..rest.floor_char_boundary(CHUNK_BYTES)) {
            Some(begun) if begun.len() < rest.len() => begun.get(..end(begun))?,
            _ => rest,
        };
        self.at += part.len();
        Some(part.to_owned())
    }
}

/// Decodes text in any encoding, with `\n` as the only line ending.
///
/// # Errors
///
/// Fails if it contains characters that no text has.
pub(super) fn decode(bytes: &[u8]) -> Result<String, ExtractError> {
    decoded(bytes).map(Cow::into_owned)
}

/// Decodes like [`decode`], but copies only if necessary: a file may take a tenth of the process's memory.
fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, ExtractError> {
    let (mut text, _) = encoding(bytes).decode_with_bom_removal(bytes);
    let strange = text.chars().filter(|c| is_control(*c)).count();
    // A stray control character is tolerated; more than one in a hundred means that this is not text.
    if strange > text.len() / 100 {
        return Err(ExtractError::NotText);
    }
    if strange > 0 {
        text.to_mut().retain(|c| !is_control(c));
    }
    if text.contains('\r') {
        text = text.replace("\r\n", "\n").into();
        text = text.replace('\r', "\n").into();
    }
    Ok(text)
}

/// Returns the position to cut text that continues: before a heading, after a blank line, or at least after a line or a
/// word. It is in the second half, so that each part is large.
fn end(text: &str) -> usize {
    let (mut heading, mut blank, mut at) = (0, 0, 0);
    let mut is_fenced = false;
    for line in text.split_inclusive('\n') {
        let after = at + line.len();
        if line.starts_with("```") || line.starts_with("~~~") {
            is_fenced = !is_fenced;
        } else if !is_fenced && line.starts_with('#') {
            heading = at;
        } else if !is_fenced && line.trim().is_empty() {
            blank = after;
        }
        at = after;
    }
    let behind = |end: Option<usize>| end.map_or(0, |end| end + 1);
    let line = behind(text.rfind('\n'));
    let word = behind(text.rfind(' '));
    let mut ends = [heading, blank, line, word].into_iter();
    let end = ends.find(|end| *end > text.len() / 2);
    end.unwrap_or(text.len())
}

fn is_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace() && c != '\u{1b}' && c != '\u{8}'
}

/// Returns the encoding, by byte order mark, validity, zero bytes of UTF-16, or letter frequency.
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

/// UTF-16 without a byte order mark: Latin letters leave every other byte zero.
pub(super) fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let zeros =
        |first: usize| head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let most = head.len() / 4;
    match (zeros(0), zeros(1)) {
        (even, odd) if even > most && odd < most / 8 + 1 => Some(UTF_16BE),
        (even, odd) if odd > most && even < most / 8 + 1 => Some(UTF_16LE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &str) -> Vec<String> {
        Chunks::new(text.as_bytes()).unwrap().collect()
    }

    #[test]
    fn a_long_text_comes_in_parts_that_end_before_headings() {
        let section = format!("# Heading\n\n{}\n\n", "Words and words. ".repeat(1_000));
        let text = section.repeat(200);
        let parts = chunks(&text);
        assert!(parts.len() > 2 && parts.iter().all(|part| part.len() < 2 * CHUNK_BYTES));
        assert!(parts.iter().all(|part| part.starts_with("# Heading")));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn a_fence_is_not_cut_where_it_can_be_helped() {
        let before = "Words.\n\n".repeat(CHUNK_BYTES / 12);
        let text = format!("{before}```\n{}```\n", "# no heading\n\n".repeat(CHUNK_BYTES / 14));
        let parts = chunks(&text);
        assert!(parts[1].starts_with("```"));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn a_line_without_end_and_letters_of_many_bytes_are_cut_between_characters() {
        let text = "ä€".repeat(CHUNK_BYTES / 2);
        let parts = chunks(&text);
        assert!(parts.len() > 1 && parts.iter().all(|part| part.len() < 2 * CHUNK_BYTES));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn line_ends_are_one_however_they_are_written() {
        assert_eq!(decode(b"a\r\nb\rc\r\r\nd\n"), Ok("a\nb\nc\n\nd\n".to_owned()));
    }
}
