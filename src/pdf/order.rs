//! Reading order, determined by the positions of text on a page rather than by the order in which it was drawn.
//!
//! A page is divided at its white stretches: columns of text are read one after the other, everything else line by
//! line.

use std::collections::BTreeMap;

use super::bidi;
use super::glyph::Glyph;
use super::initials;
use super::pieces::{self, BACK, Piece, SEAM_GAP, WORD_GAP, by_baseline};
use super::stacked;

/// Maximum distance between the baselines of text in one line, in font sizes.
const SAME_LINE: f64 = 0.3;
/// Maximum distance between the baselines of lines on two sides of a gutter that belong together.
const BESIDE: f64 = 0.2;
/// Minimum average number of words in lines of text; with fewer, they are entries of a table.
const MIN_WORDS: usize = 3;
/// Minimum ratio of a gap to the usual line distance for the gap to separate parts.
const WIDE: f64 = 1.5;
/// Line distance in font sizes up to which lines are text rather than rows.
const TIGHT: f64 = 1.6;
/// Maximum number of gutters for one of them to separate columns of text; a table may have more.
const MAX_GUTTERS: usize = 12;
/// Maximum nesting of columns.
const MAX_DEPTH: usize = 6;

/// A line of a page: its glyphs in order from the side on which lines begin.
#[derive(Clone, Debug)]
pub(super) struct GlyphLine {
    pub(super) glyphs: Vec<Glyph>,
    /// True if the page is read from right to left, and the positions of its glyphs are mirrored.
    pub(super) is_mirrored: bool,
}

/// Returns the lines of a page in reading order, those in its main direction first.
pub(super) fn lines(mut glyphs: Vec<Glyph>) -> Vec<GlyphLine> {
    stacked::turn(&mut glyphs);
    initials::put_in_line(&mut glyphs);
    let mut directions: BTreeMap<u16, Vec<(usize, Glyph)>> = BTreeMap::new();
    for (at, glyph) in glyphs.into_iter().enumerate() {
        directions.entry(glyph.turn).or_default().push((at, glyph));
    }
    let mut directions: Vec<_> = directions.into_values().collect();
    directions.sort_by_key(|glyphs| std::cmp::Reverse(glyphs.len()));
    directions.into_iter().flat_map(of_direction).collect()
}

fn of_direction(mut glyphs: Vec<(usize, Glyph)>) -> Vec<GlyphLine> {
    let is_mirrored = bidi::is_from_right(glyphs.iter().map(|(_, glyph)| glyph.text.as_str()));
    if is_mirrored {
        for (_, glyph) in &mut glyphs {
            glyph.mirror();
        }
        // Most producers draw from left to right, even if the text is read from right to left.
        let steps = glyphs.windows(2).filter_map(|pair| pair.first().zip(pair.last()));
        let steps = steps.filter(|((_, one), (_, next))| (one.down - next.down).abs() < one.size);
        let (forth, all) = steps.fold((0, 0), |(forth, all), ((_, one), (_, next))| {
            (forth + usize::from(next.along > one.along), all + 1)
        });
        if 2 * forth < all {
            glyphs.reverse();
        }
    }
    let mut rows = Vec::new();
    read(bands(pieces::of_glyphs(glyphs.into_iter())), MAX_DEPTH, &mut rows);
    let glyphs = |row: Vec<Piece>| row.into_iter().flat_map(Piece::into_glyphs).collect();
    rows.into_iter().map(|row| GlyphLine { glyphs: glyphs(row), is_mirrored }).collect()
}

/// The content between two white stretches across the whole width.
struct Band {
    pieces: Vec<Piece>,
    bottom: f64,
}

fn bands(mut pieces: Vec<Piece>) -> Vec<Band> {
    pieces.sort_by(|one, other| one.top().total_cmp(&other.top()));
    let mut bands: Vec<Band> = Vec::new();
    for piece in pieces {
        let (top, bottom) = (piece.top(), piece.down);
        match bands.last_mut().filter(|band| top < band.bottom) {
            Some(band) => {
                band.bottom = band.bottom.max(bottom);
                band.pieces.push(piece);
            }
            None => bands.push(Band { pieces: vec![piece], bottom }),
        }
    }
    bands
}

