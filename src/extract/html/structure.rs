//! The structure of a page, as far as Markdown can express it: each term is put before its description.

use dom_query::{Document, NodeRef};
use footnote_text::words::in_one_line;

use super::tables::{self, HEADINGS};

/// Block elements that Markdown does not have.
const BLOCKS: &str = "main, header, footer, nav, aside, details, summary, figure, figcaption, address, form, \
    fieldset, legend, center, hgroup";

/// Replaces elements of a page with elements that Markdown can express.
pub(super) fn prepare(page: &Document) {
    tables::prepare(page);
    page.select(BLOCKS).rename("div");
    // Anchors are not links and have no appearance of their own.
    page.select("a:not([href])").rename("span");
    page.root().strip_elements(&["span"]);
    straighten_headings(page);
    name_descriptions(page);
    // List items cannot contain a table, and numbering would restart after it.
    page.select("ol:has(table)").rename("ul");
    page.select("li:has(table)").rename("div");
}

/// Puts headings on one line, without links to themselves.
fn straighten_headings(page: &Document) {
    let headings = page.select(HEADINGS);
    for link in headings.select("a[href^='#']").nodes() {
        if !link.text().contains(char::is_alphanumeric) {
            link.remove_from_parent();
        }
    }
    let breaks = headings.select("br");
    breaks.rename("span");
    breaks.set_text(" ");
}

/// Turns the descriptions of a page into items, each beginning with its terms.
fn name_descriptions(page: &Document) {
    for list in page.select("dl").nodes() {
        let mut terms: Vec<NodeRef<'_>> = Vec::new();
        for part in parts(list) {
            if part.has_name("dt") {
                terms.push(part);
            } else {
                name(&part, &std::mem::take(&mut terms));
            }
        }
        // Terms without a description form a list.
        for term in terms {
            term.rename("li");
        }
        list.rename("ul");
    }
}

/// Returns the terms and descriptions of a list in order; they may be in groups.
fn parts<'a>(list: &NodeRef<'a>) -> Vec<NodeRef<'a>> {
    let children = list.element_children();
    let unwrapped = children.into_iter().flat_map(|child| {
        let inner = child.element_children();
        let is_group = inner.iter().any(|part| part.has_name("dt") || part.has_name("dd"));
        if !child.has_name("div") || !is_group {
            return vec![child];
        }
        for part in &inner {
            child.insert_before(part);
        }
        child.remove_from_parent();
        inner
    });
    unwrapped.collect()
}

/// Turns a description into an item, with its terms at the front.
fn name(description: &NodeRef<'_>, terms: &[NodeRef<'_>]) {
    description.rename("li");
    let lines: Vec<_> = terms.iter().map(NodeRef::formatted_text).collect();
    let lines = lines.iter().flat_map(|term| term.lines().map(in_one_line));
    let words: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let words = words.join(", ");
    for term in terms {
        term.remove_from_parent();
    }
    let Some(term) = terms.last().filter(|_| !words.is_empty()) else {
        return;
    };
    let mark = if words.ends_with([':', '?', '.', '!']) { " " } else { ": " };
    term.rename("b");
    term.set_text(words + mark);
    let children = description.children();
    let first = children.into_iter().find(|child| !child.text().trim().is_empty());
    let paragraph = first.filter(|first| first.has_name("p"));
    paragraph.as_ref().unwrap_or(description).prepend_child(term);
}
