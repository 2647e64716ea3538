//! Initials: a large letter beside the first lines of its paragraph, put in front of its word.

use super::glyph::Glyph;

/// Minimum ratio of an initial's size to that of the text beside it: it is as high as two lines.
const LINES: f64 = 2.0;

/// Maximum number of large letters of a page that are looked at; headings have more.
const MAX_INITIALS: usize = 200;

/// Height of capitals in font sizes.
const HEIGHT: f64 = 0.7;

/// Puts the initials of a page in front of their words, in the size of those.
pub(super) fn put_in_line(glyphs: &mut [Glyph]) {
    let mut sizes: Vec<f64> = glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let is_large =
        |glyph: &Glyph| glyph.size >= LINES * usual && glyph.text.chars().all(char::is_uppercase);
    let large: Vec<usize> =
        (0..).zip(&*glyphs).filter(|(_, it)| is_large(it)).map(|(at, _)| at).collect();
    for at in large.into_iter().take(MAX_INITIALS) {
        let Some(initial) = glyphs.get(at) else { continue };
        if let Some(placed) = in_line(initial, glyphs)
            && let Some(initial) = glyphs.get_mut(at)
        {
            *initial = placed;
        }
    }
}

/// Returns the initial in front of the text beside its top; `None` if there is none, or if it is part of a larger word.
fn in_line(initial: &Glyph, glyphs: &[Glyph]) -> Option<Glyph> {
    let right = initial.along + initial.width;
    let top = |glyph: &Glyph| glyph.down - HEIGHT * glyph.size;
    let is_beside = |glyph: &&Glyph| {
        let gap = glyph.along - right;
        glyph.turn == initial.turn && gap > -0.5 * glyph.size && gap < initial.size / LINES
    };
    let beside = || glyphs.iter().filter(is_beside).filter(|glyph| !glyph.text.trim().is_empty());
    let is_word = beside().any(|glyph| {
        LINES * glyph.size > initial.size && (glyph.down - initial.down).abs() < glyph.size
    });
    let first = beside().filter(|glyph| {
        glyph.size * LINES <= initial.size
            && (top(glyph) - top(initial)).abs() < glyph.size
            && initial.down - glyph.down > glyph.size / 2.0
    });
    let first =
        first.min_by(|one, other| one.along.total_cmp(&other.along)).filter(|_| !is_word)?;
    let (size, width) = (first.size, first.size * HEIGHT);
    Some(Glyph { along: first.along - width, down: first.down, width, size, ..initial.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(text: &str, along: f64, down: f64, size: f64) -> Glyph {
        Glyph { text: text.to_owned(), along, down, width: size / 2.0, size, turn: 0, bold: false }
    }

    #[test]
    fn an_initial_stands_in_front_of_its_word_and_a_title_stays() {
        let text = ["h", "e", "a", "l"].iter().zip([0.0, 5.0, 0.0, 5.0]).enumerate();
        let text = text.map(|(at, (text, along))| {
            glyph(text, 126.0 + along, if at < 2 { 86.0 } else { 100.0 }, 11.0)
        });
        let mut glyphs: Vec<Glyph> = text.collect();
        glyphs.insert(0, glyph("T", 100.0, 100.0, 38.0));
        put_in_line(&mut glyphs);
        assert_eq!((glyphs[0].down, glyphs[0].size), (86.0, 11.0));
        assert!((glyphs[0].along + glyphs[0].width - 126.0).abs() < 0.1);
        let mut title = vec![glyph("T", 100.0, 100.0, 38.0), glyph("I", 119.0, 100.0, 38.0)];
        title.extend((0..9).map(|at| glyph("a", 100.0 + 5.0 * f64::from(at), 130.0, 11.0)));
        put_in_line(&mut title);
        assert!((title[0].size - 38.0).abs() < 0.1);
    }
}
