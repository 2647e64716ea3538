//! The newest form of the demo: `output_text`, and lines with a `type`.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::{CompleteContext, Context};
use super::parts::{ErrorBody, values};
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent};

/// The form of the demo since April 2026.
///
/// Its requests look exactly like those of [`SessionState`](super::session_state::SessionState). So it only answers
/// clients that name it; the demo's own front end gets it through [`Demo`](super::demo::Demo).
pub struct OutputText;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct OutputTextAnswer {
    output_text: String,
    context: CompleteContext,
    #[schema(required)]
    session_state: Option<Value>,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type")]
pub(super) enum OutputTextLine {
    /// A part of the context. In a front end, a part with data points replaces the context, and any other part adds to
    /// it. Each part has the session, since a front end only keeps the last one.
    #[serde(rename = "response.context")]
    Beside {
        context: Box<Context>,
        #[schema(required)]
        session_state: Option<Value>,
    },
    /// A piece of the text.
    #[serde(rename = "response.output_text.delta")]
    TextDelta { delta: String },
}

impl Dialect for OutputText {
    fn description(&self) -> Description {
        Description::of::<OutputTextAnswer, OutputTextLine, ErrorBody>(
            "The newest form of the demonstration.",
        )
        .with_request::<RequestBody>(example(json!({"session_state": null})))
    }

    fn recognises(&self, _asked: &RawRequest<'_>) -> bool {
        false
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(delta) => Some(OutputTextLine::TextDelta { delta }),
                AnswerEvent::Failed(error) => return vec![OutputText.error(&error)],
                event => Context::complete_part(event).map(|context| OutputTextLine::Beside {
                    context: Box::new(context),
                    session_state: head.session_state.clone(),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(OutputTextAnswer {
            output_text: answer.text.clone(),
            context: answer.context.clone().into(),
            session_state: head.session_state.clone(),
        })
    }
}
