//! The chunks of an answer, and the message that they add up to.

use std::ops::Not;

use footnote_text::{citation, source};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::audit::Audit;
use crate::dialect::cited::{self, CitationSpan};
use crate::dialect::context::Context;
use crate::dialect::parts::{Assistant, values};
use crate::dialect::usage::{self, CountedTokens};
use crate::dialect::{AnswerHead, Encoder};
use crate::{Answer, AnswerEvent, FinishReason, ResponseContext};

/// A chunk of a message.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum UiMessageChunk {
    Step(UiStep),
    Part(UiDataPart),
}

/// A chunk that does not become a part of the message.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schema(as = ui_message_stream::Step)]
pub(super) enum UiStep {
    /// The message starts.
    #[serde(rename_all = "camelCase")]
    Start { message_id: String, message_metadata: UiMetadata },
    /// The text starts.
    TextStart { id: String },
    /// A piece of the text.
    TextDelta { id: String, delta: String },
    /// The text is complete.
    TextEnd { id: String, citations: Vec<UiCitation> },
    /// The message is complete.
    #[serde(rename_all = "camelCase")]
    Finish { finish_reason: UiFinishReason, message_metadata: UiMetadata },
    /// The message fails; nothing after this is read.
    #[serde(rename_all = "camelCase")]
    Error { error_text: String },
}

/// A chunk that also becomes a part of the message.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = ui_message_stream::DataPart)]
pub(super) enum UiDataPart {
    /// A source that the answer may cite.
    #[serde(rename = "source-url", rename_all = "camelCase")]
    SourceUrl { source_id: String, url: String, title: String },
    /// A file attached to a question; it has no URL.
    #[serde(rename = "source-document", rename_all = "camelCase")]
    SourceDocument { source_id: String, media_type: String, title: String, filename: String },
    /// Data points and thoughts; a later chunk replaces an earlier one.
    #[serde(rename = "data-context")]
    Context { id: String, data: Box<Context> },
    /// Questions to ask next.
    #[serde(rename = "data-followup_questions")]
    FollowupQuestions { id: String, data: Vec<String> },
    /// The check of the answer's statements.
    #[serde(rename = "data-audit")]
    Audit { id: String, data: Audit },
}

/// Metadata of a message; later chunks are merged into earlier ones.
#[derive(Serialize, ToSchema)]
#[schema(as = ui_message_stream::Metadata)]
pub(super) struct UiMetadata {
    /// Name of the model that writes the message.
    model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<UiUsage>,
}

/// Token usage, possibly estimated.
#[derive(Serialize, ToSchema)]
#[schema(as = ui_message_stream::Usage)]
struct UiUsage {
    #[serde(rename = "inputTokens")]
    read: u32,
    #[serde(rename = "outputTokens")]
    written: u32,
    #[serde(rename = "totalTokens")]
    together: u32,
    #[serde(rename = "reasoningTokens", skip_serializing_if = "Option::is_none")]
    thought: Option<u32>,
    /// True if the counts are estimates because the model reported none; otherwise absent.
    #[serde(skip_serializing_if = "Not::not")]
    estimated: bool,
}

/// Finish reason of the text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ui_message_stream::FinishReason)]
pub(super) enum UiFinishReason {
    Stop,
    Length,
    ContentFilter,
}

/// A citation in the text: its source, and the position of its bracket in UTF-16 code units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ui_message_stream::Citation)]
pub(super) struct UiCitation {
    source: UiCitedSource,
    start_index: usize,
    /// Exclusive.
    end_index: usize,
    /// The retrieved passage.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited_text: Option<String>,
}

/// A cited source.
#[derive(Serialize, ToSchema)]
#[serde(tag = "sourceType", rename_all = "lowercase")]
#[schema(as = ui_message_stream::CitedSource)]
enum UiCitedSource {
    /// A document with a URL.
    Url {
        #[serde(rename = "type")]
        kind: UiSourceType,
        id: String,
        url: String,
        title: String,
    },
    /// A file attached to a question.
    #[serde(rename_all = "camelCase")]
    Document {
        #[serde(rename = "type")]
        kind: UiSourceType,
        id: String,
        media_type: String,
        title: String,
        filename: String,
    },
}

