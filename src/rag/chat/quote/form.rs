//! What the form of a unit leaves of its score: fragments and closing words tell little.

use super::units::{Kind, Unit};

/// What is left of the score of a stretch that is no sentence: a stray title, a page's header.
const FRAGMENT: f32 = 0.5;
/// What is left of the score of a sentence that only rounds off what was told.
const CLOSING: f32 = 0.75;
/// What is left of the score of a courtesy at the end: "We hope that this helps."
const COURTESY: f32 = 0.5;
/// What is left of the score of a sentence whose beginning stands on the page before.
const CUT_OFF: f32 = 0.8;
/// Prose of fewer words is hardly a sentence.
const SHORT: usize = 4;

/// What the form of a unit leaves of its score.
pub(super) fn form(unit: &Unit) -> f32 {
    let ends = unit
        .text
        .ends_with(['.', '!', '…', ':', '"', '”', ')', '。', '！', '；']);
    let words = unit.text.split_whitespace().count();
    match unit.kind {
        Kind::Sentence if unit.text.ends_with(['?', '？']) => FRAGMENT,
        Kind::Sentence if opens_with(&unit.text, COURTESIES) => COURTESY,
        Kind::Sentence if opens_with(&unit.text, CLOSINGS) => CLOSING,
        Kind::Sentence if !ends || (words < SHORT && unit.text.is_ascii()) => FRAGMENT,
        Kind::Sentence if unit.place == 0 && unit.text.starts_with(char::is_lowercase) => CUT_OFF,
        Kind::Sentence | Kind::Item | Kind::Table | Kind::Code => 1.0,
    }
}

/// How sentences open that only round off what was told before.
const CLOSINGS: &[&str] = &[
    "by following ",
    "by understanding ",
    "by taking ",
    "by being ",
    "by knowing ",
    "in conclusion",
    "in summary",
    "overall,",
];

/// How courtesies open at the end of a text.
const COURTESIES: &[&str] = &[
    "we hope ",
    "thank you ",
    "we look forward ",
    "please feel free ",
];

/// True if a sentence begins with one of some openings.
fn opens_with(text: &str, openings: &[&str]) -> bool {
    let opening = text.get(..text.floor_char_boundary(20)).unwrap_or_default();
    let lower = opening.to_lowercase();
    openings.iter().any(|opening| lower.starts_with(opening))
}
