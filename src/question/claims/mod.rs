//! The claims of a text that another text must not contradict: its numbers, years, names and negation.

mod date;
mod negation;
mod number;

use std::collections::BTreeSet;

use footnote_text::analysis::in_full;
use footnote_text::words::{beginning, words};

pub use self::date::dated_numbers;
pub use self::negation::{denials, is_negated};
pub use self::number::{Number, numbers};

/// Maximum number of bytes of a question that are examined. Longer ones are pasted text.
const MAX_QUESTION_BYTES: usize = 4_000;

/// The numbers, years, names and negation of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claims {
    /// The values of its numbers, except years.
    numbers: BTreeSet<String>,
    years: BTreeSet<String>,
    /// Its names, in lower case.
    names: BTreeSet<String>,
    is_negated: bool,
}

impl Claims {
    /// Returns the claims of a question. A capitalised word that does not begin it is a name.
    pub(super) fn of_question(question: &str) -> Self {
        let beginning = in_full(beginning(question, MAX_QUESTION_BYTES));
        let mut claims = Self::of(&beginning);
        let words = words(&beginning).skip(1);
        let names = words.filter(|word| is_name(word));
        claims.names = names.map(str::to_lowercase).collect();
        claims
    }

    /// Returns the claims of a text, without its names.
    pub fn of(text: &str) -> Self {
        let all = numbers(&in_full(text));
        let numbers = all.iter().filter(|number| !number.is_year());
        Self {
            numbers: numbers.map(|number| number.value.clone()).collect(),
            years: all.iter().flat_map(Number::years).map(str::to_owned).collect(),
            names: BTreeSet::new(),
            is_negated: is_negated(text),
        }
    }

    /// Returns the share of the question's numbers and years that a text lacks.
    pub fn numbers_missing_in(&self, text: &Self) -> f32 {
        let all = self.numbers.iter().chain(&self.years);
        let is_missing =
            |value: &&String| !text.numbers.contains(*value) && !text.years.contains(*value);
        missing_share(all.clone().filter(is_missing).count(), all.count())
    }

    /// Returns true if a text names other years than the question, and none of the question's.
    pub fn is_of_other_years(&self, text: &Self) -> bool {
        let has_others = !self.years.is_empty() && !text.years.is_empty();
        has_others && self.years.is_disjoint(&text.years)
    }

    /// Returns the share of the question's names that a text, given in lower case, lacks.
    pub fn names_missing_in(&self, lower: &str) -> f32 {
        let missing = self.names.iter().filter(|name| !lower.contains(*name));
        missing_share(missing.count(), self.names.len())
    }

    /// Returns true if exactly one of the two denies something.
    pub fn is_opposite_of(&self, text: &Self) -> bool {
        self.is_negated != text.is_negated
    }
}

fn is_name(word: &str) -> bool {
    word.chars().count() > 1 && word.starts_with(char::is_uppercase)
}

fn missing_share(some: usize, all: usize) -> f32 {
    some as f32 / all.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_in_four_digits_is_no_year() {
        let asked = Claims::of_question("Who approves a claim of 2000 pounds?");
        assert!(asked.years.is_empty() && asked.numbers.contains("2000"));
        let asked = Claims::of_question("What was the revenue of 2019?");
        assert!(asked.years.contains("2019") && asked.numbers.is_empty());
    }

    #[test]
    fn a_year_behind_any_word_is_claimed() {
        for question in [
            "What was the revenue of 2019?",
            "How did sales grow to 2019?",
            "What happened in 2019?",
        ] {
            let asked = Claims::of_question(question);
            let other = Claims::of("Revenue was 5 million in 2018.");
            assert!(asked.is_of_other_years(&other), "{question}");
            assert!(
                !asked.is_of_other_years(&Claims::of("It was 6 million in 2018 and 7 in 2019."))
            );
        }
    }

    #[test]
    fn a_date_is_of_its_year() {
        let asked = Claims::of_question("Which contracts end in 2026?");
        assert!(asked.numbers_missing_in(&Claims::of("It ends on 2026-12-31.")) < 0.1);
        assert!(asked.is_of_other_years(&Claims::of("It ends on 31.12.2027.")));
    }

    #[test]
    fn names_stand_in_capitals_behind_the_first_word() {
        let asked = Claims::of_question("Who leads the team in Paris?");
        assert!(asked.names_missing_in("the team of berlin") > 0.9);
        assert!(asked.names_missing_in("the team of paris") < 0.1);
    }
}
