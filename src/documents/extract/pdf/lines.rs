//! Glyphs into lines: words are separated by the gaps between glyphs, cells by wide gaps.

use footnote_text::words::in_one_line;

use super::glyphs::Glyph;

/// The gap, in parts of the font's size, from which two glyphs belong to different words.
/// Spaces are rarely narrower than a fifth, kerning rarely wider than a tenth.
const WORD_GAP: f64 = 0.15;
/// The gap from which they belong to different cells; justified text stays below.
const CELL_GAP: f64 = 2.0;
/// The gap from which they may belong to different cells, if the lines around agree: the longest
/// entry of a column leaves little room.
const SEAM_GAP: f64 = 0.7;
/// The largest offset of a glyph above or below its line, for sub- and superscripts.
const OFF_LINE: f64 = 0.45;
/// The largest step back of a glyph, for kerning and accents.
const BACK: f64 = 0.6;

/// A line of text, in the frame of its direction (see [`Glyph`]).
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// Its text by cells; one cell in ordinary text.
    pub(super) cells: Vec<String>,
    /// Its text, cut wherever a cell may begin.
    pub(super) pieces: Vec<LineSegment>,
    /// The left edge.
    pub(super) left: f64,
    /// The right edge.
    pub(super) right: f64,
    /// The baseline.
    pub(super) down: f64,
    /// The size of most of its glyphs.
    pub(super) size: f64,
    /// Its direction in quarter turns.
    pub(super) turn: u8,
    /// True if all of it is set in bold.
    pub(super) bold: bool,
}

/// A stretch of a line between two gaps.
#[derive(Clone, Debug, Default)]
pub(super) struct LineSegment {
    /// Its text.
    pub(super) text: String,
    /// Its start along the line.
    pub(super) along: f64,
    /// True if it surely begins a cell.
    pub(super) firm: bool,
}

impl TextLine {
    /// The whole line as one text.
    pub(super) fn text(&self) -> String {
        self.cells.join(" ")
    }
}

/// The lines of a page, in the order they are drawn.
pub(super) fn of_glyphs(glyphs: &[Glyph]) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let mut open: Option<OpenLine> = None;
    for glyph in glyphs {
        if let Some(line) = open.as_mut().filter(|line| line.continues_with(glyph)) {
            line.push(glyph);
        } else if !glyph.text.trim().is_empty() {
            // A space drawn elsewhere interrupts nothing.
            lines.extend(open.take().and_then(OpenLine::close));
            open = Some(OpenLine::new(glyph));
        }
    }
    lines.extend(open.and_then(OpenLine::close));
    lines
}

/// A line under way.
struct OpenLine {
    line: TextLine,
    sizes: Vec<f64>,
    blank: bool,
}

impl OpenLine {
    fn new(glyph: &Glyph) -> Self {
        let mut open = Self {
            line: TextLine {
                cells: Vec::new(),
                pieces: vec![LineSegment {
                    along: glyph.along,
                    firm: true,
                    ..LineSegment::default()
                }],
                left: glyph.along,
                right: glyph.along,
                down: glyph.down,
                size: glyph.size,
                turn: glyph.turn,
                bold: true,
            },
            sizes: Vec::new(),
            blank: false,
        };
        open.push(glyph);
        open
    }

    fn continues_with(&self, glyph: &Glyph) -> bool {
        let size = self.line.size.max(glyph.size);
        glyph.turn == self.line.turn
            && (glyph.down - self.line.down).abs() < size * OFF_LINE
            && glyph.along > self.line.right - size * BACK
    }

    fn push(&mut self, glyph: &Glyph) {
        if glyph.text.trim().is_empty() {
            self.blank = true;
            return;
        }
        if self.sizes.is_empty() {
            (self.line.left, self.line.down) = (glyph.along, glyph.down);
        } else {
            self.separate(glyph);
        }
        self.blank = false;
        // A superscript must not pull the line up.
        if self.sizes.is_empty() || glyph.size > self.line.size * 1.1 {
            (self.line.size, self.line.down) = (glyph.size, glyph.down);
        }
        self.sizes.push(glyph.size);
        self.line.bold &= glyph.bold;
        self.line.right = self.line.right.max(glyph.along + glyph.width);
        if let Some(piece) = self.line.pieces.last_mut() {
            piece.text.push_str(&glyph.text);
        }
    }

    /// Puts a space or a cell's end between the glyphs so far and the next.
    fn separate(&mut self, glyph: &Glyph) {
        let gap = (glyph.along - self.line.right) / self.line.size.min(glyph.size);
        let is_blank = self.blank || gap > WORD_GAP;
        if let Some(piece) = self.line.pieces.last_mut().filter(|_| is_blank) {
            piece.text.push(' ');
        }
        if gap > SEAM_GAP {
            self.line.pieces.push(LineSegment {
                along: glyph.along,
                firm: gap > CELL_GAP,
                ..LineSegment::default()
            });
        }
    }

    /// The line, unless it is blank.
    fn close(mut self) -> Option<TextLine> {
        self.sizes.sort_by(f64::total_cmp);
        self.line.size = *self.sizes.get(self.sizes.len() / 2)?;
        self.line.cells = cells(&self.line.pieces);
        self.line.cells.retain(|cell| !cell.is_empty());
        (!self.line.cells.is_empty()).then_some(self.line)
    }
}

/// The cells of a line by its firm pieces.
pub(super) fn cells(pieces: &[LineSegment]) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for piece in pieces {
        let words = in_one_line(&piece.text);
        match cells.last_mut() {
            Some(cell) if !piece.firm => {
                cell.push(' ');
                cell.push_str(&words);
            }
            _ => cells.push(words),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::{Glyph, of_glyphs};

    fn glyph(text: &str, along: f64, down: f64) -> Glyph {
        Glyph { text: text.into(), along, down, width: 5.0, size: 10.0, turn: 0, bold: false }
    }

    #[test]
    fn gaps_separate_words_and_cells() {
        let glyphs = [
            glyph("a", 0.0, 0.0),
            glyph("b", 5.5, 0.0),
            glyph("c", 13.0, 0.0),
            glyph("d", 60.0, 0.0),
            glyph("e", 0.0, 12.0),
        ];
        let lines = of_glyphs(&glyphs);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].cells, ["ab c", "d"]);
        assert_eq!(lines[1].text(), "e");
    }
}
