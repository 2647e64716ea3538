//! Questions that compare two things. Each side becomes a separate question.

use std::ops::Range;

use footnote_retrieval::framing::is_framing;
use footnote_text::languages::Table;
use footnote_text::words::words;

use super::function_words::FunctionWords;

/// Maximum number of words examined. Longer questions are pasted text.
const MAX_WORDS_READ: usize = 60;

/// A thing that a question compares with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComparedSide {
    /// The name of the thing.
    pub(super) name: String,
    /// The name and the aspect in which both are compared.
    pub(super) text: String,
}

/// Returns the two things whose difference a question asks for, if it names them on both sides of "and".
pub(super) fn sides(question: &str) -> Option<[ComparedSide; 2]> {
    let all: Vec<&str> = words(question).take(MAX_WORDS_READ).collect();
    let padded = format!(" {} ", all.join(" ").to_lowercase());
    let asks = |phrase: &str| padded.contains(&format!(" {phrase} "));
    if !Table::Contrasts.words().any(asks) {
        return None;
    }
    let function_words = FunctionWords::of(question);
    let is_contrast = |word: &str| {
        Table::Contrasts.words().any(|phrase| phrase.split(' ').any(|one| one == word))
    };
    let is_content = |word: &&str| {
        let lower = word.to_lowercase();
        !function_words.has(word) && !is_framing(&lower) && !is_contrast(&lower)
    };
    let content: Vec<bool> = all.iter().map(is_content).collect();
    let sides = (1..all.len()).find_map(|at| {
        let [left, right] = around(&content, at)?;
        let joiner = all.get(at)?.to_lowercase();
        // "Basic versus Plus", but not "How do they differ in their price?"
        let is_between = Table::Contrasts.has(&joiner) && right.start == at + 1;
        let mut skipped = all.get(at + 1..right.start)?.iter();
        let joins = Table::Joiners.has(&joiner) && skipped.all(|word| function_words.has(word));
        (joins || is_between).then_some([left, right])
    })?;
    let is_point =
        |at: &usize| content.get(*at) == Some(&true) && !sides.iter().any(|side| side.contains(at));
    let point: Vec<&str> =
        (0..all.len()).filter(is_point).filter_map(|at| all.get(at).copied()).collect();
    Some(sides.clone().map(|side| {
        let name = all.get(side).unwrap_or_default();
        ComparedSide { name: name.join(" "), text: [name, &point].concat().join(" ") }
    }))
}

/// Returns the runs of content words directly before and after a position.
fn around(content: &[bool], at: usize) -> Option<[Range<usize>; 2]> {
    let left = content.iter().take(at).rev().take_while(|is_content| **is_content).count();
    let behind = (at + 1..content.len()).find(|place| content.get(*place) == Some(&true))?;
    let right = content.iter().skip(behind).take_while(|is_content| **is_content).count();
    (left > 0).then(|| [at - left..at, behind..behind + right])
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
            ("The gold card versus silver cards", ["gold card", "silver cards"]),
            ("What has changed between the fees of 2023 and 2025?", ["2023 fees", "2025 fees"]),
        ] {
            let read = sides(question).map(|sides| sides.map(|side| side.text));
            assert_eq!(read, Some(texts.map(str::to_owned)), "{question}");
        }
        for question in [
            "What do Care Basic and Care Plus cost?",
            "How do the two plans differ in what they pay for hearing aids?",
            "What is the difference to Care Plus?",
            "What has changed since 2023?",
            "",
        ] {
            assert_eq!(sides(question), None, "{question}");
        }
    }
}
