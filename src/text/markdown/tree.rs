//! Building the tree of blocks from the parser's events, with a limit on its depth.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::{Block, CLOSE, Inline, OPEN};

/// Maximum depth. Deeper levels are flattened, so that hostile input cannot exhaust the stack.
const MAX_DEPTH: usize = 16;

/// The box of a task that is done.
const DONE: char = '☑';

/// The box of any other task.
const OPEN_TASK: char = '☐';

/// Builds the tree of a text from its events with their ranges. `citations` are those of the text, in the order of their
/// numbers. Without `links`, the address of a link stands behind its text.
pub(super) fn build<'e>(
    text: &str,
    events: impl Iterator<Item = (Event<'e>, Range<usize>)>,
    citations: &[Inline],
    links: bool,
) -> Vec<Block> {
    let levels = vec![OpenElement::default()];
    let mut builder = Builder { levels, skipped: 0, citations, links };
    for (event, range) in events {
        let after = text.get(range.end..).and_then(|after| after.chars().next());
        builder.take(event, after);
    }
    while builder.levels.len() > 1 {
        builder.close();
    }
    builder.levels.pop().unwrap_or_default().into_blocks()
}

/// An open element.
#[derive(Default)]
struct OpenElement<'e> {
    /// The tag that opened it; `None` for the whole text.
    tag: Option<Tag<'e>>,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    items: Vec<Vec<Block>>,
    cells: Vec<Vec<Inline>>,
    head: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl OpenElement<'_> {
    /// Returns the blocks; loose text of a tight list item becomes a paragraph.
    fn into_blocks(mut self) -> Vec<Block> {
        self.end_paragraph();
        self.blocks
    }

    fn end_paragraph(&mut self) {
        if !self.inlines.is_empty() {
            let loose = std::mem::take(&mut self.inlines);
            self.blocks.push(Block::Paragraph(loose));
        }
    }

    fn push(&mut self, block: Block) {
        self.end_paragraph();
        self.blocks.push(block);
    }
}

struct Builder<'e, 'a> {
    levels: Vec<OpenElement<'e>>,
    /// Number of open elements that were flattened.
    skipped: usize,
    citations: &'a [Inline],
    links: bool,
}

