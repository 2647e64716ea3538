//! Comparisons of two documents that are named alike: their differences side by side, and what only one of them has.

mod align;
mod nearest;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::{BTreeMap, BTreeSet};

use align::{Aligned, ComparedStatement, align, points};
use footnote_documents::Passage;
use footnote_documents::relationship::{Name, Relationship};
use footnote_protocol::Thought;
use footnote_retrieval::Hit;
use footnote_retrieval::store::StoreError;
use footnote_text::analysis::stems;
use wording::ComparisonText;

use super::composed::ComposedAnswer;
use super::grounding::Grounding;
use super::question::Comparison;
use super::retrieve;
use super::turn::Turn;

/// The passages that are looked through for documents to compare.
const PASSAGES_SEARCHED: usize = 40;

/// The most documents of them that are held against each other.
const MOST_DOCUMENTS: usize = 12;

/// The share of statements with a counterpart from which two documents can be set side by side.
const ALIGNABLE_SHARE: f32 = 0.2;

/// The same from which what has no counterpart can be said to stand in one of them alone.
const PARALLEL_SHARE: f32 = 0.5;

/// A document that may be compared.
#[derive(Clone, Debug)]
struct ComparedDocument {
    path: String,
    title: String,
    name: Name,
}

/// Sets the two documents side by side that a question compares; `None` if it compares something else, or the index
/// cannot be read.
pub(super) async fn answer(turn: &Turn, grounding: &mut Grounding) -> Option<ComposedAnswer> {
    let comparison = turn.question.comparison.as_ref()?;
    if turn.model.is_some() || !grounding.parts.is_empty() {
        return None;
    }
    let found = turn.retrieve(&grounding.by_words(&turn.question.text, PASSAGES_SEARCHED)).await;
    let mut found = found.inspect_err(|error| tracing::warn!("comparing: {error}")).ok()?;
    found.hits = retrieve::prepare(turn, found.hits).await.hits;
    let sides = sides(turn, grounding, &found.hits).await;
    let sides = sides.inspect_err(|error| tracing::warn!("comparing: {error}")).ok()?;
    let (first, second) = pair(&sides, comparison, &turn.question.text)?;
    let reader = &turn.rag.reader;
    let read =
        async |side: &ComparedDocument| turn.rag.retriever.document(&side.path, reader).await.ok();
    let passages = with_escaped_brackets(turn, [read(first).await?, read(second).await?]).await;
    let Some(aligned) = compared(&passages, (first, second), comparison) else {
        return nearest::answer(turn, grounding, [first, second], found).await;
    };
    let text = ComparisonText { sides: [first, second], passages: &passages, aligned: &aligned };
    let (deltas, shown) = text.deltas();
    let hits = hits(&passages, &shown);
    grounding.replace_passages(turn, hits).await;
    let account = wording::account(&text);
    Some(ComposedAnswer::looked_up(deltas, Thought::new("Documents compared", account)))
}

/// The passages of two documents, without brackets that would be read as citations.
async fn with_escaped_brackets(
    turn: &Turn,
    [first, second]: [Vec<Passage>; 2],
) -> [Vec<Passage>; 2] {
    let count = first.len();
    let hit = |passage| Hit { passage, score: 1.0, ..Hit::default() };
    let hits = first.into_iter().chain(second).map(hit).collect();
    let found = retrieve::prepare(turn, hits).await.hits.into_iter();
    let mut first: Vec<Passage> = found.map(|hit| hit.passage).collect();
    let second = first.split_off(count.min(first.len()));
    [first, second]
}

/// The documents of the passages that were found, and of those that words alone `lead` to, best first.
async fn sides(
    turn: &Turn,
    grounding: &Grounding,
    lead: &[Hit],
) -> Result<Vec<ComparedDocument>, StoreError> {
    let mut seen = BTreeSet::new();
    let hits = grounding.whole.found.hits.iter().chain(lead);
    let each = hits.filter(|hit| seen.insert(hit.passage.path.as_str()));
    let mut sides = Vec::new();
    for Hit { passage, .. } in each.take(MOST_DOCUMENTS) {
        let record = turn.rag.library.file(&passage.path).await?;
        let title = record.map_or_else(|| passage.title.clone(), |record| record.title.clone());
        let name = Name::of(&passage.path, &title);
        sides.push(ComparedDocument { name, path: passage.path.clone(), title });
    }
    Ok(sides)
}

