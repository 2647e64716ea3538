//! Documents into passages of about 500 to 800 characters, cut at sentence ends.

mod pieces;

use super::{Block, Document, Passage};
use pieces::{Piece, length};

/// The longest passage in characters that joining makes.
const LONGEST: usize = 800;
/// What a passage aims at, in characters, when a section is divided evenly.
const AIM: usize = 700;
/// Sections below this many characters join their neighbours.
const TINY: usize = 200;

/// A stretch of one page under one heading path.
#[derive(Debug, Default)]
struct Section {
    page: Option<u32>,
    headings: Vec<String>,
    pieces: Vec<Piece>,
}

impl Section {
    fn length(&self) -> usize {
        self.pieces.iter().map(|piece| length(&piece.text)).sum()
    }

    fn parent(&self) -> &[String] {
        self.headings.split_last().map_or(&[], |(_, parent)| parent)
    }
}

/// The passages of the document at `path`, in order.
///
/// Each lies on one page and under one heading path, and has at most 1,200 characters. Tables are
/// cut between rows, their header repeated.
pub fn passages(path: &str, document: &Document) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for section in merged(sections(document)) {
        for text in filled(section.pieces) {
            let ordinal = u32::try_from(passages.len()).unwrap_or(u32::MAX);
            passages.push(Passage {
                id: format!("{path}#{ordinal}"),
                path: path.to_owned(),
                page: section.page,
                ordinal,
                title: title(path, document),
                headings: section.headings.clone(),
                category: path.split_once('/').map(|(folder, _)| folder.to_owned()),
                text,
            });
        }
    }
    passages
}

/// The document's own title, or else its file's name without the extension.
fn title(path: &str, document: &Document) -> String {
    if !document.title.trim().is_empty() {
        return document.title.trim().to_owned();
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.to_owned()
}

/// The document as sections: a new one at each heading and each page.
fn sections(document: &Document) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut path: Vec<(u8, String)> = Vec::new();
    for page in &document.pages {
        let open = |path: &[(u8, String)]| Section {
            page: page.number,
            headings: path.iter().map(|(_, text)| text.clone()).collect(),
            pieces: Vec::new(),
        };
        let mut section = open(&path);
        for block in &page.blocks {
            if let Block::Heading { level, text } = block {
                path.truncate(path.iter().take_while(|(outer, _)| outer < level).count());
                path.push((*level, one_line(text)));
                sections.push(std::mem::replace(&mut section, open(&path)));
            } else {
                section.pieces.extend(pieces::of_block(block));
            }
        }
        sections.push(section);
    }
    sections
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins tiny sections under the same parent, and keeps headings that nothing follows as text.
fn merged(sections: Vec<Section>) -> Vec<Section> {
    let mut merged: Vec<Section> = Vec::new();
    let mut rest = sections.into_iter().peekable();
    while let Some(mut section) = rest.next() {
        if section.pieces.is_empty() {
            let continued = rest
                .peek()
                .is_none_or(|next| next.headings.starts_with(&section.headings));
            let last = rest.peek().is_none() && !section.headings.is_empty();
            if continued && !last {
                continue;
            }
            lower_heading(&mut section);
        }
        match merged.last_mut() {
            Some(before) if belong_together(before, &section) => join(before, section),
            _ => merged.push(section),
        }
    }
    merged
}

/// Whether the two are neighbours on a page, under one parent, and tiny enough to be one.
fn belong_together(before: &Section, section: &Section) -> bool {
    // A section that took in a neighbour already stands under the parent itself.
    let same_parent = before.parent() == section.parent() || before.headings == section.parent();
    same_parent
        && before.page == section.page
        && before.length().min(section.length()) < TINY
        && before.length() + section.length() < AIM
}

/// Takes `section` into `before`; both keep their headings, as text under the common parent.
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

/// The pieces as texts of even length, none longer than [`LONGEST`] unless a piece is.
fn filled(pieces: Vec<Piece>) -> Vec<String> {
    let mut remaining: usize = pieces.iter().map(|piece| length(&piece.text) + 1).sum();
    let mut target = even_share(remaining);
    let mut texts = Vec::new();
    let mut text = String::new();
    for piece in pieces {
        let (now, more) = (length(&text), length(&piece.text));
        if now > 0 && (now + more + 2 > LONGEST || now + more / 2 > target) {
            texts.push(std::mem::take(&mut text));
            target = even_share(remaining);
        }
        if !text.is_empty() {
            text.push_str(piece.separator);
        }
        text.push_str(&piece.text);
        remaining = remaining.saturating_sub(more + 1);
    }
    if !text.is_empty() {
        texts.push(text);
    }
    texts
}

/// How long each passage is when `remaining` characters are divided evenly.
fn even_share(remaining: usize) -> usize {
    remaining / remaining.div_ceil(AIM).max(1)
}

#[cfg(test)]
mod tests;
