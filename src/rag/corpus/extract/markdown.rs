//! Markdown into blocks: headings, paragraphs, list items, tables and code, without the marks.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::plain::{decode, document};
use super::{ExtractError, Extractor};
use crate::rag::corpus::readers::Access;
use crate::rag::corpus::{Block, Document};

/// Reads Markdown.
pub(super) struct Markdown;

impl Extractor for Markdown {
    fn extract(&self, bytes: &[u8]) -> Result<Document, ExtractError> {
        from_text(&decode(bytes)?)
    }
}

/// The document that a Markdown text describes.
pub(super) fn from_text(text: &str) -> Result<Document, ExtractError> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut builder = Builder::default();
    for event in Parser::new_ext(text, options) {
        builder.take(event);
    }
    builder.flush(Block::Paragraph);
    let first = |level: u8| {
        builder.blocks.iter().find_map(|block| match block {
            Block::Heading { level: found, text } if *found == level => Some(text.clone()),
            _ => None,
        })
    };
    let title = builder
        .title
        .clone()
        .or_else(|| first(1))
        .unwrap_or_default();
    let document = document(title, builder.blocks)?;
    Ok(Document {
        access: builder.access,
        ..document
    })
}

/// The blocks so far, and the one under way.
#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    title: Option<String>,
    access: Option<Access>,
    text: String,
    rows: Vec<Vec<String>>,
    items: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => self.text.push_str(&text),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html),
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::Rule | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            // The text of an outer item ends where its own list begins.
            Tag::List(_) | Tag::CodeBlock(_) | Tag::Table(_) => self.flush_paragraph(),
            Tag::Item => {
                self.flush_paragraph();
                self.items += 1;
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.flush(|text| Block::Heading {
                level: level as u8,
                text,
            }),
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.flush_paragraph(),
            TagEnd::Item => {
                self.flush_paragraph();
                self.items = self.items.saturating_sub(1);
            }
            TagEnd::CodeBlock => self.flush(Block::Code),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text).trim().to_owned();
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self
                .blocks
                .push(Block::Table(std::mem::take(&mut self.rows))),
            TagEnd::MetadataBlock(_) => self.front_matter(),
            _ => {}
        }
    }

    /// Ends the text under way, as an item's if inside a list.
    fn flush_paragraph(&mut self) {
        if self.items > 0 {
            self.flush(Block::Item);
        } else {
            self.flush(Block::Paragraph);
        }
    }

    fn flush(&mut self, block: impl FnOnce(String) -> Block) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_matches('\n');
        if !text.trim().is_empty() {
            self.blocks.push(block(text.to_owned()));
        }
    }

    /// Keeps what stands between tags: `<details>` and `<br>` are common in Markdown.
    fn html(&mut self, html: &str) {
        let mut inside = false;
        for character in html.chars() {
            match character {
                '<' => inside = true,
                '>' => {
                    inside = false;
                    self.text.push(' ');
                }
                _ if inside => {}
                _ => self.text.push(character),
            }
        }
    }

    /// Takes the title and the readers from the front matter, which is no part of the text.
    fn front_matter(&mut self) {
        let text = std::mem::take(&mut self.text);
        // What looks like front matter further on opens nothing.
        let said = Access::of_front_matter(&text);
        self.access = self.access.take().or(said);
        let title = text.lines().find_map(|line| line.strip_prefix("title:"));
        let title = title.map(|title| title.trim().trim_matches(['"', '\'']).to_owned());
        self.title = title.filter(|title| !title.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Document {
        Markdown.extract(text.as_bytes()).unwrap()
    }

    #[test]
    fn each_kind_of_block_is_kept_without_its_marks() {
        let text = "# Plans\n\nTwo *good* [plans](a.html).\n\n- one\n  - inner\n- two\n\n\
                    | A | B |\n|---|---|\n| 1 | `2` |\n\n```rust\nlet a = 1;\n```\n";
        let document = read(text);
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let expected = [
            Block::Heading {
                level: 1,
                text: "Plans".into(),
            },
            Block::Paragraph("Two good plans.".into()),
            Block::Item("one".into()),
            Block::Item("inner".into()),
            Block::Item("two".into()),
            Block::Table(vec![row("A", "B"), row("1", "2")]),
            Block::Code("let a = 1;".into()),
        ];
        assert_eq!(document.title, "Plans");
        assert_eq!(document.pages[0].blocks, expected);
        assert_eq!(document.pages[0].number, None);
    }

    #[test]
    fn front_matter_gives_the_title_and_is_no_text() {
        let document = read("---\ntitle: \"A guide\"\ncategory: hr\n---\n\nText <br> here.\n");
        assert_eq!(document.title, "A guide");
        assert_eq!(
            document.pages[0].blocks,
            [Block::Paragraph("Text   here.".into())]
        );
    }

    #[test]
    fn a_file_of_marks_alone_is_empty() {
        assert_eq!(Markdown.extract(b"---\n"), Err(ExtractError::Empty));
    }
}
