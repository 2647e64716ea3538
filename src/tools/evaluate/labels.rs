//! The names of the measures, and their order in a table.

use anyhow::ensure;

/// The measures other than times, the most important first.
const MEASURES: [&str; 12] = [
    "right",
    "said",
    "citations_matched",
    "precision",
    "citations_per_answer",
    "invalid_citations",
    "ndcg_10",
    "mrr",
    "recall_01",
    "recall_03",
    "recall_05",
    "recall_10",
];

/// Measures for which less is better.
const COSTS: [&str; 1] = ["invalid_citations"];

/// Checks that every name with a floor is a measure.
///
/// # Errors
///
/// The first name that is not.
pub(super) fn check_floors(floors: &[(String, f64)]) -> anyhow::Result<()> {
    for (name, _) in floors {
        let is_measure = is_time(name) || MEASURES.contains(&name.as_str());
        ensure!(is_measure, "nothing measures {name}; there are {}", MEASURES.join(", "));
    }
    Ok(())
}

/// Returns the rank of a measure in a table: the most important first, times last.
pub(super) fn place(name: &str) -> usize {
    let known = MEASURES.iter().position(|measure| *measure == name);
    known.unwrap_or(MEASURES.len() + usize::from(is_time(name)))
}

/// Returns true if less of a measure is better.
pub(super) fn is_cost(name: &str) -> bool {
    is_time(name) || COSTS.contains(&name)
}

/// Returns true for a percentile of times, such as `embedding_p95_ms`.
fn is_time(name: &str) -> bool {
    name.ends_with("_ms")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_an_order_and_costs_are_known() {
        let mut names = ["p50_ms", "own_thing", "mrr", "precision"];
        names.sort_by_key(|name| place(name));
        assert_eq!(names, ["precision", "mrr", "own_thing", "p50_ms"]);
        let costs =
            ["embedding_p95_ms", "invalid_citations", "precision", "own_thing"].map(is_cost);
        assert_eq!(costs, [true, true, false, false]);
        assert!(check_floors(&[("mrr".to_owned(), 1.0), ("p50_ms".to_owned(), 1.0)]).is_ok());
        assert!(check_floors(&[("charm".to_owned(), 1.0)]).is_err());
    }
}
