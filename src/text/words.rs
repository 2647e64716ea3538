//! The words of a text, and shortening of texts and lists.

/// Returns the words of a text: its runs of letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns the text with a space before each capital letter that follows a lower-case one: `HealthPlus` is `Health
/// Plus`.
pub fn parted(text: &str) -> String {
    let before = std::iter::once(' ').chain(text.chars());
    let mut parted = String::with_capacity(text.len());
    for (before, c) in before.zip(text.chars()) {
        if before.is_lowercase() && c.is_uppercase() {
            parted.push(' ');
        }
        parted.push(c);
    }
    parted
}

/// Returns the text on one line, with single spaces between its words.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the beginning of a text, at most `most` bytes.
pub fn beginning(text: &str, most: usize) -> &str {
    let end = text.floor_char_boundary(most);
    text.get(..end).unwrap_or(text)
}

/// Returns the first `most` characters of a text, followed by an ellipsis if there are more.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// Returns the message of an error as a sentence.
pub fn as_sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// Returns the number of items at the end of a list that fit into `room` together.
pub fn fitting<T>(items: &[T], mut room: usize, size: impl Fn(&T) -> usize) -> usize {
    let fits = |item: &&T| {
        let left = room.checked_sub(size(item));
        room = left.unwrap_or_default();
        left.is_some()
    };
    items.iter().rev().take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_between_all_other_signs() {
        let found: Vec<&str> = words("(It's 5 €,\nüber-all)").collect();
        assert_eq!(found, ["It", "s", "5", "über", "all"]);
        assert_eq!(in_one_line(" a\n\n b\tc "), "a b c");
    }

    #[test]
    fn capitals_part_words() {
        assert_eq!(parted("AcmeCorp_2019 iPhone ÉtéHiver"), "Acme Corp_2019 i Phone Été Hiver");
    }

    #[test]
    fn the_last_items_are_counted_up_to_the_first_that_is_too_large() {
        let count = |room| fitting(&["a", "bbb", "", "c"], room, |item| item.len());
        assert_eq!([0, 1, 3, 4, 9].map(count), [0, 2, 2, 3, 4]);
    }

    #[test]
    fn a_text_is_cut_between_its_characters() {
        assert_eq!(beginning("äöü", 3), "ä");
        assert_eq!(beginning("äöü", 9), "äöü");
        assert_eq!(shortened("äöü", 2), "äö…");
        assert_eq!(shortened("äöü", 3), "äöü");
    }
}
