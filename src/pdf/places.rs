//! Positions of a text on its page, found by matching its letters with the glyphs that they were read from.

use std::ops::Range;

use footnote_protocol::Area;
use footnote_text::markdown::letters;

use super::glyph::{Glyph, frame};
use super::glyphs::GlyphPage;
use super::lines;
use super::order::{self, GlyphLine};

/// Height of a line above its baseline, in font sizes.
const ABOVE: f64 = 0.8;

/// Depth of a line below its baseline, in font sizes.
const BELOW: f64 = 0.24;

/// Number of letters after the end of one line within which the next line is searched for. A running line or a row of
/// another passage may come between.
const REACH: usize = 400;

/// Minimum number of letters by which the beginning of a text that continues on the next page is recognised.
const MIN_LETTERS: usize = 12;

/// The letters of a page in reading order.
pub(super) struct Letters {
    /// The size of the page.
    size: (f64, f64),
    /// Its glyphs, each with its line number.
    glyphs: Vec<(usize, Glyph)>,
    text: String,
    /// The end of each glyph's letters in the text.
    ends: Vec<usize>,
    /// The end of the last match.
    at: usize,
}

impl Letters {
    pub(super) fn of(sheet: GlyphPage) -> Self {
        let lines = order::lines(sheet.glyphs).into_iter().enumerate();
        let glyphs: Vec<(usize, Glyph)> =
            lines.flat_map(|(number, line)| in_line(number, line)).collect();
        let mut text = String::new();
        let ends = glyphs.iter().map(|(_, glyph)| {
            text.push_str(&letters(&glyph.text));
            text.len()
        });
        let ends = ends.collect();
        Self { size: sheet.size, glyphs, text, ends, at: 0 }
    }

    /// Finds the next of the page's texts, which are searched for in order: as a whole, or otherwise line by line,
    /// because the header of a table is repeated where the table continues.
    pub(super) fn find(&mut self, text: &str) -> Vec<Range<usize>> {
        let whole = letters(text);
        if whole.is_empty() {
            return Vec::new();
        }
        if let Some(found) = self.next(&whole, usize::MAX) {
            return vec![found];
        }
        let lines: Vec<&str> = text.lines().filter(|line| !letters(line).is_empty()).collect();
        let mut found: Vec<_> = lines.iter().flat_map(|line| self.line(line)).collect();
        if let (Some(None), Some(last)) = (found.last(), lines.last()) {
            found.push(self.begun(&letters(last)));
        }
        found.into_iter().flatten().collect()
    }

    /// Finds a line of a text within reach: as a whole, or otherwise cell by cell, because the lines of cells side by
    /// side are read one after the other.
    fn line(&mut self, line: &str) -> Vec<Option<Range<usize>>> {
        let whole = self.next(&letters(line), REACH);
        let cells = line.split('|').map(letters).filter(|cell| !cell.is_empty());
        let cells: Vec<String> = cells.collect();
        if whole.is_some() || cells.len() < 2 {
            return vec![whole];
        }
        cells.iter().map(|cell| self.next(cell, REACH).or_else(|| self.begun(cell))).collect()
    }

    /// Finds the longest beginning of a line within reach.
    fn begun(&mut self, line: &str) -> Option<Range<usize>> {
        let beginning = self.beginning(line)?;
        self.next(beginning, REACH)
    }

    /// Returns the longest beginning of a line within reach; its end is on the next page.
    fn beginning<'l>(&self, line: &'l str) -> Option<&'l str> {
        let rest = self.text.get(self.at..)?;
        let cuts: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
        let is_there = |cut: &usize| rest.find(line.get(..*cut)?).filter(|at| *at <= REACH);
        let cut = cuts.partition_point(|cut| is_there(cut).is_some());
        line.get(..*cuts.get(cut.checked_sub(1)?)?).filter(|line| line.len() >= MIN_LETTERS)
    }

    /// Finds letters after the last match.
    fn next(&mut self, needle: &str, reach: usize) -> Option<Range<usize>> {
        let rest = self.text.get(self.at..)?;
        let start = rest.find(needle).filter(|start| *start <= reach)? + self.at;
        self.at = start + needle.len();
        Some(start..self.at)
    }

    /// Returns the part of the found ranges that contains these words.
    pub(super) fn within(&self, found: &[Range<usize>], words: &str) -> Vec<Range<usize>> {
        let needle = letters(words);
        let parts = found.iter().filter_map(|part| self.text.get(part.clone()));
        let held: String = parts.collect();
        let Some(needle) = held_of(&held, &needle) else {
            return Vec::new();
        };
        let mut before = 0;
        let parts = found.iter().filter_map(|part| {
            let start = part.start + needle.start.saturating_sub(before);
            let end = part.end.min(part.start + needle.end.saturating_sub(before));
            before += part.len();
            (start < end).then_some(start..end)
        });
        parts.collect()
    }

    /// Returns the areas of the page that letters cover, one for each line.
    pub(super) fn areas(&self, found: &[Range<usize>]) -> Vec<Area> {
        let parts = found.iter().flat_map(|part| {
            let first = self.ends.partition_point(|end| *end <= part.start);
            let last = self.ends.partition_point(|end| *end < part.end);
            let glyphs = self.glyphs.get(first..=last).unwrap_or_default();
            glyphs.chunk_by(|(line, _), (next, _)| line == next)
        });
        parts.filter_map(|line| self.area(line)).collect()
    }

    /// Returns the area of glyphs in one line.
    fn area(&self, line: &[(usize, Glyph)]) -> Option<Area> {
        let (_, first) = line.first()?;
        let mut corners = line.iter().flat_map(|(_, glyph)| {
            let (top, bottom) = (glyph.down - ABOVE * glyph.size, glyph.down + BELOW * glyph.size);
            let right = glyph.along + glyph.width;
            let corner = |along, down| on_page(first.turn, along, down);
            [
                corner(glyph.along, top),
                corner(glyph.along, bottom),
                corner(right, top),
                corner(right, bottom),
            ]
        });
        let (x, y) = corners.next()?;
        let bounds = corners.fold((x, y, x, y), |(left, top, right, bottom), (x, y)| {
            (left.min(x), top.min(y), right.max(x), bottom.max(y))
        });
        let (width, height) = self.size;
        Some(Area {
            left: fraction(bounds.0, width),
            top: fraction(bounds.1, height),
            right: fraction(bounds.2, width),
            bottom: fraction(bounds.3, height),
        })
    }
}

