//! Questions that ask much the same, put together by the stems that tell what they are about.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use footnote_text::analysis::stems;
use footnote_text::words::words;

use crate::question::function_words::FunctionWords;

/// The most questions that are grouped.
const MOST_GROUPED: usize = 2_000;

/// The most questions of a group that are told.
const MOST_TOLD: usize = 5;

/// The least share of stems, of those that either has, that two questions of one group have in common.
const LEAST_SHARED: (usize, usize) = (1, 2);

/// Questions that ask much the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionGroup {
    /// The telling words of the first; none if it has none.
    pub words: Vec<String>,
    /// The number of questions.
    pub count: usize,
    /// When the last was asked, in seconds since 1970.
    pub last: i64,
    /// Some of the questions, each once, the newest first.
    pub questions: Vec<String>,
    /// The number of stems of its first question.
    stems: usize,
}

/// Groups the newest of the questions, each with its time and in the order of their times: the largest group first, and
/// of two alike the newer.
pub(super) fn groups<'q>(
    questions: impl DoubleEndedIterator<Item = (i64, &'q str)>,
) -> Vec<QuestionGroup> {
    let mut groups: Vec<QuestionGroup> = Vec::new();
    let mut by_stem: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, question) in questions.rev().take(MOST_GROUPED) {
        let words = telling_words(question);
        let stems = telling_stems(&words);
        if let Some(group) = alike(&groups, &by_stem, &stems).and_then(|at| groups.get_mut(at)) {
            group.add(question);
            continue;
        }
        for stem in &stems {
            by_stem.entry(stem.clone()).or_default().push(groups.len());
        }
        let (stems, questions) = (stems.len(), vec![question.to_owned()]);
        groups.push(QuestionGroup { words, count: 1, last: at, questions, stems });
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.count), std::cmp::Reverse(group.last)));
    groups
}

impl QuestionGroup {
    /// Adds an older question.
    fn add(&mut self, question: &str) {
        self.count += 1;
        let is_new = self.questions.iter().all(|known| known != question);
        if is_new && self.questions.len() < MOST_TOLD {
            self.questions.push(question.to_owned());
        }
    }
}

/// The words of a question that tell what it is about, each once.
fn telling_words(question: &str) -> Vec<String> {
    let function_words = FunctionWords::of(question);
    let mut telling: Vec<String> = Vec::new();
    for word in words(question).filter(|word| !function_words.has(word)) {
        let word = word.to_lowercase();
        if !telling.contains(&word) && !stems(&word).is_empty() {
            telling.push(word);
        }
    }
    telling
}

/// Their stems; one that is empty where there are none, so that such questions are alike too.
fn telling_stems(words: &[String]) -> BTreeSet<String> {
    let stems: BTreeSet<String> = words.iter().flat_map(|word| stems(word)).collect();
    if stems.is_empty() { [String::new()].into() } else { stems }
}

/// The first group whose first question has enough of these stems.
fn alike(
    groups: &[QuestionGroup],
    by_stem: &HashMap<String, Vec<usize>>,
    stems: &BTreeSet<String>,
) -> Option<usize> {
    let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
    for group in stems.iter().filter_map(|stem| by_stem.get(stem)).flatten() {
        *shared.entry(*group).or_default() += 1;
    }
    let (part, whole) = LEAST_SHARED;
    let is_alike = |(at, shared): &(usize, usize)| {
        let all = groups.get(*at).map_or(0, |group| group.stems) + stems.len() - shared;
        shared * whole >= all * part
    };
    shared.into_iter().find(is_alike).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(questions: &[&'static str]) -> Vec<(usize, Vec<String>)> {
        let timed = (0..).zip(questions.iter().copied());
        let groups = groups(timed.collect::<Vec<_>>().into_iter());
        groups.into_iter().map(|group| (group.count, group.questions)).collect()
    }

    #[test]
    fn questions_with_the_same_telling_words_are_one_group() {
        let groups = grouped(&[
            "Can I bring my dog?",
            "Is there a car park?",
            "Are dogs allowed?",
            "May a dog come in?",
            "Is there a car park?",
        ]);
        assert_eq!(groups[0].0, 3, "{groups:?}");
        assert_eq!(groups[1], (2, vec!["Is there a car park?".to_owned()]));
    }

    #[test]
    fn questions_about_other_things_are_groups_of_their_own_the_newest_first() {
        let groups = grouped(&["What does parking cost?", "Where do unicorns live?"]);
        let first: Vec<&str> = groups.iter().map(|(_, all)| all[0].as_str()).collect();
        assert_eq!(first, ["Where do unicorns live?", "What does parking cost?"]);
    }

    #[test]
    fn questions_without_a_telling_word_are_together() {
        assert_eq!(grouped(&["why?", "", "and how?"]).len(), 1);
    }
}
