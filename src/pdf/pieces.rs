//! Joining glyphs to pieces: text on one baseline without a gap, in whatever order it was drawn.

use super::bidi;
use super::glyph::Glyph;

/// Gap in font sizes from which two glyphs belong to different words. Spaces are rarely narrower than a fifth, and
/// kerning is rarely wider than a tenth.
pub(super) const WORD_GAP: f64 = 0.15;

/// Gap in font sizes from which two glyphs may belong to different cells if the lines around agree: the longest entry
/// of a column leaves little space.
pub(super) const SEAM_GAP: f64 = 0.7;
/// Maximum step back of a glyph, for kerning and accents.
pub(super) const BACK: f64 = 0.6;
/// Maximum distance between baselines that count as one.
const SAME_BASELINE: f64 = 0.1;
/// Maximum offset of a glyph above or below its line, for superscripts and subscripts.
const OFF_LINE: f64 = 0.6;
/// Maximum offset of a glyph in the size of the line.
const BESIDE: f64 = 0.45;
/// Maximum ratio of a superscript's size to that of its line.
pub(super) const SMALLER: f64 = 0.85;
/// Number of pieces of a page above which superscripts are not looked for; no real page has as many.
const MAX_PIECES: usize = 20_000;

/// Consecutive glyphs in drawing order.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) glyphs: Vec<Glyph>,
    left: f64,
}

/// A part of a line without a gap.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) runs: Vec<Run>,
    pub(super) left: f64,
    pub(super) right: f64,
    /// The baseline.
    pub(super) down: f64,
    /// The size of its largest glyphs.
    pub(super) size: f64,
    /// The positions in drawing order of its first and its last glyph.
    pub(super) drawn: (usize, usize),
}

impl Piece {
    fn new(glyph: Glyph, at: usize) -> Self {
        let (left, right) = (glyph.along, glyph.along + glyph.width);
        let (down, size) = (glyph.down, glyph.size);
        let runs = vec![Run { glyphs: vec![glyph], left }];
        Self { runs, left, right, down, size, drawn: (at, at) }
    }

    /// Returns the height of its letters; the line above may come down to it.
    pub(super) fn top(&self) -> f64 {
        self.down - self.size / 2.0
    }

    /// Returns true if the glyph follows the glyph drawn last.
    fn is_followed_by(&self, glyph: &Glyph) -> bool {
        let last = self.runs.last().and_then(|run| run.glyphs.last());
        let size = self.size.min(glyph.size);
        let gap = glyph.along - self.right;
        let follows = |last: &Glyph| {
            (glyph.down - last.down).abs() < SAME_BASELINE * size && !steps_to_left(last, glyph)
        };
        last.is_some_and(follows)
            && gap > -BACK * size
            && gap <= SEAM_GAP * size
            && (glyph.text.trim().is_empty()
                || (glyph.size > SMALLER * self.size && self.size > SMALLER * glyph.size))
    }

    fn push(&mut self, glyph: Glyph, at: usize) {
        if !glyph.text.trim().is_empty() {
            self.right = self.right.max(glyph.along + glyph.width);
            self.size = self.size.max(glyph.size);
            self.drawn = (self.drawn.0.min(at), self.drawn.1.max(at));
        }
        if let Some(run) = self.runs.last_mut() {
            run.glyphs.push(glyph);
        }
    }

    /// Adds the runs of another piece; the larger piece determines the baseline.
    fn absorb(&mut self, other: Self) {
        if other.size > self.size {
            (self.size, self.down) = (other.size, other.down);
        }
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.drawn.0 = self.drawn.0.min(other.drawn.0);
        self.drawn.1 = self.drawn.1.max(other.drawn.1);
        self.runs.extend(other.runs);
    }

    /// Its glyphs from left to right; those within a run stay in drawing order.
    pub(super) fn into_glyphs(mut self) -> impl Iterator<Item = Glyph> {
        let down = |run: &Run| run.glyphs.first().map_or(0.0, |glyph| glyph.down);
        self.runs.sort_by(|one, other| {
            one.left.total_cmp(&other.left).then(down(one).total_cmp(&down(other)))
        });
        self.runs.into_iter().flat_map(|run| run.glyphs)
    }
}

