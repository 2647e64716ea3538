//! An answer while its text is shown: composed at once, or written by a chat model.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use footnote_answers::composed::ComposedAnswer;
use footnote_answers::grounding::Grounding;
use footnote_answers::turn::{QUOTED_INSTEAD, Turn};
use footnote_answers::{kinds, once, sources, thoughts};
use footnote_documents::attach::{self, Image};
use footnote_models::{ChatModel, ModelError};
use footnote_protocol::{
    AnswerEvent, AskedScope, FinishReason, Message, NO_MODEL, ResponseContext, RestsOn, Role,
    ToolStep,
};

use footnote_text::citation;

use super::cite::{CitationInserter, ReadHits};
use super::ending::Ending;
use super::first_prompt::first_prompt;
use super::lookups::{LookedUp, Lookups};
use super::parked_hits::ParkedHits;
use super::write::{ModelOutput, WrittenText};
use super::{basis, outside};

/// An answer whose text is being shown.
pub(super) struct Answer {
    turn: Turn,
    grounding: Grounding,
    context: ResponseContext,
    /// The basis of the answer.
    basis: RestsOn,
    /// Pieces of text that are ready.
    ready: VecDeque<String>,
    source: TextSource,
}

/// The source of an answer's text.
enum TextSource {
    Composed(ComposedAnswer),
    Model(Box<ModelAnswer>),
}

/// An answer that a chat model is writing.
struct ModelAnswer {
    /// The draft that is shown until its text begins.
    draft: Option<String>,
    /// The first search, shown as the first step.
    searched: Option<ToolStep>,
    /// The model's look-ups; `None` once it answers.
    lookups: Option<Lookups>,
    written: ModelOutput,
    citer: CitationInserter,
    /// An answer found by look-up, used if the model fails.
    looked_up: Option<ComposedAnswer>,
    /// The scope that the question is asked in.
    scope: Option<AskedScope>,
    /// The passages and thoughts that are stored compressed while the model writes.
    parked: Option<Arc<ParkedHits>>,
}

/// Begins the answer of a turn. A chat model writes it if there is one; otherwise it is looked up or composed.
pub(super) async fn begin(turn: Turn, mut grounding: Grounding) -> Answer {
    let looked_up = once::look_up(&turn, &mut grounding).await;
    let Some(model) = turn.model.clone().filter(|model| can_write(&turn, &grounding, model)) else {
        let answer = looked_up.unwrap_or_else(|| kinds::compose(&turn, &grounding));
        return composed(turn, grounding, answer).await;
    };
    let draft = draft(&turn, &grounding, looked_up.as_ref());
    grounding.thoughts.extend(turn.instructions.thought());
    if let Some(answer) = &looked_up {
        grounding.add_text(&answer.checked());
    }
    let scope = outside::of_written(&turn, &grounding).await;
    let first = first_prompt(&turn, &grounding, model.as_ref(), looked_up.as_ref()).await;
    grounding.thoughts.extend(thoughts::left_out(first.left_out));
    let searched = ToolStep::Searched {
        query: grounding.query.text.clone(),
        documents: Vec::new(),
        passages: first.sources.passages(),
    };
    let step = (searched.clone(), grounding.search_time);
    let (lookups, written) = Lookups::new(&turn, model, (first.prompt, first.sources), step);
    let writing = ModelAnswer {
        draft,
        searched: Some(searched),
        lookups: Some(lookups),
        written,
        citer: CitationInserter::new(Vec::new(), Box::new(Vec::new)),
        looked_up,
        scope,
        parked: None,
    };
    let ready = unseen_images_note(&turn).into_iter().collect();
    let (context, source) = (ResponseContext::default(), TextSource::Model(Box::new(writing)));
    Answer { turn, grounding, context, basis: RestsOn::default(), ready, source }
}

