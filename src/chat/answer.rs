//! An answer while its text is shown: passages, or what a chat model writes.

use std::collections::VecDeque;
use std::sync::Arc;

use footnote_answers::activity;
use footnote_answers::audit::SourceText;
use footnote_answers::data_points::data_points;
use footnote_answers::grounding::Grounding;
use footnote_answers::passages::{self, ShownPassages};
use footnote_answers::sources::{self, Sources};
use footnote_answers::thoughts;
use footnote_answers::turn::{SHOWN_INSTEAD, Turn};
use footnote_documents::attach::{self, Image};
use footnote_models::{ChatModel, ModelError};
use footnote_protocol::{
    AnswerEvent, AskedScope, FinishReason, Message, NO_MODEL, ResponseContext, RestsOn, Role,
    ToolStep,
};
use footnote_retrieval::Hit;

use super::basis;
use super::cite::{CitationInserter, ReadHits};
use super::ending::Ending;
use super::first_prompt::first_prompt;
use super::lookups::{LookedUp, Lookups};
use super::parked_hits::ParkedHits;
use super::write::{ModelOutput, WrittenText};

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
    Passages(ShownPassages),
    Model(Box<ModelAnswer>),
}

/// What a model was shown.
#[derive(Default)]
pub(super) struct ShownSources {
    /// The passages.
    pub(super) hits: Vec<Hit>,
    /// The tools' own text, under the name of each source that it rests on.
    pub(super) texts: Vec<SourceText>,
}

/// An answer that a chat model is writing.
struct ModelAnswer {
    /// The first search, shown as the first step.
    searched: Option<ToolStep>,
    /// The model's look-ups; `None` once it answers.
    lookups: Option<Lookups>,
    written: ModelOutput,
    citer: CitationInserter,
    shown: ShownSources,
    /// The passages and thoughts that are stored compressed while the model writes.
    parked: Option<Arc<ParkedHits>>,
}

/// Begins the answer of a turn. A chat model writes it if there is one; otherwise passages are shown.
pub(super) async fn begin(turn: Turn, mut grounding: Grounding) -> Answer {
    let Some(model) = turn.model.clone().filter(|model| can_write(&turn, &grounding, model)) else {
        return of_passages(turn, grounding).await;
    };
    grounding.thoughts.extend(turn.instructions.thought());
    let first = first_prompt(&turn, &grounding, model.as_ref()).await;
    grounding.thoughts.extend(thoughts::left_out(first.left_out));
    let searched = ToolStep::Searched {
        query: grounding.query.text.clone(),
        documents: Vec::new(),
        passages: first.sources.passages(),
    };
    let step = (searched.clone(), grounding.search_time);
    let (lookups, written) = Lookups::new(&turn, model, (first.prompt, first.sources), step);
    let writing = ModelAnswer {
        searched: Some(searched),
        lookups: Some(lookups),
        written,
        citer: CitationInserter::new(Vec::new(), Box::new(Vec::new)),
        shown: ShownSources::default(),
        parked: None,
    };
    let ready = unseen_images_note(&turn).into_iter().collect();
    let (context, source) = (ResponseContext::default(), TextSource::Model(Box::new(writing)));
    Answer { turn, grounding, context, basis: RestsOn::default(), ready, source }
}

/// Returns true if the model has something to write from: passages, images, or documents to look things up in.
fn can_write(turn: &Turn, grounding: &Grounding, model: &Arc<dyn ChatModel>) -> bool {
    let can_look_up = grounding.documents.ready > 0 && sources::offers_tools(model.as_ref());
    can_look_up || turn.model_sees_images() || !grounding.found.hits.is_empty()
}

/// Returns the scope that a turn is asked in; `None` if that is everything.
fn asked_scope(turn: &Turn) -> Option<AskedScope> {
    let documents = turn.rag.scope.as_ref()?.counts().ready;
    Some(AskedScope { documents, ..AskedScope::default() })
}

/// Returns the answer that shows passages.
async fn of_passages(turn: Turn, mut grounding: Grounding) -> Answer {
    let shown = passages::choose(&turn, &grounding).await;
    grounding.thoughts.extend(turn.instructions.without_effect());
    grounding.thoughts.push(thoughts::shown(&shown));
    let context = ResponseContext {
        data_points: Some(shown.data_points(&turn)),
        thoughts: grounding.thoughts.clone(),
        scope: asked_scope(&turn),
        found: Some(shown.found.clone()),
        ..ResponseContext::default()
    };
    let basis = basis::of_passages(&turn, &grounding, &shown);
    let ready = unseen_images_note(&turn).into_iter().chain(shown.pieces()).collect();
    Answer { turn, grounding, context, basis, ready, source: TextSource::Passages(shown) }
}

