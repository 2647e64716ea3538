//! The reliability of the check of answers: over true sentences of the documents and damaged ones.

mod damage;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};

use serde::Serialize;

use self::damage::{Damage, Setting, damaged, names};
use super::draws::Draws;
use super::measures::number;
use crate::documents::Passage;
use crate::documents::hash::hash;
use crate::protocol::audit::Verdict;
use crate::rag::chat;
use crate::rag::retrieval::Hit;
use crate::text::sentence::sentences;

/// Sentences with a damage that are looked at; more would take longer and say the same.
const MOST: usize = 300;

/// Other passages that an answer may draw on.
const BESIDE: usize = 2;

/// Reported examples of damage that the check misses.
const EXAMPLES: usize = 12;

/// Words of the shortest sentences that are checked; shorter ones say too little.
const SHORTEST: usize = 6;

/// The counts of right and wrong verdicts on one kind of damage.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Tally {
    /// The damage.
    pub(super) damage: &'static str,
    /// Sentences that have it.
    pub(super) damaged: usize,
    /// Damaged sentences that the check doubts.
    pub(super) caught: usize,
    /// The same sentences undamaged, where the check doubts them all the same.
    pub(super) false_alarms: usize,
    /// Some damaged sentences that the check believes, with their damage.
    pub(super) missed: Vec<String>,
}

impl Tally {
    /// Counts a damaged sentence: whether it is caught, and whether the true one is doubted too.
    fn count(&mut self, lie: String, caught: bool, alarm: bool) {
        self.damaged += 1;
        self.caught += usize::from(caught);
        self.false_alarms += usize::from(alarm);
        if !caught && self.missed.len() < EXAMPLES {
            self.missed.push(lie);
        }
    }

    /// The share of doubted sentences that are damaged, where as many are as are not.
    pub(super) fn precision(&self) -> f64 {
        number(self.caught) / number((self.caught + self.false_alarms).max(1))
    }

    /// The share of damaged sentences that are doubted.
    pub(super) fn recall(&self) -> f64 {
        number(self.caught) / number(self.damaged.max(1))
    }
}

/// The names of the kinds of damage.
pub(super) fn damages() -> [&'static str; Damage::ALL.len()] {
    Damage::ALL.map(|(name, _)| name)
}

/// Damages sentences of `passages`, and has each checked with and without its damage.
pub(super) fn tallies(passages: &[Passage]) -> Vec<Tally> {
    let truths = truths(passages);
    let all: Vec<String> = truths.iter().map(|truth| truth.sentence.clone()).collect();
    let names = all_names(&all);
    let mut tallies = Damage::ALL.map(|(damage, _)| Tally { damage, ..Tally::default() });
    for truth in &truths {
        if tallies.iter().all(|tally| tally.damaged >= MOST) {
            break;
        }
        let hits = hits(truth, passages);
        let evidence: Vec<&str> = hits.iter().map(|hit| hit.passage.text.as_str()).collect();
        let setting = Setting { evidence: &evidence.join("\n"), names: &names, sentences: &all };
        let doubts = |sentence: &str| doubts(sentence, &hits);
        let alarm = OnceCell::new();
        for (tally, (_, damage)) in tallies.iter_mut().zip(Damage::ALL) {
            let wanted = tally.damaged < MOST;
            let lie = wanted.then(|| damaged(damage, &truth.sentence, &setting));
            let Some(lie) = lie.flatten() else {
                continue;
            };
            let alarm = *alarm.get_or_init(|| doubts(&truth.sentence));
            if let (Some(alarm), Some(caught)) = (alarm, doubts(&lie)) {
                tally.count(lie, caught, alarm);
            }
        }
    }
    tallies.into_iter().filter(|tally| tally.damaged > 0).collect()
}

/// The names in the sentences, each once.
fn all_names(sentences: &[String]) -> Vec<String> {
    let words = sentences.iter().flat_map(|s| s.split(|c: char| !c.is_alphabetic()));
    let small: HashSet<&str> = words.filter(|w| w.starts_with(char::is_lowercase)).collect();
    let names: BTreeSet<String> = sentences.iter().flat_map(|s| names(s)).collect();
    let is_name = |name: &String| !small.contains(name.to_lowercase().as_str());
    names.into_iter().filter(is_name).collect()
}

/// A sentence that its passage says.
struct Truth<'a> {
    sentence: String,
    passage: &'a Passage,
}

/// Sentences of plain prose, each once, in an order that is drawn by lot.
fn truths(passages: &[Passage]) -> Vec<Truth<'_>> {
    let mut truths: Vec<Truth<'_>> = Vec::new();
    for passage in passages {
        let sentences = sentences(&passage.text).into_iter().filter(|s| is_prose(s));
        truths.extend(sentences.map(|sentence| Truth {
            sentence: without_marker(sentence).replace('\n', " "),
            passage,
        }));
    }
    truths.sort_by_cached_key(|truth| (hash(truth.sentence.as_bytes()), truth.sentence.clone()));
    truths.dedup_by(|one, other| one.sentence == other.sentence);
    truths
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
    ends && sentence.split_whitespace().count() >= SHORTEST
        && !sentence.contains(['|', '#', '`', '['])
}

/// The sentence's passage with others beside it, as an answer has them.
fn hits(truth: &Truth<'_>, passages: &[Passage]) -> Vec<Hit> {
    let mut draws = Draws::of(&truth.passage.id);
    let others = (0..BESIDE).filter_map(|_| draws.one_of(passages));
    let others = others.filter(|other| other.id != truth.passage.id);
    let passages = std::iter::once(truth.passage).chain(others);
    let hit = |passage: &Passage| Hit { passage: passage.clone(), ..Hit::default() };
    passages.map(hit).collect()
}

/// Returns whether the check doubts a sentence that cites the first of `hits`; `None` if it finds nothing in
/// it to check.
fn doubts(sentence: &str, hits: &[Hit]) -> Option<bool> {
    let source = hits.first()?.passage.source();
    let checked = chat::audit(&format!("{sentence} [{source}]"), hits).statements;
    let doubted = |verdict| verdict != Verdict::Supported;
    (!checked.is_empty()).then(|| checked.iter().any(|one| doubted(one.verdict)))
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
        let of = |name: &str| tallies.iter().find(|tally| tally.damage == name).unwrap();
        assert_eq!(of("number").damaged, 2);
        assert_eq!(of("passage").damaged, 6);
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
        let tally =
            Tally { damage: "number", damaged: 10, caught: 8, false_alarms: 2, ..Tally::default() };
        assert!((tally.precision() - 0.8).abs() < 1e-9);
        assert!((tally.recall() - 0.8).abs() < 1e-9);
    }
}
