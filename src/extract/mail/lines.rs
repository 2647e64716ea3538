//! The lines of a mail's text: kept where the writer ended them, joined where the mail says that they continue.

use mail_parser::{ContentType, MessagePart, MimeHeaders as _};

use crate::wrapped::unwrapped;

/// The line above a signature; its space does not mean that the line continues.
const SIGNATURE: &str = "-- ";

/// Returns the text of a part of a mail with the intended line breaks and no others.
pub(super) fn intended_lines(part: &MessagePart<'_>, text: &str) -> String {
    let kind = part.content_type();
    let has = |name: &str, value: &str| {
        let attribute = kind.and_then(|kind: &ContentType<'_>| kind.attribute(name));
        attribute.is_some_and(|attribute| attribute.eq_ignore_ascii_case(value))
    };
    if has("format", "flowed") { unflowed(text, has("delsp", "yes")) } else { unwrapped(text) }
}

/// Returns a text whose lines continue after a trailing space; `is_extra` if that space is not part of the text.
fn unflowed(text: &str, is_extra: bool) -> String {
    let mut joined = String::new();
    // The quotation depth of the line that continues.
    let mut open = None;
    for line in text.lines() {
        let rest = line.trim_start_matches('>');
        let depth = line.len() - rest.len();
        // A line that begins with a space or a quotation mark is sent with one extra space.
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let is_signature = rest == SIGNATURE;
        if open.take() != Some(depth) || is_signature {
            let quoted = if depth > 0 { " " } else { "" };
            joined.push('\n');
            joined.push_str(&">".repeat(depth));
            joined.push_str(quoted);
        }
        let goes_on = rest.ends_with(' ') && !is_signature;
        open = goes_on.then_some(depth);
        let shown = rest.strip_suffix(' ').filter(|_| goes_on && is_extra);
        joined.push_str(shown.unwrap_or(rest));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flowed_text_goes_on_where_it_says_so() {
        let text = "Tea is \nat four.\nBring cups.\n> Is there \n> tea?\n>> Not \n> yet.\n From here\n-- \nAnn\n";
        let meant =
            "\nTea is at four.\nBring cups.\n> Is there tea?\n>> Not \n> yet.\nFrom here\n-- \nAnn";
        assert_eq!(unflowed(text, false), meant);
        assert_eq!(unflowed("Wo \nrt\n", true), "\nWort");
    }
}