/// Returns the passages to cite, from wherever they are stored while a model writes.
fn cited_hits(shown: &ShownSources, parked: Option<&Arc<ParkedHits>>) -> ReadHits {
    if let Some(parked) = parked.cloned() {
        return Box::new(move || parked.shown());
    }
    let hits = shown.hits.clone();
    Box::new(move || hits)
}

impl Answer {
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
        writing.written.set_sources(sources.names().to_vec());
        writing.shown = ShownSources { hits: sources.hits(), texts };
        *basis = basis::of_model(turn, grounding, &writing.shown, &steps);
        let mut points = data_points(turn, &sources.texts(), &writing.shown.hits);
        add_names(&mut points.citations, &sources);
        if turn.request.overrides.effort().is_some() {
            points.citation_activity_details = activity::details(&steps, &sources);
            grounding.thoughts.push(activity::plan(&steps, &sources));
        }
        let model = turn.model.as_ref().map_or(NO_MODEL, |model| model.name());
        grounding.thoughts.push(thoughts::prompt(&prompt, model));
        *context = ResponseContext {
            data_points: Some(points),
            thoughts: grounding.thoughts.clone(),
            scope: asked_scope(turn),
            ..ResponseContext::default()
        };
        // An answer may take minutes: drop the data that only its beginning needs, and compress the rest.
        turn.drop_large_texts();
        writing.parked = ParkedHits::of(grounding, &mut writing.shown.hits).map(Arc::new);
        let hits = cited_hits(&writing.shown, writing.parked.as_ref());
        writing.citer = CitationInserter::new(sources.names().to_vec(), hits);
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
            let piece = writing.written.next().await?;
            let shown = writing.citer.push(&piece, &self.turn.rag.workers).await;
            if !shown.is_empty() {
                return Some(AnswerEvent::Delta(shown));
            }
        }
    }

    /// Ends the answer once its text is complete. If the model failed before its first word, passages replace it.
    pub(super) async fn end(self) -> Ending {
        let Self { turn, mut grounding, source, .. } = self;
        let mut writing = match source {
            TextSource::Passages(shown) => return Ending::passages(turn, grounding, shown),
            TextSource::Model(writing) => *writing,
        };
        if let Some(parked) = &writing.parked {
            parked.restore(&mut grounding, &mut writing.shown.hits);
        }
        let sources = std::mem::take(&mut writing.shown);
        let text = writing.end();
        match &text.ending {
            Err(error) if text.text.is_empty() => {
                let shown = passages::choose(&turn, &grounding).await;
                let pieces = fallback(&turn, &mut grounding, &shown, error);
                let basis = basis::of_passages(&turn, &grounding, &shown);
                let ending = Ending::passages(turn, grounding, shown);
                ending.instead_of(&text, (basis, pieces))
            }
            _ => Ending::written(turn, grounding, sources, text),
        }
    }
}

/// Adds the names of sources that have no passage, such as tables that were queried.
fn add_names(citations: &mut Vec<String>, sources: &Sources) {
    for name in sources.names() {
        if !citations.contains(name) {
            citations.push(name.clone());
        }
    }
}

impl ModelAnswer {
    /// Returns the whole text with the citations that were added.
    fn end(self) -> WrittenText {
        let Self { written, mut citer, .. } = self;
        let mut text = written.end();
        let is_whole = text.ending == Ok(FinishReason::Stop);
        text.rest = citer.finish(&text.rest, is_whole);
        (text.text, text.inserted) = citer.with_citations(&text.text);
        text
    }
}

/// Returns the text of the passages that replace a failed model's answer, in pieces.
fn fallback(
    turn: &Turn,
    grounding: &mut Grounding,
    shown: &ShownPassages,
    error: &ModelError,
) -> Vec<String> {
    tracing::warn!("showing passages instead: {error}");
    let reason = error.sentence();
    grounding.thoughts.push(thoughts::model_failed(&reason));
    grounding.thoughts.push(thoughts::shown(shown));
    let note = turn
        .model_sees_images()
        .then(|| images_note(&turn.images, "the model that can see did not answer"));
    let line = format!("{reason} {SHOWN_INSTEAD}\n\n");
    note.into_iter().chain([line]).chain(shown.pieces()).collect()
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