/// Arranges the pieces of bands in rows, in reading order.
fn read(mut bands: Vec<Band>, depth: usize, rows: &mut Vec<Vec<Piece>>) {
    while !bands.is_empty() {
        let (count, gutters) = stretch(&bands);
        let rest = bands.split_off(count);
        read_stretch(bands, &gutters, depth, rows);
        bands = rest;
    }
}

/// Returns the number of leading bands that share a gutter, and their gutters.
fn stretch(bands: &[Band]) -> (usize, Vec<(f64, f64)>) {
    let mut open = vec![(f64::NEG_INFINITY, f64::INFINITY)];
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut found = (1, Vec::new());
    for (at, band) in bands.iter().enumerate() {
        let mut edges: Vec<(f64, f64)> =
            band.pieces.iter().map(|piece| (piece.left, piece.right)).collect();
        edges.sort_by(|one, other| one.0.total_cmp(&other.0));
        let size = band.pieces.iter().map(|piece| piece.size).fold(f64::INFINITY, f64::min);
        open = shared(&open, &gaps(&edges), SEAM_GAP * size);
        for (from, to) in edges {
            (left, right) = (left.min(from), right.max(to));
        }
        let gutters = open.iter().copied();
        let gutters: Vec<_> = gutters.filter(|(from, to)| *from >= left && *to <= right).collect();
        if !gutters.is_empty() {
            found = (at + 1, gutters);
        } else if !found.1.is_empty() {
            return found;
        }
        if open.is_empty() {
            return found;
        }
    }
    found
}

/// Returns the white stretches beside and between extents, which are in order.
fn gaps(edges: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut gaps = Vec::new();
    let mut at = f64::NEG_INFINITY;
    for (from, to) in edges {
        if *from > at {
            gaps.push((at, *from));
        }
        at = at.max(*to);
    }
    gaps.push((at, f64::INFINITY));
    gaps
}

/// Returns the intersections of two lists of gaps that are wide enough.
fn shared(one: &[(f64, f64)], other: &[(f64, f64)], width: f64) -> Vec<(f64, f64)> {
    let (mut at, mut next) = (0, 0);
    let mut both = Vec::new();
    while let (Some(a), Some(b)) = (one.get(at), other.get(next)) {
        let (from, to) = (a.0.max(b.0), a.1.min(b.1));
        if to - from > width {
            both.push((from, to));
        }
        if a.1 < b.1 { at += 1 } else { next += 1 }
    }
    both
}

/// Reads bands with gutters: as columns, in two parts, or line by line.
fn read_stretch(
    bands: Vec<Band>,
    gutters: &[(f64, f64)],
    depth: usize,
    rows: &mut Vec<Vec<Piece>>,
) {
    if gutters.is_empty() || gutters.len() > MAX_GUTTERS || depth == 0 {
        rows.extend(bands.into_iter().flat_map(|band| in_lines(band.pieces)));
        return;
    }
    let in_order = cut(&bands, true);
    if let Some(at) = in_order {
        return read_parts(bands, at, depth, rows);
    }
    let columns = gutters.iter().find(|gutter| separates(**gutter, gutters.len() == 1, &bands));
    if let Some(gutter) = columns {
        let pieces = bands.into_iter().flat_map(|band| band.pieces);
        let (before, behind): (Vec<_>, Vec<_>) = pieces.partition(|piece| piece.right <= gutter.0);
        read(self::bands(before), depth - 1, rows);
        read(self::bands(behind), depth - 1, rows);
        return;
    }
    if let Some(at) = cut(&bands, false) {
        return read_parts(bands, at, depth, rows);
    }
    for band in bands {
        let one = std::slice::from_ref(&band);
        let gutter = gutters.iter().find(|gutter| !is_aligned(**gutter, one, SAME_LINE));
        match gutter {
            Some(gutter) => {
                let (before, behind): (Vec<_>, Vec<_>) =
                    band.pieces.into_iter().partition(|piece| piece.right <= gutter.0);
                rows.extend(in_lines(before));
                rows.extend(in_lines(behind));
            }
            None => rows.extend(in_lines(band.pieces)),
        }
    }
}

