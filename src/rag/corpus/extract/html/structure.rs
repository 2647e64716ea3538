//! The structure of a page, as far as Markdown can tell it: each term is put before its description.

use dom_query::{Document, NodeRef};

use super::tables::{self, HEADINGS};
use crate::text::words::in_one_line;

/// Elements that are blocks of their own and are not in Markdown.
const BLOCKS: &str = "main, header, footer, nav, aside, details, summary, figure, figcaption, address, form, \
    fieldset, legend, center, hgroup";

/// Gives a page the elements that can be told in Markdown.
pub(super) fn prepare(page: &Document) {
    tables::prepare(page);
    page.select(BLOCKS).rename("div");
    // Places that links lead to have no look of their own.
    page.select("a:not([href])").rename("span");
    page.root().strip_elements(&["span"]);
    straighten_headings(page);
    name_descriptions(page);
    // An item of a list cannot hold a table.
    page.select("li:has(table)").rename("div");
}

/// Puts headings in one line, without the signs that link to themselves.
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

/// Makes items of the page's descriptions; each begins with its terms.
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
        // Terms without a description are a list.
        for term in terms {
            term.rename("li");
        }
        list.rename("ul");
    }
}

/// The terms and descriptions of a list, in order; they may stand in groups.
fn parts<'a>(list: &NodeRef<'a>) -> Vec<NodeRef<'a>> {
    let children = list.element_children();
    let unwrapped = children.into_iter().flat_map(|child| {
        let inner = child.element_children();
        let is_group = inner
            .iter()
            .any(|part| part.has_name("dt") || part.has_name("dd"));
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

/// Makes an item of a description, with its terms at the front.
fn name(description: &NodeRef<'_>, terms: &[NodeRef<'_>]) {
    description.rename("li");
    let Some((term, others)) = terms.split_last() else {
        return;
    };
    let lines: Vec<_> = terms.iter().map(NodeRef::formatted_text).collect();
    let lines = lines.iter().flat_map(|term| term.lines().map(in_one_line));
    let words: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let words = words.join(", ");
    let mark = if words.ends_with([':', '?', '.', '!']) {
        " "
    } else {
        ": "
    };
    for other in others {
        other.remove_from_parent();
    }
    term.remove_from_parent();
    if words.is_empty() {
        return;
    }
    term.rename("b");
    term.set_text(words + mark);
    let children = description.children();
    let first = children
        .into_iter()
        .find(|child| !child.text().trim().is_empty());
    let paragraph = first.filter(|first| first.has_name("p"));
    paragraph
        .as_ref()
        .unwrap_or(description)
        .prepend_child(term);
}

#[cfg(test)]
mod tests {
    use super::super::extract;
    use crate::rag::corpus::Block;

    const PROSE: &str =
        "Every employee may take thirty days of leave in a year, and more of it later.";

    /// The blocks of a page with this head and body.
    fn read(head: &str, body: &str) -> Vec<Block> {
        let page = format!("<html><head>{head}</head><body>{body}</body></html>");
        let document = extract(page.as_bytes()).unwrap();
        document
            .pages
            .into_iter()
            .flat_map(|page| page.blocks)
            .collect()
    }

    fn item(text: &str) -> Block {
        Block::Item(text.to_owned())
    }

    #[test]
    fn a_description_begins_with_its_terms() {
        let list = "<dl><dt>Date</dt><dd>Enter the date.</dd><div><dt>-P</dt><dt>--purge</dt>\
                    <dd><p>Removes <i>all</i>.</p></dd></div><dt>Who pays?</dt><dd>You do.</dd></dl>";
        let blocks = read("", &format!("<p>{PROSE}</p>{list}<p>{PROSE}</p>"));
        let items = [
            "Date: Enter the date.",
            "-P, --purge: Removes all.",
            "Who pays? You do.",
        ];
        assert_eq!(blocks.get(1..4), Some(&items.map(item)[..]));
    }

    #[test]
    fn menus_are_left_out_and_lists_of_other_sites_stay() {
        let menus = "<ul><li><a href='a.html'>Leave</a></li><li><a href='#b'>Pay</a></li></ul>\
                     <table><tr><th>Part I of the book</th></tr><tr><td><a href='3.html'>Next</a></td></tr></table>";
        let links = "<ul><li><a href='https://a.example'>Union</a></li><li><a href='https://b.example'>Fund</a></li></ul>";
        let head = "<link rel='next' href='3.html'>";
        let steps =
            format!("<ol><li>{PROSE} {PROSE}</li><li>Go <a href='3.html'>on</a>.</li></ol>");
        let told = format!(
            "{:?}",
            read(head, &format!("{menus}<p>{PROSE}</p>{links}{steps}"))
        );
        for menu in ["Leave\"", "Pay", "Part I", "Next"] {
            assert!(!told.contains(menu), "{menu}: {told}");
        }
        for kept in ["Union", "Fund", "Go on."] {
            assert!(told.contains(kept), "{kept}: {told}");
        }
        let list = "<h1>Forms</h1><ul><li><a href='a.pdf'>Leave form</a></li><li><a href='b.pdf'>Pay form</a></li></ul>";
        let forms = ["Leave form", "Pay form"].map(item);
        assert_eq!(read("", list).get(1..), Some(&forms[..]));
    }

    #[test]
    fn a_heading_that_begins_with_a_place_for_links_is_a_heading() {
        let heading = "<h3><a id='days'></a>2.1. Days</h3>";
        let blocks = read("", &format!("{heading}<p>{PROSE}</p>"));
        let expected = Block::Heading {
            level: 3,
            text: "2.1. Days".to_owned(),
        };
        assert_eq!(blocks.first(), Some(&expected));
    }

    #[test]
    fn boxes_beside_the_text_and_words_of_menus_in_it_stay() {
        let line = "<p>Choose <span class='menu'>File</span>, then <b class='header'>Print</b>. And wait.</p>";
        let aside = "<aside class='sidebar'><p>Tea is at four.</p></aside>";
        let blocks = read(
            "",
            &format!("<p>{PROSE}</p>{line}{aside}<footer>Made by us.</footer>"),
        );
        let expected = ["Choose File, then Print. And wait.", "Tea is at four."];
        let expected = expected.map(|text| Block::Paragraph(text.to_owned()));
        assert_eq!(blocks.get(1..), Some(&expected[..]));
    }
}
