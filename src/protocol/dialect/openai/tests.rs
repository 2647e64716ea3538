//! Tests of both forms with any answer.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{ChatCompletions, Responses};
use crate::dialect::message_delta::tests::answers;
use crate::dialect::{AnswerHead, Dialect, named};
use crate::{Answer, AnswerEvent, DataPoints, ProtocolError, ResponseContext};

fn head(echo: Value) -> AnswerHead {
    AnswerHead {
        id: "1".to_owned(),
        model: "scripted".to_owned(),
        origin: "http://here".to_owned(),
        echo,
        ..AnswerHead::default()
    }
}

fn encoded(form: &dyn Dialect, head: AnswerHead, events: &[AnswerEvent]) -> Vec<Value> {
    let mut encoder = form.encoder(head);
    let events = events.iter().cloned();
    events.flat_map(|event| encoder.lines(event)).collect()
}

/// Returns the values of an event stream, parsed line by line like a client does.
fn read(form: &str, values: &[Value]) -> Vec<Value> {
    let form = named(form).unwrap();
    let bytes: Vec<u8> = values.iter().flat_map(|value| form.framing.encode(value)).collect();
    let text = String::from_utf8(bytes).unwrap();
    let lines = text.split(['\n', '\r']);
    lines
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

fn text(values: &[Value], place: &str) -> String {
    let pieces = values.iter().filter_map(|value| value.pointer(place));
    pieces.filter_map(Value::as_str).collect()
}

/// Returns the same answer with citations in its text.
fn citing(mut events: Vec<AnswerEvent>) -> Vec<AnswerEvent> {
    for event in &mut events {
        match event {
            AnswerEvent::Grounded(context) => {
                let points = context.data_points.get_or_insert_default();
                points.citations = vec!["ü.md".to_owned()];
            }
            AnswerEvent::Delta(text) => text.push_str(" [ü.md]"),
            _ => {}
        }
    }
    events
}

proptest! {
    #[test]
    fn chunks_add_up_to_the_completion(events in answers(), with_usage: bool) {
        let events = citing(events);
        let answer: Answer = events.iter().cloned().collect();
        let head = head(with_usage.into());
        let chunks = encoded(&ChatCompletions, head.clone(), &events);
        prop_assert_eq!(text(&chunks, "/choices/0/delta/content"), answer.text.as_str());
        prop_assert_eq!(&read("openai_chat", &chunks), &chunks);
        if answer.error.is_some() {
            prop_assert!(chunks.last().unwrap()["error"]["message"].is_string());
            return Ok(());
        }
        let whole = ChatCompletions.whole(&head, &answer);
        let message = &whole["choices"][0]["message"];
        let annotations = chunks.iter().find_map(|chunk| chunk.pointer("/choices/0/delta/annotations"));
        prop_assert_eq!(annotations.cloned().unwrap_or(json!([])), message["annotations"].clone());
        let reasons = chunks.iter().filter(|chunk| chunk["choices"][0]["finish_reason"].is_string());
        prop_assert_eq!(reasons.count(), 1);
        let last = chunks.last().unwrap();
        prop_assert_eq!(last.get("usage"), with_usage.then_some(&whole["usage"]));
    }

    #[test]
    fn steps_add_up_to_the_response(events in answers()) {
        let events = citing(events);
        let answer: Answer = events.iter().cloned().collect();
        let head = head(json!({"metadata": {"a": "b"}}));
        let steps = encoded(&Responses, head.clone(), &events);
        prop_assert_eq!(&read("openai_responses", &steps), &steps);
        for (at, step) in steps.iter().enumerate() {
            prop_assert_eq!(&step["sequence_number"], at);
        }
        let deltas: Vec<_> = steps.iter().filter(|step| step["type"] == "response.output_text.delta").cloned().collect();
        prop_assert_eq!(text(&deltas, "/delta"), answer.text.as_str());
        let last = steps.last().unwrap();
        prop_assert_eq!(&last["response"], &Responses.whole(&head, &answer));
        prop_assert_eq!(&last["type"], &format!("response.{}", last["response"]["status"].as_str().unwrap()));
        if answer.error.is_none() {
            let part = &last["response"]["output"][0]["content"][0];
            let added: Vec<_> = steps.iter().filter_map(|step| step.get("annotation")).cloned().collect();
            prop_assert_eq!(&part["annotations"], &Value::from(added));
        }
    }
}

#[test]
fn a_response_that_never_began_ends_with_an_error() {
    let failed = [AnswerEvent::Failed(ProtocolError::failed())];
    let steps = encoded(&Responses, head(Value::Null), &failed);
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0]["type"], "error");
    assert_eq!(steps[0]["code"], "server_error");
}

#[test]
fn the_context_rides_along() {
    let context =
        ResponseContext { data_points: Some(DataPoints::default()), ..ResponseContext::default() };
    let questions = vec!["Why?".to_owned()];
    let events =
        [AnswerEvent::Grounded(Box::new(context)), AnswerEvent::FollowUps(questions.clone())];
    let chunks = encoded(&ChatCompletions, head(false.into()), &events);
    assert!(chunks[0]["context"]["data_points"].is_object());
    assert_eq!(chunks[1]["context"]["followup_questions"], json!(questions));
    let answer: Answer = events.into_iter().collect();
    let whole = Responses.whole(&head(Value::Null), &answer);
    assert_eq!(whole["context"]["followup_questions"], json!(questions));
    assert_eq!(whole["status"], "in_progress");
}
