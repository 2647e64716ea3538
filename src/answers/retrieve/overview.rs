//! The overview of a document: its parts, and the first statements of each.

use std::collections::{BTreeMap, BTreeSet};

use footnote_documents::Passage;
use footnote_documents::statements::{Kind, Statement};
use footnote_question::Overview;
use footnote_retrieval::store::{Selection, Start, StoreError};
use footnote_retrieval::{Hit, SearchResult};
use footnote_text::analysis::stems;

use crate::turn::Turn;
use crate::workers::is_cancelled;

/// Minimum number of statements of an overview whose length the question does not set, if the document has as many.
const DEFAULT_LINES: usize = 7;
/// Maximum number of parts of a document that are named or summarised, unless the question asks for another number.
const MAX_PARTS: usize = 12;
/// Minimum number of words of a sentence that represents a part.
const MIN_WORDS: usize = 6;

/// The overview of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Its lines, in the order of the document.
    pub lines: Vec<OutlineLine>,
    /// Number of parts that are not named.
    pub omitted: usize,
}

/// A line of an overview.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutlineLine {
    /// The heading of the part that it represents.
    pub heading: Option<String>,
    /// The hit that it comes from.
    pub hit: usize,
    /// The index of its statement among the hit's, unless only the heading is listed.
    pub statement: Option<usize>,
}

/// Returns the outline of the document whose overview the question asks for, with the passages that it is taken from.
/// `None` if it asks for none, or if no document matches.
pub(super) async fn outline(turn: &Turn, found: &SearchResult) -> Option<(Outline, Vec<Hit>)> {
    let overview = turn.question.overview.as_ref()?;
    let path = target(turn, overview, found).await;
    let path = path.inspect_err(|error| tracing::warn!("summarising a document: {error}"));
    let path = path.ok()??;
    let passages = turn.rag.retriever.document(&path, &turn.rag.reader).await;
    let passages =
        passages.inspect_err(|error| tracing::warn!("summarising a document: {error}")).ok()?;
    let passages = if passages.is_empty() { attached(found, &path) } else { passages };
    let outline = of(&passages, overview);
    (!outline.0.lines.is_empty()).then_some(outline)
}

/// Returns the path of the document that is meant. In order of preference: the best hit whose path and title contain
/// all words that name it; the document in the library whose name contains them and the fewest others; the best hit
/// that opens with the words its name lacks. If the question names no document, it is the only one in the library.
async fn target(
    turn: &Turn,
    overview: &Overview,
    found: &SearchResult,
) -> Result<Option<String>, StoreError> {
    let mut passages = found.hits.iter().map(|hit| &hit.passage);
    let is_meant = |passage: &&Passage| overview.is_of(&name(&passage.path, &passage.title));
    if let Some(passage) = passages.find(is_meant) {
        return Ok(Some(passage.path.clone()));
    }
    let library = &turn.rag.library;
    if overview.name.is_empty() {
        let first = library.list(Selection { limit: 1, ..Selection::default() }).await?;
        let only = first.files.first().filter(|_| first.fitting == 1);
        return Ok(only.map(|file| file.path.clone()));
    }
    let named = library.named(&overview.name).await?.into_iter();
    let named = named.map(|file| (name(&file.path, &file.title), file));
    let named = named.filter(|(name, _)| overview.is_of(name));
    let named = named.min_by_key(|(name, _)| name.len()).map(|(_, file)| file.path.clone());
    Ok(match named {
        Some(path) => Some(path),
        None => opened_with(turn, overview, found).await,
    })
}

/// Returns the path of the best hit whose path, title and first passage contain all words that name a document.
async fn opened_with(turn: &Turn, overview: &Overview, found: &SearchResult) -> Option<String> {
    let mut seen = BTreeSet::new();
    let passages = found.hits.iter().map(|hit| &hit.passage);
    for passage in passages.filter(|passage| seen.insert(&passage.path)) {
        let (retriever, reader) = (&turn.rag.retriever, &turn.rag.reader);
        let first =
            retriever.passages_from(&passage.path, Start::Passage(0), 1, reader).await.ok()?;
        let mut words = name(&passage.path, &passage.title);
        words.extend(first.iter().flat_map(|first| stems(&first.text)));
        if overview.is_of(&words) {
            return Some(passage.path.clone());
        }
    }
    None
}

