//! A quoted unit: the section, list, table or paragraph around an answering statement, across the ends of passages.

use std::collections::BTreeSet;
use std::ops::Range;

use footnote_documents::Passage;
use footnote_documents::statements::Kind;
use footnote_retrieval::Hit;

use crate::composed::Quotation;
use crate::weigh::units::{self, Unit};
use crate::weigh::{Evidence, Scored};

/// Maximum length of a unit in characters, about 120 words. Of a longer one, the part around the answering statement is
/// quoted.
const MAX_CHARACTERS: usize = 720;

/// A unit that is quoted.
#[derive(Clone, Debug)]
pub(super) struct QuotedUnit {
    /// The statements of the passage and its neighbours, in the order of the document.
    statements: Vec<Unit>,
    /// The statements that are quoted, as indices into `statements`.
    kept: BTreeSet<usize>,
    /// The index of the answering statement in `statements`.
    place: usize,
    /// The index of the answering statement among those that were weighed.
    answering: usize,
    score: f32,
    /// True if part of the unit is left out before and after what is quoted.
    is_cut: (bool, bool),
}

/// Returns the unit around the statement at this index among those that were weighed.
pub(super) fn around(evidence: &Evidence, scored: &[Scored], at: usize) -> Option<QuotedUnit> {
    let weighed = &evidence.weighed().units;
    let answering = weighed.get(at)?;
    let (statements, first) = in_document(&evidence.found.hits, answering.hit)?;
    let place = first + answering.place;
    let (block, section) = (block(&statements, place), section(&statements, place));
    // Of a table, the fitting rows are quoted.
    let is_row = answering.kind == Kind::Row;
    let mut whole = [section, block.clone()].into_iter().filter(|_| !is_row);
    let whole = whole.find(|range| length(&statements, range.clone()) <= MAX_CHARACTERS);
    let kept: BTreeSet<usize> = match whole.clone() {
        Some(range) => {
            let is_kept =
                |at: &usize| *at == place || statements.get(*at).is_some_and(is_worth_quoting);
            range.filter(is_kept).collect()
        }
        None if is_row => {
            // The statements of this passage are consecutive among those that were weighed.
            let share = |row: usize| {
                let weighed = (row + at).checked_sub(place);
                weighed.and_then(|at| scored.get(at)).map_or(0.0, |scored| scored.share)
            };
            let passage = first..first + count(weighed, answering.hit);
            let rows = block.clone().filter(|row| passage.contains(row));
            rows_like(&statements, place, rows.filter(|row| share(*row) >= share(place)))
        }
        None => part(&statements, place, block.clone()),
    };
    let is_left = |range: Range<usize>| range.into_iter().any(|at| !kept.contains(&at));
    let is_cut = match (whole.is_some(), answering.kind) {
        (true, _) => (false, false),
        // Of a table, a single mark shows that rows are left out.
        (false, Kind::Row) => (false, is_left(block)),
        (false, _) => (is_left(block.start..place), is_left(place..block.end)),
    };
    let score = scored.get(at)?.score;
    Some(QuotedUnit { statements, kept, place, answering: at, score, is_cut })
}

/// Returns true if a statement is worth quoting with others: it is neither a label nor a lead-in to nothing.
fn is_worth_quoting(unit: &Unit) -> bool {
    unit.says || unit.kind != Kind::Sentence || !unit.introduces.is_empty()
}

/// Returns the number of statements of a passage.
fn count(weighed: &[Unit], hit: usize) -> usize {
    weighed.iter().filter(|unit| unit.hit == hit).count()
}

/// Returns the statements of a passage and of its neighbours under its headings, and the index of its first. A
/// neighbour on another page is known only if it was found too.
fn in_document(hits: &[Hit], at: usize) -> Option<(Vec<Unit>, usize)> {
    let hit = hits.get(at)?;
    let ordinal = hit.passage.ordinal;
    let neighbour = |ordinal: Option<u32>, text: Option<&String>| {
        let ordinal = ordinal?;
        let is_it = |other: &&Hit| {
            let place = (other.passage.ordinal, &other.passage.path);
            place == (ordinal, &hit.passage.path) && other.passage.headings == hit.passage.headings
        };
        if let Some(found) = hits.iter().find(is_it) {
            return Some(alone(found.passage.clone()));
        }
        let text = text?;
        let mut passage = Passage { ordinal, ..hit.passage.clone() };
        passage.set_text(text.clone());
        Some(alone(passage))
    };
    let before = neighbour(ordinal.checked_sub(1), hit.before.as_ref());
    let after = neighbour(ordinal.checked_add(1), hit.after.as_ref());
    let own = usize::from(before.is_some());
    let hits = before.into_iter().chain([alone(hit.passage.clone())]).chain(after);
    let statements = units::of_hits(&hits.collect::<Vec<_>>());
    let first = statements.iter().position(|unit| unit.hit == own)?;
    Some((statements, first))
}

/// Returns a passage as a hit without neighbours.
fn alone(passage: Passage) -> Hit {
    Hit { passage, ..Hit::default() }
}

