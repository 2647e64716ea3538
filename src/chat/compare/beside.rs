//! Two documents that say what is asked in their own ways: the statements of each that come nearest, one below the
//! other.

use super::{Ground, Side, Turn, wording};
use crate::composed::Composed;
use crate::quote;
use crate::weigh::Evidence;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::{Found, Hit};

/// The passages of each document that are weighed.
const PASSAGES: usize = 5;

/// Quotes what each of two documents says about what a question compares them on, of the passages that were `found`;
/// `None` if one of them says nothing of it.
pub(super) async fn answer(
    turn: &Turn,
    ground: &mut Ground,
    sides: [&Side; 2],
    mut found: Found,
) -> Option<Composed> {
    let hits = std::mem::take(&mut found.hits);
    let of = |side: &Side| -> Vec<Hit> {
        let own = hits.iter().filter(|hit| hit.passage.path == side.path);
        own.take(PASSAGES).cloned().collect()
    };
    let mut answer = Composed { confidence: Confidence::SURE, ..Composed::default() };
    for (side, name) in sides.into_iter().zip(wording::names(sides)) {
        let own = Found { hits: of(side), ..found.clone() };
        let evidence = Evidence::new(turn.question.clone(), own);
        let mut one = quote::briefly(&evidence, turn.least());
        if one.confidence.outcome != Outcome::Answered {
            return None;
        }
        let gap = if answer.deltas.is_empty() { "" } else { "\n\n" };
        answer.deltas.push(format!("{gap}**{name}**\n\n"));
        answer.deltas.append(&mut one.deltas);
        answer.quoted.append(&mut one.quoted);
        if one.confidence.probability < answer.confidence.probability {
            answer.confidence = one.confidence;
        }
    }
    ground.stand_on(turn, sides.into_iter().flat_map(of).collect()).await;
    Some(answer)
}
