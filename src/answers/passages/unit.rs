//! The unit around a passage: its section, or as much of that as fits.

use footnote_documents::Passage;
use footnote_store::Start;
use footnote_store::search::{Hit, NEXT};
use footnote_text::lines;
use footnote_text::source::is_attached;
use footnote_text::table::is_row;

use crate::retrieve;
use crate::sources::without_head;
use crate::statements::is_item;
use crate::turn::Turn;

/// Maximum length of a unit in characters, unless its passage alone is longer. With 1,500 around the passage, four
/// units hold what 35 of 48 strangers' questions need; the passages alone hold 29.
const MAX_CHARACTERS: usize = 1_500;

/// The mark where a section goes on.
const GAP: &str = "…";

/// Number of passages before and after a passage that are read for its section.
const REACH: u32 = 4;

/// Passages of one section in document order, around one that was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Unit {
    pub(super) passages: Vec<Passage>,
    /// The ordinal of the passage that was found.
    found: u32,
    /// Paths of other documents that have it.
    pub(super) also_in: Vec<String>,
    /// True if its section has more before it, and after it.
    cut: [bool; 2],
}

impl Unit {
    /// Returns the unit around a hit. Passages that `is_shown` already are left out.
    pub(super) async fn around(
        turn: &Turn,
        hit: &Hit,
        is_shown: impl Fn(&Passage) -> bool,
    ) -> Self {
        let near = near(turn, &hit.passage).await;
        let own = hit.passage.ordinal;
        let is_near = |passage: &&Passage| passage.ordinal != own && !is_shown(passage);
        let near: Vec<&Passage> = near.iter().filter(is_near).collect();
        let mut unit = Self {
            passages: vec![hit.passage.clone()],
            found: own,
            also_in: hit.also_in.clone(),
            cut: [false; 2],
        };
        unit.grow(&near);
        unit.cut = [-1, 1].map(|side| unit.beside(&near, side).is_some());
        // A table is shown whole, or only its rows that were found.
        if is_table(&hit.passage.text) && unit.cut != [false; 2] {
            unit.passages.retain(|passage| passage.ordinal == own);
            unit.cut = [-1, 1].map(|side| unit.beside(&near, side).is_some());
        }
        unit
    }

    /// Adds passages of the same section: the whole of it, or first what the passage announces or continues.
    fn grow(&mut self, near: &[&Passage]) {
        let goes_back = self.passages.first().is_some_and(|passage| continues(&passage.text));
        let mut sides = if goes_back { [-1_i64, 1] } else { [1, -1] }.into_iter().cycle();
        let mut full = 0;
        while full < 2 {
            let Some(side) = sides.next() else { return };
            let next = self.beside(near, side).filter(|next| self.fits(next)).cloned();
            full = if next.is_some() { 0 } else { full + 1 };
            match next {
                Some(next) if side < 0 => self.passages.insert(0, next),
                Some(next) => self.passages.push(next),
                None => {}
            }
        }
    }

    /// Returns the passage of the same section before the first one or after the last.
    fn beside<'p>(&self, near: &[&'p Passage], side: i64) -> Option<&'p Passage> {
        let edge = if side < 0 { self.passages.first()? } else { self.passages.last()? };
        let wanted = i64::from(edge.ordinal) + side;
        let is_it = |passage: &&&Passage| {
            i64::from(passage.ordinal) == wanted && passage.headings == edge.headings
        };
        near.iter().find(is_it).copied()
    }

    fn fits(&self, next: &Passage) -> bool {
        let length = |passage: &Passage| passage.text.chars().count();
        self.passages.iter().map(length).sum::<usize>() + length(next) <= MAX_CHARACTERS
    }

    /// Returns the passage that was found.
    pub(super) fn found(&self) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.ordinal == self.found)
    }

    /// Returns its text.
    pub(super) fn text(&self) -> String {
        let [before, after] = self.cut.map(|is_cut| if is_cut { GAP } else { "" });
        let text = joined(&self.passages);
        [before, &text, after]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(NEXT)
    }

    /// Returns its text with a citation at the end of each page.
    pub(super) fn cited(&self) -> String {
        let pages = self.passages.chunk_by(|one, next| one.source() == next.source());
        let cited = pages.filter_map(|passages| {
            let (text, last) = (joined(passages), passages.last()?);
            // A citation in a table's row or in code would become part of it.
            let ends = text.lines().last().unwrap_or_default();
            let gap = if is_row(ends) || ends.starts_with("```") { NEXT } else { " " };
            Some(format!("{text}{gap}[{}]", last.source()))
        });
        let [before, after] = self.cut.map(|is_cut| is_cut.then(|| GAP.to_owned()));
        before.into_iter().chain(cited).chain(after).collect::<Vec<_>>().join(NEXT)
    }
}

/// Returns the text of passages that follow each other, with one head for a table that goes on. Where lines are those of
/// the writer, they stay lines.
fn joined(passages: &[Passage]) -> String {
    let mut text = String::new();
    let mut before = "";
    for passage in passages {
        let own = without_head(&passage.text, before);
        text.truncate(text.trim_end().len());
        let gap = if own.len() < passage.text.len() { "\n" } else { NEXT };
        text.push_str(if text.is_empty() { "" } else { gap });
        text.push_str(own);
        before = &passage.text;
    }
    text.truncate(text.trim_end().len());
    let path = passages.first().map_or("", |passage| passage.path.as_str());
    lines::markdown(&text, footnote_extract::keeps_lines(path))
}

/// Reads the passages around one, ready to be shown.
async fn near(turn: &Turn, passage: &Passage) -> Vec<Passage> {
    let from = passage.ordinal.saturating_sub(REACH);
    let most = usize::try_from(2 * REACH + 1).unwrap_or_default();
    let read = if is_attached(&passage.path) {
        let is_near = |one: &Passage| one.ordinal.abs_diff(passage.ordinal) <= REACH;
        turn.attached(&passage.path).into_iter().filter(is_near).collect()
    } else {
        let (retriever, reader) = (&turn.rag.retriever, &turn.rag.reader);
        let read = retriever.passages_from(&passage.path, Start::Passage(from), most, reader).await;
        let read = read.inspect_err(|error| tracing::warn!("reading around a passage: {error}"));
        read.unwrap_or_default()
    };
    let hits = read.into_iter().map(|passage| Hit { passage, ..Hit::default() }).collect();
    retrieve::prepare(turn, hits).await.into_iter().map(|hit| hit.passage).collect()
}

/// Returns true if a text is only rows of a table.
fn is_table(text: &str) -> bool {
    text.lines().all(|line| is_row(line.trim_start()) || line.trim().is_empty())
}

/// Returns true if a text begins within a list, so that its lead-in is in the passage before.
fn continues(text: &str) -> bool {
    text.lines().next().is_some_and(is_item)
}
