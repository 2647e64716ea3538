//! Errors of chat models, in words that a client may read; the details go to the log.

use footnote_protocol::{ErrorKind, ProtocolError};
use footnote_text::words::as_sentence;

/// The error of a chat model that did not answer, or broke off.
///
/// No variant carries text of the provider that could hold a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// No connection, or it broke.
    #[error("the chat model cannot be reached")]
    Unreachable,
    /// The connection cannot be encrypted, or its certificate is not trusted.
    #[error("the chat model cannot be reached by an encrypted connection")]
    Untrusted,
    /// It took too long to say its first or its next word.
    #[error("the chat model took too long to answer")]
    TooSlow,
    /// It is asked too often.
    #[error("the chat model received too many requests")]
    RateLimited,
    /// The key is wrong, or missing.
    #[error("the chat model rejected the API key")]
    Unauthorised,
    /// There is no model of this name, or no chat at all, at its address.
    #[error("the chat model was not found at its address")]
    Missing,
    /// Its content filter refused the question.
    #[error("the content filter of the chat model refused the question")]
    Filtered,
    /// The prompt is too long for it; the tokens that it takes, if it said so.
    #[error("the conversation is too long for the chat model")]
    TooLong(Option<u32>),
    /// It answered with an error or with something that is no answer.
    #[error("the chat model answered with an error")]
    Broken,
    /// The connection ended before the answer did.
    #[error("the chat model broke off in the middle of the answer")]
    BrokeOff,
}

impl ModelError {
    /// The error as a sentence for the reader.
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