/// Returns the run of statements around an index in which `joins` holds for each consecutive pair.
fn run(units: &[Unit], at: usize, joins: impl Fn(&Unit, &Unit) -> bool) -> Range<usize> {
    let joined = |at: usize| {
        let both = at.checked_sub(1).and_then(|before| units.get(before)).zip(units.get(at));
        both.is_some_and(|(before, unit)| joins(before, unit))
    };
    let from = (0..=at).rev().find(|at| !joined(*at)).unwrap_or(at);
    let to = (at + 1..units.len()).find(|at| !joined(*at)).unwrap_or(units.len());
    from..to
}

/// Returns the statements under the same heading. A passage that begins without a heading continues the last section of
/// the one before it.
fn section(units: &[Unit], at: usize) -> Range<usize> {
    run(units, at, |before, unit| {
        before.heading == unit.heading || (before.hit != unit.hit && unit.heading.is_none())
    })
}

/// Returns the list, table or paragraph that a statement belongs to, with its introduction.
fn block(units: &[Unit], at: usize) -> Range<usize> {
    let section = section(units, at);
    let block = run(units, at, |before, unit| {
        let is_list = (before.kind, unit.kind) == (Kind::Item, Kind::Item);
        let is_table = before.is_of_table() && unit.kind == Kind::Row;
        let goes_on = before.kind == Kind::Sentence && unit.kind == Kind::Sentence && !unit.opens;
        let introduces = before.kind == Kind::Sentence
            && unit.kind != Kind::Sentence
            && before.text.ends_with([':', '：']);
        is_list || is_table || goes_on || introduces || is_broken(before, unit)
    });
    block.start.max(section.start)..block.end.min(section.end)
}

/// Returns true if a sentence continues after a line or page break: it begins with a lower-case letter.
fn is_broken(before: &Unit, unit: &Unit) -> bool {
    let is_text = |before: &Unit| match before.kind {
        Kind::Sentence => true,
        // A paragraph below a list is not part of its last item.
        Kind::Item => !unit.opens || before.hit != unit.hit,
        _ => false,
    };
    let is_rest = unit.kind == Kind::Sentence && unit.text.starts_with(char::is_lowercase);
    is_text(before) && is_rest
}

/// Returns the total length of some statements in characters.
fn length(units: &[Unit], range: Range<usize>) -> usize {
    units.get(range).unwrap_or_default().iter().map(characters).sum()
}

fn characters(unit: &Unit) -> usize {
    unit.text.chars().count()
}

/// Returns the statements above that this one needs: a lead-in, a table's header, or the row that names a section.
fn needed(units: &[Unit], at: usize) -> impl Iterator<Item = usize> {
    let above = |at: &usize| {
        let unit = units.get(*at)?;
        unit.needs.filter(|_| unit.kind != Kind::Sentence)
    };
    std::iter::successors(above(&at), move |at| above(at))
}

/// Returns rows of a table with what is above them, the answering one first, as many as fit into a unit.
fn rows_like(
    units: &[Unit],
    answering: usize,
    others: impl Iterator<Item = usize>,
) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    let mut left = MAX_CHARACTERS;
    for row in std::iter::once(answering).chain(others) {
        let new: Vec<usize> =
            needed(units, row).chain([row]).filter(|at| !kept.contains(at)).collect();
        let characters = new.iter().filter_map(|at| units.get(*at)).map(characters).sum();
        if row != answering && characters > left {
            break;
        }
        left = left.saturating_sub(characters);
        kept.extend(new);
    }
    kept
}

/// Returns the part of a block around an answering statement, with its introduction.
fn part(units: &[Unit], answering: usize, block: Range<usize>) -> BTreeSet<usize> {
    let mut kept: BTreeSet<usize> = needed(units, answering).chain([answering]).collect();
    let mut left = MAX_CHARACTERS;
    let (mut behind, mut before) = (answering + 1..block.end, (block.start..answering).rev());
    let mut is_full = [false; 2];
    while is_full != [true; 2] {
        for (is_full, next) in is_full.iter_mut().zip([behind.next(), before.next()]) {
            let next = next.filter(|_| !*is_full).and_then(|at| Some((at, units.get(at)?)));
            match next.filter(|(_, unit)| characters(unit) <= left) {
                Some((at, unit)) => {
                    left -= characters(unit);
                    kept.insert(at);
                }
                None => *is_full = true,
            }
        }
    }
    kept
}

impl QuotedUnit {
    /// Returns the index of the answering statement among those that were weighed.
    pub(super) fn answering(&self) -> usize {
        self.answering
    }

    /// Returns the indices of the quoted statements among those that were weighed.
    pub(super) fn weighed(&self) -> impl Iterator<Item = usize> {
        let hit = self.statements.get(self.place).map(|unit| unit.hit);
        let of_passage = move |at: &&usize| self.statements.get(**at).map(|unit| unit.hit) == hit;
        let place = |at: &usize| (*at + self.answering).checked_sub(self.place);
        self.kept.iter().filter(of_passage).filter_map(place)
    }

    /// Returns the header of the quoted table; empty if there is none.
    fn head(&self) -> &str {
        let head = self.kept().find(|unit| unit.kind == Kind::Head);
        head.map_or("", |head| head.text.as_str())
    }

