//! Words joined by hyphens, which others write as one word: "pre-authorization", "preauthorization". Also the quarters
//! of a year, which reports write as "Q2" and as "second quarter".

/// Maximum number of parts of a compound. Longer sequences are drawn lines or technical names.
const MAX_PARTS: usize = 4;

/// The quarters of a year in words.
const QUARTERS: [(&str, &str); 4] =
    [("Q1", "first"), ("Q2", "second"), ("Q3", "third"), ("Q4", "fourth")];

/// Returns the terms that a text may write in several words or in one: its compounds, without hyphens, and its
/// quarters.
pub fn joined(text: &str) -> impl Iterator<Item = String> {
    compounds(text).chain(quarters(text))
}

/// Returns the quarters of a year that a text mentions, each as one word.
pub fn quarters(text: &str) -> impl Iterator<Item = String> {
    let mut before = "";
    let words = text.split(|c: char| !c.is_alphanumeric());
    let quarter = move |word| {
        let before = std::mem::replace(&mut before, word);
        let is_meant = |(short, ordinal): &&(&str, &str)| {
            word == *short
                || (word.eq_ignore_ascii_case("quarter") && before.eq_ignore_ascii_case(ordinal))
        };
        let (_, ordinal) = QUARTERS.iter().find(is_meant)?;
        Some(format!("{ordinal}quarter"))
    };
    words.filter(|word| !word.is_empty()).filter_map(quarter)
}

/// Returns the compounds of a text, each without its hyphens.
pub fn compounds(text: &str) -> impl Iterator<Item = String> {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
    let is_compound = move |word: &&str| {
        let parts = word.split(is_hyphen);
        (2..=MAX_PARTS).contains(&parts.clone().count()) && parts.into_iter().all(is_part)
    };
    text.split(|c: char| !c.is_alphanumeric() && !is_hyphen(c))
        .filter(is_compound)
        .map(|word| word.replace(is_hyphen, ""))
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        joined(text).collect()
    }

    #[test]
    fn hyphens_join_words() {
        assert_eq!(
            of("An out-of-network visit needs pre\u{2011}authorization."),
            ["outofnetwork", "preauthorization"]
        );
    }

    #[test]
    fn quarters_are_one_word_however_they_are_written() {
        for text in ["sales in Q2 2018", "the Second quarter", "FY18-Q2"] {
            assert_eq!(of(text), ["secondquarter"], "{text}");
        }
        assert!(of("a second look at a quarter, q2").is_empty());
    }

    #[test]
    fn lines_dates_and_long_chains_join_nothing() {
        assert!(of("-- a - b 2024-05-29 COVID-19 a-b-c-d-e -x y-").is_empty());
    }
}
