//! The results of several searches merged into one ranking.

use std::collections::HashSet;

use footnote_retrieval::Hit;
use footnote_retrieval::fusion::fused;

/// The best `top` of the rankings, fused by their ranks, best first, no passage twice. The best hit of each search
/// is certain of its place.
pub(super) fn merged(rankings: &[Vec<Hit>], top: usize) -> Vec<Hit> {
    let firsts = rankings.iter().filter_map(|ranking| ranking.first());
    let firsts: HashSet<&str> = firsts.map(|hit| hit.passage.id.as_str()).collect();
    let is_first = |hit: &Hit| firsts.contains(hit.passage.id.as_str());
    let (mut seated, others): (Vec<_>, Vec<_>) = fused(rankings).into_iter().partition(is_first);
    seated.extend(others);
    seated.truncate(top);
    seated.sort_by(|a, b| b.score.total_cmp(&a.score));
    seated
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::hit;

    /// A ranking of passages, each named by its document and its place there.
    fn ranking(names: &[(usize, usize)]) -> Vec<Hit> {
        let one = |(document, place): &(usize, usize)| {
            hit(&format!("{document}.md"), None, &place.to_string(), 1.0)
        };
        names.iter().map(one).collect()
    }

    fn ids(hits: &[Hit]) -> Vec<&str> {
        hits.iter().map(|hit| hit.passage.id.as_str()).collect()
    }

    #[test]
    fn what_several_searches_find_comes_first() {
        let rankings = [ranking(&[(1, 1), (2, 1)]), ranking(&[(3, 1), (2, 1)])];
        assert_eq!(ids(&merged(&rankings, 9)), ["2.md#1", "1.md#1", "3.md#1"]);
    }

    #[test]
    fn the_best_of_each_search_has_a_seat() {
        let shared = [(1, 1), (2, 1), (3, 1)];
        let rankings = [ranking(&shared), ranking(&shared), ranking(&[(9, 9)])];
        assert_eq!(ids(&merged(&rankings, 2)), ["1.md#1", "9.md#9"]);
    }

    proptest! {
        #[test]
        fn a_merged_ranking_keeps_its_limits(
            names in prop::collection::vec(
                prop::collection::hash_set((0_usize..5, 0_usize..5), 0..9), 0..6),
            top in 0_usize..12,
        ) {
            let names = names.into_iter().map(|one| one.into_iter().collect::<Vec<_>>());
            let rankings: Vec<Vec<Hit>> = names.map(|one| ranking(&one)).collect();
            let merged = merged(&rankings, top);
            prop_assert!(merged.len() <= top);
            prop_assert!(merged.is_sorted_by(|a, b| a.score >= b.score));
            let mut unique = ids(&merged);
            unique.sort_unstable();
            unique.dedup();
            prop_assert_eq!(unique.len(), merged.len());
        }
    }
}
