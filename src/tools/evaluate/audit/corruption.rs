//! Corruptions: true sentences turned into false ones, with the errors that models make.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::rng::SeededRng;

/// The ways to corrupt a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corruption {
    /// A number is replaced.
    Number,
    /// A day, a month or a year is replaced.
    Date,
    /// A name is replaced by another of the documents' names.
    Name,
    /// The statement is negated, or its negation removed.
    Negation,
}

impl Corruption {
    /// All corruptions, each with its name.
    pub(super) const ALL: [(&str, Self); 4] = [
        ("number", Self::Number),
        ("name", Self::Name),
        ("date", Self::Date),
        ("negation", Self::Negation),
    ];
}

/// Returns the corrupted sentence, the same in every run; `None` if the corruption does not apply. A name is replaced
/// by one of `names` that is not in the evidence.
pub(super) fn corrupted(
    corruption: Corruption,
    sentence: &str,
    evidence: &str,
    names: &[String],
) -> Option<String> {
    let mut rng = SeededRng::of(sentence);
    match corruption {
        Corruption::Number => with_other_number(sentence, &mut rng),
        Corruption::Date => with_other_date(sentence, &mut rng),
        Corruption::Name => {
            let mut found = names_in(sentence);
            found.retain(|name| names.contains(name));
            let name = rng.one_of(&found)?;
            let mut some = (0..20).filter_map(|_| rng.one_of(names));
            let other = some.find(|other| !evidence.contains(other.as_str()))?;
            Some(sentence.replace(name, other))
        }
        Corruption::Negation => affirmed(sentence).or_else(|| negated(sentence)),
    }
}

/// Replaces one of the digits outside dates.
fn with_other_number(sentence: &str, rng: &mut SeededRng) -> Option<String> {
    let dates = dates(sentence);
    let is_dated = |at: usize| dates.iter().any(|date| date.contains(&at));
    let digits = sentence.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
    with_other_digit(sentence, digits.filter(|at| !is_dated(*at)).collect(), rng)
}

/// Replaces one of these digits; the first digit of a number never becomes 0.
fn with_other_digit(sentence: &str, digits: Vec<usize>, rng: &mut SeededRng) -> Option<String> {
    let at = *rng.one_of(&digits)?;
    let (before, rest) = sentence.split_at_checked(at)?;
    let digit = rest.chars().next()?;
    let other = (digit.to_digit(10)? + 1 + u32::try_from(rng.below(8)).ok()?) % 10;
    let is_first = !before.ends_with(|c: char| c.is_ascii_digit());
    let other = match other {
        0 if is_first && digit == '1' => 2,
        0 if is_first => 1,
        other => other,
    };
    Some(format!("{before}{other}{}", rest.get(1..)?))
}

/// The names of the months in English.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Replaces a day, a month or a year of a date.
fn with_other_date(sentence: &str, rng: &mut SeededRng) -> Option<String> {
    let dates = dates(sentence);
    let date = rng.one_of(&dates)?.clone();
    let text = sentence.get(date.clone())?;
    if let Some(month) = MONTHS.iter().position(|month| *month == text) {
        let other = MONTHS.get((month + 1 + rng.below(11)) % 12)?;
        return Some(format!(
            "{}{other}{}",
            sentence.get(..date.start)?,
            sentence.get(date.end..)?
        ));
    }
    let digits = date.filter(|at| sentence.as_bytes().get(*at).is_some_and(u8::is_ascii_digit));
    with_other_digit(sentence, digits.collect(), rng)
}

