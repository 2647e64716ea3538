//! The verdict on a statement, based on what its sources say.

use std::collections::BTreeSet;

use footnote_protocol::audit::{Checked, CitedBy, Span, Verdict};
use footnote_question::claims::Number;
use footnote_text::analysis::{detected_language, stems};

use super::claim::Claim;
use super::derived::is_derived;
use super::sentence_index::{SentenceIndex, Window, stem_hash, wording};
use super::statements::Statement;

/// Share of a statement's content words from which a window says the same.
pub(super) const SUPPORTED_SHARE: f32 = 0.6;

/// Share of the nearest window's score from which another window is about equally near.
const NEAR_TIE_SHARE: f32 = 0.8;

/// Share below which a window has nothing to do with the statement.
const RELATED_SHARE: f32 = 0.35;

/// Share from which a window that says part of a statement is shown for it.
const TOLD_SHARE: f32 = 0.5;

/// Number of digits from which a number can only mean one thing.
const LONG_DIGITS: usize = 3;

/// Minimum number of words of a denial that a statement must affirm to contradict it.
const MIN_DENIED: usize = 2;

/// Number of letters at the end of a name that vary with its grammatical case.
const ENDING: usize = 2;

/// Minimum number of letters of a name before that ending.
const MIN_LETTERS: usize = 4;

/// A window with the share of the statement's content words that it has.
type Scored<'a> = (f32, Window<'a>);

/// Checks a statement against the sources that it cites, or against all if it cites none.
pub(super) fn check(statement: Statement, index: &SentenceIndex) -> Checked {
    let claim = Claim::new(&statement.text, index);
    let is_cited = |window: &Window<'_>| {
        let mut sources = statement.sources.iter();
        statement.sources.is_empty() || sources.any(|source| source == window.source())
    };
    let cited = index.windows().filter(is_cited);
    let spans: Vec<Scored<'_>> = cited.map(|window| (score(&claim, &window), window)).collect();
    let wording = wording(&statement.text);
    // Words found in a window have their stems there too.
    let may_hold = |share: f32| share >= RELATED_SHARE || claim.is_bare();
    let says_it =
        |(share, window): &&Scored<'_>| may_hold(*share) && claim.is_quoted_by(window, &wording);
    let quoted = best(&claim, spans.iter().filter(says_it));
    let nearest = quoted.or_else(|| best(&claim, spans.iter()));
    let (verdict, missing) = match nearest {
        _ if quoted.is_some() => (Verdict::Supported, Vec::new()),
        Some((share, _)) if share < RELATED_SHARE && is_foreign(&statement.text, &spans) => {
            (Verdict::NotChecked, Vec::new())
        }
        None => (Verdict::Unsupported, Vec::new()),
        Some(nearest) => {
            let is_cited = !statement.sources.is_empty();
            let documents = &documents_of(&spans, index);
            let (claim, spans) = (&claim, &spans);
            Comparison { claim, spans, is_cited, documents, nearest }.verdict()
        }
    };
    let verdict = match verdict {
        // An invented source cannot be looked up.
        Verdict::Supported if !statement.invented.is_empty() => Verdict::Partly,
        verdict => verdict,
    };
    let least = if verdict == Verdict::Partly { TOLD_SHARE } else { RELATED_SHARE };
    let is_near = |(share, _): &Scored<'_>| *share >= least || quoted.is_some();
    let span = nearest.filter(is_near).filter(|_| verdict != Verdict::NotChecked);
    Checked {
        span: span
            .map(|(_, window)| Span { source: window.source().to_owned(), text: window.text() }),
        text: statement.text,
        verdict,
        sources: statement.sources,
        cited_by: statement.is_inserted.then_some(CitedBy::Check),
        missing,
        no_such_source: statement.invented,
    }
}

/// Returns the share of a statement that a window has; the share of its numbers if it has no words.
fn score(claim: &Claim, window: &Window<'_>) -> f32 {
    if claim.is_bare() { claim.share_of_numbers(window) } else { claim.support_score(window) }
}

/// Returns all sentences of the documents that the given windows are part of.
fn documents_of<'a>(spans: &[Scored<'a>], index: &'a SentenceIndex) -> Vec<Window<'a>> {
    let paths: BTreeSet<&str> = spans.iter().map(|(_, window)| window.path()).collect();
    let of_documents = |window: &Window<'_>| window.is_single() && paths.contains(window.path());
    index.windows().filter(of_documents).collect()
}

