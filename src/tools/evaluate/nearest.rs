//! The known name that a mistyped one is nearest to.

/// The name that fewest edits lead to, if they are at most a third of its letters.
pub(super) fn nearest<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let names = names.into_iter().map(|name| (strsim::levenshtein(typed, name), name));
    let similar = names.filter(|(edits, name)| 3 * edits <= name.chars().count());
    similar.min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_unless_all_are_far() {
        let names = ["question", "truth", "citations"];
        assert_eq!(nearest("citation", names), Some("citations"));
        assert_eq!(nearest("questoin", names), Some("question"));
        assert_eq!(nearest("sources", names), None);
        assert_eq!(nearest("", names), None);
    }
}
