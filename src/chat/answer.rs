//! An answer while its text is shown: passages, or what a chat model writes.

use std::collections::VecDeque;
use std::sync::Arc;

use footnote_answers::activity;
use footnote_answers::data_points::data_points;
use footnote_answers::grounding::Grounding;
use footnote_answers::passages::{self, ShownPassages};
use footnote_answers::sources;
use footnote_answers::thoughts;
use footnote_answers::turn::{SHOWN_INSTEAD, Turn};
use footnote_documents::attach::{self, Image};
use footnote_models::{ChatModel, ModelError};
use footnote_protocol::{
    AnswerEvent, AskedScope, FinishReason, Message, NO_MODEL, ResponseContext, Role, Thought,
    ToolStep,
};

use super::basis;
use super::cite::CitationInserter;
use super::ending::{Check, Ending};
use super::first_prompt::first_prompt;
use super::lookups::{Lookups, ShownSources};
use super::parked_hits::ParkedHits;
use super::write::{ModelOutput, Output, WrittenText};

/// An answer whose text is being shown.
pub(super) struct Answer {
    turn: Turn,
    grounding: Grounding,
    /// Events that are ready.
    ready: VecDeque<AnswerEvent>,
    source: TextSource,
}

/// The source of an answer's text.
enum TextSource {
    Passages(ShownPassages),
    Model(Box<ModelAnswer>),
}

/// An answer that a chat model is writing.
struct ModelAnswer {
    lookups: Lookups,
    written: ModelOutput,
    citer: CitationInserter,
    /// True once the text is most likely complete and is to be checked.
    is_complete: bool,
    /// The check of the text up to the questions that the model proposes.
    checked: Option<Check>,
    /// Passages and thoughts that only the end needs, compressed.
    parked: Option<ParkedHits>,
}

/// Begins the answer of a turn. A chat model writes it if there is one; otherwise passages are shown.
pub(super) async fn begin(mut turn: Turn, mut grounding: Grounding) -> Answer {
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
    let context = ResponseContext {
        thoughts: grounding.thoughts.clone(),
        scope: asked_scope(&turn),
        ..context(&turn, &lookups)
    };
    grounding.thoughts.push(searched.thought());
    let ready = [
        AnswerEvent::Grounded(Box::new(context)),
        AnswerEvent::RestsOn(basis::of_model(&turn, &grounding, &lookups)),
        AnswerEvent::Step(searched.thought()),
    ];
    let ready =
        ready.into_iter().chain(unseen_images_note(&turn).map(AnswerEvent::Delta)).collect();
    let citer = citer(&lookups);
    // An answer may take minutes: drop what only its beginning needs, and compress what only its end needs.
    turn.drop_large_texts(lookups.may_go_on());
    let parked = ParkedHits::of(&mut grounding);
    let writing =
        ModelAnswer { lookups, written, citer, is_complete: false, checked: None, parked };
    Answer { turn, grounding, ready, source: TextSource::Model(Box::new(writing)) }
}

/// Returns the inserter of citations for the sources that a model was shown so far.
fn citer(lookups: &Lookups) -> CitationInserter {
    let (names, hits) = (lookups.sources().names().to_vec(), lookups.sources().hits());
    CitationInserter::new(names, hits)
}

/// Returns the context of the sources that a model was shown so far.
fn context(turn: &Turn, lookups: &Lookups) -> ResponseContext {
    let sources = lookups.sources();
    let mut points = data_points(turn, &sources.texts(), &sources.hits());
    // Sources without a passage, such as tables that were queried.
    let known = points.citations.clone();
    points.citations.extend(sources.names().iter().filter(|name| !known.contains(name)).cloned());
    if turn.request.overrides.effort().is_some() {
        points.citation_activity_details = activity::details(lookups.steps(), sources);
    }
    ResponseContext { data_points: Some(points), ..ResponseContext::default() }
}

