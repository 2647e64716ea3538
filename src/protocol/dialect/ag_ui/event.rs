//! The events of a run, and the message that they add up to.

use std::ops::Not;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::activity::{AgUiActivity, AgUiSourceLink};
use super::request::RunIds;
use crate::audit::Audit;
use crate::dialect::cited::{self, CitationSpan};
use crate::dialect::parts::{Assistant, values};
use crate::dialect::{AnswerHead, Encoder, usage};
use crate::{
    Answer, AnswerEvent, ErrorKind, FinishReason, FoundPassages, ProtocolError, Thought, TokenUsage,
};

/// An event of a run.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum AgUiEvent {
    /// The run starts.
    #[serde(rename_all = "camelCase")]
    RunStarted { thread_id: String, run_id: String },
    /// The state of the page, returned unchanged.
    StateSnapshot { snapshot: Value },
    /// A step starts.
    #[serde(rename_all = "camelCase")]
    StepStarted { step_name: StepName },
    /// A step ends.
    #[serde(rename_all = "camelCase")]
    StepFinished { step_name: StepName },
    /// The sources that the answer may cite, or those that it cites.
    #[serde(rename_all = "camelCase")]
    ActivitySnapshot {
        message_id: String,
        #[serde(flatten)]
        activity: AgUiActivity,
    },
    /// The answer's message starts.
    #[serde(rename_all = "camelCase")]
    TextMessageStart { message_id: String, role: Assistant },
    /// A piece of the text.
    #[serde(rename_all = "camelCase")]
    TextMessageContent { message_id: String, delta: String },
    /// The text is complete.
    #[serde(rename_all = "camelCase")]
    TextMessageEnd { message_id: String, metadata: AgUiMetadata },
    /// A part of the answer for which AG-UI has no event.
    Custom {
        #[serde(flatten)]
        custom: AgUiCustom,
    },
    /// The run ends.
    #[serde(rename_all = "camelCase")]
    RunFinished { thread_id: String, run_id: String, result: RunResult, usage: [AgUiUsage; 1] },
    /// The run fails; nothing follows.
    RunError {
        #[serde(flatten)]
        reason: RunErrorReason,
    },
}

/// An error before the run: the event of a failed run.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ag_ui::Failure)]
pub(super) enum AgUiFailure {
    /// The only variant.
    RunError {
        #[serde(flatten)]
        reason: RunErrorReason,
    },
}

/// Error of a failed run.
#[derive(Serialize, ToSchema)]
#[schema(as = ag_ui::Reason)]
pub(super) struct RunErrorReason {
    message: String,
    code: ErrorKind,
}

/// Name of a step.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ag_ui::Step)]
pub(super) enum StepName {
    /// Searching for passages.
    Search,
}

/// A custom event.
#[derive(Serialize, ToSchema)]
#[serde(tag = "name", content = "value", rename_all = "snake_case")]
#[schema(as = ag_ui::Custom)]
pub(super) enum AgUiCustom {
    /// Citations of a message.
    Annotations(MessageAnnotations),
    /// The steps that led to the answer; a later event replaces earlier ones.
    Thoughts(Vec<Thought>),
    /// The passages shown where no model answers.
    Found(FoundPassages),
    /// Questions to ask next.
    FollowupQuestions(Vec<String>),
    /// The check of the answer's statements.
    Audit(Audit),
}

/// The citations of a message, identified by its id.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ag_ui::MessageAnnotations)]
pub(super) struct MessageAnnotations {
    message_id: String,
    annotations: Vec<AgUiAnnotation>,
}

/// Metadata of a message: its citations.
#[derive(Serialize, ToSchema)]
#[schema(as = ag_ui::Metadata)]
pub(super) struct AgUiMetadata {
    annotations: Vec<AgUiAnnotation>,
}

/// A citation.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = ag_ui::Annotation)]
enum AgUiAnnotation {
    /// The only variant.
    Citation {
        title: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// Name of the source, as in the bracket.
        file_id: String,
        /// The retrieved passage.
        #[serde(skip_serializing_if = "Option::is_none")]
        snippet: Option<String>,
        annotated_regions: [AgUiRegion; 1],
    },
}

