//! The passages shown where no model answers: the units that fit the question best, without any claim.

#[cfg(test)]
mod tests;
mod unit;

use std::collections::HashSet;
use std::fmt::Write as _;

use footnote_documents::Passage;
use footnote_protocol::{DataPoints, FoundPassages, FoundUnit, Thought, UnreadFile};
use footnote_store::search::{Hit, SearchResult, Term};
use footnote_store::{Counts, FileKind, Selection};
use footnote_text::words::words;
use serde_json::{Value, json};

use self::unit::Unit;
use crate::data_points::data_points;
use crate::grounding::Grounding;
use crate::statements::{matching, statements, telling, weight};
use crate::turn::Turn;

/// Maximum number of units. Three whole units hold what 27 of 48 strangers' questions need, five 36, six no more.
const MAX_UNITS: usize = 5;

/// Maximum number of files named that could not be read.
const MAX_UNREAD: usize = 3;

/// Maximum number of files that could not be read whose names are compared.
const MAX_LOOKED_THROUGH: usize = 1_000;

/// The passages shown instead of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownPassages {
    units: Vec<Unit>,
    /// Why there are no units, as a sentence.
    without_units: &'static str,
    /// The units and notes, as sent to clients.
    pub found: FoundPassages,
}

/// Chooses the units around the best passages found.
pub async fn choose(turn: &Turn, grounding: &Grounding) -> ShownPassages {
    let units = units(turn, grounding).await;
    // What is not read yet may mention anything.
    let is_reading = turn.rag.library.unfiltered_progress().is_reading(grounding.documents);
    let is_empty = units.is_empty() && grounding.documents == Counts::default();
    let (unknown, nearest) =
        if is_reading || is_empty { Default::default() } else { unknown(grounding) };
    let without_units = match () {
        () if is_reading => "The documents are still being read.",
        () if is_empty => "There are no documents yet.",
        () if turn.rag.scope.is_some() => "Nothing in the chosen documents matches this question.",
        () => "Nothing in the documents matches this question.",
    };
    let found = FoundPassages {
        units: units.iter().filter_map(|unit| shown(unit, grounding)).collect(),
        unknown,
        nearest,
        counts_earlier: !turn.request.history().is_empty() && !grounding.query.context.is_empty(),
        unread: unread(turn, &grounding.query.text).await,
    };
    ShownPassages { units, without_units, found }
}

/// Returns the passages that have a word of the question, or all if none has one or meaning found them. Others match
/// only by the name of their document, as all of its passages do. None is returned if no document has any word of the
/// question: what was found then fits only what was asked before it, or words that look like those of the question.
fn worth_showing(found: &SearchResult) -> impl Iterator<Item = &Hit> {
    let has_word = |hit: &&Hit| {
        let Passage { text, headings, .. } = &hit.passage;
        weight(text, &found.terms) > 0.0 || weight(&headings.join(" "), &found.terms) > 0.0
    };
    // Headings alone say nothing.
    let all = || found.hits.iter().filter(|hit| !statements(&hit.passage.text).is_empty());
    let by_meaning = found.how.model.is_some();
    let is_unheard = |term: &Term| !term.known && term.forms.is_empty();
    let is_own =
        |term: &Term| term.known && found.corrections.iter().all(|one| one.word != term.word);
    let fits = by_meaning || found.terms.iter().any(is_own) || !found.terms.iter().any(is_unheard);
    let is_any = by_meaning || !all().any(|hit| has_word(&hit));
    all().filter(move |hit| fits && (is_any || has_word(hit)))
}

/// Returns the units around the first hits, best first; those of one document follow each other.
async fn units(turn: &Turn, grounding: &Grounding) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut shown: HashSet<(String, u32)> = HashSet::new();
    for hit in worth_showing(&grounding.found) {
        let place = |passage: &Passage| (passage.path.clone(), passage.ordinal);
        if units.len() == MAX_UNITS {
            break;
        }
        if shown.contains(&place(&hit.passage)) {
            continue;
        }
        let unit = Unit::around(turn, hit, |passage| shown.contains(&place(passage))).await;
        shown.extend(unit.passages.iter().map(place));
        let path = |unit: &Unit| unit.found().map(|passage| passage.path.clone());
        let last = units.iter().rposition(|other| path(other) == path(&unit));
        units.insert(last.map_or(units.len(), |last| last + 1), unit);
    }
    units
}

/// Returns a unit as sent to clients.
fn shown(unit: &Unit, grounding: &Grounding) -> Option<FoundUnit> {
    let (passage, text) = (unit.found()?, unit.text());
    let terms = &grounding.found.terms;
    Some(FoundUnit {
        source: passage.source(),
        title: passage.title.clone(),
        headings: passage.headings.clone(),
        telling: telling(&text, terms),
        words: matching(&text, terms),
        also_in: unit.also_in.clone(),
        text,
    })
}

