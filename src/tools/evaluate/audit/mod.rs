//! Measuring the check on given answers: how many true statements it marks, and how many altered copies.

mod corruption;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use footnote_answers::audit::{SourceText, audit};
use footnote_documents::hash::hash;
use footnote_protocol::audit::{Checked, Verdict};
use serde::{Deserialize, Serialize};

use self::corruption::{Corruption, corrupted, names_of};

/// An answer whose statements are all true, with the sources that its writer was shown.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct GivenAnswer {
    /// The answer with its citations.
    answer: String,
    /// The sources, as `source: text`.
    sources: Vec<String>,
}

/// A true statement with its verdict, and the verdicts on copies with one thing altered.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GradedStatement {
    /// The statement.
    text: String,
    /// `a` or `b`: rules are developed on one half, and the other half shows whether they generalise.
    half: char,
    verdict: Verdict,
    is_marked: bool,
    missing: Vec<String>,
    /// The altered copies.
    altered: Vec<AlteredStatement>,
}

/// A false copy of a statement.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AlteredStatement {
    /// The kind of alteration.
    kind: &'static str,
    /// The copy.
    text: String,
    is_marked: bool,
}

/// Checks the statements of all answers, unchanged and altered.
pub(super) fn graded(answers: &[GivenAnswer]) -> Vec<GradedStatement> {
    let texts = answers.iter().flat_map(|given| &given.sources).cloned();
    let names = names_of(&texts.collect::<Vec<_>>());
    answers.iter().flat_map(|given| graded_answer(given, &names)).collect()
}

fn graded_answer(given: &GivenAnswer, names: &[String]) -> Vec<GradedStatement> {
    let answer = given.answer.replace("**", "").replace('`', "");
    let parted = given.sources.iter().filter_map(|source| source.split_once(": "));
    let texts: Vec<SourceText> = parted
        .map(|(source, text)| SourceText { source: source.to_owned(), text: text.to_owned() })
        .collect();
    let evidence = given.sources.join("\n");
    let checked = audit(&answer, &[], &texts).statements;
    let graded = checked.iter().enumerate().map(|(at, one)| {
        let altered = Corruption::ALL.into_iter().filter_map(|(kind, corruption)| {
            let text = corrupted(corruption, &one.text, &evidence, names)?;
            let is_marked = is_caught(&answer, (at, one), &text, &texts);
            Some(AlteredStatement { kind, text, is_marked })
        });
        GradedStatement {
            half: if hash(one.text.as_bytes()) >> 127 == 0 { 'a' } else { 'b' },
            altered: altered.collect(),
            text: one.text.clone(),
            verdict: one.verdict,
            is_marked: one.is_doubted(),
            missing: one.missing.clone(),
        }
    });
    graded.collect()
}

/// Returns true if an altered statement is marked: in its answer, or on its own if the answer has it in other
/// characters.
fn is_caught(
    answer: &str,
    (at, one): (usize, &Checked),
    altered: &str,
    texts: &[SourceText],
) -> bool {
    if answer.contains(&one.text) {
        let checked = audit(&answer.replacen(&one.text, altered, 1), &[], texts).statements;
        if let Some(checked) = checked.get(at).filter(|checked| checked.text == altered) {
            return checked.is_doubted();
        }
    }
    let mut cited = altered.to_owned();
    for source in &one.sources {
        let _ = write!(cited, " [{source}]");
    }
    audit(&cited, &[], texts).statements.iter().any(Checked::is_doubted)
}

/// Returns the number of statements that are marked: of the true ones, and of each kind of altered ones.
pub(super) fn counts(
    statements: &[GradedStatement],
    half: Option<char>,
) -> BTreeMap<&'static str, (usize, usize)> {
    let mut counts: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
    let mut count = |kind, is_marked| {
        let (marked, all) = counts.entry(kind).or_default();
        *marked += usize::from(is_marked);
        *all += 1;
    };
    for one in statements.iter().filter(|one| half.is_none_or(|half| one.half == half)) {
        count("true", one.is_marked);
        for altered in &one.altered {
            count(altered.kind, altered.is_marked);
        }
    }
    counts
}

/// Returns a table of the counts, with a row for each half and for both.
pub(super) fn table(statements: &[GradedStatement]) -> String {
    let kinds = || ["true"].into_iter().chain(Corruption::ALL.map(|(kind, _)| kind));
    let row = |name: &str, half| {
        let counts = counts(statements, half);
        let cells = kinds().map(|kind| {
            let (marked, all) = counts.get(kind).copied().unwrap_or_default();
            format!("{marked} of {all}")
        });
        format!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    let head = format!("| marked of | {} |", kinds().collect::<Vec<_>>().join(" | "));
    let rule = format!("|{}", " --- |".repeat(kinds().count() + 1));
    [head, rule, row("half a", Some('a')), row("half b", Some('b')), row("all", None)].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_statements_pass_and_altered_copies_are_marked() {
        let given = GivenAnswer {
            answer: "The lighthouse of Skagen is 46 metres high [skagen.md]. It was lit on 1 \
                     November 1858 [skagen.md]."
                .to_owned(),
            sources: vec![
                "skagen.md: The lighthouse of Skagen is 46 metres high. It was lit on 1 November \
                 1858."
                    .to_owned(),
                "other.md: The harbour of Ebeltoft is deep.".to_owned(),
            ],
        };
        let graded = graded(&[given]);
        let counts = counts(&graded, None);
        assert_eq!(counts["true"], (0, 2));
        assert_eq!(counts["number"], (1, 1));
        assert_eq!(counts["date"], (1, 1));
        assert_eq!(counts["negation"], (2, 2), "{graded:?}");
        assert!(table(&graded).contains("| all | 0 of 2 |"));
    }
}
