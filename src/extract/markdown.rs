//! Markdown as blocks without markup: headings, paragraphs, list items, tables and code.

use footnote_text::hidden::is_invisible;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::chunks::{Chunks, decode};
use super::tags::HtmlLines;
use super::{ExtractError, ParsedDocument, matter};
use footnote_documents::Block;
use footnote_documents::acl::Acl;

/// Reads Markdown. The title is that of its front matter, or its first heading of level 1.
///
/// # Errors
///
/// Fails if it is not text, or is empty.
pub(super) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let mut chunks = Chunks::new(bytes)?;
    let text = chunks.next().unwrap_or_default();
    let (head, body) = match front_matter(&text) {
        Some((head, body)) => (Some(head), body),
        None => (None, text.as_str()),
    };
    let first = blocks(body);
    let title = head.and_then(matter::title).or_else(|| heading(&first));
    let rest = first.into_iter().chain(chunks.flat_map(|text| blocks(&text)));
    let said = head.and_then(matter::block).into_iter();
    ParsedDocument::of_text(title.unwrap_or_default(), said.chain(rest))
}

/// Returns the first heading of level 1.
fn heading(blocks: &[Block]) -> Option<String> {
    blocks.iter().find_map(|block| match block {
        Block::Heading { level: 1, text } => Some(text.clone()),
        _ => None,
    })
}

/// Returns the ACL in a Markdown text, whether or not the rest can be read. If front matter continues where the text
/// `is_cut`, it may have an ACL there, so nobody is admitted.
pub(super) fn acl(bytes: &[u8], is_cut: bool) -> Option<Acl> {
    let text = decode(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned());
    match front_matter(&text) {
        Some((matter, after)) => {
            Acl::of_front_matter(matter).or_else(|| Acl::after_front_matter(matter, after))
        }
        None if is_cut && inner(&text).is_some() => Some(Acl::closed()),
        None => Acl::of_broken_front_matter(&text, is_cut),
    }
}

/// Returns the front matter between two lines of dashes at the very start, and the text after it. Further on, such
/// lines are rules, and the text between them must not be taken for an ACL.
fn front_matter(text: &str) -> Option<(&str, &str)> {
    let inner = inner(text)?;
    let mut end = 0;
    for line in inner.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return Some((inner.get(..end)?, inner.get(end + line.len()..)?));
        }
        end += line.len();
    }
    None
}

/// Returns the text after the line that opens front matter. Invisible characters before it are skipped, because an
/// author does not see them.
fn inner(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(is_invisible);
    let (opening, inner) = text.strip_prefix("---")?.split_once('\n')?;
    // A rule followed by a blank line does not open front matter.
    let first = inner.lines().next().unwrap_or_default();
    (opening.trim().is_empty() && !first.trim().is_empty()).then_some(inner)
}

/// Returns the blocks of a Markdown text without front matter.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut builder = BlockBuilder::default();
    for event in Parser::new_ext(text, options) {
        builder.take(event);
    }
    builder.flush(Block::Paragraph);
    builder.blocks
}

/// Returns the text of an item after its number.
fn numbered(number: Option<u64>, text: String) -> String {
    match number {
        Some(number) => format!("{number}. {}", text.trim_start()),
        None => text,
    }
}

/// Returns true for a Chinese or Japanese character, or their punctuation.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}')
}

/// The blocks so far, and the current one.
#[derive(Default)]
struct BlockBuilder {
    blocks: Vec<Block>,
    text: String,
    rows: Vec<Vec<String>>,
    items: usize,
    /// The next number of each open list; `None` for unnumbered lists.
    lists: Vec<Option<u64>>,
    /// The number of the item that begins.
    number: Option<u64>,
    html: HtmlLines,
}

