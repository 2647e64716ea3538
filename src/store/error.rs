//! Errors of retrieval, in words that a client may read; details are logged.

use std::error::Error;

use footnote_protocol::{ErrorKind, ProtocolError};

use crate::StoreError;

/// Retrieval failed because the index could not be read.
#[derive(Debug, thiserror::Error)]
#[error("reading the index")]
pub struct RetrieveError(#[source] pub anyhow::Error);

impl From<StoreError> for RetrieveError {
    fn from(error: StoreError) -> Self {
        Self(error.into())
    }
}

/// The message while the database is unavailable.
const AWAY: &str =
    "The documents cannot be reached at the moment. Please try again in a few seconds.";

impl From<RetrieveError> for ProtocolError {
    fn from(error: RetrieveError) -> Self {
        tracing::error!("{error}: {:#}", error.0);
        let is_away = |error: &(dyn Error + 'static)| {
            matches!(error.downcast_ref(), Some(StoreError::Unreachable(_) | StoreError::Unready))
        };
        if error.0.chain().any(is_away) {
            return Self::new(ErrorKind::Unavailable, AWAY);
        }
        Self::failed()
    }
}

impl From<StoreError> for ProtocolError {
    fn from(error: StoreError) -> Self {
        RetrieveError::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_error_keeps_its_detail_to_the_log() {
        let error = RetrieveError(anyhow::anyhow!("/secret/path"));
        assert!(!ProtocolError::from(error).message.contains("secret"));
    }
}
