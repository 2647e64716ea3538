//! The configured chat model, and the terms for choosing one if none is configured.

use std::net::SocketAddr;

use footnote_documents::acl::Allowed;
use footnote_models::choice::{ChoiceTerms, LocalServer};
use footnote_models::open_ai::{Endpoint, EndpointError};

use super::read::{non_empty, number, url};
use super::settings::Settings;
use super::uploads;

/// Allowed context sizes, in tokens.
const CONTEXTS: std::ops::RangeInclusive<u32> = 256..=100_000_000;

/// Returns the configured chat model; `None` if answers are quotations.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<Endpoint> {
    let deployment = non_empty(settings.azure_openai_deployment.clone());
    let resource = non_empty(settings.azure_openai_endpoint.clone());
    let is_needed = resource.is_some() && non_empty(settings.embedding_model.clone()).is_none();
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
pub(super) fn terms(
    settings: &Settings,
    address: SocketAddr,
    sees: bool,
    problems: &mut Vec<String>,
) -> ChoiceTerms {
    let context = non_empty(settings.model_context.clone());
    let context = context.map(|text| number("FOOTNOTE_MODEL_CONTEXT", &text, CONTEXTS, problems));
    let operators = non_empty(settings.operators.clone());
    ChoiceTerms {
        is_default: operators.is_none(),
        allowed: trusted(operators, settings, address),
        sees,
        context,
        servers: LocalServer::DEFAULTS.to_vec(),
    }
}

/// Returns the people that an operators' setting admits. The default is everybody on a loopback address with no sign of
/// a proxy, and nobody otherwise: whoever chooses a model can make this server send passages of the documents to any
/// address.
pub(super) fn trusted(
    non_empty_people: Option<String>,
    settings: &Settings,
    address: SocketAddr,
) -> Allowed {
    let signs =
        [&settings.user_header, &settings.groups_header, &settings.proxies, &settings.hosts];
    let is_passed_on = signs.into_iter().any(|sign| non_empty(sign.clone()).is_some());
    if non_empty_people.is_none() && is_passed_on {
        return Allowed::Nobody;
    }
    uploads::allowed(non_empty_people, address)
}

/// A model at the URL of a variable.
pub(super) fn open_ai(
    (variable, address): (&str, &str),
    key: Option<&str>,
    model: &str,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
    let address = url(variable, address, problems)?;
    usable(Endpoint::open_ai(address, key, model), problems)
}

/// A deployment of an Azure resource.
pub(super) fn azure(
    settings: &Settings,
    deployment: &str,
    problems: &mut Vec<String>,
) -> Option<Endpoint> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_choose_no_model_unless_somebody_says_so() {
        let operators = |settings: &Settings, address: &str| {
            trusted(settings.operators.clone(), settings, address.parse().unwrap())
        };
        let (here, anywhere) = ("127.0.0.1:3000", "0.0.0.0:3000");
        let plain = Settings::default();
        assert_eq!(operators(&plain, here), Allowed::Everybody);
        assert_eq!(operators(&plain, anywhere), Allowed::Nobody);
        let text = |text: &str| Some(text.to_owned());
        for passed_on in [
            Settings { hosts: text("docs.example"), ..Settings::default() },
            Settings { proxies: text("127.0.0.1"), ..Settings::default() },
            Settings { user_header: text("x-user"), ..Settings::default() },
            Settings { groups_header: text("x-groups"), ..Settings::default() },
        ] {
            assert_eq!(operators(&passed_on, here), Allowed::Nobody);
            let named = Settings { operators: text("admins"), ..passed_on };
            let groups = Allowed::Groups(vec!["admins".to_owned()]);
            assert_eq!(operators(&named, here), groups);
        }
    }
}