/// Returns the stems of a document's path and title.
fn name(path: &str, title: &str) -> BTreeSet<String> {
    let path = path.replace(['_', '/', '.', '-'], " ");
    stems(&format!("{path} {title}")).into_iter().collect()
}

/// Returns the passages of an attached file among the hits, which are all that is known of it.
fn attached(found: &SearchResult, path: &str) -> Vec<Passage> {
    let own = found.hits.iter().map(|hit| &hit.passage).filter(|passage| passage.path == path);
    let mut own: Vec<Passage> = own.cloned().collect();
    own.sort_by_key(|passage| passage.ordinal);
    own
}

/// A line of an outline: the index of its passage, of its statement there, and the heading of its part.
type OutlineEntry = (usize, Option<usize>, Option<String>);

/// A part of a document: the text under one heading or on one page.
#[derive(Default)]
struct DocumentPart {
    key: (Option<String>, Option<u32>),
    /// Its statements that may represent it, in order, as indices of the passage and of the statement in it.
    candidates: Vec<(usize, usize)>,
    /// The index of its first passage.
    first: usize,
    words: usize,
}

/// Returns the outline of a document with these passages.
fn of(passages: &[Passage], overview: &Overview) -> (Outline, Vec<Hit>) {
    let parts = parts(passages);
    let (chosen, omitted) = if overview.contents {
        contents(&parts, overview.most.unwrap_or(MAX_PARTS))
    } else {
        let candidates = parts.iter().filter(|part| !part.candidates.is_empty()).count();
        let usual = DEFAULT_LINES.max(candidates.min(MAX_PARTS));
        let omitted = candidates.saturating_sub(usual);
        // A request for a number of sentences is not a request for every part.
        let omitted = if overview.most.is_some() { 0 } else { omitted };
        (summary(&parts, overview.most.unwrap_or(usual)), omitted)
    };
    let used: BTreeSet<usize> = chosen.iter().map(|(passage, _, _)| *passage).collect();
    let places: BTreeMap<usize, usize> = used.iter().copied().zip(0..).collect();
    let hits = used.iter().filter_map(|at| passages.get(*at)).cloned();
    let hits = hits.map(|passage| Hit { passage, score: 1.0, ..Hit::default() }).collect();
    let line = |(passage, statement, heading)| {
        let hit = places.get(&passage).copied()?;
        Some(OutlineLine { heading, hit, statement })
    };
    (Outline { lines: chosen.into_iter().filter_map(line).collect(), omitted }, hits)
}

/// Returns the headings of the first parts that have one, and the number of the others.
fn contents(parts: &[DocumentPart], most: usize) -> (Vec<OutlineEntry>, usize) {
    let named = parts.iter().filter(|part| part.key.0.is_some());
    let mut named: Vec<OutlineEntry> =
        named.map(|part| (part.first, None, part.key.0.clone())).collect();
    let omitted = named.len().saturating_sub(most);
    named.truncate(most);
    (named, omitted)
}

/// Returns the parts of a document in order.
fn parts(passages: &[Passage]) -> Vec<DocumentPart> {
    let mut parts: Vec<DocumentPart> = Vec::new();
    for (at, passage) in passages.iter().enumerate().take_while(|_| !is_cancelled()) {
        for (place, statement) in passage.statements().iter().enumerate() {
            let heading = statement.heading(&passage.text).map(str::to_owned);
            let heading = heading.or_else(|| passage.headings.last().cloned());
            let page = passage.page.filter(|_| heading.is_none());
            let key = (heading, page);
            if parts.last().is_none_or(|part| part.key != key) {
                parts.push(DocumentPart { key, first: at, ..DocumentPart::default() });
            }
            let Some(part) = parts.last_mut() else { continue };
            let text = statement.text(&passage.text);
            part.words += text.split_whitespace().count();
            if is_representative(statement, &text) {
                part.candidates.push((at, place));
            }
        }
    }
    parts
}

