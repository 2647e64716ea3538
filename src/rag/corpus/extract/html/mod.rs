//! HTML: all text of a page but its navigation, by way of Markdown. What a browser's reading mode takes for
//! minor, such as boxes beside the text, is part of a document.

mod hidden;
mod structure;

use std::borrow::Cow;

use super::format::{Format, Mark, Reader};
use super::plain::decode;
use super::{ExtractError, markdown};
use crate::rag::corpus::{Document, Page};
use crate::text::words::in_one_line;

/// Web pages.
pub(super) const FORMAT: Format = Format {
    endings: &["html", "htm", "xhtml"],
    mark: Mark::Name,
    reader: Reader::Guarded(extract),
    media_type: "text/html; charset=utf-8",
};

/// The deepest nesting of elements; deeper ones lose their tags and keep their text. Real pages stay below
/// 100, and the tree may be walked by recursion.
const DEEPEST: usize = 256;

/// Elements that never have an end, or whose end may be left out: they say nothing about depth.
const UNCOUNTED: &[&str] = &[
    "area", "base", "body", "br", "col", "dd", "dt", "embed", "head", "hr", "html", "img", "input",
    "li", "link", "meta", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead",
    "tr", "track", "wbr",
];

/// Reads web pages.
fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    read(&decode_page(bytes)?)
}

/// All of a page: one inside of another document has no navigation.
pub(super) fn part(text: &str) -> Document {
    let flat = flattened(text);
    let page = dom_query::Document::from(flat.as_ref());
    let hidden = hidden::take_out(&page.root());
    structure::name_descriptions(&page);
    Document {
        title: String::new(),
        pages: vec![Page::whole(markdown::blocks(&page.md(None)))],
        hidden,
    }
}

fn read(text: &str) -> Result<Document, ExtractError> {
    let flat = flattened(text);
    let page = dom_query::Document::from(flat.as_ref());
    let hidden = hidden::take_out(&page.root());
    structure::prepare(&page);
    let title = title(&page);
    let body = page.body().unwrap_or_else(|| page.root());
    let mut blocks = markdown::blocks(&body.md(None));
    if blocks.is_empty() {
        // What was taken for navigation is all that there is.
        blocks = part(text)
            .pages
            .into_iter()
            .flat_map(|page| page.blocks)
            .collect();
    }
    let document = Document {
        title,
        pages: vec![Page::whole(blocks)],
        hidden,
    };
    document.unless_empty(ExtractError::Empty)
}

/// The title in the page's head without the name of its site: its first large heading, where the title holds that.
fn title(page: &dom_query::Document) -> String {
    let first = |name| in_one_line(&page.select_single(name).text());
    let (title, heading) = (first("head title"), first("h1"));
    let is_part = !heading.is_empty() && title.contains(&heading);
    if is_part || title.is_empty() {
        heading
    } else {
        title
    }
}

/// The page's text: as the page itself declares its encoding, or else as any text.
fn decode_page(bytes: &[u8]) -> Result<String, ExtractError> {
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

/// The page without the tags that nest deeper than [`DEEPEST`] and without end tags of nothing; elements that end
/// where they begin (`<a id="top"/>`) have an end tag.
fn flattened(html: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut is_flat = false;
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, from) = rest.split_at(at);
        kept.push_str(text);
        let (tag, after) = from.split_at(tag_len(from));
        rest = after;
        let nesting = nesting(tag);
        let is_deep = match nesting {
            Nesting::In(name) => {
                open.push(name);
                open.len() > DEEPEST
            }
            Nesting::Out(name) => closed(&mut open, name).is_none_or(|depth| depth >= DEEPEST),
            Nesting::Both(_) => open.len() >= DEEPEST,
            Nesting::None => false,
        };
        is_flat |= is_deep;
        if !is_deep {
            kept.push_str(tag);
        } else if !kept.ends_with(' ') {
            kept.push(' ');
        }
        if let Nesting::Both(name) = nesting
            && !is_deep
        {
            kept.extend(["</", name, ">"]);
            is_flat = true;
        }
    }
    kept.push_str(rest);
    if is_flat {
        Cow::Owned(kept)
    } else {
        Cow::Borrowed(html)
    }
}

/// Closes the last open element of this name with all within it; returns how many elements are around it.
fn closed(open: &mut Vec<&str>, name: &str) -> Option<usize> {
    /// The most elements that are looked through: ends that are missing further in are few.
    const NEAR: usize = 2 * DEEPEST;
    let mut near = open.iter().enumerate().rev().take(NEAR);
    let (depth, _) = near.find(|(_, open)| open.eq_ignore_ascii_case(name))?;
    open.truncate(depth);
    Some(depth)
}

/// The length of the tag, comment, script or style sheet that `html` begins with: what looks like a
/// tag inside of them is none.
fn tag_len(html: &str) -> usize {
    let opens = |name: &str| {
        let head = html.get(1..=name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
    };
    let end = if html.starts_with("<!--") {
        html.find("-->").map(|end| end + 3)
    } else if opens("script") {
        html.find("</script").or_else(|| html.find("</SCRIPT"))
    } else if opens("style") {
        html.find("</style").or_else(|| html.find("</STYLE"))
    } else {
        html.find('>').map(|end| end + 1)
    };
    end.unwrap_or(html.len())
}

/// The effect of a tag on the depth, with the name of its element.
enum Nesting<'a> {
    In(&'a str),
    Out(&'a str),
    /// It begins and ends an element.
    Both(&'a str),
    None,
}

fn nesting(tag: &str) -> Nesting<'_> {
    let inner = tag.trim_start_matches('<');
    let (is_end, inner) = inner
        .strip_prefix('/')
        .map_or((false, inner), |inner| (true, inner));
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let name = inner.get(..end.unwrap_or(inner.len())).unwrap_or_default();
    let is_uncounted = UNCOUNTED.contains(&name.to_ascii_lowercase().as_str());
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || is_uncounted {
        Nesting::None
    } else if is_end {
        Nesting::Out(name)
    } else if tag.ends_with("/>") {
        Nesting::Both(name)
    } else {
        Nesting::In(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::Block;

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
        assert!(
            text.contains("thirty days") && text.contains("Item(\"two\")"),
            "{text}"
        );
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
