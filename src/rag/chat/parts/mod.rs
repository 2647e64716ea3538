//! A message that asks several questions: each is searched for, and what was found is woven together.

pub(super) mod asking;
mod lean;
mod split;

use std::collections::{HashMap, HashSet};

use futures_util::future::try_join_all;

use super::courtesy;
use super::turn::Turn;
use crate::rag::corpus::Library;
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::{Found, Hit, How, Query, RetrieveError};

/// So many hits of each question are kept, however few are wanted: with fewer, what answers it may be
/// missing.
const LEAST_OF_EACH: usize = 4;

/// One question of several, and what was found for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    /// The question, in the words of the message.
    pub(super) question: String,
    pub(super) found: Found,
}

/// Finds the passages for each question of the message; nothing if it asks but one, or was turned
/// into another query.
///
/// # Errors
///
/// What the retriever says.
pub(super) async fn find(turn: &Turn, query: &Query) -> Result<Vec<Part>, RetrieveError> {
    let queries = queries(turn, query);
    let searches = queries.iter().map(|query| turn.retriever.retrieve(query));
    let found = try_join_all(searches).await?;
    let questions = queries.iter().map(|query| query.own().to_owned());
    let parts = questions.zip(found);
    Ok(parts
        .map(|(question, found)| Part { question, found })
        .collect())
}

/// The query for each question of the message, as [`find`] searches for it.
pub(super) fn queries(turn: &Turn, query: &Query) -> Vec<Query> {
    let message = turn.question();
    if query.text != message {
        return Vec::new();
    }
    let questions = split::split(message).parts;
    if questions.is_empty() {
        return Vec::new();
    }
    let names = names(message, &turn.library);
    let questions = questions.iter();
    questions.map(|part| alone(part, query, &names)).collect()
}

/// The questions of the message that are not searched for, as it asks too many.
pub(super) fn left(turn: &Turn) -> Vec<String> {
    split::split(turn.question()).left
}

/// What a message asks: all of it, or of a long one that asks but one thing its question.
pub(super) fn asked(message: &str) -> String {
    let message = courtesy::bare(message);
    split::only(message).unwrap_or_else(|| message.to_owned())
}

/// The query for one question, with those of the message's words that name documents.
fn alone(question: &str, whole: &Query, names: &[&str]) -> Query {
    let own: HashSet<String> = stems(question).into_iter().collect();
    let is_new = |name: &&&str| stems(name).iter().all(|stem| !own.contains(stem));
    let lent: Vec<&str> = names.iter().filter(is_new).copied().collect();
    Query {
        text: [&[question], lent.as_slice()].concat().join(" "),
        own_bytes: Some(question.len()),
        // Beside the conversation's words, lent ones are not searched for.
        context: if lent.is_empty() {
            whole.context.clone()
        } else {
            Vec::new()
        },
        ..whole.clone()
    }
}

/// The telling words of the message that stand in the name of a document, each once and in order.
fn names<'a>(message: &'a str, library: &Library) -> Vec<&'a str> {
    let words = |text: &'a str| text.split(|c: char| !c.is_alphanumeric());
    let telling = words(message).filter(|word| !stems(word).is_empty());
    let mut wanted: HashMap<String, bool> =
        telling.map(|word| (word.to_lowercase(), false)).collect();
    library.with_files(|files| {
        for file in files {
            let name = format!("{} {}", file.path, file.title).to_lowercase();
            for word in name.split(|c: char| !c.is_alphanumeric()) {
                if let Some(is_name) = wanted.get_mut(word) {
                    *is_name = true;
                }
            }
        }
    });
    // Each is taken out when it is met first.
    let mut is_name = |word: &&str| wanted.remove(&word.to_lowercase()).unwrap_or(false);
    words(message).filter(|word| is_name(word)).collect()
}

