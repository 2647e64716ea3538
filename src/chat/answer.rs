//! An answer while its text is shown: composed at once, or written by a chat model.

use std::collections::VecDeque;
use std::sync::Arc;

use footnote_documents::attach::{self, Image};
use footnote_models::{ChatModel, ModelError};
use footnote_protocol::{AnswerEvent, FinishReason, ResponseContext, RestsOn};

use super::cite::{CitationInserter, ReadHits};
use super::composed::ComposedAnswer;
use super::ending::Ending;
use super::grounding::Grounding;
use super::parked_hits::ParkedHits;
use super::turn::Turn;
use super::write::{self, ModelOutput, WrittenText};
use super::{basis, kinds, outside, thoughts};

/// An answer whose text is being shown.
pub(super) struct Answer {
    turn: Turn,
    grounding: Grounding,
    context: ResponseContext,
    /// What it rests on.
    basis: RestsOn,
    /// Pieces of text that are ready.
    ready: VecDeque<String>,
    source: TextSource,
}

/// The maker of an answer's text.
enum TextSource {
    Composed(ComposedAnswer),
    Model(Box<ModelAnswer>),
}

/// A chat model's answer in the making.
struct ModelAnswer {
    written: ModelOutput,
    citer: CitationInserter,
    /// The passages and thoughts that were put away while it writes.
    parked: Option<Arc<ParkedHits>>,
}

/// Begins the answer of a turn: it is looked up if it can be, or a chat model writes it if there is one, or else it
/// is composed.
pub(super) async fn begin(turn: Turn, mut grounding: Grounding) -> Answer {
    if let Some(answer) = kinds::exact(&turn, &mut grounding).await {
        return composed(turn, grounding, answer).await;
    }
    // Without a source, a model has nothing to cite.
    let has_source = turn.model_sees_images() || !grounding.whole.found.hits.is_empty();
    if let Some(model) = turn.model.clone().filter(|_| has_source) {
        let scope = outside::beside(&turn, &grounding).await;
        let mut answer = written(turn, grounding, &model);
        answer.context.scope = scope;
        return answer;
    }
    let answer = kinds::compose(&turn, &grounding);
    composed(turn, grounding, answer).await
}

fn written(mut turn: Turn, mut grounding: Grounding, model: &Arc<dyn ChatModel>) -> Answer {
    let basis = basis::of(&turn, &grounding, None);
    let mut prompt = write::prompt(&turn, &std::mem::take(&mut grounding.shown));
    let left_out = model.context().map_or(0, |context| prompt.fit(context));
    grounding.thoughts.extend(thoughts::left_out(left_out));
    grounding.thoughts.push(thoughts::prompt(&prompt, model.name()));
    let written = ModelOutput::new(model.stream(prompt));
    let ready = unseen_images_note(&turn).into_iter().collect();
    let context = grounding.context();
    // An answer may take minutes: data that only its beginning needs is dropped, the rest compressed.
    turn.drop_large_texts();
    let known = grounding.whole.found.hits.iter().map(|hit| hit.passage.source()).collect();
    let parked = ParkedHits::of(&mut grounding).map(Arc::new);
    let citer = CitationInserter::new(known, passages(&grounding, parked.as_ref()));
    let writing = Box::new(ModelAnswer { written, citer, parked });
    Answer { turn, grounding, context, basis, ready, source: TextSource::Model(writing) }
}

/// The passages for the citations of an answer, from where they are while a model writes it.
fn passages(grounding: &Grounding, parked: Option<&Arc<ParkedHits>>) -> ReadHits {
    if let Some(parked) = parked.cloned() {
        return Box::new(move || parked.hits());
    }
    let hits = grounding.whole.found.hits.clone();
    Box::new(move || hits)
}

async fn composed(turn: Turn, mut grounding: Grounding, mut composed: ComposedAnswer) -> Answer {
    let scope = outside::told(&turn, &mut composed).await;
    let basis = basis::of(&turn, &grounding, Some(&composed));
    grounding.thoughts.extend(composed.thoughts.iter().cloned());
    grounding.thoughts.push(thoughts::quoted(&composed));
    let mut context = grounding.context();
    context.confidence = Some(composed.confidence);
    context.scope = scope;
    let ready = unseen_images_note(&turn).into_iter().chain(composed.deltas.clone()).collect();
    Answer { turn, grounding, context, basis, ready, source: TextSource::Composed(composed) }
}

