//! Texts and presentations in the Open Document Format (ODT, ODP), and the parts that its spreadsheets share.

use std::collections::HashMap;
use std::str::FromStr;

use footnote_text::list::has;
use footnote_text::words::in_one_line;
use roxmltree::{Document as Tree, Node};

use super::archive::Archive;
use super::numbering::{self, ListLevel, Numbering};
use super::odf_styles::OdfStyles;
use super::{aside, title, xml};
use crate::{ExtractError, raised};
use footnote_documents::grid::{Grid, flat};
use footnote_documents::visible::letters;
use footnote_documents::{Block, Document, Page};

/// Elements whose text does not belong to the document: deleted text, the table of contents, and text repeated on every
/// slide.
const SKIPPED_ELEMENTS: &str = "\
    tracked-changes annotation-end table-of-content note-citation forms sequence-decls settings title";

/// Frames with the same text on every slide.
const REPEATED: &[&str] = &["page-number", "date-time", "footer", "header", "page"];

/// Maximum number of repetitions of a row or of a cell with words; further repetitions add no information.
pub(super) const MAX_REPEATED: usize = 50;

/// Reads texts and presentations.
pub(crate) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let (mut walk, content) = open(bytes)?;
    let tree = xml::parse(&content)?;
    let body = walk.body(&tree)?;
    let presentation = xml::child(body, "presentation");
    let mut document = match presentation {
        Some(presentation) => walk.slides(presentation),
        None => walk.text(body),
    };
    let first = walk.first_heading.or_else(|| document.first_heading());
    if let Some(page) = document.pages.last_mut().filter(|_| presentation.is_none()) {
        aside::add_margins(&mut page.blocks, walk.margins);
    }
    document.title = walk.title.or(walk.stated).or(first).unwrap_or_default();
    document.hidden = walk.hidden;
    document.unless_empty(ExtractError::NoWords)
}

/// Opens a document of the format: its walk, and its content.
///
/// # Errors
///
/// Fails if it has a password or is damaged.
pub(super) fn open(bytes: &[u8]) -> Result<(OdfWalk, String), ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let list = archive.text("META-INF/manifest.xml").ok().flatten();
    let is_locked = list.is_some_and(|list| list.contains("encryption-data"));
    let opened = opened(&mut archive, is_locked);
    // A password-protected part is not XML. In some files, only the macros are protected.
    opened.map_err(|error| if is_locked { ExtractError::Protected } else { error })
}

fn opened(archive: &mut Archive<'_>, is_locked: bool) -> Result<(OdfWalk, String), ExtractError> {
    let stated = title::in_properties(archive, "meta.xml");
    let mut walk = OdfWalk { stated, ..OdfWalk::default() };
    if let Some(text) = archive.text("styles.xml")? {
        let tree = xml::parse(&text)?;
        walk.take_styles(tree.root_element());
        walk.take_margins(tree.root_element());
    }
    let content = archive.text("content.xml")?.ok_or(ExtractError::Damaged)?;
    if is_locked {
        xml::parse(&content)?;
    }
    for object in content.split("href=\"./").skip(1).filter_map(|rest| rest.split('"').next()) {
        if let Ok(Some(text)) = archive.text(&format!("{object}/content.xml")) {
            walk.take_object(object, &text);
        }
    }
    Ok((walk, content))
}

/// Returns the rows of a table, without those of nested tables.
pub(super) fn rows<'a, 'i>(table: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    table.descendants().filter(move |row| {
        let mut outer = row.ancestors().skip(1).filter(|node| xml::name(*node) == "table");
        xml::name(*row) == "table-row" && outer.next() == Some(table)
    })
}

/// Returns the count in an attribute of a cell or row; `None` if it has none.
pub(super) fn count<N: FromStr>(node: Node<'_, '_>, name: &str) -> Option<N> {
    xml::attribute(node, name)?.parse().ok()
}

/// A document while it is read.
#[derive(Default)]
pub(super) struct OdfWalk {
    styles: OdfStyles,
    /// The charts, by folder name.
    pub(super) charts: HashMap<String, Vec<Block>>,
    /// Headers and footers, each once.
    pub(super) margins: Vec<Block>,
    /// True while a header or footer is read.
    pub(super) is_in_margin: bool,
    /// The readings of words in the current paragraph.
    pub(super) readings: String,
    /// The lists by style name; the outline has no name.
    numbering: Numbering,
    /// The styles of the lists around the current position, innermost last.
    lists: Vec<String>,
    /// The number of the item whose first paragraph follows.
    number: Option<String>,
    /// The first heading, without its number.
    pub(super) first_heading: Option<String>,
    pub(super) blocks: Vec<Block>,
    /// Blocks after the current paragraph: its notes, and the frames anchored in it.
    behind: Vec<Block>,
    pub(super) title: Option<String>,
    /// The title in the properties.
    pub(super) stated: Option<String>,
    /// Number of hidden characters.
    pub(super) hidden: usize,
}