/// Returns the statements of a summary with `most` of them: the first of each of the longest parts, then the second,
/// and so on, in document order. Each has its indices and the heading of its part.
fn summary(parts: &[DocumentPart], most: usize) -> Vec<OutlineEntry> {
    let mut longest: Vec<&DocumentPart> =
        parts.iter().filter(|part| !part.candidates.is_empty()).collect();
    // The beginning says what the document is about, however short it is.
    let opening = longest.first().map(|part| part.first);
    longest.sort_by_key(|part| (Some(part.first) != opening, std::cmp::Reverse(part.words)));
    let deepest = longest.iter().map(|part| part.candidates.len()).max().unwrap_or_default();
    let at = |rank: usize| {
        longest.iter().filter_map(move |part| Some((part.candidates.get(rank)?, &part.key.0)))
    };
    let mut chosen: Vec<_> = (0..deepest)
        .flat_map(at)
        .take(most)
        .map(|((passage, place), heading)| (*passage, Some(*place), heading.clone()))
        .collect();
    chosen.sort();
    chosen
}

/// Returns true if a statement may represent its part of a document: a whole sentence that depends on no other, or an
/// item of that length.
fn is_representative(statement: &Statement, text: &str) -> bool {
    let is_long = text.split_whitespace().count() >= MIN_WORDS;
    let stands_alone = match statement.kind {
        Kind::Sentence => statement.needs.is_none() && text.ends_with(['.', '!', '。']),
        Kind::Item => true,
        Kind::Head | Kind::Row | Kind::Code => false,
    };
    statement.says && is_long && stands_alone
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overview(contents: bool, most: Option<usize>) -> Overview {
        Overview { name: BTreeSet::new(), contents, most }
    }

    fn passages(count: u32) -> Vec<Passage> {
        let passage = |ordinal: u32| Passage {
            headings: vec![format!("Part {}", ordinal / 2)],
            ordinal,
            text: format!(
                "A violin sounded once before dawn came. Rule {ordinal} on leave grants leave to all staff."
            ),
            ..Passage::default()
        };
        (0..count).map(passage).collect()
    }

    fn headings(outline: &Outline) -> Vec<&str> {
        outline.lines.iter().filter_map(|line| line.heading.as_deref()).collect()
    }

    /// Returns the words of the statements of an outline.
    fn words(outline: &Outline, hits: &[Hit]) -> Vec<String> {
        let text = |line: &OutlineLine| {
            let passage = &hits[line.hit].passage;
            passage.statements()[line.statement.unwrap()].text(&passage.text).into_owned()
        };
        outline.lines.iter().map(text).collect()
    }

    #[test]
    fn each_part_is_told_by_its_first_statement_and_then_by_the_next() {
        let (outline, hits) = of(&passages(6), &overview(false, Some(3)));
        assert_eq!(headings(&outline), ["Part 0", "Part 1", "Part 2"]);
        let first = "A violin sounded once before dawn came.";
        assert_eq!(words(&outline, &hits), [first; 3]);
        let (outline, hits) = of(&passages(1), &overview(false, Some(2)));
        let second = "Rule 0 on leave grants leave to all staff.";
        assert_eq!(words(&outline, &hits), [first, second]);
    }

    #[test]
    fn a_short_document_gives_more_of_each_part_and_a_long_one_its_longest() {
        let (outline, _) = of(&passages(2), &overview(false, Some(3)));
        assert_eq!(headings(&outline), ["Part 0"; 3]);
        let (outline, _) = of(&passages(40), &overview(false, None));
        assert_eq!((outline.lines.len(), outline.omitted), (MAX_PARTS, 20 - MAX_PARTS));
    }

    #[test]
    fn the_parts_are_named_and_those_that_are_not_are_counted() {
        let (outline, hits) = of(&passages(40), &overview(true, None));
        assert_eq!(
            (outline.lines.len(), outline.omitted, hits.len()),
            (MAX_PARTS, 20 - MAX_PARTS, MAX_PARTS)
        );
    }
}
