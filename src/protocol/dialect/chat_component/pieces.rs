//! Splits text into pieces as small as a model's tokens, as the web component expects.

/// Splits a text so that the component shows as much of it as possible.
///
/// The component takes a piece with a digit for the number of a list item and does not show it. It takes a later piece
/// with a full stop for the end of that number, and `Next` and `<<` for the start of the follow-up questions. So digits
/// and full stops become pieces of their own, and such marks are split in two.
pub(super) fn of(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(length(rest));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Returns the length of the first piece of a text, in bytes; at least one whole character.
fn length(text: &str) -> usize {
    let pairs = text.chars().zip(text.char_indices().skip(1));
    let mut cuts = pairs.filter(|(before, (_, after))| is_cut(*before, *after));
    cuts.next().map_or(text.len(), |(_, (at, _))| at)
}

/// Returns true if a piece ends between these two characters.
fn is_cut(before: char, after: char) -> bool {
    let kind = CharacterClass::of(before);
    match kind {
        CharacterClass::Stop | CharacterClass::Mark => true,
        _ if kind != CharacterClass::of(after) => true,
        // A word keeps the space before it, as a token does. `Next` is split inside.
        CharacterClass::Word => after.is_whitespace() || (before, after) == ('e', 'x'),
        CharacterClass::Digits | CharacterClass::Newline => false,
    }
}

/// Kind of the characters in a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterClass {
    Digits,
    Stop,
    Mark,
    Newline,
    Word,
}

impl CharacterClass {
    fn of(char: char) -> Self {
        match char {
            '0'..='9' => Self::Digits,
            '.' => Self::Stop,
            '<' | '>' => Self::Mark,
            '\n' => Self::Newline,
            _ => Self::Word,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::of;

    #[test]
    fn pieces_are_words_numbers_and_marks() {
        assert_eq!(
            of("Next year 30 days [a-b.md].\n\n<<Why?>>"),
            [
                "Ne", "xt", " year", " ", "30", " days", " [a-b", ".", "md]", ".", "\n\n", "<",
                "<", "Why?", ">", ">"
            ]
        );
    }

    proptest! {
        #[test]
        fn pieces_are_the_text(text in "([0-9.<>\nNext é]|.){0,40}") {
            let pieces = of(&text);
            prop_assert_eq!(pieces.concat(), text.as_str());
            for piece in pieces {
                let digits = piece.chars().filter(char::is_ascii_digit).count();
                prop_assert!(digits == 0 || digits == piece.len(), "{:?}", piece);
                prop_assert!(!piece.contains("Next") && !piece.contains("<<") && !piece.contains(">\n"));
            }
        }
    }
}
