//! Chat completions: `/v1/chat/completions`.

use serde_json::{Value, json};

use super::{citations, error, reading, usage, with};
use crate::protocol::dialect::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, FinishReason, ProtocolError, TokenUsage};

/// Chat completions, and the errors of every path under `/v1`.
///
/// Token use is estimated where no model reports it.
pub struct ChatCompletions;

impl Dialect for ChatCompletions {
    fn name(&self) -> &'static str {
        "openai_chat"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.path == "/v1" || asked.path.starts_with("/v1/")
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = reading::object(asked.body)?;
        let Some(Value::Array(list)) = body.get("messages") else {
            return Err(ProtocolError::refused("messages must be a list"));
        };
        if body.get("n").is_some_and(|n| !n.is_null() && n != 1) {
            return Err(ProtocolError::refused("n must be 1"));
        }
        reading::text_only("response_format", body.get("response_format"))?;
        let messages = reading::messages("messages", list)?;
        Ok((reading::request(body, messages)?, reading::delivery(body)?))
    }

    /// Whether the stream is to end with what the answer cost.
    fn echo(&self, asked: &Asked<'_>) -> Value {
        let options = asked.body.get("stream_options");
        let wanted = options.and_then(|options| options.get("include_usage"));
        Value::Bool(wanted == Some(&Value::Bool(true)))
    }

    fn framing(&self) -> Framing {
        Framing::Events {
            named: false,
            done: true,
        }
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Chunks {
            head,
            answer: Answer::default(),
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let model = Some(&answer.model).filter(|model| !model.is_empty());
        let message = json!({
            "role": "assistant",
            "content": answer.text,
            "refusal": null,
            "annotations": annotations(head, answer),
        });
        json!({
            "id": id(head),
            "object": "chat.completion",
            "created": head.created,
            "model": model.unwrap_or(&head.model),
            "system_fingerprint": null,
            "choices": [{
                "index": 0,
                "message": message,
                "logprobs": null,
                "finish_reason": answer.finish.unwrap_or(FinishReason::Stop),
            }],
            "context": answer.context,
            "usage": cost(usage::of(head, answer)),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        error::body(error)
    }
}

fn id(head: &AnswerHead) -> String {
    format!("chatcmpl-{}", head.id)
}

fn annotations(head: &AnswerHead, answer: &Answer) -> Vec<Value> {
    citations::cited(answer)
        .iter()
        .map(|cited| json!({"type": "url_citation", "url_citation": cited.url(&head.origin)}))
        .collect()
}

fn cost(usage: TokenUsage) -> Value {
    json!({
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.total_tokens,
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens.unwrap_or(0)},
    })
}

/// The chunks of one answer.
struct Chunks {
    head: AnswerHead,
    /// What has been sent so far.
    answer: Answer,
}

impl Chunks {
    fn chunk(&self, choices: &Value) -> Value {
        let chunk = json!({
            "id": id(&self.head),
            "object": "chat.completion.chunk",
            "created": self.head.created,
            "model": self.head.model,
            "system_fingerprint": null,
            "choices": choices,
        });
        if self.head.echo == true {
            return with(chunk, "usage", Value::Null);
        }
        chunk
    }

    fn delta(&self, delta: &Value, finish: Option<FinishReason>) -> Value {
        self.chunk(&json!([{
            "index": 0,
            "delta": delta,
            "logprobs": null,
            "finish_reason": finish,
        }]))
    }

    fn context(&self, delta: &Value, context: Value) -> Value {
        with(self.delta(delta, None), "context", context)
    }

    /// The last chunks: the citations, the end of the text, and what it cost.
    fn finish(&mut self, reason: FinishReason) -> Vec<Value> {
        if !self.answer.model.is_empty() {
            self.head.model.clone_from(&self.answer.model);
        }
        let annotations = annotations(&self.head, &self.answer);
        let mut chunks = Vec::new();
        if !annotations.is_empty() {
            chunks.push(self.delta(&json!({"annotations": annotations}), None));
        }
        chunks.push(self.delta(&json!({}), Some(reason)));
        if self.head.echo == true {
            let usage = cost(usage::of(&self.head, &self.answer));
            chunks.push(with(self.chunk(&json!([])), "usage", usage));
        }
        chunks
    }
}

impl Encoder for Chunks {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        match event {
            AnswerEvent::Grounded(context) => {
                let delta = json!({"role": "assistant", "content": ""});
                vec![self.context(&delta, json!(context))]
            }
            AnswerEvent::Delta(text) => vec![self.delta(&json!({"content": text}), None)],
            AnswerEvent::FollowUps(questions) => {
                vec![self.context(&json!({}), json!({"followup_questions": questions}))]
            }
            AnswerEvent::Audited(audit) => {
                vec![self.context(&json!({}), json!({"audit": audit}))]
            }
            AnswerEvent::Reported(_) => Vec::new(),
            AnswerEvent::Thoughts(thoughts) => {
                vec![self.context(&json!({}), json!({"thoughts": thoughts}))]
            }
            AnswerEvent::Finished { reason, .. } => self.finish(reason),
            AnswerEvent::Failed(error) => vec![error::body(&error)],
        }
    }
}
