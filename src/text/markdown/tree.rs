//! The tree of blocks from the parser's events, with a limit on its depth.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{Block, CLOSE, Inline, OPEN};

/// The deepest level; deeper ones are laid flat, so that hostile input cannot exhaust the stack.
const DEEPEST: usize = 16;

/// Builds the tree; `citations` are those of the text in the order of their numbers.
pub(super) fn build(events: Parser<'_>, citations: &[Inline]) -> Vec<Block> {
    let mut builder = Builder { levels: vec![Level::default()], skipped: 0, citations };
    for event in events {
        builder.take(event);
    }
    while builder.levels.len() > 1 {
        builder.close();
    }
    builder.levels.pop().unwrap_or_default().into_blocks()
}

/// An element that is still open.
#[derive(Default)]
struct Level<'e> {
    /// What it is; `None` for the whole text.
    tag: Option<Tag<'e>>,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    items: Vec<Vec<Block>>,
    cells: Vec<Vec<Inline>>,
    head: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl Level<'_> {
    /// The blocks; loose text of a tight list item becomes a paragraph.
    fn into_blocks(mut self) -> Vec<Block> {
        self.settle();
        self.blocks
    }

    fn settle(&mut self) {
        if !self.inlines.is_empty() {
            let loose = std::mem::take(&mut self.inlines);
            self.blocks.push(Block::Paragraph(loose));
        }
    }

    fn push(&mut self, block: Block) {
        self.settle();
        self.blocks.push(block);
    }
}

struct Builder<'e, 'a> {
    levels: Vec<Level<'e>>,
    /// The number of open elements that were laid flat.
    skipped: usize,
    citations: &'a [Inline],
}

