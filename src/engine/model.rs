//! The chat model as the configuration wants it.

use std::sync::Arc;

use crate::config::Config;
use crate::rag::model::ChatModel;
use crate::rag::model::open_ai::{OpenAi, Patience};

/// The chat model; `None` if answers quote.
///
/// # Errors
///
/// If the system's TLS cannot be set up.
pub(super) fn model(config: &Config) -> anyhow::Result<Option<Arc<dyn ChatModel>>> {
    let Some(endpoint) = config.model.clone() else {
        return Ok(None);
    };
    Ok(Some(Arc::new(OpenAi::new(endpoint, Patience::default(), config.vision)?)))
}
