//! Endpoint of a model: OpenAI or a compatible server, or a deployment on Azure.

use std::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

/// Endpoint of a model. Its key is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    url: Url,
    model: String,
    key: Option<(HeaderName, HeaderValue)>,
}

/// Error of an invalid endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// Not a URL.
    #[error("the address of the chat model is not a URL")]
    Address,
    /// The key has characters that are not allowed in a header.
    #[error("the key of the chat model holds characters that cannot be sent")]
    Key,
}

impl Endpoint {
    /// The endpoint below `base_url`, which ends with the API version, such as `http://localhost:11434/v1`.
    ///
    /// # Errors
    ///
    /// Fails if the address or the key is invalid.
    pub fn open_ai(base_url: &str, key: Option<&str>, model: &str) -> Result<Self, EndpointError> {
        let url = format!("{}/chat/completions", base_url.trim_end_matches('/'));
        let key = key.map(|key| secret(&format!("Bearer {key}")));
        Ok(Self {
            url: Url::parse(&url).map_err(|_| EndpointError::Address)?,
            model: model.to_owned(),
            key: key.transpose()?.map(|key| (AUTHORIZATION, key)),
        })
    }

    /// A deployment of an Azure resource, such as `https://name.openai.azure.com`.
    ///
    /// # Errors
    ///
    /// Fails if the address or the key is invalid.
    pub fn azure(
        endpoint: &str,
        deployment: &str,
        api_version: &str,
        key: &str,
    ) -> Result<Self, EndpointError> {
        let url = format!(
            "{}/openai/deployments/{}/chat/completions?api-version={}",
            endpoint.trim_end_matches('/'),
            utf8_percent_encode(deployment, NON_ALPHANUMERIC),
            utf8_percent_encode(api_version, NON_ALPHANUMERIC),
        );
        Ok(Self {
            url: Url::parse(&url).map_err(|_| EndpointError::Address)?,
            model: deployment.to_owned(),
            key: Some((HeaderName::from_static("api-key"), secret(key)?)),
        })
    }

    /// Name of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Base URL of its API without credentials, which may be shown.
    pub fn address(&self) -> String {
        let mut url = self.above();
        url.set_query(None);
        // Fails only for URLs that cannot have credentials.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    /// URL of the list of models.
    pub(super) fn list_url(&self) -> Url {
        let mut url = self.above();
        if let Ok(mut path) = url.path_segments_mut() {
            path.push("models");
        }
        url
    }

    /// URL of another path on the same server.
    pub(super) fn beside(&self, path: &str) -> Url {
        let mut url = self.url();
        url.set_path(path);
        url.set_query(None);
        url
    }

    /// The URL without `chat/completions`.
    fn above(&self) -> Url {
        let mut url = self.url();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop().pop();
        }
        url
    }

    /// The endpoint at another path of the same API, such as `embeddings`.
    pub(super) fn at(mut self, place: &[&str]) -> Self {
        if let Ok(mut path) = self.url.path_segments_mut() {
            // In place of `chat/completions`.
            path.pop().pop().extend(place);
        }
        self
    }

    pub(super) fn url(&self) -> Url {
        self.url.clone()
    }

    pub(super) fn key(&self) -> Option<&(HeaderName, HeaderValue)> {
        self.key.as_ref()
    }

    /// The port.
    pub fn port(&self) -> Option<u16> {
        self.url.port_or_known_default()
    }

    /// True if the model runs on this machine, where no proxy is needed.
    pub fn is_local(&self) -> bool {
        let host = self.url.host_str().unwrap_or_default();
        let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("model", &self.model).finish_non_exhaustive()
    }
}

fn secret(value: &str) -> Result<HeaderValue, EndpointError> {
    let mut value = HeaderValue::from_str(value).map_err(|_| EndpointError::Key)?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_azure_deployment_is_part_of_the_path() {
        let endpoint = Endpoint::azure("https://x.example/", "my gpt", "2024-10-21", "k").unwrap();
        assert_eq!(
            endpoint.url().as_str(),
            "https://x.example/openai/deployments/my%20gpt/chat/completions?api-version=2024%2D10%2D21"
        );
        assert_eq!(endpoint.key().unwrap().0, "api-key");
    }

    #[test]
    fn embeddings_are_beside_the_chat() {
        let open_ai = Endpoint::open_ai("http://x.example/v1/", None, "m").unwrap();
        let url = open_ai.at(&["embeddings"]).url();
        assert_eq!(url.as_str(), "http://x.example/v1/embeddings");
        let azure = Endpoint::azure("https://x.example/", "d", "2024", "k").unwrap();
        assert_eq!(
            azure.at(&["embeddings"]).url().as_str(),
            "https://x.example/openai/deployments/d/embeddings?api-version=2024"
        );
    }

    #[test]
    fn an_address_is_shown_without_a_password() {
        let endpoint = Endpoint::open_ai("http://me:hush@x.example:1/v1/", Some("hush"), "m");
        let endpoint = endpoint.unwrap();
        assert_eq!(endpoint.address(), "http://x.example:1/v1");
        assert_eq!(endpoint.beside("/props").path(), "/props");
        assert_eq!(endpoint.list_url().path(), "/v1/models");
        let azure = Endpoint::azure("https://x.example/", "d", "2024", "k").unwrap();
        assert_eq!(azure.address(), "https://x.example/openai/deployments/d");
    }

    #[test]
    fn a_key_never_prints() {
        let endpoint = Endpoint::open_ai("http://x.example/v1", Some("hush"), "m").unwrap();
        assert!(!format!("{endpoint:?} {:?}", endpoint.key()).contains("hush"));
    }

    #[test]
    fn a_key_with_a_newline_is_refused() {
        assert!(Endpoint::open_ai("http://x.example", Some("a\nb"), "m").is_err());
    }

    #[test]
    fn this_machine_is_told_from_others() {
        let local = |url| Endpoint::open_ai(url, None, "m").unwrap().is_local();
        assert!(local("http://localhost:1/v1") && local("http://[::1]:1/v1"));
        assert!(!local("https://api.example/v1"));
    }
}
