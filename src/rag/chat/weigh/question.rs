//! What a question asks, as far as its words tell: its terms and their weights, its pairs, and its claims.

use std::collections::{BTreeMap, BTreeSet};

use super::claims::Claims;
use super::{irregular, kind};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::framing::{self, is_framing};
use crate::rag::retrieval::{Found, Term};

/// A word of so many letters that was taken for another one is surely that.
const SURE: f32 = 10.0;

/// A question as statements are held against it.
pub(super) struct Question<'a> {
    /// The terms of its own words, then those that the conversation lent.
    terms: Vec<(&'a Term, f32)>,
    /// How many of them are its own.
    own: usize,
    /// What the rarest word would weigh.
    rarest: f32,
    /// Its neighbouring stems, with what both weigh.
    pairs: BTreeMap<(String, String), f32>,
    /// The four-letter parts of its own words.
    pub(super) parts: BTreeSet<String>,
    /// Its opening, from the more to the less precise.
    pub(super) openings: Vec<String>,
    /// The numbers, names and negation that an answer must not contradict.
    pub(super) claims: Claims,
}

impl<'a> Question<'a> {
    pub(super) fn of(question: &str, found: &'a Found) -> Self {
        let words = question_stems(question);
        let (own, lent): (Vec<&Term>, Vec<&Term>) =
            found.terms.iter().partition(|term| stands_in(term, &words));
        let is_empty = own.iter().all(|term| is_framing(&term.word));
        let weigh = |term: &'a Term| (term, weight(term, found.rarest));
        // What the documents do not know of an earlier question is no longer asked for.
        let lent = lent.into_iter().filter(|term| term.known || is_empty);
        let mut terms: Vec<(&Term, f32)> = own.into_iter().map(weigh).collect();
        let count = terms.len();
        terms.extend(lent.map(weigh));
        let own = if is_empty { terms.len() } else { count };
        Self {
            pairs: pairs(question, &terms),
            parts: terms
                .iter()
                .take(own)
                .flat_map(|(term, _)| parts(&term.word))
                .collect(),
            openings: kind::openings(question),
            claims: Claims::of_question(question),
            terms,
            own,
            rarest: if found.rarest > 0.0 {
                found.rarest
            } else {
                1.0
            },
        }
    }

    /// The share of the question's weight that is held: of its own words, or of all if that is less.
    pub(super) fn coverage(&self, held: impl Fn(&Term) -> bool) -> f32 {
        let share = |terms: &[(&Term, f32)]| {
            let total: f32 = terms.iter().map(|(_, weight)| weight).sum();
            let told = terms.iter().filter(|(term, _)| held(term));
            let told: f32 = told.map(|(term, weight)| certainty(term) * weight).sum();
            // What asks for nothing that could be missing lacks nothing.
            if total > 0.0 { told / total } else { 1.0 }
        };
        let own = share(self.terms.get(..self.own).unwrap_or_default());
        own.min(share(&self.terms))
    }

    /// The share of some stems that are the question's own.
    #[expect(clippy::cast_precision_loss, reason = "statements are short")]
    pub(super) fn density(&self, stems: &BTreeSet<String>) -> f32 {
        let own: Vec<&Term> = self
            .terms
            .iter()
            .take(self.own)
            .map(|(term, _)| *term)
            .collect();
        let is_asked = |stem: &&String| {
            let one = [(*stem).clone()].into();
            own.iter().any(|term| holds(&one, term))
        };
        let asked = stems.iter().filter(is_asked).count();
        asked as f32 / stems.len().max(1) as f32
    }

    /// How many words as telling as the rarest those of its own come to that are held.
    pub(super) fn held(&self, held: impl Fn(&Term) -> bool) -> f32 {
        let own = self.terms.iter().take(self.own);
        let told = own.filter(|(term, _)| held(term));
        let told: f32 = told.map(|(term, weight)| certainty(term) * weight).sum();
        told / self.rarest
    }

    /// The share of its neighbouring words that stand beside one another in a text of these stems too.
    pub(super) fn pairs(&self, stems: &[String]) -> f32 {
        let total: f32 = self.pairs.values().sum();
        let both = stems.iter().zip(stems.iter().skip(1));
        let told: BTreeMap<_, _> = both
            .filter_map(|(a, b)| self.pairs.get_key_value(&in_order(a, b)))
            .collect();
        let told: f32 = told.into_values().sum();
        if total > 0.0 { told / total } else { 0.0 }
    }
}

/// What a term weighs; one that no passage has as much as the rarest word.
fn weight(term: &Term, rarest: f32) -> f32 {
    let frame = if is_framing(&term.word) {
        framing::WEIGHT
    } else {
        1.0
    };
    match term.known {
        true => term.weight,
        false if rarest > 0.0 => rarest * frame,
        false => frame,
    }
}

/// How sure it is that a term is what the question means: a short word that was taken for a typing error
/// may as well be another one.
#[expect(clippy::cast_precision_loss, reason = "words are short")]
fn certainty(term: &Term) -> f32 {
    let is_guess = term.known && !stems(&term.word).contains(&term.stem);
    let letters = term.word.chars().count() as f32;
    if is_guess {
        (letters / SURE).min(1.0).powi(2)
    } else {
        1.0
    }
}

