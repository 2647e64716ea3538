//! Lists of words.

/// `a`, `a or b`, `a, b or c`: the words, with this conjunction before the last.
pub fn listed(words: &[String], joint: &str) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {joint} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Returns true if `word` is one of `words`, which are separated by spaces.
pub fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_is_joined_by_another() {
        let words = ["a", "b", "c"].map(str::to_owned);
        let lists = [0, 1, 2, 3].map(|count| listed(&words[..count], "and"));
        assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
    }
}
