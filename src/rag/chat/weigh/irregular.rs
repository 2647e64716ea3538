//! English words whose forms differ by more than an ending: "lose" and "lost".

use crate::text::list::has;

/// Lines of stems that are forms of one word. Forms that are as often another word are missing: "left".
const GROUPS: &str = include_str!("irregular.txt");

/// The stems of all forms of a word, this one included; none if the word is regular.
pub(super) fn forms(stem: &str) -> Vec<&'static str> {
    let group = GROUPS.lines().find(|group| has(group, stem));
    group.unwrap_or_default().split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::index::stems;

    #[test]
    fn forms_are_stems_and_stand_in_one_group_only() {
        let all: Vec<&str> = GROUPS.split_whitespace().collect();
        for stem in &all {
            assert_eq!(stems(stem), [*stem]);
            assert_eq!(all.iter().filter(|other| *other == stem).count(), 1);
        }
        assert!(forms("lost").contains(&"lose") && forms("boat").is_empty());
    }
}