/// The stems of a question that follow one another, stop words aside, as far as they are among its terms.
fn pairs(question: &str, terms: &[(&Term, f32)]) -> BTreeMap<(String, String), f32> {
    let stems = stems(question);
    let weights: BTreeMap<&str, f32> = terms
        .iter()
        .rev()
        .map(|(term, weight)| (term.stem.as_str(), *weight))
        .collect();
    let weight = |stem: &String| weights.get(stem.as_str());
    let both = stems.iter().zip(stems.iter().skip(1));
    both.filter_map(|(a, b)| Some((in_order(a, b), weight(a)? + weight(b)?)))
        .collect()
}

/// Two stems, whichever stands first.
fn in_order(a: &str, b: &str) -> (String, String) {
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    (first.to_owned(), second.to_owned())
}

/// The parts of four letters inside the words of a text.
pub(super) fn parts(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let letters = words.map(|word| word.chars().collect::<Vec<char>>());
    letters
        .flat_map(|word| {
            let windows = word.windows(4).map(|part| part.iter().collect::<String>());
            windows.collect::<Vec<String>>()
        })
        .collect()
}

/// The stems of a question, for [`stands_in`].
pub(in crate::rag::chat) fn question_stems(question: &str) -> BTreeSet<String> {
    stems(question).into_iter().collect()
}

/// Whether the term's word is one of those of the question itself.
pub(in crate::rag::chat) fn stands_in(term: &Term, words: &BTreeSet<String>) -> bool {
    stems(&term.word).iter().any(|stem| words.contains(stem))
}

/// Whether the stems hold a term; one that no passage has may be misspelt.
pub(in crate::rag::chat) fn holds(stems: &BTreeSet<String>, term: &Term) -> bool {
    let mut forms = irregular::forms(&term.stem).iter();
    term.is_among(stems)
        || forms.any(|form| stems.contains(*form))
        || (!term.known && stems.iter().any(|stem| alike(stem, &term.stem)))
}

/// Whether two stems differ by a typing error only: most of their pairs of letters are the same.
pub(in crate::rag::chat) fn alike(left: &str, right: &str) -> bool {
    /// Below this many pairs (five letters) one typing error makes another word.
    const SHORTEST: usize = 6;
    // A word has one pair more than letters.
    let pairs = |word: &str| word.chars().count() + 1;
    let (shorter, longer) = (pairs(left).min(pairs(right)), pairs(left).max(pairs(right)));
    // Not even all pairs of the shorter one would be enough.
    if shorter < SHORTEST || 6 * shorter < 2 * (shorter + longer) {
        return false;
    }
    let (a, b) = (letter_pairs(left), letter_pairs(right));
    let common = a.iter().filter(|pair| b.contains(pair)).count();
    // Two thirds of the pairs of both words.
    6 * common >= 2 * (a.len() + b.len())
}

/// The pairs of letters of a word, with its edges.
fn letter_pairs(word: &str) -> Vec<(char, char)> {
    let first = std::iter::once(' ').chain(word.chars());
    let second = word.chars().chain([' ']);
    first.zip(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_a_typing_error_are_alike() {
        assert!(alike("gendr", "gender"));
        assert!(alike("servis", "servic"));
        assert!(!alike("plan", "plane"));
        assert!(!alike("hearing", "clearance"));
    }

    fn term(word: &str, weight: f32, known: bool) -> Term {
        Term {
            word: word.to_owned(),
            stem: stems(word).concat(),
            weight,
            known,
            ..Term::default()
        }
    }

    #[test]
    fn a_word_that_no_document_has_weighs_as_much_as_the_rarest() {
        let found = Found {
            terms: vec![term("leave", 1.0, true), term("unicorns", 0.0, false)],
            rarest: 3.0,
            ..Found::default()
        };
        let question = Question::of("leave for unicorns", &found);
        let share = question.coverage(|term| term.known);
        assert!((share - 0.25).abs() < 1e-6, "{share}");
    }

    #[test]
    fn words_that_the_conversation_lent_cannot_make_up_for_its_own() {
        let found = Found {
            terms: vec![term("dog", 2.0, true), term("hearing", 2.0, true)],
            ..Found::default()
        };
        let question = Question::of("And my dog?", &found);
        let share = question.coverage(|term| term.word == "hearing");
        assert!(share < 1e-6, "{share}");
    }

    #[test]
    fn neighbours_of_the_question_are_looked_for_as_neighbours() {
        let found = Found {
            terms: vec![term("notice", 1.0, true), term("period", 1.0, true)],
            ..Found::default()
        };
        let question = Question::of("What is my notice period?", &found);
        let told = |text: &str| question.pairs(&stems(text));
        assert!((told("The notice period is 6 months.") - 1.0).abs() < 1e-6);
        assert!((told("A period of notice is short.") - 1.0).abs() < 1e-6);
        assert!(told("Notice that probation has a period.") < 1e-6);
    }
}
