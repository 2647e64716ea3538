//! The chat model as the configuration wants it.

use std::sync::Arc;

use crate::config::{ModelConfig, Secret};
use crate::rag::model::ChatModel;
use crate::rag::model::open_ai::{Endpoint, EndpointError, OpenAi, Patience};

/// The chat model; `sees` tells whether it can look at images.
///
/// # Errors
///
/// If its address or key cannot be used.
pub(super) fn model(config: &ModelConfig, sees: bool) -> anyhow::Result<Arc<dyn ChatModel>> {
    let model = OpenAi::new(endpoint(config)?, Patience::default())?;
    Ok(Arc::new(model.seeing(sees)))
}

/// The endpoint of a model.
pub(super) fn endpoint(config: &ModelConfig) -> Result<Endpoint, EndpointError> {
    match config {
        ModelConfig::OpenAi { base_url, key, model } => {
            Endpoint::open_ai(base_url, key.as_ref().map(Secret::reveal), model)
        }
        ModelConfig::Azure { endpoint, deployment, api_version, key } => {
            Endpoint::azure(endpoint, deployment, api_version, key.reveal())
        }
    }
}