/// Position of a citation's bracket in the text.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ag_ui::Region)]
enum AgUiRegion {
    /// In characters (Unicode scalar values); the end is exclusive.
    TextSpan { start_index: usize, end_index: usize },
}

/// Result of a run.
#[derive(Serialize, ToSchema)]
#[schema(as = ag_ui::Result)]
pub(super) struct RunResult {
    finish_reason: FinishReason,
    /// True if token counts are estimates because the model reported none. Not in the usage, since clients warn about
    /// unknown keys there.
    #[serde(skip_serializing_if = "Not::not")]
    usage_estimated: bool,
}

/// Token usage, possibly estimated.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ag_ui::Usage)]
pub(super) struct AgUiUsage {
    model: String,
    input_tokens: u32,
    output_tokens: u32,
    total_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_tokens: Option<u32>,
}

/// The message of an answer, as a page has it after the run.
#[derive(Serialize, ToSchema)]
pub(super) struct AgUiMessage {
    id: String,
    role: Assistant,
    content: String,
    metadata: AgUiMetadata,
}

/// Encodes the events of one run.
pub(super) struct AgUiEncoder {
    head: AnswerHead,
    run: RunIds,
    /// The answer sent so far.
    answer: Answer,
    /// True while the message is open.
    in_message: bool,
}

impl AgUiEncoder {
    /// Starts a run.
    pub(super) fn new(head: AnswerHead, run: RunIds) -> Self {
        Self { head, run, answer: Answer::default(), in_message: false }
    }

    fn begin(&self) -> Vec<AgUiEvent> {
        let RunIds { thread_id, run_id } = self.run.clone();
        let step_name = StepName::Search;
        let state = self.head.session_state.clone();
        let first = [AgUiEvent::RunStarted { thread_id, run_id }];
        let events = first.into_iter().chain(state.map(AgUiEvent::state));
        let events = events
            .chain([AgUiEvent::StepStarted { step_name }, AgUiEvent::StepFinished { step_name }]);
        let sources = AgUiActivity::sources(&self.head, &self.answer).into_iter();
        events
            .chain(sources.map(|found| self.activity(found)))
            .chain(self.thoughts())
            .chain(self.found())
            .collect()
    }

    fn activity(&self, activity: AgUiActivity) -> AgUiEvent {
        let message_id = format!("{}-{}", self.head.id, activity.name());
        AgUiEvent::ActivitySnapshot { message_id, activity }
    }

    fn thoughts(&self) -> Option<AgUiEvent> {
        let thoughts = &self.answer.context.thoughts;
        let all_thoughts = AgUiCustom::Thoughts(thoughts.clone());
        (!thoughts.is_empty()).then_some(AgUiEvent::Custom { custom: all_thoughts })
    }

    fn found(&self) -> Option<AgUiEvent> {
        let custom = AgUiCustom::Found(self.answer.context.found.clone()?);
        Some(AgUiEvent::Custom { custom })
    }

    /// Returns a piece of the text; the first one also starts the message.
    fn delta(&mut self, delta: String) -> Vec<AgUiEvent> {
        if delta.is_empty() {
            // Clients before 1.0 reject an empty delta.
            return Vec::new();
        }
        let message_id = self.head.id.clone();
        let begins = !std::mem::replace(&mut self.in_message, true);
        let start = begins.then(|| AgUiEvent::TextMessageStart {
            message_id: message_id.clone(),
            role: Assistant::Assistant,
        });
        let content = AgUiEvent::TextMessageContent { message_id, delta };
        start.into_iter().chain([content]).collect()
    }

    /// Ends the message, if it has started, with its citations.
    fn message_end(&mut self) -> Vec<AgUiEvent> {
        if !std::mem::replace(&mut self.in_message, false) {
            return Vec::new();
        }
        let message_id = self.head.id.clone();
        let annotations = AgUiAnnotation::all(&self.head, &self.answer);
        let metadata = AgUiMetadata { annotations: annotations.clone() };
        let end = AgUiEvent::TextMessageEnd { message_id: message_id.clone(), metadata };
        let custom = AgUiCustom::Annotations(MessageAnnotations { message_id, annotations });
        let cited = AgUiActivity::citations(&self.head, &self.answer);
        let cited = cited.map(|cited| self.activity(cited));
        [end, AgUiEvent::Custom { custom }].into_iter().chain(cited).collect()
    }

