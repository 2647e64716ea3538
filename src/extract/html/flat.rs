//! The tags of a page: elements nested too deep lose theirs, and self-closing elements get an end tag.

use std::borrow::Cow;

/// Maximum nesting of elements; deeper ones lose their tags and keep their text. Real pages stay below 100, and the
/// tree may be walked recursively.
const MAX_NESTING: usize = 256;

/// Elements that have no end tag, or may omit it, and so do not count as nesting.
const UNCOUNTED: &[&str] = &[
    "area", "base", "body", "br", "col", "dd", "dt", "embed", "head", "hr", "html", "img", "input",
    "li", "link", "meta", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead",
    "tr", "track", "wbr",
];

/// Returns the page without tags nested deeper than [`MAX_NESTING`] and without unmatched end tags. Self-closing
/// elements (`<a id="top"/>`) get an end tag.
pub(super) fn flattened(html: &str) -> Cow<'_, str> {
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
                open.len() > MAX_NESTING
            }
            Nesting::Out(name) => closed(&mut open, name).is_none_or(|depth| depth >= MAX_NESTING),
            Nesting::Both(_) => open.len() >= MAX_NESTING,
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
    if is_flat { Cow::Owned(kept) } else { Cow::Borrowed(html) }
}

/// Closes the last open element with this name and everything inside it; returns the number of elements around it.
fn closed(open: &mut Vec<&str>, name: &str) -> Option<usize> {
    /// Maximum number of elements examined; few missing end tags are further in.
    const NEAR: usize = 2 * MAX_NESTING;
    let mut near = open.iter().enumerate().rev().take(NEAR);
    let (depth, _) = near.find(|(_, open)| open.eq_ignore_ascii_case(name))?;
    open.truncate(depth);
    Some(depth)
}

/// Returns the length of the tag, comment, script or style sheet at the beginning of `html`. What looks like a tag
/// inside it is none.
fn tag_len(html: &str) -> usize {
    let opens = |name: &str| {
        let head = html.get(1..=name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
    };
    let tag = html.find('>').map(|end| end + 1);
    let end = if html.starts_with("<!--") {
        html.find("-->").map(|end| end + 3)
    } else if tag.and_then(|end| html.get(..end)).is_some_and(ends_itself) {
        tag
    } else if opens("script") {
        html.find("</script").or_else(|| html.find("</SCRIPT"))
    } else if opens("style") {
        html.find("</style").or_else(|| html.find("</STYLE"))
    } else {
        tag
    };
    end.unwrap_or(html.len())
}

/// Returns true if a tag is self-closing. A slash after an unquoted value belongs to the value.
fn ends_itself(tag: &str) -> bool {
    tag.strip_suffix("/>").is_some_and(|inner| {
        let last = inner.rsplit(char::is_whitespace).next().unwrap_or_default();
        !last.contains('=') || last.ends_with(['"', '\''])
    })
}

/// The effect of a tag on the depth, with its element's name.
enum Nesting<'a> {
    In(&'a str),
    Out(&'a str),
    /// It opens and closes an element.
    Both(&'a str),
    None,
}

fn nesting(tag: &str) -> Nesting<'_> {
    let inner = tag.trim_start_matches('<');
    let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let name = inner.get(..end.unwrap_or(inner.len())).unwrap_or_default();
    let is_uncounted = UNCOUNTED.contains(&name.to_ascii_lowercase().as_str());
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || is_uncounted {
        Nesting::None
    } else if is_end {
        Nesting::Out(name)
    } else if ends_itself(tag) {
        Nesting::Both(name)
    } else {
        Nesting::In(name)
    }
}