impl OdfWalk {
    /// Returns the body of a document; also reads its styles.
    ///
    /// # Errors
    ///
    /// Fails if it has none.
    pub(super) fn body<'a, 'i>(
        &mut self,
        tree: &'a Tree<'i>,
    ) -> Result<Node<'a, 'i>, ExtractError> {
        self.take_styles(tree.root_element());
        xml::child(tree.root_element(), "body").ok_or(ExtractError::Damaged)
    }

    fn take_styles(&mut self, root: Node<'_, '_>) {
        for style in root.descendants() {
            let name = match xml::name(style) {
                "list-style" => xml::attribute(style, "name").unwrap_or_default(),
                "outline-style" => "",
                _ => continue,
            };
            let levels = xml::elements(style).filter_map(ListLevel::of_open_document);
            self.numbering.add(name, levels);
        }
        self.styles.take(root);
    }

    fn text(&mut self, body: Node<'_, '_>) -> Document {
        self.blocks_in(body, false);
        Document {
            pages: vec![Page::whole(std::mem::take(&mut self.blocks))],
            ..Document::default()
        }
    }

    fn slides(&mut self, presentation: Node<'_, '_>) -> Document {
        let slides = xml::elements(presentation).filter(|node| xml::name(*node) == "page");
        let mut document = Document::default();
        for (number, slide) in (1..).zip(slides) {
            if self.has_hidden_style(slide) {
                document.left_out.add("hidden slide", 1);
            } else {
                self.slide(slide);
            }
            document.add(number, std::mem::take(&mut self.blocks));
        }
        document
    }

    /// Adds a slide: its title first, wherever it is, and the notes last.
    fn slide(&mut self, slide: Node<'_, '_>) {
        let is_title = |node: &Node<'_, '_>| xml::attribute(*node, "class") == Some("title");
        for title in xml::elements(slide).filter(is_title) {
            let text = in_one_line(&flat(self.apart(title)));
            if !text.is_empty() {
                self.blocks.push(Block::heading(1, &text));
            }
        }
        for child in xml::elements(slide).filter(|child| !is_title(child)) {
            if xml::name(child) != "notes" {
                self.block(child, false);
            } else if let notes @ [_, ..] = self.apart(child).as_slice() {
                self.blocks.push(Block::heading(2, "Notes"));
                self.blocks.extend_from_slice(notes);
            }
        }
    }

    /// Returns the blocks in an element, apart from those of the document.
    pub(super) fn apart(&mut self, node: Node<'_, '_>) -> Vec<Block> {
        let outer = std::mem::take(&mut self.blocks);
        let behind = std::mem::take(&mut self.behind);
        let lists = std::mem::take(&mut self.lists);
        self.blocks_in(node, false);
        (self.behind, self.lists) = (behind, lists);
        std::mem::replace(&mut self.blocks, outer)
    }

    fn blocks_in(&mut self, node: Node<'_, '_>, listed: bool) {
        for child in xml::elements(node) {
            self.block(child, listed);
        }
    }

    fn block(&mut self, node: Node<'_, '_>, listed: bool) {
        let class = xml::attribute(node, "class").unwrap_or_default();
        match xml::name(node) {
            "p" | "h" => self.paragraph(node, listed),
            "list" => self.list(node, listed),
            "list-item" => self.item(node),
            "table" => self.table(node),
            "annotation" | "desc" | "object" => {
                let aside = self.aside(node);
                self.blocks.extend(aside);
            }
            "section" if is_unseen(node) => self.hidden += letters(&xml::words(node)),
            name if has(SKIPPED_ELEMENTS, name) || REPEATED.contains(&class) => {}
            _ => self.blocks_in(node, listed),
        }
    }

    fn list(&mut self, node: Node<'_, '_>, listed: bool) {
        let style = xml::attribute(node, "style-name").or(self.lists.last().map(String::as_str));
        let style = style.unwrap_or_default().to_owned();
        let goes_on = xml::attribute(node, "continue-numbering") == Some("true")
            || xml::attribute(node, "continue-list").is_some();
        if self.lists.is_empty() && !goes_on {
            self.numbering.begin(&style, None);
        }
        self.lists.push(style);
        self.blocks_in(node, listed);
        self.lists.pop();
    }

    fn item(&mut self, node: Node<'_, '_>) {
        if let Some(list) = self.lists.last().filter(|list| !list.is_empty()) {
            let level = self.lists.len() - 1;
            let start = xml::attribute(node, "start-value").and_then(|start| start.parse().ok());
            if let Some(start) = start {
                self.numbering.begin(list, Some((level, start)));
            }
            self.number = self.numbering.next(list, level);
        }
        self.blocks_in(node, true);
        self.number = None;
    }

    fn heading(&mut self, node: Node<'_, '_>, text: &str) -> Block {
        let level = xml::attribute(node, "outline-level").and_then(|level| level.parse().ok());
        let level = level.unwrap_or(1).clamp(1, 6);
        self.first_heading.get_or_insert_with(|| text.to_owned());
        let number = self.heading_number(node, level);
        numbering::heading(level, number.as_deref(), text)
    }

