//! A text in any encoding, part by part, so that no more than a part is held at once.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

use super::ExtractError;

/// The most of a text that is taken apart at once, in bytes: a parser may need fifty times as much.
const MOST: usize = 1024 * 1024;

/// Bytes that are decoded at a time.
const STEP: usize = 64 * 1024;

/// The parts of a text, with `\n` as its only line ends. They end where a block of Markdown does, if
/// one does.
pub(super) struct Chunks<'a> {
    text: Decoded<'a>,
    /// Decoded text that was not returned yet.
    held: String,
}

impl<'a> Chunks<'a> {
    /// The parts of the text in these bytes.
    ///
    /// # Errors
    ///
    /// If they hold characters that no text has.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        let text = Decoded::new(bytes)?;
        let held = String::new();
        Ok(Self { text, held })
    }
}

impl Iterator for Chunks<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        while self.held.len() < MOST {
            let Some(step) = self.text.next() else {
                let last = std::mem::take(&mut self.held);
                return Some(last).filter(|last| !last.is_empty());
            };
            self.held.push_str(&step);
        }
        let rest = self.held.split_off(end(&self.held));
        Some(std::mem::replace(&mut self.held, rest))
    }
}

/// The place to cut a text that goes on: before a heading, after a blank line, or at least after a line or a
/// word. It lies in the second half, so that each part is large.
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

/// A text, some bytes at a time.
pub(super) struct Decoded<'a> {
    decoder: Decoder,
    rest: &'a [u8],
    /// The last character was the first half of a line end, which may have a second one.
    is_in_line_end: bool,
}

impl<'a> Decoded<'a> {
    /// The text in these bytes.
    ///
    /// # Errors
    ///
    /// If they hold characters that no text has.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        let encoding = encoding(bytes);
        let decoded = || Self {
            decoder: encoding.new_decoder_with_bom_removal(),
            rest: bytes,
            is_in_line_end: false,
        };
        let (mut length, mut strange) = (0, 0);
        let mut all = decoded();
        while let Some(text) = all.step() {
            length += text.len();
            strange += text.chars().filter(|c| is_strange(*c)).count();
        }
        // A stray control character happens; more than one in a hundred is no text.
        if strange > length / 100 {
            return Err(ExtractError::NotText);
        }
        Ok(decoded())
    }

    /// The next bytes as they are.
    fn step(&mut self) -> Option<String> {
        let (now, rest) = self.rest.split_at_checked(STEP).unwrap_or((self.rest, &[]));
        if now.is_empty() {
            return None;
        }
        let most = self.decoder.max_utf8_buffer_length(now.len());
        let mut text = String::with_capacity(most.unwrap_or(3 * STEP));
        let _ = self.decoder.decode_to_string(now, &mut text, rest.is_empty());
        self.rest = rest;
        Some(text)
    }

    fn clean(&mut self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        for c in text.chars() {
            let is_second_half = c == '\n' && self.is_in_line_end;
            self.is_in_line_end = c == '\r';
            match c {
                '\r' => clean.push('\n'),
                c if is_second_half || is_strange(c) => {}
                c => clean.push(c),
            }
        }
        clean
    }
}

impl Iterator for Decoded<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let text = self.step()?;
        Some(self.clean(&text))
    }
}

fn is_strange(c: char) -> bool {
    c.is_control() && !c.is_whitespace() && c != '\u{1b}' && c != '\u{8}'
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
        assert!(parts.len() > 2 && parts.iter().all(|part| part.len() < 2 * MOST));
        assert!(parts.iter().all(|part| part.starts_with("# Heading")));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn a_fence_is_not_cut_where_it_can_be_helped() {
        let before = "Words.\n\n".repeat(MOST / 12);
        let text = format!("{before}```\n{}```\n", "# no heading\n\n".repeat(MOST / 14));
        let parts = chunks(&text);
        assert!(parts[1].starts_with("```"));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn a_line_without_end_and_letters_of_many_bytes_are_cut_between_characters() {
        let text = "ä€".repeat(MOST / 2);
        let parts = chunks(&text);
        assert!(parts.len() > 1 && parts.iter().all(|part| part.len() < 2 * MOST));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn line_ends_are_one_wherever_a_part_ends() {
        let text = format!("{}\r\nb\rc", "a".repeat(STEP - 1));
        let read: String = Decoded::new(text.as_bytes()).unwrap().collect();
        assert_eq!(read, format!("{}\nb\nc", "a".repeat(STEP - 1)));
    }
}
