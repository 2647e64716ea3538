//! Measures of each question, and of all together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::measures::{mean, percentile};

/// The results of one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// The question.
    pub question: String,
    /// The text shown for it; empty if passages were only searched for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// The sources that it cites, or the documents found, best first.
    pub cited: Vec<String>,
    /// The sources that it should cite, or the documents that should be found.
    pub truth: Vec<String>,
    /// A good answer, if one is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// The rank of each source of `truth` among the passages found, from 1; `None` if it is not among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Option<usize>>,
    /// The requirements that the answer does not meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    /// The measures, by name.
    pub measures: BTreeMap<String, f64>,
    /// Milliseconds from the question to the last event, or to the last passage if passages were only searched for.
    pub elapsed_ms: f64,
    /// The part of these milliseconds in which the question was embedded, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding_ms: Option<f64>,
    /// The rest of these milliseconds, in which passages were found, if nothing else was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_ms: Option<f64>,
}

/// The measures of all questions together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of questions.
    pub questions: usize,
    /// Each measure, averaged over the questions that have it, and measures of all questions together.
    #[serde(flatten)]
    pub measures: BTreeMap<String, f64>,
}

impl Summary {
    /// Returns a measure by its name.
    pub fn of(&self, name: &str) -> Option<f64> {
        self.measures.get(name).copied()
    }
}

/// Summarises the outcomes.
pub fn summary(outcomes: &[Outcome]) -> Summary {
    let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (name, value) in outcomes.iter().flat_map(|outcome| &outcome.measures) {
        values.entry(name).or_default().push(*value);
    }
    let means = values.into_iter();
    let means = means.filter_map(|(name, values)| Some((name.to_owned(), mean(&values)?)));
    let mut measures: BTreeMap<String, f64> = means.collect();
    let embedding: Vec<f64> = outcomes.iter().filter_map(|o| o.embedding_ms).collect();
    measures.extend(times("embedding_", &embedding));
    if !embedding.is_empty() {
        let retrieval: Vec<f64> = outcomes.iter().filter_map(|o| o.retrieval_ms).collect();
        measures.extend(times("retrieval_", &retrieval));
    }
    let elapsed: Vec<f64> = outcomes.iter().map(|outcome| outcome.elapsed_ms).collect();
    measures.extend(times("", &elapsed));
    Summary { questions: outcomes.len(), measures }
}

/// Returns the percentiles of times in milliseconds, if there are any.
fn times(prefix: &str, times: &[f64]) -> Vec<(String, f64)> {
    let percents = [50, 95, 99].into_iter().filter(|_| !times.is_empty());
    percents.map(|at| (format!("{prefix}p{at}_ms"), percentile(times, at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_averaged_over_the_questions_that_have_them() {
        let outcome = |measures: &[(&str, f64)], elapsed_ms| Outcome {
            measures: measures.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect(),
            elapsed_ms,
            ..Outcome::default()
        };
        let summary = summary(&[
            outcome(&[("precision", 0.5)], 1.0),
            outcome(&[("precision", 1.0)], 3.0),
            outcome(&[], 2.0),
        ]);
        assert_eq!(summary.questions, 3);
        assert_eq!(summary.of("precision"), Some(0.75));
        assert_eq!(summary.of("p50_ms"), Some(2.0));
        assert_eq!(summary.of("mrr"), None);
    }
}