/// Returns the glyphs of a line in reading order, at their positions on the page.
fn in_line(number: usize, line: GlyphLine) -> Vec<(usize, Glyph)> {
    let order = lines::order(&line);
    let glyphs = order.into_iter().filter_map(|at| line.glyphs.get(at).cloned());
    let glyphs = glyphs.map(|mut glyph| {
        if line.is_mirrored {
            glyph.mirror();
        }
        (number, glyph)
    });
    glyphs.collect()
}

/// Returns the range of `needle` in the letters of a passage, or of its beginning at their end, because a sentence may
/// continue on the next page.
fn held_of(held: &str, needle: &str) -> Option<Range<usize>> {
    let whole = held.find(needle).filter(|_| !needle.is_empty());
    if let Some(start) = whole {
        return Some(start..start + needle.len());
    }
    let mut starts = held.char_indices().map(|(at, _)| at);
    let start = starts.find(|at| held.get(*at..).is_some_and(|end| needle.starts_with(end)))?;
    (held.len() - start >= MIN_LETTERS).then_some(start..held.len())
}

/// Converts a point from the coordinate system of a writing direction to that of the page.
pub(super) fn on_page(turn: u16, along: f64, down: f64) -> (f64, f64) {
    let (sine, cosine) = frame(turn);
    (along * cosine - down * sine, along * sine + down * cosine)
}

#[expect(clippy::cast_possible_truncation, reason = "it is 0 to 1")]
fn fraction(of: f64, whole: f64) -> f32 {
    (of / whole).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page of 100 by 100 points with lines of letters that are ten points wide.
    fn sheet(lines: &[&str]) -> GlyphPage {
        let lines = lines.iter().zip(1..);
        let glyphs = lines.flat_map(|(line, number)| {
            line.chars().zip(0..).map(move |(letter, at)| Glyph {
                text: letter.to_string(),
                along: 10.0 * f64::from(at),
                down: 10.0 * f64::from(number),
                width: 10.0,
                size: 10.0,
                turn: 0,
                bold: false,
            })
        });
        let (glyphs, pictures) = (glyphs.collect(), Vec::new());
        GlyphPage { size: (100.0, 100.0), glyphs, hidden: 0, unread: 0, pictures }
    }

    /// Returns the beginning and the end of each area, and its line.
    fn placed(lines: &[&str], texts: &[&str], words: &str) -> Vec<(i32, i32, i32)> {
        let sheet = sheet(lines);
        let mut letters = Letters::of(sheet);
        let mut found = Vec::new();
        for text in texts {
            found = letters.find(text);
        }
        if !words.is_empty() {
            found = letters.within(&found, words);
        }
        let tenths = |part: f32| format!("{:.0}", part * 10.0).parse().unwrap();
        let areas = letters.areas(&found).into_iter();
        areas.map(|area| (tenths(area.left), tenths(area.right), tenths(area.bottom))).collect()
    }

    #[test]
    fn a_text_covers_its_lines_and_its_words_a_part_of_them() {
        let lines = ["a dog ran", "in the ra-", "in."];
        let text = "A dog ran in the rain.".to_lowercase();
        let whole = [(0, 9, 1), (0, 10, 2), (0, 2, 3)];
        assert_eq!(placed(&lines, &[&text], ""), whole);
        assert_eq!(placed(&lines, &[&text], "the rain"), [(3, 10, 2), (0, 2, 3)]);
        assert!(placed(&lines, &[&text], "the sun").is_empty());
        assert!(placed(&lines, &["a cat"], "").is_empty());
    }

    #[test]
    fn of_two_texts_alike_each_has_its_own_place() {
        let lines = ["tea", "milk", "tea"];
        assert_eq!(placed(&lines, &["tea"], ""), [(0, 3, 1)]);
        assert_eq!(placed(&lines, &["tea", "milk", "tea"], ""), [(0, 3, 3)]);
    }

    #[test]
    fn of_a_sentence_that_goes_on_over_the_page_its_beginning_is_covered() {
        let lines = ["a dog ran", "in the ra", "7"];
        let text = "a dog ran in the rain.";
        assert_eq!(placed(&lines, &[text], ""), [(0, 9, 1), (0, 9, 2)]);
        let words = "ran in the rain";
        assert_eq!(placed(&lines, &[text], words).len(), 0);
        let lines = ["so a big dog ran", "in the ra", "7"];
        let text = "so a big dog ran in the rain.";
        let words = "a big dog ran in the rain.";
        assert_eq!(placed(&lines, &[text], words), [(3, 10, 1), (0, 9, 2)]);
    }

    #[test]
    fn a_repeated_head_of_a_table_does_not_hide_its_rows() {
        let lines = ["who pay", "cook 20", "maid 30"];
        let first = "| who | pay |\n| --- | --- |\n| cook | 20 |";
        let second = "| who | pay |\n| --- | --- |\n| maid | 30 |";
        assert_eq!(placed(&lines, &[first, second], ""), [(0, 7, 3)]);
    }
}
