//! Comparisons of two documents that are named alike: their differences side by side, and what only one of them has.

mod align;
mod beside;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::{BTreeMap, BTreeSet};

use super::composed::Composed;
use super::ground::Ground;
use super::question::Comparison;
use super::retrieve;
use super::turn::Turn;
use align::{Aligned, Point, align, points};
use footnote_documents::Passage;
use footnote_documents::kinship::{Kinship, Name};
use footnote_protocol::Thought;
use footnote_retrieval::Hit;
use footnote_retrieval::store::StoreError;
use footnote_text::analysis::stems;
use wording::Told;

/// The passages that are looked through for documents to compare.
const LOOKED_AT: usize = 40;

/// The most documents of them that are held against each other.
const DOCUMENTS: usize = 12;

/// The share of statements with a counterpart from which two documents can be set side by side.
const TWINS: f32 = 0.2;

/// The same from which what has no counterpart can be said to stand in one of them alone.
const PARALLEL: f32 = 0.5;

/// A document that may be compared.
#[derive(Clone, Debug)]
struct Side {
    path: String,
    title: String,
    name: Name,
}

/// Sets the two documents side by side that a question compares; `None` if it compares something else, or the index
/// cannot be read.
pub(super) async fn answer(turn: &Turn, ground: &mut Ground) -> Option<Composed> {
    let asked = turn.question.comparison.as_ref()?;
    if turn.model.is_some() || !ground.parts.is_empty() {
        return None;
    }
    let found = turn.retrieve(&ground.by_words(&turn.question.text, LOOKED_AT)).await;
    let mut found = found.inspect_err(|error| tracing::warn!("comparing: {error}")).ok()?;
    found.hits = retrieve::ready(turn, found.hits).await.hits;
    let sides = sides(turn, ground, &found.hits).await;
    let sides = sides.inspect_err(|error| tracing::warn!("comparing: {error}")).ok()?;
    let (first, second) = pair(&sides, asked, &turn.question.text)?;
    let reader = &turn.rag.reader;
    let read = async |side: &Side| turn.rag.retriever.document(&side.path, reader).await.ok();
    let passages = disarmed(turn, [read(first).await?, read(second).await?]).await;
    let Some(aligned) = compared(&passages, (first, second), asked) else {
        return beside::answer(turn, ground, [first, second], found).await;
    };
    let told = Told { sides: [first, second], passages: &passages, aligned: &aligned };
    let (deltas, shown) = told.deltas();
    let hits = hits(&passages, &shown);
    ground.stand_on(turn, hits).await;
    let account = wording::account(&told);
    Some(Composed::looked_up(deltas, Thought::new("Documents compared", account)))
}

/// The passages of two documents, without brackets that would be read as citations.
async fn disarmed(turn: &Turn, [first, second]: [Vec<Passage>; 2]) -> [Vec<Passage>; 2] {
    let count = first.len();
    let hit = |passage| Hit { passage, score: 1.0, ..Hit::default() };
    let hits = first.into_iter().chain(second).map(hit).collect();
    let found = retrieve::ready(turn, hits).await.hits.into_iter();
    let mut first: Vec<Passage> = found.map(|hit| hit.passage).collect();
    let second = first.split_off(count.min(first.len()));
    [first, second]
}

/// The documents of the passages that were found, and of those that words alone `lead` to, best first.
async fn sides(turn: &Turn, ground: &Ground, lead: &[Hit]) -> Result<Vec<Side>, StoreError> {
    let mut seen = BTreeSet::new();
    let hits = ground.whole.found.hits.iter().chain(lead);
    let each = hits.filter(|hit| seen.insert(hit.passage.path.as_str()));
    let mut sides = Vec::new();
    for Hit { passage, .. } in each.take(DOCUMENTS) {
        let record = turn.rag.library.file(&passage.path).await?;
        let title = record.map_or_else(|| passage.title.clone(), |record| record.title.clone());
        let name = Name::of(&passage.path, &title);
        sides.push(Side { name, path: passage.path.clone(), title });
    }
    Ok(sides)
}

