//! The context of an answer as front ends rely on it.

use serde_json::{Value, json};

use crate::protocol::{AnswerEvent, ResponseContext};

/// A context in which nothing is left out: front ends of the demonstration read its data points and its
/// thoughts without asking whether they are there.
pub(super) fn complete(context: &ResponseContext) -> Value {
    let mut value = json!(context);
    if let Some(fields) = value.as_object_mut() {
        let points = context.data_points.clone().unwrap_or_default();
        fields.insert("data_points".to_owned(), json!(points));
        fields.insert("thoughts".to_owned(), json!(context.thoughts));
    }
    value
}

/// What an event adds to the context of an answer that has begun; `None` if it adds nothing.
pub(super) fn added(event: &AnswerEvent) -> Option<Value> {
    match event {
        AnswerEvent::FollowUps(questions) => Some(json!({"followup_questions": questions})),
        AnswerEvent::Audited(audit) => Some(json!({"audit": audit})),
        AnswerEvent::Thoughts(thoughts) => Some(json!({"thoughts": thoughts})),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_points_and_thoughts_are_always_there() {
        let value = complete(&ResponseContext::default());
        assert_eq!(
            value,
            json!({"data_points": {"text": [], "citations": []}, "thoughts": []})
        );
    }
}
