//! Digits and characters that look like them, for readers that cannot take digits.

/// Mathematical sans-serif zero; the other nine follow it.
const ZERO: u32 = 0x1_D7E2;

/// Returns the text with every digit replaced by the mathematical sans-serif digit that looks like it.
pub fn alike(text: &str) -> String {
    let sign = |char: char| char.to_digit(10).and_then(|digit| char::from_u32(ZERO + digit));
    text.chars().map(|char| sign(char).unwrap_or(char)).collect()
}

/// Returns the text with plain digits in place of those that [`alike`] inserted.
pub fn plain(text: &str) -> String {
    let digit = |char: char| {
        let digit = u32::from(char).checked_sub(ZERO)?;
        char::from_digit(digit, 10)
    };
    text.chars().map(|char| digit(char).unwrap_or(char)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn digits_become_signs_that_are_no_digits() {
        assert_eq!(alike("$2,000"), "$𝟤,𝟢𝟢𝟢");
    }

    proptest! {
        #[test]
        fn the_way_back_leads_to_the_text(text in "[ -~é🦀]{0,30}") {
            prop_assert_eq!(plain(&alike(&text)), text.as_str());
            prop_assert!(!alike(&text).contains(|char: char| char.is_ascii_digit()));
        }
    }
}
