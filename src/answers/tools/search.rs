//! The tool that finds passages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use footnote_documents::{Passage, Record};
use footnote_protocol::ToolStep;
use footnote_search::copies;
use footnote_store::Selection;
use footnote_store::names::file_words;
use footnote_store::search::{Hit, Query, SearchResult};
use footnote_text::analysis::stems;
use footnote_text::list::listed;
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{number, one_or_many, text};
use super::{Arguments, ToolContext, ToolError, ToolOutput, list, names};
use crate::Rag;
use crate::plan::default_query;
use crate::question::long::limited_to_question;

/// Maximum and default number of passages that are returned.
const MAX_PASSAGES: usize = 20;

/// Number of passages searched for a phrase if there are too many to search them all.
const PHRASE_CANDIDATES: usize = 100;

/// Maximum number of passages for all of them to be searched for a phrase.
const MAX_LOOKED_THROUGH: usize = 2_000;

/// A search for passages.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// What to find, in words of the documents' language.
    #[serde(default)]
    #[schema(required = true)]
    query: String,
    /// Search only within these documents.
    #[serde(default, deserialize_with = "one_or_many")]
    documents: Vec<String>,
    /// Only passages with this exact phrase; counts passages, not rows.
    #[serde(default, deserialize_with = "text")]
    exact: Option<String>,
    /// Only this folder.
    #[serde(default, deserialize_with = "text")]
    folder: Option<String>,
    /// Only this ending, like pdf.
    #[serde(default, deserialize_with = "text")]
    kind: Option<String>,
    /// Of this day or later, by their own date: 2026-12-31.
    #[serde(default, deserialize_with = "text")]
    from: Option<String>,
    /// Of this day or earlier.
    #[serde(default, deserialize_with = "text")]
    to: Option<String>,
    /// At most 20.
    #[serde(default, deserialize_with = "number")]
    limit: Option<usize>,
}

impl Arguments for Search {
    const NAME: &'static str = "search";
    const DESCRIPTION: &'static str = "Find passages by words.";

    async fn call(self, context: &ToolContext<'_>) -> Result<ToolOutput, ToolError> {
        let top = self.limit.unwrap_or(MAX_PASSAGES).clamp(1, MAX_PASSAGES);
        let within = names::resolve_all(context.rag, &self.documents).await?;
        let documents: Vec<String> = within.iter().map(|record| record.path.clone()).collect();
        let mut scope = list::scope(self.folder, self.kind, [self.from, self.to])?;
        scope.documents.clone_from(&documents);
        let rag = list::narrowed(context.rag, &scope).await?;
        if !scope.is_everything() && rag.library.counts().await?.ready == 0 {
            return Err(list::nothing(context.rag).await?);
        }
        let (text, passages) = match &self.exact {
            Some(phrase) => with_phrase(&rag, phrase, &self.query, top).await?,
            None if self.query.trim().is_empty() => {
                return Err(ToolError::Arguments("query must not be empty.".to_owned()));
            }
            None => found(&rag, &self.query, &within, top).await?,
        };
        if passages.is_empty() {
            let sentence = "Nothing was found. Try other words, or fewer filters.";
            return Err(ToolError::Nothing(sentence.to_owned()));
        }
        let query = self.exact.map_or(self.query, |phrase| format!("\"{phrase}\""));
        let step = ToolStep::Searched { query, documents, passages: passages.len() };
        Ok(ToolOutput { step, text, passages, evidence: Vec::new(), documents: Vec::new() })
    }
}

/// Returns the passages that match a query best, and what is to be known about them.
async fn found(
    rag: &Rag,
    query: &str,
    within: &[Arc<Record>],
    top: usize,
) -> Result<(String, Vec<Hit>), ToolError> {
    let text = if within.is_empty() { query.to_owned() } else { without_names(query, within) };
    let query = Query { top: copies::candidates(top), ..default_query(rag, text) };
    let found = retrieve(rag, query).await?;
    let unknown = found.terms.iter().filter(|term| !term.known);
    let unknown: Vec<String> = unknown.map(|term| format!("\"{}\"", term.word)).collect();
    let counts = rag.library.counts().await?;
    // What is not read yet may have anything.
    let is_reading = rag.library.unfiltered_progress().is_reading(counts);
    let text = if unknown.is_empty() || is_reading {
        String::new()
    } else {
        format!("None of the documents searched has {}.", listed(&unknown, "or"))
    };
    Ok((text, copies::merged(found.hits, top)))
}

