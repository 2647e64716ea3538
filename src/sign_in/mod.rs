//! Sign-in by OpenID Connect: where a browser is sent, who came back, and whose ID token this is.

mod attempt;
mod claims;
mod client_config;
mod code;
mod discovery;
mod error;
mod http_client;
mod issuer;
mod token;

use std::sync::Arc;

pub use attempt::Attempt;
pub use claims::Person;
use claims::{Claims, EMAIL, VERIFIED};
pub use client_config::ClientConfig;
use discovery::{Address, Discovery};
pub use error::{SignInError, TokenError};
use http_client::Url;
use issuer::Issuer;

/// Sign-in at one issuer; clones share what is known of it.
#[derive(Clone, Debug)]
pub struct SignIn(Arc<Issuer>);

impl SignIn {
    /// Creates the sign-in of this client. Asks the issuer nothing yet.
    ///
    /// # Errors
    ///
    /// Fails if the system has no certificates to trust.
    pub fn new(config: ClientConfig) -> Result<Self, SignInError> {
        Ok(Self(Arc::new(Issuer::new(config)?)))
    }

    /// True if an issuer can have this address.
    pub fn is_address(issuer: &str) -> bool {
        Address::try_from(issuer.to_owned()).is_ok()
    }

    /// The host of the issuer, as readers know it.
    pub fn host(&self) -> String {
        let url = Url::parse(&self.0.config.issuer).ok();
        let host = url.as_ref().and_then(Url::host_str);
        host.unwrap_or_default().to_owned()
    }

    /// Reads what the issuer says of itself, and reads it again every hour, for ever.
    pub async fn follow(&self) {
        self.0.follow().await;
    }

    /// The address at which the issuer ends its own session, if it has told one.
    pub fn end(&self) -> Option<String> {
        let discovery = self.0.cached()?;
        let mut end = discovery.metadata.end_session_endpoint.as_ref()?.0.clone();
        end.query_pairs_mut().append_pair("client_id", &self.0.config.client);
        Some(end.into())
    }

    /// The address at the issuer to which the browser of this attempt is sent; it comes back to `redirect`.
    ///
    /// # Errors
    ///
    /// Fails if the issuer is away.
    pub async fn begin(&self, attempt: &Attempt, redirect: &str) -> Result<String, SignInError> {
        let discovery = self.0.discovery().await?;
        let redirect = own_address(redirect)?;
        Ok(code::address(&discovery, &self.0.config, attempt, redirect).into())
    }

    /// The person whom the issuer has sent back with this code.
    ///
    /// # Errors
    ///
    /// Fails if the issuer is away or refuses the code, or if its ID token is of another attempt or names nobody.
    pub async fn complete(
        &self,
        attempt: &Attempt,
        code: &str,
        redirect: &str,
    ) -> Result<Person, SignInError> {
        let Issuer { config, http, .. } = &*self.0;
        let discovery = self.0.discovery().await?;
        let sent = (attempt, code, own_address(redirect)?);
        let tokens = code::exchange(&discovery, config, http, sent).await?;
        let token = tokens.id_token.as_ref().ok_or(SignInError::NoToken)?;
        let mut claims = self.verified(&discovery, token, Some(&attempt.nonce())).await?;
        // Some issuers tell more than who it is only where they are asked for it.
        let has = |name: &str| claims.get(name).is_some_and(|claim| !claim.is_null());
        let lacks_proof = config.user_claim == EMAIL && !has(VERIFIED);
        if !has(&config.user_claim) || !has(&config.groups_claim) || lacks_proof {
            claims = code::more_claims(&discovery, config, http, (&tokens, claims)).await?;
        }
        Person::of(&claims, config)
    }

    /// The person of an ID token that was issued for this client.
    ///
    /// # Errors
    ///
    /// Fails if the issuer is away and its keys are not known, or if the token is not valid or names nobody.
    pub async fn person(&self, token: &str) -> Result<Person, SignInError> {
        let discovery = self.0.discovery().await?;
        let claims = self.verified(&discovery, token, None).await?;
        Person::of(&claims, &self.0.config)
    }

    /// The claims of an ID token, with the nonce that it must have. A key that is not known may be a new one.
    async fn verified(
        &self,
        discovery: &Arc<Discovery>,
        token: &str,
        nonce: Option<&str>,
    ) -> Result<Claims, SignInError> {
        let config = &self.0.config;
        match token::id_claims(token, discovery, config, nonce) {
            Err(TokenError::Key | TokenError::Signature) => {
                let refreshed = self.0.refresh().await?;
                Ok(token::id_claims(token, &refreshed, config, nonce)?)
            }
            done => Ok(done?),
        }
    }
}

/// The address of this server at which the issuer sends browsers back.
fn own_address(redirect: &str) -> Result<&str, SignInError> {
    Url::parse(redirect).map(|_| redirect).map_err(|_| SignInError::Address)
}