/// Returns the window with the highest score; on ties the one with more of the numbers, then the shorter.
fn best<'a, 'b: 'a>(
    claim: &Claim,
    spans: impl Iterator<Item = &'a Scored<'b>>,
) -> Option<Scored<'b>> {
    spans.copied().reduce(|best, other| {
        if (other.0 - best.0).abs() >= f32::EPSILON {
            return if other.0 > best.0 { other } else { best };
        }
        let numbers = |one: &Scored<'_>| claim.share_of_numbers(&one.1);
        let by_numbers = numbers(&other).total_cmp(&numbers(&best));
        let better = by_numbers.then_with(|| best.1.len().cmp(&other.1.len())).is_gt();
        if better { other } else { best }
    })
}

/// Returns true if a statement is clearly in another language than all of its sources.
fn is_foreign(text: &str, spans: &[Scored<'_>]) -> bool {
    let is_other = |own| {
        let mut languages = spans.iter().map(|(_, window)| window.language());
        !spans.is_empty() && languages.all(|language| language.is_some_and(|other| other != own))
    };
    detected_language(text).is_some_and(is_other)
}

/// Returns true if a window has the number, or one that supports it.
fn has_number(number: &Number, near: &[&Window<'_>]) -> bool {
    let has = |window: &&Window<'_>| {
        let mut numbers = window.numbers().chain(window.numbers_above());
        numbers.any(|other| number.is_borne_out_by(other))
    };
    near.iter().any(has)
}

/// A statement that no window says word for word, with what its sources say.
struct Comparison<'a> {
    claim: &'a Claim,
    /// All windows of its sources.
    spans: &'a [Scored<'a>],
    /// True if the statement cites a source.
    is_cited: bool,
    /// All sentences of the documents that its sources are part of.
    documents: &'a [Window<'a>],
    nearest: Scored<'a>,
}