/// What was found for all of them as one: the first of each, the second of each and so on, `top` in
/// all but at least the first few of each. The parts keep what stands in it.
pub(super) fn woven(parts: &mut [Part], whole: Found, top: usize) -> Found {
    let most = top.max(LEAST_OF_EACH * parts.len());
    let deepest = parts.iter().map(|part| part.found.hits.len()).max();
    let mut seen = HashSet::new();
    let at = |rank: usize| {
        parts
            .iter()
            .filter_map(move |part| part.found.hits.get(rank))
    };
    let hits: Vec<Hit> = (0..deepest.unwrap_or_default())
        .flat_map(at)
        .filter(|hit| seen.len() < most && seen.insert(hit.passage.id.clone()))
        .cloned()
        .collect();
    if hits.is_empty() {
        return whole;
    }
    for part in &mut *parts {
        part.found.hits.retain(|hit| seen.contains(&hit.passage.id));
    }
    let ranks = parts.iter().flat_map(|part| part.found.how.ranks.iter());
    let how = How {
        ranks: ranks.cloned().collect(),
        ..whole.how
    };
    Found { hits, how, ..whole }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::protocol::{ChatRequest, Message};
    use crate::rag::Rag;
    use crate::rag::chat::Settings;
    use crate::rag::corpus::index::Index;
    use crate::rag::corpus::readers::Reader;
    use crate::rag::corpus::{FileStatus, Passage};
    use crate::rag::retrieval::contract::index_of;
    use crate::rag::retrieval::keyword::Keyword;

    const PATHS: [&str; 2] = ["travel_gold.md", "travel_basic.md"];

    fn index() -> Index {
        let texts = [
            "A hotel night costs 155 pounds at most.",
            "Trips abroad are approved by the head of the department.",
        ];
        let both = |path: &'static str| {
            let passage = move |(ordinal, text): (u32, &str)| Passage {
                id: format!("{path}#{ordinal}"),
                path: path.to_owned(),
                ordinal,
                text: text.to_owned(),
                ..Passage::default()
            };
            (0..).zip(texts).map(passage)
        };
        index_of(&PATHS.into_iter().flat_map(both).collect::<Vec<_>>())
    }

    fn turn(message: &str) -> Turn {
        let library = Library::new("folder".into());
        library.update(|progress| {
            let file = |path: &str| FileStatus {
                path: path.to_owned(),
                title: String::new(),
                ..FileStatus::default()
            };
            progress.files = PATHS.map(file).to_vec();
        });
        let rag = Rag {
            retriever: Arc::new(Keyword::new(Arc::new(index()))),
            model: None,
            library: Arc::new(library),
            settings: Settings::default(),
            reader: Reader::default(),
        };
        Turn::new(
            &rag,
            ChatRequest {
                messages: vec![Message::user(message)],
                ..ChatRequest::default()
            },
        )
    }

    fn query(text: &str, top: usize) -> Query {
        Query {
            text: text.to_owned(),
            top,
            ..Query::default()
        }
    }

    #[tokio::test]
    async fn each_question_is_searched_for_and_finds_its_own() {
        let message =
            "In travel gold, what does a hotel night cost, and who approves trips abroad?";
        let mut parts = find(&turn(message), &query(message, 2)).await.unwrap();
        let found = woven(&mut parts, Found::default(), 2);
        let first: Vec<&str> = parts
            .iter()
            .filter_map(|part| part.found.hits.first())
            .map(|hit| hit.passage.id.as_str())
            .collect();
        // The second question is about the document that the first one names.
        assert_eq!(first, ["travel_gold.md#0", "travel_gold.md#1"]);
        assert_eq!(found.hits.len(), 4, "at most four of each");
    }

    #[test]
    fn names_that_are_lent_are_not_lost_to_the_conversation() {
        let whole = Query {
            context: vec![("hotel".to_owned(), 0.2)],
            ..Query::default()
        };
        let with_name = alone("Who approves trips?", &whole, &["gold"]);
        assert_eq!(with_name.text, "Who approves trips? gold");
        assert!(with_name.context.is_empty());
        let without = alone("Who approves trips?", &whole, &[]);
        assert_eq!(without.context, whole.context);
    }

    #[tokio::test]
    async fn what_a_part_keeps_stands_in_the_whole() {
        let message = "What does a hotel night cost? Who approves trips abroad?";
        let mut parts = find(&turn(message), &query(message, 9)).await.unwrap();
        let found = woven(&mut parts, Found::default(), 1);
        let kept = parts.iter().flat_map(|part| &part.found.hits);
        assert!(kept.into_iter().all(|hit| found.hits.contains(hit)));
        let ids: HashSet<&str> = found.hits.iter().map(|hit| &*hit.passage.id).collect();
        assert_eq!(ids.len(), found.hits.len(), "no passage stands twice");
    }

    #[tokio::test]
    async fn another_query_than_the_message_is_searched_for_as_it_is() {
        let turn = turn("What does a hotel night cost? Who approves trips abroad?");
        assert!(find(&turn, &query("hotel", 5)).await.unwrap().is_empty());
    }
}
