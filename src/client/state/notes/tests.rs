//! Tests of the footnotes of an answer.

use footnote_protocol::{NO_MODEL, ResponseContext};

use super::*;

fn answer(text: &str) -> Answer {
    over(text, "Leave is 30 days. Rain is always wet. Tea is served hot. Dogs stay outside.")
}

/// Returns a quoted answer over two passages of one page, the first with this text, and one of a file without pages.
fn over(text: &str, first: &str) -> Answer {
    let points = DataPoints {
        text: vec![
            format!("b.pdf#page=2: {first}"),
            "b.pdf#page=2: Visitors wear a badge. Badges are red.".into(),
            "a.md: Pay is monthly.".into(),
        ],
        citations: vec!["b.pdf#page=2".into(), "a.md".into()],
        passages: vec![7, 8, 0],
        ..DataPoints::default()
    };
    Answer {
        text: text.replace("[b]", "[b.pdf#page=2]"),
        context: ResponseContext { data_points: Some(points), ..ResponseContext::default() },
        model: NO_MODEL.to_owned(),
        ..Answer::default()
    }
}

/// Returns the notes as number, source and words.
fn listed(answer: &Answer) -> Vec<(u32, String, String)> {
    let notes = footnotes(answer, false).notes.into_iter();
    notes.map(|note| (note.number, note.source, note.words)).collect()
}

fn words(answer: &Answer) -> Vec<String> {
    listed(answer).into_iter().map(|(.., words)| words).collect()
}

fn marks(text: &str) -> Vec<Option<u32>> {
    footnotes(&answer(text), false).marks
}

#[test]
fn notes_are_numbered_in_the_order_of_first_use() {
    let notes = listed(&answer("Pay comes monthly [a.md]. You get 30 days [b]. So pay [a.md]."));
    let numbered: Vec<_> = notes.iter().map(|(number, source, _)| (*number, &**source)).collect();
    assert_eq!(numbered, [(1, "a.md"), (2, "b.pdf#page=2")]);
}

#[test]
fn every_quoted_passage_of_a_page_has_a_number_and_words_of_its_own() {
    let text = "Leave is 30 days. [b] Tea is served hot. [b] Visitors wear a badge. [b]";
    let expected = ["Leave is 30 days.", "Tea is served hot.", "Visitors wear a badge."];
    assert_eq!(words(&answer(text)), expected);
    assert_eq!(marks(text), [Some(1), Some(2), Some(3)]);
}

#[test]
fn statements_whose_words_stand_side_by_side_share_a_note_and_its_mark() {
    let text = "Leave is 30 days. [b] Rain is always wet. [b] Visitors wear a badge. [b]";
    assert_eq!(
        words(&answer(text)),
        ["Leave is 30 days. Rain is always wet.", "Visitors wear a badge."]
    );
    assert_eq!(marks(text), [None, Some(1), Some(2)]);
    let apart = "Leave is 30 days. [b]\n\nRain is always wet. [b]";
    assert_eq!(marks(apart), [Some(1), Some(1)], "each block keeps its mark");
    let note = footnotes(&answer(text), false).notes.remove(0);
    let expected =
        Opening::of_source("b.pdf#page=2", Some(7), "Leave is 30 days. Rain is always wet.");
    assert_eq!(note.opening(), expected);
    assert_eq!([note.rests_on(0), note.rests_on(1)], [true, false]);
}

#[test]
fn what_is_cited_again_keeps_its_number() {
    let text = "Tea is served hot. [b] Pay is monthly. [a.md] Tea is served hot. [b]";
    assert_eq!(marks(text), [Some(1), Some(2), Some(1)]);
    let thousands = "Tea is served hot. [b] Pay is monthly. [a.md] ".repeat(1_000);
    assert_eq!(listed(&answer(&thousands)).len(), 2);
}

#[test]
fn a_mark_is_counted_where_a_source_is_invented() {
    assert_eq!(marks("Tea is served hot. [x.pdf#page=9] Pay is monthly. [a.md]"), [None, Some(1)]);
}

#[test]
fn a_note_leads_to_the_sentence_that_says_it() {
    let note = footnotes(&answer("Rain is always wet. [b]"), false).notes.remove(0);
    assert_eq!(note.opening(), Opening::of_source("b.pdf#page=2", Some(7), "Rain is always wet."));
}

#[test]
fn a_doubted_statement_is_told_of_by_the_note_of_its_source() {
    let mut answer = answer("Leave is 31 days. [b] Tea is served hot. [b]\n\nLeave is 31 days.");
    let checked = serde_json::json!({"text": "Leave is 31 days.", "verdict": "not_found",
        "sources": ["b.pdf#page=2"], "span": null, "missing": ["31"]});
    answer.context.audit =
        serde_json::from_value(serde_json::json!({"statements": [checked]})).ok();
    let found = footnotes(&answer, false);
    let told: Vec<_> =
        found.notes.iter().map(|note| (note.words.as_str(), &*note.doubts)).collect();
    assert_eq!(told, [("", &[0][..]), ("Tea is served hot.", &[])]);
    assert_eq!(found.marks, [Some(1), Some(2)]);
    assert!(found.doubts(0) && !found.doubts(1));
    let warning = "⚠ “Leave is 31 days.” · not found in the source: 31";
    assert!(with_sources(&answer).ends_with(warning), "{}", with_sources(&answer));
}

#[test]
fn words_that_share_nothing_support_nothing() {
    let notes = footnotes(&answer("Quite so [a.md]. Quite so indeed [a.md]."), false).notes;
    assert_eq!(notes.len(), 1);
    assert_eq!((notes[0].words.as_str(), notes[0].rests_on(2)), ("", false));
    assert_eq!(notes[0].ordinal, Some(0));
}

#[test]
fn the_note_of_a_table_names_its_rows() {
    let table = "| Role | Pay |\n|---|---|\n| Cook | 20 |\n| Driver | 30 |";
    let note = |quoted: &str, held: &str| {
        footnotes(&over(&format!("{quoted}\n\n[b]"), held), false).notes.remove(0)
    };
    let whole = note(table, &format!("{table}\n| Guard | 40 |"));
    assert_eq!((whole.words.as_str(), whole.more), ("Cook; Driver", 0));
    assert_eq!(whole.opening().words, "Cook · 20\nDriver · 30");
    let apart = note(table, &table.replace("| Driver", "| Guard | 40 |\n| Driver"));
    assert_eq!(apart.opening().words, "Cook · 20\nDriver · 30");
    assert_eq!(apart.words_of(0), ["Cook · 20", "Driver · 30"]);
    let one = note(&table.replace("\n| Driver | 30 |", ""), table);
    assert_eq!((one.words.as_str(), one.more), ("Cook · 20", 0));
    let long = format!("{table}\n| Guard | 40 |\n| Nurse | 50 |\n| Clerk | 60 |");
    let long = note(&long, &long);
    assert_eq!((long.words.as_str(), long.more), ("Cook; Driver; Guard", 2));
}

#[test]
fn a_copy_carries_its_sources_and_their_words() {
    let copy =
        with_sources(&answer("Leave is 30 days. [b] Rain is always wet. [b]\n\nAh [x.md#page=1]."));
    let list = "[1] b.pdf#page=2: “Leave is 30 days. Rain is always wet.”";
    assert_eq!(copy, format!("Leave is 30 days. Rain is always wet. [1]\n\nAh.\n\n{list}"));
}
