//! Requests of every version of the protocol.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::sampling::{SentSampling, SentSettings};
use super::{RawRequest, body_errors};
use crate::{ChatRequest, Message, Overrides, ProtocolError};

/// A request in any version of the protocol; unknown keys are ignored.
#[derive(Deserialize, ToSchema)]
pub(super) struct RequestBody {
    /// The conversation, oldest first; the last message is the question. All contents together have at most 1 MiB.
    #[schema(min_items = 1)]
    messages: Vec<Message>,
    pub(super) context: Option<RequestContext>,
    /// The client's session state, returned unchanged.
    session_state: Option<Value>,
    /// The same under the name in the 2024-05-29 specification.
    // Not a serde alias: a client may send both spellings, which serde would reject as a duplicate field.
    #[serde(rename = "sessionState")]
    session_state_of_second_edition: Option<Value>,
    /// True to stream, in forms in which the path does not decide.
    stream: Option<bool>,
    /// The question alone, in place of `messages`, as bare chat back ends use it.
    #[serde(rename = "message")]
    #[schema(value_type = Option<String>)]
    _message: Option<Value>,
    #[serde(flatten)]
    text: SentSettings,
}

/// Settings sent with a question.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(super) struct RequestContext {
    #[schema(value_type = Option<SentOverrides>)]
    overrides: Option<Value>,
    /// The approach named by the web component; all questions are answered in the same way.
    #[schema(value_type = Option<String>)]
    pub(super) approach: Option<Value>,
    /// The session to continue, in the form that uses this name.
    #[serde(rename = "sessionId")]
    #[schema(value_type = Option<String>)]
    pub(super) session: Option<Value>,
    /// Ignored: the proxy identifies the reader.
    #[serde(rename = "userId")]
    #[schema(value_type = Option<String>)]
    _user: Option<Value>,
    // Where some clients of the first version put the overrides.
    #[serde(flatten)]
    #[schema(value_type = SentOverrides)]
    beside: Map<String, Value>,
}

/// The overrides, and settings of the model's text beside them.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is described, and read from its value")]
struct SentOverrides {
    #[serde(flatten)]
    overrides: Overrides,
    #[serde(flatten)]
    text: SentSampling,
}

impl RequestBody {
    /// Parses a body.
    ///
    /// # Errors
    ///
    /// Fails with the name of a field that is missing or of the wrong type.
    pub(super) fn read(body: &Value) -> Result<Self, ProtocolError> {
        if !body.is_object() {
            return Err(ProtocolError::refused("the body must be a JSON object"));
        }
        Self::deserialize(body).map_err(|_| body_errors::of_body(body))
    }

    /// Returns true if the body asks for a stream; `None` if it does not say.
    pub(super) fn stream(&self) -> Option<bool> {
        self.stream
    }

    /// Converts to a request independent of the wire form.
    ///
    /// At `/ask` every question stands alone: earlier messages are dropped, and follow-up questions are off unless
    /// requested.
    ///
    /// # Errors
    ///
    /// Fails with the name of an override of the wrong type.
    pub(super) fn request(mut self, raw: &RawRequest<'_>) -> Result<ChatRequest, ProtocolError> {
        let context = self.context.unwrap_or_default();
        let mut settings = context.settings("context", &self.text)?;
        if raw.path == "/ask" {
            let before = self.messages.len().saturating_sub(1);
            self.messages.drain(..before);
            let proposed = &mut settings.overrides.suggest_followup_questions;
            *proposed = proposed.or(Some(false));
        }
        Ok(ChatRequest {
            messages: self.messages,
            session_state: self.session_state.or(self.session_state_of_second_edition),
            ..settings
        })
    }
}

impl RequestContext {
    /// Parses a context.
    ///
    /// # Errors
    ///
    /// Rejects anything but an object.
    pub(super) fn read(context: &Value) -> Result<Self, ProtocolError> {
        Self::deserialize(context).map_err(|_| ProtocolError::refused("context must be an object"))
    }

    /// Returns a context with these overrides.
    pub(super) fn with(overrides: Map<String, Value>) -> Self {
        Self { overrides: Some(overrides.into()), ..Self::default() }
    }

    /// Returns a request with these settings and no messages: those of the `overrides` that the specifications
    /// recommend, or else of the same keys at the top level of the context, which is at `place`; then those of `text`.
    ///
    /// # Errors
    ///
    /// Fails with the name of a setting of the wrong type.
    pub(super) fn settings(
        self,
        place: &str,
        text: &SentSettings,
    ) -> Result<ChatRequest, ProtocolError> {
        let inside = format!("{place}.overrides");
        let (place, sent) = match self.overrides {
            None => (place, self.beside),
            Some(Value::Object(overrides)) => (inside.as_str(), overrides),
            Some(_) => return Err(ProtocolError::refused(format!("{inside} must be an object"))),
        };
        let sent = Value::Object(sent);
        let unread = |_| body_errors::of_overrides(place, &sent);
        let overrides = Overrides::deserialize(&sent).map_err(unread)?;
        let sampling = SentSampling::deserialize(&sent).map_err(unread)?;
        let sampling = sampling.read(&format!("{place}."))?;
        text.complete(ChatRequest { overrides, sampling, ..ChatRequest::default() })
    }
}

