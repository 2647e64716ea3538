//! Texts and presentations of the Open Document Format (ODT, ODP), and what its sheets share with them.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use footnote_text::list::has;
use footnote_text::words::in_one_line;
use roxmltree::{Document as Tree, Node};

use super::archive::Archive;
use super::numbering::{self, ListLevel, Numbering};
use super::{aside, drawings, title, xml};
use crate::extract::grid::{Grid, flat};
use crate::extract::visible::letters;
use crate::extract::{ExtractError, raised};
use crate::{Block, Document, Page};

/// Elements whose text is not the document's: deleted text, the table of contents, and the text on every slide.
const SKIPPED_ELEMENTS: &str = "\
    tracked-changes annotation-end table-of-content note-citation forms sequence-decls settings title";

/// Frames that say the same on every slide.
const REPEATED: &[&str] = &["page-number", "date-time", "footer", "header", "page"];

/// The most repetitions of a cell with words, or of a row: more of the same says nothing new.
pub(super) const MOST_REPEATED: usize = 50;

/// Reads texts and presentations.
pub(in crate::extract) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
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
    document.unless_empty(ExtractError::NoText)
}

/// Opens a document of the format: the walk through it, and its content.
///
/// # Errors
///
/// If it is under a password or damaged.
pub(super) fn open(bytes: &[u8]) -> Result<(OdfWalk, String), ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let list = archive.text("META-INF/manifest.xml").ok().flatten();
    let is_locked = list.is_some_and(|list| list.contains("encryption-data"));
    let opened = opened(&mut archive, is_locked);
    // A part under a password is no XML; some have only their macros locked.
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

/// The rows of a table, without those of tables within it.
pub(super) fn rows<'a, 'i>(table: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    table.descendants().filter(move |row| {
        let mut outer = row.ancestors().skip(1).filter(|node| xml::name(*node) == "table");
        xml::name(*row) == "table-row" && outer.next() == Some(table)
    })
}

/// The remarks in an element: the author and the text of each.
pub(super) fn remarks(node: Node<'_, '_>) -> Vec<(String, String)> {
    let remarks = node.descendants().filter(|remark| xml::name(*remark) == "annotation");
    remarks.map(remark).collect()
}

fn remark(node: Node<'_, '_>) -> (String, String) {
    let author = xml::child(node, "creator").and_then(|author| author.text()).unwrap_or_default();
    let paragraphs = node.descendants().filter(|part| matches!(xml::name(*part), "p" | "h"));
    let texts = paragraphs.map(|paragraph| {
        let texts = paragraph.descendants().filter(Node::is_text);
        texts.filter_map(|text| text.text()).collect::<String>()
    });
    (author.to_owned(), in_one_line(&texts.collect::<Vec<_>>().join(" ")))
}

/// The count in an attribute of a cell or row; `None` if it has none.
pub(super) fn count<N: FromStr>(node: Node<'_, '_>, name: &str) -> Option<N> {
    xml::attribute(node, name)?.parse().ok()
}

/// A document while it is read.
#[derive(Default)]
pub(super) struct OdfWalk {
    /// The names of the styles whose text no reader sees, and of slides and sheets that are not shown.
    hidden_styles: HashSet<String>,
    /// The names of the styles of raised text.
    raised_styles: HashSet<String>,
    /// The charts, by the names of their folders.
    charts: HashMap<String, Vec<Block>>,
    /// What stands at the edges of the pages, each once.
    margins: Vec<Block>,
    /// True while such an edge is read.
    is_in_margin: bool,
    /// The readings of the words of the paragraph under way.
    readings: String,
    /// The names of the styles of titles.
    titles: HashSet<String>,
    /// The lists, by the names of their styles, and the outline by none.
    numbering: Numbering,
    /// The styles of the lists around what is read, the innermost last.
    lists: Vec<String>,
    /// The number of the item whose first paragraph follows.
    number: Option<String>,
    /// The first heading, without its number.
    first_heading: Option<String>,
    blocks: Vec<Block>,
    /// Blocks that follow the paragraph under way: its notes, and the frames anchored in it.
    behind: Vec<Block>,
    title: Option<String>,
    /// The title in the properties.
    pub(super) stated: Option<String>,
    /// The number of characters that no reader sees.
    pub(super) hidden: usize,
}

