//! Renumbers the footnotes of each answer for the whole document.

use std::collections::HashMap;

use footnote_app::components::page_name;
use footnote_client::state::Note;
use footnote_text::markdown::{Block, Inline};
use footnote_text::source;
use footnote_text::words::in_one_line;

use super::note::PaperNote;
use super::wording::no_such_source;

/// Gives the marks of an answer their numbers in the document.
pub(crate) struct Numbering<'a> {
    /// Notes of the answer.
    own: &'a [Note],
    origin: &'a str,
    /// Notes of all answers so far.
    all: &'a mut Vec<PaperNote>,
    /// New number of each note of the answer.
    known: HashMap<u32, usize>,
}

impl<'a> Numbering<'a> {
    /// Appends the notes of an answer to `all`; documents are served at `origin`.
    pub(crate) fn of(own: &'a [Note], origin: &'a str, all: &'a mut Vec<PaperNote>) -> Self {
        Self { own, origin, all, known: HashMap::new() }
    }

    /// Returns the blocks with their new numbers, in reading order.
    pub(crate) fn blocks(&mut self, blocks: Vec<Block>) -> Vec<Block> {
        blocks.into_iter().map(|block| self.block(block)).collect()
    }

    fn block(&mut self, block: Block) -> Block {
        match block {
            Block::Paragraph(content) => Block::Paragraph(self.inlines(content)),
            Block::Heading { level, content } => {
                Block::Heading { level, content: self.inlines(content) }
            }
            Block::List { start, items } => Block::List {
                start,
                items: items.into_iter().map(|item| self.blocks(item)).collect(),
            },
            Block::Quote(content) => Block::Quote(self.blocks(content)),
            Block::Table { head, rows } => {
                let head = self.row(head);
                Block::Table { head, rows: rows.into_iter().map(|row| self.row(row)).collect() }
            }
            Block::Code { .. } | Block::Rule => block,
        }
    }

    fn row(&mut self, cells: Vec<Vec<Inline>>) -> Vec<Vec<Inline>> {
        cells.into_iter().map(|cell| self.inlines(cell)).collect()
    }

    fn inlines(&mut self, content: Vec<Inline>) -> Vec<Inline> {
        let mut inlines: Vec<Inline> = Vec::new();
        for inline in content {
            let inline = match inline {
                Inline::Citation { source, number } => {
                    // A mark follows its word without a space; so does the text after a mark that was left out for a
                    // later one.
                    if let Some(Inline::Text(before)) = inlines.last_mut() {
                        before.truncate(before.trim_end().len());
                    }
                    let number = number.and_then(|number| self.number(number));
                    if number.is_none() {
                        continue;
                    }
                    Inline::Citation { source, number }
                }
                Inline::Invented(name) => Inline::Text(format!("[{name}] {}", no_such_source())),
                Inline::Emphasis(content) => Inline::Emphasis(self.inlines(content)),
                Inline::Strong(content) => Inline::Strong(self.inlines(content)),
                Inline::Strike(content) => Inline::Strike(self.inlines(content)),
                Inline::Marked(content) => Inline::Marked(self.inlines(content)),
                Inline::Link { address, content } => {
                    Inline::Link { address, content: self.inlines(content) }
                }
                Inline::Text(_) | Inline::Code(_) | Inline::Math { .. } | Inline::Break => inline,
            };
            inlines.push(inline);
        }
        inlines
    }

    /// Returns the document-wide number of a note of the answer.
    fn number(&mut self, own: u32) -> Option<u32> {
        if let Some(known) = self.known.get(&own) {
            return u32::try_from(*known).ok();
        }
        let note = self.own.iter().find(|note| note.number == own)?;
        let number = self.all.len() + 1;
        self.all.push(paper_note(note, number, self.origin));
        self.known.insert(own, number);
        u32::try_from(number).ok()
    }
}

fn paper_note(note: &Note, number: usize, origin: &str) -> PaperNote {
    let address = if source::is_attached(&note.source) {
        String::new()
    } else {
        format!("{origin}{}", note.opening().address(source::split(&note.source).0))
    };
    PaperNote {
        number,
        label: page_name::spoken(&note.source),
        address,
        // Quote a heading without its sign.
        words: in_one_line(note.words.trim_start_matches(['#', ' '])),
        more: note.more,
    }
}
