//! HTML: all text of a page except navigation, converted through Markdown. Parts that a browser's reading mode drops as
//! minor, such as boxes beside the text, are kept.

mod flat;
mod hidden;
mod marks;
mod menus;
mod structure;
mod tables;

use flat::flattened;
use footnote_text::words::in_one_line;

use super::chunks::decode;
use super::{ExtractError, markdown, raised};
use footnote_documents::visible::texts;
use footnote_documents::{Document, Page};

/// Elements that are not text of a page, and names of its images and formulas.
const UNREAD: &str =
    "script, style, template, noscript, svg title, svg desc, annotation, annotation-xml";

/// Reads web pages. If nothing but navigation is left, the navigation is kept.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let text = decode_page(bytes)?;
    read(&text, menus::remove_from)
        .unless_empty(ExtractError::Empty)
        .or_else(|error| part(&text).unless_empty(error))
}

/// Returns the whole page: a page inside another document has no navigation.
pub(super) fn part(text: &str) -> Document {
    read(text, |_| ())
}

fn read(text: &str, remove_from: impl Fn(&dom_query::Document)) -> Document {
    let page = dom_query::Document::from(flattened(text).as_ref());
    let hidden = hidden::remove_from(&page.root());
    page.select(UNREAD).remove();
    remove_from(&page);
    marks::prepare(&page);
    structure::prepare(&page);
    let mut blocks = markdown::blocks(&page.md(None));
    for text in blocks.iter_mut().flat_map(texts) {
        *text = raised::resolved(text);
    }
    let title = raised::resolved(&title(&page));
    Document { title, pages: vec![Page::whole(blocks)], hidden, ..Document::default() }
}

/// Returns the title in the page's head, without the name of the site: its first large heading, if the title begins
/// with that.
fn title(page: &dom_query::Document) -> String {
    let first = |name| in_one_line(&page.select_single(name).text());
    let (title, heading) = (first("head title"), first("h1"));
    let is_within = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    match title.strip_prefix(&heading) {
        Some(rest) if !heading.is_empty() && !is_within(rest) => heading,
        _ if title.is_empty() => heading,
        _ => title,
    }
}

/// Returns the page's text, in the encoding that the page declares or that is detected as for any text.
pub(super) fn decode_page(bytes: &[u8]) -> Result<String, ExtractError> {
    let head = String::from_utf8_lossy(bytes.get(..2048).unwrap_or(bytes)).to_lowercase();
    let declared = head.split_once("charset=").and_then(|(_, rest)| {
        let rest = rest.trim_start_matches(['"', '\'']);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
        encoding_rs::Encoding::for_label(rest.get(..end?)?.as_bytes())
    });
    match declared {
        Some(encoding) if std::str::from_utf8(bytes).is_err() => {
            Ok(encoding.decode(bytes).0.into_owned())
        }
        _ => decode(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footnote_documents::Block;

    fn text(document: &Document) -> String {
        format!("{:?}", document.pages[0].blocks)
    }

    #[test]
    fn the_text_is_read_and_the_navigation_is_not() {
        let sentence = "Every employee may take thirty days of leave in a year, and more. ";
        let html = format!(
            "<html><head><title>Leave | Intranet</title><script>var secret = 1;</script></head><body>\
             <nav><a href='/a'>Menu</a></nav><article><h1>Leave</h1><h2>Days</h2><p>{}</p>\
             <ul><li>one</li><li>two</li></ul></article></body></html>",
            sentence.repeat(10)
        );
        let document = extract(html.as_bytes()).unwrap();
        let text = text(&document);
        assert_eq!(document.title, "Leave");
        assert!(text.contains("thirty days") && text.contains("Item(\"two\")"), "{text}");
        assert!(text.contains("text: \"Days\""), "{text}");
        assert!(!text.contains("secret") && !text.contains("Menu"), "{text}");
    }

    #[test]
    fn a_page_of_one_line_gives_its_text() {
        let document = extract(b"<p>Just this.</p>").unwrap();
        assert!(text(&document).contains("Just this."));
    }

    #[test]
    fn the_declared_encoding_counts() {
        let bytes = b"<meta charset=\"iso-8859-1\"><p>Geb\xfchr</p>";
        assert!(text(&extract(bytes).unwrap()).contains("Gebühr"));
    }

    #[test]
    fn icons_and_places_that_end_where_they_begin_are_not_deep() {
        let icon = "<svg><path d='M1 1'/><use href='#a'></svg><a id='x'/><p>Tea.</p>";
        let html = format!("<div>{}<h2>Days</h2></div>", icon.repeat(400));
        let document = extract(html.as_bytes()).unwrap();
        let last = document.pages[0].blocks.last();
        assert!(matches!(last, Some(Block::Heading { .. })), "{last:?}");
    }

    #[test]
    fn ends_of_nothing_let_no_element_nest_deeper() {
        for nested in ["<ul><li></x>", "<div></b>", "<div/>"] {
            let html = format!("{}deep", nested.repeat(10_000));
            assert!(text(&extract(html.as_bytes()).unwrap()).contains("deep"));
        }
    }

    #[test]
    fn two_hundred_thousand_nested_elements_are_flattened() {
        let count = 200_000;
        let html = format!("{}deep{}", "<div>".repeat(count), "</div>".repeat(count));
        assert!(text(&extract(html.as_bytes()).unwrap()).contains("deep"));
    }
}
