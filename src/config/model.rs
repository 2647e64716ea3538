//! The chat model that the settings name.

use super::read::{given, url};
use super::settings::Settings;
use crate::rag::model::open_ai::{Endpoint, EndpointError};

/// The chat model of the settings; `None` if answers quote.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<Endpoint> {
    let deployment = given(settings.azure_openai_deployment.clone());
    let resource = given(settings.azure_openai_endpoint.clone());
    let is_needed = resource.is_some() && given(settings.embedding_model.clone()).is_none();
    if deployment.is_none() && is_needed {
        problems
            .push("AZURE_OPENAI_DEPLOYMENT: needed, since AZURE_OPENAI_ENDPOINT is set".to_owned());
    }
    if let Some(deployment) = deployment {
        return azure(settings, &deployment, problems);
    }
    let model = given(settings.openai_model.clone())?;
    let key = given(settings.openai_api_key.clone());
    open_ai(("OPENAI_BASE_URL", &settings.openai_base_url), key.as_deref(), &model, problems)
}

/// A model at the address of a variable.
pub(super) fn open_ai(
    (variable, address): (&str, &str),
    key: Option<&str>,
    model: &str,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
    let address = url(variable, address, problems)?;
    usable(Endpoint::open_ai(address, key, model), problems)
}

/// A deployment of the Azure resource.
pub(super) fn azure(
    settings: &Settings,
    deployment: &str,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
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
    let endpoint = endpoint?;
    let address = url("AZURE_OPENAI_ENDPOINT", &endpoint, problems)?;
    let version = &settings.azure_openai_api_version;
    usable(Endpoint::azure(address, deployment, version, &key?), problems)
}

fn usable(
    endpoint: Result<Endpoint, EndpointError>,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
    endpoint.map_err(|error| problems.push(error.to_string())).ok()
}
