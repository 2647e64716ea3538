//! A message with several questions: each is searched for separately, and their hits are merged into one list.

use std::collections::HashSet;

use footnote_question::Question;
use footnote_retrieval::corpus::Library;
use footnote_retrieval::store::StoreError;
use footnote_retrieval::{Hit, Query, RetrieveError, SearchReport, SearchResult};
use footnote_text::analysis::stems;
use footnote_text::words::words;
use futures_util::future::try_join_all;

use crate::turn::Turn;

/// Minimum number of hits kept for each question, even if fewer are requested, so that its answer is not lost.
const MIN_OF_EACH: usize = 4;

/// One question of several, with its passages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RetrievedPart {
    pub(crate) question: Question,
    pub(crate) found: SearchResult,
}

/// Finds the passages for each question of the message; nothing if there is only one, or if the query was rewritten.
///
/// # Errors
///
/// Returns the retriever's errors.
pub(crate) async fn find(turn: &Turn, query: &Query) -> Result<Vec<RetrievedPart>, RetrieveError> {
    let queries = queries(turn, query).await?;
    let searches = queries.iter().map(|query| turn.retrieve(query));
    let found = try_join_all(searches).await?;
    let questions = turn.question.sub_questions.iter().cloned();
    let parts = questions.zip(found);
    Ok(parts.map(|(question, found)| RetrievedPart { question, found }).collect())
}

/// Returns the query for each question of the message, as [`find`] searches for it.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub async fn queries(turn: &Turn, query: &Query) -> Result<Vec<Query>, RetrieveError> {
    let whole = &turn.question;
    // A model compares what was found for both sides together.
    let is_written = whole.compares() && turn.model.is_some();
    if query.text != whole.text || whole.sub_questions.is_empty() || is_written {
        return Ok(Vec::new());
    }
    // The two sides of a comparison do not share names.
    let names =
        if whole.compares() { Vec::new() } else { names(&whole.text, &turn.rag.library).await? };
    let questions = whole.sub_questions.iter();
    Ok(questions.map(|part| query_for(part, query, &names)).collect())
}

/// Returns the query for one question, with the words of the message that name documents.
fn query_for(question: &Question, whole: &Query, names: &[&str]) -> Query {
    let own: HashSet<&String> = question.stems.iter().collect();
    let is_new = |name: &&&str| stems(name).iter().all(|stem| !own.contains(stem));
    let context_words = names.iter().filter(is_new).copied();
    let texts = context_words.chain([question.surrounding.as_str()]);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    let mut lending = question.clone();
    lending.surrounding = texts.join(" ");
    let (text, context) = lending.within(&whole.context, "");
    Query { text, own_bytes: Some(question.text.len()), context, ..whole.clone() }
}

/// Returns the content words of the message that occur in the name of a document, each once and in order.
async fn names<'a>(message: &'a str, library: &Library) -> Result<Vec<&'a str>, StoreError> {
    let candidates = words(message).filter(|word| !stems(word).is_empty());
    let candidates: Vec<String> = candidates.map(str::to_lowercase).collect();
    let mut names = library.name_words(&candidates).await?;
    // Each name is removed at its first occurrence.
    Ok(words(message).filter(|word| names.remove(&word.to_lowercase())).collect())
}

/// Returns the minimum number of hits kept for this many questions.
pub(crate) fn least_of(parts: usize) -> usize {
    MIN_OF_EACH * parts
}

/// Merges the hits of all parts into one list: the first of each, the second of each and so on, `top` in all, but at
/// least the first few of each. The parts keep only the hits in the list.
pub(crate) fn interleaved(
    parts: &mut [RetrievedPart],
    whole: SearchResult,
    top: usize,
) -> SearchResult {
    let most = top.max(least_of(parts.len()));
    let deepest = parts.iter().map(|part| part.found.hits.len()).max();
    let mut seen = HashSet::new();
    let at = |rank: usize| parts.iter().filter_map(move |part| part.found.hits.get(rank));
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
    let how = SearchReport { ranks: ranks.cloned().collect(), ..whole.how };
    SearchResult { hits, how, ..whole }
}

#[cfg(test)]
mod tests {
    use footnote_documents::{Passage, Record};
    use footnote_protocol::{ChatRequest, Message};

    use super::*;
    use crate::samples::over;

    const PATHS: [&str; 2] = ["travel_gold.md", "travel_basic.md"];

    fn passages() -> Vec<Passage> {
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
        PATHS.into_iter().flat_map(both).collect()
    }

    fn turn(message: &str) -> Turn {
        let record = |path: &str| Record { path: path.to_owned(), ..Record::default() };
        let records = PATHS.into_iter().map(record);
        let rag = over(&passages(), records);
        Turn::new(
            &rag,
            ChatRequest { messages: vec![Message::user(message)], ..ChatRequest::default() },
        )
    }

    fn query(text: &str, top: usize) -> Query {
        Query { text: text.to_owned(), top, ..Query::default() }
    }

    #[tokio::test]
    async fn each_question_is_searched_for_and_finds_its_own() {
        let message =
            "In travel gold, what does a hotel night cost, and who approves trips abroad?";
        let mut parts = find(&turn(message), &query(message, 2)).await.unwrap();
        let found = interleaved(&mut parts, SearchResult::default(), 2);
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
        let whole = Query { context: vec![("hotel".to_owned(), 0.2)], ..Query::default() };
        let question = Question::of("Who approves trips?");
        let with_name = query_for(&question, &whole, &["gold"]);
        assert_eq!(with_name.text, "Who approves trips? gold");
        assert_eq!(with_name.context[1..], [("gold".to_owned(), 1.0)]);
        let without = query_for(&question, &whole, &[]);
        assert_eq!(without.context, whole.context);
    }

    #[tokio::test]
    async fn what_a_part_keeps_stands_in_the_whole() {
        let message = "What does a hotel night cost? Who approves trips abroad?";
        let mut parts = find(&turn(message), &query(message, 9)).await.unwrap();
        let found = interleaved(&mut parts, SearchResult::default(), 1);
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