/// Returns the names, numbers and codes of a question that no document has, and the words that were taken for others. A
/// capital letter makes a name, unless it begins the question. Where most words of the question are unknown, all of
/// these are returned, with true.
fn unknown(grounding: &Grounding) -> (Vec<String>, bool) {
    let SearchResult { terms, corrections, .. } = &grounding.found;
    let is_corrected = |word: &str| corrections.iter().any(|one| one.word == word);
    let own = |word: &str| {
        let lower = word.to_lowercase();
        terms.iter().filter(move |term| term.word.to_lowercase() == lower)
    };
    let is_telling = |at: usize, word: &str| {
        word.contains(|c: char| c.is_numeric())
            || word.chars().skip(1).any(char::is_uppercase)
            || at > 0 && word.starts_with(char::is_uppercase)
    };
    let mut seen = HashSet::new();
    let asked = words(&grounding.query.text).enumerate();
    let asked = asked.filter(|(_, word)| own(word).next().is_some() || is_corrected(word));
    let asked: Vec<_> = asked.filter(|(_, word)| seen.insert(word.to_lowercase())).collect();
    let is_unknown = |word: &str| own(word).all(|term| !term.known);
    let missing = asked.iter().filter(|(_, word)| is_unknown(word)).count();
    let are_most = 2 * missing > asked.len();
    let is_named = |at, word: &str| {
        is_corrected(word) || is_unknown(word) && (are_most || is_telling(at, word))
    };
    let named = asked.iter().filter(|(at, word)| is_named(*at, word));
    (named.map(|(_, word)| (*word).to_owned()).collect(), are_most)
}

/// Returns the files that could not be read and have a word of the question in their name.
async fn unread(turn: &Turn, question: &str) -> Vec<UnreadFile> {
    let asked: HashSet<String> = footnote_text::analysis::stems(question).into_iter().collect();
    let selection =
        Selection { kind: FileKind::Failed, limit: MAX_LOOKED_THROUGH, ..Selection::default() };
    let failed = turn.rag.library.list(selection).await;
    let failed = failed.inspect_err(|error| tracing::warn!("listing unread files: {error}"));
    let files = failed.map(|page| page.files).unwrap_or_default();
    let fits = |path: &str| {
        let name = footnote_text::question::file_words(path);
        footnote_text::analysis::stems(&name).iter().any(|stem| asked.contains(stem))
    };
    let unread = files.iter().filter(|file| fits(&file.path)).take(MAX_UNREAD);
    let unread =
        unread.map(|file| UnreadFile { path: file.path.clone(), reason: file.fault().to_owned() });
    unread.collect()
}

impl ShownPassages {
    /// Returns the passages of the units, in the order in which they are shown.
    pub fn passages(&self) -> impl Iterator<Item = &Passage> {
        self.units.iter().flat_map(|unit| &unit.passages)
    }

    /// Returns the Markdown for clients that show only text: each unit with its citations, under its document's name.
    pub fn pieces(&self) -> Vec<String> {
        let mut pieces: Vec<String> = self.notes().into_iter().collect();
        let mut before = None;
        for unit in &self.units {
            let passage = unit.found();
            let path = passage.map(|passage| passage.path.as_str());
            let mut piece = String::new();
            if let Some(passage) = passage.filter(|_| path != before) {
                let _ = write!(piece, "**{}**\n\n", passage.title.replace('*', "\\*"));
            }
            before = path;
            piece.push_str(&unit.cited());
            pieces.push(piece);
        }
        let last = pieces.len().saturating_sub(1);
        let ended = |(at, piece): (usize, String)| {
            if at < last { format!("{piece}\n\n") } else { piece }
        };
        pieces.into_iter().enumerate().map(ended).collect()
    }

    /// Returns what was not found, in sentences.
    fn notes(&self) -> Option<String> {
        let mut notes = Vec::new();
        if self.units.is_empty() {
            notes.push(self.without_units.to_owned());
        }
        let quoted = self.found.unknown.iter().map(|word| format!("“{word}”"));
        let quoted: Vec<String> = quoted.collect();
        if !quoted.is_empty() {
            notes.push(format!("Nothing mentions {}.", footnote_text::list::listed(&quoted, "or")));
        }
        let unread = self.found.unread.iter();
        notes.extend(
            unread.map(|file| format!("`{}` could not be read: {}", file.path, file.reason)),
        );
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// Returns the thought on the units, each by its source and its telling statement.
    pub fn thought(&self) -> Thought {
        let units = self.found.units.iter();
        let units: Vec<Value> =
            units.map(|unit| json!({"text": unit.telling, "source": unit.source})).collect();
        Thought::new("Passages shown", units)
    }

    /// Returns the data points of the units.
    pub fn data_points(&self, turn: &Turn) -> DataPoints {
        let text = |passage: &Passage| (passage.source(), passage.text.clone());
        let shown: Vec<(String, String)> = self.passages().map(text).collect();
        let hit = |passage: &Passage| Hit { passage: passage.clone(), ..Hit::default() };
        data_points(turn, &shown, &self.passages().map(hit).collect::<Vec<_>>())
    }
}
