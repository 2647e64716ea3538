//! Errors in words that a client may read; the details go to the log.

use crate::protocol::{ErrorKind, ProtocolError};
use crate::rag::model::ModelError;
use crate::rag::retrieval::RetrieveError;
use crate::rag::store::StoreError;
use crate::text::words::as_sentence;

impl From<RetrieveError> for ProtocolError {
    fn from(error: RetrieveError) -> Self {
        tracing::error!("{error}: {:#}", error.0);
        Self::failed()
    }
}

impl From<StoreError> for ProtocolError {
    fn from(error: StoreError) -> Self {
        RetrieveError::from(error).into()
    }
}

impl From<ModelError> for ProtocolError {
    fn from(error: ModelError) -> Self {
        tracing::warn!("{error}");
        Self::new(ErrorKind::Model, sentence(&error))
    }
}

/// The error as a sentence for the reader.
pub(super) fn sentence(error: &ModelError) -> String {
    as_sentence(&error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_error_keeps_its_detail_to_the_log() {
        let error = RetrieveError(anyhow::anyhow!("/secret/path"));
        assert!(!ProtocolError::from(error).message.contains("secret"));
    }

    #[test]
    fn a_model_error_becomes_a_sentence() {
        let error = ProtocolError::from(ModelError::TooSlow);
        assert_eq!(error.kind, ErrorKind::Model);
        assert_eq!(error.message, "The chat model took too long to answer.");
    }
}
