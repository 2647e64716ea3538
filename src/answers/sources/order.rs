//! The order in which passages take the room for sources, and those beside them.

use std::collections::HashMap;

use footnote_documents::Passage;
use footnote_store::search::Hit;

/// Maximum number of passages of a table that are shown beside its schema. With three, the sources lacked one more of 38
/// answers that strangers expected.
const MAX_OF_TABLE: usize = 8;

/// Number of passages of a series of documents that come before those of others.
const OF_SERIES: usize = 3;

/// Returns the first hits, and the others with the first few of each series of documents before all others. Of tables
/// `with_schema`, only a few hits are returned.
pub(super) fn in_order<'h>(
    first: &'h [Hit],
    others: &'h [Hit],
    with_schema: impl Fn(&str) -> bool,
) -> (Vec<&'h Hit>, Vec<&'h Hit>) {
    let mut of_table: HashMap<&str, usize> = HashMap::new();
    let mut is_shown = |hit: &&'h Hit| {
        let count = of_table.entry(&hit.passage.path).or_default();
        *count += 1;
        *count <= MAX_OF_TABLE || !with_schema(&hit.passage.path)
    };
    let first: Vec<&Hit> = first.iter().filter(&mut is_shown).collect();
    let others = others.iter().filter(is_shown);
    let mut of_series: HashMap<String, usize> = HashMap::new();
    let is_early = |hit: &&Hit| {
        let count = of_series.entry(series(&hit.passage)).or_default();
        *count += 1;
        *count <= OF_SERIES
    };
    let (mut early, late): (Vec<&Hit>, Vec<&Hit>) = others.partition(is_early);
    early.extend(late);
    (first, early)
}

/// Returns the neighbours of a hit on its page and under its headings, as separate passages.
pub(super) fn neighbours(hit: &Hit) -> Vec<Passage> {
    let at = hit.passage.ordinal;
    let of = |ordinal: Option<u32>, text: Option<&String>| {
        let (ordinal, text) = (ordinal?, text?);
        let mut passage = Passage {
            id: format!("{}#{ordinal}", hit.passage.path),
            ordinal,
            ..hit.passage.clone()
        };
        passage.set_text(text.clone());
        Some(passage)
    };
    let before = of(at.checked_sub(1), hit.before.as_ref());
    before.into_iter().chain(of(at.checked_add(1), hit.after.as_ref())).collect()
}

/// Returns the letters of a document's title, which are the same throughout a series.
fn series(passage: &Passage) -> String {
    passage.title.chars().filter(|c| c.is_alphabetic()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(titles: &[&str]) -> Vec<Hit> {
        let hit = |title: &&str| Hit {
            passage: Passage {
                path: format!("{title}.csv"),
                title: (*title).to_owned(),
                ..Passage::default()
            },
            ..Hit::default()
        };
        titles.iter().map(hit).collect()
    }

    fn titles<'h>(hits: &[&'h Hit]) -> Vec<&'h str> {
        hits.iter().map(|hit| hit.passage.title.as_str()).collect()
    }

    #[test]
    fn a_series_takes_not_all_places_before_others_have_one() {
        let others = hits(&["May 1", "May 2", "May 3", "May 4", "Rules"]);
        let (_, others) = in_order(&[], &others, |_| false);
        assert_eq!(titles(&others), ["May 1", "May 2", "May 3", "Rules", "May 4"]);
    }

    #[test]
    fn of_a_table_with_a_schema_few_passages_are_shown() {
        let (first, others) = (hits(&["a"; 5]), hits(&["a", "a", "a", "b", "a"]));
        let (first, others) = in_order(&first, &others, |path| path == "a.csv");
        assert_eq!((first.len(), titles(&others)), (5, vec!["a", "a", "a", "b"]));
    }
}
