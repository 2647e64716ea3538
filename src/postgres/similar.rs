//! Words that are nearly the same.

use std::sync::LazyLock;

use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder};

/// The automata for one edit and for two. Swapping two neighbouring letters is one edit.
static BUILDERS: LazyLock<[LevenshteinAutomatonBuilder; 2]> =
    LazyLock::new(|| [1, 2].map(|edits| LevenshteinAutomatonBuilder::new(edits, true)));

/// The words within some edits of a word that start with the same letter.
pub(crate) struct Similar {
    first: char,
    letters: i32,
    distance: u8,
    automaton: DFA,
}

impl Similar {
    /// Returns the words within `distance` edits of `word`; `None` if there is no such automaton, or no word.
    pub(crate) fn to(word: &str, distance: u8) -> Option<Self> {
        let builder = BUILDERS.get(usize::from(distance).checked_sub(1)?)?;
        let letters = i32::try_from(word.chars().count()).ok()?;
        Some(Self {
            first: word.chars().next()?,
            letters,
            distance,
            automaton: builder.build_dfa(word),
        })
    }

    /// Returns the first letter, and the text that follows all words with it, in byte order.
    pub(crate) fn range(&self) -> (String, String) {
        let behind = (self.first..=char::MAX).nth(1).unwrap_or(char::MAX);
        (self.first.to_string(), behind.to_string())
    }

    /// Minimum and maximum number of letters.
    pub(crate) fn lengths(&self) -> (i32, i32) {
        let distance = i32::from(self.distance);
        (self.letters - distance, self.letters + distance)
    }

    /// Returns true if `found` is such a word.
    pub(crate) fn is_near(&self, found: &str) -> bool {
        let distance = self.automaton.eval(found);
        found.starts_with(self.first)
            && matches!(distance, Distance::Exact(edits) if edits <= self.distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_near_by_its_edits_and_its_first_letter() {
        let near = |distance, found| Similar::to("leave", distance).unwrap().is_near(found);
        assert!(near(1, "leaves") && near(1, "laeve") && near(1, "leav") && near(1, "leave"));
        assert!(!near(1, "lease d") && !near(1, "lave s") && near(2, "lave"));
        assert!(!near(1, "weave"), "the first letter is right");
        let similar = Similar::to("zoé", 2).unwrap();
        assert_eq!(similar.range(), ("z".to_owned(), "{".to_owned()));
        assert_eq!(similar.lengths(), (1, 5));
        assert!(Similar::to("leave", 3).is_none() && Similar::to("", 1).is_none());
    }
}
