//! Words that hyphens join, as others write them in one: "pre-authorization", "preauthorization".

/// More parts make a line that was drawn, or the name of something technical.
const MOST_PARTS: usize = 4;

/// The compounds of a text, each without its hyphens.
pub fn compounds(text: &str) -> impl Iterator<Item = String> {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
    let is_compound = move |word: &&str| {
        let parts = word.split(is_hyphen);
        (2..=MOST_PARTS).contains(&parts.clone().count()) && parts.into_iter().all(is_part)
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
        compounds(text).collect()
    }

    #[test]
    fn hyphens_join_words() {
        assert_eq!(
            of("An out-of-network visit needs pre\u{2011}authorization."),
            ["outofnetwork", "preauthorization"]
        );
    }

    #[test]
    fn lines_dates_and_long_chains_join_nothing() {
        assert!(of("-- a - b 2024-05-29 COVID-19 a-b-c-d-e -x y-").is_empty());
    }
}
