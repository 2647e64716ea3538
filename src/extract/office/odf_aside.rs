//! Parts of a file in the Open Document Format outside of its text: headers and footers, charts, comments, descriptions
//! and readings.

use footnote_text::words::in_one_line;
use roxmltree::Node;

use super::odf::OdfWalk;
use super::{aside, drawings, xml};
use crate::raised;
use footnote_documents::Block;

impl OdfWalk {
    /// Keeps the headers and footers of a text.
    pub(super) fn take_margins(&mut self, root: Node<'_, '_>) {
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
    pub(super) fn take_object(&mut self, folder: &str, content: &str) {
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

    /// Returns the blocks of a drawing: a text box, or a chart.
    pub(super) fn drawn(&mut self, node: Node<'_, '_>) -> Vec<Block> {
        match xml::name(node) {
            "object" => {
                let folder = xml::attribute(node, "href").unwrap_or_default();
                self.charts.remove(folder.trim_start_matches("./")).unwrap_or_default()
            }
            _ => self.apart(node),
        }
    }

    /// Returns the blocks that accompany a text: a comment, the description of a picture, a chart.
    pub(super) fn aside(&mut self, node: Node<'_, '_>) -> Vec<Block> {
        match xml::name(node) {
            "annotation" => {
                let (author, text) = remark(node);
                drawings::comment(&author, &text).into_iter().collect()
            }
            "desc" => drawings::described(node.text().unwrap_or_default()).into_iter().collect(),
            _ => self.drawn(node),
        }
    }

    /// A word with its reading above: the reading follows at the end of the paragraph.
    pub(super) fn ruby(&mut self, node: Node<'_, '_>, is_hidden: bool, text: &mut String) {
        let (mut word, mut reading) = (String::new(), String::new());
        for (name, into) in [("ruby-base", &mut word), ("ruby-text", &mut reading)] {
            if let Some(part) = xml::child(node, name) {
                self.inline(part, is_hidden, into);
            }
        }
        text.push_str(&word);
        self.readings.push_str(&raised::reading(&word, &reading));
    }
}

/// Returns the comments in an element, each with its author and text.
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
