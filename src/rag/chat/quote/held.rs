//! Search of a text for a term of the question, in any form of the word.

use std::collections::BTreeSet;

use crate::rag::chat::weigh::{alike, forms};
use crate::rag::retrieval::Term;

/// True if the stems hold a term; one that no passage has may be misspelt.
pub(super) fn holds(stems: &BTreeSet<String>, term: &Term) -> bool {
    let near = |stem: &String| alike(stem, &term.stem) || is_derived(stem, &term.stem);
    let mut forms = forms(&term.stem).iter();
    term.is_among(stems)
        || forms.any(|form| stems.contains(*form))
        || (!term.known && stems.iter().any(near))
}

/// True if one of two stems is derived from the other by an ending: "mile" and "mileage".
fn is_derived(left: &str, right: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "", "e", "y", "i", "age", "ag", "al", "ance", "anc", "er", "or", "ful", "hood", "ic",
        "ish", "ist", "iti", "ity", "less", "ment", "ness", "ous", "ship", "ing", "able", "ation",
        "ion",
    ];
    /// The fewest letters of a common beginning; fewer are shared by chance.
    const SHORTEST: usize = 4;
    let shared: usize = left
        .chars()
        .zip(right.chars())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    // A stem that ends in "e" may have lost it: "mile" and "mileag".
    let ends = |word: &str| {
        word.get(shared..)
            .is_some_and(|rest| ENDINGS.contains(&rest))
    };
    let whole = |word: &str| word.chars().count();
    whole(left.get(..shared).unwrap_or_default()) >= SHORTEST
        && whole(left).abs_diff(whole(right)) >= 2
        && ends(left)
        && ends(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_made_of_another_is_held_by_it() {
        assert!(is_derived("mile", "mileag"));
        assert!(is_derived("friend", "friendship"));
        assert!(!is_derived("plan", "plane"));
        assert!(!is_derived("car", "careless"));
    }
}
