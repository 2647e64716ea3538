//! The description of an issuer by itself: its endpoints, its methods, and its keys.

use jsonwebtoken::jwk::Jwk;
use serde::Deserialize;
use serde_json::Value;

use crate::error::SignInError;
use crate::http_client::{HttpClient, Url};

/// An address on the web.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Address(pub(crate) Url);

/// The metadata and keys of an issuer.
#[derive(Debug)]
pub(crate) struct Discovery {
    pub(crate) metadata: Metadata,
    pub(crate) keys: Vec<Jwk>,
}

/// The document by which an issuer describes itself.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    issuer: String,
    pub(crate) authorization_endpoint: Address,
    pub(crate) token_endpoint: Address,
    pub(crate) userinfo_endpoint: Option<Address>,
    pub(crate) end_session_endpoint: Option<Address>,
    jwks_uri: Address,
    pub(crate) id_token_signing_alg_values_supported: Vec<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

/// Keys of any kind; many issuers have some that are not for signatures.
#[derive(Deserialize)]
struct Keys {
    keys: Vec<Value>,
}

impl TryFrom<String> for Address {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let url = Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        url.map(Self).ok_or("not an http or https address")
    }
}

impl Metadata {
    /// True if the issuer takes the secret of a client in the body alone; otherwise it is sent in the header.
    pub(crate) fn wants_secret_in_body(&self) -> bool {
        let ways = self.token_endpoint_auth_methods_supported.as_deref().unwrap_or_default();
        let has = |way: &str| ways.iter().any(|it| it == way);
        has("client_secret_post") && !has("client_secret_basic")
    }
}

impl Discovery {
    /// Reads what the issuer says of itself. Its name must be the one that it is known by, down to the last slash.
    pub(crate) async fn read(issuer: &str, http: &HttpClient) -> Result<Self, SignInError> {
        let away = |why: &str| SignInError::Unreachable(why.to_owned());
        let base = issuer.strip_suffix('/').unwrap_or(issuer);
        let address = Address::try_from(format!("{base}/.well-known/openid-configuration"));
        let metadata: Metadata = http.read(&address.map_err(away)?.0).await?;
        if metadata.issuer != issuer {
            let name = &metadata.issuer;
            return Err(away(&format!("it calls itself {name:?}, and the setting {issuer:?}")));
        }
        let Keys { keys } = http.read(&metadata.jwks_uri.0).await?;
        let keys = keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect();
        Ok(Self { metadata, keys })
    }
}
