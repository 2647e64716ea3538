//! The 2024-05-29 form read back: from the lines of a streamed answer to its events.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::audit::Audit;
use super::confidence::Confidence;
use super::{
    AnswerEvent, DataPoints, ErrorKind, FinishReason, GENERIC_FAILURE, ProtocolError,
    ResponseContext, Thought,
};

/// Turns the values of the lines of one answer into its events, in order.
///
/// Lines of the form's own encoder are read back as the same events. Lines of other servers may lack
/// anything, hold `null` anywhere and repeat the context; what they hold beyond the form is ignored.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    context: Option<ResponseContext>,
    ended: bool,
}

impl Decoder {
    /// The events of one line; often one, sometimes none. After the last event there are none.
    pub fn events(&mut self, line: &Value) -> Vec<AnswerEvent> {
        if self.ended {
            return Vec::new();
        }
        if let Some(error) = read_error(line) {
            self.ended = true;
            return vec![AnswerEvent::Failed(error)];
        }
        let mut events = Vec::new();
        if let Some(Value::Object(context)) = line.get("context") {
            self.context(context, &mut events);
        }
        if let Some(text) = line.pointer("/delta/content").and_then(Value::as_str) {
            if self.context.is_none() {
                self.context(&Map::new(), &mut events);
            }
            events.push(AnswerEvent::Delta(text.to_owned()));
        }
        if let Some(finished) = finished(line) {
            self.ended = true;
            events.push(finished);
        }
        events
    }

    /// True once the answer's last event has been seen. A stream of ours that ends before was cut off.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The first context grounds the answer, as does any with other data points; the rest adds to it.
    fn context(&mut self, context: &Map<String, Value>, events: &mut Vec<AnswerEvent>) {
        let grounded = self.context.is_some();
        let points = field(context, "data_points").and_then(data_points);
        let thoughts = field(context, "thoughts").map(thoughts);
        let questions = field::<Vec<String>>(context, "followup_questions");
        let audit = field::<Audit>(context, "audit");
        let confidence = field::<Confidence>(context, "confidence");
        let known = self.context.get_or_insert_default();
        known.confidence = confidence.or(known.confidence);
        if let Some(thoughts) = &thoughts {
            known.thoughts.clone_from(thoughts);
        }
        if questions.is_some() {
            known.followup_questions.clone_from(&questions);
        }
        if !grounded || points.is_some() && points != known.data_points {
            known.data_points = points.or(known.data_points.take());
            events.push(AnswerEvent::Grounded(Box::new(known.clone())));
        } else {
            events.extend(questions.map(AnswerEvent::FollowUps));
            events.extend(audit.map(AnswerEvent::Audited));
            events.extend(thoughts.map(AnswerEvent::Thoughts));
        }
    }
}

/// The error of a line or a body, if it is one: a sentence, or an object with a `message`. `null` is none.
pub fn read_error(value: &Value) -> Option<ProtocolError> {
    // A key that holds nothing tells of no error.
    let error = value.get("error").filter(|error| !error.is_null())?;
    let message = error
        .as_str()
        .or_else(|| error.get("message").and_then(Value::as_str))
        .unwrap_or(GENERIC_FAILURE);
    let kind = value
        .get("kind")
        .and_then(read)
        .unwrap_or(ErrorKind::Failed);
    Some(ProtocolError::new(kind, message))
}

/// The end of an answer. A reason that is not ours still ends it.
fn finished(line: &Value) -> Option<AnswerEvent> {
    let reason = line.get("finish_reason").filter(|r| r.is_string())?;
    Some(AnswerEvent::Finished {
        reason: read(reason).unwrap_or(FinishReason::Stop),
        model: line.get("model").and_then(read).unwrap_or_default(),
        usage: line.get("usage").and_then(read),
    })
}

/// The data points: an object, or, as older servers have them, a list of texts.
fn data_points(value: Value) -> Option<DataPoints> {
    if value.is_array() {
        let text = read(&value)?;
        return Some(DataPoints {
            text,
            ..DataPoints::default()
        });
    }
    read(&value)
}

/// The steps that can be read; a single text is a step without a title.
fn thoughts(value: Value) -> Vec<Thought> {
    match value {
        Value::String(text) => vec![Thought::new("", text)],
        Value::Array(steps) => steps.iter().filter_map(read).collect(),
        _ => Vec::new(),
    }
}

/// A field that is present, not `null`, and of the right type.
fn field<T: DeserializeOwned>(object: &Map<String, Value>, key: &str) -> Option<T> {
    object.get(key).and_then(read)
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    Option::deserialize(value).ok().flatten()
}
