//! Word documents (DOCX): paragraphs by their styles, lists, tables, notes and text boxes.

use std::collections::HashMap;

use footnote_text::list::has;
use roxmltree::Node;

use super::archive::Archive;
use super::numbering::{self, Numbering};
use super::relations::Relations;
use super::styles::{ParagraphRole, WordStyle, WordStyles};
use super::{aside, drawings, math, title, unseen, xml};
use crate::{ExtractError, raised};
use footnote_documents::grid::{Grid, flat};
use footnote_documents::visible::letters;
use footnote_documents::{Block, Document, LeftOut, Page};

/// Elements whose text does not belong to the document: deleted or moved text, field codes, and placeholders of
/// drawings.
const SKIPPED_ELEMENTS: &str = "del moveFrom instrText delText pPr rPr fldData Fallback";

/// Reads Word documents.
pub(crate) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    read(bytes, Some(|nested| read(nested, None)))
}

/// Returns the document in these bytes; enclosed documents are read by `nested`.
fn read(bytes: &[u8], nested: Option<aside::DocumentReader>) -> Result<Document, ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let main = Relations::main(&mut archive)?;
    let relations = Relations::of(&mut archive, &main)?;
    let mut walk = DocxWalk::default();
    if let Some(text) = part(&mut archive, relations.first("styles"))? {
        walk.styles = WordStyles::new(xml::parse(&text)?.root_element());
    }
    if let Some(text) = part(&mut archive, relations.first("numbering"))? {
        walk.numbering = Numbering::new(xml::parse(&text)?.root_element());
    }
    (walk.embedded, walk.left_out) = aside::embedded(&mut archive, &relations, nested)?;
    for kind in ["footnote", "endnote", "comment"] {
        if let Some(text) = part(&mut archive, relations.first(&format!("{kind}s")))? {
            walk.take_notes(kind, xml::parse(&text)?.root_element());
        }
    }
    let text = part(&mut archive, Some(&main))?.ok_or(ExtractError::Damaged)?;
    let mut margins = Vec::new();
    for margin in ["header", "footer"].iter().flat_map(|kind| relations.all(kind)) {
        margins.extend(part(&mut archive, Some(margin))?);
    }
    walk.has_backdrop = margins.iter().chain([&text]).any(|part| unseen::has_backdrop(part));
    let tree = xml::parse(&text)?;
    // A file may have several bodies; readers see one after the other.
    let bodies = xml::elements(tree.root_element()).filter(|node| xml::name(*node) == "body");
    bodies.for_each(|body| walk.blocks_in(body));
    for margin in &margins {
        walk.take_margin(xml::parse(margin)?.root_element());
    }
    let stated = title::stated(&mut archive);
    walk.document(stated)
}

fn part(archive: &mut Archive<'_>, name: Option<&str>) -> Result<Option<String>, ExtractError> {
    name.map_or(Ok(None), |name| archive.text(name))
}

/// A document while it is read.
#[derive(Default)]
struct DocxWalk {
    styles: WordStyles,
    numbering: Numbering,
    /// Notes and comments, by kind and id.
    notes: HashMap<(String, String), Block>,
    /// The blocks of charts, diagrams and enclosed files, by the ids of their references.
    embedded: HashMap<String, Vec<Block>>,
    /// Headers and footers, each once.
    margins: Vec<Block>,
    /// True while a header or footer is read.
    is_in_margin: bool,
    /// The readings of words in the current paragraph.
    readings: String,
    blocks: Vec<Block>,
    /// Blocks after the current paragraph: its notes, and the text boxes anchored in it.
    behind: Vec<Block>,
    /// The text in the style of the title.
    title: Option<String>,
    /// The first heading, without its number.
    first_heading: Option<String>,
    /// True if something may be drawn behind the text.
    has_backdrop: bool,
    hidden: usize,
    left_out: LeftOut,
}

