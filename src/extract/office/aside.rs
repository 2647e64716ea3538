//! Parts of a text document outside of its text: enclosed files, charts and diagrams, headers and footers, and form
//! entries.

use std::collections::HashMap;

use roxmltree::Node;

use super::archive::Archive;
use super::relations::Relations;
use super::{drawings, xml};
use crate::{ExtractError, html, mail, plain, rtf};
use footnote_documents::grid::flat;
use footnote_documents::{Block, Document, LeftOut};

/// The placeholder for a page number, which is not text.
pub(super) const PAGE_NUMBER: char = '\u{fdd2}';

/// A reader of enclosed documents in the same format.
pub(super) type DocumentReader = fn(&[u8]) -> Result<Document, ExtractError>;

/// Returns the blocks of the files that a text shows, by the ids of their references, and which of them could not be
/// read.
///
/// # Errors
///
/// Fails if a chart or diagram is damaged.
pub(super) fn embedded(
    archive: &mut Archive<'_>,
    relations: &Relations,
    nested: Option<DocumentReader>,
) -> Result<(HashMap<String, Vec<Block>>, LeftOut), ExtractError> {
    let (mut embedded, mut left_out) = (HashMap::new(), LeftOut::default());
    for (id, kind, file) in relations.each() {
        let blocks = match kind {
            "chart" => drawings::chart(archive, file)?,
            "diagramData" => drawings::diagram(archive, file)?,
            "aFChunk" => match archive.bytes(file)? {
                Some(bytes) => enclosed(file, &bytes, nested),
                None => continue,
            },
            "chartEx" => Vec::new(),
            _ => continue,
        };
        let name = if kind == "aFChunk" { "enclosed file" } else { "chart" };
        left_out.add(name, usize::from(blocks.is_empty() && kind != "diagramData"));
        embedded.insert(id.to_owned(), blocks);
    }
    Ok((embedded, left_out))
}

/// Returns the blocks of a file that is part of the text; `None` if it cannot be read.
fn enclosed(name: &str, bytes: &[u8], nested: Option<DocumentReader>) -> Vec<Block> {
    let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let whole = |read: Document| read.pages.into_iter().flat_map(|page| page.blocks).collect();
    let read = match ending.as_str() {
        _ if Archive::begins(bytes) => nested.and_then(|read| read(bytes).ok()),
        "mht" | "mhtml" => return mail::page(bytes),
        "rtf" => rtf::extract(bytes).ok(),
        "txt" => {
            let read = plain::read(bytes);
            return read
                .map_or_else(|_| Vec::new(), |read| read.blocks.map(|(_, block)| block).collect());
        }
        _ => html::decode_page(bytes).ok().map(|page| html::part(&page)),
    };
    read.map_or_else(Vec::new, whole)
}

/// Adds headers and footers, once and after the text, under a heading of their own.
pub(super) fn add_margins(blocks: &mut Vec<Block>, margins: Vec<Block>) {
    if !margins.is_empty() {
        blocks.push(Block::heading(1, "Header and footer"));
        blocks.extend(margins);
    }
}

/// Keeps headers and footers as paragraphs, each once.
pub(super) fn keep_margin(margins: &mut Vec<Block>, blocks: Vec<Block>) {
    for block in blocks {
        let block = match block {
            Block::Table(_) => block,
            block => Block::Paragraph(flat(vec![block])),
        };
        if !margins.contains(&block) {
            margins.push(block);
        }
    }
}

/// Returns the text of a header or footer without the tab-separated parts that number the pages.
pub(super) fn without_page_numbers(text: &str) -> String {
    let parts = text.split('\t').filter(|part| !part.contains(PAGE_NUMBER));
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns true if a field code inserts the page number or the number of pages.
pub(super) fn counts_pages(code: &str) -> bool {
    let name = code.split_whitespace().next().unwrap_or_default();
    ["PAGE", "NUMPAGES", "SECTIONPAGES"].iter().any(|of| name.eq_ignore_ascii_case(of))
}

/// Returns the code of the field whose result begins at an element.
pub(super) fn code(separator: Node<'_, '_>) -> String {
    let begins = |run: &Node<'_, '_>| {
        let field = xml::child(*run, "fldChar");
        field.and_then(|field| xml::attribute(field, "fldCharType")) == Some("begin")
    };
    let run = separator.parent_element();
    let before = run.into_iter().flat_map(|run| run.prev_siblings()).take_while(|run| !begins(run));
    let mut codes: Vec<_> = before.filter_map(|run| xml::child(run, "instrText")?.text()).collect();
    codes.reverse();
    codes.concat()
}

/// Returns the visible value of a form field of the older kind, before content controls.
pub(super) fn entry(field: Node<'_, '_>) -> Option<String> {
    if let Some(list) = xml::child(field, "ddList") {
        let chosen = xml::value(list, "result").or(xml::value(list, "default"));
        let chosen = chosen.and_then(|at| at.parse().ok()).unwrap_or(0);
        let mut entries = xml::elements(list).filter(|entry| xml::name(*entry) == "listEntry");
        return entries
            .nth(chosen)
            .and_then(|entry| xml::attribute(entry, "val"))
            .map(str::to_owned);
    }
    let state = xml::child(field, "checkBox")?;
    let is_set = xml::child(state, "checked").is_some();
    let is_checked = xml::is_on(state, if is_set { "checked" } else { "default" });
    Some(if is_checked { "☒" } else { "☐" }.to_owned())
}