/// The two documents that a question compares, the older or first named before the other.
fn pair<'a>(
    sides: &'a [ComparedDocument],
    comparison: &Comparison,
    question: &str,
) -> Option<(&'a ComparedDocument, &'a ComparedDocument)> {
    let pairs = sides.iter().enumerate().flat_map(|(at, one)| {
        let others = sides.get(at + 1..).unwrap_or_default();
        others.iter().map(move |other| (one, other))
    });
    let fitting = pairs.filter_map(|(one, other)| Some((fit(one, other, comparison)?, one, other)));
    // The first of equals is that of the best hits.
    let best = fitting.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let (_, one, other) = best?;
    Some(if is_in_order(one, other, question) { (one, other) } else { (other, one) })
}

/// The measure in which two documents are those that a question compares: the sides that it names, the words that name
/// both, and the newer edition; `None` if they are not.
fn fit(
    one: &ComparedDocument,
    other: &ComparedDocument,
    comparison: &Comparison,
) -> Option<(usize, usize, Vec<u32>)> {
    let kinship = one.name.relationship(&other.name);
    let is_edition = matches!(kinship, Relationship::Edition(_));
    if kinship == Relationship::Unrelated {
        return None;
    }
    let is_named = |side: &ComparedDocument, beside: &ComparedDocument| {
        let year = side.name.edition.first().filter(|_| is_edition);
        let own = side.name.own(&beside.name);
        year.is_some_and(|year| comparison.years.contains(year))
            || !own.is_disjoint(&comparison.words)
    };
    let named = usize::from(is_named(one, other)) + usize::from(is_named(other, one));
    let common = one.name.words.intersection(&other.name.words);
    let common = common.filter(|stem| comparison.words.contains(*stem)).count();
    let is_name = |stem: &String| [one, other].iter().any(|side| side.name.words.contains(stem));
    let is_of_nothing_else = comparison.words.iter().all(is_name);
    let fits = match named {
        2 => true,
        1 => is_edition && comparison.years.len() < 2,
        _ => {
            comparison.years.is_empty() && (comparison.of_two || (common > 0 && is_of_nothing_else))
        }
    };
    let newer = one.name.edition.clone().max(other.name.edition.clone());
    fits.then_some((named, common, newer))
}

/// True if the first of two documents is the older, or is named first.
fn is_in_order(one: &ComparedDocument, other: &ComparedDocument, question: &str) -> bool {
    if let Relationship::Edition(age) = one.name.relationship(&other.name) {
        return age.is_lt();
    }
    let stems = stems(question);
    let place = |side: &ComparedDocument, beside: &ComparedDocument| {
        let own = side.name.own(&beside.name);
        stems.iter().position(|stem| own.contains(stem)).unwrap_or(usize::MAX)
    };
    place(one, other) <= place(other, one)
}

/// The two documents aligned, as far as they speak of the point that is asked about; `None` if they are not alignable,
/// or do not speak of it.
fn compared(
    [first, second]: &[Vec<Passage>; 2],
    (one, other): (&ComparedDocument, &ComparedDocument),
    comparison: &Comparison,
) -> Option<Aligned> {
    let names: BTreeSet<String> = one.name.words.union(&other.name.words).cloned().collect();
    let mut aligned = align(points(first, &names), points(second, &names));
    let share = aligned.share();
    let folders = [one, other].into_iter().flat_map(|side| stems(folder(&side.path)));
    let folders: BTreeSet<String> = folders.collect();
    let point = comparison.words.difference(&names).filter(|stem| !folders.contains(*stem));
    let point: BTreeSet<String> = point.cloned().collect();
    let is_parallel = share >= PARALLEL_SHARE && !aligned.is_truncated;
    if share < ALIGNABLE_SHARE || (!is_parallel && !point.is_empty()) {
        return None;
    }
    if !is_parallel {
        aligned.keep_figures();
    }
    let most = aligned.most(&point);
    if most > 0 {
        aligned.keep(point.len().div_ceil(2).min(most), &point);
    } else if !point.is_empty() {
        return None;
    }
    (!aligned.is_empty()).then_some(aligned)
}

/// The folders that a document lies in.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The passages of the statements that are shown, those of the first document before those of the second.
fn hits(passages: &[Vec<Passage>; 2], shown: &[(usize, &ComparedStatement)]) -> Vec<Hit> {
    let mut places: BTreeMap<(usize, usize), &Passage> = BTreeMap::new();
    for (side, point) in shown {
        let passage = passages.get(*side).and_then(|all| all.get(point.place.0));
        places.extend(passage.map(|passage| ((*side, point.place.0), passage)));
    }
    let hit = |passage: &Passage| Hit { passage: passage.clone(), score: 1.0, ..Hit::default() };
    places.into_values().map(hit).collect()
}
