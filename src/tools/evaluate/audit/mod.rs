//! The precision and recall of the audit: over true sentences of the documents and corrupted copies of them.

mod corruption;
pub(super) mod given;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};

use footnote_documents::Passage;
use footnote_documents::hash::hash;
use footnote_protocol::audit::Checked;
use footnote_retrieval::Hit;
use footnote_text::sentence::sentences;
use serde::Serialize;

use self::corruption::{Corruption, SentenceContext, corrupted, names};
use super::measures::number;
use super::rng::SeededRng;

/// The most sentences of each corruption that are checked; more would take longer and say the same.
const MOST_SENTENCES: usize = 300;

/// The other passages that an answer may draw on.
const OTHER_PASSAGES: usize = 2;

/// The most reported examples of corrupted sentences that pass the audit.
const EXAMPLES: usize = 12;

/// The fewest words of a sentence that is checked; shorter ones say too little.
const FEWEST_WORDS: usize = 6;

/// The counts of right and wrong verdicts on one corruption.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Tally {
    /// The corruption.
    #[serde(rename = "damage")]
    pub(super) corruption: &'static str,
    /// The sentences that it was applied to.
    #[serde(rename = "damaged")]
    pub(super) corrupted: usize,
    /// The corrupted sentences that the audit doubts.
    pub(super) caught: usize,
    /// The same sentences as they were, where the audit doubts them.
    pub(super) false_alarms: usize,
    /// Examples of corrupted sentences that passed the audit.
    pub(super) missed: Vec<String>,
}

impl Tally {
    /// Counts a corrupted sentence: whether it is caught, and whether the true one is a false alarm.
    fn count(&mut self, corrupted_sentence: String, caught: bool, alarm: bool) {
        self.corrupted += 1;
        self.caught += usize::from(caught);
        self.false_alarms += usize::from(alarm);
        if !caught && self.missed.len() < EXAMPLES {
            self.missed.push(corrupted_sentence);
        }
    }

    /// The share of doubted sentences that are corrupted, where half of all are.
    pub(super) fn precision(&self) -> f64 {
        number(self.caught) / number((self.caught + self.false_alarms).max(1))
    }

    /// The share of corrupted sentences that are doubted.
    pub(super) fn recall(&self) -> f64 {
        number(self.caught) / number(self.corrupted.max(1))
    }
}

/// The names of the corruptions.
pub(super) fn corruptions() -> [&'static str; Corruption::ALL.len()] {
    Corruption::ALL.map(|(name, _)| name)
}

/// Corrupts sentences of `passages`, and audits each with and without its corruption.
pub(super) fn tallies(passages: &[Passage]) -> Vec<Tally> {
    let true_sentences = true_sentences(passages);
    let all: Vec<String> =
        true_sentences.iter().map(|true_sentence| true_sentence.sentence.clone()).collect();
    let names = names_of(&all);
    let mut tallies =
        Corruption::ALL.map(|(corruption, _)| Tally { corruption, ..Tally::default() });
    for true_sentence in &true_sentences {
        if tallies.iter().all(|tally| tally.corrupted >= MOST_SENTENCES) {
            break;
        }
        let hits = hits(true_sentence, passages);
        let evidence: Vec<&str> = hits.iter().map(|hit| hit.passage.text.as_str()).collect();
        let context =
            SentenceContext { evidence: &evidence.join("\n"), names: &names, sentences: &all };
        let is_doubted = |sentence: &str| is_doubted(sentence, &hits);
        let alarm = OnceCell::new();
        for (tally, (_, corruption)) in tallies.iter_mut().zip(Corruption::ALL) {
            let wanted = tally.corrupted < MOST_SENTENCES;
            let corrupted_sentence =
                wanted.then(|| corrupted(corruption, &true_sentence.sentence, &context));
            let Some(corrupted_sentence) = corrupted_sentence.flatten() else {
                continue;
            };
            let alarm = *alarm.get_or_init(|| is_doubted(&true_sentence.sentence));
            if let (Some(alarm), Some(caught)) = (alarm, is_doubted(&corrupted_sentence)) {
                tally.count(corrupted_sentence, caught, alarm);
            }
        }
    }
    tallies.into_iter().filter(|tally| tally.corrupted > 0).collect()
}

/// The names in the sentences, each once.
fn names_of(sentences: &[String]) -> Vec<String> {
    let words = sentences.iter().flat_map(|s| s.split(|c: char| !c.is_alphabetic()));
    let small: HashSet<&str> = words.filter(|w| w.starts_with(char::is_lowercase)).collect();
    let names: BTreeSet<String> = sentences.iter().flat_map(|s| names(s)).collect();
    let is_name = |name: &String| !small.contains(name.to_lowercase().as_str());
    names.into_iter().filter(is_name).collect()
}

