//! Negation.

use footnote_text::languages::Table;

/// True if a text says that something is not so.
pub(crate) fn is_negated(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| Table::Negation.has(word) || word.ends_with("n't"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_are_seen_in_every_spelling() {
        for text in ["It isn’t so", "Dogs are not allowed", "No dogs.", "Ohne Hund", "never"] {
            assert!(is_negated(text), "{text}");
        }
        assert!(!is_negated("Notes and knots are kept"));
    }
}