/// Type of a cited source.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ui_message_stream::SourceType)]
enum UiSourceType {
    Source,
}

/// A complete message, as a page has it after all chunks.
#[derive(Serialize, ToSchema)]
pub(super) struct UiMessage {
    id: String,
    role: Assistant,
    metadata: UiMetadata,
    parts: Vec<UiPart>,
}

/// A part of a message.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ui_message_stream::Part)]
enum UiPart {
    Text(UiTextPart),
    Data(UiDataPart),
}

/// Text of a message.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = ui_message_stream::TextPart)]
enum UiTextPart {
    /// The only variant.
    Text { text: String, citations: Vec<UiCitation> },
}

/// Encodes the chunks of one answer.
pub(super) struct UiChunkEncoder {
    head: AnswerHead,
    /// The answer sent so far.
    answer: Answer,
    /// True while the text is open.
    in_text: bool,
}

impl UiChunkEncoder {
    /// Starts a message.
    pub(super) fn new(head: AnswerHead) -> Self {
        Self { head, answer: Answer::default(), in_text: false }
    }

    fn begin(&self) -> Vec<UiMessageChunk> {
        let start = UiStep::Start {
            message_id: self.head.id.clone(),
            message_metadata: UiMetadata::of(&self.head, &self.answer),
        };
        vec![UiMessageChunk::Step(start), UiMessageChunk::Part(self.context())]
    }

    fn context(&self) -> UiDataPart {
        UiDataPart::context(&self.answer)
    }

    /// Returns a piece of the text; the first one also starts the text.
    fn delta(&mut self, delta: String) -> Vec<UiMessageChunk> {
        let id = self.text_id();
        let begins = !std::mem::replace(&mut self.in_text, true);
        let start = begins.then(|| UiStep::TextStart { id: id.clone() });
        let steps = start.into_iter().chain([UiStep::TextDelta { id, delta }]);
        steps.map(UiMessageChunk::Step).collect()
    }

    /// Ends the text, if it has started, and names the sources that it cites.
    fn text_end(&mut self) -> Vec<UiMessageChunk> {
        if !std::mem::replace(&mut self.in_text, false) {
            return Vec::new();
        }
        let citations = UiCitation::all(&self.head, &self.answer);
        let end = UiStep::TextEnd { id: self.text_id(), citations };
        let sources = UiDataPart::sources(&self.head, &self.answer).map(UiMessageChunk::Part);
        std::iter::once(UiMessageChunk::Step(end)).chain(sources).collect()
    }

    fn text_id(&self) -> String {
        format!("{}-text", self.head.id)
    }

    fn finish(&self, reason: FinishReason) -> UiStep {
        UiStep::Finish {
            finish_reason: reason.into(),
            message_metadata: UiMetadata::of(&self.head, &self.answer),
        }
    }

    /// Returns the chunk for an event other than text.
    fn beside(&self, event: AnswerEvent) -> Option<UiMessageChunk> {
        Some(match event {
            AnswerEvent::FollowUps(data) => UiMessageChunk::Part(UiDataPart::followups(data)),
            AnswerEvent::Audited(data) => UiMessageChunk::Part(UiDataPart::audit(data)),
            AnswerEvent::Thoughts(_) | AnswerEvent::Sources(_) => {
                UiMessageChunk::Part(self.context())
            }
            AnswerEvent::Finished { reason, .. } => UiMessageChunk::Step(self.finish(reason)),
            AnswerEvent::Failed(error) => {
                UiMessageChunk::Step(UiStep::Error { error_text: error.message })
            }
            AnswerEvent::Step(_)
            | AnswerEvent::Remark
            | AnswerEvent::Grounded(_)
            | AnswerEvent::RestsOn(_)
            | AnswerEvent::Delta(_)
            | AnswerEvent::Reported(_) => return None,
        })
    }
}

impl Encoder for UiChunkEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        values(match event {
            AnswerEvent::Grounded(_) => self.begin(),
            AnswerEvent::Delta(delta) => self.delta(delta),
            AnswerEvent::RestsOn(_) => Vec::new(),
            event @ (AnswerEvent::Step(_) | AnswerEvent::Sources(_)) => {
                self.beside(event).into_iter().collect()
            }
            event => {
                let end = self.text_end().into_iter();
                end.chain(self.beside(event)).collect()
            }
        })
    }
}

