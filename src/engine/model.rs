//! The chat model as the configuration wants it, or as it was chosen.

use footnote_models::choice::{FILE, ModelChoice};

use crate::config::Config;

/// The model that the settings name, without another choice; or none.
///
/// # Errors
///
/// If the system's TLS cannot be set up.
pub(super) fn named(config: &Config) -> anyhow::Result<ModelChoice> {
    match config.model.clone() {
        Some(endpoint) => Ok(ModelChoice::named(endpoint, config.terms.clone())?),
        None => Ok(ModelChoice::default()),
    }
}

/// The model that the settings name; where they name none, the one that was chosen, if any was.
///
/// # Errors
///
/// If the system's TLS cannot be set up.
pub(super) fn chosen(config: &Config) -> anyhow::Result<ModelChoice> {
    match &config.model {
        Some(_) => named(config),
        None => Ok(ModelChoice::kept_in(config.data.join(FILE), config.terms.clone())),
    }
}
