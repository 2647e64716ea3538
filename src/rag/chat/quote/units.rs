//! The units that can be quoted: sentences, list items with their lead-in, and tables.

use super::lines::{Line, goes_on, item, line_kind};
use super::{label, records};
use crate::rag::retrieval::Hit;
use crate::text::sentence::sentences;

/// The kind of a unit, which decides its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rag::chat) enum Kind {
    /// A sentence of prose.
    Sentence,
    /// A list item.
    Item,
    /// A table: header, rule and rows.
    Table,
    /// Preformatted text.
    Code,
}

/// One piece of text that can be quoted.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rag::chat) struct Unit {
    pub(in crate::rag::chat) kind: Kind,
    /// Its words, without a list marker.
    pub(in crate::rag::chat) text: String,
    /// The index of the hit that holds it.
    pub(in crate::rag::chat) hit: usize,
    /// That hit's source name.
    pub(in crate::rag::chat) source: String,
    /// That hit's place in its document.
    pub(in crate::rag::chat) ordinal: u32,
    /// Its place among the hit's units, from 0.
    pub(in crate::rag::chat) place: usize,
    /// The heading above it, where the passage itself holds one.
    pub(in crate::rag::chat) heading: Option<String>,
    /// The unit that must stand before it: a list's lead-in, or the sentence that a pronoun refers to.
    pub(in crate::rag::chat) needs: Option<usize>,
    /// The items that it introduces and that must stand below it.
    pub(in crate::rag::chat) introduces: Vec<usize>,
    /// True if it may be quoted: labels, questions and lead-ins without items may not.
    pub(in crate::rag::chat) says: bool,
}

/// Openings that point back at the sentence before.
const POINTERS: &[&str] = &[
    "it",
    "its",
    "they",
    "them",
    "their",
    "this",
    "that",
    "these",
    "those",
    "he",
    "she",
    "his",
    "her",
    "such",
    "both",
    "however",
    "but",
    "also",
    "and",
    "so",
    "therefore",
    "additionally",
    "furthermore",
    "moreover",
    "otherwise",
    "instead",
    "finally",
    "then",
    "thus",
    "hence",
    "anything",
    "everything",
    "above",
    "below",
    "beyond",
    "afterwards",
];

/// The units of all hits; `needs` are indices into the result.
///
/// `trim` shortens a table.
pub(in crate::rag::chat) fn of_hits(hits: &[Hit], trim: impl Fn(&str) -> String) -> Vec<Unit> {
    let mut units = Vec::new();
    // The first unit and the last lead-in of each hit.
    let mut edges: Vec<(usize, Option<usize>)> = Vec::new();
    for (hit, found) in hits.iter().enumerate() {
        let mut reader = Reader {
            hit,
            source: found.passage.source(),
            ordinal: found.passage.ordinal,
            first: units.len(),
            lead_in: None,
            heading: None,
            trim: &trim,
            units: &mut units,
        };
        reader.read(&found.passage.text);
        edges.push((reader.first, reader.lead_in));
    }
    join_lists(hits, &edges, &mut units);
    introduce(&mut units);
    units
}

/// Connects the items at the beginning of a passage with the lead-in at the end of the passage before.
fn join_lists(hits: &[Hit], edges: &[(usize, Option<usize>)], units: &mut [Unit]) {
    for (hit, (_, lead_in)) in hits.iter().zip(edges) {
        let Some(lead_in) =
            lead_in.filter(|at| units.get(*at).is_some_and(|u| u.kind == Kind::Sentence))
        else {
            continue;
        };
        let follows = |other: &&Hit| {
            other.passage.path == hit.passage.path
                && other.passage.ordinal == hit.passage.ordinal + 1
        };
        let next = hits.iter().position(|other| follows(&other));
        let Some((first, _)) = next.and_then(|at| edges.get(at)) else {
            continue;
        };
        let below = units.iter_mut().skip(*first);
        for item in below.take_while(|unit| Some(unit.hit) == next && unit.kind == Kind::Item) {
            item.needs = Some(lead_in);
        }
    }
}