    /// Returns the number of a heading: that of its item, or the outline's.
    fn heading_number(&mut self, node: Node<'_, '_>, level: u8) -> Option<String> {
        let is_apart = xml::attribute(node, "is-list-header") == Some("true");
        let outline = (!is_apart).then(|| self.numbering.next("", usize::from(level) - 1));
        self.number.take().or(outline.flatten())
    }

    fn paragraph(&mut self, node: Node<'_, '_>, listed: bool) {
        let number = self.number.take();
        let style = xml::attribute(node, "style-name").unwrap_or_default();
        let mut text = String::new();
        self.inline(node, self.styles.hidden.contains(style), &mut text);
        text.push_str(&std::mem::take(&mut self.readings));
        let text = aside::without_page_numbers(&raised::resolved(&text));
        let text = text.trim();
        if !text.is_empty() {
            let block = if xml::name(node) == "h" {
                self.number = number;
                self.heading(node, text)
            } else if self.styles.titles.contains(style) {
                self.title.get_or_insert_with(|| text.to_owned());
                Block::heading(1, text)
            } else if listed {
                numbering::item(number.as_deref(), text)
            } else {
                Block::Paragraph(text.to_owned())
            };
            self.blocks.push(block);
        }
        self.blocks.append(&mut self.behind);
    }

    /// Adds the text in an element; hidden text is counted instead.
    pub(super) fn inline(&mut self, node: Node<'_, '_>, is_hidden: bool, text: &mut String) {
        for child in node.children() {
            if let Some(words) = child.text().filter(|_| child.is_text()) {
                if is_hidden {
                    self.hidden += letters(words);
                } else {
                    push_collapsed(text, words);
                }
                continue;
            }
            match xml::name(child) {
                "s" => text.push(' '),
                "tab" => text.push('\t'),
                "line-break" => text.push('\n'),
                "page-number" | "page-count" if self.is_in_margin => text.push(aside::PAGE_NUMBER),
                "ruby" => self.ruby(child, is_hidden, text),
                "annotation" | "desc" | "object" => {
                    let aside = self.aside(child);
                    self.behind.extend(aside);
                }
                "note-body" | "text-box" | "table" => {
                    let aside = self.apart(child);
                    self.behind.extend(aside);
                }
                name if has(SKIPPED_ELEMENTS, name) => {}
                _ => {
                    let own = is_hidden || self.has_hidden_style(child);
                    let style = xml::attribute(child, "style-name").unwrap_or_default();
                    if self.styles.raised.contains(style) {
                        let mut above = String::new();
                        self.inline(child, own, &mut above);
                        text.push_str(&raised::marked(&above));
                    } else {
                        self.inline(child, own, text);
                    }
                }
            }
        }
    }

    /// Returns true if an element has a hidden style.
    pub(super) fn has_hidden_style(&self, node: Node<'_, '_>) -> bool {
        xml::attribute(node, "style-name").is_some_and(|style| self.styles.hidden.contains(style))
    }

    pub(super) fn table(&mut self, node: Node<'_, '_>) {
        let mut grid = Grid::default();
        for row in rows(node) {
            self.row(row, &mut grid);
        }
        self.blocks.extend(grid.blocks());
    }

    fn row(&mut self, row: Node<'_, '_>, grid: &mut Grid) {
        // Number of cells still covered by the cell to their left rather than by the one above.
        let mut beside = 0_usize;
        for cell in xml::elements(row) {
            let repeated = count(cell, "number-columns-repeated").unwrap_or(1);
            if xml::name(cell) == "covered-table-cell" {
                if repeated > beside {
                    grid.above(repeated - beside);
                }
                beside = beside.saturating_sub(repeated);
            } else {
                let span: usize = count(cell, "number-columns-spanned").unwrap_or(1);
                beside = span.saturating_sub(1);
                let text = flat(self.apart(cell));
                if beside > 0 {
                    grid.cell(text, span);
                } else if text.trim().is_empty() {
                    grid.cell(text, repeated);
                } else {
                    let cells = std::iter::repeat_n(text, repeated.min(MAX_REPEATED));
                    cells.for_each(|text| grid.cell(text, 1));
                }
            }
        }
        grid.end_row();
    }
}

/// Returns true if a section is hidden, always or on a condition that was met last.
fn is_unseen(section: Node<'_, '_>) -> bool {
    match xml::attribute(section, "display") {
        Some("none") => true,
        Some("condition") => xml::attribute(section, "is-hidden") == Some("true"),
        _ => false,
    }
}

/// Adds words with each run of white space as a single space, as readers see them.
fn push_collapsed(text: &mut String, words: &str) {
    for c in words.chars() {
        match c {
            '\n' | '\r' | '\t' | ' ' if text.ends_with([' ', '\n']) => {}
            '\n' | '\r' | '\t' => text.push(' '),
            c => text.push(c),
        }
    }
}