/// Returns true if a glyph is drawn to the left of the last one because it is read from right to left, not for kerning
/// or as an accent. A space after such a glyph counts too.
fn steps_to_left(last: &Glyph, glyph: &Glyph) -> bool {
    let read = if glyph.text.trim().is_empty() { last } else { glyph };
    glyph.along < last.along && bidi::has_right(&read.text)
}

/// Returns the pieces of glyphs in one direction, each with its position in drawing order.
pub(super) fn of_glyphs(glyphs: impl Iterator<Item = (usize, Glyph)>) -> Vec<Piece> {
    let mut runs: Vec<Piece> = Vec::new();
    for (at, glyph) in glyphs {
        match runs.last_mut().filter(|run| run.is_followed_by(&glyph)) {
            Some(run) => run.push(glyph, at),
            None if glyph.text.trim().is_empty() => {
                // A space drawn elsewhere does not interrupt a run.
            }
            None => runs.push(Piece::new(glyph, at)),
        }
    }
    let baselines = by_baseline(runs, SAME_BASELINE).into_iter();
    raised(baselines.flat_map(joined).collect())
}

/// Returns the pieces by baseline from top to bottom, each from left to right. Baselines closer than `nearer` font
/// sizes are one.
pub(super) fn by_baseline(mut pieces: Vec<Piece>, nearer: f64) -> Vec<Vec<Piece>> {
    pieces.sort_by(|one, other| one.down.total_cmp(&other.down));
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        let same = lines.last_mut().filter(|line| {
            line.first()
                .is_some_and(|first| piece.down - first.down <= nearer * piece.size.min(first.size))
        });
        match same {
            Some(line) => line.push(piece),
            None => lines.push(vec![piece]),
        }
    }
    for line in &mut lines {
        line.sort_by(|one, other| one.left.total_cmp(&other.left));
    }
    lines
}

/// Returns the pieces of a baseline, joined where there is no gap.
fn joined(line: Vec<Piece>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in line {
        let before = pieces.last_mut().filter(|before| {
            let (gap, size) = (piece.left - before.right, before.size.min(piece.size));
            gap > -BACK * size && gap <= SEAM_GAP * size
        });
        match before {
            Some(before) => before.absorb(piece),
            None => pieces.push(piece),
        }
    }
    pieces
}

/// Returns the pieces with superscripts and subscripts joined to the larger pieces beside them.
fn raised(mut pieces: Vec<Piece>) -> Vec<Piece> {
    if pieces.len() > MAX_PIECES {
        return pieces;
    }
    pieces.sort_by(|one, other| one.down.total_cmp(&other.down));
    let reach = OFF_LINE * pieces.iter().map(|piece| piece.size).fold(0.0, f64::max);
    let lines: Vec<Option<usize>> =
        (0..pieces.len()).map(|at| line_of(&pieces, at, reach)).collect();
    let mut all: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    for (at, line) in lines.iter().enumerate() {
        // A piece attached to a raised or lowered piece stays as it is.
        let Some(line) = line.filter(|line| lines.get(*line) == Some(&None)) else { continue };
        if let Some(small) = all.get_mut(at).and_then(Option::take)
            && let Some(Some(line)) = all.get_mut(line)
        {
            line.absorb(small);
        }
    }
    all.into_iter().flatten().collect()
}

/// Returns the piece beside which the piece at an index is raised or lowered, among those within reach.
fn line_of(pieces: &[Piece], at: usize, reach: f64) -> Option<usize> {
    let small = pieces.get(at)?;
    let first = pieces.partition_point(|piece| piece.down < small.down - reach);
    let around = pieces.iter().enumerate().skip(first);
    let around = around.take_while(|(_, piece)| piece.down <= small.down + reach);
    let beside = around.filter(|(_, line)| {
        let (room, off) = (line.size * 0.3, (small.down - line.down).abs() / line.size);
        let is_small = small.size < SMALLER * line.size && off < OFF_LINE;
        // Signs in another font may also be off the baseline.
        let is_part = small.size <= line.size
            && off < BESIDE
            && small.right - small.left < line.right - line.left;
        (is_small || is_part) && small.left < line.right + room && small.right > line.left - room
    });
    let nearest = beside.min_by(|(_, one), (_, other)| {
        let off = |line: &Piece| (line.down - small.down).abs();
        off(one).total_cmp(&off(other))
    });
    nearest.map(|(at, _)| at)
}