/// The two documents that a question compares, the older or first named before the other.
fn pair<'a>(sides: &'a [Side], asked: &Comparison, question: &str) -> Option<(&'a Side, &'a Side)> {
    let pairs = sides.iter().enumerate().flat_map(|(at, one)| {
        let others = sides.get(at + 1..).unwrap_or_default();
        others.iter().map(move |other| (one, other))
    });
    let fitting = pairs.filter_map(|(one, other)| Some((fit(one, other, asked)?, one, other)));
    // The first of equals is that of the best hits.
    let best = fitting.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let (_, one, other) = best?;
    Some(if is_in_order(one, other, question) { (one, other) } else { (other, one) })
}

/// The measure in which two documents are those that a question compares: the sides that it names, the words that name
/// both, and the newer edition; `None` if they are not.
fn fit(one: &Side, other: &Side, asked: &Comparison) -> Option<(usize, usize, Vec<u32>)> {
    let kinship = one.name.kinship(&other.name);
    let is_edition = matches!(kinship, Kinship::Edition(_));
    if kinship == Kinship::Stranger {
        return None;
    }
    let is_named = |side: &Side, beside: &Side| {
        let year = side.name.edition.first().filter(|_| is_edition);
        let own = side.name.own(&beside.name);
        year.is_some_and(|year| asked.years.contains(year)) || !own.is_disjoint(&asked.words)
    };
    let named = usize::from(is_named(one, other)) + usize::from(is_named(other, one));
    let common = one.name.words.intersection(&other.name.words);
    let common = common.filter(|stem| asked.words.contains(*stem)).count();
    let is_name = |stem: &String| [one, other].iter().any(|side| side.name.words.contains(stem));
    let is_of_nothing_else = asked.words.iter().all(is_name);
    let fits = match named {
        2 => true,
        1 => is_edition && asked.years.len() < 2,
        _ => asked.years.is_empty() && (asked.of_two || (common > 0 && is_of_nothing_else)),
    };
    let newer = one.name.edition.clone().max(other.name.edition.clone());
    fits.then_some((named, common, newer))
}

/// True if the first of two documents is the older, or is named first.
fn is_in_order(one: &Side, other: &Side, question: &str) -> bool {
    if let Kinship::Edition(age) = one.name.kinship(&other.name) {
        return age.is_lt();
    }
    let stems = stems(question);
    let place = |side: &Side, beside: &Side| {
        let own = side.name.own(&beside.name);
        stems.iter().position(|stem| own.contains(stem)).unwrap_or(usize::MAX)
    };
    place(one, other) <= place(other, one)
}

/// The two documents aligned, as far as they speak of the point that is asked about; `None` if they are no twins, or
/// do not speak of it.
fn compared(
    [first, second]: &[Vec<Passage>; 2],
    (one, other): (&Side, &Side),
    asked: &Comparison,
) -> Option<Aligned> {
    let names: BTreeSet<String> = one.name.words.union(&other.name.words).cloned().collect();
    let mut aligned = align(points(first, &names), points(second, &names));
    let share = aligned.share();
    let folders = [one, other].into_iter().flat_map(|side| stems(folder(&side.path)));
    let folders: BTreeSet<String> = folders.collect();
    let point = asked.words.difference(&names).filter(|stem| !folders.contains(*stem));
    let point: BTreeSet<String> = point.cloned().collect();
    let is_parallel = share >= PARALLEL && !aligned.is_cut;
    if share < TWINS || (!is_parallel && !point.is_empty()) {
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
fn hits(passages: &[Vec<Passage>; 2], shown: &[(usize, &Point)]) -> Vec<Hit> {
    let mut places: BTreeMap<(usize, usize), &Passage> = BTreeMap::new();
    for (side, point) in shown {
        let passage = passages.get(*side).and_then(|all| all.get(point.place.0));
        places.extend(passage.map(|passage| ((*side, point.place.0), passage)));
    }
    let hit = |passage: &Passage| Hit { passage: passage.clone(), score: 1.0, ..Hit::default() };
    places.into_values().map(hit).collect()
}
