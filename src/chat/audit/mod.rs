//! The check of an answer: each statement is compared with the passages that it cites.

mod sentence_index;
mod statements;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use footnote_protocol::audit::{Audit, Checked, CitedBy, Span, Verdict};
use footnote_retrieval::Hit;
use footnote_text::analysis::stems;

pub(super) use self::sentence_index::SentenceIndex;
use self::sentence_index::{Window, stem_hash, wording};
pub(super) use self::statements::checkable;
use self::statements::{Statement, statements};
use crate::claims::{Number, is_negated, numbers};
use crate::weigh::share;
use crate::workers;

/// Share of a statement's content words from which a span says the same.
const SUPPORTED_SHARE: f32 = 0.6;

/// Share of the nearest span's score from which another span is about the same.
const NEAR_TIE_SHARE: f32 = 0.8;

/// Share below which a span has nothing to do with the statement.
const RELATED_SHARE: f32 = 0.35;

/// The most statements that are checked; nobody reads a longer answer to its end.
const MOST_STATEMENTS: usize = 200;

/// The most numbers and names of a statement that are looked for; one with more is an endless list.
const MOST_COMPARED: usize = 100;

/// Sources that are tried as the one that supports a statement; copies of a document say the same.
const MOST_SOURCES_TRIED: usize = 3;

/// Checks every statement of `answer` against the `hits` that it cites, or against all of them if it
/// cites none.
pub fn audit(answer: &str, hits: &[Hit]) -> Audit {
    audit_written(answer, &[], hits)
}

/// The same for an answer in which the check itself `inserted` citations, by the places of their brackets.
pub(super) fn audit_written(answer: &str, inserted: &[usize], hits: &[Hit]) -> Audit {
    audit_with(answer, inserted, hits, check)
}

/// Looks up every statement of an `answer` in quotations among the `hits`. What cites a source there was
/// copied from it, so that there is nothing to doubt.
pub(super) fn audit_quotations(answer: &str, hits: &[Hit]) -> Audit {
    audit_with(answer, &[], hits, |statement, index| {
        let checked = check(statement, index);
        if checked.sources.is_empty() || !checked.no_such_source.is_empty() {
            return checked;
        }
        Checked { verdict: Verdict::Supported, missing: Vec::new(), ..checked }
    })
}

fn audit_with(
    answer: &str,
    inserted: &[usize],
    hits: &[Hit],
    check: impl Fn(Statement, &SentenceIndex) -> Checked,
) -> Audit {
    let known: Vec<String> = hits.iter().map(|hit| hit.passage.source()).collect();
    let index = SentenceIndex::new(hits);
    let check = |statement| check(statement, &index);
    let statements = statements(answer, &known, inserted).into_iter();
    let statements = statements.take_while(|_| !workers::is_cancelled());
    Audit { statements: statements.take(MOST_STATEMENTS).map(check).collect() }
}

/// The source that supports a statement by itself: of several the one that says it word for word, or comes
/// nearest; `None` if none does.
pub(super) fn source_of(statement: &str, index: &SentenceIndex) -> Option<String> {
    let claim = Claim::new(statement, index);
    let wording = wording(statement);
    let mut nearest: Vec<SourceMatch<'_>> = Vec::new();
    for window in index.windows() {
        let share = claim.support_score(&window);
        if share < SUPPORTED_SHARE {
            continue;
        }
        let is_quoted = claim.is_quoted_by(&window, &wording);
        let own =
            SourceMatch { is_quoted, share, is_own: window.is_own(), source: window.source() };
        match nearest.iter_mut().find(|known| known.source == own.source) {
            Some(known) if own.compare(known).is_gt() => *known = own,
            Some(_) => {}
            None => nearest.push(own),
        }
    }
    // The sort is stable: of equals the better hit stays first.
    nearest.sort_by(|one, other| other.compare(one));
    let mut sources = nearest.into_iter().take(MOST_SOURCES_TRIED).map(|one| one.source.to_owned());
    sources.find(|source| {
        let statement = Statement::of(statement, source);
        check(statement, index).verdict == Verdict::Supported
    })
}

/// The closeness of a source to a statement.
struct SourceMatch<'a> {
    is_quoted: bool,
    share: f32,
    is_own: bool,
    source: &'a str,
}

impl SourceMatch<'_> {
    /// A source that says the words comes before one beside whose passage they stand, and both before others.
    fn compare(&self, other: &Self) -> Ordering {
        let quotes = |one: &Self| (one.is_quoted, one.is_quoted && one.is_own);
        let by_share = || self.share.total_cmp(&other.share);
        let by_own = || self.is_own.cmp(&other.is_own);
        quotes(self).cmp(&quotes(other)).then_with(by_share).then_with(by_own)
    }
}

/// The parts of a statement that can be compared.
struct Claim {
    /// Its content words, hashed, with their weights among the evidence.
    stems: Vec<(u64, f32)>,
    numbers: Vec<Number>,
    names: Vec<String>,
    negated: bool,
}

impl Claim {
    fn new(text: &str, index: &SentenceIndex) -> Self {
        let stems: BTreeSet<String> = stems(text).into_iter().collect();
        let weighed = |stem: String| {
            let stem = stem_hash(&stem);
            (stem, index.weight(stem))
        };
        Self {
            stems: stems.into_iter().map(weighed).collect(),
            numbers: numbers(text).into_iter().take(MOST_COMPARED).collect(),
            names: names(text).into_iter().take(MOST_COMPARED).collect(),
            negated: is_negated(text),
        }
    }

    /// The share of the claim's content words that a window has, 0 to 1.
    fn support_score(&self, window: &Window<'_>) -> f32 {
        let stems = self.stems.iter();
        share(stems.map(|(stem, weight)| (*weight, window.has(*stem)))).unwrap_or_default()
    }

