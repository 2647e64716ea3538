//! Vertical writing whose signs were placed one below the other by a program that only knows lines across.

use super::glyph::{Glyph, is_wide};

/// Distance between two signs of a column, in font sizes.
const STEP: std::ops::Range<f64> = 0.9..1.4;

/// Offset of two signs of a column or a line, in font sizes, at most.
const OFF: f64 = 0.2;

/// The direction of vertical lines, in tenths of a degree.
const DOWN: u16 = 900;

/// Turns the signs of vertical columns into lines from top to bottom, if most signs of the page are in columns.
pub(super) fn turn(glyphs: &mut [Glyph]) {
    let is_sign = |glyph: &Glyph| glyph.turn == 0 && glyph.text.chars().all(is_wide);
    let steps = |is_step: fn(f64, f64) -> bool| -> Vec<bool> {
        let pairs = glyphs.windows(2).map(|pair| {
            let [one, next] = pair else { return false };
            let (across, down) = (next.along - one.along, next.down - one.down);
            is_sign(one) && is_sign(next) && is_step(across / one.size, down / one.size)
        });
        pairs.collect()
    };
    let down = steps(|across, down| across.abs() < OFF && STEP.contains(&down));
    let across = steps(|across, down| down.abs() < OFF && STEP.contains(&across));
    let count = |steps: &[bool]| steps.iter().filter(|is_step| **is_step).count();
    if count(&down) <= count(&across) {
        return;
    }
    let is_in_column = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| down.get(at));
        before == Some(&true) || down.get(at) == Some(&true)
    };
    for (_, glyph) in (0..).zip(glyphs).filter(|(at, _)| is_in_column(*at)) {
        (glyph.along, glyph.down) = (glyph.down - glyph.size, -glyph.along);
        (glyph.width, glyph.turn) = (glyph.size, DOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns signs in columns or lines of six, in this step.
    fn signs(step: (f64, f64)) -> Vec<Glyph> {
        let signs = "港の灯台は百年前に建て".chars().zip(0_i32..);
        let glyphs = signs.map(|(sign, at)| {
            let (column, at) = (f64::from(at / 6), f64::from(at % 6));
            let (along, down) = (480.0 - 28.0 * column + step.0 * at, 100.0 + step.1 * at);
            Glyph { text: sign.into(), along, down, width: 16.0, size: 16.0, turn: 0, bold: false }
        });
        glyphs.collect()
    }

    #[test]
    fn signs_one_below_the_other_are_lines_from_top_to_bottom() {
        let mut columns = signs((0.0, 17.0));
        turn(&mut columns);
        assert!(columns.iter().all(|glyph| glyph.turn == DOWN));
        assert!(columns[1].along > columns[0].along && columns[6].down > columns[5].down);
        let mut lines = signs((17.0, 0.0));
        turn(&mut lines);
        assert!(lines.iter().all(|glyph| glyph.turn == 0));
    }
}
