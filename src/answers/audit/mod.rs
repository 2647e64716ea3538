//! The check of an answer: each statement is compared with the sources that it cites.

mod claim;
mod clauses;
mod derived;
mod refusal;
mod sentence_index;
mod statements;
#[cfg(test)]
mod tests;
mod verdict;

use std::cmp::Ordering;

use footnote_protocol::audit::{Audit, Checked, Verdict};
use footnote_retrieval::Hit;
use footnote_text::citation;

use self::claim::Claim;
pub use self::sentence_index::SentenceIndex;
pub use self::sentence_index::SourceText;
use self::sentence_index::wording;
pub use self::statements::checkable;
use self::statements::{Statement, statements};
use self::verdict::{SUPPORTED_SHARE, check};
use crate::workers;

/// Maximum number of statements that are checked. Nobody reads a longer answer to the end.
const MAX_STATEMENTS: usize = 200;

/// Maximum number of sources tried in search of one that supports a statement. Copies of a document say the same.
const MAX_SOURCES_TRIED: usize = 3;

/// Checks every statement of `answer` against the `hits` and other `texts` that it cites, or against all of them if
/// it cites none.
pub fn audit(answer: &str, hits: &[Hit], texts: &[SourceText]) -> Audit {
    audit_written(answer, &[], hits, texts)
}

/// Does the same for an answer into which the check `inserted` citations, given by the positions of their brackets.
pub fn audit_written(
    answer: &str,
    inserted: &[usize],
    hits: &[Hit],
    texts: &[SourceText],
) -> Audit {
    audit_with(answer, inserted, (hits, texts), check)
}

/// Looks up the statements of a quoted `answer` in the `hits` that they cite. Cited text was copied from its source and
/// is not doubted.
pub fn audit_quotations(answer: &str, hits: &[Hit]) -> Audit {
    let known: Vec<String> = hits.iter().map(|hit| hit.passage.source()).collect();
    let cited = citation::cited(answer, &known);
    let of_cited = hits.iter().zip(&known).filter(|(_, source)| cited.contains(source));
    let hits: Vec<Hit> = of_cited.map(|(hit, _)| hit.clone()).collect();
    audit_with(answer, &[], (&hits, &[]), |statement, index| {
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
    (hits, texts): (&[Hit], &[SourceText]),
    check: impl Fn(Statement, &SentenceIndex) -> Checked,
) -> Audit {
    let hits_sources = hits.iter().map(|hit| hit.passage.source());
    let known: Vec<String> =
        hits_sources.chain(texts.iter().map(|text| text.source.clone())).collect();
    let index = SentenceIndex::new(hits, texts);
    let check = |statement| check(statement, &index);
    let statements = statements(answer, &known, inserted).into_iter();
    let statements = statements.take_while(|_| !workers::is_cancelled());
    Audit { statements: statements.take(MAX_STATEMENTS).map(check).collect() }
}

/// Returns the source that supports a statement by itself: preferably one that says it word for word, otherwise the
/// nearest. `None` if none does.
pub fn source_of(statement: &str, index: &SentenceIndex) -> Option<String> {
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
    // The sort is stable: on ties the better hit stays first.
    nearest.sort_by(|one, other| other.compare(one));
    let mut sources = nearest.into_iter().take(MAX_SOURCES_TRIED).map(|one| one.source.to_owned());
    sources.find(|source| {
        let statement = Statement::of(statement, source);
        check(statement, index).verdict == Verdict::Supported
    })
}

/// The degree to which a source matches a statement.
struct SourceMatch<'a> {
    is_quoted: bool,
    share: f32,
    is_own: bool,
    source: &'a str,
}

impl SourceMatch<'_> {
    /// Ranks a source whose own passage quotes the statement first, one quoting it in a neighbouring passage second,
    /// and others after them.
    fn compare(&self, other: &Self) -> Ordering {
        let quotes = |one: &Self| (one.is_quoted, one.is_quoted && one.is_own);
        let by_share = || self.share.total_cmp(&other.share);
        let by_own = || self.is_own.cmp(&other.is_own);
        quotes(self).cmp(&quotes(other)).then_with(by_share).then_with(by_own)
    }
}
