//! Builds a story of a Word document, such as its body or its footnotes.

use std::collections::BTreeSet;

use super::runs::{RunStyle, run};
use super::xml::{element, escaped};

/// A story being written, and what it refers to.
#[derive(Default)]
pub(super) struct Story {
    xml: String,
    /// Addresses of links; the first one has the id `link1`.
    links: Vec<String>,
    /// Footnotes that already have a mark.
    marked: BTreeSet<u32>,
    /// First number and level of each numbered list, in order.
    lists: Vec<(u64, usize)>,
}

impl Story {
    /// Returns the XML of the whole story.
    pub(super) fn xml(&self) -> &str {
        &self.xml
    }

    /// Addresses of its links.
    pub(super) fn links(&self) -> &[String] {
        &self.links
    }

    /// First number and level of each numbered list.
    pub(super) fn lists(&self) -> &[(u64, usize)] {
        &self.lists
    }

    /// Adds raw XML.
    pub(super) fn raw(&mut self, xml: &str) {
        self.xml.push_str(xml);
    }

    /// Starts a paragraph in a style, with further properties.
    pub(super) fn begin(&mut self, style: &str, properties: &str) {
        let style = if style.is_empty() { String::new() } else { element("pStyle", style) };
        self.raw(&format!("<w:p><w:pPr>{style}{properties}</w:pPr>"));
    }

    /// Ends a paragraph.
    pub(super) fn end(&mut self) {
        self.raw("</w:p>");
    }

    /// Adds a paragraph of plain text; line breaks are kept.
    pub(super) fn line(&mut self, style: &str, text: &str) {
        self.begin(style, "");
        self.text(text);
        self.end();
    }

    /// Adds text to the paragraph.
    pub(super) fn text(&mut self, text: &str) {
        self.raw(&run(text, RunStyle::default()));
    }

    /// Adds a link to the paragraph.
    pub(super) fn link(&mut self, address: &str, text: &str) {
        self.links.push(address.to_owned());
        self.raw(&format!("<w:hyperlink r:id=\"link{}\">", self.links.len()));
        self.raw(&run(text, RunStyle { link: true, ..RunStyle::default() }));
        self.raw("</w:hyperlink>");
    }

    /// Starts a numbered list on this level, and returns its id in the document. Id 1 is the bulleted list.
    pub(super) fn numbered(&mut self, start: u64, level: usize) -> usize {
        self.lists.push((start, level));
        self.lists.len() + 1
    }

    /// Adds a footnote mark. Further marks of the same footnote are cross-references, which show its number.
    pub(super) fn mark(&mut self, note: u32) {
        let style = element("rStyle", "FootnoteReference");
        let is_first = self.marked.insert(note);
        let mark = if is_first {
            format!(
                "<w:bookmarkStart w:id=\"{note}\" w:name=\"_RefNote{note}\"/>\
                 <w:r><w:rPr>{style}</w:rPr><w:footnoteReference w:id=\"{note}\"/></w:r>\
                 <w:bookmarkEnd w:id=\"{note}\"/>"
            )
        } else {
            let field = escaped(&format!(" NOTEREF _RefNote{note} \\f \\h "));
            format!(
                "<w:fldSimple w:instr=\"{field}\">\
                 <w:r><w:rPr>{style}</w:rPr><w:t>{note}</w:t></w:r></w:fldSimple>"
            )
        };
        self.raw(&mark);
    }
}
