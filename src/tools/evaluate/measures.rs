//! Formulas for the quality of a ranking.

use std::collections::BTreeMap;

/// Number of ranks that [`ndcg`] examines.
pub(super) const RANKS: usize = 10;

/// Cumulative gain of the first ten, discounted by rank, as a share of the best possible.
///
/// `gains` are the gains of the ranked documents, best rank first; `ideal` are all existing gains.
fn ndcg(gains: &[f64], ideal: &[f64]) -> f64 {
    let mut best = ideal.to_vec();
    best.sort_by(|a, b| b.total_cmp(a));
    let possible = discounted(&best);
    if possible > 0.0 { discounted(gains) / possible } else { 0.0 }
}

/// Returns the measures of a ranking, best rank first, by the relevance of each thing.
pub(super) fn ranked(found: &[String], relevance: &BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let gains: Vec<f64> =
        found.iter().map(|one| relevance.get(one).copied().unwrap_or_default()).collect();
    let ideal: Vec<f64> = relevance.values().copied().collect();
    let relevant = ideal.iter().filter(|relevance| **relevance > 0.0).count();
    let mut measured = BTreeMap::from([
        ("ndcg_10".to_owned(), ndcg(&gains, &ideal)),
        ("mrr".to_owned(), reciprocal_rank(&gains)),
    ]);
    for ranks in [1, 3, 5, RANKS] {
        measured.insert(format!("recall_{ranks:02}"), recall(&gains, relevant, ranks));
    }
    measured
}

fn discounted(gains: &[f64]) -> f64 {
    let ranked = gains.iter().take(RANKS).enumerate();
    ranked.map(|(rank, gain)| gain / (number(rank) + 2.0).log2()).sum()
}

/// One over the rank of the first relevant document; 0 if there is none.
fn reciprocal_rank(gains: &[f64]) -> f64 {
    let first = gains.iter().position(|gain| *gain > 0.0);
    first.map_or(0.0, |rank| 1.0 / (number(rank) + 1.0))
}

/// Share of the `relevant` documents among the first `ranks`.
fn recall(gains: &[f64], relevant: usize, ranks: usize) -> f64 {
    let found = gains.iter().take(ranks).filter(|gain| **gain > 0.0).count();
    number(found) / number(relevant.max(1))
}

/// Returns the value that `percent` of the values do not exceed; 0 if there are none.
pub(super) fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(rank).copied().unwrap_or_default()
}

/// Returns the mean; `None` if there are no values.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / number(values.len()))
}

/// 1 for true, 0 for false.
pub(super) fn truth(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

/// Returns a count as a number.
pub(super) fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-6
    }

    #[test]
    fn a_perfect_ranking_gains_everything() {
        assert!(close(ndcg(&[1.0, 1.0], &[1.0, 1.0]), 1.0));
        assert!(close(ndcg(&[0.0, 1.0], &[1.0]), 1.0 / 3.0_f64.log2()));
        assert!(close(ndcg(&[0.0; 12], &[1.0]), 0.0));
        // (1 + 3 / log2 3) / (3 + 1 / log2 3)
        assert!(close(ndcg(&[1.0, 3.0], &[1.0, 3.0]), 0.796_707_6));
        // The eleventh rank does not count.
        let late = [[0.0; 10].as_slice(), &[1.0]].concat();
        assert!(close(ndcg(&late, &[1.0]), 0.0));
        assert!(close(ndcg(&[], &[]), 0.0));
    }

    #[test]
    fn ranks_count_from_one() {
        assert!(close(reciprocal_rank(&[0.0, 1.0]), 0.5));
        assert!(close(reciprocal_rank(&[0.0, 0.0]), 0.0));
        let gains = [0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        for (ranks, share) in [(1, 0.0), (3, 0.25), (5, 0.5), (10, 0.75)] {
            assert!(close(recall(&gains, 4, ranks), share), "{ranks}");
        }
    }

    #[test]
    fn percentiles_are_values_that_occur() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!(close(percentile(&values, 50), 50.0));
        assert!(close(percentile(&values, 99), 99.0));
        let few = [5.0, 1.0, 4.0, 2.0, 3.0];
        let of_few = [50, 95, 99].map(|percent| percentile(&few, percent));
        assert!(close(of_few[0], 3.0) && close(of_few[1], 5.0) && close(of_few[2], 5.0));
        assert!(close(percentile(&[], 50), 0.0));
    }

    #[test]
    fn a_ranking_is_measured_against_what_documents_are_worth() {
        let relevance = [("a", 2.0), ("b", 1.0), ("c", 0.0)];
        let relevance = relevance.map(|(id, relevance)| (id.to_owned(), relevance)).into();
        let found = ["c", "b", "x", "a"].map(str::to_owned);
        let measures = ranked(&found, &relevance);
        let is = |name: &str, value| assert!(close(measures[name], value), "{name}: {measures:?}");
        is("recall_01", 0.0);
        is("recall_03", 0.5);
        is("recall_05", 1.0);
        is("mrr", 0.5);
        // (1 / log2 3 + 2 / log2 5) / (2 + 1 / log2 3)
        is("ndcg_10", 0.567_207_4);
    }
}
