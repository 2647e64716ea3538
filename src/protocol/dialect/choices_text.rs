//! The first front ends with `choices`: thoughts are a single text, and data points a list.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::choices::{Choices, Edition};
use super::{RawRequest, html};
use crate::audit::Audit;
use crate::{AnswerEvent, FoundPassages, ResponseContext};

/// Overrides that all of these front ends send with each question. Other clients send some of them.
const OWN_OVERRIDES: [&str; 7] = [
    "top",
    "retrieval_mode",
    "semantic_ranker",
    "semantic_captions",
    "suggest_followup_questions",
    "use_oid_security_filter",
    "use_groups_security_filter",
];

/// Overrides that later front ends send in addition.
const LATER_OVERRIDES: [&str; 5] =
    ["vector_fields", "use_gpt4v", "gpt4v_input", "search_text_embeddings", "send_text_sources"];

/// The form of the demo from October to December 2023.
///
/// It only differs from [`Choices`] in the context: the front end renders the thoughts as HTML, and shows the data
/// points as they are.
pub struct ChoicesText;

/// The context of an answer. Nothing may be omitted: an empty list hides a tab, a missing one breaks the page.
#[derive(Serialize, ToSchema)]
pub(super) struct TextContext {
    data_points: Vec<String>,
    /// A single piece of HTML.
    thoughts: String,
    #[schema(required)]
    followup_questions: Option<Vec<String>>,
}

/// A part of the context; the first part is complete.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct TextContextPart {
    #[serde(skip_serializing_if = "Option::is_none")]
    data_points: Option<Vec<String>>,
    /// A single piece of HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    thoughts: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    followup_questions: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<FoundPassages>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<Audit>,
}

impl From<ResponseContext> for TextContext {
    fn from(context: ResponseContext) -> Self {
        Self {
            data_points: context.data_points.unwrap_or_default().text,
            thoughts: html::thoughts(&context.thoughts),
            followup_questions: context.followup_questions,
        }
    }
}

impl Edition for ChoicesText {
    const SUMMARY: &'static str = "The form of the demonstration's front ends from October to December 2023: thoughts are one \
         text, data points a list.";
    type Context = TextContext;
    type Part = TextContextPart;

    fn is_asked(raw: &RawRequest<'_>) -> bool {
        let overrides = raw.body.pointer("/context/overrides");
        let sends = |key: &str| overrides.is_some_and(|sent| sent.get(key).is_some());
        let is_own =
            raw.body.get("session_state").is_some() && OWN_OVERRIDES.into_iter().all(sends);
        Choices::is_asked(raw)
            && (is_own || has_bot(raw))
            && !LATER_OVERRIDES.into_iter().any(sends)
    }

    /// Returns the first of these front ends look for the questions in the text.
    fn has_questions_in_text(raw: &RawRequest<'_>) -> bool {
        has_bot(raw)
    }

    fn part(event: AnswerEvent) -> Option<TextContextPart> {
        let mut part = TextContextPart::default();
        match event {
            AnswerEvent::Grounded(context) => {
                part.found.clone_from(&context.found);
                let context = TextContext::from(*context);
                part.data_points = Some(context.data_points);
                part.thoughts = Some(context.thoughts);
                part.followup_questions = Some(json!(context.followup_questions));
            }
            AnswerEvent::FollowUps(questions) => part.followup_questions = Some(json!(questions)),
            AnswerEvent::Audited(audit) => part.audit = Some(audit),
            _ => return None,
        }
        Some(part)
    }
}

/// Returns true if an answer is said by a `bot`, as the first of these front ends called the assistant.
fn has_bot(raw: &RawRequest<'_>) -> bool {
    let messages = raw.body.get("messages").and_then(Value::as_array);
    let mut messages = messages.into_iter().flatten();
    messages.any(|message| message.get("role").is_some_and(|role| role == "bot"))
}
