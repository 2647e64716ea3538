//! The first front ends with `choices`: their thoughts are one text, and their data points a list.

use serde::Serialize;
use serde_json::{Value, json};

use super::choices::{self, Choices, Chunks, Edition};
use super::html;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{Answer, ChatRequest, ProtocolError, ResponseContext};

/// An override that each of these front ends sends, and nobody but the demonstration's.
const SENT: &str = "use_oid_security_filter";

/// What the front ends after them send beside it.
const SENT_LATER: [&str; 5] = [
    "vector_fields",
    "use_gpt4v",
    "gpt4v_input",
    "search_text_embeddings",
    "send_text_sources",
];

/// The form of the demonstration from October to December 2023.
///
/// It differs from [`Choices`] in the context alone: the front end sets the thoughts into its page as
/// HTML, and shows the data points as they are.
pub struct ChoicesText;

const TEXT: Edition = Edition {
    context: |context| json!(Context::of(context)),
    thoughts: |thoughts| json!(html::thoughts(thoughts)),
};

/// The context of an answer, in which nothing is left out: an empty list switches a tab off, nothing
/// at all breaks the page.
#[derive(Serialize)]
struct Context<'a> {
    data_points: &'a [String],
    thoughts: String,
    followup_questions: Option<&'a [String]>,
}

impl<'a> Context<'a> {
    fn of(context: &'a ResponseContext) -> Self {
        let points = context.data_points.as_ref();
        Self {
            data_points: points.map_or(&[], |points| points.text.as_slice()),
            thoughts: html::thoughts(&context.thoughts),
            followup_questions: context.followup_questions.as_deref(),
        }
    }
}

impl Dialect for ChoicesText {
    fn name(&self) -> &'static str {
        "choices_text"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        let overrides = asked.body.pointer("/context/overrides");
        let sends = |key: &str| overrides.is_some_and(|sent| sent.get(key).is_some());
        Choices.recognises(asked) && sends(SENT) && !SENT_LATER.into_iter().any(sends)
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        Choices.parse(asked)
    }

    fn framing(&self) -> Framing {
        Choices.framing()
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Chunks::new(head, &TEXT))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        choices::whole(head, answer, &TEXT)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        Choices.error(error)
    }
}