/// Connects lead-ins with their items, and drops needs for units that are not quoted.
fn introduce(units: &mut [Unit]) {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); units.len()];
    for (at, unit) in units.iter().enumerate() {
        let above = unit.needs.filter(|_| unit.kind != Kind::Sentence);
        if let Some(items) = above.and_then(|above| below.get_mut(above)) {
            items.push(at);
        }
    }
    for (unit, items) in units.iter_mut().zip(below) {
        let is_set = unit.kind != Kind::Sentence || !items.is_empty();
        let is_set = is_set && !label::is_of_contents(&unit.text);
        unit.says = is_set || label::says(&unit.text);
        unit.introduces = items;
    }
    let mute: Vec<bool> = units.iter().map(|unit| !unit.says).collect();
    for unit in units {
        unit.needs = unit.needs.filter(|at| mute.get(*at) == Some(&false));
    }
}

/// Reads one passage's units.
struct Reader<'a> {
    hit: usize,
    source: String,
    ordinal: u32,
    /// The index of this passage's first unit.
    first: usize,
    /// The sentence that introduces the list that is being read.
    lead_in: Option<usize>,
    /// The last heading that was read.
    heading: Option<String>,
    trim: &'a dyn Fn(&str) -> String,
    units: &'a mut Vec<Unit>,
}

impl Reader<'_> {
    fn read(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let mut rest = lines.as_slice();
        let mut before = None;
        while let Some((line, behind)) = rest.split_first() {
            let kind = line_kind(line);
            let more = behind.iter().take_while(|next| goes_on(kind, next)).count();
            // A fence ends with its closing line.
            let more = more + usize::from(kind == Line::Fence && more < behind.len());
            let (block, after) = rest.split_at(more + 1);
            let is_alone = block.len() == 1 && before != Some(Line::Item);
            let kind = if kind == Line::Item && is_alone && self.is_heading(line, after) {
                Line::Heading
            } else {
                kind
            };
            self.block(kind, block);
            before = Some(kind).filter(|kind| *kind != Line::Blank).or(before);
            rest = after;
        }
    }

    /// True if an item that stands alone is the numbered heading of the prose below it.
    fn is_heading(&self, line: &str, after: &[&str]) -> bool {
        let mut next = after.iter().map(|line| line_kind(line));
        let next = next.find(|kind| *kind != Line::Blank);
        let is_section = self.lead_in.is_none() && label::names_section(line);
        is_section && matches!(next, None | Some(Line::Prose))
    }

    fn block(&mut self, kind: Line, lines: &[&str]) {
        match kind {
            Line::Blank => {}
            Line::Heading => {
                self.lead_in = None;
                self.heading = Some(heading_words(&lines.concat()).to_owned());
            }
            Line::Row => {
                let needs = self.lead_in.take();
                self.push(Kind::Table, (self.trim)(&lines.join("\n")), needs);
            }
            Line::Fence => {
                let needs = self.lead_in.take();
                self.push(Kind::Code, lines.join("\n"), needs);
            }
            Line::Item => {
                let text = lines.join("\n");
                let words = one_line(item(text.trim()).unwrap_or(&text));
                self.push(Kind::Item, words, self.lead_in);
            }
            Line::Prose => self.prose(&lines.join("\n")),
        }
    }

    fn prose(&mut self, text: &str) {
        self.lead_in = None;
        if label::are_contents(text) {
            return;
        }
        if records::are_records(text) {
            return self.records(text);
        }
        for sentence in sentences(text) {
            let before = self
                .units
                .len()
                .checked_sub(1)
                .filter(|at| *at >= self.first);
            let needs = before.filter(|_| points_back(sentence));
            self.push(Kind::Sentence, one_line(sentence), needs);
        }
        let introduces = text.trim_end().ends_with([':', '：']);
        self.lead_in = self.units.len().checked_sub(1).filter(|_| introduces);
    }

    /// Each line is a unit, under the line that names its fields.
    fn records(&mut self, text: &str) {
        let mut header = None;
        for (at, line) in text.lines().enumerate() {
            self.push(Kind::Item, one_line(line), header);
            if at == 0 && records::is_header(line) {
                header = self.units.len().checked_sub(1);
            }
        }
    }

    fn push(&mut self, kind: Kind, text: String, needs: Option<usize>) {
        self.units.push(Unit {
            kind,
            text,
            hit: self.hit,
            source: self.source.clone(),
            ordinal: self.ordinal,
            place: self.units.len() - self.first,
            heading: self.heading.clone(),
            needs,
            introduces: Vec::new(),
            says: true,
        });
    }
}

