//! The terms of a question, weighed by their rarity, as statements are compared with it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use footnote_question::Question;
use footnote_retrieval::framing::{self, is_framing};
use footnote_retrieval::{SearchResult, Term};
use footnote_text::analysis::stems;

/// Number of letters of a word from which its correction is certain.
const SURE_LETTERS: usize = 6;

/// A question with its terms.
pub(super) struct Terms<'a> {
    pub(super) question: &'a Question,
    /// The terms of its own words, followed by the context words of the conversation.
    all: Vec<(&'a Term, f32)>,
    /// True for each term that is certainly what the question means.
    sure: Vec<bool>,
    /// Number of its own terms.
    own: usize,
    /// The weight of the rarest word.
    rarest: f32,
    /// The indices of its terms by their stems and the stems of their forms.
    by_stem: HashMap<&'a str, Vec<usize>>,
    /// Its pairs of neighbouring stems, each with its weight.
    pairs: BTreeMap<(String, String), f32>,
    /// The four-letter parts of its own words.
    pub(super) parts: HashSet<[char; 4]>,
}

/// The terms of a question that a text has: one flag for each, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HeldTerms(Vec<bool>);

impl HeldTerms {
    /// Returns the terms that at least one of two texts has.
    pub(super) fn or(&self, other: &Self) -> Self {
        let both = self.0.iter().zip(&other.0);
        Self(both.map(|(one, other)| *one || *other).collect())
    }
}

impl<'a> Terms<'a> {
    pub(super) fn of(question: &'a Question, found: &'a SearchResult) -> Self {
        let owns_term = question.owns_term();
        let (own, context_words): (Vec<&Term>, Vec<&Term>) =
            found.terms.iter().partition(|term| owns_term(term));
        let is_empty = own.iter().all(|term| is_framing(&term.word));
        let weigh = |term: &'a Term| (term, weight(term, found.rarest));
        let mut terms: Vec<(&Term, f32)> = own.into_iter().map(weigh).collect();
        let count = terms.len();
        terms.extend(context_words.into_iter().map(weigh));
        let own = if is_empty { terms.len() } else { count };
        Self {
            question,
            by_stem: by_stem(&terms),
            pairs: pairs(&question.stems, &terms),
            parts: terms.iter().take(own).flat_map(|(term, _)| parts(&term.word)).collect(),
            sure: terms.iter().map(|(term, _)| is_sure(term)).collect(),
            all: terms,
            own,
            rarest: if found.rarest > 0.0 { found.rarest } else { 1.0 },
        }
    }

    /// Returns the indices of the terms that a stem stands for.
    fn meant_by(&self, stem: &str) -> &[usize] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }

    /// Returns the terms that a text with these stems certainly has.
    pub(super) fn held<'s>(&self, stems: impl IntoIterator<Item = &'s String>) -> HeldTerms {
        let mut held = vec![false; self.all.len()];
        for at in stems.into_iter().flat_map(|stem| self.meant_by(stem)) {
            if let Some((held, sure)) = held.get_mut(*at).zip(self.sure.get(*at)) {
                *held = *sure;
            }
        }
        HeldTerms(held)
    }

    /// Returns true if a stem stands for one of the question's own terms.
    pub(super) fn is_own(&self, stem: &str) -> bool {
        self.meant_by(stem).iter().any(|at| *at < self.own)
    }

    /// Returns the share of the question's weight that is held: that of its own words, or that of all words if lower.
    pub(super) fn coverage(&self, held: &HeldTerms) -> f32 {
        // A question without terms lacks nothing.
        let share = |count: usize| share(self.weights_with_held(held, count)).unwrap_or(1.0);
        share(self.own).min(share(self.all.len()))
    }

    /// Returns the weight of its own terms that are held, in units of the rarest word's.
    pub(super) fn held_weight(&self, held: &HeldTerms) -> f32 {
        let weights = self.weights_with_held(held, self.own).filter(|(_, is_held)| *is_held);
        weights.map(|(weight, _)| weight).sum::<f32>() / self.rarest
    }

    /// Returns the weights of the first `count` terms, each with whether it is held.
    fn weights_with_held(
        &self,
        held: &HeldTerms,
        count: usize,
    ) -> impl Iterator<Item = (f32, bool)> {
        let terms = self.all.iter().zip(&held.0).take(count);
        terms.map(|((_, weight), is_held)| (*weight, *is_held))
    }

    /// Returns the share of its pairs of neighbouring words that are also neighbours in a text with these stems.
    pub(super) fn pairs(&self, stems: &[String]) -> f32 {
        let both = stems.iter().zip(stems.iter().skip(1));
        let text_pairs: BTreeSet<_> = both.map(|(a, b)| in_order(a, b)).collect();
        let pairs = self.pairs.iter();
        share(pairs.map(|(pair, weight)| (*weight, text_pairs.contains(pair)))).unwrap_or_default()
    }
}

