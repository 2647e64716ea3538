//! Two documents that say what is asked in their own ways: the statements of each that come nearest, one below the
//! other.

use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::{Hit, SearchResult};

use super::{ComparedDocument, Grounding, Turn, wording};
use crate::composed::ComposedAnswer;
use crate::quote;
use crate::weigh::Evidence;

/// The passages of each document that are weighed.
const MOST_PASSAGES: usize = 5;

/// Quotes what each of two documents says about what a question compares them on, of the passages that were `found`;
/// `None` if one of them says nothing of it.
pub(super) async fn answer(
    turn: &Turn,
    grounding: &mut Grounding,
    sides: [&ComparedDocument; 2],
    mut found: SearchResult,
) -> Option<ComposedAnswer> {
    let hits = std::mem::take(&mut found.hits);
    let of = |side: &ComparedDocument| -> Vec<Hit> {
        let own = hits.iter().filter(|hit| hit.passage.path == side.path);
        own.take(MOST_PASSAGES).cloned().collect()
    };
    let mut answer = ComposedAnswer { confidence: Confidence::SURE, ..ComposedAnswer::default() };
    for (side, name) in sides.into_iter().zip(wording::names(sides)) {
        let own = SearchResult { hits: of(side), ..found.clone() };
        let evidence = Evidence::new(turn.question.clone(), own);
        let mut one = quote::quote_briefly(&evidence, turn.threshold());
        if one.confidence.outcome != Outcome::Answered {
            return None;
        }
        let separator = if answer.deltas.is_empty() { "" } else { "\n\n" };
        answer.deltas.push(format!("{separator}**{name}**\n\n"));
        answer.deltas.append(&mut one.deltas);
        answer.quoted.append(&mut one.quoted);
        if one.confidence.probability < answer.confidence.probability {
            answer.confidence = one.confidence;
        }
    }
    grounding.replace_passages(turn, sides.into_iter().flat_map(of).collect()).await;
    Some(answer)
}
