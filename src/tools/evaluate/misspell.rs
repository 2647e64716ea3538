//! Typing errors as people make them, the same for each question in every run.

use super::rng::SeededRng;

/// Minimum length in letters of a word that is mistyped; shorter ones rarely are, and become other words.
const LONG: usize = 6;

/// Returns the question with one typing error in a quarter of its long words: a letter omitted, inserted, replaced, or
/// swapped with the next.
pub(super) fn misspelt(question: &str) -> String {
    let mut rng = SeededRng::of(question);
    let mut draw = |below| rng.below(below);
    let words = question.split_inclusive(|c: char| !c.is_ascii_alphabetic());
    words
        .map(|word| {
            let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
            if letters < LONG || draw(4) != 0 {
                return word.to_owned();
            }
            let letter = char::from(b'a' + u8::try_from(draw(26)).unwrap_or_default());
            mistyped(word, draw(letters - 1), draw(4), letter)
        })
        .collect()
}

/// Returns the word with an error of this kind at a letter that is not the last.
fn mistyped(word: &str, at: usize, kind: usize, letter: char) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    match kind {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letter),
        2 => letters.splice(at..=at, [letter]).for_each(drop),
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_long_words_are_mistyped_always_alike() {
        let question =
            "Which regulations govern international organisations and their departments?";
        let questions: Vec<String> = (0..40).map(|n| format!("{question} {n}")).collect();
        let changed = questions.iter().filter(|q| misspelt(q) != **q).count();
        assert!((20..40).contains(&changed), "{changed}");
        assert_eq!(misspelt(question), misspelt(question));
        assert_eq!(misspelt("How is it 中国?"), "How is it 中国?");
    }

    #[test]
    fn errors_are_of_four_kinds() {
        let typed = [0, 1, 2, 3].map(|kind| mistyped("leave,", 1, kind, 'x'));
        assert_eq!(typed, ["lave,", "lxeave,", "lxave,", "laeve,"]);
    }
}