impl DocxWalk {
    fn document(mut self, stated: Option<String>) -> Result<Document, ExtractError> {
        if self.title.is_some() {
            // The headings rank below the title, as readers see them.
            for block in self.blocks.iter_mut().skip(1) {
                if let Block::Heading { level, .. } = block {
                    *level = (*level + 1).min(6);
                }
            }
        }
        aside::add_margins(&mut self.blocks, self.margins);
        let title = self.title.or(stated).or(self.first_heading);
        let document = Document {
            title: title.unwrap_or_default(),
            hidden: self.hidden,
            left_out: self.left_out,
            pages: vec![Page::whole(self.blocks)],
            ..Document::default()
        };
        document.unless_empty(ExtractError::NoWords)
    }

    /// Keeps the texts of notes; separators between text and notes have a type.
    fn take_notes(&mut self, kind: &str, root: Node<'_, '_>) {
        for note in xml::elements(root).filter(|note| xml::attribute(*note, "type").is_none()) {
            if let Some(id) = xml::attribute(note, "id") {
                let text = flat(self.apart(note)).trim().to_owned();
                let author = xml::attribute(note, "author").unwrap_or_default();
                let block = match kind {
                    "comment" => drawings::comment(author, &text),
                    _ => (!text.is_empty()).then_some(Block::Paragraph(text)),
                };
                let key = (kind.to_owned(), id.to_owned());
                self.notes.extend(block.map(|block| (key, block)));
            }
        }
    }

    /// Returns the blocks in an element, apart from those of the document.
    fn apart(&mut self, node: Node<'_, '_>) -> Vec<Block> {
        let outer = std::mem::take(&mut self.blocks);
        let behind = std::mem::take(&mut self.behind);
        self.blocks_in(node);
        self.behind = behind;
        std::mem::replace(&mut self.blocks, outer)
    }

    fn blocks_in(&mut self, node: Node<'_, '_>) {
        for child in xml::elements(node).filter(|child| !unseen::is_foreign(*child)) {
            match xml::name(child) {
                "p" => self.paragraph(child),
                "tbl" => self.table(child),
                "sdt" if is_contents(child) => {}
                "altChunk" => {
                    let enclosed = self.enclosed(child, "id");
                    self.blocks.extend(enclosed);
                }
                name if has(SKIPPED_ELEMENTS, name) || name.ends_with("Pr") => {}
                _ => self.blocks_in(child),
            }
        }
    }

    fn paragraph(&mut self, node: Node<'_, '_>) {
        let style = self.styles.of(node);
        if style.role == Some(ParagraphRole::Contents) {
            return;
        }
        let mut text = String::new();
        self.inline(node, style.vanished == Some(true), &mut text);
        text.push_str(&std::mem::take(&mut self.readings));
        let text = aside::without_page_numbers(&raised::resolved(&text));
        let text = text.trim();
        // Readers also see the numbers of paragraphs without text.
        let list = style.list.as_deref();
        let number = list.and_then(|list| {
            let linked = || self.numbering.linked(list, &style.named);
            let level = style.level.or_else(linked).or(style.base_level);
            self.numbering.next(list, level.unwrap_or(0))
        });
        if !text.is_empty() {
            let block = self.block(text, &style, number.as_deref());
            self.blocks.push(block);
        }
        self.blocks.append(&mut self.behind);
    }

    fn block(&mut self, text: &str, style: &WordStyle, number: Option<&str>) -> Block {
        match style.role {
            Some(ParagraphRole::Title) if self.blocks.is_empty() && self.title.is_none() => {
                self.title = Some(text.to_owned());
                Block::heading(1, text)
            }
            Some(ParagraphRole::Title) => {
                self.first_heading.get_or_insert_with(|| text.to_owned());
                Block::heading(1, text)
            }
            Some(ParagraphRole::Heading(level)) => {
                self.first_heading.get_or_insert_with(|| text.to_owned());
                numbering::heading(level, number, text)
            }
            _ if style.is_listed() => numbering::item(number, text),
            _ => Block::Paragraph(text.to_owned()),
        }
    }

