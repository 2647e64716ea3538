//! English words whose forms differ by more than an ending: "lose" and "lost".

/// Groups of stems that are forms of one word. Forms that are as often another word are missing: "left".
const GROUPS: &[&[&str]] = &[
    &["lose", "lost"],
    &["pay", "paid"],
    &["take", "took", "taken"],
    &["buy", "bought"],
    &["send", "sent"],
    &["keep", "kept"],
    &["break", "broke", "broken"],
    &["fall", "fell", "fallen"],
    &["hold", "held"],
    &["lend", "lent"],
    &["sell", "sold"],
    &["think", "thought"],
    &["win", "won"],
    &["write", "wrote", "written"],
    &["give", "gave", "given"],
    &["teach", "taught"],
    &["speak", "spoke", "spoken"],
    &["steal", "stole", "stolen"],
    &["wear", "wore", "worn"],
    &["child", "children"],
    &["man", "men"],
    &["woman", "women"],
    &["person", "peopl"],
    &["foot", "feet"],
    &["tooth", "teeth"],
];

/// The stems of all forms of a word, this one included; none if the word is regular.
pub(super) fn forms(stem: &str) -> &'static [&'static str] {
    let group = GROUPS.iter().find(|group| group.contains(&stem));
    group.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::index::stems;

    #[test]
    fn forms_are_stems_and_stand_in_one_group_only() {
        for (at, group) in GROUPS.iter().enumerate() {
            for stem in *group {
                assert_eq!(stems(stem), [*stem]);
                assert!(
                    GROUPS
                        .iter()
                        .skip(at + 1)
                        .all(|other| !other.contains(stem))
                );
            }
        }
        assert!(forms("lost").contains(&"lose") && forms("boat").is_empty());
    }
}