/// Returns the positions of dates in parts: years, numeric dates, and months with the days beside them.
fn dates(sentence: &str) -> Vec<Range<usize>> {
    let place = |word: &str| {
        let at = (word.as_ptr() as usize).saturating_sub(sentence.as_ptr() as usize);
        at..at + word.len()
    };
    let words: Vec<&str> = sentence
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_month = |at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|word| MONTHS.contains(word))
    };
    let is_part = |(at, word): &(usize, &&str)| {
        let is_year = word.len() == 4 && ("1500".."2100").contains(*word) && is_digits(word);
        let parts: Vec<&str> = word.split(['-', '/', '.']).collect();
        let is_numeric = parts.len() == 3 && parts.iter().all(|part| is_digits(part));
        let is_day = word.len() <= 2 && is_digits(word);
        let has_day = |at: Option<usize>| {
            at.and_then(|at| words.get(at)).is_some_and(|word| word.len() <= 2 && is_digits(word))
        };
        let is_beside = is_month(at.checked_sub(1)) || is_month(Some(at + 1));
        let is_dated = is_month(Some(*at)) && (has_day(at.checked_sub(1)) || has_day(Some(at + 1)));
        is_year || is_numeric || (is_day && is_beside) || is_dated
    };
    words.iter().enumerate().filter(is_part).map(|(_, word)| place(word)).collect()
}

/// Returns the names in the sentences, each once.
pub(super) fn names_of(sentences: &[String]) -> Vec<String> {
    let words = sentences.iter().flat_map(|s| s.split(|c: char| !c.is_alphabetic()));
    let small: HashSet<&str> = words.filter(|w| w.starts_with(char::is_lowercase)).collect();
    let names: BTreeSet<String> = sentences.iter().flat_map(|s| names_in(s)).collect();
    let is_name = |name: &String| !small.contains(name.to_lowercase().as_str());
    names.into_iter().filter(is_name).collect()
}

/// Returns the names in a sentence: capitalised words that do not merely begin it.
fn names_in(sentence: &str) -> Vec<String> {
    let words = sentence.split_whitespace().skip(1);
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_name = |word: &&str| {
        word.chars().count() > 2
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphabetic)
    };
    words.filter(is_name).map(str::to_owned).collect()
}

/// Verbs after which a "not" reverses the meaning.
const VERBS: [&str; 13] = [
    "is", "are", "was", "were", "can", "must", "may", "will", "should", "has to", "have to",
    "does", "do",
];

/// Returns the sentence with a "not" after the first verb that allows one.
fn negated(sentence: &str) -> Option<String> {
    let first = VERBS.iter().filter_map(|verb| Some((sentence.find(&format!(" {verb} "))?, verb)));
    let (at, verb) = first.min_by_key(|(at, _)| *at)?;
    let (before, after) = sentence.split_at_checked(at + verb.len() + 2)?;
    match verb.strip_suffix(" to") {
        Some(verb) => Some(format!("{} {verb} not to {after}", sentence.get(..at)?)),
        None => Some(format!("{before}not {after}")),
    }
}

/// Returns the sentence without its "not"; `None` if it has none.
fn affirmed(sentence: &str) -> Option<String> {
    [(" not ", " "), ("cannot ", "can "), ("n't ", " "), ("n’t ", " ")]
        .iter()
        .find(|(no, _)| sentence.contains(no))
        .map(|(no, yes)| sentence.replacen(no, yes, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(corruption: Corruption, sentence: &str) -> Option<String> {
        let names = ["Contoso".to_owned(), "Fabrikam".to_owned()];
        let evidence = "Staff of Contoso have 30 days of leave. Dogs are not allowed.";
        corrupted(corruption, sentence, evidence, &names)
    }

    #[test]
    fn each_damage_changes_one_thing() {
        let true_sentence = "Staff of Contoso have 30 days of leave.";
        let number = of(Corruption::Number, true_sentence).unwrap();
        assert!(number != true_sentence && number.len() == true_sentence.len());
        assert!(!number.contains(" 0"), "{number}");
        let name = "Staff of Fabrikam have 30 days of leave.";
        assert_eq!(of(Corruption::Name, true_sentence).as_deref(), Some(name));
        assert_eq!(of(Corruption::Negation, true_sentence), None);
    }

    #[test]
    fn what_is_so_is_not_so_and_the_other_way_round() {
        for (true_sentence, corrupted_sentence) in [
            ("Dogs are not allowed.", "Dogs are allowed."),
            ("Dogs are allowed.", "Dogs are not allowed."),
            ("You have to pay.", "You have not to pay."),
            ("You cannot pay.", "You can pay."),
        ] {
            assert_eq!(
                of(Corruption::Negation, true_sentence).as_deref(),
                Some(corrupted_sentence)
            );
        }
    }
}
