//! Tests of the 2024-05-29 form, with answers of all kinds.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::MessageDelta;
use crate::audit::{Audit, Checked, Span, Verdict};
use crate::dialect::{AnswerHead, Dialect, usage};
use crate::{
    Answer, AnswerEvent, DataPoints, ErrorKind, FinishReason, ProtocolError, ResponseContext,
    Thought, TokenUsage,
};

fn kind() -> impl Strategy<Value = ErrorKind> {
    prop_oneof![
        Just(ErrorKind::Refused),
        Just(ErrorKind::TooLarge),
        Just(ErrorKind::UnsupportedMediaType),
        Just(ErrorKind::Model),
        Just(ErrorKind::Unavailable),
        Just(ErrorKind::Failed),
    ]
}

fn thought() -> impl Strategy<Value = Thought> {
    let description = prop_oneof![
        ".*".prop_map(Value::from),
        vec(".*", 0..3).prop_map(Value::from),
        any::<i64>().prop_map(|n| json!([{"score": n}])),
    ];
    (".*", description, option::of(any::<u32>())).prop_map(|(title, description, elapsed)| {
        let thought = Thought::new(title, description);
        elapsed.map_or(thought.clone(), |ms| thought.with("elapsed_ms", ms))
    })
}

fn context() -> impl Strategy<Value = ResponseContext> {
    let points = (vec(".*", 0..3), vec(".*", 0..3)).prop_map(|(text, citations)| DataPoints {
        text,
        citations,
        ..DataPoints::default()
    });
    (option::of(points), vec(thought(), 0..3)).prop_map(|(data_points, thoughts)| ResponseContext {
        data_points,
        thoughts,
        ..ResponseContext::default()
    })
}

fn audit() -> impl Strategy<Value = Audit> {
    let verdict = prop_oneof![Just(Verdict::Supported), Just(Verdict::NotFound)];
    let checked = (".*", verdict, option::of(".*")).prop_map(|(text, verdict, span)| Checked {
        text: text.clone(),
        verdict,
        sources: vec![text.clone()],
        span: span.map(|source| Span { source, text }),
        missing: Vec::new(),
        no_such_source: Vec::new(),
        cited_by: None,
    });
    vec(checked, 0..3).prop_map(|statements| Audit { statements })
}

fn usage() -> impl Strategy<Value = TokenUsage> {
    (any::<u32>(), any::<u32>(), option::of(any::<u32>())).prop_map(
        |(prompt_tokens, total_tokens, reasoning_tokens)| TokenUsage {
            prompt_tokens,
            reasoning_tokens,
            total_tokens,
            ..TokenUsage::default()
        },
    )
}

fn last() -> impl Strategy<Value = AnswerEvent> {
    let reason = prop_oneof![
        Just(FinishReason::Stop),
        Just(FinishReason::Length),
        Just(FinishReason::ContentFilter),
    ];
    let finished = (reason, ".*", option::of(usage()))
        .prop_map(|(reason, model, usage)| AnswerEvent::Finished { reason, model, usage });
    let failed = (kind(), ".*").prop_map(|(kind, text)| ProtocolError::new(kind, text));
    prop_oneof![finished, failed.prop_map(AnswerEvent::Failed)]
}

prop_compose! {
    /// Generates the events of an answer, in the documented order.
    pub(crate) fn answers()(
        context in context(),
        deltas in vec(".*", 0..4),
        questions in option::of(vec(".*", 0..3)),
        audit in option::of(audit()),
        thoughts in option::of(vec(thought(), 0..3)),
        last in last(),
    ) -> Vec<AnswerEvent> {
        let mut events = vec![AnswerEvent::Grounded(Box::new(context))];
        events.extend(deltas.into_iter().map(AnswerEvent::Delta));
        events.extend(questions.map(AnswerEvent::FollowUps));
        events.extend(audit.map(AnswerEvent::Audited));
        events.extend(thoughts.map(AnswerEvent::Thoughts));
        events.push(last);
        events
    }
}

proptest! {
    #[test]
    fn the_lines_of_an_answer_add_up_to_the_whole(events in answers()) {
        let answer: Answer = events.iter().cloned().collect();
        let grounds = events.iter().take(1).cloned().collect::<Answer>().context;
        let mut encoder = MessageDelta.encoder(AnswerHead::default());
        let lines: Vec<_> = events.into_iter().flat_map(|e| encoder.lines(e)).collect();
        let mut context = Map::new();
        for part in lines.iter().filter_map(|line| line["context"].as_object()) {
            context.extend(part.clone());
        }
        let mut whole = MessageDelta.whole(&AnswerHead::default(), &answer);
        // Those at the end are only in whole answers.
        let thoughts = context.remove("thoughts");
        prop_assert_eq!(thoughts.unwrap_or(json!([])), json!(grounds.thoughts));
        whole["context"].as_object_mut().unwrap().remove("thoughts");
        prop_assert_eq!(&Value::Object(context), &whole["context"]);
        let last = lines.last().unwrap();
        if let Some(error) = answer.error {
            prop_assert_eq!(last, &json!({"error": error.message, "kind": error.kind}));
        } else {
            let usage = json!(usage::of(&AnswerHead::default(), &answer));
            prop_assert_eq!(
                (&last["finish_reason"], &last["model"], &last["usage"]),
                (&json!(answer.finish), &json!(answer.model), &usage),
            );
        }
    }
}

#[test]
fn only_the_first_context_holds_data_points() {
    let mut encoder = MessageDelta.encoder(AnswerHead::default());
    let context =
        ResponseContext { data_points: Some(DataPoints::default()), ..ResponseContext::default() };
    let first = encoder.lines(AnswerEvent::Grounded(Box::new(context)));
    assert!(first[0]["context"].get("data_points").is_some());
    let second = encoder.lines(AnswerEvent::FollowUps(vec!["Why?".to_owned()]));
    assert!(second[0]["context"].get("data_points").is_none());
    assert!(second[0]["delta"].get("content").is_none());
}
