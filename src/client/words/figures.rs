//! Numbers as the page's language writes them.

use std::fmt::Display;

use crate::words;

/// Returns a number with the thousands and decimal signs of the page's language.
pub fn figures(number: impl Display) -> String {
    let plain = number.to_string();
    let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
    let digits = whole.trim_start_matches('-').len();
    let mut figures = String::new();
    for (at, sign) in whole.chars().enumerate() {
        let behind = whole.len() - at;
        if behind < digits && behind.is_multiple_of(3) {
            figures.push_str(words::thousands_sign());
        }
        figures.push(sign);
    }
    if !decimals.is_empty() {
        figures.extend([words::decimal_sign(), decimals]);
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Locale, in_locale};

    #[test]
    fn numbers_have_the_signs_of_the_language() {
        let all = ["7", "-999", "1000", "-1234567.80"];
        assert_eq!(all.map(figures), ["7", "-999", "1,000", "-1,234,567.80"]);
        let german = Locale::of_code("de").unwrap();
        in_locale(german, || {
            assert_eq!(all.map(figures), ["7", "-999", "1.000", "-1.234.567,80"]);
        });
    }
}