impl<'e> Builder<'e, '_> {
    fn take(&mut self, event: Event<'e>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text);
            }
            Event::Code(code) => {
                let code = self.restore(&code);
                self.inline(Inline::Code(code));
            }
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html),
            Event::SoftBreak => self.inline(Inline::Text(" ".into())),
            Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => self.block(Block::Rule),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn open(&mut self, tag: Tag<'e>) {
        // What laid-flat elements hold is laid flat with them, to keep their ends in step.
        if self.skipped > 0 || self.levels.len() + room(&tag) > DEEPEST {
            self.skipped += 1;
            self.part(tag.to_end());
            return;
        }
        self.levels.push(Level { tag: Some(tag), ..Level::default() });
    }

    fn end(&mut self, end: TagEnd) {
        if self.skipped > 0 {
            self.skipped -= 1;
            self.part(end);
        } else if self.levels.len() > 1 {
            self.close();
        }
    }

    /// Keeps the words of blocks that are laid flat from running into each other.
    fn part(&mut self, end: TagEnd) {
        if is_block(end) {
            self.inline(Inline::Text(" ".into()));
        }
    }

    /// Closes the innermost element and hands it to the one around it.
    fn close(&mut self) {
        let Some(mut level) = self.levels.pop() else {
            return;
        };
        match level.tag.take() {
            Some(Tag::Paragraph) => self.block(Block::Paragraph(level.inlines)),
            Some(Tag::Heading { level: depth, .. }) => {
                self.block(Block::Heading { level: depth as u8, content: level.inlines });
            }
            Some(Tag::BlockQuote(_)) => self.block(Block::Quote(level.into_blocks())),
            Some(Tag::List(start)) => self.block(Block::List { start, items: level.items }),
            Some(Tag::Item) => self.item(level),
            Some(Tag::CodeBlock(_)) => self.code(&level.inlines),
            Some(Tag::Table(_)) => self.block(Block::Table { head: level.head, rows: level.rows }),
            Some(part @ (Tag::TableHead | Tag::TableRow | Tag::TableCell)) => {
                self.part_of_table(&part, level);
            }
            Some(Tag::Emphasis) => self.inline(Inline::Emphasis(level.inlines)),
            Some(Tag::Strong) => self.inline(Inline::Strong(level.inlines)),
            Some(Tag::Strikethrough) => self.inline(Inline::Strike(level.inlines)),
            Some(Tag::Link { dest_url, .. }) => self.link(&dest_url, level.inlines),
            // An image would leave the origin: its description stands for it.
            _ => self.pass_on(level),
        }
    }

    fn pass_on(&mut self, level: Level<'_>) {
        if let Some(parent) = self.levels.last_mut() {
            parent.inlines.extend(level.inlines);
            parent.blocks.extend(level.blocks);
        }
    }

    fn item(&mut self, level: Level<'_>) {
        if let Some(parent) = self.levels.last_mut() {
            parent.items.push(level.into_blocks());
        }
    }

    fn code(&mut self, content: &[Inline]) {
        let text = super::plain(content);
        let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
        self.block(Block::Code(vec![Inline::Text(text)]));
    }

    fn part_of_table(&mut self, part: &Tag<'_>, level: Level<'_>) {
        if let Some(parent) = self.levels.last_mut() {
            match part {
                Tag::TableHead => parent.head = level.cells,
                Tag::TableRow => parent.rows.push(level.cells),
                _ => parent.cells.push(level.inlines),
            }
        }
    }

    fn link(&mut self, address: &str, content: Vec<Inline>) {
        let address = self.restore(address);
        if is_harmless(&address) {
            self.inline(Inline::Link { address, content });
        } else if let Some(parent) = self.levels.last_mut() {
            parent.inlines.extend(content);
        }
    }

    fn block(&mut self, block: Block) {
        if let Some(level) = self.levels.last_mut() {
            level.push(block);
        }
    }

    fn inline(&mut self, inline: Inline) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        match (level.inlines.last_mut(), inline) {
            (Some(Inline::Text(before)), Inline::Text(more)) => before.push_str(&more),
            (_, inline) => level.inlines.push(inline),
        }
    }

    /// Text with the citations that it holds; in code they are text again.
    fn text(&mut self, text: &str) {
        let last = self.levels.last().and_then(|level| level.tag.as_ref());
        let in_code = matches!(last, Some(Tag::CodeBlock(_)));
        if in_code || !text.contains(OPEN) {
            let text = self.restore(text);
            return self.inline(Inline::Text(text));
        }
        for (before, citation) in self.split(text) {
            if !before.is_empty() {
                self.inline(Inline::Text(before));
            }
            if let Some(citation) = citation {
                self.inline(citation);
            }
        }
    }

    /// The text between citations, each with the citation that follows it.
    fn split(&self, text: &str) -> Vec<(String, Option<Inline>)> {
        text.split_inclusive(CLOSE)
            .map(|part| match part.strip_suffix(CLOSE).and_then(|p| p.split_once(OPEN)) {
                Some((before, number)) => (before.to_owned(), self.citation(number)),
                None => (part.to_owned(), None),
            })
            .collect()
    }

    /// The text with its citations as they were written.
    fn restore(&self, text: &str) -> String {
        let parts = self.split(text).into_iter();
        parts
            .map(|(before, citation)| match citation {
                Some(Inline::Citation { source: name, .. } | Inline::Invented(name)) => {
                    format!("{before}[{name}]")
                }
                _ => before,
            })
            .collect()
    }

    fn citation(&self, number: &str) -> Option<Inline> {
        self.citations.get(number.parse::<usize>().ok()?).cloned()
    }
}

/// The levels that an element needs below itself, to hold any text at all.
fn room(tag: &Tag<'_>) -> usize {
    match tag {
        Tag::List(_) => 1,
        Tag::Table(_) => 2,
        _ => 0,
    }
}

fn is_block(end: TagEnd) -> bool {
    !matches!(
        end,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
    )
}

/// True if following a link can only open a page or a letter.
fn is_harmless(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    ["http://", "https://", "mailto:", "#"].iter().any(|start| address.starts_with(start))
}
