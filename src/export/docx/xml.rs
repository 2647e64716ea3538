//! Word's XML: escaped text, and elements with a single value.

/// Escapes a text for XML, and removes characters that XML does not allow.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() && letter < ' ' => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Returns an element of Word's namespace with a single value.
pub(super) fn element(name: &str, value: &str) -> String {
    format!("<w:{name} w:val=\"{}\"/>", escaped(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_text_whatever_it_holds() {
        assert_eq!(escaped("a\0<b> & \"c\"\u{ffff}\n"), "a&lt;b&gt; &amp; &quot;c&quot;\n");
    }
}
