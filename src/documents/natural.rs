//! The order of names that people expect: numbers by value, letters regardless of case and accents.

use std::cmp::Ordering;

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

/// Separates letters from their accents.
static DECOMPOSITION: CanonicalDecompositionBorrowed<'static> =
    CanonicalDecompositionBorrowed::new();

/// Compares two paths, folder by folder, so that the contents of a folder stay together.
pub fn paths(one: &str, other: &str) -> Ordering {
    // Leading folders that both share do not affect the order, and are the largest part of long paths.
    let pairs = one.bytes().zip(other.bytes());
    let common = pairs.take_while(|(one, other)| one == other).count();
    let common = one.as_bytes().get(..common).unwrap_or_default();
    let from = common.iter().rposition(|byte| *byte == b'/');
    let from = from.map_or(0, |slash| slash + 1);
    let [mut ones, mut others] =
        [one, other].map(|path| path.get(from..).unwrap_or_default().split('/'));
    loop {
        match (ones.next(), others.next()) {
            (Some(one), Some(other)) => match names(one, other) {
                Ordering::Equal => {}
                order => return order,
            },
            (one, other) => return one.is_some().cmp(&other.is_some()),
        }
    }
}

/// Compares two names; only identical names are equal.
pub fn names(one: &str, other: &str) -> Ordering {
    signs(one).cmp(signs(other)).then_with(|| one.cmp(other))
}

/// Returns a key of a path whose byte order is the order of [`paths`], for engines that compare nothing else.
pub fn key(path: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(2 * path.len() + 2);
    for name in path.split('/') {
        for (sign, digits, number) in signs(name) {
            key.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
            if sign == '0' {
                let digits = u32::try_from(digits).unwrap_or(u32::MAX);
                key.extend_from_slice(&digits.to_be_bytes());
                key.extend_from_slice(number.as_bytes());
            }
        }
        // Less than any character, so that the shorter name comes first.
        key.push(0);
        key.extend_from_slice(name.as_bytes());
        key.push(0);
    }
    key
}

/// Returns the characters of a name in order: letters in lower case without accents, and whole numbers by their length
/// and digits without leading zeros. All numbers sort where the character 0 does.
fn signs(mut rest: &str) -> impl Iterator<Item = (char, usize, &str)> {
    std::iter::from_fn(move || {
        loop {
            let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let (number, _) = rest.split_at(rest.len() - behind.len());
            if !number.is_empty() {
                rest = behind;
                let number = number.trim_start_matches('0');
                return Some(('0', number.len(), number));
            }
            let mut signs = rest.chars();
            let sign = signs.next()?;
            rest = signs.as_str();
            if !is_accent(sign) {
                return Some((plain(sign), 0, ""));
            }
        }
    })
}

/// Returns the base letter of a capital or accented one.
fn plain(letter: char) -> char {
    let mut plain = letter;
    while !plain.is_ascii()
        && let Decomposed::Expansion(bare, accent) = DECOMPOSITION.decompose(plain)
        && is_accent(accent)
    {
        plain = bare;
    }
    plain.to_lowercase().next().unwrap_or(plain)
}

/// Returns a combining accent.
fn is_accent(sign: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&sign)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sorted<const N: usize>(mut paths: [&str; N]) -> [&str; N] {
        paths.sort_by(|one, other| super::paths(one, other));
        paths
    }

    #[test]
    fn numbers_stand_in_the_order_of_their_values() {
        let order = ["file.md", "file2.md", "file10.md", "file10a.md", "file100.md"];
        let mut backwards = order;
        backwards.reverse();
        assert_eq!(sorted(backwards), order);
        assert_eq!(sorted(["a10b2", "a010b1", "a9"]), ["a9", "a010b1", "a10b2"]);
    }

    #[test]
    fn case_and_accents_count_only_where_nothing_else_does() {
        // "Äpfel" with a precomposed letter, and with a combining accent.
        for apples in ["Äpfel.md", "A\u{308}pfel.md"] {
            let order = ["Apfel.md", apples, "Apfelsine.md", "birne.md", "Zebra.md"];
            let mut backwards = order;
            backwards.reverse();
            assert_eq!(sorted(backwards), order);
        }
        assert_eq!(sorted(["a", "Ấ", "B", "A"]), ["A", "a", "Ấ", "B"]);
        assert_eq!(sorted(["각.md", "가.md"]), ["가.md", "각.md"]);
    }

    #[test]
    fn what_lies_in_one_folder_stands_together() {
        let order = ["a.eml", "a.eml/x.pdf", "a.eml/Y/z.pdf", "a.eml-b.md", "B/1.md", "b/2.md"];
        let mut backwards = order;
        backwards.reverse();
        assert_eq!(sorted(backwards), order);
    }

    proptest! {
        #[test]
        fn every_two_names_have_one_order(
            one in "[aAäÄ0-2/. _\u{308}]{0,6}", two in "[aAäÄ0-2/. _\u{308}]{0,6}",
            three in "[aAäÄ0-2/. _\u{308}]{0,6}",
        ) {
            prop_assert_eq!(paths(&one, &two), paths(&two, &one).reverse());
            prop_assert_eq!(paths(&one, &two).is_eq(), one == two);
            prop_assert_eq!(key(&one).cmp(&key(&two)), paths(&one, &two));
            if paths(&one, &two).is_le() && paths(&two, &three).is_le() {
                prop_assert!(paths(&one, &three).is_le());
            }
        }
    }
}
