//! The known name that a mistyped one is nearest to.

/// The name that fewest edits lead to, if they are at most a third of its letters.
pub(super) fn nearest<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let names = names.into_iter().map(|name| (edits(typed, name), name));
    let near = names.filter(|(edits, name)| 3 * edits <= name.chars().count());
    near.min().map(|(_, name)| name)
}

/// The edit distance: letters to be put in, left out or exchanged to make one of the other.
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (at, letter) in one.chars().enumerate() {
        let (mut diagonal, mut left) = (at, at + 1);
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, wanted) in row.iter_mut().skip(1).zip(other.chars()) {
            let exchanged = diagonal + usize::from(letter != wanted);
            diagonal = *cell;
            *cell = exchanged.min(diagonal + 1).min(left + 1);
            left = *cell;
        }
    }
    row.last().copied().unwrap_or_default()
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

    #[test]
    fn edits_are_counted() {
        for (one, other, count) in [
            ("", "", 0),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("äb", "ab", 1),
        ] {
            assert_eq!((edits(one, other), edits(other, one)), (count, count));
        }
    }
}
