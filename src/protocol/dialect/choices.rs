//! The 2024-01-28 form and its first edition: `choices`, streaming chosen by the body's `stream`.

use serde_json::{Value, json};

use super::body::Body;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{
    Answer, AnswerEvent, ChatRequest, FinishReason, ModelReport, ProtocolError, ResponseContext,
    Thought, TokenUsage,
};

/// The 2024-01-28 form, and that of the edition before it, which differs in its request only: a message
/// may have the role `system`, and single questions go to `/ask`.
///
/// What a content filter reports is passed on where a model has one, and left out where it has none.
pub struct Choices;

/// How an edition writes what stands beside an answer.
pub(super) struct Edition {
    /// All of the context.
    pub(super) context: fn(&ResponseContext) -> Value,
    /// The thoughts by themselves.
    pub(super) thoughts: fn(&[Thought]) -> Value,
}

/// The context as the 2024-01-28 text has it.
const OBJECTS: Edition = Edition {
    context: |context| json!(context),
    thoughts: |thoughts| json!(thoughts),
};

impl Dialect for Choices {
    fn name(&self) -> &'static str {
        "choices"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked
            .body
            .get("stream")
            .is_some_and(|stream| !stream.is_null())
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = Body::read(asked.body)?;
        let delivery = Delivery::streamed(body.stream().unwrap_or_default());
        Ok((body.request(asked)?, delivery))
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/json-lines")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Chunks::new(head, &OBJECTS))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        whole(head, answer, &OBJECTS)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        // Some clients read only `error`, some only the other two, even from a streamed answer's status.
        json!({
            "error": error.message,
            "message": error.message,
            "statusCode": error.status(),
        })
    }
}

/// A whole answer of an edition.
pub(super) fn whole(head: &AnswerHead, answer: &Answer, edition: &Edition) -> Value {
    completion(head, answer, &choice(head, answer, edition))
}

/// The only choice of a whole answer.
fn choice(head: &AnswerHead, answer: &Answer, edition: &Edition) -> Value {
    json!({
        "index": 0,
        "message": {
            "role": "assistant",
            "content": answer.text,
            "function_call": null,
            "tool_calls": null,
        },
        "context": (edition.context)(&answer.context),
        "session_state": head.session_state,
        "finish_reason": answer.finish.unwrap_or(FinishReason::Stop),
    })
}

/// A whole answer around its only choice.
pub(super) fn completion(head: &AnswerHead, answer: &Answer, choice: &Value) -> Value {
    let model = Some(&answer.model).filter(|model| !model.is_empty());
    let mut completion = json!({
        "id": head.id,
        "object": "chat.completion",
        "created": head.created,
        "model": model.unwrap_or(&head.model),
        "system_fingerprint": null,
        "choices": [choice],
        "usage": answer.usage,
    });
    report(&mut completion, &answer.report);
    completion
}

/// Puts what the model's provider tells where the form has it; of a content filter only what is told.
fn report(completion: &mut Value, report: &ModelReport) {
    let mut put = |place, key: &str, results: Option<Value>| {
        let fields = completion.pointer_mut(place).and_then(Value::as_object_mut);
        if let (Some(fields), Some(results)) = (fields, results) {
            fields.insert(key.to_owned(), results);
        }
    };
    let ModelReport {
        system_fingerprint,
        prompt_filter_results,
        content_filter_results,
    } = report.clone();
    put(
        "",
        "system_fingerprint",
        system_fingerprint.map(Value::from),
    );
    put("", "prompt_filter_results", prompt_filter_results);
    put(
        "/choices/0",
        "content_filter_results",
        content_filter_results,
    );
}

/// A chunk around its only choice: some clients do not look whether there is one.
pub(super) fn chunk(head: &AnswerHead, choice: &Value) -> Value {
    json!({
        "id": head.id,
        "object": "chat.completion.chunk",
        "created": head.created,
        "model": head.model,
        "system_fingerprint": null,
        "choices": [choice],
    })
}

/// The chunks of one answer.
pub(super) struct Chunks {
    head: AnswerHead,
    report: ModelReport,
    edition: &'static Edition,
}

impl Chunks {
    /// Starts an answer of an edition.
    pub(super) fn new(head: AnswerHead, edition: &'static Edition) -> Self {
        Self {
            head,
            report: ModelReport::default(),
            edition,
        }
    }

    /// A chunk beside whose text stands a part of the context. Only the first part has `data_points`:
    /// clients take one with them as the beginning of an answer, and add any other to what they have.
    fn context(&self, context: Value) -> Value {
        chunk(
            &self.head,
            &json!({
                "index": 0,
                "delta": {"role": "assistant"},
                "context": context,
                "session_state": self.head.session_state,
                "finish_reason": null,
            }),
        )
    }

    fn delta(&self, text: &str) -> Value {
        chunk(
            &self.head,
            &json!({"index": 0, "delta": {"content": text}, "finish_reason": null}),
        )
    }

    /// The last chunk; what the answer cost and what the provider tells stand in it where the whole
    /// answer has them.
    fn finish(&self, reason: FinishReason, usage: Option<TokenUsage>) -> Value {
        let mut chunk = chunk(
            &self.head,
            &json!({"index": 0, "delta": {}, "finish_reason": reason}),
        );
        if let Some(fields) = chunk.as_object_mut() {
            fields.insert("usage".to_owned(), json!(usage));
        }
        report(&mut chunk, &self.report);
        chunk
    }
}

impl Encoder for Chunks {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        vec![match event {
            AnswerEvent::Grounded(context) => self.context((self.edition.context)(&context)),
            AnswerEvent::Delta(text) => self.delta(&text),
            AnswerEvent::FollowUps(questions) => {
                self.context(json!({"followup_questions": questions}))
            }
            AnswerEvent::Audited(audit) => self.context(json!({"audit": audit})),
            AnswerEvent::Reported(report) => {
                self.report = *report;
                return Vec::new();
            }
            AnswerEvent::Thoughts(thoughts) => {
                self.context(json!({"thoughts": (self.edition.thoughts)(&thoughts)}))
            }
            AnswerEvent::Finished {
                reason,
                model,
                usage,
            } => {
                if !model.is_empty() {
                    self.head.model = model;
                }
                self.finish(reason, usage)
            }
            AnswerEvent::Failed(error) => Choices.error(&error),
        }]
    }
}
