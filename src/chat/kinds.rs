//! The kinds of answers that no chat model writes, each in a file or folder of its own.

use super::collection;
use super::compare;
use super::composed::Composed;
use super::ground::Ground;
use super::phrases::{Phrase, Phrases};
use super::quote;
use super::tables;
use super::turn::Turn;
use footnote_protocol::confidence::Confidence;
use footnote_retrieval::store::Counts;

/// An answer that is looked up or computed: it stands even where a chat model could write one, but for comparisons,
/// which a model writes. Its passages take the place of those that were found.
pub(super) async fn exact(turn: &Turn, ground: &mut Ground) -> Option<Composed> {
    if let Some(list) = collection::answer(turn, ground).await {
        return Some(list);
    }
    if let Some(table) = compare::answer(turn, ground).await {
        return Some(table);
    }
    tables::answer(turn, ground).await
}

/// Composes an answer: the first kind that knows one gives it, and passages are quoted where none does.
pub(super) fn compose(turn: &Turn, ground: &Ground) -> Composed {
    let kinds = [no_documents, courtesy, overview, several];
    let mut answers = kinds.iter().filter_map(|kind| kind(turn, ground));
    answers.next().unwrap_or_else(|| quote::quote(&ground.whole, turn.least()))
}

/// The reply to what is only polite, or asks who answers.
fn courtesy(turn: &Turn, ground: &Ground) -> Option<Composed> {
    let reply = turn.question.reply.filter(|_| ground.parts.is_empty())?;
    Some(Composed::refusal(vec![reply.to_owned()], Confidence::default()))
}

/// The answer where there is no document at all.
fn no_documents(turn: &Turn, ground: &Ground) -> Option<Composed> {
    let is_empty = ground.documents == Counts::default();
    let words = || Phrases::of(&turn.question.text).say(Phrase::NoDocuments);
    let refusal = || Composed::refusal(vec![words().to_owned()], Confidence::default());
    (is_empty && ground.whole.found.hits.is_empty()).then(refusal)
}

/// The overview of a document.
fn overview(_: &Turn, ground: &Ground) -> Option<Composed> {
    ground.outline.as_ref().map(|outline| quote::overview(outline, &ground.whole.found.hits))
}

/// Quotations for each question of a message that asks several.
fn several(turn: &Turn, ground: &Ground) -> Option<Composed> {
    let each = || quote::quote_each(&ground.parts, &ground.whole, turn.least());
    (!ground.parts.is_empty()).then(|| each().leaving(&turn.question.left))
}
