//! The configured chat model, and the terms for choosing one if none is configured.

use footnote_models::choice::{ChoiceTerms, LocalServer};
use footnote_models::open_ai::{Endpoint, EndpointError};

use super::people;
use super::read::{non_empty, number, url};
use super::settings::Settings;

/// Allowed context sizes, in tokens.
const CONTEXTS: std::ops::RangeInclusive<u32> = 256..=100_000_000;

/// Returns the configured chat model; `None` if passages are shown.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<Endpoint> {
    let deployment = non_empty(settings.azure_openai_deployment.clone());
    let resource = non_empty(settings.azure_openai_endpoint.clone());
    let others = [&settings.embedding_model, &settings.speech_model, &settings.transcription_model];
    let is_needed =
        resource.is_some() && others.into_iter().cloned().all(|it| non_empty(it).is_none());
    if deployment.is_none() && is_needed {
        problems
            .push("AZURE_OPENAI_DEPLOYMENT: needed, since AZURE_OPENAI_ENDPOINT is set".to_owned());
    }
    if let Some(deployment) = deployment {
        return azure(settings, &deployment, problems);
    }
    let model = non_empty(settings.openai_model.clone())?;
    let key = non_empty(settings.openai_api_key.clone());
    open_ai(("OPENAI_BASE_URL", &settings.openai_base_url), key.as_deref(), &model, problems)
}

/// Returns the terms for choosing a model.
pub(super) fn terms(settings: &Settings, sees: bool, problems: &mut Vec<String>) -> ChoiceTerms {
    let context = non_empty(settings.model_context.clone());
    let context = context.map(|text| number("FOOTNOTE_MODEL_CONTEXT", &text, CONTEXTS, problems));
    ChoiceTerms {
        allowed: people::allowed(settings.operators.clone()),
        sees,
        context,
        servers: LocalServer::DEFAULTS.to_vec(),
    }
}

/// Another model: at a URL and with a key of its own, on the Azure resource, or at the endpoint of the chat model.
pub(super) fn beside_chat(
    settings: &Settings,
    (variable, (own, own_key)): (&str, (Option<String>, Option<String>)),
    model: &str,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
    let own_key = non_empty(own_key);
    if let Some(own) = non_empty(own) {
        // Do not send the key of the other endpoint here.
        return open_ai((variable, &own), own_key.as_deref(), model, problems);
    }
    if non_empty(settings.azure_openai_endpoint.clone()).is_some() {
        return azure(settings, model, problems);
    }
    let key = own_key.or_else(|| non_empty(settings.openai_api_key.clone()));
    open_ai(("OPENAI_BASE_URL", &settings.openai_base_url), key.as_deref(), model, problems)
}

/// A model at the URL of a variable.
fn open_ai(
    (variable, address): (&str, &str),
    key: Option<&str>,
    model: &str,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
    let address = url(variable, address, problems)?;
    usable(Endpoint::open_ai(address, key, model), problems)
}

/// A deployment of an Azure resource.
fn azure(settings: &Settings, deployment: &str, problems: &mut Vec<String>) -> Option<Endpoint> {
    let endpoint = non_empty(settings.azure_openai_endpoint.clone());
    let key = non_empty(settings.azure_openai_api_key.clone());
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