impl BlockBuilder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => self.text.push_str(&text),
            Event::Html(html) | Event::InlineHtml(html) => self.html.take(&html, &mut self.text),
            // Chinese and Japanese have no blanks between words, so a line break adds none.
            Event::SoftBreak if self.text.ends_with(is_unspaced) => {}
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::Rule | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            // The text of an outer item ends where a nested list begins.
            Tag::CodeBlock(_) | Tag::Table(_) => self.flush_paragraph(),
            Tag::List(first) => {
                self.flush_paragraph();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.flush_paragraph();
                self.items += 1;
                let next = self.lists.last_mut().and_then(Option::as_mut);
                self.number = next.map(|next| std::mem::replace(next, next.saturating_add(1)));
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                self.flush(|text| Block::Heading { level: level as u8, text });
            }
            TagEnd::Paragraph => self.flush_paragraph(),
            TagEnd::HtmlBlock => {
                self.html.in_comment = false;
                self.flush_paragraph();
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush_paragraph();
                self.number = None;
                self.items = self.items.saturating_sub(1);
            }
            TagEnd::CodeBlock => self.flush(Block::Code),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text).trim().to_owned();
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            _ => {}
        }
    }

    /// Ends the current text, as an item if inside a list.
    fn flush_paragraph(&mut self) {
        if self.items > 0 {
            let number = self.number.filter(|_| !self.text.trim().is_empty());
            self.number = self.number.filter(|_| number.is_none());
            self.flush(|text| Block::Item(numbered(number, text)));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use footnote_documents::Document;

    fn read(text: &str) -> Document {
        super::read(text.as_bytes()).unwrap().whole()
    }

    fn fault(bytes: &[u8]) -> Option<ExtractError> {
        super::read(bytes).err()
    }

    #[test]
    fn each_kind_of_block_is_kept_without_its_marks() {
        let text = "# Plans\n\nTwo *good* [plans](a.html).\n\n- one\n  - inner\n- two\n\n\
                    | A | B |\n|---|---|\n| 1 | `2` |\n\n```rust\nlet a = 1;\n```\n";
        let document = read(text);
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let expected = [
            Block::Heading { level: 1, text: "Plans".into() },
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
    fn lines_of_chinese_are_joined_without_a_blank() {
        let document = read("渡船八点出发。\n票价是三元。\n");
        assert_eq!(
            document.pages[0].blocks,
            [Block::Paragraph("渡船八点出发。票价是三元。".into())]
        );
    }

    #[test]
    fn items_of_a_numbered_list_keep_their_numbers() {
        let document = read("3. Weigh it.\n   - Twice.\n\n   Then rest.\n4. Go.\n\nEnd.\n");
        let item = |text: &str| Block::Item(text.to_owned());
        let expected = [item("3. Weigh it."), item("Twice."), item("Then rest."), item("4. Go.")];
        assert_eq!(document.pages[0].blocks[..4], expected);
    }

    #[test]
    fn front_matter_gives_the_title_and_the_lines_above_the_text() {
        let document = read("---\ntitle: \"A guide\"\ncategory: hr\n---\n\nText <br> here.\n");
        assert_eq!(document.title, "A guide");
        let expected =
            [Block::Lines("category: hr".into()), Block::Paragraph("Text   here.".into())];
        assert_eq!(document.pages[0].blocks, expected);
    }

    #[test]
    fn a_file_of_marks_alone_is_empty() {
        assert_eq!(fault(b"---\n"), Some(ExtractError::Empty));
    }

    fn own(text: &str) -> Option<Acl> {
        acl(text.as_bytes(), false)
    }

    #[test]
    fn what_is_no_text_and_what_is_empty_says_who_may_read_all_the_same() {
        let noise = [b"---\nusers: [alice]\n---\n".as_slice(), &[1; 400]].concat();
        assert!(fault(&noise).is_some());
        let empty = b"---\nusers: [alice]\n---\n";
        assert_eq!(fault(empty), Some(ExtractError::Empty));
        for bytes in [noise.as_slice(), empty] {
            assert_eq!(acl(bytes, false), Acl::of_front_matter("users: alice"));
        }
    }

    #[test]
    fn front_matter_whose_end_is_not_seen_closes_its_text() {
        let long = format!("---\n{}", "note: tea\n".repeat(60));
        assert_eq!(acl(long.as_bytes(), true), Some(Acl::closed()));
        assert_eq!(acl(long.as_bytes(), false), None);
        let rule = format!("---\n\n{long}");
        assert_eq!(acl(rule.as_bytes(), true), None);
        let whole = format!("{long}---\nText.");
        assert_eq!(acl(whole.as_bytes(), true), None);
    }

    #[test]
    fn only_what_stands_at_the_very_start_says_who_may_read() {
        let inner = "---\nusers: [bob]\ntitle: B\n---\n\nText.\n";
        for outer in ["# A\n\nText.\n\n", "---\ntitle: A\n---\n\nText.\n\n"] {
            let text = format!("{outer}{inner}");
            assert_eq!((&*read(&text).title, own(&text)), ("A", None));
        }
        let own = own(&format!("\u{feff}---\nusers: [alice]\n---\n\n{inner}"));
        assert_eq!(own, Acl::of_front_matter("users: [alice]"));
    }

    #[test]
    fn what_nobody_sees_before_front_matter_takes_no_readers_from_it() {
        let all = (0..=0x000f_ffff).filter_map(char::from_u32).filter(|c| is_invisible(*c));
        for sign in all.map(String::from).chain(["\u{feff}\u{feff}\u{200b}".to_owned()]) {
            let text = format!("{sign}---\ntitle: A\nusers: [alice]\n---\n\nText.\n");
            assert_eq!(own(&text), Acl::of_front_matter("users: [alice]"), "{sign:?}");
            assert_eq!(read(&text).title, "A", "{sign:?}");
        }
        for sign in ["\u{a0}", "\u{2800}", "\u{8}", "\u{1b}", "\n\u{200b}", "\u{200b} \u{feff}"] {
            let text = format!("{sign}---\nusers: [alice]\n---\n\nText.\n");
            assert_eq!(own(&text), Some(Acl::closed()), "{sign:?}");
        }
    }

    #[test]
    fn readers_count_however_far_down_they_are_named() {
        let notes: Vec<_> = (0..60).map(|at| format!("note{at}: tea\n")).collect();
        let notes = notes.concat();
        let text = format!("---\n{notes}users: [alice]\n---\n\nText.\n");
        assert_eq!(own(&text), Acl::of_front_matter("users: [alice]"));
        for text in [
            format!("---\n{notes}users: [alice]\n\nText.\n"),
            format!("---\n{notes}access:\n  \"groups\" : hr\n\nText.\n"),
            format!("+++\n{notes}users = [\"alice\"]\n\nText.\n"),
            format!("---\u{200b}\n{notes}us\u{ad}ers: [alice]\n\nText.\n"),
        ] {
            assert_eq!(own(&text), Some(Acl::closed()), "{text:?}");
        }
        let text = "Text for users.\n\n- Users: all\n\n# Groups: a list\n\n".repeat(20);
        assert_eq!(own(&format!("---\n\n{}{text}", "A rule, and text.\n".repeat(50))), None);
    }

    #[test]
    fn a_line_of_dashes_in_a_quoted_title_hides_no_readers() {
        let text = "---\ntitle: \"A --- B\"\nusers: [alice]\n---\n\nText.\n";
        assert_eq!(own(text), Acl::of_front_matter("users: [alice]"));
        for text in [
            "---\ntitle: \"A\n---\nB\"\nusers: [alice]\n---\n\nText.\n",
            "---\ntitle: 'A\n...\nB'\ngroups: hr\n",
            "---\ntags: [a,\n---\nb]\nusers: [alice]\n---\n\nText.\n",
        ] {
            assert_eq!(own(text), Some(Acl::closed()), "{text:?}");
        }
        for text in [
            "---\ntitle: \"A\n---\n\nText for users.\n\n---\n\nUsers: all.\n",
            "---\ntitle: A guide: tea\n---\n\nUsers: all of us.\n",
            "---\ntitle: \"A\"\n---\n\nUsers: all of us.\n",
            "---\ntitle: What's new: 3.0\n---\n\nUser: alice\n\n---\n",
        ] {
            assert_eq!(own(text), None, "{text:?}");
        }
        let below_a_rule = format!("---\n\n{}User: alice\n", "Said.\n".repeat(60));
        assert_eq!(own(&below_a_rule), None);
    }

    #[test]
    fn front_matter_that_cannot_be_understood_closes_the_document() {
        for text in [
            "---\n\nusers: [alice]\n---\nText.",
            "---\ntitle: A\nusers: [alice]\n\nText.",
            "+++\nusers = [\"alice\"]\n+++\nText.",
            "---\nusers = [\"alice\"]\n---\nText.",
            "\n---\nGroups: hr\n---\nText.",
            "----\n\"groups\": hr\n----\nText.",
        ] {
            assert_eq!(own(text), Some(Acl::closed()), "{text:?}");
        }
        for text in [
            "---\n\nA rule, and text.",
            "---\ntitle: A\n---\n\n    user: root\n",
            "Users: all of us.",
        ] {
            assert_eq!(own(text), None, "{text:?}");
        }
    }
}
