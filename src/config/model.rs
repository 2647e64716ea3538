//! The chat model that the settings name.

use std::fmt;

use super::read::{given, url};
use super::settings::Settings;

/// A secret, which never prints.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub(super) String);

impl Secret {
    /// The secret itself, for the header that carries it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The chat model that writes the answers.
#[derive(Clone, PartialEq, Eq)]
pub enum ModelConfig {
    /// Any OpenAI-compatible endpoint.
    OpenAi {
        /// Its address, up to and including the version.
        base_url: String,
        /// Its key, if it asks for one.
        key: Option<Secret>,
        /// The model's name.
        model: String,
    },
    /// A deployment of an Azure resource.
    Azure {
        /// The resource's address.
        endpoint: String,
        /// The deployment's name.
        deployment: String,
        /// The version of the interface.
        api_version: String,
        /// Its key.
        key: Secret,
    },
}

/// An address may hold a password, so only the model's name prints.
impl fmt::Debug for ModelConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = match self {
            Self::OpenAi { model, .. } => ("OpenAi", model),
            Self::Azure { deployment, .. } => ("Azure", deployment),
        };
        f.debug_tuple(kind).field(name).finish()
    }
}

/// The chat model of the settings; `None` if answers quote.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<ModelConfig> {
    let deployment = given(settings.azure_openai_deployment.clone());
    let resource = given(settings.azure_openai_endpoint.clone());
    let is_needed = resource.is_some() && given(settings.embedding_model.clone()).is_none();
    if deployment.is_none() && is_needed {
        problems
            .push("AZURE_OPENAI_DEPLOYMENT: needed, since AZURE_OPENAI_ENDPOINT is set".to_owned());
    }
    if let Some(deployment) = deployment {
        return azure(settings, deployment, problems);
    }
    let model = given(settings.openai_model.clone())?;
    Some(ModelConfig::OpenAi {
        base_url: url("OPENAI_BASE_URL", &settings.openai_base_url, problems),
        key: given(settings.openai_api_key.clone()).map(Secret),
        model,
    })
}

/// A deployment of the Azure resource.
pub(super) fn azure(
    settings: &Settings,
    deployment: String,
    problems: &mut Vec<String>,
) -> Option<ModelConfig> {
    let endpoint = given(settings.azure_openai_endpoint.clone());
    let key = given(settings.azure_openai_api_key.clone());
    for (variable, missing) in
        [("AZURE_OPENAI_ENDPOINT", endpoint.is_none()), ("AZURE_OPENAI_API_KEY", key.is_none())]
    {
        if missing {
            problems
                .push(format!("{variable}: needed, since a deployment of the resource is named"));
        }
    }
    let endpoint = url("AZURE_OPENAI_ENDPOINT", &endpoint?, problems);
    Some(ModelConfig::Azure {
        endpoint,
        deployment,
        api_version: settings.azure_openai_api_version.clone(),
        key: Secret(key?),
    })
}
