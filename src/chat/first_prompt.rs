//! The first prompt of a turn, with as many sources as fit.

use std::sync::Arc;

use footnote_answers::grounding::Grounding;
use footnote_answers::sources::{self, ShownDocument, Sources};
use footnote_answers::turn::Turn;
use footnote_answers::{captions, tools};
use footnote_models::{ChatModel, Prompt};
use footnote_store::search::Hit;

use super::lookups;
use super::write::{prompt, with_sources};

/// The first prompt of a turn.
pub(super) struct FirstPrompt {
    pub(super) prompt: Prompt,
    /// The sources that it shows.
    pub(super) sources: Sources,
    /// Number of sources that do not fit.
    pub(super) left_out: usize,
}

/// Returns the prompt that a model begins with: the best of what was found.
pub(super) async fn first_prompt(
    turn: &Turn,
    grounding: &Grounding,
    model: &dyn ChatModel,
) -> FirstPrompt {
    let with_tools = lookups::most_rounds(turn) > 0 && sources::offers_tools(model);
    let prompt = prompt(turn, if with_tools { tools::offered() } else { Arc::default() });
    let room = sources::budget(&prompt, model, &turn.rag.settings);
    let documents = documents(turn, grounding, room, with_tools).await;
    let mut sources = Sources::default();
    let texts = sources.show(&documents);
    let mut prompt = with_sources(prompt, &texts);
    let left_out = model.context().map_or(0, |context| prompt.fit(context));
    sources
        .leave_out(documents.get(documents.len().saturating_sub(left_out)..).unwrap_or_default());
    FirstPrompt { prompt, sources, left_out }
}

/// Returns the documents to show within `room` tokens.
async fn documents(
    turn: &Turn,
    grounding: &Grounding,
    room: u32,
    with_tools: bool,
) -> Vec<ShownDocument> {
    let found = &grounding.found;
    let top = turn.shown_of(&grounding.query);
    let (best, others) = found.hits.split_at(found.hits.len().min(top));
    if turn.wants_captions() {
        let captions = captions::captions(best, &found.terms);
        let shortened = best.iter().zip(captions).map(|(hit, caption)| {
            let mut hit = Hit { before: None, after: None, ..hit.clone() };
            hit.passage.set_text(caption.text);
            hit
        });
        return sources::group(turn, shortened.collect(), room).await;
    }
    let mut rest = sources::cited_before(turn, &grounding.query).await;
    rest.extend(others.iter().cloned());
    if best.is_empty() && rest.is_empty() {
        rest = sources::openings(turn).await;
    }
    sources::fill(turn, (best, &rest), room, with_tools).await
}
