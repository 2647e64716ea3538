//! Raised marks: powers, note references, fractions in formulas, and readings of words (ruby).

use dom_query::{Document, NodeRef};

use crate::office::math::grouped;
use crate::raised;

/// Elements at whose end the reading of a word may be placed.
const PARAGRAPHS: [&str; 12] =
    ["p", "li", "td", "th", "dd", "dt", "div", "h1", "h2", "h3", "section", "body"];

/// Separates the marks of a page from its words.
pub(super) fn prepare(page: &Document) {
    remove_references(page);
    for above in page.select("sup").nodes() {
        above.set_text(raised::marked(&above.text()));
        above.rename("span");
    }
    // Inner formulas come after those around them.
    for formula in page.select("mfrac, msup, msub").nodes().iter().rev() {
        let parts: Vec<String> =
            formula.element_children().iter().map(|part| grouped(&part.text())).collect();
        let mark = match formula.node_name().as_deref() {
            Some("mfrac") => "/",
            Some("msup") => "^",
            _ => "_",
        };
        formula.set_text(parts.join(mark));
        formula.rename("span");
    }
    page.select("ruby").nodes().iter().for_each(move_reading);
    let breaks = page.select("pre br");
    breaks.rename("span");
    breaks.set_text("\n");
}

/// Removes note references from the page: raised links, and elements declared as references.
fn remove_references(page: &Document) {
    for link in page.select("a").nodes() {
        let says = |name: &str| {
            link.attr_or(name, "").split_whitespace().any(|of| of.ends_with("noteref"))
        };
        let is_raised = || {
            let text = link.text();
            let within =
                link.element_children().iter().any(|sup| sup.has_name("sup") && sup.text() == text);
            within || link.ancestors_it(None).take(3).any(|around| around.has_name("sup"))
        };
        let is_mark = !link.text().contains(char::is_alphabetic);
        if is_mark && link.has_attr("href") && (says("role") || says("epub:type") || is_raised()) {
            link.remove_from_parent();
        }
    }
}

/// Moves the readings of words to the end of their paragraph.
fn move_reading(ruby: &NodeRef<'_>) {
    let of = |name: &str| {
        let parts = ruby.descendants();
        parts.into_iter().filter(|part| part.has_name(name)).collect::<Vec<_>>()
    };
    let readings: Vec<_> = of("rt");
    let reading: String = readings.iter().map(|reading| reading.text().trim().to_owned()).collect();
    for part in readings.iter().chain(&of("rp")).chain(&of("rtc")) {
        part.remove_from_parent();
    }
    let word = ruby.text();
    let around = ruby.ancestors(None);
    let paragraph =
        around.into_iter().find(|around| PARAGRAPHS.iter().any(|name| around.has_name(name)));
    if let Some(paragraph) = paragraph {
        let added = ruby.tree.new_text(raised::reading(&word, &reading));
        paragraph.append_child(&added);
    }
    ruby.rename("span");
}