/// Returns true if the model has something to write from: passages, images, or documents to look things up in.
fn can_write(turn: &Turn, grounding: &Grounding, model: &Arc<dyn ChatModel>) -> bool {
    let can_look_up = grounding.documents.ready > 0
        && turn.question.reply.is_none()
        && sources::offers_tools(model.as_ref());
    can_look_up || turn.model_sees_images() || !grounding.candidates.is_empty()
}

/// The draft of a model's answer, if one is wanted: the answer without a model, without citations. `None` if that is a
/// refusal, because the model may know better.
fn draft(turn: &Turn, grounding: &Grounding, looked_up: Option<&ComposedAnswer>) -> Option<String> {
    if !turn.request.wants_draft {
        return None;
    }
    let composed = || Cow::Owned(kinds::compose(turn, grounding));
    let answer = looked_up.map_or_else(composed, Cow::Borrowed);
    let hits = answer.passages.as_ref().unwrap_or(&grounding.candidates);
    let sources: Vec<String> = hits.iter().map(|hit| hit.passage.source()).collect();
    (!answer.is_refused()).then(|| citation::without(&answer.deltas.concat(), &sources))
}

/// Returns the passages to cite, from wherever they are stored while a model writes.
fn passages(grounding: &Grounding, parked: Option<&Arc<ParkedHits>>) -> ReadHits {
    if let Some(parked) = parked.cloned() {
        return Box::new(move || parked.hits());
    }
    let hits = grounding.candidates.clone();
    Box::new(move || hits)
}

async fn composed(turn: Turn, mut grounding: Grounding, mut composed: ComposedAnswer) -> Answer {
    let scope = outside::add_note(&turn, &mut composed).await;
    let basis = basis::of(&turn, &grounding, Some(&composed));
    grounding.show(&turn, &composed);
    grounding.widen(&composed.quoted);
    grounding.thoughts.extend(composed.thoughts.iter().cloned());
    grounding.thoughts.extend(turn.instructions.without_effect());
    grounding.thoughts.push(thoughts::quoted(&composed));
    let mut context = grounding.context();
    context.confidence = Some(composed.confidence);
    context.scope = scope;
    let ready = unseen_images_note(&turn).into_iter().chain(composed.deltas.clone()).collect();
    Answer { turn, grounding, context, basis, ready, source: TextSource::Composed(composed) }
}

impl Answer {
    /// The draft that is shown until a model's text begins.
    pub(super) fn take_draft(&mut self) -> Option<String> {
        match &mut self.source {
            TextSource::Model(writing) => writing.draft.take(),
            TextSource::Composed(_) => None,
        }
    }

    /// Runs the model's next look-up and returns its step; `None` once the text begins.
    pub(super) async fn look_up(mut self: Box<Self>) -> (Box<Self>, Option<ToolStep>) {
        let TextSource::Model(writing) = &mut self.source else {
            return (self, None);
        };
        if let Some(searched) = writing.searched.take() {
            return (self, Some(searched));
        }
        let step = match &mut writing.lookups {
            Some(lookups) => lookups.next(&self.turn, &mut writing.written).await,
            None => None,
        };
        match &step {
            Some(step) => self.grounding.thoughts.push(step.thought()),
            None => self.begin_text(),
        }
        (self, step)
    }

