//! One glyph of a page, where it stands.

/// A glyph in the frame of its own writing direction: `along` grows with the text, `down` from
/// line to line, both in points.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) along: f64,
    pub(super) down: f64,
    /// The width of its advance.
    pub(super) width: f64,
    /// The size of its font.
    pub(super) size: f64,
    /// The direction in tenths of a degree, from 0.
    pub(super) turn: u16,
    /// True if it is set in bold.
    pub(super) bold: bool,
}

impl Glyph {
    /// Puts it where it stands in a mirror: a page that is read from the right begins at the left there.
    pub(super) fn mirror(&mut self) {
        self.along = -(self.along + self.width);
    }
}

/// True if a character belongs to a script that sets no spaces between words.
pub(super) fn is_wide(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}
