//! Escapes text for Markdown.

/// Characters that have a meaning anywhere.
const SIGNS: &str = "\\`*[]<>|~&^$";

/// Characters that start a block at the beginning of a line.
const OPENERS: &str = "#+-=:";

/// Puts a backslash before each character that would have a meaning.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    // Whether nothing, or only what may be a list number, precedes the character on its line.
    let (mut is_first, mut is_numbered) = (true, true);
    while let Some(letter) = letters.next() {
        let within_word =
            before.is_alphanumeric() && letters.peek().is_some_and(|next| next.is_alphanumeric());
        let ends_number = is_numbered && !is_first && ".)".contains(letter);
        if SIGNS.contains(letter)
            || letter == '_' && !within_word
            || is_first && OPENERS.contains(letter)
            || ends_number
        {
            out.push('\\');
        }
        out.push(if letter == '\n' || letter == '\r' { ' ' } else { letter });
        is_numbered &= letter.is_ascii_digit() || letter.is_whitespace() && is_first;
        is_first &= letter.is_whitespace();
        before = letter;
    }
    out
}

/// Returns an address in angle brackets.
pub(super) fn in_angles(address: &str) -> String {
    let plain = address
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('|', "%7C")
        .replace(char::is_whitespace, "%20");
    format!("<{plain}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_mean_something_are_escaped_and_others_left_alone() {
        for (text, expected) in [
            ("It's 5 % of a_b, or more.", "It's 5 % of a_b, or more."),
            ("*a* [b] <c>", "\\*a\\* \\[b\\] \\<c\\>"),
            ("# no heading", "\\# no heading"),
            ("12. March", "12\\. March"),
            ("In 12. it", "In 12. it"),
            (": no note", "\\: no note"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
