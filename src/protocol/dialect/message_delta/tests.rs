//! The 2024-05-29 form, written and read back.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::MessageDelta;
use crate::protocol::audit::{Audit, Checked, Span, Verdict};
use crate::protocol::decode::{Decoder, read_error};
use crate::protocol::dialect::{AnswerHead, Dialect};
use crate::protocol::{
    Answer, AnswerEvent, DataPoints, ErrorKind, FinishReason, ProtocolError, ResponseContext,
    Thought, TokenUsage,
};

fn decode(lines: &[Value]) -> Vec<AnswerEvent> {
    let mut decoder = Decoder::default();
    lines.iter().flat_map(|line| decoder.events(line)).collect()
}

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
    let verdict = prop_oneof![Just(Verdict::Supported), Just(Verdict::NumberConflict)];
    let checked = (".*", verdict, option::of(".*")).prop_map(|(text, verdict, span)| Checked {
        text: text.clone(),
        verdict,
        sources: vec![text.clone()],
        span: span.map(|source| Span { source, text }),
        missing: Vec::new(),
        no_such_source: Vec::new(),
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
    let finished = (reason, ".*", option::of(usage())).prop_map(|(reason, model, usage)| {
        AnswerEvent::Finished {
            reason,
            model,
            usage,
        }
    });
    let failed = (kind(), ".*").prop_map(|(kind, text)| ProtocolError::new(kind, text));
    prop_oneof![finished, failed.prop_map(AnswerEvent::Failed)]
}

prop_compose! {
    /// The events of an answer, in the order that the events promise.
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
    fn an_answer_is_read_back_as_it_was_written(events in answers()) {
        let mut encoder = MessageDelta.encoder(AnswerHead::default());
        let lines: Vec<_> = events.iter().cloned().flat_map(|e| encoder.lines(e)).collect();
        prop_assert_eq!(decode(&lines), events);
    }
}

#[test]
fn only_the_first_context_holds_data_points() {
    let mut encoder = MessageDelta.encoder(AnswerHead::default());
    let context = ResponseContext {
        data_points: Some(DataPoints::default()),
        ..ResponseContext::default()
    };
    let first = encoder.lines(AnswerEvent::Grounded(Box::new(context)));
    assert!(first[0]["context"].get("data_points").is_some());
    let second = encoder.lines(AnswerEvent::FollowUps(vec!["Why?".to_owned()]));
    assert!(second[0]["context"].get("data_points").is_none());
    assert!(second[0]["delta"].get("content").is_none());
}

/// The lines that the specification shows, shortened.
#[test]
fn the_lines_of_the_specification_are_read() {
    let text = "Benefit_Options.pdf#page=3: The plans also cover preventive care.";
    let empty = json!({"function_call": null, "role": null, "tool_calls": null});
    let mut word = empty.clone();
    word["content"] = json!("The");
    let answer: Answer = decode(&[
        json!({
            "delta": {"role": "assistant"},
            "context": {
                "data_points": {"text": [text]},
                "thoughts": [
                    {"title": "Original user query", "description": "What?", "props": null},
                    {"title": "Results", "description": [{"id": "1", "groups": []}], "props": null},
                ],
            },
            "sessionState": null,
        }),
        json!({"delta": {"content": null, "role": "assistant"}}),
        json!({"delta": word}),
        json!({"error": "The app encountered an error."}),
        json!({"delta": {"content": "after the end"}}),
    ])
    .into_iter()
    .collect();
    assert_eq!(answer.text, "The");
    assert_eq!(answer.context.data_points.unwrap().text, [text]);
    assert_eq!(answer.context.thoughts.len(), 2);
    let error = answer.error.unwrap();
    assert_eq!(error.kind, ErrorKind::Failed);
    assert_eq!(error.message, "The app encountered an error.");
}

#[test]
fn text_without_a_context_is_grounded_on_nothing() {
    let events = decode(&[json!({"delta": {"content": "a"}})]);
    let nothing = Box::new(ResponseContext::default());
    assert_eq!(
        events,
        [
            AnswerEvent::Grounded(nothing),
            AnswerEvent::Delta("a".to_owned())
        ]
    );
}

#[test]
fn a_repeated_context_adds_to_the_first() {
    let points = json!({"text": ["a: b"], "citations": ["a"]});
    let answer: Answer = decode(&[
        json!({"context": {"data_points": points, "thoughts": [{"title": "t"}]}}),
        json!({"delta": {"content": "a"}}),
        json!({"context": {"data_points": points, "followup_questions": ["Why?"]}}),
        json!({"context": {"data_points": ["c: d"]}}),
    ])
    .into_iter()
    .collect();
    assert_eq!(answer.text, "a");
    assert_eq!(answer.context.data_points.unwrap().text, ["c: d"]);
    assert_eq!(answer.context.thoughts.len(), 1);
    assert_eq!(answer.context.followup_questions.unwrap(), ["Why?"]);
}

#[test]
fn errors_may_be_objects() {
    let error = json!({"error": {"code": "rate_limited", "message": "Too many requests."}});
    let error = read_error(&error).unwrap();
    assert_eq!(error.message, "Too many requests.");
}

#[test]
fn an_error_that_is_null_is_none() {
    let end = json!({"delta": {"content": "b"}, "error": null, "finish_reason": "stop"});
    let answer: Answer = decode(&[json!({"error": null, "delta": {"content": "a"}}), end])
        .into_iter()
        .collect();
    assert_eq!(answer.text, "ab");
    assert_eq!(answer.error, None);
    assert_eq!(answer.finish, Some(FinishReason::Stop));
    assert_eq!(decode(&[json!({"error": null})]), []);
}

#[test]
fn lines_of_any_other_shape_are_read_past() {
    let odd = [
        json!(null),
        json!([]),
        json!("text"),
        json!({"context": [], "delta": "text"}),
        json!({"delta": {"content": 1}, "finish_reason": null}),
    ];
    assert_eq!(decode(&odd), []);
}
