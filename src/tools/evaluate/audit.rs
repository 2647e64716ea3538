//! Measuring the check on given answers: how many true statements it marks, and how many with a changed number.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use footnote_answers::audit::{SourceText, audit};
use footnote_documents::hash::hash;
use footnote_protocol::audit::{Checked, Verdict};
use footnote_text::source;
use serde::{Deserialize, Serialize};

use crate::rng::SeededRng;

/// The beginning of a document among the texts that a model was shown.
const DOCUMENT: &str = "Document “";

/// The lines around the documents of a prompt and around the result of a tool.
const SOURCES: [&str; 2] = ["<sources>", "</sources>"];

/// The kinds of statements that are counted.
const KINDS: [&str; 4] = ["true", "false", "number", "large"];

/// An answer with what its writer was shown.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct GivenAnswer {
    /// The question.
    #[serde(default)]
    question: String,
    /// The answer with its citations.
    answer: String,
    /// The sources, as `source: text`.
    #[serde(default)]
    sources: Vec<String>,
    /// In their place, the text of a prompt: each document under a line with its name, tool results behind them.
    #[serde(default)]
    shown: String,
    /// The known verdicts on its statements. All others are true.
    #[serde(default)]
    statements: Vec<KnownStatement>,
}

/// A statement that was read against its sources.
#[derive(Clone, Debug, Deserialize)]
struct KnownStatement {
    text: String,
    #[serde(default)]
    sources: Vec<String>,
    #[serde(default = "yes", rename = "true")]
    is_true: bool,
}

fn yes() -> bool {
    true
}

/// A statement with its verdict, and the verdict on a copy with a changed number.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GradedStatement {
    /// The statement.
    text: String,
    /// `a` or `b`: rules are developed on one half, and the other half shows whether they generalise.
    half: char,
    is_true: bool,
    verdict: Verdict,
    is_marked: bool,
    missing: Vec<String>,
    /// The copy, if it has a number.
    changed: Option<ChangedStatement>,
}

/// A copy of a statement with a changed number.
#[derive(Clone, Debug, Serialize)]
struct ChangedStatement {
    text: String,
    /// True if the number has three digits or more.
    is_large: bool,
    is_marked: bool,
}

/// Checks the statements of all answers, unchanged and with a changed number.
pub(super) fn graded(answers: &[GivenAnswer]) -> Vec<GradedStatement> {
    answers.iter().flat_map(graded_answer).collect()
}

fn graded_answer(given: &GivenAnswer) -> Vec<GradedStatement> {
    let answer = given.answer.replace("**", "").replace('`', "");
    let texts = given.texts();
    let check = |answer: &str| audit(answer, &given.question, &[], &texts).statements;
    let checked = check(&answer);
    let graded = checked.iter().enumerate().map(|(at, one)| GradedStatement {
        half: if hash(one.text.as_bytes()) >> 127 == 0 { 'a' } else { 'b' },
        is_true: given.statements.iter().all(|known| known.is_true || known.text != one.text),
        text: one.text.clone(),
        verdict: one.verdict,
        is_marked: one.is_doubted(),
        missing: one.missing.clone(),
        changed: with_other_number(&one.text).map(|(text, is_large)| ChangedStatement {
            is_marked: is_caught(&answer, (at, one), &text, &check),
            text,
            is_large,
        }),
    });
    graded.collect()
}

impl GivenAnswer {
    /// Returns the texts that the writer was shown, with every source that it cites.
    fn texts(&self) -> Vec<SourceText> {
        let text = |source: &str, text: &str| SourceText {
            source: source.to_owned(),
            text: text.to_owned(),
        };
        let parted = self.sources.iter().filter_map(|source| source.split_once(": "));
        let mut texts: Vec<SourceText> = parted.map(|(name, said)| text(name, said)).collect();
        texts.extend(shown_texts(&self.shown));
        // A prompt repeats what earlier prompts of the answer had.
        let mut seen = BTreeSet::new();
        texts.retain(|text| seen.insert((text.source.clone(), text.text.trim().to_owned())));
        let cited = self.statements.iter().flat_map(|statement| &statement.sources);
        let cited: BTreeSet<&String> = cited.collect();
        let shown: BTreeSet<&String> = texts.iter().map(|text| &text.source).collect();
        let pages = cited.difference(&shown).map(|cited| text(cited, "")).collect::<Vec<_>>();
        texts.extend(pages);
        texts
    }
}

/// Returns the passages and tool results in the text of a prompt.
fn shown_texts(shown: &str) -> Vec<SourceText> {
    let (mut texts, mut document, mut title) = (vec![SourceText::default()], "", "");
    for line in shown.split_inclusive('\n') {
        let page = page_of(line).filter(|_| !document.is_empty());
        if line.starts_with(DOCUMENT) {
            (document, title) = (name_of(line), line);
            texts.push(SourceText { source: document.to_owned(), text: line.to_owned() });
        } else if SOURCES.contains(&line.trim_end()) {
            document = "";
            texts.push(SourceText::default());
        } else if page.is_some() {
            let source = source::join(document, page);
            texts.push(SourceText { source, text: title.to_owned() });
        } else if let Some(last) = texts.last_mut() {
            last.text.push_str(line);
        }
    }
    texts
}

