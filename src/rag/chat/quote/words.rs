//! The words of a text, and lists of words.

/// True if a list of words, with a blank between them, has this one.
pub(super) fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|other| other == word)
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
}
