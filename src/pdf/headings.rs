//! Headings: lines recognised by their size, weight, capitals and numbers.

use std::collections::HashMap;

use super::lines::TextLine;

/// Minimum ratio of a heading's font size to that of body text.
const LARGE: f64 = 1.15;
/// Maximum length of a heading in characters; anything longer is large text.
const MAX_LEN: usize = 200;
/// Maximum length in characters of a heading in the size of body text; longer lines are sentences.
const MAX_LEN_IN_BODY_SIZE: usize = 100;
/// Share of bold letters from which bold no longer indicates a heading.
const MAX_BOLD_SHARE: f64 = 0.3;
/// Minimum number of letters of a heading in capitals; shorter words in capitals are names.
const MIN_CAPITALS: usize = 4;

/// The surroundings of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineContext {
    /// True if the gap above it is larger than between the lines of a paragraph.
    pub(super) is_apart: bool,
    /// True if the gaps above and below it are that large, and text follows.
    pub(super) is_alone: bool,
    /// True if the next line continues its sentence.
    pub(super) goes_on: bool,
}

/// The fonts used for the headings of a document.
pub(super) struct Headings {
    /// Their sizes in half points, largest first.
    sizes: Vec<i64>,
    /// The size of body text.
    body: i64,
    /// True if bold lines in the size of body text are headings.
    bold: bool,
}

impl Headings {
    /// Returns the headings of the document with these lines.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a TextLine>) -> Self {
        let mut sizes: HashMap<i64, usize> = HashMap::new();
        let (mut all, mut bold) = (0, 0);
        for line in lines {
            let length = line.text().len();
            *sizes.entry(half_points(line.size)).or_default() += length;
            all += length;
            bold += if line.bold { length } else { 0 };
        }
        let body = sizes.iter().max_by_key(|(size, count)| (**count, **size));
        let body = body.map_or(0, |(size, _)| *size);
        #[expect(clippy::cast_precision_loss, reason = "font sizes are small")]
        let large = |size: &i64| *size as f64 > body as f64 * LARGE;
        let mut sizes: Vec<i64> = sizes.into_keys().filter(large).collect();
        sizes.sort_by(|one, other| other.cmp(one));
        #[expect(clippy::cast_precision_loss, reason = "a document has few letters")]
        let bold = (bold as f64) < MAX_BOLD_SHARE * all as f64;
        Self { sizes, body, bold }
    }

    /// Returns the level of a line that is a heading in this context; `None` for other lines.
    pub(super) fn level(&self, line: &TextLine, place: LineContext) -> Option<u8> {
        let text = line.text();
        let length = text.chars().count();
        if !text.chars().any(char::is_alphabetic) {
            return None;
        }
        if let Some(at) = self.sizes.iter().position(|size| *size == half_points(line.size)) {
            return (length <= MAX_LEN).then(|| depth(at));
        }
        let is_title = line.cells.len() == 1
            && length <= MAX_LEN_IN_BODY_SIZE
            && half_points(line.size) >= self.body
            && !place.goes_on
            && !text.starts_with(|c: char| c.is_lowercase() || is_bullet(c))
            && !text.ends_with(['.', ',', ';', ':']);
        let is_outlined = place.is_apart && is_outlined(&text);
        let above = if is_capital(&text) {
            0
        } else if is_outlined || (self.bold && line.bold) {
            1
        } else {
            2
        };
        let is_set_off = is_outlined || (self.bold && line.bold) || place.is_alone;
        (is_title && is_set_off).then(|| depth(self.sizes.len() + above))
    }
}

/// Returns the level of a heading with this many larger sizes.
fn depth(above: usize) -> u8 {
    u8::try_from(above + 1).unwrap_or(6).min(6)
}

#[expect(clippy::cast_possible_truncation, reason = "font sizes are small")]
fn half_points(size: f64) -> i64 {
    (size * 2.0).round() as i64
}

/// Returns true if a character marks an item of a list.
pub(super) fn is_bullet(character: char) -> bool {
    "•▪●◦‣∙·■□○–-*➢✓".contains(character)
}

/// Returns true if the text of a line that is set apart makes it a heading: it is in capitals, or has a section number.
fn is_outlined(text: &str) -> bool {
    is_capital(text) || is_outline_number(text.split(' ').next().unwrap_or_default())
}

fn is_capital(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().count() >= MIN_CAPITALS && letters().all(char::is_uppercase)
}

/// Returns true if a word is the number of a subsection: "3.2", "3.2.1".
fn is_outline_number(word: &str) -> bool {
    let parts = word.trim_end_matches('.').split('.');
    let is_number =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    parts.clone().count() > 1 && parts.into_iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, size: f64, bold: bool) -> TextLine {
        TextLine {
            cells: vec![text.to_owned()],
            pieces: Vec::new(),
            left: 0.0,
            right: 100.0,
            down: 0.0,
            size,
            turn: 0,
            bold,
        }
    }

    fn headings() -> Headings {
        let body = "A sentence of the body that is as long as those of most documents are.";
        let lines =
            [line(body, 10.0, false), line("Title", 20.0, true), line("In bold", 10.0, true)];
        Headings::of(lines.iter())
    }

    const NEAR: LineContext = LineContext { is_apart: false, is_alone: false, goes_on: false };
    const APART: LineContext = LineContext { is_apart: true, ..NEAR };

    #[test]
    fn bold_lines_at_the_size_of_the_body_are_headings_below_larger_ones() {
        let level = |text, bold| headings().level(&line(text, 10.0, bold), NEAR);
        assert_eq!(headings().level(&line("Title", 20.0, true), NEAR), Some(1));
        assert_eq!(level("COVERED SERVICES", true), Some(2));
        assert_eq!(level("Hearing care", true), Some(3));
        assert_eq!(level("Hearing care", false), None);
    }

    #[test]
    fn bold_sentences_items_and_beginnings_of_sentences_are_none() {
        let level = |text| headings().level(&line(text, 10.0, true), APART);
        for text in ["It is covered.", "and so is this", "• An item", "Note:"] {
            assert_eq!(level(text), None, "{text}");
        }
        let place = LineContext { goes_on: true, ..APART };
        assert_eq!(headings().level(&line("Hearing care", 10.0, true), place), None);
        assert_eq!(headings().level(&line("A footnote", 7.0, true), APART), None);
    }

    #[test]
    fn capitals_and_numbers_are_headings_where_they_stand_apart() {
        let level = |text, place| headings().level(&line(text, 10.0, false), place);
        assert_eq!(level("COVERED SERVICES", APART), Some(2));
        assert_eq!(level("COVERED SERVICES", NEAR), None);
        assert_eq!(level("3.2 Hearing care", APART), Some(3));
        assert_eq!(level("3 ears", APART), None);
        assert_eq!(level("3.2 mg", NEAR), None);
    }

    #[test]
    fn a_short_line_alone_above_text_is_the_lowest_heading() {
        let place = LineContext { is_alone: true, ..APART };
        let level = |text| headings().level(&line(text, 10.0, false), place);
        assert_eq!(level("Deductibles"), Some(4));
        assert_eq!(level("Here are a few tips:"), None);
    }
}