impl<'e> Builder<'e, '_> {
    /// Takes an event, and the character after it.
    fn take(&mut self, event: Event<'e>, after: Option<char>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.text(&text),
            // A price begins there, as in "$5-$10".
            Event::InlineMath(text) if after.is_some_and(|after| after.is_ascii_digit()) => {
                self.text(&format!("${text}$"));
            }
            Event::InlineMath(tex) => self.math(&tex, false),
            Event::DisplayMath(tex) => self.math(&tex, true),
            Event::Code(code) => {
                let code = self.restore(&code);
                self.inline(Inline::Code(code));
            }
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html),
            Event::SoftBreak => self.inline(Inline::Text(" ".into())),
            Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => self.block(Block::Rule),
            Event::TaskListMarker(is_done) => {
                let sign = if is_done { DONE } else { OPEN_TASK };
                self.inline(Inline::Text(format!("{sign} ")));
            }
            Event::FootnoteReference(_) => {}
        }
    }

    fn open(&mut self, tag: Tag<'e>) {
        // The contents of flattened elements are flattened too, so that their ends stay in step.
        if self.skipped > 0 || self.levels.len() + room(&tag) > MAX_DEPTH {
            self.skipped += 1;
            self.part(tag.to_end());
            return;
        }
        self.levels.push(OpenElement { tag: Some(tag), ..OpenElement::default() });
    }

    fn end(&mut self, end: TagEnd) {
        if self.skipped > 0 {
            self.skipped -= 1;
            self.part(end);
        } else if self.levels.len() > 1 {
            self.close();
        }
    }

    /// Keeps words of flattened blocks apart.
    fn part(&mut self, end: TagEnd) {
        if is_block(end) {
            self.inline(Inline::Text(" ".into()));
        }
    }

    /// Closes the innermost element and adds it to the one around it.
    fn close(&mut self) {
        let Some(mut element) = self.levels.pop() else {
            return;
        };
        match element.tag.take() {
            Some(Tag::Paragraph) => self.block(Block::Paragraph(element.inlines)),
            Some(Tag::Heading { level: depth, .. }) => {
                self.block(Block::Heading { level: depth as u8, content: element.inlines });
            }
            Some(Tag::BlockQuote(_)) => self.block(Block::Quote(element.into_blocks())),
            Some(Tag::List(start)) => self.block(Block::List { start, items: element.items }),
            Some(Tag::Item) => self.item(element),
            Some(Tag::CodeBlock(kind)) => self.code(&kind, &element.inlines),
            Some(Tag::Table(_)) => {
                self.block(Block::Table { head: element.head, rows: element.rows });
            }
            Some(part @ (Tag::TableHead | Tag::TableRow | Tag::TableCell)) => {
                self.part_of_table(&part, element);
            }
            Some(Tag::Emphasis) => self.inline(Inline::Emphasis(element.inlines)),
            Some(Tag::Strong) => self.inline(Inline::Strong(element.inlines)),
            Some(Tag::Strikethrough) => self.inline(Inline::Strike(element.inlines)),
            Some(Tag::Link { dest_url, .. }) => self.link(&dest_url, element.inlines),
            // Loading an image would contact another server, so its description replaces it.
            _ => self.append(element),
        }
    }

    fn append(&mut self, element: OpenElement<'_>) {
        if let Some(parent) = self.levels.last_mut() {
            parent.inlines.extend(element.inlines);
            parent.blocks.extend(element.blocks);
        }
    }

    fn item(&mut self, element: OpenElement<'_>) {
        if let Some(parent) = self.levels.last_mut() {
            parent.items.push(element.into_blocks());
        }
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>, content: &[Inline]) {
        let language = match kind {
            CodeBlockKind::Fenced(info) => info.split([' ', ',', '{']).next().unwrap_or_default(),
            CodeBlockKind::Indented => "",
        };
        let language = self.restore(language);
        let text = super::plain(content);
        let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
        self.block(Block::Code { language, content: vec![Inline::Text(text)] });
    }

    fn part_of_table(&mut self, part: &Tag<'_>, element: OpenElement<'_>) {
        if let Some(parent) = self.levels.last_mut() {
            match part {
                Tag::TableHead => parent.head = element.cells,
                Tag::TableRow => parent.rows.push(element.cells),
                _ => parent.cells.push(element.inlines),
            }
        }
    }

    fn link(&mut self, address: &str, content: Vec<Inline>) {
        let address = self.restore(address);
        if self.links && is_harmless(&address) {
            return self.inline(Inline::Link { address, content });
        }
        let names = super::plain(&content);
        if let Some(parent) = self.levels.last_mut() {
            parent.inlines.extend(content);
        }
        if !self.links && is_harmless(&address) && !address.starts_with('#') && names != address {
            self.inline(Inline::Text(" ".into()));
            self.inline(Inline::Code(address));
        }
    }

    fn block(&mut self, block: Block) {
        if let Some(element) = self.levels.last_mut() {
            element.push(block);
        }
    }

    fn inline(&mut self, inline: Inline) {
        let Some(element) = self.levels.last_mut() else {
            return;
        };
        match (element.inlines.last_mut(), inline) {
            (Some(Inline::Text(before)), Inline::Text(more)) => before.push_str(&more),
            (_, inline) => element.inlines.push(inline),
        }
    }

    fn math(&mut self, tex: &str, display: bool) {
        let tex = self.restore(tex).trim().to_owned();
        self.inline(Inline::Math { tex, display });
    }

    /// Text with its citations; in code they become text again.
    fn text(&mut self, text: &str) {
        let last = self.levels.last().and_then(|element| element.tag.as_ref());
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

    /// Returns the text between citations, each with the citation that follows it.
    fn split(&self, text: &str) -> Vec<(String, Option<Inline>)> {
        text.split_inclusive(CLOSE)
            .map(|part| match part.strip_suffix(CLOSE).and_then(|p| p.split_once(OPEN)) {
                Some((before, number)) => (before.to_owned(), self.citation(number)),
                None => (part.to_owned(), None),
            })
            .collect()
    }

    /// Returns the text with its citations as written.
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

/// Returns the levels that an element needs below itself to hold any text.
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

/// Returns true if a link can only open a page or compose an e-mail.
fn is_harmless(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    ["http://", "https://", "mailto:", "#"].iter().any(|start| address.starts_with(start))
}