    fn kept(&self) -> impl Iterator<Item = &Unit> {
        self.kept.iter().filter_map(|at| self.statements.get(*at))
    }

    /// Returns the quoted text.
    pub(super) fn text(&self) -> String {
        let texts: Vec<&str> = self.kept().map(|unit| unit.text.as_str()).collect();
        let is_table = self.kept().any(Unit::is_of_table);
        texts.join(if is_table { "\n" } else { " " })
    }

    /// Returns the quotation.
    pub(super) fn quotation(&self) -> Option<Quotation> {
        let answering = self.statements.get(self.place)?;
        Some(Quotation {
            text: self.text(),
            source: answering.source.clone(),
            ordinal: answering.ordinal,
            goes_on: self.kept().any(|unit| unit.hit != answering.hit),
            heading: answering.heading.clone(),
            score: self.score,
        })
    }

    /// Returns its Markdown: each block with its citation, and the answering statement in bold if there are several.
    pub(super) fn markdown(&self) -> String {
        let (is_cut_before, is_cut_behind) = self.is_cut;
        let mut markdown = String::new();
        let mut before: Option<&Unit> = None;
        for (at, unit) in self.kept.iter().filter_map(|at| Some((*at, self.statements.get(*at)?))) {
            match before {
                Some(above) => {
                    let separator = separator(above, unit, !self.kept.contains(&(at - 1)));
                    let ends = separator == "\n\n" && !is_lead_in(above, unit);
                    let is_elsewhere = above.source != unit.source;
                    if ends || is_elsewhere {
                        markdown.push_str(&citation(above));
                    }
                    if is_elsewhere && unit.kind == Kind::Row {
                        // The rest of the table is a separate table.
                        markdown.push_str("\n\n");
                        markdown.push_str(self.head());
                    }
                    markdown.push_str(separator);
                }
                None if is_cut_before => markdown.push_str(cut(unit, false)),
                None => {}
            }
            let is_bold = at == self.place && self.kept.len() > 1;
            markdown.push_str(&line(unit, before, is_bold));
            before = Some(unit);
        }
        if let Some(last) = before {
            markdown.push_str(if is_cut_behind { cut(last, true) } else { "" });
            markdown.push_str(&citation(last));
        }
        markdown
    }
}

/// Returns true if a statement introduces the next block.
fn is_lead_in(above: &Unit, unit: &Unit) -> bool {
    above.kind == Kind::Sentence && unit.kind != Kind::Sentence && above.text.ends_with([':', '：'])
}

/// Returns the citation after the last statement of a block.
fn citation(unit: &Unit) -> String {
    let gap = if matches!(unit.kind, Kind::Sentence | Kind::Item) { " " } else { "\n\n" };
    format!("{gap}[{}]", unit.source)
}

/// Returns the separator of two statements; `is_behind_gap` if something is left out before the second.
fn separator(above: &Unit, unit: &Unit, is_behind_gap: bool) -> &'static str {
    match (above.kind, unit.kind) {
        (Kind::Item, Kind::Item) | (Kind::Head | Kind::Row, Kind::Row) => "\n",
        (Kind::Sentence, Kind::Sentence) if is_behind_gap || !unit.opens => " ",
        _ if is_broken(above, unit) => " ",
        _ => "\n\n",
    }
}

/// Returns the mark for a block that begins before its first quoted statement or continues after the last.
fn cut(unit: &Unit, is_behind: bool) -> &'static str {
    match (unit.kind, is_behind) {
        (Kind::Sentence, true) => " …",
        (Kind::Sentence, false) => "… ",
        (Kind::Item, true) => "\n- …",
        (Kind::Row, true) => "\n| … |",
        _ => "",
    }
}

/// Formats a statement as a line of Markdown.
fn line(unit: &Unit, above: Option<&Unit>, is_bold: bool) -> String {
    let text = if is_bold { in_bold(unit) } else { unit.text.clone() };
    if unit.kind == Kind::Item { format!("{}{text}", marker(above, unit)) } else { text }
}

/// Puts the text of a sentence or list item in bold, unless it contains Markdown itself.
fn in_bold(unit: &Unit) -> String {
    match unit.kind {
        // A lead-in matters for what it introduces.
        _ if !unit.introduces.is_empty() || unit.text.contains(['*', '`', '<', '\\']) => {
            unit.text.clone()
        }
        Kind::Sentence | Kind::Item => format!("**{}**", unit.text.trim()),
        // The rows that are quoted fit equally well.
        Kind::Row | Kind::Head | Kind::Code => unit.text.clone(),
    }
}

/// Returns the marker of a list item. Markdown continues counting from the first number of a list, so an item after a
/// gap has its number in brackets.
fn marker(above: Option<&Unit>, unit: &Unit) -> String {
    let above = above.filter(|above| above.kind == Kind::Item);
    match (unit.number, above) {
        (None, _) => "- ".to_owned(),
        (Some(number), Some(above)) if above.number.is_none_or(|last| last + 1 != number) => {
            format!("- ({number}) ")
        }
        (Some(number), _) => format!("{number}. "),
    }
}
