//! The measures: their names in the data and for people, their meaning, and their units.

use std::sync::LazyLock;

use serde::Deserialize;

/// The measures beside times, the most important first.
static LABELS: LazyLock<Vec<MeasureLabel>> =
    LazyLock::new(|| serde_json::from_str(include_str!("measures.json")).unwrap_or_default());

/// A measure for people.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MeasureLabel {
    /// Its name in the data.
    measure: String,
    pub(super) name: String,
    /// Its meaning in a phrase; empty where the name says it.
    pub(super) meaning: String,
    pub(super) kind: Unit,
    /// The evaluations that take it.
    of: MeasuredBy,
    /// True if less of it is better.
    pub(super) is_cost: bool,
}

/// The unit of a measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Unit {
    /// A share, 0 to 1.
    #[default]
    Share,
    /// Milliseconds, of which fewer are better.
    Milliseconds,
    /// A number of things.
    Count,
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

impl MeasureLabel {
    /// A value as it is read.
    pub(super) fn shown(&self, value: f64) -> String {
        match self.kind {
            Unit::Share => format!("{value:.3}"),
            Unit::Count => format!("{value:.2}"),
            Unit::Milliseconds if value < 100.0 => format!("{value:.1} ms"),
            Unit::Milliseconds => format!("{value:.0} ms"),
        }
    }

    /// A value as it is read from afar.
    pub(super) fn large(&self, value: f64) -> String {
        match self.kind {
            Unit::Share => format!("{:.0} %", value * 100.0),
            Unit::Count => format!("{value:.1}"),
            Unit::Milliseconds => self.shown(value),
        }
    }
}

/// The names of the measures that evaluations of this kind take, beside times.
pub(super) fn names(of: MeasuredBy) -> impl Iterator<Item = String> {
    let taken = LABELS.iter().filter(move |label| label.of == of);
    taken.map(|label| label.measure.clone())
}

/// The rank of a measure in a report: the most important first, times last.
pub(super) fn place(name: &str) -> usize {
    let known = LABELS.iter().position(|label| label.measure == name);
    let last = LABELS.len();
    known.unwrap_or(if time(name).is_some() { last + 1 } else { last })
}

/// The label of a measure.
pub(super) fn label(name: &str) -> MeasureLabel {
    let known = LABELS.iter().find(|label| label.measure == name).cloned();
    known
        .or_else(|| time(name))
        .unwrap_or_else(|| MeasureLabel { name: name.replace('_', " "), ..MeasureLabel::default() })
}

/// The label of a percentile of times, as of `embedding_p95_ms`.
fn time(name: &str) -> Option<MeasureLabel> {
    let (what, percent) = name.strip_suffix("_ms")?.rsplit_once('p')?;
    let (what, meaning) = match what {
        "" => ("Time", "from the question to the last word, or to the last passage"),
        "embedding_" => ("Embedding", "turning the question into a vector"),
        "retrieval_" => ("Retrieval", "finding passages, without the embedding"),
        "check_" => ("Check", "whether the passages hold the question"),
        _ => return None,
    };
    let percent: u32 = percent.parse().ok()?;
    let of = match percent {
        50 => "half of the questions".to_owned(),
        _ => format!("{percent} % of the questions"),
    };
    Some(MeasureLabel {
        name: format!("{what}, {of}"),
        meaning: meaning.to_owned(),
        kind: Unit::Milliseconds,
        is_cost: true,
        ..MeasureLabel::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_names_and_units() {
        let precision = label("precision");
        assert_eq!(precision.large(0.486), "49 %");
        assert_eq!(precision.shown(0.4861), "0.486");
        let time = label("embedding_p95_ms");
        assert_eq!(time.name, "Embedding, 95 % of the questions");
        assert_eq!(time.shown(3.21), "3.2 ms");
        assert_eq!(label("p50_ms").name, "Time, half of the questions");
        assert_eq!(label("own_thing").name, "own thing");
        let mut names = ["p50_ms", "own_thing", "mrr", "precision"];
        names.sort_by_key(|name| place(name));
        assert_eq!(names, ["precision", "mrr", "own_thing", "p50_ms"]);
    }
}
