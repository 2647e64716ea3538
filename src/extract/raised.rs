//! Superscripts. A raised number is a power or a note mark, and never part of the number before it.

/// The characters around raised text while a paragraph is read. They are noncharacters, which no text contains.
pub(super) const OPEN: char = '\u{fdd0}';
pub(super) const CLOSE: char = '\u{fdd1}';

/// Puts raised text between these characters.
pub(super) fn marked(text: &str) -> String {
    format!("{OPEN}{text}{CLOSE}")
}

/// Converts the raised numbers of a text to plain text: "10^6", "250 m²", "1 1/2".
pub(super) fn resolved(text: &str) -> String {
    let Some((before, rest)) = text.split_once(OPEN) else {
        return text.to_owned();
    };
    let mut plain = before.to_owned();
    for part in rest.split(OPEN) {
        let (raised, after) = part.split_once(CLOSE).unwrap_or(("", part));
        push(&mut plain, raised, after);
        plain.push_str(after);
    }
    plain
}

/// Returns the reading of a word, in the form in which it follows the paragraph.
pub(super) fn reading(word: &str, reading: &str) -> String {
    let (word, reading) = (word.trim(), reading.trim());
    if reading.is_empty() { String::new() } else { format!(" ({word}: {reading})") }
}

fn push(plain: &mut String, raised: &str, after: &str) {
    let raised = raised.trim();
    let is_figure =
        raised.trim_start_matches(['+', '-', '−']).starts_with(|c: char| c.is_ascii_digit());
    if !is_figure {
        return plain.push_str(raised);
    }
    let is_behind = plain.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    match raised {
        _ if !is_behind => plain.push_str(raised),
        // The numerator of a fraction.
        _ if after.trim_start_matches(CLOSE).starts_with(['/', '⁄']) => {
            plain.push(' ');
            plain.push_str(raised);
            return;
        }
        "2" if ends_with_unit(plain) => plain.push('²'),
        "3" if ends_with_unit(plain) => plain.push('³'),
        _ => {
            plain.push('^');
            plain.push_str(raised);
        }
    }
    if after.starts_with(char::is_alphanumeric) {
        plain.push(' ');
    }
}

/// Returns true if the last word of a text may be a unit of length: it has one or two letters.
fn ends_with_unit(text: &str) -> bool {
    let letters = text.chars().rev().take_while(|c| c.is_alphabetic()).count();
    let before = text.chars().rev().nth(letters);
    (1..=2).contains(&letters) && before.is_none_or(|c| !c.is_alphanumeric() || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{marked, resolved};

    #[test]
    fn raised_figures_are_no_digits_of_the_number_before_them() {
        for (before, raised, after, plain) in [
            ("10", "6", " ants", "10^6 ants"),
            ("10", "-3", "", "10^-3"),
            ("250 m", "2", " of land", "250 m² of land"),
            ("5cm", "3", "", "5cm³"),
            ("in 1874", "2", ".", "in 1874^2."),
            ("his ladder", "1", " was", "his ladder^1 was"),
            ("", "1", "See there", "1 See there"),
            ("1", "1", "/2 cups", "1 1/2 cups"),
            ("the 1", "st", " of May", "the 1st of May"),
            ("Ann", "*", " wrote", "Ann* wrote"),
        ] {
            assert_eq!(resolved(&format!("{before}{}{after}", marked(raised))), plain);
        }
    }
}
