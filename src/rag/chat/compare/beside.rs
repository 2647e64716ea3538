//! Two documents that say what is asked in their own ways: the statements of each that come nearest, one below the
//! other.

use super::{Ground, Side, Turn, query, wording};
use crate::protocol::confidence::Outcome;
use crate::rag::chat::composed::Composed;
use crate::rag::chat::quote;
use crate::rag::chat::weigh::Evidence;
use crate::rag::retrieval::Found;

/// The passages of each document that are weighed.
const PASSAGES: usize = 5;

/// Quotes what each of two documents says about what a question compares them on; `None` if one of them says nothing
/// of it, or the index cannot be read.
pub(super) async fn answer(
    turn: &Turn,
    ground: &mut Ground,
    sides: [&Side; 2],
) -> Option<Composed> {
    let found = turn.retrieve(&query(turn, ground)).await;
    let found = found.inspect_err(|error| tracing::warn!("comparing: {error}")).ok()?;
    let mut answer = Composed::default();
    let mut hits = Vec::new();
    for (side, name) in sides.into_iter().zip(wording::names(sides)) {
        let own = found.hits.iter().filter(|hit| hit.passage.path == side.path);
        let own: Vec<_> = own.take(PASSAGES).cloned().collect();
        hits.extend(own.iter().cloned());
        let evidence = Evidence::new(turn.question.clone(), Found { hits: own, ..found.clone() });
        let mut one = quote::briefly(&evidence, turn.least());
        if one.confidence.outcome != Outcome::Answered {
            return None;
        }
        let gap = if answer.deltas.is_empty() { "" } else { "\n\n" };
        one.deltas.insert(0, format!("{gap}**{name}**\n\n"));
        answer.deltas.append(&mut one.deltas);
        answer.quoted.append(&mut one.quoted);
        answer.confidence = one.confidence;
    }
    ground.stand_on(turn, hits);
    Some(answer)
}
