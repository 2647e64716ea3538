//! Texts normalised for comparison: word by word, with numbers by value.

use footnote_documents::table::number::Decimal;

/// Separators within a number, for thousands or decimals depending on the language.
const SEPARATORS: [char; 6] = ['.', ',', '\'', '’', '\u{a0}', '\u{202f}'];

/// Symbols that are compared; all others only separate words.
const SIGNS: [char; 4] = ['%', '€', '£', '$'];

/// A text normalised for comparison: words in lower case, and numbers as in `1234.5`, however they are written.
pub(super) struct NormalisedText(Vec<String>);

impl NormalisedText {
    /// Returns the words and numbers of a text.
    pub(super) fn new(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_digit() {
                let length = number(rest);
                tokens.extend(values(rest.get(..length).unwrap_or_default()));
                length
            } else if first.is_alphabetic() {
                let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                tokens.push(rest.get(..length).unwrap_or_default().to_lowercase());
                length
            } else {
                tokens.extend(SIGNS.contains(&first).then(|| first.to_string()));
                first.len_utf8()
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        Self(tokens)
    }

    /// Returns true if the text contains these words and numbers in a row.
    pub(super) fn has(&self, wording: &str) -> bool {
        let wanted = Self::new(wording).0;
        !wanted.is_empty() && self.0.windows(wanted.len()).any(|some| some == wanted)
    }
}

/// Returns the number of bytes of the number at the beginning of a text, with its separators.
fn number(text: &str) -> usize {
    let mut end = 0;
    let mut was_digit = false;
    for (at, c) in text.char_indices() {
        if c.is_ascii_digit() {
            (end, was_digit) = (at + 1, true);
        } else if was_digit && SEPARATORS.contains(&c) {
            was_digit = false;
        } else {
            break;
        }
    }
    end
}

/// Returns the value of a number; its parts if its separators do not form one, as in a date.
fn values(number: &str) -> Vec<String> {
    let without_zeros = |part: &str| match part.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    };
    match Decimal::read(number) {
        Some(value) => vec![value.in_digits()],
        None => number.split(SEPARATORS).map(without_zeros).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str, wording: &str) -> bool {
        NormalisedText::new(text).has(wording)
    }

    #[test]
    fn case_blanks_and_marks_between_words_do_not_count() {
        assert!(says("| **Tea**  at\nFour |", "tea at four"));
        assert!(says("It takes 30days.", "30 days"));
        assert!(says("At 09:00 on 2026-07-03", "9:00") && says("03.07.2026", "3. 7. 2026"));
        assert!(!says("Teapots at four", "tea") && !says("tea", "") && !says("tea", "--"));
    }

    #[test]
    fn a_number_is_said_however_its_thousands_are_parted() {
        for written in ["396,747", "396.747", "396\u{202f}747", "396'747", "396747", "396,747.00"] {
            assert!(says(&format!("EUR {written}."), "396747"), "{written}");
            assert!(says("396747", written), "{written}");
        }
        assert!(says("1.234,50 EUR", "1,234.5"));
    }

    #[test]
    fn a_number_within_another_is_not_said() {
        for other in ["420", "142", "42.5", "1,042", "0.42"] {
            assert!(!says(other, "42"), "{other}");
        }
        assert!(says("42, 43 and 44.", "43") && says("42 %", "42") && !says("42", "42 %"));
    }
}
