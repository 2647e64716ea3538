//! Reciprocal rank fusion: merges several rankings by rank only.

use std::collections::HashMap;

use super::Hit;

/// The constant of reciprocal rank fusion: the larger it is, the less the first ranks count. 60 is the value in
/// Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods",
/// SIGIR 2009.
const RRF_K: f32 = 60.0;

/// Merges rankings, best first and without duplicates. The score of a passage is the sum of `1 / (60 + rank)` over its
/// ranks, from 1; ties go to the earlier ranking. The scores within the rankings are ignored, because scores of
/// different searches are not comparable.
pub fn fused(rankings: &[Vec<Hit>]) -> Vec<Hit> {
    let mut fused: Vec<Hit> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for ranking in rankings {
        for (rank, hit) in (1_u16..).zip(ranking) {
            let next = fused.len();
            let place = *places.entry(&hit.passage.id).or_insert(next);
            if place == next {
                fused.push(Hit { score: 0.0, ..hit.clone() });
            }
            if let Some(hit) = fused.get_mut(place) {
                hit.score += 1.0 / (RRF_K + f32::from(rank));
            }
        }
    }
    fused.sort_by(|a, b| b.score.total_cmp(&a.score));
    fused
}
