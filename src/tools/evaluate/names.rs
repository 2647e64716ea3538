//! The names of all measures, so that a mistyped one is reported before anything is asked.

use anyhow::bail;

use super::EvaluateArguments;
use super::audit::corruptions;
use super::labels::{self, MeasuredBy};
use super::nearest::nearest;

/// The percentiles of times that are reported.
pub(super) const PERCENTS: [usize; 3] = [50, 95, 99];

/// The name of a percentile of times; `what` ends in `_`, or is empty for the time in all.
pub(super) fn time(what: &str, percent: usize) -> String {
    format!("{what}p{percent}_ms")
}

/// Checks that every measure with a floor can be measured.
///
/// # Errors
///
/// The first name of a floor that nothing here measures.
pub(super) fn check(arguments: &EvaluateArguments) -> anyhow::Result<()> {
    let names = measurable(arguments);
    for (name, _) in &arguments.floor {
        if names.contains(name) {
            continue;
        }
        match nearest(name, names.iter().map(String::as_str)) {
            Some(meant) => bail!("nothing here measures {name}; is {meant} meant?"),
            None => bail!("nothing here measures {name}; there are {}", names.join(", ")),
        }
    }
    Ok(())
}

/// All that these arguments may come to.
fn measurable(arguments: &EvaluateArguments) -> Vec<String> {
    let is_collection = arguments.questions.is_dir();
    let (own, times): (_, &[&str]) = if is_collection {
        (MeasuredBy::Passages, &["", "embedding_", "retrieval_", "check_"])
    } else {
        (MeasuredBy::Answers, &["", "embedding_"])
    };
    let mut names: Vec<String> = labels::names(own).chain(labels::names(MeasuredBy::All)).collect();
    if arguments.url.is_some() {
        names.extend(labels::names(MeasuredBy::Servers));
    }
    if arguments.audit {
        let of =
            |corruption| ["precision", "recall"].map(|what| format!("audit_{corruption}_{what}"));
        names.extend(corruptions().into_iter().flat_map(of));
    }
    let percents = |what: &&str| PERCENTS.map(|percent| time(what, percent));
    names.extend(times.iter().flat_map(percents));
    names
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: EvaluateArguments,
    }

    fn fault(line: &[&str]) -> Option<String> {
        let line = [&["evaluate"], line].concat();
        let arguments = Line::parse_from(line).arguments;
        check(&arguments).err().map(|fault| fault.to_string())
    }

    #[test]
    fn a_floor_that_nothing_measures_is_told_with_what_does() {
        assert_eq!(fault(&["q.jsonl", "--floor", "precision=0.5"]), None);
        let mistyped = fault(&["q.jsonl", "--floor", "presicion=0.5"]).unwrap();
        assert!(mistyped.ends_with("is precision meant?"), "{mistyped}");
        let other = fault(&["q.jsonl", "--floor", "charm=0.5"]).unwrap();
        assert!(other.contains("rouge_l, token_f1"), "{other}");
    }

    #[test]
    fn what_is_measured_depends_on_what_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().to_str().unwrap();
        assert!(fault(&["q.jsonl", "--floor", "ndcg_10=0.5"]).is_some());
        assert_eq!(fault(&[folder, "--floor", "ndcg_10=0.5"]), None);
        assert_eq!(fault(&[folder, "--floor", "check_p95_ms=1"]), None);
        assert!(fault(&["q.jsonl", "--floor", "audit_number_recall=1"]).is_some());
        let audited = ["q.jsonl", "--audit", "--floor", "audit_number_recall=1"];
        assert_eq!(fault(&audited), None);
    }
}
