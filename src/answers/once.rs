//! One run of a question without a chat model: planned, retrieved, weighed and composed. Answers, searches outside of
//! their scope, questions on trial and explanations all use it.

use footnote_protocol::{ProtocolError, ResponseContext};
use footnote_retrieval::RetrieveError;

use super::composed::ComposedAnswer;
use super::grounding::{self, Grounding};
use super::kinds;
use super::plan::{self, PlannedSearch};
use super::retrieve;
use super::turn::Turn;

/// Returns the grounding of a question and the answer composed from it.
///
/// # Errors
///
/// Fails if nothing can be searched.
pub async fn run(turn: &Turn) -> Result<(Grounding, ComposedAnswer), BeginError> {
    let mut grounding = ground(turn).await?;
    let looked_up = look_up(turn, &mut grounding).await;
    let answer = looked_up.unwrap_or_else(|| kinds::compose(turn, &grounding));
    Ok((grounding, answer))
}

/// Returns the grounding of an answer.
///
/// # Errors
///
/// Fails if nothing can be searched.
pub async fn ground(turn: &Turn) -> Result<Grounding, BeginError> {
    // 2. Plan the search.
    let planned = plan::plan(turn).await;
    // 3. Retrieve passages.
    let retrieved = retrieve::retrieve(turn, &planned.query).await;
    let retrieved = retrieved.map_err(|error| BeginError::new(turn, &planned, error))?;
    // 4. Weigh their statements.
    let grounding = grounding::weigh(turn, &planned, retrieved).await;
    grounding.map_err(|error| BeginError::new(turn, &planned, error))
}

/// Looks up or computes an answer. Its passages replace those that were found.
pub async fn look_up(turn: &Turn, grounding: &mut Grounding) -> Option<ComposedAnswer> {
    let mut answer = kinds::exact(turn, grounding).await?;
    if let Some(hits) = answer.passages.take() {
        grounding.replace_passages(turn, hits).await;
    }
    Some(answer)
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
        let thoughts = grounding::thoughts_before(turn, planned, None);
        let context = ResponseContext { thoughts, ..ResponseContext::default() };
        Self { context: Box::new(context), error: error.into() }
    }
}

impl From<ProtocolError> for BeginError {
    fn from(error: ProtocolError) -> Self {
        Self { context: Box::default(), error }
    }
}
