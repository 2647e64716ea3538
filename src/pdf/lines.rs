//! Lines of text: gaps between glyphs separate words, and wide gaps separate cells.

use std::borrow::Cow;

use footnote_text::words::in_one_line;

use super::bidi;
use super::glyph::Glyph;
use super::order::GlyphLine;
use super::pieces::{BACK, SEAM_GAP, SMALLER, WORD_GAP};

/// Gap from which glyphs belong to different cells; gaps in justified text are smaller.
const CELL_GAP: f64 = 2.0;
/// Signs that are set apart from their number, at the edge of a column.
const CURRENCIES: [&str; 4] = ["$", "€", "£", "¥"];
/// Distance between the baselines of digits of the same size, relative to that size, from which they belong to
/// different numbers.
const OWN_BASELINE: f64 = 0.2;
/// Height above the line, relative to its font size, from which a small digit is raised.
const RAISED: f64 = 0.1;

/// A line of text, in the coordinate system of its direction (see [`Glyph`]).
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// Its text by cell; ordinary text has one cell.
    pub(super) cells: Vec<String>,
    /// Its text, split wherever a cell may begin.
    pub(super) pieces: Vec<LineSegment>,
    /// The left edge.
    pub(super) left: f64,
    /// The right edge.
    pub(super) right: f64,
    /// The baseline.
    pub(super) down: f64,
    /// The font size of most of its glyphs.
    pub(super) size: f64,
    /// The direction of its glyphs.
    pub(super) turn: u16,
    /// True if all of it is bold.
    pub(super) bold: bool,
}

/// A part of a line between two gaps.
#[derive(Clone, Debug, Default)]
pub(super) struct LineSegment {
    /// Its text.
    pub(super) text: String,
    /// The position along the line where it begins.
    pub(super) along: f64,
    /// The position where it ends.
    pub(super) right: f64,
    /// True if a cell certainly begins here.
    pub(super) firm: bool,
}

impl TextLine {
    /// Returns the text of the whole line.
    pub(super) fn text(&self) -> String {
        self.cells.join(" ")
    }

    /// Returns the beginning and the end of each cell.
    pub(super) fn extents(&self) -> Vec<(f64, f64)> {
        let mut extents: Vec<(f64, f64)> = Vec::new();
        for piece in &self.pieces {
            match extents.last_mut().filter(|_| !piece.firm) {
                Some(cell) => cell.1 = cell.1.max(piece.right),
                None => extents.push((piece.along, piece.right)),
            }
        }
        extents
    }
}

/// A sign of a line: a glyph, or the space or mark between two glyphs.
struct Sign<'a> {
    text: Cow<'a, str>,
    /// The index of its glyph.
    glyph: Option<usize>,
}

/// A part of a line between two gaps, as signs.
struct Stretch<'a> {
    signs: Vec<Sign<'a>>,
    left: f64,
    right: f64,
    firm: bool,
}

impl Stretch<'_> {
    fn is_currency(&self) -> bool {
        let mut texts =
            self.signs.iter().map(|sign| sign.text.as_ref()).filter(|text| *text != " ");
        texts.next().is_some_and(|text| CURRENCIES.contains(&text)) && texts.next().is_none()
    }
}

impl TextLine {
    /// Returns the line with these glyphs; `None` if it is blank.
    pub(super) fn of(line: &GlyphLine) -> Option<Self> {
        let seen = || line.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty());
        let (first, frame) = (seen().next()?, Frame::of(line)?);
        let stretches = stretches(line, &frame);
        let (left, right) =
            (first.along, stretches.iter().map(|one| one.right).fold(f64::MIN, f64::max));
        let segments = stretches.into_iter().map(|stretch| LineSegment {
            text: stretch.signs.iter().map(|sign| sign.text.as_ref()).collect(),
            along: stretch.left,
            right: stretch.right,
            firm: stretch.firm,
        });
        let pieces: Vec<LineSegment> = segments.collect();
        Some(Self {
            cells: cells(&pieces),
            pieces,
            left,
            right,
            down: frame.down,
            size: frame.size,
            turn: first.turn,
            bold: seen().all(|glyph| glyph.bold),
        })
    }
}

/// Returns the indices of the glyphs of a line in reading order.
pub(super) fn order(line: &GlyphLine) -> Vec<usize> {
    let Some(frame) = Frame::of(line) else { return Vec::new() };
    let signs = stretches(line, &frame).into_iter().flat_map(|stretch| stretch.signs);
    signs.filter_map(|sign| sign.glyph).collect()
}

/// The size of most glyphs of a line, and their baseline.
struct Frame {
    size: f64,
    down: f64,
}