impl OdfWalk {
    /// The body of a document; its styles are taken.
    ///
    /// # Errors
    ///
    /// If it has none.
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
        for style in root.descendants().filter(|node| xml::name(*node) == "style") {
            let Some(name) = xml::attribute(style, "name") else {
                continue;
            };
            let is_unseen = xml::elements(style).any(|properties| {
                matches!(xml::attribute(properties, "display"), Some("none" | "false"))
                    || xml::attribute(properties, "visibility") == Some("hidden")
            });
            if is_unseen {
                self.hidden_styles.insert(name.to_owned());
            }
            let raises = |properties| {
                let place = xml::attribute(properties, "text-position").unwrap_or_default();
                let height = place.split(['%', ' ']).next().unwrap_or_default();
                height == "super" || height.parse().is_ok_and(|height: f32| height > 0.0)
            };
            if xml::elements(style).any(raises) {
                self.raised_styles.insert(name.to_owned());
            }
            let parent = xml::attribute(style, "parent-style-name");
            if name == "Title" || parent == Some("Title") {
                self.titles.insert(name.to_owned());
            }
        }
    }

    /// Keeps what stands at the edges of the pages of a text.
    fn take_margins(&mut self, root: Node<'_, '_>) {
        let pages = root.descendants().filter(|node| xml::name(*node) == "master-page");
        let edges = pages.flat_map(xml::elements).filter(|node| {
            let name = xml::name(*node);
            name.starts_with("header") || name.starts_with("footer")
        });
        self.is_in_margin = true;
        for edge in edges.filter(|edge| xml::attribute(*edge, "display") != Some("false")) {
            let blocks = self.apart(edge);
            aside::keep_margin(&mut self.margins, blocks);
        }
        self.is_in_margin = false;
        (self.title, self.first_heading) = (None, None);
    }

    /// Keeps the title and the figures of a chart.
    fn take_object(&mut self, folder: &str, content: &str) {
        let Ok(tree) = xml::parse(content) else { return };
        let Some(chart) = tree.descendants().find(|node| xml::name(*node) == "chart") else {
            return;
        };
        let outer = std::mem::take(&mut self.charts);
        let mut blocks = Vec::new();
        for part in chart.descendants().filter(|node| matches!(xml::name(*node), "title" | "table"))
        {
            blocks.extend(if xml::name(part) == "table" {
                let before = std::mem::take(&mut self.blocks);
                self.table(part);
                std::mem::replace(&mut self.blocks, before)
            } else {
                self.apart(part)
            });
        }
        self.charts = outer;
        self.charts.insert(folder.to_owned(), blocks);
    }

    /// The blocks of what is drawn: a box, or a chart.
    pub(super) fn drawn(&mut self, node: Node<'_, '_>) -> Vec<Block> {
        match xml::name(node) {
            "object" => {
                let folder = xml::attribute(node, "href").unwrap_or_default();
                self.charts.remove(folder.trim_start_matches("./")).unwrap_or_default()
            }
            _ => self.apart(node),
        }
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
            if !self.is_unseen(slide) {
                self.slide(slide);
            }
            document.add(number, std::mem::take(&mut self.blocks));
        }
        document
    }

    /// The title of a slide first, wherever it stands, and the notes last.
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

    /// The blocks in an element, apart from those of the document.
    fn apart(&mut self, node: Node<'_, '_>) -> Vec<Block> {
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

    /// The number of a heading: that of its item, or the outline's.
    fn heading_number(&mut self, node: Node<'_, '_>, level: u8) -> Option<String> {
        let is_apart = xml::attribute(node, "is-list-header") == Some("true");
        let outline = (!is_apart).then(|| self.numbering.next("", usize::from(level) - 1));
        self.number.take().or(outline.flatten())
    }

    fn paragraph(&mut self, node: Node<'_, '_>, listed: bool) {
        let number = self.number.take();
        let style = xml::attribute(node, "style-name").unwrap_or_default();
        let mut text = String::new();
        self.inline(node, self.hidden_styles.contains(style), &mut text);
        text.push_str(&std::mem::take(&mut self.readings));
        let text = aside::without_page_numbers(&raised::resolved(&text));
        let text = text.trim();
        if !text.is_empty() {
            let block = if xml::name(node) == "h" {
                self.number = number;
                self.heading(node, text)
            } else if self.titles.contains(style) {
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

    /// Adds the text in an element; what no reader sees is counted in place of it.
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
                    let own = is_hidden || self.is_unseen(child);
                    let style = xml::attribute(child, "style-name").unwrap_or_default();
                    if self.raised_styles.contains(style) {
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

    /// What stands beside a text: a remark, the description of a picture, a chart.
    fn aside(&mut self, node: Node<'_, '_>) -> Vec<Block> {
        match xml::name(node) {
            "annotation" => {
                let (author, text) = remark(node);
                drawings::comment(&author, &text).into_iter().collect()
            }
            "desc" => drawings::described(node.text().unwrap_or_default()).into_iter().collect(),
            _ => self.drawn(node),
        }
    }

    /// A word whose reading stands above it: the reading follows at the end of the paragraph.
    fn ruby(&mut self, node: Node<'_, '_>, is_hidden: bool, text: &mut String) {
        let (mut word, mut reading) = (String::new(), String::new());
        for (name, into) in [("ruby-base", &mut word), ("ruby-text", &mut reading)] {
            if let Some(part) = xml::child(node, name) {
                self.inline(part, is_hidden, into);
            }
        }
        text.push_str(&word);
        self.readings.push_str(&raised::reading(&word, &reading));
    }

    /// True if an element has a style that no reader sees.
    pub(super) fn is_unseen(&self, node: Node<'_, '_>) -> bool {
        xml::attribute(node, "style-name").is_some_and(|style| self.hidden_styles.contains(style))
    }

    fn table(&mut self, node: Node<'_, '_>) {
        let mut grid = Grid::default();
        for row in rows(node) {
            self.row(row, &mut grid);
        }
        self.blocks.extend(grid.blocks());
    }

    fn row(&mut self, row: Node<'_, '_>, grid: &mut Grid) {
        // Further cells that the one to their left covers, and not the one above.
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
                    let cells = std::iter::repeat_n(text, repeated.min(MOST_REPEATED));
                    cells.for_each(|text| grid.cell(text, 1));
                }
            }
        }
        grid.end_row();
    }
}

/// Adds words with each of their gaps as one space, as readers see them.
fn push_collapsed(text: &mut String, words: &str) {
    for c in words.chars() {
        match c {
            '\n' | '\r' | '\t' | ' ' if text.ends_with([' ', '\n']) => {}
            '\n' | '\r' | '\t' => text.push(' '),
            c => text.push(c),
        }
    }
}