impl UiDataPart {
    /// Returns the cited sources: pages list them below the answer.
    fn sources<'a>(
        head: &'a AnswerHead,
        answer: &'a Answer,
    ) -> impl Iterator<Item = Self> + use<'a> {
        let cited = citation::cited(&answer.text, answer.sources());
        cited.into_iter().map(move |source| match UiCitedSource::of(&head.origin, &source) {
            UiCitedSource::Url { id, url, title, .. } => {
                Self::SourceUrl { source_id: id, url, title }
            }
            UiCitedSource::Document { id, media_type, title, filename, .. } => {
                Self::SourceDocument { source_id: id, media_type, title, filename }
            }
        })
    }

    /// Data points and thoughts, without what has a part of its own.
    fn context(answer: &Answer) -> Self {
        let context =
            ResponseContext { followup_questions: None, audit: None, ..answer.context.clone() };
        Self::Context { id: "context".to_owned(), data: Box::new(context.into()) }
    }

    fn followups(data: Vec<String>) -> Self {
        Self::FollowupQuestions { id: "followup_questions".to_owned(), data }
    }

    fn audit(data: Audit) -> Self {
        Self::Audit { id: "audit".to_owned(), data }
    }
}

impl UiCitation {
    fn all(head: &AnswerHead, answer: &Answer) -> Vec<Self> {
        let spans = cited::in_utf16(answer).into_iter();
        spans.map(|span| Self::of(head, answer, &span)).collect()
    }

    fn of(head: &AnswerHead, answer: &Answer, span: &CitationSpan) -> Self {
        Self {
            source: UiCitedSource::of(&head.origin, &span.source),
            start_index: span.start,
            end_index: span.end,
            cited_text: cited::passage(answer, &span.source).map(str::to_owned),
        }
    }
}

impl UiCitedSource {
    fn of(origin: &str, named: &str) -> Self {
        let (kind, id, title) = (UiSourceType::Source, named.to_owned(), source::label(named));
        if source::is_attached(named) {
            let (path, _) = source::split(named);
            let filename = path.rsplit('/').next().unwrap_or(path).to_owned();
            // The file itself is not stored; its extracted passages are text.
            return Self::Document {
                kind,
                id,
                media_type: "text/plain".to_owned(),
                title,
                filename,
            };
        }
        Self::Url { kind, id, url: format!("{origin}{}", source::content_url(named)), title }
    }
}

impl UiMetadata {
    fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let usage = answer.finish.map(|_| usage::of(head, answer).into());
        Self { model: head.model_of(answer), usage }
    }
}

impl From<CountedTokens> for UiUsage {
    fn from(counted: CountedTokens) -> Self {
        let usage = counted.tokens;
        Self {
            estimated: counted.estimated,
            read: usage.prompt_tokens,
            written: usage.completion_tokens,
            together: usage.total_tokens,
            thought: usage.reasoning_tokens,
        }
    }
}

impl From<FinishReason> for UiFinishReason {
    fn from(reason: FinishReason) -> Self {
        match reason {
            FinishReason::Stop => Self::Stop,
            FinishReason::Length => Self::Length,
            FinishReason::ContentFilter => Self::ContentFilter,
        }
    }
}

impl UiMessage {
    /// Returns the message of an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let text = UiTextPart::Text {
            text: answer.text.clone(),
            citations: UiCitation::all(head, answer),
        };
        let context = UiPart::Data(UiDataPart::context(answer));
        let sources = UiDataPart::sources(head, answer);
        let questions = answer.context.followup_questions.clone().map(UiDataPart::followups);
        let audit = answer.context.audit.clone().map(UiDataPart::audit);
        Self {
            id: head.id.clone(),
            role: Assistant::Assistant,
            metadata: UiMetadata::of(head, answer),
            parts: [context, UiPart::Text(text)]
                .into_iter()
                .chain(sources.chain(questions).chain(audit).map(UiPart::Data))
                .collect(),
        }
    }
}