impl Frame {
    fn of(line: &GlyphLine) -> Option<Self> {
        let seen = line.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty());
        let mut seen: Vec<(f64, f64)> = seen.map(|glyph| (glyph.size, glyph.down)).collect();
        seen.sort_by(|one, other| one.0.total_cmp(&other.0));
        seen.get(seen.len() / 2).map(|(size, down)| Self { size: *size, down: *down })
    }

    /// Returns the height of a small digit above the line, relative to the line's font size; `None` for other glyphs.
    fn height_above(&self, glyph: &Glyph) -> Option<f64> {
        let is_small = glyph.size < SMALLER * self.size;
        let is_figure = glyph.text.chars().all(char::is_numeric);
        (is_small && is_figure).then_some((self.down - glyph.down) / self.size)
    }

    /// Returns true if two digits belong to different numbers, such as labels of bars of different heights.
    fn parts(&self, before: &Glyph, glyph: &Glyph) -> bool {
        let is_figure = |glyph: &Glyph| {
            glyph.text.chars().all(char::is_numeric) && self.height_above(glyph).is_none()
        };
        let size = before.size.min(glyph.size);
        let off = (before.down - glyph.down).abs();
        is_figure(before) && is_figure(glyph) && off > OWN_BASELINE * size
    }
}

/// Splits a line at its gaps, and adds the spaces between words. Each part is in reading order.
fn stretches<'a>(line: &'a GlyphLine, frame: &Frame) -> Vec<Stretch<'a>> {
    let mut stretches: Vec<Stretch<'_>> = Vec::new();
    let mut before: Option<&Glyph> = None;
    let mut blank = false;
    for (at, glyph) in line.glyphs.iter().enumerate() {
        if glyph.text.trim().is_empty() {
            blank = true;
            continue;
        }
        let right = glyph.along + glyph.width;
        let last = stretches.last().map_or(glyph.along, |stretch| stretch.right);
        let size = before
            .map_or(glyph.size, |before| glyph.size.min(before.size).max(SMALLER * frame.size));
        let gap = (glyph.along - last) / size;
        let is_apart = gap > WORD_GAP || before.is_some_and(|before| frame.parts(before, glyph));
        let blank = std::mem::take(&mut blank) || is_apart;
        let firm = before.is_none() || gap > CELL_GAP;
        let currency = stretches.last_mut().filter(|stretch| stretch.is_currency());
        if let Some(sign) = currency {
            // The sign belongs to its number, however far apart they are.
            sign.firm |= firm;
        } else if before.is_none() || gap > SEAM_GAP {
            stretches.push(Stretch { signs: Vec::new(), left: glyph.along, right, firm });
        }
        let sign =
            if blank { Some(" ") } else { between(frame, before, line.glyphs.get(at..), last) };
        if let Some(stretch) = stretches.last_mut() {
            let sign = sign
                .filter(|_| before.is_some())
                .map(|sign| Sign { text: sign.into(), glyph: None });
            stretch.signs.extend(sign);
            stretch.signs.push(Sign { text: glyph.text.as_str().into(), glyph: Some(at) });
            stretch.right = stretch.right.max(right);
        }
        before = Some(glyph);
    }
    in_order(stretches, line.is_mirrored)
}

/// Returns the sign that separates a raised digit from the text before it, or the parts of a fraction.
fn between(
    frame: &Frame,
    before: Option<&Glyph>,
    from: Option<&[Glyph]>,
    right: f64,
) -> Option<&'static str> {
    let (before, from) = (before?, from?);
    let glyph = from.first()?;
    let height_above = frame.height_above(glyph)?;
    let above = frame.height_above(before).filter(|height_above| *height_above > RAISED);
    if above.is_some() {
        // A numerator, and below it the first digit of the denominator.
        return (height_above < RAISED && glyph.along < right - BACK * glyph.width).then_some("/");
    }
    if before.size < SMALLER * frame.size
        || height_above < RAISED
        || !before.text.ends_with(|sign: char| !sign.is_whitespace() && sign != '/')
    {
        return None;
    }
    let mut behind =
        from.iter().skip_while(|glyph| frame.height_above(glyph).is_some_and(|up| up > RAISED));
    let is_fraction = behind.next().is_some_and(|next| {
        next.text.starts_with(['/', '⁄']) || frame.height_above(next).is_some_and(|up| up < RAISED)
    });
    Some(if is_fraction { " " } else { "^" })
}