/// Returns the path in the first line of a document: `Document “Title”, path (whole):`.
fn name_of(line: &str) -> &str {
    let behind = line.rsplit_once("”, ").map_or(line, |(_, behind)| behind);
    behind.rsplit_once(" (").map_or(behind, |(name, _)| name).trim_end_matches([':', '\n'])
}

/// Returns the page in the first line of a passage: `[2] page 7 of 30`.
fn page_of(line: &str) -> Option<u32> {
    let (_, behind) = line.strip_prefix('[')?.split_once("] page ")?;
    behind.split_once(" of ")?.0.parse().ok()
}

/// Returns true if a changed statement is marked: in its answer, or on its own if the answer has it in other
/// characters.
fn is_caught(
    answer: &str,
    (at, one): (usize, &Checked),
    changed: &str,
    check: &impl Fn(&str) -> Vec<Checked>,
) -> bool {
    if answer.contains(&one.text) {
        let checked = check(&answer.replacen(&one.text, changed, 1));
        if let Some(checked) = checked.get(at).filter(|checked| checked.text == changed) {
            return checked.is_doubted();
        }
    }
    let mut cited = changed.to_owned();
    for source in &one.sources {
        let _ = write!(cited, " [{source}]");
    }
    check(&cited).iter().any(Checked::is_doubted)
}

/// Changes one of a statement's numbers, the same in every run; says whether it has three digits or more. `None` if it
/// has none.
fn with_other_number(statement: &str) -> Option<(String, bool)> {
    let mut rng = SeededRng::of(statement);
    let numbers = numbers(statement);
    let (at, digits) = *rng.one_of(&numbers)?;
    let value: f64 = digits.replace(',', "").parse().ok()?;
    let other = if value < 100.0 {
        value + *rng.one_of(&[1.0, 2.0, 3.0, -1.0])?
    } else {
        (value * *rng.one_of(&[1.1, 1.3, 0.8])?).round()
    };
    let (before, rest) = statement.split_at_checked(at)?;
    let behind = rest.get(digits.len()..)?;
    let other = if other.fract() == 0.0 { other.to_string() } else { format!("{other:.2}") };
    Some((format!("{before}{other}{behind}"), value >= 100.0))
}

/// Returns the numbers of a text with their positions.
fn numbers(text: &str) -> Vec<(usize, &str)> {
    let (mut numbers, mut from) = (Vec::new(), 0);
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())) {
        let at = from + at;
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_digit() && !".,".contains(c));
        let number = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        from = at + number.len();
        numbers.push((at, number.trim_end_matches(['.', ','])));
    }
    numbers
}

/// Returns the number of statements that are marked: of the true and false ones, and of those with a changed number.
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
        count(if one.is_true { "true" } else { "false" }, one.is_marked);
        for changed in one.changed.iter().filter(|_| one.is_true) {
            count("number", changed.is_marked);
            if changed.is_large {
                count("large", changed.is_marked);
            }
        }
    }
    counts
}

/// Returns a table of the counts, with a row for each half and for both.
pub(super) fn table(statements: &[GradedStatement]) -> String {
    let row = |name: &str, half| {
        let counts = counts(statements, half);
        let cells = KINDS.map(|kind| {
            let (marked, all) = counts.get(kind).copied().unwrap_or_default();
            format!("{marked} of {all}")
        });
        format!("| {name} | {} |", cells.join(" | "))
    };
    let head =
        "| marked of | true | false | number changed | of three digits and more |".to_owned();
    let rule = "| --- | --- | --- | --- | --- |".to_owned();
    [head, rule, row("half a", Some('a')), row("half b", Some('b')), row("all", None)].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_statements_pass_and_changed_numbers_are_marked() {
        let given = |shown: &str, sources: &[&str]| GivenAnswer {
            question: String::new(),
            answer: "The lighthouse of Skagen is 46 metres high [skagen.md]. It was lit in 1858 \
                     [skagen.md]."
                .to_owned(),
            sources: sources.iter().map(|source| (*source).to_owned()).collect(),
            shown: shown.to_owned(),
            statements: Vec::new(),
        };
        let said = "The lighthouse of Skagen is 46 metres high. It was lit on 1 November 1858.";
        let shown =
            format!("<sources>\nDocument “Skagen”, skagen.md (whole):\n[1]\n{said}\n</sources>");
        for given in [given("", &[&format!("skagen.md: {said}")]), given(&shown, &[])] {
            let graded = graded(&[given]);
            let counts = counts(&graded, None);
            assert_eq!(counts["true"], (0, 2), "{graded:?}");
            assert_eq!(counts["number"], (2, 2), "{graded:?}");
            assert_eq!(counts["large"], (1, 1));
            assert!(table(&graded).contains("| all | 0 of 2 |"));
        }
    }

    #[test]
    fn a_prompt_is_read_as_the_pages_and_tool_results_in_it() {
        let shown = "<sources>\nDocument “Plan”, a.pdf (9 pages, in parts):\n[1] page 2 of 9\nOne.\n\
                     </sources>\nThree.\n<sources>\nDocument “Notes”, b.md (whole):\n[2]\nTwo.\n";
        let texts = shown_texts(shown);
        let source_of = |said: &str| {
            let mut with = texts.iter().filter(|text| text.text.contains(said));
            with.next().map(|text| text.source.as_str())
        };
        assert_eq!(source_of("One."), Some("a.pdf#page=2"));
        assert_eq!(source_of("Two."), Some("b.md"));
        assert_eq!(source_of("Three."), Some(""));
    }
}
