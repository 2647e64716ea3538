//! The tree of blocks from the parser's events, with a limit on its depth.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use super::{Block, CLOSE, Inline, OPEN};

/// The deepest level; deeper ones are laid flat, so that hostile input cannot exhaust the stack.
const DEEPEST: usize = 16;

/// Builds the tree; `citations` are those of the text in the order of their numbers.
pub(super) fn build(events: Parser<'_>, citations: &[Inline]) -> Vec<Block> {
    let mut builder = Builder {
        levels: vec![Level::default()],
        skipped: 0,
        citations,
    };
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
struct Level {
    kind: Kind,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    items: Vec<Vec<Block>>,
    cells: Vec<Vec<Inline>>,
    head: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
}

#[derive(Clone, Default)]
enum Kind {
    #[default]
    Document,
    Paragraph,
    Heading(u8),
    Quote,
    List(Option<u64>),
    Item,
    Code(Option<String>),
    Table,
    Head,
    Row,
    Cell,
    Emphasis,
    Strong,
    Strike,
    Link(String),
    /// An element whose content counts and which itself does not.
    Passing,
}

impl Level {
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

struct Builder<'a> {
    levels: Vec<Level>,
    /// The number of open elements that were laid flat.
    skipped: usize,
    citations: &'a [Inline],
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>) {
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

    fn open(&mut self, tag: Tag<'_>) {
        // What laid-flat elements hold is laid flat with them, to keep their ends in step.
        if self.skipped > 0 || self.levels.len() + room(&tag) > DEEPEST {
            self.skipped += 1;
            self.part(tag.to_end());
            return;
        }
        self.levels.push(Level {
            kind: kind(tag),
            ..Level::default()
        });
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
        let Some(level) = self.levels.pop() else {
            return;
        };
        match level.kind.clone() {
            Kind::Document | Kind::Passing => self.pass_on(level),
            Kind::Paragraph => self.block(Block::Paragraph(level.inlines)),
            Kind::Heading(depth) => self.block(Block::Heading {
                level: depth,
                content: level.inlines,
            }),
            Kind::Quote => self.block(Block::Quote(level.into_blocks())),
            Kind::List(start) => self.block(Block::List {
                start,
                items: level.items,
            }),
            Kind::Item => self.item(level),
            Kind::Code(language) => self.code(language, &level.inlines),
            Kind::Table => self.block(Block::Table {
                head: level.head,
                rows: level.rows,
            }),
            Kind::Head | Kind::Row | Kind::Cell => self.part_of_table(level),
            Kind::Emphasis => self.inline(Inline::Emphasis(level.inlines)),
            Kind::Strong => self.inline(Inline::Strong(level.inlines)),
            Kind::Strike => self.inline(Inline::Strike(level.inlines)),
            Kind::Link(address) => self.link(address, level.inlines),
        }
    }

    fn pass_on(&mut self, level: Level) {
        if let Some(parent) = self.levels.last_mut() {
            parent.inlines.extend(level.inlines);
            parent.blocks.extend(level.blocks);
        }
    }

    fn item(&mut self, level: Level) {
        if let Some(parent) = self.levels.last_mut() {
            parent.items.push(level.into_blocks());
        }
    }

    fn code(&mut self, language: Option<String>, content: &[Inline]) {
        let text = super::plain(content);
        let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
        self.block(Block::Code { language, text });
    }

    fn part_of_table(&mut self, level: Level) {
        if let Some(parent) = self.levels.last_mut() {
            match level.kind {
                Kind::Head => parent.head = level.cells,
                Kind::Row => parent.rows.push(level.cells),
                _ => parent.cells.push(level.inlines),
            }
        }
    }

    fn link(&mut self, address: String, content: Vec<Inline>) {
        let address = self.restore(&address);
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
        let in_code = matches!(
            self.levels.last(),
            Some(Level {
                kind: Kind::Code(_),
                ..
            })
        );
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
            .map(
                |part| match part.strip_suffix(CLOSE).and_then(|p| p.split_once(OPEN)) {
                    Some((before, number)) => (before.to_owned(), self.citation(number)),
                    None => (part.to_owned(), None),
                },
            )
            .collect()
    }

    /// The text with its citations as they were written.
    fn restore(&self, text: &str) -> String {
        let parts = self.split(text).into_iter();
        parts
            .map(|(before, citation)| match citation {
                Some(Inline::Citation(name) | Inline::Invented(name)) => {
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

fn kind(tag: Tag<'_>) -> Kind {
    match tag {
        Tag::Paragraph => Kind::Paragraph,
        Tag::Heading { level, .. } => Kind::Heading(depth(level)),
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(language)) if !language.is_empty() => {
            Kind::Code(Some(language.into_string()))
        }
        Tag::CodeBlock(_) => Kind::Code(None),
        Tag::List(start) => Kind::List(start),
        Tag::Item => Kind::Item,
        Tag::Table(_) => Kind::Table,
        Tag::TableHead => Kind::Head,
        Tag::TableRow => Kind::Row,
        Tag::TableCell => Kind::Cell,
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Strikethrough => Kind::Strike,
        Tag::Link { dest_url, .. } => Kind::Link(dest_url.into_string()),
        // An image would leave the origin: its description stands for it.
        _ => Kind::Passing,
    }
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// True if following a link can only open a page or a letter.
fn is_harmless(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    ["http://", "https://", "mailto:", "#"]
        .iter()
        .any(|start| address.starts_with(start))
}