    /// True if a window has the [`wording`] of the claim. A clause of a sentence that denies it is no quotation of
    /// that sentence.
    fn is_quoted_by(&self, window: &Window<'_>, wording: &str) -> bool {
        window.is_negated() == self.negated && window.contains_wording(wording)
    }
}

fn check(statement: Statement, index: &SentenceIndex) -> Checked {
    let claim = Claim::new(&statement.text, index);
    let cited = |window: &Window<'_>| {
        let mut sources = statement.sources.iter();
        statement.sources.is_empty() || sources.any(|source| source == window.source())
    };
    let windows: Vec<(f32, Window<'_>)> = index
        .windows()
        .filter(cited)
        .map(|window| (claim.support_score(&window), window))
        .collect();
    let wording = wording(&statement.text);
    // Words that stand in a window have their stems there too.
    let may_hold = |share: f32| share >= RELATED_SHARE || claim.stems.is_empty();
    let holds = |(share, window): &(f32, Window<'_>)| {
        may_hold(*share) && claim.is_quoted_by(window, &wording)
    };
    let quoted = best(windows.iter().copied().filter(holds));
    let best = quoted.or_else(|| best(windows.iter().copied()));
    let single = self::best(windows.iter().copied().filter(|(_, window)| window.is_single()));
    let share = best.map_or(0.0, |(share, _)| share);
    let missing = match quoted {
        Some(_) => Missing::default(),
        None => missing(&claim, best.map(|(_, window)| window), &windows),
    };
    let verdict = match quoted {
        Some(_) => Verdict::Supported,
        None => verdict(&claim, share, single, &missing),
    };
    let verdict = match verdict {
        // An invented source cannot be looked up.
        Verdict::Supported if !statement.invented.is_empty() => Verdict::Partly,
        verdict => verdict,
    };
    Checked {
        span: best
            .filter(|_| share >= RELATED_SHARE || quoted.is_some())
            .map(|(_, window)| Span { source: window.source().to_owned(), text: window.text() }),
        text: statement.text,
        verdict,
        sources: statement.sources,
        cited_by: statement.is_inserted.then_some(CitedBy::Check),
        missing: missing.words,
        no_such_source: statement.invented,
    }
}

/// The window that says most; of equals the shorter.
fn best<'a>(windows: impl Iterator<Item = (f32, Window<'a>)>) -> Option<(f32, Window<'a>)> {
    windows.reduce(|best, other| {
        let shorter = other.1.len() < best.1.len();
        let better = other.0 > best.0 || ((other.0 - best.0).abs() < f32::EPSILON && shorter);
        if better { other } else { best }
    })
}

/// The parts of a claim that its sources lack.
#[derive(Default)]
struct Missing {
    words: Vec<String>,
    /// True if a number is missing.
    number: bool,
    /// True if the span nearest has another number for the same thing.
    conflict: bool,
    /// True if a name is missing.
    name: bool,
}

fn missing(claim: &Claim, best: Option<Window<'_>>, windows: &[(f32, Window<'_>)]) -> Missing {
    let mut missing = Missing::default();
    // Numbers must stand in the nearest span, or in one that is nearly as near.
    let most = windows.iter().map(|(share, _)| *share).fold(0.0, f32::max);
    let near: Vec<Window<'_>> = windows
        .iter()
        .filter(|(share, _)| *share >= RELATED_SHARE.max(NEAR_TIE_SHARE * most))
        .map(|(_, window)| *window)
        .chain(best)
        .collect();
    for number in &claim.numbers {
        let has_number = |window: &Window<'_>| window.numbers().any(|other| number.agrees(other));
        if !near.iter().any(has_number) {
            missing.number = true;
            missing.conflict |= best.is_some_and(|window| {
                let mut others = window.numbers();
                others.any(|other| number.conflicts(other) && !claim.numbers.contains(other))
            });
            if !missing.words.contains(&number.value) {
                missing.words.push(number.value.clone());
            }
        }
    }
    for name in &claim.names {
        let lower = name.to_lowercase();
        let stems: Vec<u64> = stems(name).iter().map(|stem| stem_hash(stem)).collect();
        let has_name = |(_, window): &(f32, Window<'_>)| {
            stems.iter().all(|stem| window.has(*stem)) || window.contains_word(&lower)
        };
        if !windows.iter().any(has_name) {
            missing.name = true;
            missing.words.push(name.clone());
        }
    }
    missing
}

fn verdict(
    claim: &Claim,
    share: f32,
    single: Option<(f32, Window<'_>)>,
    missing: &Missing,
) -> Verdict {
    let opposite = single.is_some_and(|(share, window)| {
        share >= SUPPORTED_SHARE && window.is_negated() != claim.negated
    });
    match share {
        _ if missing.number && missing.conflict && share >= RELATED_SHARE => {
            Verdict::NumberConflict
        }
        _ if share < RELATED_SHARE || opposite => Verdict::Unsupported,
        _ if share < SUPPORTED_SHARE && (missing.number || missing.name) => Verdict::Unsupported,
        _ if share < SUPPORTED_SHARE || missing.number || missing.name => Verdict::Partly,
        _ => Verdict::Supported,
    }
}

/// The names of a text: words with a capital that do not only begin a sentence.
fn names(text: &str) -> Vec<String> {
    let words = text.split_whitespace().skip(1);
    let trimmed = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_name = |word: &&str| {
        word.chars().count() > 2
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphanumeric)
    };
    let names: BTreeSet<String> = trimmed.filter(is_name).map(str::to_owned).collect();
    names.into_iter().collect()
}
