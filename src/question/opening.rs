//! The openings of questions, which show the kind of thing they ask for.

use footnote_text::words::words;

/// The question words, in the languages that the table was fitted on.
const ASKING: [&str; 9] = ["who", "whom", "whose", "what", "which", "when", "where", "why", "how"];

/// Returns the openings of a question: its question word, with and without the next word; or its first word if it has
/// no question word.
pub fn openings(question: &str) -> Vec<String> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = words(&lower).take(60).collect();
    let asks = words.iter().position(|word| ASKING.contains(word));
    let mut opening = words.iter().skip(asks.unwrap_or(0));
    let Some(first) = opening.next() else {
        return Vec::new();
    };
    let second = opening.next().map(|second| format!("{first} {second}"));
    [(*first).to_owned()].into_iter().chain(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_opens_where_it_asks() {
        assert_eq!(openings("How many days?"), ["how", "how many"]);
        assert_eq!(openings("In which year was it?"), ["which", "which year"]);
        assert_eq!(openings("Is it so?"), ["is", "is it"]);
        assert!(openings("?").is_empty());
    }
}
