//! The overview of a document: the first sentence of several of its parts.

use std::collections::{BTreeSet, HashSet};

use super::choose::Chosen;
use super::function_words;
use super::units::{Kind, Unit};
use crate::rag::chat::work::is_left;
use crate::rag::corpus::Passage;
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::{Found, Hit};

/// Parts of words that ask for a summary.
const SUMMARIES: &[&str] = &[
    "summar",
    "zusammenfass",
    "résum",
    "resumen",
    "resumir",
    "riassu",
    "samenvat",
    "overview of",
    "tl;dr",
    "tldr",
    "main points",
    "worum geht",
    "de quoi parle",
    "de qué trata",
    "di cosa parla",
    "key points",
    "gist of",
    "what is in the",
];

/// Words of such a question that do not belong to the name of a document.
const BESIDE: &str = "summarize summarise summary summaries overview main worum geht quoi parle trata cosa parla key point points gist tldr document \
    file pdf contents content short brief briefly please give write make sentences whole entire \
    fasse zusammen zusammenfassung résumé résume resumen resume";

/// The number of parts that are quoted.
const PARTS: usize = 5;
/// The fewest words of a sentence that stands for a part.
const SHORTEST: usize = 6;
/// Phrases on the first pages of documents of all kinds.
const IMPRINT: &[&str] = &["all rights reserved", "warranties", "copyright", "isbn"];

/// True if the question asks what a document is about.
fn is_wanted(question: &str) -> bool {
    let lower = question.trim().to_lowercase();
    let bare = lower.trim_end_matches(['?', '.', '!', ' ']);
    let is_about =
        bare.ends_with(" about") && (bare.starts_with("what is ") || bare.starts_with("what's "));
    // A part may have this name: "What does it say about summary of benefits?"
    let of_part = lower.contains(" say about ");
    is_about || !of_part && SUMMARIES.iter().any(|words| lower.contains(words))
}

/// The document whose overview the question asks for: that of the best hit whose path and title have all
/// of its telling words.
pub(crate) fn of<'a>(found: &'a Found, question: &str) -> Option<&'a str> {
    if !is_wanted(question) {
        return None;
    }
    let beside: BTreeSet<String> = stems(BESIDE).into_iter().collect();
    let words = question.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| function_words::tells(word));
    let wanted: BTreeSet<String> = words.flat_map(stems).collect();
    let wanted: Vec<&String> = wanted.difference(&beside).collect();
    let is_named = |passage: &Passage| {
        let name = format!(
            "{} {}",
            passage.path.replace(['_', '/', '.'], " "),
            passage.title
        );
        let name = stems(&name);
        !wanted.is_empty() && wanted.iter().all(|word| name.contains(word))
    };
    let mut passages = found.hits.iter().map(|hit| &hit.passage);
    passages
        .find(|passage| is_named(passage))
        .map(|passage| passage.path.as_str())
}

/// The first passages of parts that are spread over the document, in order.
pub(crate) fn spread(passages: Vec<Passage>) -> Vec<Hit> {
    let mut parts: Vec<Passage> = Vec::new();
    let mut known = HashSet::new();
    for passage in passages {
        if is_left() {
            break;
        }
        let page = passage.page.filter(|_| passage.headings.is_empty());
        let part = (passage.headings.clone(), page);
        if !known.contains(&part) && tells(&passage.text) {
            known.insert(part);
            parts.push(passage);
        }
    }
    let all = parts.len();
    let wanted = all.min(PARTS);
    // The first part always, the others in equal steps.
    let is_chosen = |at: usize| (0..wanted).any(|nth| nth * all / wanted.max(1) == at);
    let chosen = parts
        .into_iter()
        .enumerate()
        .filter(|(at, _)| is_chosen(*at));
    chosen
        .map(|(_, passage)| Hit {
            passage,
            score: 1.0,
            ..Hit::default()
        })
        .collect()
}

/// True if a passage holds a sentence that may stand for its part.
fn tells(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_imprint = IMPRINT.iter().any(|words| lower.contains(words));
    let has_sentence = crate::text::sentence::sentences(text)
        .iter()
        .any(|one| is_telling(one));
    has_sentence && !is_imprint
}

fn is_telling(sentence: &str) -> bool {
    let goes_on = sentence.starts_with("In addition");
    let is_long = sentence.split_whitespace().count() >= SHORTEST;
    sentence.ends_with(['.', '!', '。']) && is_long && !goes_on
}

/// The first sentence of each hit that can stand alone.
pub(super) fn choose(units: &[Unit]) -> Vec<Chosen> {
    let mut seen = BTreeSet::new();
    let all = units.iter().enumerate();
    let mut said = BTreeSet::new();
    all.filter(|(_, unit)| {
        let stands = unit.says && unit.kind == Kind::Sentence && unit.needs.is_none();
        stands
            && is_telling(&unit.text)
            && !seen.contains(&unit.hit)
            && said.insert(&unit.text)
            && seen.insert(unit.hit)
    })
    .map(|(unit, _)| Chosen { unit, score: 1.0 })
    .take(PARTS)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::chat::tests::hit;

    fn found(path: &str) -> Found {
        Found {
            hits: vec![hit(path, None, "Leave takes thirty days.", 1.0)],
            ..Found::default()
        }
    }

    #[test]
    fn the_document_that_bears_all_words_is_summed_up() {
        let found = found("people/staff-handbook.md");
        for question in [
            "summarize the staff handbook",
            "What is “staff handbook” about?",
            "Give me a short summary of the handbook, please",
            "Worum geht es in dem Staff-Handbook?",
        ] {
            assert_eq!(
                of(&found, question),
                Some("people/staff-handbook.md"),
                "{question}"
            );
        }
        for question in [
            "summarize the leave policy",
            "What does the handbook say?",
            "What does “staff handbook” say about summary?",
            "summarize",
        ] {
            assert_eq!(of(&found, question), None, "{question}");
        }
    }

    #[test]
    fn an_overview_is_spread_over_the_parts() {
        let passages = (0..20).map(|ordinal| Passage {
            headings: vec![format!("Part {}", ordinal / 2)],
            ordinal,
            text: format!("This passage tells of matter {ordinal}. More of it."),
            ..Passage::default()
        });
        let hits = spread(passages.collect());
        let ordinals: Vec<u32> = hits.iter().map(|hit| hit.passage.ordinal).collect();
        assert_eq!(ordinals, [0, 4, 8, 12, 16]);
    }

    #[test]
    fn an_imprint_is_no_part() {
        let imprint = Passage {
            text: "This document is for show only here. All rights reserved.".to_owned(),
            ..Passage::default()
        };
        assert!(spread(vec![imprint]).is_empty());
    }
}