impl Comparison<'_> {
    /// Returns the verdict, and the numbers and names that the sources lack.
    fn verdict(&self) -> (Verdict, Vec<String>) {
        let near = self.near();
        let (share, nearest) = self.nearest;
        let numbers = self.claim.numbers.iter();
        let (found, missing): (Vec<_>, Vec<_>) = numbers.partition(|(number, clause)| {
            has_number(number, &near)
                || self.has_elsewhere(number, clause)
                || self.is_in_document(number)
        });
        let found: Vec<&Number> = found.into_iter().map(|(number, _)| number).collect();
        let is_found = |number: &Number| found.iter().any(|other| number.agrees(other));
        let missing = missing.into_iter().map(|(number, _)| number);
        let (derived, missing): (Vec<&Number>, Vec<&Number>) =
            missing.filter(|number| !is_found(number)).partition(|number| {
                let windows = self.spans.iter().map(|(_, window)| window);
                is_derived(number, &found, &self.claim.names, windows)
            });
        let conflicts = missing.iter().any(|number| {
            let mut others = nearest.numbers();
            others.any(|other| number.conflicts(other) && !found.contains(&other))
        });
        let mut words: Vec<String> = missing.iter().map(|number| number.value.clone()).collect();
        words.extend(self.claim.names.iter().filter(|name| !self.has_name(name)).cloned());
        words.dedup();
        let anywhere = || {
            let windows = || self.spans.iter().map(|(_, window)| window);
            self.claim.share_of(|stem| windows().any(|window| window.has(stem)))
        };
        let verdict = match () {
            () if conflicts && share >= RELATED_SHARE => Verdict::Contradicted,
            () if !words.is_empty() => Verdict::Unsupported,
            () if self.denies_a_number(&near) => Verdict::Contradicted,
            () if self.is_denied(&near) && share >= RELATED_SHARE => Verdict::Contradicted,
            () if !derived.is_empty() => Verdict::Derived,
            () if share < RELATED_SHARE && anywhere() < SUPPORTED_SHARE => match () {
                () if found.len() + self.claim.names.len() > 1 => Verdict::Partly,
                () if self.claim.negated && !self.is_cited => Verdict::NotChecked,
                () => Verdict::Unsupported,
            },
            () if share < SUPPORTED_SHARE => Verdict::Partly,
            () => Verdict::Supported,
        };
        (verdict, words)
    }

    /// Returns the nearest window and those almost as near.
    fn near(&self) -> Vec<&Window<'_>> {
        let least = RELATED_SHARE.max(NEAR_TIE_SHARE * self.nearest.0);
        let near = self.spans.iter().filter(|(share, _)| *share >= least);
        near.map(|(_, window)| window).chain([&self.nearest.1]).collect()
    }

    /// Returns true if a window has the number and at least half of the words of its clause, and more of them than the
    /// nearest window. For a number so long that it can only mean one thing, any word of the statement is enough.
    fn has_elsewhere(&self, number: &Number, clause: &[u64]) -> bool {
        let is_long = number.amount().is_some()
            && !number.is_year()
            && number.value.bytes().filter(u8::is_ascii_digit).count() >= LONG_DIGITS;
        let own = |window: &Window<'_>| clause.iter().filter(|stem| window.has(**stem)).count();
        let of_nearest = own(&self.nearest.1);
        let is_near = |(share, window): &&Scored<'_>| {
            let own = own(window);
            own > of_nearest && 2 * own >= clause.len()
                || is_long && *share > 0.0 && !self.has_row()
        };
        self.spans.iter().filter(is_near).any(|(_, window)| {
            let mut numbers = window.numbers();
            numbers.any(|other| number.is_borne_out_by(other))
        })
    }

    /// Returns true if the claim is a row of numbers, most of which occur in one row.
    fn has_row(&self) -> bool {
        self.claim.is_bare() && self.nearest.0 > 0.5
    }

    /// Returns true if a year or a number with a unit occurs anywhere in a cited document, and the nearest window has
    /// no conflicting number of its kind that the statement lacks.
    fn is_in_document(&self, number: &Number) -> bool {
        let is_rival = |other: &&Number| {
            let of_kind = number.conflicts(other)
                || number.is_year() && other.is_year() && number.value != other.value;
            of_kind && !self.claim.numbers.iter().any(|(own, _)| own.is_borne_out_by(other))
        };
        let has = |window: &Window<'_>| {
            let mut numbers = window.numbers().chain(window.numbers_above());
            numbers.any(|other| {
                number.is_borne_out_by(other) && (number.is_year() || other.unit == number.unit)
            })
        };
        (number.is_year() || number.is_measured() && !number.is_duration())
            && !self.nearest.1.numbers().any(|other| is_rival(&other))
            && self.documents.iter().any(has)
    }

    /// Returns true if a source has a name, in this form or with another ending.
    fn has_name(&self, name: &str) -> bool {
        let lower = name.to_lowercase();
        let stems: Vec<u64> = stems(name).iter().map(|stem| stem_hash(stem)).collect();
        let begin = lower.char_indices().rev().nth(ENDING - 1).map(|(at, _)| lower.split_at(at).0);
        let is_word = |c: char| !c.is_ascii_digit();
        let begin = begin.filter(|begin| begin.chars().count() >= MIN_LETTERS);
        let begin = begin.filter(|_| lower.chars().all(is_word));
        self.documents.iter().any(|window| {
            !stems.is_empty() && stems.iter().all(|stem| window.has(*stem))
                || window.contains_word(&lower)
                || begin.is_some_and(|begin| window.contains_word(begin))
        })
    }

    /// Returns true if the statement denies a number that is in a near window and that no source denies.
    fn denies_a_number(&self, near: &[&Window<'_>]) -> bool {
        let is_told = |number: &Number| {
            let has =
                |window: &Window<'_>| window.numbers().any(|other| number.is_borne_out_by(other));
            let singles = self.spans.iter().map(|(_, window)| window).filter(|one| one.is_single());
            near.iter().any(|window| has(window))
                && !singles.filter(|window| has(window)).any(Window::is_negated)
        };
        self.claim.denied_numbers.iter().any(is_told)
    }

    /// Returns true if the sources say the opposite: the statement denies what none of them denies, or affirms what one
    /// of them denies.
    fn is_denied(&self, near: &[&Window<'_>]) -> bool {
        let is_invented = |denied: &&Vec<u64>| {
            let is_told = || near.iter().any(|window| denied.iter().any(|stem| window.has(*stem)));
            let denies =
                |(share, window): &Scored<'_>| *share >= RELATED_SHARE && window.denies(denied);
            !self.spans.iter().any(denies) && !self.nearest.1.denies_among(denied) && is_told()
        };
        if self.claim.denials.iter().any(|denied| is_invented(&denied)) {
            return true;
        }
        !self.claim.negated && self.spans.iter().any(|span| self.affirms_what_is_denied(span))
    }

    /// Returns true if the statement has most of what a sentence denies, and no sentence says the same without a
    /// denial.
    fn affirms_what_is_denied(&self, (share, window): &Scored<'_>) -> bool {
        let denied: Vec<u64> = window.denied().collect();
        let own: Vec<u64> = denied.iter().copied().filter(|stem| self.claim.has(*stem)).collect();
        let is_told = |(_, other): &Scored<'_>| {
            !other.is_negated() && own.iter().all(|stem| other.has(*stem))
        };
        let is_near = *share >= RELATED_SHARE && window.is_single();
        is_near
            && own.len() >= MIN_DENIED.min(denied.len())
            && 2 * own.len() >= denied.len()
            && !own.is_empty()
            && !self.spans.iter().any(is_told)
    }
}
