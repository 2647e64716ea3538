//! The statements of all hits as units of an answer: their texts, stems, companions and places.

use std::collections::BTreeSet;

use footnote_documents::statements::{Kind, Statement};
use footnote_retrieval::Hit;
use footnote_text::analysis::stems;

/// One piece of text that can be quoted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    pub kind: Kind,
    /// Its words, without a list marker.
    pub text: String,
    /// The stems of its words.
    pub stems: BTreeSet<String>,
    /// The stems in order, with repetitions.
    pub in_order: Vec<String>,
    /// The stems of the heading above it.
    pub heading_stems: BTreeSet<String>,
    /// The index of the hit that holds it.
    pub hit: usize,
    /// The source name of that hit.
    pub source: String,
    /// The ordinal of that hit in its document.
    pub ordinal: u32,
    /// Its index among the hit's units.
    pub place: usize,
    /// Its number in a numbered list.
    pub number: Option<u32>,
    /// The heading above it, if the passage contains one.
    pub heading: Option<String>,
    /// The unit that must precede it: a list's lead-in, a table's header, or the sentence that a pronoun refers to.
    pub needs: Option<usize>,
    /// The items that it introduces and that must follow it.
    pub introduces: Vec<usize>,
    /// True if it opens a paragraph, a list or a table.
    pub opens: bool,
    /// True if it may be quoted. Labels, questions and lead-ins without items may not.
    pub says: bool,
}

impl Unit {
    /// Returns true if it is a row of a table or its header.
    pub(crate) fn is_of_table(&self) -> bool {
        matches!(self.kind, Kind::Head | Kind::Row)
    }

    /// Returns its label, the first field, if it is a row of a table or a line of values.
    pub(crate) fn label(&self) -> Option<&str> {
        let row = self.text.trim_start_matches(['|', ' ']);
        let (first, _) = row.split_once(['|', ';', '\t'])?;
        Some(first.trim())
    }

    /// Returns the units above it: for an item its lead-in; for a row its section, its table's header and the lead-in
    /// of that.
    pub(crate) fn lead_ins<'a>(&'a self, units: &'a [Self]) -> impl Iterator<Item = &'a Self> {
        let needed = |unit: &&'a Self| {
            let needs = unit.needs.filter(|_| unit.kind != Kind::Sentence)?;
            units.get(needs)
        };
        std::iter::successors(needed(&self), needed)
    }
}

/// Returns the units of all hits; `needs` are indices into the result.
pub(crate) fn of_hits(hits: &[Hit]) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut firsts = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        let first = units.len();
        firsts.push(first);
        let statements = hit.passage.statements();
        let all = statements.iter().enumerate();
        units.extend(all.map(|(place, statement)| Unit {
            place,
            needs: needed(statement).map(|needs| first + needs),
            ..unit(at, hit, statement)
        }));
    }
    join_lists(hits, &firsts, &mut units);
    introduce(&mut units);
    units
}

fn needed(statement: &Statement) -> Option<usize> {
    usize::try_from(statement.needs?).ok()
}

fn unit(at: usize, hit: &Hit, statement: &Statement) -> Unit {
    let Hit { passage, .. } = hit;
    let text = statement.text(&passage.text).into_owned();
    let heading = statement.heading(&passage.text).map(str::to_owned);
    let in_order = stems(&text);
    Unit {
        kind: statement.kind,
        text,
        stems: in_order.iter().cloned().collect(),
        in_order,
        heading_stems: heading.iter().flat_map(|heading| stems(heading)).collect(),
        hit: at,
        source: passage.source(),
        ordinal: passage.ordinal,
        place: 0,
        number: statement.number(&passage.text),
        heading,
        needs: None,
        introduces: Vec::new(),
        opens: statement.opens_block(&passage.text),
        says: statement.says,
    }
}

/// Connects the items at the beginning of a passage with the lead-in at the end of the passage before.
fn join_lists(hits: &[Hit], firsts: &[usize], units: &mut [Unit]) {
    for (hit, first) in hits.iter().zip(firsts) {
        let Some(lead_in) = hit.passage.open_lead_in().map(|at| first + at) else {
            continue;
        };
        let follows = |other: &Hit| {
            other.passage.path == hit.passage.path
                && other.passage.ordinal == hit.passage.ordinal + 1
        };
        let next = hits.iter().position(follows);
        let Some(below) = next.and_then(|at| firsts.get(at)) else {
            continue;
        };
        let below = units.iter_mut().skip(*below);
        for item in below.take_while(|unit| Some(unit.hit) == next && unit.kind == Kind::Item) {
            item.needs = Some(lead_in);
        }
    }
}

/// Connects lead-ins with their items, and drops needs for units that are not quoted.
fn introduce(units: &mut [Unit]) {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); units.len()];
    for (at, unit) in units.iter().enumerate() {
        let lead_in = unit.needs.filter(|_| unit.kind != Kind::Sentence);
        if let Some(items) = lead_in.and_then(|lead_in| below.get_mut(lead_in)) {
            items.push(at);
        }
    }
    for (unit, items) in units.iter_mut().zip(below) {
        unit.says |= !items.is_empty() && !unit.is_of_table();
        unit.introduces = items;
    }
    let mute = |unit: &Unit| !unit.says && unit.introduces.is_empty();
    let mute: Vec<bool> = units.iter().map(mute).collect();
    for unit in units {
        unit.needs = unit.needs.filter(|at| mute.get(*at) == Some(&false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::hit;

    fn units(text: &str) -> Vec<Unit> {
        of_hits(&[hit("a.md", None, text, 1.0)])
    }

    #[test]
    fn a_row_is_named_by_its_first_field() {
        let label = |text: &str| units(text)[0].label().map(str::to_owned);
        assert_eq!(label("| Books | 20 |").as_deref(), Some("Books"));
        assert_eq!(label("Smith, Joe;IT;377").as_deref(), Some("Smith, Joe"));
        assert_eq!(label("Leave takes thirty days."), None);
    }

    #[test]
    fn list_items_keep_their_lead_in() {
        let units = units("One.\n\nIt covers:\n\n- tests\n- aids\n  and care\n\nLast.");
        let found: Vec<_> = units.iter().map(|u| (u.kind, u.text.as_str(), u.needs)).collect();
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
        let units = of_hits(&hits);
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
        let found: Vec<_> =
            units.iter().map(|unit| (unit.text.as_str(), unit.heading.as_deref())).collect();
        assert_eq!(
            found,
            [("The desks go on.", Some("Lend by hand")), ("Post it.", Some("Tell people")),]
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
    fn a_row_needs_its_head_and_that_its_lead_in() {
        let units = units("See:\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd.");
        assert_eq!((units[1].kind, units[1].needs), (Kind::Head, Some(0)));
        assert!(!units[1].says, "a head says nothing by itself");
        assert_eq!((units[2].kind, units[2].needs), (Kind::Row, Some(1)));
        assert_eq!(units[2].text, "| 1 | 2 |");
    }

    #[test]
    fn a_pronoun_at_the_front_needs_the_sentence_before() {
        let units = units("Leave is ten days. It grows. Boats are slow.");
        assert_eq!(units[1].needs, Some(0));
        assert_eq!(units[2].needs, None);
    }
}