/// Returns the parts of a line in reading order. The parts of a cell with right-to-left words are joined.
fn in_order(stretches: Vec<Stretch<'_>>, is_mirrored: bool) -> Vec<Stretch<'_>> {
    let has_right =
        |stretch: &Stretch<'_>| stretch.signs.iter().any(|sign| bidi::has_right(&sign.text));
    if !is_mirrored && !stretches.iter().any(has_right) {
        return stretches;
    }
    let mut cells: Vec<Stretch<'_>> = Vec::new();
    for stretch in stretches {
        match cells.last_mut().filter(|_| !stretch.firm) {
            Some(cell) => {
                cell.right = cell.right.max(stretch.right);
                cell.signs.extend(stretch.signs);
            }
            None => cells.push(stretch),
        }
    }
    for cell in &mut cells {
        cell.signs = reordered(std::mem::take(&mut cell.signs), is_mirrored);
    }
    cells
}

/// Returns the signs of a cell in reading order.
fn reordered(mut signs: Vec<Sign<'_>>, is_mirrored: bool) -> Vec<Sign<'_>> {
    let texts =
        |signs: &[Sign<'_>]| signs.iter().map(|sign| sign.text.to_string()).collect::<Vec<_>>();
    let all = texts(&signs);
    let from_right = if is_mirrored {
        all.iter().any(|text| bidi::has_right(text))
    } else {
        bidi::is_from_right(all.iter().map(String::as_str))
    };
    if is_mirrored != from_right {
        signs.reverse();
    }
    let all = texts(&signs);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut signs: Vec<Option<Sign<'_>>> = signs.into_iter().map(Some).collect();
    let order = bidi::read(&all, from_right).into_iter().filter_map(|(at, is_turned)| {
        let sign = signs.get_mut(at)?.take()?;
        let text = if is_turned { bidi::turned(&sign.text).into() } else { sign.text };
        Some(Sign { text, ..sign })
    });
    spaced(order)
}

/// Returns the signs with a space between Latin and right-to-left letters that touch. Many producers draw that space on
/// the other side of the word.
fn spaced<'a>(signs: impl Iterator<Item = Sign<'a>>) -> Vec<Sign<'a>> {
    let is_latin = |sign: &Sign<'_>| sign.text.chars().all(|letter| letter.is_ascii_alphabetic());
    let has_right = |sign: &Sign<'_>| bidi::has_right(&sign.text);
    let mut all: Vec<Sign<'a>> = Vec::new();
    for sign in signs {
        let meets = |last: &Sign<'_>| {
            (is_latin(last) && has_right(&sign)) || (has_right(last) && is_latin(&sign))
        };
        if all.last().is_some_and(meets) {
            all.push(Sign { text: " ".into(), glyph: None });
        }
        all.push(sign);
    }
    all
}

/// Returns the cells of a line, each from one certain beginning of a cell to the next.
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
    use super::super::order;
    use super::*;

    fn glyph(text: &str, along: f64, down: f64) -> Glyph {
        Glyph { text: text.into(), along, down, width: 5.0, size: 10.0, turn: 0, bold: false }
    }

    fn lines(glyphs: Vec<Glyph>) -> Vec<TextLine> {
        order::lines(glyphs).iter().filter_map(TextLine::of).collect()
    }

    #[test]
    fn gaps_separate_words_and_cells() {
        let lines = lines(vec![
            glyph("a", 0.0, 0.0),
            glyph("b", 5.5, 0.0),
            glyph("c", 13.0, 0.0),
            glyph("d", 60.0, 0.0),
            glyph("e", 0.0, 12.0),
        ]);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].cells, ["ab c", "d"]);
        assert_eq!(lines[1].text(), "e");
    }

    #[test]
    fn figures_on_baselines_of_their_own_are_two_numbers() {
        let bars = [("7", 0.0, 9.0), ("3", 5.0, 9.0), ("8", 10.0, 9.0), ("4", 15.5, 4.9)];
        let lines = lines(bars.map(|(text, along, down)| glyph(text, along, down)).into());
        assert_eq!(lines.iter().map(TextLine::text).collect::<Vec<_>>(), ["738 4"]);
    }

    #[test]
    fn words_from_the_right_are_whole_in_whatever_order_they_are_drawn() {
        let narrow = |text: &str, along| Glyph { width: 2.5, ..glyph(text, along, 12.0) };
        let latin = [("a", 0.0), ("b", 5.0), ("c", 10.0), ("d", 15.0), ("e", 20.0)];
        let latin = latin.map(|(text, along)| glyph(text, along, 0.0));
        let word = [("ש", 20.0), ("ל", 17.5), ("ו", 15.0), ("ם", 12.5)];
        let mut word = word.map(|(text, along)| narrow(text, along));
        for _ in 0..2 {
            let lines = lines([latin.as_slice(), &word].concat());
            assert_eq!(lines.iter().map(TextLine::text).collect::<Vec<_>>(), ["abcde", "שלום"]);
            word.reverse();
        }
    }

    #[test]
    fn latin_words_stand_apart_from_those_that_are_read_from_the_right() {
        let word = [("b", 0.0), ("x", 5.0), ("ם", 10.0), ("ו", 15.0), ("ל", 20.0), ("ש", 25.0)];
        let lines = lines(word.map(|(text, along)| glyph(text, along, 0.0)).into());
        assert_eq!(lines.iter().map(TextLine::text).collect::<Vec<_>>(), ["שלום bx"]);
    }

    #[test]
    fn raised_figures_stand_apart() {
        let small =
            |text: &str, along, down| Glyph { size: 6.0, width: 3.0, ..glyph(text, along, down) };
        let text =
            |glyphs: Vec<Glyph>| lines(glyphs).iter().map(TextLine::text).collect::<Vec<_>>();
        let ten = || vec![glyph("1", 0.0, 9.0), glyph("0", 5.0, 9.0)];
        assert_eq!(
            text([ten(), vec![small("6", 10.0, 5.0), glyph("m", 15.0, 9.0)]].concat()),
            ["10^6 m"]
        );
        let stacked = vec![small("3", 10.0, 5.0), small("4", 10.0, 11.0)];
        assert_eq!(text([ten(), stacked].concat()), ["10 3/4"]);
        assert_eq!(text([ten(), vec![small("6", 10.0, 10.0)]].concat()), ["106"]);
    }
}
