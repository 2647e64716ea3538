//! Splitting blocks into sections: each is a part of one page under one heading path, and large enough.

use std::iter::Peekable;

use footnote_text::words::in_one_line;

use super::pieces::{self, Piece, length};
use super::{AIM, shortened};
use crate::Block;
use crate::hash::quick;

/// Sections with fewer characters are joined with their neighbours.
const TINY: usize = 200;
/// Number of characters from which a section is divided into passages before its end is known.
const LARGE: usize = 128 * 1024;
/// Number of characters from which a section ends before the next paragraph chosen by its own words. An insertion into
/// a long text then moves the passages up to there, not those of the whole text.
const RESYNC_LENGTH: usize = 4 * AIM;
/// One in this many paragraphs is chosen by its words.
const RESYNC_DIVISOR: u64 = 4;

/// A part of one page under one heading path.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) page: Option<u32>,
    pub(super) headings: Vec<String>,
    pub(super) pieces: Vec<Piece>,
}

impl Section {
    fn length(&self) -> usize {
        self.pieces.iter().map(|piece| length(&piece.text)).sum()
    }

    fn parent(&self) -> &[String] {
        self.headings.split_last().map_or(&[], |(_, parent)| parent)
    }
}

/// Returns the sections of the blocks, each with its page number, in order.
pub(super) fn sections(
    blocks: impl Iterator<Item = (Option<u32>, Block)>,
) -> impl Iterator<Item = Section> {
    let sections = Sections {
        blocks,
        path: Vec::new(),
        open: Section::default(),
        opened: false,
        held: 0,
        table: None,
    };
    Merged { rest: sections.peekable(), last: None }
}

/// Returns true if a long section may end before this block.
fn is_resync_point(block: &Block) -> bool {
    let chosen = |text: &str| quick(text.as_bytes()).is_multiple_of(RESYNC_DIVISOR);
    matches!(block, Block::Paragraph(text) if length(text) >= TINY && chosen(text))
}

/// A document as sections: a new one at each heading and each page.
struct Sections<I> {
    blocks: I,
    /// The headings above the next block, each with its level.
    path: Vec<(u8, String)>,
    /// The current section.
    open: Section,
    /// True if it has a heading of its own. Such a section counts even if it is otherwise empty; a page that continues
    /// under the previous heading does not.
    opened: bool,
    /// Length of its text in characters.
    held: usize,
    /// The header of the table that ends with the last block under this heading; empty for records.
    table: Option<Vec<String>>,
}

impl<I> Sections<I> {
    /// Adds a block; returns the section that ends with it.
    fn take(&mut self, page: Option<u32>, block: &Block) -> Option<Section> {
        if let Block::Heading { level, text } = block {
            return self.head(page, *level, &in_one_line(text));
        }
        let is_full = self.held >= LARGE || self.held >= RESYNC_LENGTH && is_resync_point(block);
        let before = (is_full || page != self.open.page).then(|| self.start_section(page, false));
        self.add(block);
        before.flatten()
    }

    /// Begins a section under a heading.
    fn head(&mut self, page: Option<u32>, level: u8, text: &str) -> Option<Section> {
        let outer = self.path.iter().take_while(|(outer, _)| *outer < level);
        self.path.truncate(outer.count());
        self.table = None;
        let heading = shortened(text);
        let is_whole = heading.len() == text.len();
        self.path.push((level, heading));
        let before = self.start_section(page, true);
        if !is_whole {
            self.add(&Block::Paragraph(text.to_owned()));
        }
        before
    }

    /// Begins a section; returns the previous one, unless it is empty.
    fn start_section(&mut self, page: Option<u32>, opened: bool) -> Option<Section> {
        let next = Section {
            page,
            headings: self.path.iter().map(|(_, text)| text.clone()).collect(),
            pieces: Vec::new(),
        };
        let before = std::mem::replace(&mut self.open, next);
        let was_opened = std::mem::replace(&mut self.opened, opened);
        self.held = 0;
        Some(before).filter(|before| was_opened || !before.pieces.is_empty())
    }

    fn add(&mut self, block: &Block) {
        let table = match block {
            Block::Table(rows) => rows.first().cloned(),
            Block::Record(_) => Some(Vec::new()),
            _ => None,
        };
        let goes_on = table.is_some() && table == self.table;
        self.table = table;
        for piece in pieces::of_block(block, goes_on) {
            self.held += length(&piece.text);
            self.open.pieces.push(piece);
        }
    }
}

impl<I: Iterator<Item = (Option<u32>, Block)>> Iterator for Sections<I> {
    type Item = Section;

    fn next(&mut self) -> Option<Section> {
        while let Some((page, block)) = self.blocks.next() {
            if let Some(before) = self.take(page, &block) {
                return Some(before);
            }
        }
        self.start_section(None, false)
    }
}

/// Joins tiny sections under the same parent, and keeps headings without a following text as text.
struct Merged<I: Iterator<Item = Section>> {
    rest: Peekable<I>,
    last: Option<Section>,
}

impl<I: Iterator<Item = Section>> Merged<I> {
    /// Returns the section to keep: `None` if it is only a heading and the next section repeats it.
    fn unless_repeated(&mut self, mut section: Section) -> Option<Section> {
        if section.pieces.is_empty() {
            let next = self.rest.peek();
            let is_last = next.is_none() && !section.headings.is_empty();
            let continued = next.is_none_or(|next| next.headings.starts_with(&section.headings));
            if continued && !is_last {
                return None;
            }
            lower_heading(&mut section);
        }
        Some(section)
    }
}

impl<I: Iterator<Item = Section>> Iterator for Merged<I> {
    type Item = Section;

    fn next(&mut self) -> Option<Section> {
        while let Some(section) = self.rest.next() {
            let Some(section) = self.unless_repeated(section) else {
                continue;
            };
            match &mut self.last {
                Some(before) if belong_together(before, &section) => join(before, section),
                last => {
                    if let Some(before) = last.replace(section) {
                        return Some(before);
                    }
                }
            }
        }
        self.last.take()
    }
}

/// Returns true if the two are neighbours on a page, under one parent, and small enough to be joined.
fn belong_together(before: &Section, section: &Section) -> bool {
    // A section that was joined with a neighbour is already under the common parent.
    let same_parent = before.parent() == section.parent() || before.headings == section.parent();
    same_parent
        && before.page == section.page
        && before.length().min(section.length()) < TINY
        && before.length() + section.length() < AIM
}

/// Joins `section` to `before`; both keep their headings, as text under the common parent.
fn join(before: &mut Section, mut section: Section) {
    if before.headings.len() == section.headings.len() {
        lower_heading(before);
    }
    lower_heading(&mut section);
    before.pieces.append(&mut section.pieces);
}

/// Turns the innermost heading of the path into the first line of the text.
fn lower_heading(section: &mut Section) {
    if let Some(heading) = section.headings.pop() {
        let lines = pieces::of_heading(&heading);
        section.pieces.splice(0..0, lines);
    }
}
