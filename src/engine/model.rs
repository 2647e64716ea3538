//! The configured chat model, or the one chosen in the page.

use footnote_models::choice::{FILE, ModelChoice};

use crate::config::Config;

/// Returns the configured model, if any, without letting readers choose another.
///
/// # Errors
///
/// Fails if the system's TLS cannot be set up.
pub(super) fn named(config: &Config) -> anyhow::Result<ModelChoice> {
    match config.model.clone() {
        Some(endpoint) => Ok(ModelChoice::named(endpoint, config.terms.clone())?),
        None => Ok(ModelChoice::default()),
    }
}

/// Returns the configured model or, if none is configured, the chosen one.
///
/// # Errors
///
/// Fails if the system's TLS cannot be set up.
pub(super) fn chosen(config: &Config) -> anyhow::Result<ModelChoice> {
    match &config.model {
        Some(_) => named(config),
        None => Ok(ModelChoice::kept_in(config.data.join(FILE), config.terms.clone())),
    }
}