/// Returns true if the model has something to write from: passages, images, or documents to look things up in.
fn can_write(turn: &Turn, grounding: &Grounding, model: &Arc<dyn ChatModel>) -> bool {
    let can_look_up = grounding.documents.ready > 0 && sources::offers_tools(model.as_ref());
    can_look_up || turn.model_sees_images() || !grounding.found.hits.is_empty()
}

/// Returns the scope that a turn is asked in; `None` if that is everything.
fn asked_scope(turn: &Turn) -> Option<AskedScope> {
    let documents = turn.rag.scope.as_ref()?.counts().ready;
    Some(AskedScope { documents })
}

/// Returns the answer that shows passages.
async fn of_passages(turn: Turn, mut grounding: Grounding) -> Answer {
    let shown = passages::choose(&turn, &grounding).await;
    grounding.thoughts.extend(turn.instructions.without_effect());
    grounding.thoughts.push(shown.thought());
    let context = ResponseContext {
        thoughts: grounding.thoughts.clone(),
        scope: asked_scope(&turn),
        ..context_of(&turn, &shown)
    };
    let first = [
        AnswerEvent::Grounded(Box::new(context)),
        AnswerEvent::RestsOn(basis::of_passages(&turn, &grounding, &shown)),
    ];
    let text = unseen_images_note(&turn).into_iter().chain(shown.pieces());
    let ready = first.into_iter().chain(text.map(AnswerEvent::Delta)).collect();
    Answer { turn, grounding, ready, source: TextSource::Passages(shown) }
}

/// Returns the context of passages that are shown.
fn context_of(turn: &Turn, shown: &ShownPassages) -> ResponseContext {
    ResponseContext {
        data_points: Some(shown.data_points(turn)),
        found: Some(shown.found.clone()),
        ..ResponseContext::default()
    }
}

/// The next part of an answer.
pub(super) enum Next {
    Event(AnswerEvent),
    /// The model calls tools, or its text is to be checked: [`Answer::compute`] does that.
    Compute,
}

impl Answer {
    /// Returns the next part; `None` after the last piece of text, or once the model has ended.
    pub(super) async fn next(&mut self) -> Option<Next> {
        if let Some(event) = self.ready.pop_front() {
            return Some(Next::Event(event));
        }
        let TextSource::Model(writing) = &mut self.source else {
            return None;
        };
        loop {
            match writing.written.next().await {
                Some(Output::Text(piece)) => {
                    let shown = writing.citer.push(&piece, &self.turn.rag.workers).await;
                    if !shown.is_empty() {
                        return Some(Next::Event(AnswerEvent::Delta(shown)));
                    }
                }
                Some(Output::Calls { text, calls, was_shown }) => {
                    if !writing.lookups.begin_round(text, calls) {
                        return None;
                    }
                    writing.citer = citer(&writing.lookups);
                    writing.checked = None;
                    self.ready.extend(was_shown.then_some(AnswerEvent::Remark));
                    return Some(Next::Compute);
                }
                Some(Output::Complete) => {
                    writing.is_complete = true;
                    return Some(Next::Compute);
                }
                None if writing.lookups.recover(&mut writing.written) => {}
                None => return None,
            }
        }
    }

    /// Takes the next event that is ready.
    pub(super) fn take_ready(&mut self) -> Option<AnswerEvent> {
        self.ready.pop_front()
    }

    /// Runs the model's next call and returns its step; `None` once all are answered and the model goes on. Where none
    /// is under way, checks the text.
    pub(super) async fn compute(mut self: Box<Self>) -> (Box<Self>, Option<ToolStep>) {
        let TextSource::Model(writing) = &mut self.source else {
            return (self, None);
        };
        if std::mem::take(&mut writing.is_complete) {
            self.ready.extend(writing.check(&self.turn));
            return (self, None);
        }
        let step = writing.lookups.next(&self.turn, &mut writing.written).await;
        if step.is_none() {
            writing.citer = citer(&writing.lookups);
            let sources = context(&self.turn, &writing.lookups);
            let basis = basis::of_model(&self.turn, &self.grounding, &writing.lookups);
            self.ready.push_back(AnswerEvent::Sources(Box::new(sources)));
            self.ready.push_back(AnswerEvent::RestsOn(basis));
        }
        (self, step)
    }