impl Answer {
    /// The context of the first event.
    pub(super) fn take_context(&mut self) -> ResponseContext {
        std::mem::take(&mut self.context)
    }

    /// What it rests on.
    pub(super) fn take_basis(&mut self) -> RestsOn {
        std::mem::take(&mut self.basis)
    }

    /// The next piece of text; `None` after the last, and where the model has ended.
    pub(super) async fn next(&mut self) -> Option<AnswerEvent> {
        if let Some(piece) = self.ready.pop_front() {
            return Some(AnswerEvent::Delta(piece));
        }
        let TextSource::Model(writing) = &mut self.source else {
            return None;
        };
        loop {
            let is_first = writing.written.is_empty();
            let piece = writing.written.next().await?;
            if is_first {
                // Quotations no longer stand in for the model.
                self.grounding.drop_quoting_state();
            }
            let shown = writing.citer.push(&piece, &self.turn.rag.workers).await;
            if !shown.is_empty() {
                return Some(AnswerEvent::Delta(shown));
            }
        }
    }

    /// The answer once its text has ended. A model that failed before its first word is stood in for.
    pub(super) fn end(self) -> Ending {
        let Self { turn, mut grounding, source, .. } = self;
        let writing = match source {
            TextSource::Composed(composed) => {
                return Ending::composed(turn, grounding, &composed);
            }
            TextSource::Model(writing) => *writing,
        };
        if let Some(parked) = &writing.parked {
            parked.restore(&mut grounding);
        }
        let text = writing.end();
        match &text.ending {
            Err(error) if text.text.is_empty() => {
                let (composed, deltas) = fallback_answer(&turn, &mut grounding, error);
                let ending = Ending::composed(turn, grounding, &composed);
                ending.into_fallback(&text, (&composed, deltas))
            }
            _ => Ending::written(turn, grounding, text),
        }
    }
}

impl ModelAnswer {
    /// The whole text, with the citations that were put into it.
    fn end(self) -> WrittenText {
        let Self { written, mut citer, .. } = self;
        let mut text = written.end();
        let is_whole = text.ending == Ok(FinishReason::Stop);
        text.rest = citer.finish(&text.rest, is_whole);
        (text.text, text.inserted) = citer.with_citations(&text.text);
        text
    }
}

/// The answer in place of a model that failed, with all of its pieces of text.
fn fallback_answer(
    turn: &Turn,
    grounding: &mut Grounding,
    error: &ModelError,
) -> (ComposedAnswer, Vec<String>) {
    tracing::warn!("quoting instead: {error}");
    let reason = error.sentence();
    let composed = kinds::compose(turn, grounding);
    grounding.thoughts.push(thoughts::model_failed(&reason));
    grounding.thoughts.push(thoughts::quoted(&composed));
    let note = turn
        .model_sees_images()
        .then(|| images_note(&turn.images, "the model that can see did not answer"));
    let line = format!("{reason} These are quotations from the documents instead.\n\n");
    let deltas = note.into_iter().chain([line]).chain(composed.deltas.clone());
    let deltas = deltas.collect();
    (composed, deltas)
}

/// A paragraph on attached images that no model looks at. It is no part of the answer that is checked: it has
/// no source.
fn unseen_images_note(turn: &Turn) -> Option<String> {
    let is_blind = !turn.images.is_empty() && !turn.model_sees_images();
    is_blind.then(|| images_note(&turn.images, "there is no model here that can see"))
}

/// Says that images were not looked at, as the first paragraph of an answer.
fn images_note(images: &[Image], why: &str) -> String {
    let names: Vec<String> =
        images.iter().map(|image| format!("`{}`", attach::name_of(&image.source))).collect();
    let (noun, verb) = match names.len() {
        1 => ("image", "was"),
        _ => ("images", "were"),
    };
    let names = names.join(", ");
    format!("The attached {noun} {names} {verb} not looked at: {why}.\n\n")
}
