//! Responses: `/v1/responses`, step by step.

use serde_json::{Value, json};

use super::{error, response, with};
use crate::protocol::dialect::{AnswerHead, Encoder};
use crate::protocol::{Answer, AnswerEvent, ProtocolError};

/// The steps of one response, numbered from 0.
pub(super) struct Steps {
    head: AnswerHead,
    /// What has been sent so far.
    answer: Answer,
    /// The number of the next step.
    next: u64,
}

impl Steps {
    /// Starts a response.
    pub(super) fn new(head: AnswerHead) -> Self {
        Self {
            head,
            answer: Answer::default(),
            next: 0,
        }
    }

    /// The next step, of type `response.<kind>`.
    fn step(&mut self, kind: &str, fields: Value) -> Value {
        let fields = with(fields, "type", format!("response.{kind}"));
        let fields = with(fields, "sequence_number", self.next);
        self.next += 1;
        fields
    }

    /// A step about the one part of the one message.
    fn part(&mut self, kind: &str, fields: Value) -> Value {
        let fields = with(fields, "item_id", response::item_id(&self.head));
        let fields = with(fields, "output_index", 0);
        self.step(kind, with(fields, "content_index", 0))
    }

    fn begin(&mut self) -> Vec<Value> {
        let whole = response::whole(&self.head, &self.answer);
        let item = json!({
            "id": response::item_id(&self.head),
            "type": "message",
            "status": "in_progress",
            "role": "assistant",
            "content": [],
        });
        vec![
            self.step("created", json!({"response": whole})),
            self.step("in_progress", json!({"response": whole})),
            self.step(
                "output_item.added",
                json!({"output_index": 0, "item": item}),
            ),
            self.part(
                "content_part.added",
                json!({"part": response::part("", &[])}),
            ),
        ]
    }

    fn delta(&mut self, text: &str) -> Value {
        self.part("output_text.delta", json!({"delta": text, "logprobs": []}))
    }

    fn finish(&mut self) -> Vec<Value> {
        let text = self.answer.text.clone();
        let annotations = response::annotations(&self.head, &self.answer);
        let mut steps = Vec::new();
        for (at, annotation) in annotations.iter().enumerate() {
            let fields = json!({"annotation_index": at, "annotation": annotation});
            steps.push(self.part("output_text.annotation.added", fields));
        }
        steps.push(self.part("output_text.done", json!({"text": text, "logprobs": []})));
        let part = response::part(&text, &annotations);
        steps.push(self.part("content_part.done", json!({"part": part})));
        let item = response::item(&self.head, &self.answer);
        steps.push(self.step("output_item.done", json!({"output_index": 0, "item": item})));
        let whole = response::whole(&self.head, &self.answer);
        steps.push(self.step(response::status(&self.answer), json!({"response": whole})));
        steps
    }

    /// The end of what broke off; nothing can fail as a response that has not begun.
    fn fail(&mut self, error: &ProtocolError) -> Value {
        if self.next > 0 {
            let whole = response::whole(&self.head, &self.answer);
            return self.step("failed", json!({"response": whole}));
        }
        json!({
            "type": "error",
            "code": error::code(error.kind),
            "message": error.message,
            "param": null,
            "sequence_number": 0,
        })
    }
}

impl Encoder for Steps {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        match event {
            AnswerEvent::Grounded(_) => self.begin(),
            AnswerEvent::Delta(text) => vec![self.delta(&text)],
            // Both stand in the context of the whole response.
            AnswerEvent::FollowUps(_)
            | AnswerEvent::Audited(_)
            | AnswerEvent::Reported(_)
            | AnswerEvent::Thoughts(_) => Vec::new(),
            AnswerEvent::Finished { .. } => self.finish(),
            AnswerEvent::Failed(error) => vec![self.fail(&error)],
        }
    }
}
