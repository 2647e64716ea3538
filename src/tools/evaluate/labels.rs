//! The measures: their names in the data, and the evaluations that take them.

use std::sync::LazyLock;

use serde::Deserialize;

/// The measures beside times, the most important first.
static LABELS: LazyLock<Vec<MeasureLabel>> =
    LazyLock::new(|| serde_json::from_str(include_str!("measures.json")).unwrap_or_default());

/// A measure.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MeasureLabel {
    /// Its name in the data.
    measure: String,
    /// The evaluations that take it.
    of: MeasuredBy,
    /// True if less of it is better.
    is_cost: bool,
}

/// The evaluations that take a measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum MeasuredBy {
    #[default]
    All,
    Answers,
    Passages,
    Servers,
}

/// The names of the measures that evaluations of this kind take, beside times.
pub(super) fn names(of: MeasuredBy) -> impl Iterator<Item = String> {
    let taken = LABELS.iter().filter(move |label| label.of == of);
    taken.map(|label| label.measure.clone())
}

/// The rank of a measure in a table: the most important first, times last.
pub(super) fn place(name: &str) -> usize {
    let known = LABELS.iter().position(|label| label.measure == name);
    known.unwrap_or(LABELS.len() + usize::from(is_time(name)))
}

/// True if less of a measure is better.
pub(super) fn is_cost(name: &str) -> bool {
    is_time(name) || LABELS.iter().any(|label| label.measure == name && label.is_cost)
}

/// True of a percentile of times, such as `embedding_p95_ms`.
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
        let costs = ["embedding_p95_ms", "wrong", "precision", "own_thing"].map(is_cost);
        assert_eq!(costs, [true, true, false, false]);
    }
}