/// The words of a heading, without its marks and its number.
pub(super) fn heading_words(line: &str) -> &str {
    let words = line.trim().trim_start_matches('#').trim();
    item(words).unwrap_or(words)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// True if a sentence opens with a word that points back at the one before.
fn points_back(sentence: &str) -> bool {
    let first = sentence.split(|c: char| !c.is_alphanumeric()).next();
    first.is_some_and(|word| POINTERS.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::chat::tests::hit;

    fn units(text: &str) -> Vec<Unit> {
        of_hits(&[hit("a.md", None, text, 1.0)], str::to_owned)
    }

    #[test]
    fn list_items_keep_their_lead_in() {
        let units = units("One.\n\nIt covers:\n\n- tests\n- aids\n  and care\n\nLast.");
        let found: Vec<_> = units
            .iter()
            .map(|u| (u.kind, u.text.as_str(), u.needs))
            .collect();
        assert_eq!(
            found,
            [
                (Kind::Sentence, "One.", None),
                (Kind::Sentence, "It covers:", Some(0)),
                (Kind::Item, "tests", Some(1)),
                (Kind::Item, "aids and care", Some(1)),
                (Kind::Sentence, "Last.", None),
            ]
        );
    }

    #[test]
    fn a_list_goes_on_in_the_next_passage() {
        let mut hits = [
            hit("a.pdf", Some(2), "- tests\n- aids\n\nIt is paid.", 2.0),
            hit("a.pdf", Some(1), "One.\n\nThe plan covers:", 1.0),
        ];
        hits[0].passage.ordinal = 1;
        let units = of_hits(&hits, str::to_owned);
        assert_eq!(units[0].needs, Some(4));
        assert_eq!(units[4].introduces, [0, 1]);
        assert!(units[4].says);
    }

    #[test]
    fn a_lead_in_to_nothing_says_nothing() {
        let units = units("One.\n\nIt covers:\n\nTwo.");
        assert!(!units[1].says);
    }

    #[test]
    fn a_numbered_line_above_prose_is_a_heading_and_no_item() {
        let units = units(
            "1. Lend by hand\n\nThe desks go on.\n\n2. Tell people\n\nPost it.\n\n3. Afterwards",
        );
        let found: Vec<_> = units
            .iter()
            .map(|unit| (unit.text.as_str(), unit.heading.as_deref()))
            .collect();
        assert_eq!(
            found,
            [
                ("The desks go on.", Some("Lend by hand")),
                ("Post it.", Some("Tell people")),
            ]
        );
    }

    #[test]
    fn a_numbered_list_stays_a_list() {
        for text in [
            "1. Sign\n\n2. Wait\n\nThen go.",
            "Do this:\n\n1. Sign\n\nThen go.",
            "1. Sign\n2. Wait",
        ] {
            let units = units(text);
            assert!(units.iter().any(|unit| unit.kind == Kind::Item), "{text}");
        }
    }

    #[test]
    fn a_table_is_one_unit() {
        let units = units("See:\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd.");
        assert_eq!(units[1].kind, Kind::Table);
        assert_eq!(units[1].text.lines().count(), 3);
        assert_eq!(units[1].needs, Some(0));
    }

    #[test]
    fn a_pronoun_at_the_front_needs_the_sentence_before() {
        let units = units("Leave is ten days. It grows. Boats are slow.");
        assert_eq!(units[1].needs, Some(0));
        assert_eq!(units[2].needs, None);
    }
}
