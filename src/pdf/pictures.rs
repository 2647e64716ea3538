//! Pictures on a page that may hold words which the page does not have as text.

use hayro_interpret::kurbo::{Point, Rect};

use super::glyph::{Glyph, frame};

/// Minimum area in square points of the pictures of a page: a few words, two inches wide and half an inch high.
const MIN_AREA: f64 = 144.0 * 36.0;

/// Maximum number of lines of text on a picture that count as a stamp on it. With more, its words are known.
const MAX_STAMP_LINES: usize = 2;

/// Maximum number of pictures of a page that are looked at; a scan may come in some hundred strips.
const MAX_PICTURES: usize = 500;

/// Returns the pictures without text of their own, if they are large enough for words.
pub(super) fn unread(pictures: impl Iterator<Item = Rect>, glyphs: &[Glyph]) -> Vec<Rect> {
    let places: Vec<(Point, f64)> = glyphs.iter().map(place).collect();
    let has_text = |picture: &Rect| {
        let mut lines: Vec<f64> = Vec::new();
        let mut inside = places.iter().filter(|(place, _)| picture.contains(*place));
        inside.any(|(_, line)| {
            if !lines.iter().any(|known| (known - line).abs() < 1.0) {
                lines.push(*line);
            }
            lines.len() > MAX_STAMP_LINES
        })
    };
    let pictures = pictures.filter(|picture| picture.area() > 0.0).take(MAX_PICTURES);
    let unread: Vec<Rect> = pictures.filter(|picture| !has_text(picture)).collect();
    let area: f64 = unread.iter().map(Rect::area).sum();
    if area < MIN_AREA { Vec::new() } else { unread }
}

/// Returns the middle of a glyph on its page, and its line.
fn place(glyph: &Glyph) -> (Point, f64) {
    let (sine, cosine) = frame(glyph.turn);
    let (along, down) = (glyph.along + glyph.width / 2.0, glyph.down - glyph.size / 4.0);
    (Point::new(along * cosine - down * sine, along * sine + down * cosine), glyph.down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_unread_unless_its_words_stand_on_it_as_text() {
        let glyph = |down: f64| Glyph {
            text: "a".to_owned(),
            along: 50.0,
            down,
            width: 5.0,
            size: 10.0,
            turn: 0,
            bold: false,
        };
        let picture = Rect::new(0.0, 0.0, 300.0, 200.0);
        let unread = |downs: &[f64]| {
            let glyphs: Vec<_> = downs.iter().map(|down| glyph(*down)).collect();
            super::unread([picture].into_iter(), &glyphs).len()
        };
        assert_eq!(unread(&[220.0, 240.0, 260.0]), 1, "it is below");
        assert_eq!(unread(&[20.0, 20.2, 180.0]), 1, "it has a stamp");
        assert_eq!(unread(&[20.0, 32.0, 44.0]), 0, "its words are known");
        let logo = Rect::new(0.0, 0.0, 50.0, 50.0);
        assert!(super::unread([logo].into_iter(), &[]).is_empty());
    }
}
