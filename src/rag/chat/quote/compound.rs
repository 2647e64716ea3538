//! Names of two words: "notice period" is no "probation period".

use std::collections::BTreeSet;

use super::function_words;
use super::held::holds;
use super::words::words;
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::Term;
use crate::rag::retrieval::framing::is_framing;

/// What is left of what the second word tells where another kind of it is named.
const OTHER_KIND: f32 = 0.5;

/// In questions of more telling words, these bear one another out.
const FEW: usize = 4;

/// The pairs of terms that stand next to one another in the question, as their places among the terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Compounds(Vec<(usize, usize)>);

impl Compounds {
    /// Of a question.
    pub(super) fn of(question: &str, terms: &[Term]) -> Self {
        let telling = terms.iter().filter(|term| !is_framing(&term.word));
        if telling.count() > FEW {
            return Self::default();
        }
        let lower = question.to_lowercase();
        let place = |word: &str| {
            let is_word = |term: &Term| term.word.to_lowercase() == word;
            terms
                .iter()
                .position(|term| is_word(term) && !is_framing(&term.word))
        };
        let all: Vec<Option<usize>> = words(&lower).map(place).collect();
        let pairs = all.iter().zip(all.iter().skip(1));
        // A question that repeats itself names no more things than one that does not.
        let pairs: BTreeSet<_> = pairs.filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
        Self(pairs.into_iter().collect())
    }

    /// What is left of what each term tells in a text: less for the second word of a pair where the
    /// text lacks the first, and has other words in its place everywhere.
    pub(super) fn shares(&self, terms: &[Term], text: &str, held: &BTreeSet<String>) -> Vec<f32> {
        let mut shares = vec![1.0; terms.len()];
        for (first, second) in &self.0 {
            let (Some(first), Some(kind)) = (terms.get(*first), terms.get(*second)) else {
                continue;
            };
            if !holds(held, first)
                && is_of_another_kind(text, kind)
                && let Some(share) = shares.get_mut(*second)
            {
                *share = OTHER_KIND;
            }
        }
        shares
    }
}

/// True if each place of the text that has the word has another telling word before it.
fn is_of_another_kind(text: &str, head: &Term) -> bool {
    let mut before: Option<&str> = None;
    let mut met = false;
    for word in words(text) {
        let stems: BTreeSet<String> = stems(word).into_iter().collect();
        if head.is_among(&stems) {
            if !before.is_some_and(function_words::tells) {
                return false;
            }
            met = true;
        }
        before = Some(word);
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(word: &str) -> Term {
        Term {
            word: word.to_owned(),
            stem: stems(word).concat(),
            known: true,
            ..Term::default()
        }
    }

    fn share(text: &str) -> f32 {
        let terms = [term("notice"), term("period")];
        let compounds = Compounds::of("What is my notice period?", &terms);
        let held = stems(text).into_iter().collect();
        compounds.shares(&terms, text, &held)[1]
    }

    #[test]
    fn another_kind_of_the_thing_tells_half_as_much() {
        assert!(share("The probation period is 6 months.") < 1.0);
        assert!(share("The notice period is 6 months.") >= 1.0);
        assert!(share("The period is 6 months.") >= 1.0);
        assert!(share("Boats are slow.") >= 1.0);
    }

    #[test]
    fn a_pair_counts_once_however_often_it_stands_there() {
        let terms = [term("notice"), term("period")];
        let once = Compounds::of("notice period", &terms);
        let often = Compounds::of(&"notice period or ".repeat(1000), &terms);
        assert_eq!(once, often);
    }

    #[test]
    fn words_that_do_not_follow_one_another_are_no_name() {
        let terms = [term("notice"), term("period")];
        let compounds = Compounds::of("Which period of notice?", &terms);
        assert_eq!(compounds, Compounds::default());
    }
}
