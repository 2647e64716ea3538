//! Few passages from many pages: two passages of one page leave no room for another page's.

use std::collections::HashSet;
use std::hash::Hash;

/// The first `top` of `ranked`, in their order: of each page but the first, as long as there are others.
/// An item without a page counts as a page of its own.
pub(super) fn spread<T, P: Eq + Hash>(
    ranked: Vec<T>,
    top: usize,
    page: impl Fn(&T) -> Option<P>,
) -> Vec<T> {
    let mut seen = HashSet::new();
    let is_first = |one: &T| page(one).is_none_or(|page| seen.insert(page));
    let firsts: Vec<bool> = ranked.iter().map(is_first).collect();
    let count = firsts.iter().filter(|is_first| **is_first).count();
    let mut room = top.saturating_sub(count);
    let chosen = ranked.into_iter().zip(firsts).filter(|(_, is_first)| {
        let is_in = *is_first || room > 0;
        room -= usize::from(is_in && !is_first);
        is_in
    });
    chosen.map(|(one, _)| one).take(top).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ranked: &[(&'static str, Option<u32>)], top: usize) -> String {
        let chosen = spread(ranked.to_vec(), top, |(_, page)| *page);
        chosen.iter().map(|(name, _)| *name).collect()
    }

    #[test]
    fn a_page_stands_once_while_there_are_others() {
        let ranked = [
            ("a", Some(1)),
            ("b", Some(1)),
            ("c", Some(2)),
            ("d", Some(1)),
        ];
        assert_eq!(of(&ranked, 2), "ac");
        assert_eq!(of(&ranked, 3), "abc");
        assert_eq!(of(&ranked, 9), "abcd");
    }

    #[test]
    fn what_has_no_page_is_taken_as_it_comes() {
        assert_eq!(of(&[("a", None), ("b", None), ("c", Some(1))], 2), "ab");
    }
}