/// A true sentence: one of its passage.
struct TrueSentence<'a> {
    sentence: String,
    passage: &'a Passage,
}

/// The distinct sentences of plain prose, in pseudo-random order.
fn true_sentences(passages: &[Passage]) -> Vec<TrueSentence<'_>> {
    let mut true_sentences: Vec<TrueSentence<'_>> = Vec::new();
    for passage in passages {
        let sentences = sentences(&passage.text).into_iter().filter(|s| is_prose(s));
        true_sentences.extend(sentences.map(|sentence| TrueSentence {
            sentence: without_marker(sentence).replace('\n', " "),
            passage,
        }));
    }
    true_sentences.sort_by_cached_key(|true_sentence| {
        (hash(true_sentence.sentence.as_bytes()), true_sentence.sentence.clone())
    });
    true_sentences.dedup_by(|one, other| one.sentence == other.sentence);
    true_sentences
}

/// A sentence without the bullet or the number of its item.
fn without_marker(sentence: &str) -> &str {
    let sentence = sentence.trim_start_matches(['-', '*', '•', ' ']);
    let rest = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "));
    item.filter(|_| rest.len() < sentence.len()).unwrap_or(sentence)
}

fn is_prose(sentence: &str) -> bool {
    let ends = sentence.ends_with(['.', '。', '।']);
    ends && sentence.split_whitespace().count() >= FEWEST_WORDS
        && !sentence.contains(['|', '#', '`', '['])
}

/// The sentence's passage with others beside it, as an answer has them.
fn hits(true_sentence: &TrueSentence<'_>, passages: &[Passage]) -> Vec<Hit> {
    let mut rng = SeededRng::of(&true_sentence.passage.id);
    let others = (0..OTHER_PASSAGES).filter_map(|_| rng.one_of(passages));
    let others = others.filter(|other| other.id != true_sentence.passage.id);
    let passages = std::iter::once(true_sentence.passage).chain(others);
    let hit = |passage: &Passage| Hit { passage: passage.clone(), ..Hit::default() };
    passages.map(hit).collect()
}

/// Returns whether the audit doubts a sentence that cites the first of `hits`; `None` if it finds nothing in
/// it to check.
fn is_doubted(sentence: &str, hits: &[Hit]) -> Option<bool> {
    let source = hits.first()?.passage.source();
    let checked = footnote_chat::audit(&format!("{sentence} [{source}]"), hits, &[]).statements;
    (!checked.is_empty()).then(|| checked.iter().any(Checked::is_doubted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passages() -> Vec<Passage> {
        let texts = [
            "Staff of Contoso have 30 days of annual leave each year. Dogs are not allowed in the office.",
            "Salaries are paid by Fabrikam on the 25th of each month. The pension scheme is run by Adatum.",
            "Tea is served in the kitchen at four every day. Visitors must sign the book at the door.",
        ];
        let passage = |(at, text): (usize, &&str)| Passage {
            id: format!("{at}.md#0"),
            path: format!("{at}.md"),
            text: (*text).to_owned(),
            ..Passage::default()
        };
        texts.iter().enumerate().map(passage).collect()
    }

    #[test]
    fn damage_is_caught_and_truth_is_not_doubted() {
        let tallies = tallies(&passages());
        assert_eq!(tallies, self::tallies(&passages()));
        let of = |name: &str| tallies.iter().find(|tally| tally.corruption == name).unwrap();
        assert_eq!(of("number").corrupted, 2);
        assert_eq!(of("passage").corrupted, 6);
        for tally in &tallies {
            assert_eq!(tally.false_alarms, 0, "{tally:?}");
            assert!(tally.recall() > 0.5, "{tally:?}");
        }
    }

    #[test]
    fn the_number_of_an_item_is_no_part_of_its_sentence() {
        assert_eq!(without_marker("9. Tea is at four."), "Tea is at four.");
        assert_eq!(without_marker("- 9 days."), "9 days.");
        assert_eq!(without_marker("9.5 days."), "9.5 days.");
    }

    #[test]
    fn precision_and_recall_are_shares() {
        let tally = Tally {
            corruption: "number",
            corrupted: 10,
            caught: 8,
            false_alarms: 2,
            ..Tally::default()
        };
        assert!((tally.precision() - 0.8).abs() < 1e-9);
        assert!((tally.recall() - 0.8).abs() < 1e-9);
    }
}
