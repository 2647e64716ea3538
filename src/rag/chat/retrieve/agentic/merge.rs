//! The results of several searches merged into one ranking.

use std::collections::HashMap;

use crate::rag::retrieval::Hit;

/// The constant of reciprocal rank fusion, with its usual value: the larger, the less the first ranks count.
const SMOOTHING: f32 = 60.0;

/// A passage with its merged score.
#[derive(Clone, Debug)]
struct Entry {
    hit: Hit,
    /// The sum of its shares in all rankings.
    score: f32,
    /// True if it is the best hit of a search, and so certain of its place.
    is_best: bool,
}

/// The best `top` of the rankings, best first, no passage twice; each counts by its ranks alone, since
/// scores of different searches do not compare.
pub(super) fn merged(rankings: &[Vec<Hit>], top: usize) -> Vec<Hit> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for ranking in rankings {
        for (rank, hit) in ranking.iter().enumerate() {
            let next = entries.len();
            let place = *places.entry(hit.passage.id.clone()).or_insert(next);
            if place == next {
                entries.push(Entry { hit: hit.clone(), score: 0.0, is_best: false });
            }
            if let Some(entry) = entries.get_mut(place) {
                entry.score += share(rank);
                entry.is_best |= rank == 0;
            }
        }
    }
    // The sort is stable: of equals, the ones of the earlier search come first.
    entries.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (mut seated, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|one| one.is_best);
    seated.extend(others);
    seated.truncate(top);
    seated.sort_by(|a, b| b.score.total_cmp(&a.score));
    let hit = |Entry { hit, score, .. }| Hit { score, ..hit };
    seated.into_iter().map(hit).collect()
}

fn share(rank: usize) -> f32 {
    1.0 / (SMOOTHING + 1.0 + rank as f32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rag::chat::tests::hit;

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