fn read_parts(mut bands: Vec<Band>, at: usize, depth: usize, rows: &mut Vec<Vec<Piece>>) {
    let below = bands.split_off(at);
    read(bands, depth - 1, rows);
    read(below, depth - 1, rows);
}

/// Returns the first band below the widest white stretch, if that is wider than the space between lines. With
/// `in_order`, everything below must have been drawn after everything above.
fn cut(bands: &[Band], in_order: bool) -> Option<usize> {
    let gap = |pair: &[Band]| match pair {
        [above, below] => below.bottom - above.bottom,
        _ => 0.0,
    };
    let mut distances: Vec<f64> = bands.windows(2).map(gap).collect();
    distances.sort_by(f64::total_cmp);
    let usual = distances.get(distances.len() / 2).copied()?;
    let ends = bands.iter().scan(0, |last, band| {
        *last = band.pieces.iter().map(|piece| piece.drawn.1).fold(*last, usize::max);
        Some(*last)
    });
    let mut first = usize::MAX;
    let mut begins: Vec<usize> = Vec::new();
    for band in bands.iter().rev() {
        first = band.pieces.iter().map(|piece| piece.drawn.0).fold(first, usize::min);
        begins.push(first);
    }
    begins.reverse();
    let places = bands.windows(2).map(gap).zip(ends).zip(begins.iter().skip(1));
    let wide = places
        .enumerate()
        .filter(|(_, ((gap, last), first))| *gap > WIDE * usual && (!in_order || last < *first));
    let widest = wide.max_by(|(_, one), (_, other)| one.0.0.total_cmp(&other.0.0));
    widest.map(|(at, _)| at + 1)
}

/// The lines on one side of a gutter.
struct Side {
    lines: Vec<SideLine>,
    /// Number of their pieces, and of all words.
    pieces: usize,
    words: usize,
    size: f64,
    drawn: (usize, usize),
}

struct SideLine {
    left: f64,
    right: f64,
    down: f64,
    first_word: f64,
}

impl Side {
    fn of<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Self {
        let mut pieces: Vec<&Piece> = pieces.collect();
        pieces.sort_by(|one, other| one.down.total_cmp(&other.down));
        let mut lines: Vec<SideLine> = Vec::new();
        let mut sizes: Vec<f64> = pieces.iter().map(|piece| piece.size).collect();
        sizes.sort_by(f64::total_cmp);
        let size = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
        let mut count = 0;
        for piece in &pieces {
            let words = words(piece);
            let first_word = words.first().copied().unwrap_or_default();
            count += words.len();
            match lines.last_mut().filter(|line| piece.down - line.down <= SAME_LINE * size) {
                Some(line) => {
                    if piece.left < line.left {
                        (line.left, line.first_word) = (piece.left, first_word);
                    }
                    line.right = line.right.max(piece.right);
                }
                None => lines.push(SideLine {
                    left: piece.left,
                    right: piece.right,
                    down: piece.down,
                    first_word,
                }),
            }
        }
        let first = pieces.iter().map(|piece| piece.drawn.0).min().unwrap_or_default();
        let last = pieces.iter().map(|piece| piece.drawn.1).max().unwrap_or_default();
        Self { lines, pieces: pieces.len(), words: count, size, drawn: (first, last) }
    }

    /// Returns true if its lines break where the next word does not fit, as in text but not in entries of a table.
    fn is_text(&self) -> bool {
        let right = self.lines.iter().map(|line| line.right).fold(f64::NEG_INFINITY, f64::max);
        let pairs = self.lines.windows(2).filter_map(|pair| {
            let [line, next] = pair else { return None };
            Some(line.right + next.first_word + 0.2 * self.size > right)
        });
        let (all, full) = pairs.fold((0, 0), |(all, full), is| (all + 1, full + usize::from(is)));
        let has_words = self.words >= MIN_WORDS * self.lines.len();
        let is_whole = 2 * self.pieces < 3 * self.lines.len();
        self.lines.len() > 2 && self.is_tight() && has_words && is_whole && 2 * full >= all
    }