async fn retrieve(rag: &Rag, query: Query) -> Result<SearchResult, ToolError> {
    let (retriever, searches) = (rag.retriever.clone(), rag.workers.clone());
    let work = async move {
        let query = limited_to_question(query);
        searches.search(retriever.retrieve(&query)).await
    };
    Ok(rag.workers.run(work).await??)
}

/// Returns a query without the words that name the documents to search in, unless it has no other words.
fn without_names(query: &str, within: &[Arc<Record>]) -> String {
    let names = within.iter().flat_map(|record| [record.title.as_str(), file_words(&record.path)]);
    let names: BTreeSet<String> = names.flat_map(stems).collect();
    let names_nothing = |word: &&str| {
        let stems = stems(word);
        stems.is_empty() || stems.iter().any(|stem| !names.contains(stem))
    };
    let others: Vec<&str> = query.split_whitespace().filter(names_nothing).collect();
    let others = others.join(" ");
    if stems(&others).is_empty() { query.to_owned() } else { others }
}

/// Returns the passages that contain a phrase, best matches of the query first, with a sentence on how many there are.
async fn with_phrase(
    rag: &Rag,
    phrase: &str,
    query: &str,
    top: usize,
) -> Result<(String, Vec<Hit>), ToolError> {
    let wanted = folded(phrase);
    if wanted.trim().is_empty() {
        return Err(ToolError::Arguments("exact must have a letter or a digit.".to_owned()));
    }
    let all = rag.library.counts().await?.passages;
    let looks_through = all <= MAX_LOOKED_THROUGH;
    let text = format!("{phrase} {query}");
    let query = Query { top: PHRASE_CANDIDATES, ..default_query(rag, text) };
    let mut hits = retrieve(rag, query).await?.hits;
    let is_certain = looks_through || hits.len() < PHRASE_CANDIDATES;
    let holds = |passage: &Passage| folded(&passage.text).contains(&wanted);
    hits.retain(|hit| holds(&hit.passage));
    if looks_through {
        let known: BTreeSet<String> = hits.iter().map(|hit| hit.passage.id.clone()).collect();
        hits.extend(every_passage(rag, |one| !known.contains(&one.id) && holds(one)).await?);
    }
    let documents: BTreeSet<&str> = hits.iter().map(|hit| hit.passage.path.as_str()).collect();
    let (passages, documents) = (hits.len(), documents.len());
    let least = if is_certain { "" } else { "At least " };
    let mut sentence =
        format!("{least}{passages} passages in {documents} documents hold \"{phrase}\".");
    if passages > top {
        let _ = write!(sentence, " Here are {top}.");
    }
    hits.truncate(top);
    Ok((sentence, hits))
}

/// Returns all passages that are wanted.
async fn every_passage(
    rag: &Rag,
    is_wanted: impl Fn(&Passage) -> bool + Send,
) -> Result<Vec<Hit>, ToolError> {
    let _turn = rag.workers.turn().await;
    let all = Selection { limit: usize::MAX, ..Selection::default() };
    let mut hits = Vec::new();
    for record in rag.library.list(all).await?.files {
        let mut passages = rag.retriever.document(&record.path, &rag.reader).await?;
        passages.retain(&is_wanted);
        hits.extend(passages.into_iter().map(|passage| Hit { passage, ..Hit::default() }));
    }
    Ok(hits)
}

/// Returns the words of a text in lower case, separated by spaces. Scripts without spaces get none.
fn folded(text: &str) -> String {
    let mut folded = String::from(" ");
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            folded.push(c);
        } else if !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    let is_spaceless = |c: char| ('\u{2e80}'..='\u{9fff}').contains(&c);
    if text.contains(is_spaceless) {
        folded.trim().to_owned()
    } else {
        folded.trim_end().to_owned() + " "
    }
}
