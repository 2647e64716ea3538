//! The names of measures for people, and their meaning.

/// A measure for people.
pub(super) struct Label {
    pub(super) name: String,
    /// Its meaning in a phrase; empty where the name says it.
    pub(super) meaning: &'static str,
    pub(super) kind: Kind,
}

/// The unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A share, 0 to 1.
    Share,
    /// Milliseconds, of which fewer are better.
    Milliseconds,
    /// A number of things.
    Count,
}

impl Label {
    /// A value as it is read.
    pub(super) fn shown(&self, value: f64) -> String {
        match self.kind {
            Kind::Share => format!("{value:.3}"),
            Kind::Count => format!("{value:.2}"),
            Kind::Milliseconds if value < 100.0 => format!("{value:.1} ms"),
            Kind::Milliseconds => format!("{value:.0} ms"),
        }
    }

    /// A value as it is read from afar.
    pub(super) fn large(&self, value: f64) -> String {
        match self.kind {
            Kind::Share => format!("{:.0} %", value * 100.0),
            Kind::Count => format!("{value:.1}"),
            Kind::Milliseconds => self.shown(value),
        }
    }
}

/// Each measure: its name in the data, its name for people, its meaning.
const KNOWN: [(&str, &str, &str, Kind); 17] = [
    (
        "citations_matched",
        "True citations given",
        "share of the expected sources that the answer cites",
        Kind::Share,
    ),
    (
        "precision",
        "Citations that are true",
        "share of the cited sources that are expected",
        Kind::Share,
    ),
    (
        "citations_per_answer",
        "Citations per answer",
        "different sources that an answer cites",
        Kind::Count,
    ),
    (
        "any_citation",
        "Answers with a citation",
        "share of the answers that cite anything",
        Kind::Share,
    ),
    (
        "invalid_citations",
        "Invalid citations",
        "brackets per answer that name none of the passages found",
        Kind::Count,
    ),
    (
        "refusals_matched",
        "Refused rightly",
        "share of the questions without an answer that are refused",
        Kind::Share,
    ),
    (
        "answers_refused",
        "Refused wrongly",
        "share of the questions with an answer that are refused",
        Kind::Share,
    ),
    (
        "failed",
        "Failed",
        "share of the questions that the server did not answer",
        Kind::Share,
    ),
    (
        "rouge_l",
        "Likeness in order",
        "ROUGE-L: longest common sequence of words with the expected answer",
        Kind::Share,
    ),
    (
        "token_f1",
        "Likeness in words",
        "words shared with the expected answer (F1)",
        Kind::Share,
    ),
    (
        "refusal_auc",
        "Telling what can be answered",
        "chance that an answerable question is thought likelier to be one than another (AUC)",
        Kind::Share,
    ),
    (
        "ndcg_10",
        "Ranking of ten",
        "nDCG@10: true documents, the earlier the better",
        Kind::Share,
    ),
    (
        "mrr",
        "First true document",
        "MRR: one over the rank of the first true document",
        Kind::Share,
    ),
    (
        "recall_01",
        "Found first",
        "share of the true documents at rank 1",
        Kind::Share,
    ),
    (
        "recall_03",
        "Found among three",
        "share of the true documents among the first three",
        Kind::Share,
    ),
    (
        "recall_05",
        "Found among five",
        "share of the true documents among the first five",
        Kind::Share,
    ),
    (
        "recall_10",
        "Found among ten",
        "share of the true documents among the first ten",
        Kind::Share,
    ),
];

/// The rank of a measure in a report: the most important first, times last.
pub(super) fn place(name: &str) -> usize {
    let known = KNOWN.iter().position(|(known, ..)| *known == name);
    let last = KNOWN.len();
    known.unwrap_or(if time(name).is_some() { last + 1 } else { last })
}

/// The label of a measure.
pub(super) fn label(name: &str) -> Label {
    if let Some((_, label, meaning, kind)) = KNOWN.iter().find(|(known, ..)| *known == name) {
        return Label {
            name: (*label).to_owned(),
            meaning,
            kind: *kind,
        };
    }
    match time(name) {
        Some((name, meaning)) => Label {
            name,
            meaning,
            kind: Kind::Milliseconds,
        },
        None => Label {
            name: name.replace('_', " "),
            meaning: "",
            kind: Kind::Share,
        },
    }
}

/// The name of a percentile of times, as in `embedding_p95_ms`.
fn time(name: &str) -> Option<(String, &'static str)> {
    let (what, percent) = name.strip_suffix("_ms")?.rsplit_once('p')?;
    let (what, meaning) = match what {
        "" => (
            "Time",
            "from the question to the last word, or to the last passage",
        ),
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
    Some((format!("{what}, {of}"), meaning))
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
