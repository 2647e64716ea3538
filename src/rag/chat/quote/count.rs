//! What is counted, and where a text counts it: "86 people".

use super::words::{is_among, words};
use crate::rag::corpus::index::stems;

/// Numbers and times in words.
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty \
    fifty sixty ninety hundred thousand million half once twice weekly monthly yearly daily \
    annually zwei drei vier fünf sechs sieben acht neun zehn deux trois quatre cinq dos tres \
    cuatro cinco";

/// Verbs before the number of all that there are: "It employs 86 people."
const HAVING: &str = "has have is are runs run employs employ includes comprises counts consists";

/// Words that name those who work somewhere.
const STAFF: &str = "staff employees people workers persons colleagues";

/// The stem of the word behind "how many".
pub(super) fn counted(lower: &str) -> Option<String> {
    let openings = [
        "how many ",
        "wie viele ",
        "combien de ",
        "cuántos ",
        "cuántas ",
    ];
    let behind = openings
        .iter()
        .find_map(|opening| Some(lower.split_once(opening)?.1));
    stems(words(behind?).next()?).pop()
}

/// True if a number stands before a counted thing, with no more than a word between; behind a verb
/// of having, if that is asked for.
pub(super) fn is_counted(text: &str, counted: &str, had: bool) -> bool {
    let lower = text.to_lowercase();
    let all: Vec<&str> = words(&lower).collect();
    let is_number = |at: usize| all.get(at).is_some_and(|word| has_number(word));
    let is_had = |at: usize| {
        let before = all.get(at.saturating_sub(2)..at).unwrap_or_default();
        before.iter().any(|word| is_among(HAVING, word))
    };
    let is_it = |word: &&str| {
        stems(word).iter().any(|stem| stem == counted)
            || (is_among(STAFF, counted_word(counted)) && is_among(STAFF, word))
    };
    let places = all.iter().enumerate().filter(|(_, word)| is_it(word));
    places.map(|(at, _)| at).any(|at| {
        let mut numbers = (at.saturating_sub(2)..at).filter(|at| is_number(*at));
        numbers.any(|at| !had || is_had(at))
    })
}

/// The word among those for staff that has this stem.
fn counted_word(stem: &str) -> &str {
    let mut all = STAFF.split(' ');
    let is_it = |word: &&str| stems(word).iter().any(|one| one == stem);
    all.find(is_it).unwrap_or_default()
}

/// True if a text holds a number, be it in words.
pub(super) fn has_number(text: &str) -> bool {
    let lower = text.to_lowercase();
    text.contains(|c: char| c.is_ascii_digit()) || words(&lower).any(|word| is_among(NUMBERS, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_counts_what_stands_close_behind_it() {
        assert!(is_counted("They get 25 days.", "day", false));
        assert!(is_counted("two members of staff", "member", false));
        assert!(!is_counted("6 months for all staff", "staff", false));
        assert!(!is_counted("They get 25 days.", "day", true));
        assert!(is_counted(
            "The firm employs about 86 people.",
            "staff",
            true
        ));
        assert_eq!(counted("how many days are there"), Some("day".to_owned()));
    }
}
