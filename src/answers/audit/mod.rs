//! The check of an answer: the hard facts of each statement are looked up in the sources that it cites.

mod computed;
mod evidence;
mod statements;
#[cfg(test)]
mod tests;

use footnote_protocol::audit::{Audit, Checked, CitedBy, Span, Verdict};
use footnote_store::search::Hit;
use footnote_text::{citation, source};

use self::computed::Computed;
use self::evidence::Place;
pub use self::evidence::{Evidence, SourceText};
use self::statements::{Statement, statements};
use crate::facts::{Fact, Values, facts, normalised, squashed, values};
use crate::workers;

/// Maximum number of statements that are checked. Nobody reads a longer answer to the end.
const MAX_STATEMENTS: usize = 200;

/// Minimum number of digits of a number that may stand anywhere in a cited document.
const LONG_DIGITS: usize = 5;

/// Checks every statement of `answer` against the `hits` and other `texts` that it cites, or against all of them if
/// it cites none. The facts of what was `asked` count as known.
pub fn audit(answer: &str, asked: &str, hits: &[Hit], texts: &[SourceText]) -> Audit {
    audit_written(answer, &[], asked, (hits, texts))
}

/// Does the same for an answer into which the check `inserted` citations, given by the positions of their brackets.
pub fn audit_written(
    answer: &str,
    inserted: &[usize],
    asked: &str,
    (hits, texts): (&[Hit], &[SourceText]),
) -> Audit {
    let hits_sources = hits.iter().map(|hit| hit.passage.source());
    let known: Vec<String> =
        hits_sources.chain(texts.iter().map(|text| text.source.clone())).collect();
    let known: Vec<String> = known.into_iter().filter(|source| !source.is_empty()).collect();
    let check = Check {
        evidence: &Evidence::new(hits, texts),
        computed: Computed::of(&citation::without(answer, &known)),
        known: values(asked),
        letters: squashed(asked),
        wording: normalised(asked),
    };
    let statements = statements(answer, &known, inserted).into_iter();
    let statements = statements.take_while(|_| !workers::is_cancelled());
    Audit { statements: statements.take(MAX_STATEMENTS).map(|one| check.of(one)).collect() }
}

/// Returns the source that has all hard facts of a text: of several, the one that shares most of its words. `None` if
/// none has, or if there are no such facts.
pub fn source_of(text: &str, evidence: &Evidence) -> Option<String> {
    let statements = statements(text, &[], &[]);
    let of_statement = |one: &Statement| (one.text.clone(), facts(&one.text));
    let claimed: Vec<(String, Vec<Fact>)> = statements.iter().map(of_statement).collect();
    if claimed.iter().all(|(_, facts)| facts.is_empty()) {
        return None;
    }
    let mut best: Option<(f32, &str)> = None;
    for source in evidence.sources() {
        let of_source = |(text, facts): &(String, Vec<Fact>)| {
            let places = evidence.nearest(text, facts, |one| one == source);
            let has = |fact: &Fact| match fact {
                Fact::Figure(_) => places.iter().any(|place| evidence.has_figure(place, fact)),
                words => evidence.has_words(words),
            };
            facts.iter().all(has).then(|| places.first().map_or(0.0, Place::score))
        };
        let score: Option<f32> = claimed.iter().map(of_source).sum();
        if let Some(score) = score.filter(|score| best.is_none_or(|(most, _)| *score > most)) {
            best = Some((score, source));
        }
    }
    best.map(|(_, source)| source.to_owned())
}

/// The check of the statements of one answer.
struct Check<'a> {
    evidence: &'a Evidence,
    computed: Computed,
    /// The numbers of the question, its letters and its words.
    known: Values,
    letters: String,
    wording: String,
}

impl Check<'_> {
    fn of(&self, statement: Statement) -> Checked {
        let facts = facts(&statement.text);
        if self.evidence.is_empty() || facts.is_empty() {
            return statement.with(Verdict::NotChecked, None, Vec::new());
        }
        // A page that was not shown stands for its document.
        let shown = |cited| if self.evidence.has(cited) { cited } else { source::split(cited).0 };
        let cited: Vec<&str> = statement.sources.iter().map(|source| shown(source)).collect();
        let is_cited = |source: &str| {
            cited.is_empty()
                || source.is_empty()
                || cited.contains(&source)
                || cited.contains(&source::split(source).0)
        };
        let places = self.evidence.nearest(&statement.text, &facts, is_cited);
        let stands = |fact: &&Fact| {
            self.stands(fact, &places)
                || is_long(fact) && self.evidence.has_figure_in(fact, is_cited)
        };
        let (found, missing): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(stands);
        let found = found.into_iter().filter_map(|fact| match fact {
            Fact::Figure(figure) => Some(figure),
            _ => None,
        });
        let found: Vec<_> = found.collect();
        let is_missing = |fact: &&Fact| match fact {
            Fact::Figure(figure) => !self.computed.has(figure, &statement.text, &found),
            _ => true,
        };
        let missing = missing.into_iter().filter(is_missing).map(|fact| fact.text().to_owned());
        let missing: Vec<String> = missing.collect();
        let verdict = if missing.is_empty() { Verdict::Supported } else { Verdict::NotFound };
        let place = places.first().filter(|place| place.score() > 0.0);
        let span = place.map(|place| self.evidence.read(place));
        let span = span.map(|(source, text)| Span { source, text });
        statement.with(verdict, span.filter(|span| !span.source.is_empty()), missing)
    }

    /// Returns true if a fact stands near a statement, or in the question.
    fn stands(&self, fact: &Fact, places: &[Place]) -> bool {
        match fact {
            Fact::Figure(figure) => {
                self.known.has_any(&figure.readings)
                    || places.iter().any(|place| self.evidence.has_figure(place, fact))
            }
            Fact::Quotation(words) => {
                self.wording.contains(&normalised(words)) || self.evidence.has_words(fact)
            }
            Fact::Code(word) | Fact::Name(word) => {
                self.letters.contains(&squashed(word)) || self.evidence.has_words(fact)
            }
        }
    }
}

impl Statement {
    fn with(self, verdict: Verdict, span: Option<Span>, missing: Vec<String>) -> Checked {
        Checked {
            text: self.text,
            verdict,
            sources: self.sources,
            span,
            missing,
            no_such_source: self.invented,
            cited_by: self.is_inserted.then_some(CitedBy::Check),
        }
    }
}

/// Returns true if a number is so long that it hardly ever means two things.
fn is_long(fact: &Fact) -> bool {
    fact.text().chars().filter(char::is_ascii_digit).count() >= LONG_DIGITS
}
