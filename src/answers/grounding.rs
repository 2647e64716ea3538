//! The grounding of an answer: what was searched for and found, with the thoughts about it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use footnote_protocol::{ChatRequest, ProtocolError, ResponseContext, Thought};
use footnote_store::search::{Hit, Query, SearchReport, SearchResult};
use footnote_store::{Counts, RetrieveError, StoreError};

use super::captions::captions;
use super::plan::{self, PlannedSearch};
use super::question::long;
use super::turn::{Turn, elapsed_ms};
use super::{retrieve, thoughts};
use crate::Rag;

/// A search and its result.
pub struct Grounding {
    /// The passages found, best first.
    pub found: SearchResult,
    /// The query that was searched for.
    pub query: Query,
    /// The thoughts on how they were found.
    pub thoughts: Vec<Thought>,
    /// The time from the beginning of the turn to the last passage.
    pub search_time: Duration,
    /// Counts of the documents that the reader may read.
    pub documents: Counts,
}

/// Plans the search of a turn and retrieves passages.
///
/// # Errors
///
/// Fails if nothing can be searched.
pub async fn ground(turn: &Turn) -> Result<Grounding, BeginError> {
    // 2. Plan the search.
    let planned = plan::plan(turn).await;
    // 3. Retrieve passages.
    let grounding = retrieved(turn, &planned).await;
    grounding.map_err(|error| BeginError::new(turn, &planned, error))
}

/// The passages that are found for a question, without an answer.
#[derive(Clone, Debug)]
pub struct RetrievalOutcome {
    /// The passages.
    pub found: SearchResult,
    /// The time from the request to the last passage.
    pub search: Duration,
}

/// Finds the passages for an answer to `request`.
///
/// # Errors
///
/// Returns the errors of [`ChatRequest::validate`], and fails if the index cannot be read.
pub async fn find(rag: &Rag, request: ChatRequest) -> Result<RetrievalOutcome, ProtocolError> {
    request.validate()?;
    rag.workers.admit()?;
    let searched = async |rag: Rag| {
        let turn = Turn::new(&rag, request).in_scope().await?;
        let grounding = ground(&turn).await.map_err(|error| error.error)?;
        Ok(RetrievalOutcome { search: grounding.search_time, found: grounding.found })
    };
    rag.workers.run(searched(rag.clone())).await?
}

async fn retrieved(turn: &Turn, planned: &PlannedSearch) -> Result<Grounding, RetrieveError> {
    let begun = Instant::now();
    let found = retrieve::retrieve(turn, &planned.query).await?;
    let (elapsed, search_time) = (elapsed_ms(begun), turn.begun.elapsed());
    let mut thoughts = thoughts_before(turn, planned, Some(&found.how));
    thoughts.extend(thoughts::corrected(&planned.query, &found.corrections));
    let captions = turn.wants_captions().then(|| captions(&found.hits, &found.terms));
    thoughts.push(thoughts::results(&found, elapsed, &captions.unwrap_or_default()));
    thoughts.extend(thoughts::hidden(&hidden(turn, &found.hits).await?));
    let documents = turn.rag.library.counts().await?;
    Ok(Grounding { found, query: planned.query.clone(), thoughts, search_time, documents })
}

/// Returns the thoughts up to the search; `how` reports on the search once it is done.
fn thoughts_before(
    turn: &Turn,
    planned: &PlannedSearch,
    how: Option<&SearchReport>,
) -> Vec<Thought> {
    let message = turn.request.question();
    let mut thoughts = vec![thoughts::question(message, turn.hidden)];
    thoughts.extend(long::thought(&turn.read, message));
    let asked = planned.asked.as_ref();
    thoughts.extend(asked.map(|asked| asked.thought("Prompt to generate search query")));
    let captions = turn.wants_captions();
    thoughts.push(thoughts::search_query(&planned.query, planned.elapsed_ms, captions, how));
    thoughts
}

/// Returns the documents of the hits and the attached files with hidden text, each with the number of characters
/// removed.
async fn hidden(turn: &Turn, hits: &[Hit]) -> Result<Vec<(String, usize)>, StoreError> {
    let paths: BTreeSet<&str> = hits.iter().map(|hit| hit.passage.path.as_str()).collect();
    let mut hidden = Vec::new();
    for path in paths {
        let file = turn.rag.library.file(path).await?.filter(|file| file.hidden > 0);
        hidden.extend(file.map(|file| (file.path.clone(), file.hidden)));
    }
    hidden.extend(turn.hidden_files.iter().cloned());
    Ok(hidden)
}

/// The error of an answer that could not begin, with what is known by then.
#[derive(Debug)]
pub struct BeginError {
    /// The context known by then.
    pub context: Box<ResponseContext>,
    /// The error.
    pub error: ProtocolError,
}

impl BeginError {
    /// Creates the error of a turn whose search failed.
    fn new(turn: &Turn, planned: &PlannedSearch, error: RetrieveError) -> Self {
        let thoughts = thoughts_before(turn, planned, None);
        let context = ResponseContext { thoughts, ..ResponseContext::default() };
        Self { context: Box::new(context), error: error.into() }
    }
}

impl From<ProtocolError> for BeginError {
    fn from(error: ProtocolError) -> Self {
        Self { context: Box::default(), error }
    }
}