    fn finish(&self, finish_reason: FinishReason) -> AgUiEvent {
        let RunIds { thread_id, run_id } = self.run.clone();
        let counted = usage::of(&self.head, &self.answer);
        let result = RunResult { finish_reason, usage_estimated: counted.estimated };
        let usage = [AgUiUsage::of(self.head.model_of(&self.answer), counted.tokens)];
        AgUiEvent::RunFinished { thread_id, run_id, result, usage }
    }

    /// Returns the event for a step other than text.
    fn beside(&self, event: AnswerEvent) -> Option<AgUiEvent> {
        let custom = match event {
            AnswerEvent::FollowUps(questions) => AgUiCustom::FollowupQuestions(questions),
            AnswerEvent::Audited(audit) => AgUiCustom::Audit(audit),
            AnswerEvent::Thoughts(_) => return self.thoughts(),
            AnswerEvent::Finished { reason, .. } => return Some(self.finish(reason)),
            _ => return None,
        };
        Some(AgUiEvent::Custom { custom })
    }
}

impl Encoder for AgUiEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        values(match event {
            AnswerEvent::Grounded(_) => self.begin(),
            AnswerEvent::Delta(delta) => self.delta(delta),
            AnswerEvent::Sources(_) => {
                let sources = AgUiActivity::sources(&self.head, &self.answer).into_iter();
                sources.map(|found| self.activity(found)).collect()
            }
            AnswerEvent::RestsOn(_) | AnswerEvent::Step(_) | AnswerEvent::Remark => Vec::new(),
            // The page keeps what it has received; an error is the only way to end the run here.
            AnswerEvent::Failed(error) => vec![AgUiEvent::RunError { reason: (&error).into() }],
            event => {
                let end = self.message_end().into_iter();
                end.chain(self.beside(event)).collect()
            }
        })
    }
}

impl AgUiEvent {
    fn state(snapshot: Value) -> Self {
        Self::StateSnapshot { snapshot }
    }
}

impl From<&ProtocolError> for RunErrorReason {
    fn from(error: &ProtocolError) -> Self {
        Self { message: error.message.clone(), code: error.kind }
    }
}

impl From<&ProtocolError> for AgUiFailure {
    fn from(error: &ProtocolError) -> Self {
        Self::RunError { reason: error.into() }
    }
}

impl AgUiAnnotation {
    fn all(head: &AnswerHead, answer: &Answer) -> Vec<Self> {
        let spans = cited::in_characters(answer).into_iter();
        spans.map(|span| Self::of(head, answer, &span)).collect()
    }

    fn of(head: &AnswerHead, answer: &Answer, span: &CitationSpan) -> Self {
        let AgUiSourceLink { id, title, url } = AgUiSourceLink::of(&head.origin, &span.source);
        let snippet = cited::passage(answer, &span.source).map(str::to_owned);
        let (start_index, end_index) = (span.start, span.end);
        let annotated_regions = [AgUiRegion::TextSpan { start_index, end_index }];
        Self::Citation { title, url, file_id: id, snippet, annotated_regions }
    }
}

impl AgUiUsage {
    fn of(model: String, usage: TokenUsage) -> Self {
        Self {
            model,
            input_tokens: usage.prompt_tokens,
            output_tokens: usage.completion_tokens,
            total_tokens: usage.total_tokens,
            reasoning_tokens: usage.reasoning_tokens,
        }
    }
}

impl AgUiMessage {
    /// Returns the message of an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        Self {
            id: head.id.clone(),
            role: Assistant::Assistant,
            content: answer.text.clone(),
            metadata: AgUiMetadata { annotations: AgUiAnnotation::all(head, answer) },
        }
    }
}