/// Returns an example of a request: a question, with the fields of `beside`.
pub(super) fn example(mut beside: Value) -> Value {
    let question = json!([{"role": "user", "content": "How much leave do I get?"}]);
    if let Some(body) = beside.as_object_mut() {
        body.insert("messages".to_owned(), question);
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(mut body: Value) -> ChatRequest {
        body["messages"] = json!([{"role": "user", "content": "x"}]);
        let raw = RawRequest::at("/chat");
        RequestBody::read(&body).unwrap().request(&raw).unwrap()
    }

    #[test]
    fn overrides_stand_in_the_context() {
        let read = request(json!({"context": {"overrides": {"top": 3, "seed": 1}, "top": "bar"}}));
        assert_eq!(read.overrides.top, Some(3));
    }

    #[test]
    fn overrides_may_be_the_context_itself() {
        let read = request(json!({"context": {"top": 3, "temperature": 0.5, "approach": "rrr"}}));
        assert_eq!(read.overrides.top, Some(3));
        assert_eq!(read.overrides.temperature, Some(0.5));
    }

    #[test]
    fn any_number_is_a_top() {
        for (sent, top) in [(json!(2.6), 3), (json!(-4), 0), (json!(1e12), u32::MAX)] {
            let read = request(json!({"context": {"overrides": {"top": sent}}}));
            assert_eq!(read.overrides.top, Some(top));
        }
        let read = request(json!({"context": {"overrides": {"top": null}}}));
        assert_eq!(read.overrides.top, None);
    }

    #[test]
    fn what_is_optional_may_be_null() {
        let read = request(json!({"context": null, "session_state": null, "stream": null}));
        assert_eq!(read.overrides, Overrides::default());
        assert_eq!(read.session_state, None);
        let read = request(json!({"context": {"overrides": null}}));
        assert_eq!(read.overrides, Overrides::default());
    }

    #[test]
    fn either_spelling_of_the_session_state_is_kept() {
        for body in [
            json!({"session_state": [1]}),
            json!({"sessionState": [1]}),
            json!({"session_state": null, "sessionState": [1]}),
            json!({"session_state": [1], "sessionState": [1]}),
        ] {
            assert_eq!(request(body).session_state, Some(json!([1])));
        }
    }

    fn read(body: &Value) -> Result<ChatRequest, ProtocolError> {
        RequestBody::read(body)?.request(&RawRequest::at("/chat"))
    }

    #[test]
    fn a_question_may_stand_alone() {
        for (wanted, proposed) in
            [(json!({}), false), (json!({"suggest_followup_questions": true}), true)]
        {
            let body = json!({
                "messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}],
                "context": {"overrides": wanted},
            });
            let request = RequestBody::read(&body).unwrap().request(&RawRequest::at("/ask"));
            let request = request.unwrap();
            assert_eq!(request.messages, [Message::user("b")]);
            assert_eq!(request.overrides.suggest_followup_questions, Some(proposed));
        }
    }

    #[test]
    fn a_refusal_names_the_field() {
        let message = json!({"role": "user", "content": "x"});
        let wizard = json!({"role": "wizard", "content": "x"});
        let role = r#"messages[1].role must be "user", "assistant" or "system""#;
        let within = |context: Value| json!({"messages": [message], "context": context});
        let mode = r#"must be "text", "vectors" or "hybrid""#;
        let (inside, outside) = (
            format!("context.overrides.retrieval_mode {mode}"),
            format!("context.retrieval_mode {mode}"),
        );
        for (body, expected) in [
            (json!({}), "messages must be a list of messages"),
            (json!({"messages": 7}), "messages must be a list of messages"),
            (json!({"messages": ["x"]}), "messages[0] must be an object"),
            (json!({"messages": [{"role": "user"}]}), "messages[0].content must be a string"),
            (json!({"messages": [message, wizard]}), role),
            (json!({"messages": [message], "stream": "yes"}), "stream must be a boolean"),
            (json!([[message]]), "the body must be a JSON object"),
            (
                json!({"messages": [message], "stream": null, "context": 1}),
                "context must be an object",
            ),
            (within(json!({"overrides": 1})), "context.overrides must be an object"),
            (within(json!({"overrides": {"retrieval_mode": 7}})), &inside),
            (within(json!({"retrieval_mode": "fast"})), &outside),
            (within(json!({"overrides": {"top": "3"}})), "context.overrides.top must be a number"),
        ] {
            let error = read(&body).unwrap_err();
            assert_eq!(error.status(), 400);
            assert_eq!(error.message, expected);
        }
    }
}
