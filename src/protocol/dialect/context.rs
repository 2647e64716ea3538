//! The context of an answer, as sent next to its text.

use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::Audit;
use crate::{AnswerEvent, AskedScope, DataPoints, FoundPassages, ResponseContext, Thought};

/// A part of the context; later parts add to earlier ones.
///
/// Clients take a part with data points for the start of an answer, and keep the text: such a part is complete. Any other
/// part adds to it.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(super) struct Context {
    #[serde(skip_serializing_if = "Option::is_none")]
    data_points: Option<DataPoints>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thoughts: Option<Vec<Thought>>,
    #[serde(flatten)]
    later: LaterContext,
}

/// A context that always has data points and thoughts: front ends of the demo read both without checking.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Complete)]
pub(super) struct CompleteContext {
    data_points: DataPoints,
    thoughts: Vec<Thought>,
    #[serde(flatten)]
    later: LaterContext,
}

/// The part of a context that is known once the text is complete.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = Later)]
struct LaterContext {
    /// Questions to ask next.
    #[serde(skip_serializing_if = "Option::is_none")]
    followup_questions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<Audit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<AskedScope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<FoundPassages>,
}

impl From<ResponseContext> for CompleteContext {
    fn from(context: ResponseContext) -> Self {
        let ResponseContext { data_points, thoughts, followup_questions, audit, scope, found } =
            context;
        Self {
            data_points: data_points.unwrap_or_default(),
            thoughts,
            later: LaterContext { followup_questions, audit, scope, found },
        }
    }
}

impl From<ResponseContext> for Context {
    fn from(context: ResponseContext) -> Self {
        let has_points = context.data_points.is_some();
        let CompleteContext { data_points, thoughts, later } = context.into();
        Self {
            data_points: has_points.then_some(data_points),
            thoughts: (!thoughts.is_empty()).then_some(thoughts),
            later,
        }
    }
}

impl Context {
    /// Returns the part of the context that an event contributes, if any.
    pub(super) fn part(event: AnswerEvent) -> Option<Self> {
        let mut part = Self::default();
        match event {
            AnswerEvent::Grounded(context) | AnswerEvent::Sources(context) => {
                part = (*context).into();
            }
            AnswerEvent::FollowUps(questions) => part.later.followup_questions = Some(questions),
            AnswerEvent::Audited(audit) => part.later.audit = Some(audit),
            AnswerEvent::Thoughts(thoughts) => part.thoughts = Some(thoughts),
            _ => return None,
        }
        Some(part)
    }

    /// Returns the complete context; always has data points and thoughts.
    pub(super) fn complete(context: ResponseContext) -> Self {
        let mut all = Self::from(context);
        all.data_points.get_or_insert_default();
        all.thoughts.get_or_insert_default();
        all
    }

    /// Takes the data points out, for forms that encode them differently.
    pub(super) fn take_points(&mut self) -> Option<DataPoints> {
        self.data_points.take()
    }

    /// Returns the part of the context that an event contributes; the first one is a [`CompleteContext`].
    pub(super) fn complete_part(event: AnswerEvent) -> Option<Self> {
        match event {
            AnswerEvent::Grounded(context) => Some(Self::complete(*context)),
            event => Self::part(event),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn data_points_and_thoughts_are_always_there() {
        let empty = json!({"data_points": {"text": [], "citations": []}, "thoughts": []});
        assert_eq!(json!(CompleteContext::from(ResponseContext::default())), empty);
        let first = Context::complete_part(AnswerEvent::Grounded(Box::default()));
        assert_eq!(json!(first), empty);
    }
}