    /// Adds the text in an element; hidden text is only counted.
    fn inline(&mut self, node: Node<'_, '_>, vanished: bool, text: &mut String) {
        for child in xml::elements(node).filter(|child| !unseen::is_foreign(*child)) {
            match xml::name(child) {
                "t" if vanished => self.hidden += letters(child.text().unwrap_or_default()),
                "t" => text.push_str(child.text().unwrap_or_default()),
                "tab" | "ptab" => text.push('\t'),
                "br" | "cr" => text.push('\n'),
                "noBreakHyphen" => text.push('-'),
                "sym" => text.extend(symbol(child)),
                "r" => self.run(child, vanished, text),
                "fldChar" => self.field(child, text),
                "fldSimple" if self.counts(xml::attribute(child, "instr").unwrap_or_default()) => {
                    text.push(aside::PAGE_NUMBER);
                }
                "ruby" => self.ruby(child, vanished, text),
                "oMath" => text.push_str(&math::line(child)),
                "chart" => self.behind_paragraph(child, "id"),
                "relIds" => self.behind_paragraph(child, "dm"),
                "docPr" => self.behind.extend(drawings::description(child)),
                "commentReference" => self.note("comment", child),
                "footnoteReference" => self.note("footnote", child),
                "endnoteReference" => self.note("endnote", child),
                "txbxContent" => {
                    let boxed = self.apart(child);
                    self.behind.extend(boxed);
                }
                name if has(SKIPPED_ELEMENTS, name) => {}
                _ => self.inline(child, vanished, text),
            }
        }
    }

    fn run(&mut self, node: Node<'_, '_>, vanished: bool, text: &mut String) {
        let own = self.styles.of(node).vanished.unwrap_or(vanished) || self.is_unseen(node);
        let align = xml::child(node, "rPr").and_then(|run| xml::value(run, "vertAlign"));
        if align != Some("superscript") {
            return self.inline(node, own, text);
        }
        let mut above = String::new();
        self.inline(node, own, &mut above);
        text.push_str(&raised::marked(&above));
    }

    /// Returns true if nobody sees a run on its page, as far as its colour and those around it are known.
    fn is_unseen(&self, run: Node<'_, '_>) -> bool {
        let is_shaded = |node| self.styles.of(node).shaded;
        !self.has_backdrop && unseen::is_unseen(run) && !run.ancestors().any(is_shaded)
    }

    /// The beginning, middle or end of a field. Its result is text, except page numbers; older form fields have theirs
    /// at the beginning.
    fn field(&mut self, node: Node<'_, '_>, text: &mut String) {
        match xml::attribute(node, "fldCharType") {
            Some("begin") => text.extend(xml::child(node, "ffData").and_then(aside::entry)),
            Some("separate") if self.counts(&aside::code(node)) => {
                text.push(aside::PAGE_NUMBER);
            }
            _ => {}
        }
    }

    /// Returns true if a field is the page number, in a header or footer.
    fn counts(&self, code: &str) -> bool {
        self.is_in_margin && aside::counts_pages(code)
    }

    /// A word with its reading above: the reading follows at the end of the paragraph.
    fn ruby(&mut self, node: Node<'_, '_>, vanished: bool, text: &mut String) {
        let (mut word, mut reading) = (String::new(), String::new());
        for (name, into) in [("rubyBase", &mut word), ("rt", &mut reading)] {
            if let Some(part) = xml::child(node, name) {
                self.inline(part, vanished, into);
            }
        }
        text.push_str(&word);
        self.readings.push_str(&raised::reading(&word, &reading));
    }

