//! Errors of chat models, worded so that a client may read them; details are logged.

use footnote_protocol::{ErrorKind, ProtocolError};
use footnote_text::words::as_sentence;

/// Error of a chat model that did not answer, or stopped in the middle.
///
/// No variant contains text from the provider, since that could hold a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The connection failed.
    #[error("the chat model cannot be reached")]
    Unreachable,
    /// The connection cannot be encrypted, or its certificate is not trusted.
    #[error("the chat model cannot be reached by an encrypted connection")]
    Untrusted,
    /// Timed out waiting for the first or the next token.
    #[error("the chat model took too long to answer")]
    TooSlow,
    /// Too many requests.
    #[error("the chat model received too many requests")]
    RateLimited,
    /// The key is wrong or missing.
    #[error("the chat model rejected the API key")]
    Unauthorised,
    /// The address has no model of this name, or no chat endpoint at all.
    #[error("the chat model was not found at its address")]
    Missing,
    /// Blocked by the provider's content filter.
    #[error("the content filter of the chat model refused the question")]
    Filtered,
    /// The prompt is too long; holds the context size in tokens, if the server stated it.
    #[error("the conversation is too long for the chat model")]
    TooLong(Option<u32>),
    /// An error response, or a response that is not an answer.
    #[error("the chat model answered with an error")]
    Broken,
    /// The connection closed before the answer was complete.
    #[error("the chat model broke off in the middle of the answer")]
    BrokeOff,
}

impl ModelError {
    /// The error as a sentence for readers.
    pub fn sentence(&self) -> String {
        as_sentence(&self.to_string())
    }
}

impl From<ModelError> for ProtocolError {
    fn from(error: ModelError) -> Self {
        tracing::warn!("{error}");
        Self::new(ErrorKind::Model, error.sentence())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_error_becomes_a_sentence() {
        let error = ProtocolError::from(ModelError::TooSlow);
        assert_eq!(error.kind, ErrorKind::Model);
        assert_eq!(error.message, "The chat model took too long to answer.");
    }
}
