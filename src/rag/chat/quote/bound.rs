//! Which words of a question only bound what it asks: "more than 10 books", "a claim of 2000 pounds".

use std::collections::HashMap;

use super::measure::COINS;
use super::words::{is_among, words};

/// So many words of a question are looked at; longer ones are pasted text.
const MOST_WORDS: usize = 200;

/// Verbs that help others.
const MODALS: &str = "may might must shall";

/// What stands before a number that is a bound.
const BEFORE: &str = "than over above under below to least most of exceeding";

/// The words of a question, in lower case, and of each whether it is a bound where it stands first.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds(HashMap<String, bool>);

impl Bounds {
    /// Reads the question, once.
    pub(super) fn of(question: &str) -> Self {
        let all: Vec<String> = words(question)
            .take(MOST_WORDS)
            .map(str::to_lowercase)
            .collect();
        let mut bounds = HashMap::new();
        for (at, word) in all.iter().enumerate() {
            let is_new = || is_bound(&all, at);
            bounds.entry(word.clone()).or_insert_with(is_new);
        }
        Self(bounds)
    }

    /// True if the question has any.
    pub(super) fn any(&self) -> bool {
        self.0.values().any(|is_bound| *is_bound)
    }

    /// True if a word of the question says little about what it asks: a bound, or a helping verb.
    pub(super) fn says_little(&self, word: &str) -> bool {
        is_among(MODALS, word) || self.has(word)
    }

    fn has(&self, word: &str) -> bool {
        self.0.get(&word.to_lowercase()).is_some_and(|bound| *bound)
    }
}

/// True if the word at this place is a number that is a bound or a count, or what it counts: the
/// documents hardly name the same.
fn is_bound(all: &[String], at: usize) -> bool {
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let before = at.checked_sub(1).and_then(|at| all.get(at));
    let Some(word) = all.get(at) else {
        return false;
    };
    if !is_number(word) {
        return is_among(COINS, word) && before.is_some_and(is_number);
    }
    before.is_some_and(|word| is_among(BEFORE, word))
        || all.get(at + 1).is_some_and(|word| is_among(COINS, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_and_counts_are_told_from_names() {
        assert!(Bounds::of("Can I borrow more than 10 books?").has("10"));
        assert!(Bounds::of("Who approves 2000 Pounds?").has("2000"));
        assert!(Bounds::of("Who approves 2000 Pounds?").has("pounds"));
        assert!(!Bounds::of("What happened in 2024?").any());
    }

    #[test]
    fn only_the_beginning_of_pasted_text_is_looked_at() {
        let long = format!("{} more than 10 books", "word ".repeat(MOST_WORDS));
        assert!(!Bounds::of(&long).any());
    }
}