    /// Begins the model's text. From here on only its sources are needed.
    fn begin_text(&mut self) {
        let Self { turn, grounding, context, basis, source, .. } = self;
        let TextSource::Model(writing) = source else {
            return;
        };
        let Some(lookups) = writing.lookups.take() else {
            return;
        };
        let LookedUp { sources, prompt, steps, texts } = lookups.end();
        grounding.texts.extend(texts);
        writing.written.set_sources(sources.names().to_vec());
        grounding.set_sources(turn, &sources);
        *basis = basis::of(turn, grounding, None);
        // A call that fails says what no document has, or names several.
        let tells_of_all = |(step, _): &(ToolStep, u64)| {
            matches!(step, ToolStep::Listed { .. } | ToolStep::Failed { .. })
        };
        let speaks_of_all = writing.looked_up.as_ref().is_some_and(|answer| answer.of_all);
        basis.all |= speaks_of_all || steps.iter().any(tells_of_all);
        if turn.request.overrides.effort().is_some() {
            grounding.set_activity(&steps, &sources);
        }
        let model = turn.model.as_ref().map_or(NO_MODEL, |model| model.name());
        grounding.thoughts.push(thoughts::prompt(&prompt, model));
        *context = grounding.context();
        context.scope = writing.scope.take();
        // An answer may take minutes: drop the data that only its beginning needs, and compress the rest.
        turn.drop_large_texts();
        writing.parked = ParkedHits::of(grounding).map(Arc::new);
        let passages = passages(grounding, writing.parked.as_ref());
        writing.citer = CitationInserter::new(sources.names().to_vec(), passages);
    }

    /// Takes the context of the first event.
    pub(super) fn take_context(&mut self) -> ResponseContext {
        std::mem::take(&mut self.context)
    }

    /// Takes the basis of the answer.
    pub(super) fn take_basis(&mut self) -> RestsOn {
        std::mem::take(&mut self.basis)
    }

    /// Returns the next piece of text; `None` after the last one, or once the model has ended.
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
                // Quotations can no longer replace the model's text.
                self.grounding.drop_quoting_state();
            }
            let shown = writing.citer.push(&piece, &self.turn.rag.workers).await;
            if !shown.is_empty() {
                return Some(AnswerEvent::Delta(shown));
            }
        }
    }

    /// Ends the answer once its text is complete. If the model failed before its first word, a composed answer replaces
    /// it.
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
        let (text, looked_up) = writing.end();
        match &text.ending {
            Err(error) if text.text.is_empty() => {
                let composed = looked_up.unwrap_or_else(|| kinds::compose(&turn, &grounding));
                let deltas = fallback_answer(&turn, &mut grounding, &composed, error);
                let ending = Ending::composed(turn, grounding, &composed);
                ending.into_fallback(&text, (&composed, deltas))
            }
            _ => Ending::written(turn, grounding, text),
        }
    }
}

impl ModelAnswer {
    /// Returns the whole text with the citations that were added, and the answer to fall back on.
    fn end(self) -> (WrittenText, Option<ComposedAnswer>) {
        let Self { written, mut citer, looked_up, .. } = self;
        let mut text = written.end();
        let is_whole = text.ending == Ok(FinishReason::Stop);
        text.rest = citer.finish(&text.rest, is_whole);
        (text.text, text.inserted) = citer.with_citations(&text.text);
        (text, looked_up)
    }
}

/// Returns the text of the answer that replaces a failed model's, in pieces.
fn fallback_answer(
    turn: &Turn,
    grounding: &mut Grounding,
    composed: &ComposedAnswer,
    error: &ModelError,
) -> Vec<String> {
    tracing::warn!("quoting instead: {error}");
    let reason = error.sentence();
    grounding.thoughts.push(thoughts::model_failed(&reason));
    grounding.thoughts.push(thoughts::quoted(composed));
    let note = turn
        .model_sees_images()
        .then(|| images_note(&turn.images, "the model that can see did not answer"));
    let line = format!("{reason} {QUOTED_INSTEAD}\n\n");
    note.into_iter().chain([line]).chain(composed.deltas.clone()).collect()
}

/// Returns a paragraph saying that no model looks at the attached images, once per conversation. It has no source, so
/// it is not part of the text that is checked.
fn unseen_images_note(turn: &Turn) -> Option<String> {
    let is_blind = !turn.images.is_empty() && !turn.model_sees_images();
    let note = is_blind.then(|| images_note(&turn.images, "no chat model here can see images"))?;
    let was_said = |message: &Message| {
        message.role == Role::Assistant && message.content.contains(note.trim_end())
    };
    (!turn.request.history().iter().any(was_said)).then_some(note)
}

/// Says in an answer's first paragraph that images were not looked at.
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