/// Returns the share of some weights that a statement holds, from 0 to 1. Each weight comes with whether it is held.
/// `None` if they weigh nothing.
pub(crate) fn share(weights: impl IntoIterator<Item = (f32, bool)>) -> Option<f32> {
    let (all, held) = weights.into_iter().fold((0.0, 0.0), |(all, held), (weight, is_held)| {
        (all + weight, if is_held { held + weight } else { held })
    });
    (all > 0.0).then(|| held / all)
}

/// Returns the indices of terms by their stems and the stems of their forms.
fn by_stem<'a>(terms: &[(&'a Term, f32)]) -> HashMap<&'a str, Vec<usize>> {
    let mut by_stem: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (term, _)) in terms.iter().enumerate() {
        let forms = term.forms.iter().map(String::as_str);
        for stem in forms.chain([term.stem.as_str()]) {
            by_stem.entry(stem).or_default().push(at);
        }
    }
    by_stem
}

/// Returns the weight of a term. One that no passage has weighs as much as the rarest word.
fn weight(term: &Term, rarest: f32) -> f32 {
    if term.known {
        return term.weight;
    }
    let rarest = if rarest > 0.0 { rarest } else { 1.0 };
    rarest * framing::weight(&term.word)
}

/// Returns true if a term is certainly what the question means. A short word that was corrected may be another word.
fn is_sure(term: &Term) -> bool {
    let is_guess = term.known && !stems(&term.word).contains(&term.stem);
    !is_guess || term.word.chars().count() >= SURE_LETTERS
}

/// Returns the pairs of consecutive stems in a question, ignoring stop words, if both are among its terms.
fn pairs(stems: &[String], terms: &[(&Term, f32)]) -> BTreeMap<(String, String), f32> {
    let weights: BTreeMap<&str, f32> =
        terms.iter().rev().map(|(term, weight)| (term.stem.as_str(), *weight)).collect();
    let weight = |stem: &String| weights.get(stem.as_str());
    let both = stems.iter().zip(stems.iter().skip(1));
    both.filter_map(|(a, b)| Some((in_order(a, b), weight(a)? + weight(b)?))).collect()
}

/// Returns two stems in a fixed order.
fn in_order(a: &str, b: &str) -> (String, String) {
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    (first.to_owned(), second.to_owned())
}

/// Returns the four-letter fragments inside the words of a text.
pub(super) fn parts(text: &str) -> HashSet<[char; 4]> {
    let mut parts = HashSet::new();
    let mut last: Vec<char> = Vec::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if !letter.is_alphanumeric() {
            last.clear();
            continue;
        }
        last.push(letter);
        parts.extend(last.last_chunk::<4>());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(word: &str, weight: f32, known: bool) -> Term {
        Term { word: word.to_owned(), stem: stems(word).concat(), weight, known, ..Term::default() }
    }

    fn holding(terms: &Terms<'_>, stems: &[&str]) -> HeldTerms {
        terms.held(&stems.iter().map(|stem| (*stem).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_word_that_no_document_has_weighs_as_much_as_the_rarest() {
        let found = SearchResult {
            terms: vec![term("leave", 1.0, true), term("unicorns", 0.0, false)],
            rarest: 3.0,
            ..SearchResult::default()
        };
        let question = Question::of("leave for unicorns");
        let terms = Terms::of(&question, &found);
        let share = terms.coverage(&holding(&terms, &["leav"]));
        assert!((share - 0.25).abs() < 1e-6, "{share}");
    }

    #[test]
    fn words_that_the_conversation_lent_cannot_make_up_for_its_own() {
        let found = SearchResult {
            terms: vec![term("dog", 2.0, true), term("hearing", 2.0, true)],
            ..SearchResult::default()
        };
        let question = Question::of("And my dog?");
        let terms = Terms::of(&question, &found);
        let share = terms.coverage(&holding(&terms, &["hear"]));
        assert!(share < 1e-6, "{share}");
    }

    #[test]
    fn neighbours_of_the_question_are_looked_for_as_neighbours() {
        let found = SearchResult {
            terms: vec![term("notice", 1.0, true), term("period", 1.0, true)],
            ..SearchResult::default()
        };
        let question = Question::of("What is my notice period?");
        let terms = Terms::of(&question, &found);
        let share_of = |text: &str| terms.pairs(&stems(text));
        assert!((share_of("The notice period is 6 months.") - 1.0).abs() < 1e-6);
        assert!((share_of("A period of notice is short.") - 1.0).abs() < 1e-6);
        assert!(share_of("Notice that probation has a period.") < 1e-6);
    }
}
