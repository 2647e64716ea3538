//! Measures of each question, and of all together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::grade::Grade;
use super::measures::{area_under_curve, mean, percentile};

/// The results of one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// The question.
    pub question: String,
    /// The answer's Markdown; empty if passages were only searched for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// The sources that it cites, or the documents found, best first.
    pub cited: Vec<String>,
    /// The sources that it should cite, or the documents that should be found.
    pub truth: Vec<String>,
    /// A good answer, if one is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// The passages found, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Ranked>,
    /// The kind of question, if it has one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The grade of the answer, if its question has requirements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// The reasons why the grade is not the best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    /// The measures, by name.
    pub measures: BTreeMap<String, f64>,
    /// True if the documents hold the answer; `None` if unknown.
    pub answerable: Option<bool>,
    /// True if it was refused; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<bool>,
    /// The probability that the documents answer.
    #[serde(alias = "support")]
    pub confidence: Option<f64>,
    /// Milliseconds from the question to the last event, or to the last passage if passages were only searched for.
    pub elapsed_ms: f64,
    /// The part of these milliseconds in which the question was embedded, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding_ms: Option<f64>,
    /// The rest of these milliseconds, in which passages were found, if nothing else was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_ms: Option<f64>,
    /// Milliseconds afterwards for checking whether the passages answer the question, if nothing else was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_ms: Option<f64>,
}

/// A passage found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ranked {
    /// Its source, or its document.
    pub source: String,
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
    let confidence = |answerable: bool| -> Vec<f64> {
        let those = outcomes.iter().filter(|o| o.answerable == Some(answerable));
        those.filter_map(|outcome| outcome.confidence).collect()
    };
    if let Some(area) = area_under_curve(&confidence(true), &confidence(false)) {
        measures.insert("refusal_auc".to_owned(), area);
    }
    let embedding: Vec<f64> = outcomes.iter().filter_map(|o| o.embedding_ms).collect();
    measures.extend(times("embedding_", &embedding));
    if !embedding.is_empty() {
        let retrieval: Vec<f64> = outcomes.iter().filter_map(|o| o.retrieval_ms).collect();
        measures.extend(times("retrieval_", &retrieval));
    }
    let check: Vec<f64> = outcomes.iter().filter_map(|o| o.check_ms).collect();
    measures.extend(times("check_", &check));
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
        let outcome = |measures: &[(&str, f64)], answerable, confidence, elapsed_ms| Outcome {
            measures: measures.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect(),
            answerable: Some(answerable),
            confidence: Some(confidence),
            elapsed_ms,
            ..Outcome::default()
        };
        let summary = summary(&[
            outcome(&[("precision", 0.5)], true, 2.0, 1.0),
            outcome(&[("precision", 1.0)], true, 1.5, 3.0),
            outcome(&[], false, 0.5, 2.0),
        ]);
        assert_eq!(summary.questions, 3);
        assert_eq!(summary.of("precision"), Some(0.75));
        assert_eq!(summary.of("refusal_auc"), Some(1.0));
        assert_eq!(summary.of("p50_ms"), Some(2.0));
        assert_eq!(summary.of("mrr"), None);
    }
}
