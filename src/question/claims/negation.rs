//! Negation in a text.

use footnote_text::analysis::{Language, stems_in};
use footnote_text::languages::Table;

/// Number of content words before a negation that it may deny.
const BEFORE: usize = 2;

/// Number of content words after a negation that it may deny.
const BEHIND: usize = 4;

/// Returns true if a text negates something.
pub fn is_negated(text: &str) -> bool {
    text.split(between_words).any(is_negation)
}

/// Returns what each negation of a text may deny: the stems of the content words around it in its clause.
pub fn denials(text: &str) -> Vec<Vec<String>> {
    if !is_negated(text) {
        return Vec::new();
    }
    let clauses = text.split([',', ';', ':', '!', '?', '(', ')', '—']);
    let clauses = clauses.flat_map(|clause| clause.split(". "));
    clauses.flat_map(denials_of_clause).filter(|denied| !denied.is_empty()).collect()
}

fn denials_of_clause(clause: &str) -> Vec<Vec<String>> {
    let place = |word: &str| (word.as_ptr() as usize).saturating_sub(clause.as_ptr() as usize);
    let negations = clause.split(between_words).filter(|word| is_negation(word)).map(place);
    let mut content = stems_in(clause, Language::English);
    content.retain(|word| word.term.starts_with(char::is_alphabetic));
    let denied = |at: usize| {
        let (before, behind): (Vec<_>, Vec<_>) = content.iter().partition(|word| word.at < at);
        let before = before.into_iter().rev().take(BEFORE);
        before.chain(behind.into_iter().take(BEHIND)).map(|word| word.term.clone()).collect()
    };
    negations.map(denied).collect()
}

fn between_words(c: char) -> bool {
    !c.is_alphanumeric() && c != '\'' && c != '’'
}

fn is_negation(word: &str) -> bool {
    let lower = word.to_lowercase();
    Table::Negation.has(&lower) || lower.ends_with("n't") || lower.ends_with("n’t")
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

    #[test]
    fn a_negation_denies_the_words_beside_it_in_its_clause() {
        let denied = denials("Lamps are lent, but candles are not lit in the old barn");
        assert_eq!(denied, [["candl", "lit", "old", "barn"]]);
        assert_eq!(denials("Lamps are lent."), Vec::<Vec<String>>::new());
    }
}