    /// Returns true if its lines are as close together as those of text.
    fn is_tight(&self) -> bool {
        let mut pitches: Vec<f64> = self
            .lines
            .windows(2)
            .filter_map(|pair| pair.last().zip(pair.first()))
            .map(|(next, line)| next.down - line.down)
            .collect();
        pitches.sort_by(f64::total_cmp);
        pitches.get(pitches.len() / 2).is_some_and(|pitch| *pitch < TIGHT * self.size)
    }

    /// Returns true if both sides have lines at the same heights: most lines of the shorter one.
    fn is_beside(&self, other: &Self) -> bool {
        let ends = |side: &Self| {
            side.lines.first().zip(side.lines.last()).map(|(one, last)| (one.down, last.down))
        };
        let Some(((top, bottom), (other_top, other_bottom))) = ends(self).zip(ends(other)) else {
            return false;
        };
        let both = bottom.min(other_bottom) - top.max(other_top);
        both > 0.0 && 2.0 * both > (bottom - top).min(other_bottom - other_top)
    }

    /// Returns true if most of its lines have a line of the other side beside them.
    fn is_aligned(&self, other: &Self, near: f64) -> bool {
        let near = near * self.size.min(other.size);
        let is_beside = |line: &&SideLine| {
            let at = other.lines.partition_point(|one| one.down < line.down - near);
            other.lines.get(at).is_some_and(|one| one.down <= line.down + near)
        };
        3 * self.lines.iter().filter(is_beside).count() >= 2 * self.lines.len()
    }
}

/// Returns the widths of the words of a piece, or of its characters in a script without spaces.
fn words(piece: &Piece) -> Vec<f64> {
    let is_within = |one: &Glyph, next: &Glyph| {
        let gap = next.along - one.along - one.width;
        let is_wide = |glyph: &Glyph| glyph.text.chars().any(super::glyph::is_wide);
        !next.text.trim().is_empty() && gap < WORD_GAP * one.size && !is_wide(next)
    };
    let words = piece.runs.iter().flat_map(|run| run.glyphs.chunk_by(is_within));
    words.map(|word| word.iter().map(|glyph| glyph.width).sum()).collect()
}

fn sides(gutter: (f64, f64), bands: &[Band]) -> [Side; 2] {
    let pieces = || bands.iter().flat_map(|band| &band.pieces);
    [
        Side::of(pieces().filter(|piece| piece.right <= gutter.0)),
        Side::of(pieces().filter(|piece| piece.right > gutter.0)),
    ]
}

/// Returns true if the lines of the shorter side of a gutter are this close to lines of the other side.
fn is_aligned(gutter: (f64, f64), bands: &[Band], near: f64) -> bool {
    let [before, behind] = sides(gutter, bands);
    let (few, many) =
        if before.lines.len() < behind.lines.len() { (before, behind) } else { (behind, before) };
    few.is_aligned(&many, near)
}

/// Returns true if a gutter separates columns of text rather than cells of rows; `is_only` if it is the only gutter.
fn separates(gutter: (f64, f64), is_only: bool, bands: &[Band]) -> bool {
    let [before, behind] = sides(gutter, bands);
    let in_turn = before.drawn.1 < behind.drawn.0 || behind.drawn.1 < before.drawn.0;
    let are_text = [before.is_text(), behind.is_text()];
    let are_tight = is_only && before.is_tight() && behind.is_tight();
    let is_read = are_text.contains(&true) || are_tight || !is_aligned(gutter, bands, BESIDE);
    before.is_beside(&behind) && (are_text == [true, true] || (in_turn && is_read))
}

/// Returns the pieces as lines, from top to bottom.
fn in_lines(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut lines = Vec::new();
    for line in by_baseline(pieces, SAME_LINE) {
        let mut apart: Vec<Vec<Piece>> = Vec::new();
        for piece in line {
            // Text printed over other text is a line of its own.
            let free = apart.iter_mut().find(|line: &&mut Vec<Piece>| {
                line.last().is_none_or(|last| piece.left > last.right - BACK * piece.size)
            });
            match free {
                Some(line) => line.push(piece),
                None => apart.push(vec![piece]),
            }
        }
        lines.extend(apart);
    }
    lines
}