    /// Returns the blocks of the file that an attribute of an element refers to.
    fn enclosed(&mut self, node: Node<'_, '_>, attribute: &str) -> Vec<Block> {
        let id = xml::attribute(node, attribute).unwrap_or_default();
        self.embedded.remove(id).unwrap_or_default()
    }

    fn behind_paragraph(&mut self, node: Node<'_, '_>, attribute: &str) {
        let enclosed = self.enclosed(node, attribute);
        self.behind.extend(enclosed);
    }

    /// Keeps a header or footer that is new. It does not count as a title.
    fn take_margin(&mut self, root: Node<'_, '_>) {
        let known = (self.title.clone(), self.first_heading.clone());
        self.is_in_margin = true;
        let blocks = self.apart(root);
        self.is_in_margin = false;
        (self.title, self.first_heading) = known;
        aside::keep_margin(&mut self.margins, blocks);
    }

    /// Puts a note after the paragraph that refers to it.
    fn note(&mut self, kind: &str, reference: Node<'_, '_>) {
        let id = xml::attribute(reference, "id").unwrap_or_default();
        let note = self.notes.remove(&(kind.to_owned(), id.to_owned()));
        self.behind.extend(note);
    }

    fn table(&mut self, node: Node<'_, '_>) {
        let rows: Vec<_> = children(node, "tr").filter(|row| !is_deleted(*row)).collect();
        let is_frame = rows.iter().all(|row| children(*row, "tc").count() < 2);
        if is_frame {
            // A table with one column is a frame around text.
            for row in rows {
                self.blocks_in(row);
            }
            return;
        }
        let mut grid = Grid::default();
        for row in rows {
            for cell in children(row, "tc") {
                self.cell(cell, &mut grid);
            }
            grid.end_row();
        }
        self.blocks.extend(grid.blocks());
    }

    fn cell(&mut self, cell: Node<'_, '_>, grid: &mut Grid) {
        let properties = xml::child(cell, "tcPr");
        let span = properties.and_then(|properties| xml::value(properties, "gridSpan"));
        let columns = span.and_then(|span| span.parse().ok()).unwrap_or(1);
        let merged = properties.and_then(|properties| xml::child(properties, "vMerge"));
        if merged.is_some_and(|merged| xml::attribute(merged, "val") != Some("restart")) {
            grid.above(columns);
        } else {
            let text = flat(self.apart(cell));
            grid.cell(text, columns);
        }
    }
}

/// Returns the elements with a name, through any wrapper: controls, insertions, custom markup.
fn children<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    called: &'static str,
) -> Box<dyn Iterator<Item = Node<'a, 'i>> + 'a> {
    const WRAPPERS: &[&str] = &["sdt", "sdtContent", "ins", "moveTo", "customXml"];
    let each = xml::elements(node).flat_map(move |child| match xml::name(child) {
        name if name == called => Box::new(std::iter::once(child)),
        name if WRAPPERS.contains(&name) => children(child, called),
        _ => Box::new(std::iter::empty()) as Box<dyn Iterator<Item = _>>,
    });
    Box::new(each)
}

/// Returns true if a row is deleted, even if the deletion has not been accepted yet.
fn is_deleted(row: Node<'_, '_>) -> bool {
    xml::child(row, "trPr").is_some_and(|properties| xml::child(properties, "del").is_some())
}

/// Returns true if a control contains the table of contents, which repeats the headings.
fn is_contents(control: Node<'_, '_>) -> bool {
    let gallery = xml::child(control, "sdtPr").and_then(|of| xml::within(of, "docPartGallery"));
    gallery.and_then(|gallery| xml::attribute(gallery, "val")) == Some("Table of Contents")
}

/// Returns the character of a symbol, unless it depends on the font.
fn symbol(node: Node<'_, '_>) -> Option<char> {
    let code = u32::from_str_radix(xml::attribute(node, "char")?, 16).ok()?;
    char::from_u32(code).filter(|_| !(0xf000..=0xf0ff).contains(&code))
}
