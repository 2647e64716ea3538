//! Questions that set two things side by side: each side is a question of its own.

use footnote_retrieval::framing::is_framing;
use footnote_text::languages::Table;
use footnote_text::words::words;

use super::function_words::FunctionWords;

/// The words that are looked at; more are pasted text.
const MOST_WORDS_READ: usize = 60;

/// A thing that a question compares with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComparedSide {
    /// The name of the thing.
    pub(super) name: String,
    /// The name, and the point on which both are compared.
    pub(super) text: String,
}

/// The two things whose difference a question asks for, if it names them on both sides of "and".
pub(super) fn sides(question: &str) -> Option<[ComparedSide; 2]> {
    let all: Vec<&str> = words(question).take(MOST_WORDS_READ).collect();
    let padded = format!(" {} ", all.join(" ").to_lowercase());
    let asks = |phrase: &str| padded.contains(&format!(" {phrase} "));
    if !Table::Contrasts.words().any(asks) {
        return None;
    }
    let function_words = FunctionWords::of(question);
    let contrasts = |word: &str| {
        Table::Contrasts.words().any(|phrase| phrase.split(' ').any(|one| one == word))
    };
    let names = |word: &&&str| {
        let lower = word.to_lowercase();
        !function_words.has(word) && !is_framing(&lower) && !contrasts(&lower)
    };
    let joins = |word: &str| Table::Joiners.has(word) || Table::Contrasts.has(word);
    let named: Vec<bool> = all.iter().map(|word| names(&word)).collect();
    let run = |from: usize| named.iter().skip(from).take_while(|is_name| **is_name).count();
    let pair = |at: usize| {
        let left = named.iter().take(at).rev().take_while(|is_name| **is_name).count();
        let behind = (at + 1..all.len()).find(|place| run(*place) > 0)?;
        let is_close =
            (at + 1..behind).all(|place| function_words.has(all.get(place).unwrap_or(&"")));
        (left > 0 && is_close).then(|| [at - left..at, behind..behind + run(behind)])
    };
    let is_joiner = |at: &usize| all.get(*at).is_some_and(|word| joins(&word.to_lowercase()));
    let pair = (1..all.len()).filter(is_joiner).find_map(pair)?;
    let is_point =
        |at: &usize| named.get(*at) == Some(&true) && !pair.iter().any(|side| side.contains(at));
    let point: Vec<&str> =
        (0..all.len()).filter(is_point).filter_map(|at| all.get(at).copied()).collect();
    Some(pair.clone().map(|side| {
        let name = all.get(side).unwrap_or_default();
        ComparedSide { name: name.join(" "), text: [name, &point].concat().join(" ") }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_told_with_the_point() {
        for (question, texts) in [
            (
                "What is the difference between Care Basic and Care Plus?",
                ["Care Basic", "Care Plus"],
            ),
            (
                "How do Basic and the Plus plan differ on dental care?",
                ["Basic dental care", "Plus plan dental care"],
            ),
            ("Was ist der Unterschied zwischen Gold und Plus?", ["Gold", "Plus"]),
            ("Basic vs Plus", ["Basic", "Plus"]),
        ] {
            let read = sides(question).map(|sides| sides.map(|side| side.text));
            assert_eq!(read, Some(texts.map(str::to_owned)), "{question}");
        }
        for question in [
            "What do Care Basic and Care Plus cost?",
            "What is the difference to Care Plus?",
            "What has changed since 2023?",
            "",
        ] {
            assert_eq!(sides(question), None, "{question}");
        }
    }
}
