//! A glyph, with its position on the page.

/// A glyph in the coordinate system of its own writing direction: `along` increases in the direction of the text,
/// `down` from line to line, both in points.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) along: f64,
    pub(super) down: f64,
    /// Its advance width.
    pub(super) width: f64,
    /// Its font size.
    pub(super) size: f64,
    /// Its direction in tenths of a degree, from 0.
    pub(super) turn: u16,
    /// True if it is bold.
    pub(super) bold: bool,
}

impl Glyph {
    /// Mirrors its position, so that a right-to-left page begins at the left.
    pub(super) fn mirror(&mut self) {
        self.along = -(self.along + self.width);
    }
}

/// Returns true if a character belongs to a script without spaces between words.
pub(super) fn is_wide(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}

/// Returns the sine and the cosine of a direction.
pub(super) fn frame(turn: u16) -> (f64, f64) {
    (f64::from(turn) / 10.0).to_radians().sin_cos()
}
