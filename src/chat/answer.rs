//! An answer while its text is shown: composed at once, or written by a chat model.

use std::collections::VecDeque;
use std::sync::Arc;

use super::cite::{Citer, ReadHits};
use super::composed::Composed;
use super::ending::Ending;
use super::ground::Ground;
use super::parked::Parked;
use super::turn::Turn;
use super::write::{self, Text, Written};
use super::{kinds, thoughts};
use footnote_documents::attach::{self, Image};
use footnote_models::{ChatModel, ModelError};
use footnote_protocol::{AnswerEvent, FinishReason, ResponseContext};

/// An answer whose text is being shown.
pub(super) struct Answer {
    turn: Turn,
    ground: Ground,
    context: ResponseContext,
    /// Pieces of text that are ready.
    ready: VecDeque<String>,
    by: By,
}

/// The maker of an answer's text.
enum By {
    Composed(Composed),
    Model(Box<Writing>),
}

/// A chat model's answer in the making.
struct Writing {
    written: Written,
    citer: Citer,
    /// The passages and thoughts that were put away while it writes.
    parked: Option<Arc<Parked>>,
}

/// Begins the answer of a turn: it is looked up if it can be, or a chat model writes it if there is one, or else it
/// is composed.
pub(super) async fn begin(turn: Turn, mut ground: Ground) -> Answer {
    if let Some(answer) = kinds::exact(&turn, &mut ground).await {
        return composed(turn, ground, answer);
    }
    // Without a source, a model has nothing to cite.
    let has_source = turn.looks() || !ground.whole.found.hits.is_empty();
    if let Some(model) = turn.model.clone().filter(|_| has_source) {
        return written(turn, ground, &model);
    }
    let answer = kinds::compose(&turn, &ground);
    composed(turn, ground, answer)
}

fn written(mut turn: Turn, mut ground: Ground, model: &Arc<dyn ChatModel>) -> Answer {
    let mut prompt = write::prompt(&turn, &std::mem::take(&mut ground.shown));
    let left_out = model.context().map_or(0, |context| prompt.fit(context));
    ground.thoughts.extend(thoughts::left_out(left_out));
    ground.thoughts.push(thoughts::prompt(&prompt, model.name()));
    let written = Written::new(model.stream(prompt));
    let ready = unseen(&turn).into_iter().collect();
    let context = ground.context();
    // An answer may take minutes: data that only its beginning needs is dropped, the rest compressed.
    turn.lighten();
    let known = ground.whole.found.hits.iter().map(|hit| hit.passage.source()).collect();
    let parked = Parked::of(&mut ground).map(Arc::new);
    let citer = Citer::new(known, passages(&ground, parked.as_ref()));
    let writing = Box::new(Writing { written, citer, parked });
    Answer { turn, ground, context, ready, by: By::Model(writing) }
}

/// The passages for the citations of an answer, from where they are while a model writes it.
fn passages(ground: &Ground, parked: Option<&Arc<Parked>>) -> ReadHits {
    if let Some(parked) = parked.cloned() {
        return Box::new(move || parked.hits());
    }
    let hits = ground.whole.found.hits.clone();
    Box::new(move || hits)
}

fn composed(turn: Turn, mut ground: Ground, composed: Composed) -> Answer {
    ground.thoughts.extend(composed.thoughts.iter().cloned());
    ground.thoughts.push(thoughts::quoted(&composed));
    let mut context = ground.context();
    context.confidence = Some(composed.confidence);
    let ready = unseen(&turn).into_iter().chain(composed.deltas.clone()).collect();
    Answer { turn, ground, context, ready, by: By::Composed(composed) }
}

impl Answer {
    /// The context of the first event.
    pub(super) fn take_context(&mut self) -> ResponseContext {
        std::mem::take(&mut self.context)
    }

    /// The next piece of text; `None` after the last, and where the model has ended.
    pub(super) async fn next(&mut self) -> Option<AnswerEvent> {
        if let Some(piece) = self.ready.pop_front() {
            return Some(AnswerEvent::Delta(piece));
        }
        let By::Model(writing) = &mut self.by else {
            return None;
        };
        loop {
            let is_first = writing.written.is_empty();
            let piece = writing.written.next().await?;
            if is_first {
                // Quotations no longer stand in for the model.
                self.ground.keep_passages();
            }
            let shown = writing.citer.push(&piece, &self.turn.rag.workers).await;
            if !shown.is_empty() {
                return Some(AnswerEvent::Delta(shown));
            }
        }
    }

    /// The answer once its text has ended. A model that failed before its first word is stood in for.
    pub(super) fn end(self) -> Ending {
        let Self { turn, mut ground, by, .. } = self;
        let writing = match by {
            By::Composed(composed) => return Ending::composed(turn, ground, &composed),
            By::Model(writing) => *writing,
        };
        if let Some(parked) = &writing.parked {
            parked.bring_back(&mut ground);
        }
        let text = writing.end();
        match &text.ending {
            Err(error) if text.said.is_empty() => {
                let deltas = instead(&turn, &mut ground, error);
                let (composed, deltas) = deltas;
                Ending::composed(turn, ground, &composed).in_place_of(&text, deltas)
            }
            _ => Ending::written(turn, ground, text),
        }
    }
}

impl Writing {
    /// The whole text, with the citations that were put into it.
    fn end(self) -> Text {
        let Self { written, mut citer, .. } = self;
        let mut text = written.end();
        let is_whole = text.ending == Ok(FinishReason::Stop);
        text.rest = citer.finish(&text.rest, is_whole);
        (text.said, text.put) = citer.cited(&text.said);
        text
    }
}

/// The answer in place of a model that failed, with all of its pieces of text.
fn instead(turn: &Turn, ground: &mut Ground, error: &ModelError) -> (Composed, Vec<String>) {
    tracing::warn!("quoting instead: {error}");
    let reason = error.sentence();
    let composed = kinds::compose(turn, ground);
    ground.thoughts.push(thoughts::model_failed(&reason));
    ground.thoughts.push(thoughts::quoted(&composed));
    let unseen =
        turn.looks().then(|| not_seen(&turn.images, "the model that can see did not answer"));
    let line = format!("{reason} These are quotations from the documents instead.\n\n");
    let deltas = unseen.into_iter().chain([line]).chain(composed.deltas.clone());
    let deltas = deltas.collect();
    (composed, deltas)
}

/// A paragraph on attached images that no model looks at. It is no part of the answer that is checked: it has
/// no source.
fn unseen(turn: &Turn) -> Option<String> {
    let is_blind = !turn.images.is_empty() && !turn.looks();
    is_blind.then(|| not_seen(&turn.images, "there is no model here that can see"))
}

/// Says that images were not looked at, as the first paragraph of an answer.
fn not_seen(images: &[Image], why: &str) -> String {
    let names: Vec<String> =
        images.iter().map(|image| format!("`{}`", attach::name_of(&image.source))).collect();
    let (noun, verb) = match names.len() {
        1 => ("image", "was"),
        _ => ("images", "were"),
    };
    let names = names.join(", ");
    format!("The attached {noun} {names} {verb} not looked at: {why}.\n\n")
}
