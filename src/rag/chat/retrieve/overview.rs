//! The passages for the overview of a document: some from all over it.

use std::collections::HashSet;

use crate::rag::chat::question::Question;
use crate::rag::chat::work::is_left;
use crate::rag::corpus::Passage;
use crate::rag::corpus::statements::Kind;
use crate::rag::retrieval::{Found, Hit};
use crate::text::analysis::stems;

/// The number of parts that are quoted.
pub(in crate::rag::chat) const PARTS: usize = 5;
/// The fewest words of a sentence that stands for a part.
const SHORTEST: usize = 6;
/// Phrases on the first pages of documents of all kinds.
const IMPRINT: &[&str] = &["all rights reserved", "warranties", "copyright", "isbn"];

/// The document whose overview a question asks for: that of the best hit whose path and title have all of
/// its telling words.
pub(in crate::rag::chat) fn of<'a>(found: &'a Found, question: &Question) -> Option<&'a str> {
    if question.overview.is_none() {
        return None;
    }
    let stems_of = |passage: &Passage| {
        let path = passage.path.replace(['_', '/', '.'], " ");
        stems(&format!("{path} {}", passage.title)).into_iter().collect()
    };
    let mut passages = found.hits.iter().map(|hit| &hit.passage);
    passages
        .find(|passage| question.overview.is_of(&stems_of(passage)))
        .map(|passage| passage.path.as_str())
}

/// The first passages of parts that are spread over the document, in order.
pub(super) fn spread(passages: Vec<Passage>) -> Vec<Hit> {
    let mut parts: Vec<Passage> = Vec::new();
    let mut known = HashSet::new();
    for passage in passages {
        if is_left() {
            break;
        }
        let page = passage.page.filter(|_| passage.headings.is_empty());
        let part = (passage.headings.clone(), page);
        if !known.contains(&part) && tells(&passage) {
            known.insert(part);
            parts.push(passage);
        }
    }
    let all = parts.len();
    let wanted = all.min(PARTS);
    // The first part always, the others in equal steps.
    let is_chosen = |at: usize| (0..wanted).any(|nth| nth * all / wanted.max(1) == at);
    let chosen = parts.into_iter().enumerate().filter(|(at, _)| is_chosen(*at));
    chosen.map(|(_, passage)| Hit { passage, score: 1.0, ..Hit::default() }).collect()
}

/// True if a passage holds a sentence that may stand for its part.
fn tells(passage: &Passage) -> bool {
    let lower = passage.text.to_lowercase();
    let is_imprint = IMPRINT.iter().any(|words| lower.contains(words));
    let statements = passage.statements();
    let mut sentences = statements.iter().filter(|one| one.says && one.needs.is_none());
    !is_imprint && sentences.any(|one| is_telling(one.kind, &one.text(&passage.text)))
}

/// True if a statement may stand for the part of a document that it opens: a whole sentence.
pub(in crate::rag::chat) fn is_telling(kind: Kind, text: &str) -> bool {
    let is_long = text.split_whitespace().count() >= SHORTEST;
    kind == Kind::Sentence && text.ends_with(['.', '!', '。']) && is_long
}

#[cfg(test)]
mod tests {
    use super::*;

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
