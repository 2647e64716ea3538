//! The kinds of answers that no chat model writes, each in a file or folder of its own.

use footnote_protocol::confidence::Confidence;
use footnote_retrieval::store::Counts;

use super::composed::ComposedAnswer;
use super::grounding::Grounding;
use super::phrases::{Phrase, Phrases};
use super::turn::Turn;
use super::{collection, quote, tables};

/// Looks up or computes an answer. It is used even if a chat model could write one.
pub(super) async fn exact(turn: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    if let Some(list) = collection::answer(turn, grounding).await {
        return Some(list);
    }
    tables::answer(turn, grounding).await
}

/// Composes an answer of the first kind that applies; otherwise quotes passages.
pub fn compose(turn: &Turn, grounding: &Grounding) -> ComposedAnswer {
    let kinds = [no_documents, courtesy, overview, several];
    let mut answers = kinds.iter().filter_map(|kind| kind(turn, grounding));
    answers.next().unwrap_or_else(|| quote::quote(&grounding.whole, turn.threshold()))
}

/// Returns the reply to small talk, or to the question who is answering.
fn courtesy(turn: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    let reply = turn.question.reply.filter(|_| grounding.parts.is_empty())?;
    Some(ComposedAnswer::refusal(vec![reply.to_owned()], Confidence::default()))
}

/// Returns the answer if there are no documents at all.
fn no_documents(turn: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    let is_empty = grounding.documents == Counts::default();
    let is_reading = turn.rag.library.unfiltered_progress().is_reading(grounding.documents);
    let phrase = match &turn.rag.scope {
        // There may be documents outside of the scope.
        Some(_) => Phrase::NotFound,
        None if is_reading => Phrase::StillReading,
        None => Phrase::NoDocuments,
    };
    let words = || Phrases::of(&turn.question.text).say(phrase);
    let refusal = || ComposedAnswer::refusal(vec![words().to_owned()], Confidence::default());
    (is_empty && grounding.whole.found.hits.is_empty()).then(refusal)
}

/// Returns the overview of a document.
fn overview(_: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    grounding.outline.as_ref().map(|outline| quote::overview(outline, &grounding.whole.found.hits))
}

/// Returns quotations for each question of a message with several, or for each side of a comparison.
fn several(turn: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    let each = || quote::quote_each(&grounding.parts, &grounding.whole, turn.threshold());
    (!grounding.parts.is_empty()).then(|| each().with_unanswered(&turn.question.unsearched))
}
