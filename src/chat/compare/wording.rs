//! Comparisons in words: a table of what differs, and lists of what only one document has.

use footnote_documents::Passage;
use footnote_text::analysis::stems;
use footnote_text::question::file_words;
use footnote_text::words::in_one_line;

use super::ComparedDocument;
use super::align::{Aligned, ComparedStatement};
use crate::collection::without_markup;

/// The differences that are shown.
const MOST_ROWS: usize = 12;

/// The statements that are shown of those that one document has alone.
const MOST_UNMATCHED: usize = 5;

/// The statements that are shown of those that both have, where nothing differs.
const MOST_COMMON: usize = 3;

/// The text of a comparison of two documents.
pub(super) struct ComparisonText<'a> {
    pub(super) sides: [&'a ComparedDocument; 2],
    pub(super) passages: &'a [Vec<Passage>; 2],
    pub(super) aligned: &'a Aligned,
}

impl<'a> ComparisonText<'a> {
    /// The pieces of the answer, and the statements that it shows, each with the place of its document.
    pub(super) fn deltas(&self) -> (Vec<String>, Vec<(usize, &'a ComparedStatement)>) {
        let Aligned { same, other, only, .. } = self.aligned;
        let mut deltas = Vec::new();
        let mut shown = Vec::new();
        if !other.is_empty() {
            let [one, two] = names(self.sides);
            deltas.push(format!("| | {} | {} |\n| --- | --- | --- |", cell(&one), cell(&two)));
        }
        let mut above = "";
        for (one, two) in other.iter().take(MOST_ROWS) {
            let own = one.heading.as_deref().filter(|heading| !self.is_name(heading));
            let own = own.unwrap_or_default();
            let heading = if own == above { String::new() } else { cell(own) };
            above = own;
            let [left, right] = [(0, one), (1, two)].map(|(side, point)| self.cited(side, point));
            deltas.push(format!("\n| {heading} | {left} | {right} |"));
            shown.extend([(0, one), (1, two)]);
        }
        deltas.extend(more(other.len(), MOST_ROWS, " differences"));
        if self.aligned.has_only_figures {
            deltas.push("\n\nOnly statements with other figures were compared.".to_owned());
        }
        for (side, only) in only.iter().enumerate() {
            self.push_unmatched(side, only, (&mut deltas, &mut shown));
        }
        if other.is_empty() && !same.is_empty() {
            deltas.push(format!("{}Both say the same:\n", separator(&deltas)));
            for point in same.iter().take(MOST_COMMON) {
                deltas.push(format!("\n- {}", self.cited(0, point)));
                shown.push((0, point));
            }
        } else if !same.is_empty() {
            deltas.push(format!("\n\n{} the same in both.", count(same.len())));
        }
        (deltas, shown)
    }

    /// Adds what only one of the documents has.
    fn push_unmatched(
        &self,
        side: usize,
        only: &'a [ComparedStatement],
        (deltas, shown): (&mut Vec<String>, &mut Vec<(usize, &'a ComparedStatement)>),
    ) {
        if only.is_empty() {
            return;
        }
        let names = names(self.sides);
        let name = names.get(side).map(String::as_str).unwrap_or_default();
        deltas.push(format!("{}Only in {}:\n", separator(deltas), cell(name)));
        for point in only.iter().take(MOST_UNMATCHED) {
            deltas.push(format!("\n- {}", self.cited(side, point)));
            shown.push((side, point));
        }
        deltas.extend(more(only.len(), MOST_UNMATCHED, ""));
    }

    /// A statement with its source.
    fn cited(&self, side: usize, point: &ComparedStatement) -> String {
        let passage = self.passages.get(side).and_then(|all| all.get(point.place.0));
        let source = passage.map(Passage::source).unwrap_or_default();
        format!("{} [{source}]", cell(&point.text))
    }

    /// True if a heading only names one of the documents.
    fn is_name(&self, heading: &str) -> bool {
        let stems = stems(heading);
        let is_of =
            |side: &&ComparedDocument| stems.iter().all(|stem| side.name.words.contains(stem));
        !stems.is_empty() && self.sides.iter().any(is_of)
    }
}

/// The names of both documents: their titles where those differ, or their files.
pub(super) fn names(sides: [&ComparedDocument; 2]) -> [String; 2] {
    let [one, other] = sides;
    let tells = |side: &ComparedDocument, beside: &ComparedDocument| {
        let own = side.name.own(&beside.name);
        !own.is_empty() && own.is_subset(&stems(&side.title).into_iter().collect())
    };
    let by_title = tells(one, other) && tells(other, one);
    let by_file = file_words(&one.path) != file_words(&other.path);
    sides.map(|side| {
        without_markup(&match (by_title, by_file) {
            (true, _) => side.title.clone(),
            (false, true) => file_words(&side.path),
            (false, false) => side.path.clone(),
        })
    })
}

/// A line for what is not shown of so many.
fn more(all: usize, shown: usize, of: &str) -> Option<String> {
    let left = all.checked_sub(shown).filter(|left| *left > 0)?;
    Some(format!("\n\n… and {left} more{of}."))
}

fn separator(deltas: &[String]) -> &'static str {
    if deltas.is_empty() { "" } else { "\n\n" }
}

fn count(same: usize) -> String {
    if same == 1 { "1 statement is".to_owned() } else { format!("{same} statements are") }
}

/// A text in a cell of a table: the cells of a row become parts of one line.
fn cell(text: &str) -> String {
    let bare = text.trim().trim_matches('|');
    let parts: Vec<&str> = bare.split('|').map(str::trim).filter(|part| !part.is_empty()).collect();
    in_one_line(&parts.join("; "))
}

/// An account of the comparison.
pub(super) fn account(text: &ComparisonText<'_>) -> String {
    let Aligned { same, other, only: [first, second], .. } = text.aligned;
    let [one, two] = text.sides;
    format!(
        "{} beside {}: {} statements are the same, {} differ, {} and {} stand in one alone.",
        one.path,
        two.path,
        same.len(),
        other.len(),
        first.len(),
        second.len(),
    )
}
