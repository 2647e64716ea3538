//! Converts blocks of text to paragraphs and tables.

use footnote_text::markdown::{Block, Inline};

use super::runs::{RunStyle, run};
use super::story::Story;

/// Id of all bulleted lists.
const BULLETS: usize = 1;

/// Deepest list level in Word, from 0.
const MAX_LEVEL: usize = 8;

/// Context of a block in the document.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Number of lists around it.
    depth: usize,
    /// True within a block quotation.
    is_quoted: bool,
}

impl Story {
    /// Adds the blocks.
    pub(super) fn blocks(&mut self, blocks: &[Block]) {
        self.blocks_at(blocks, Place::default());
    }

    fn blocks_at(&mut self, blocks: &[Block], place: Place) {
        for block in blocks {
            self.block(block, place);
        }
    }

    fn block(&mut self, block: &Block, place: Place) {
        match block {
            Block::Paragraph(content) => self.paragraph(content, place),
            Block::Heading { level, content } => {
                let style = format!("Heading{}", level.saturating_add(1).clamp(2, 6));
                self.begin(&style, "");
                self.inlines(content, RunStyle::default());
                self.end();
            }
            Block::List { start, items } => self.list(*start, items, place),
            Block::Quote(content) => {
                self.blocks_at(content, Place { is_quoted: true, ..place });
            }
            Block::Code { content, .. } => {
                let text: String = content.iter().map(Inline::plain).collect();
                self.begin("Code", &indent(place.depth));
                self.raw(&run(&text, RunStyle::default()));
                self.end();
            }
            Block::Table { head, rows } => self.table(head, rows),
            Block::Rule => {
                self.begin("Rule", "");
                self.end();
            }
        }
    }

    fn paragraph(&mut self, content: &[Inline], place: Place) {
        self.begin(if place.is_quoted { "Quote" } else { "" }, &indent(place.depth));
        self.inlines(content, RunStyle::default());
        self.end();
    }

    /// Adds the items of a list; the first paragraph of each has the number or bullet.
    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>], place: Place) {
        let level = place.depth.min(MAX_LEVEL);
        let number = start.map_or(BULLETS, |start| self.numbered(start, level));
        let numbering =
            format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{number}\"/></w:numPr>");
        for item in items {
            let (first, rest) = match item.split_first() {
                Some((Block::Paragraph(content), rest)) => (&content[..], rest),
                _ => (&[][..], &item[..]),
            };
            self.begin("ListParagraph", &numbering);
            self.inlines(first, RunStyle::default());
            self.end();
            self.blocks_at(rest, Place { depth: place.depth + 1, ..place });
        }
    }

    fn table(&mut self, head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) {
        let columns = head.len().max(1);
        let grid = "<w:gridCol/>".repeat(columns);
        self.raw(
            "<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr>",
        );
        self.raw(&format!("<w:tblGrid>{grid}</w:tblGrid>"));
        self.row(head, columns, true);
        for row in rows {
            self.row(row, columns, false);
        }
        // Word requires a paragraph between two tables, and after the last one.
        self.raw("</w:tbl><w:p/>");
    }

    fn row(&mut self, cells: &[Vec<Inline>], columns: usize, is_head: bool) {
        let properties = if is_head { "<w:trPr><w:tblHeader/></w:trPr>" } else { "" };
        self.raw(&format!("<w:tr>{properties}"));
        for at in 0..columns {
            self.raw("<w:tc><w:tcPr><w:tcW w:w=\"0\" w:type=\"auto\"/></w:tcPr>");
            self.begin("TableText", "");
            let cell = cells.get(at).map_or(&[][..], Vec::as_slice);
            self.inlines(cell, RunStyle { bold: is_head, ..RunStyle::default() });
            self.end();
            self.raw("</w:tc>");
        }
        self.raw("</w:tr>");
    }
}

/// Indentation within `depth` lists, in twentieths of a point.
fn indent(depth: usize) -> String {
    match depth {
        0 => String::new(),
        depth => format!("<w:ind w:left=\"{}\"/>", 360 * depth.min(MAX_LEVEL + 1)),
    }
}
