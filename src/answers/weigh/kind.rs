//! The kinds of things that questions ask for: a fitted table of question openings and statement traits.

use std::collections::BTreeMap;

use footnote_question::claims::{Number, numbers};
use serde::{Deserialize, Serialize};

/// The names of the traits that questions ask for.
pub const TRAITS: [&str; 8] =
    ["number", "year", "date", "money", "percentage", "span", "name", "reason"];

/// The gain of each trait of a statement for each opening of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraitGains(pub BTreeMap<String, BTreeMap<String, f32>>);

impl TraitGains {
    /// Returns the gain of a statement with these traits for a question with these openings.
    pub fn gain(&self, openings: &[String], traits: &[usize]) -> f32 {
        let rows = openings.iter().filter_map(|opening| self.0.get(opening));
        let gains = rows.flat_map(|row| {
            let names = traits.iter().filter_map(|at| TRAITS.get(*at));
            names.filter_map(|name| row.get(*name))
        });
        gains.sum()
    }
}

/// Returns the traits of a statement as indices into [`TRAITS`].
pub(super) fn traits(text: &str) -> Vec<usize> {
    let numbers = numbers(text);
    let any = |is: fn(&Number) -> bool| numbers.iter().any(is);
    let has = [
        any(|number| !number.is_year()),
        any(Number::is_year),
        any(Number::is_date_part),
        any(Number::is_money),
        any(|number| number.unit == "%"),
        any(Number::is_duration),
        has_name(text),
        has_reason(text),
    ];
    let all = has.iter().enumerate();
    all.filter(|(_, has)| **has).map(|(at, _)| at).collect()
}

/// Returns true if two capitalised words are adjacent after the first word.
fn has_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().skip(1).collect();
    let is_high = |word: &str| word.starts_with(char::is_uppercase);
    words.windows(2).any(|both| both.iter().all(|word| is_high(word)))
}

fn has_reason(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["because", "due to", "in order to", "so that", "as a result"]
        .iter()
        .any(|reason| lower.contains(reason))
}

#[cfg(test)]
mod tests {
    use footnote_question::openings;

    use super::*;

    fn named(text: &str) -> Vec<&'static str> {
        traits(text).into_iter().map(|at| TRAITS[at]).collect()
    }

    #[test]
    fn what_a_statement_has_is_told_from_its_form() {
        assert_eq!(named("It costs $20."), ["number", "money"]);
        assert_eq!(named("It opened in 1999."), ["year"]);
        assert_eq!(named("Pay comes on 25 March."), ["number", "date"]);
        assert_eq!(named("They come within 4 hours."), ["number", "span"]);
        assert_eq!(named("It was made by Ann Miller."), ["name"]);
        assert!(named("boats are slow").is_empty());
    }

    #[test]
    fn a_kind_gains_by_its_row_alone() {
        let row = [("number".to_owned(), 2.0)].into();
        let kinds = TraitGains([("how many".to_owned(), row)].into());
        let gain = |question: &str, text: &str| kinds.gain(&openings(question), &traits(text));
        assert!(gain("How many days?", "It takes 5 days.") > 1.0);
        assert!(gain("How many days?", "Boats are slow.").abs() < 1e-6);
        assert!(gain("Who pays?", "It takes 5 days.").abs() < 1e-6);
    }
}