    /// Ends the answer once its text is complete. If the model failed before its first word, passages replace it.
    pub(super) async fn end(self) -> Ending {
        let Self { turn, mut grounding, source, .. } = self;
        let writing = match source {
            TextSource::Passages(shown) => return Ending::passages(turn, grounding, shown),
            TextSource::Model(writing) => *writing,
        };
        if let Some(parked) = &writing.parked {
            parked.restore(&mut grounding);
        }
        grounding.thoughts.extend(writing.thoughts(&turn));
        let (text, sources, checked) = writing.end();
        match &text.ending {
            Err(error) if text.text.is_empty() => {
                let shown = passages::choose(&turn, &grounding).await;
                let mut events = fallback(&turn, &mut grounding, &shown, error);
                let basis = basis::of_passages(&turn, &grounding, &shown);
                events.insert(0, AnswerEvent::RestsOn(basis));
                events.insert(0, AnswerEvent::Sources(Box::new(context_of(&turn, &shown))));
                Ending::passages(turn, grounding, shown).instead_of(&text, events)
            }
            _ => Ending::written(turn, grounding, (sources, checked), text),
        }
    }
}

impl ModelAnswer {
    /// Checks the text before the model has ended, while it writes the questions that it proposes.
    fn check(&mut self, turn: &Turn) -> Vec<AnswerEvent> {
        let rest = self.citer.finish("", true);
        let rest = (!rest.is_empty()).then_some(AnswerEvent::Delta(rest));
        let (text, inserted) = self.citer.with_citations(self.written.text());
        self.checked = Check::of(turn, &text, &inserted, &self.lookups.shown());
        let audit = self.checked.as_ref().map(|checked| checked.audit.clone());
        rest.into_iter().chain(audit.map(AnswerEvent::Audited)).collect()
    }

    /// Returns the thoughts on its steps and its last prompt.
    fn thoughts(&self, turn: &Turn) -> Vec<Thought> {
        let lookups = &self.lookups;
        // The first step was the search.
        let steps = lookups.steps().iter().skip(1).map(|(step, _)| step.thought());
        let plans = turn.request.overrides.effort().is_some();
        let plan = plans.then(|| activity::plan(lookups.steps(), lookups.sources()));
        let model = turn.model.as_ref().map_or(NO_MODEL, |model| model.name());
        steps.chain(plan).chain([thoughts::prompt(lookups.prompt(), model)]).collect()
    }

    /// Returns the whole text with the citations that were added, what the model was shown, and the check of this text
    /// if it was made before.
    fn end(self) -> (WrittenText, ShownSources, Option<Check>) {
        let Self { lookups, written, mut citer, checked, .. } = self;
        let mut text = written.end();
        let is_whole = text.ending == Ok(FinishReason::Stop);
        text.rest = citer.finish(&text.rest, is_whole);
        (text.text, text.inserted) = citer.with_citations(&text.text);
        let checked = checked.filter(|checked| checked.length == text.text.len());
        (text, lookups.shown(), checked)
    }
}

/// Returns the text of the passages that replace a failed model's answer.
fn fallback(
    turn: &Turn,
    grounding: &mut Grounding,
    shown: &ShownPassages,
    error: &ModelError,
) -> Vec<AnswerEvent> {
    tracing::warn!("showing passages instead: {error}");
    let reason = error.sentence();
    grounding.thoughts.push(thoughts::model_failed(&reason));
    grounding.thoughts.push(shown.thought());
    let note = turn
        .model_sees_images()
        .then(|| images_note(&turn.images, "the model that can see did not answer"));
    let line = format!("{reason} {SHOWN_INSTEAD}\n\n");
    let text = note.into_iter().chain([line]).chain(shown.pieces());
    text.map(AnswerEvent::Delta).collect()
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
