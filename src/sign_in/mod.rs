//! Sign-in by OpenID Connect: where a browser is sent, who came back, and whose ID token this is.

mod claims;
mod error;
mod http_client;
mod issuer;
mod terms;

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use claims::Claims;
pub use claims::Person;
pub use error::SignInError;
use issuer::{Client, Issuer, Known};
use openidconnect::core::{CoreAuthenticationFlow, CoreIdTokenVerifier};
use openidconnect::{
    AuthorizationCode, ClaimsVerificationError, CsrfToken, IdTokenVerifier, IssuerUrl, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    SignatureVerificationError, TokenResponse as _,
};
use sha2::{Digest as _, Sha256};
pub use terms::Terms;

/// Time by which the clocks of the issuer and of this machine may differ.
const LEEWAY: TimeDelta = TimeDelta::seconds(60);

/// Sign-in at one issuer; clones share what is known of it.
#[derive(Clone, Debug)]
pub struct SignIn(Arc<Issuer>);

/// One attempt to sign in. Its secret stays in the browser; state and nonce are made of it and tell nothing about it.
pub struct Attempt {
    secret: String,
}

impl Attempt {
    /// A fresh attempt.
    pub fn new() -> Self {
        let (_, verifier) = PkceCodeChallenge::new_random_sha256();
        Self { secret: verifier.into_secret() }
    }

    /// The attempt with this secret; `None` if no attempt has one like it.
    pub fn of(secret: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let is_good = secret.len() == 43 && secret.bytes().all(is_plain);
        is_good.then(|| Self { secret: secret.to_owned() })
    }

    /// The secret of the attempt, for its browser alone.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Returns the state, which the issuer sends back so that the attempt is recognised.
    pub fn state(&self) -> String {
        self.derived("state")
    }

    /// Returns the nonce, which the issuer puts into the ID token of this attempt.
    fn nonce(&self) -> String {
        self.derived("nonce")
    }

    fn derived(&self, purpose: &str) -> String {
        format!("{:x}", Sha256::digest(format!("{purpose} {}", self.secret)))
    }

    fn verifier(&self) -> PkceCodeVerifier {
        PkceCodeVerifier::new(self.secret.clone())
    }
}

impl Default for Attempt {
    fn default() -> Self {
        Self::new()
    }
}

impl SignIn {
    /// Sign-in on these terms. Asks the issuer nothing yet.
    ///
    /// # Errors
    ///
    /// Fails if the system has no certificates to trust.
    pub fn new(terms: Terms) -> Result<Self, SignInError> {
        Ok(Self(Arc::new(Issuer::new(terms)?)))
    }

    /// True if an issuer can have this address.
    pub fn is_address(issuer: &str) -> bool {
        let url = IssuerUrl::new(issuer.to_owned());
        url.is_ok_and(|url| matches!(url.url().scheme(), "http" | "https"))
    }

    /// The host of the issuer, as readers know it.
    pub fn host(&self) -> String {
        let url = IssuerUrl::new(self.0.terms.issuer.clone()).ok();
        let host = url.as_ref().and_then(|url| url.url().host_str());
        host.unwrap_or_default().to_owned()
    }

    /// Reads what the issuer says of itself, and reads it again every hour, for ever.
    pub async fn follow(&self) {
        self.0.follow().await;
    }

    /// The address at which the issuer ends its own session, if it has told one.
    pub fn end(&self) -> Option<String> {
        let known = self.0.present()?;
        let end = known.metadata.additional_metadata().end_session_endpoint.as_ref()?;
        let mut end = end.url().clone();
        end.query_pairs_mut().append_pair("client_id", &self.0.terms.client);
        Some(end.into())
    }

    /// The address at the issuer to which the browser of this attempt is sent; it comes back to `redirect`.
    ///
    /// # Errors
    ///
    /// Fails if the issuer is away.
    pub async fn begin(&self, attempt: &Attempt, redirect: &str) -> Result<String, SignInError> {
        let known = self.0.known().await?;
        let client = client(&self.0, &known, redirect)?;
        let (state, nonce) = (attempt.state(), attempt.nonce());
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&attempt.verifier());
        let scopes = self.0.terms.scopes.iter().cloned().map(Scope::new);
        let request = client
            .authorize_url(flow, move || CsrfToken::new(state), move || Nonce::new(nonce))
            .set_pkce_challenge(challenge)
            .add_scopes(scopes);
        Ok(request.url().0.into())
    }

    /// The person whom the issuer has sent back with this code.
    ///
    /// # Errors
    ///
    /// Fails if the issuer is away or refuses the code, or if its ID token is of another attempt or names nobody.
    pub async fn complete(
        &self,
        attempt: &Attempt,
        code: String,
        redirect: &str,
    ) -> Result<Person, SignInError> {
        let known = self.0.known().await?;
        let client = client(&self.0, &known, redirect)?;
        let request = client.exchange_code(AuthorizationCode::new(code))?;
        let request = request.set_pkce_verifier(attempt.verifier());
        let tokens = request.request_async(&self.0.http).await?;
        let token = tokens.id_token().ok_or(SignInError::NoToken)?.to_string();
        let verified = self.verified(&known, &token, Some(attempt.nonce())).await?;
        let mut told = claims::told(&verified);
        // Some issuers tell more than who it is only where they are asked for it.
        let is_all = told.contains_key(&self.0.terms.user_claim)
            && told.contains_key(&self.0.terms.groups_claim);
        if !is_all && known.metadata.userinfo_endpoint().is_some() {
            let access = tokens.access_token().clone();
            let request = client.user_info(access, Some(verified.subject().clone()))?;
            let more: claims::More = request.request_async(&self.0.http).await?;
            told = claims::more(told, &more);
        }
        Person::of(told, &self.0.terms)
    }

    /// The person of an ID token that was issued for this client.
    ///
    /// # Errors
    ///
    /// Fails if the issuer is away and its keys are not known, or if the token is not valid or names nobody.
    pub async fn person(&self, token: &str) -> Result<Person, SignInError> {
        let known = self.0.known().await?;
        let verified = self.verified(&known, token, None).await?;
        Person::of(claims::told(&verified), &self.0.terms)
    }

    /// The claims of an ID token, with the nonce that it must have. A key that is not known may be a new one.
    async fn verified(
        &self,
        known: &Arc<Known>,
        token: &str,
        nonce: Option<String>,
    ) -> Result<Claims, SignInError> {
        use ClaimsVerificationError::SignatureVerification;
        match self.verified_by(known, token, nonce.as_deref()) {
            Err(SignInError::Invalid(SignatureVerification(
                SignatureVerificationError::NoMatchingKey
                | SignatureVerificationError::CryptoError(_),
            ))) => {
                let renewed = self.0.renewed().await?;
                self.verified_by(&renewed, token, nonce.as_deref())
            }
            done => done,
        }
    }

    fn verified_by(
        &self,
        known: &Known,
        token: &str,
        nonce: Option<&str>,
    ) -> Result<Claims, SignInError> {
        let token: claims::Token = token.parse().map_err(|_| SignInError::NoToken)?;
        let verifier = verifier(&self.0, known);
        let is_meant = |sent: Option<&Nonce>| match nonce {
            // The nonce is public once it was used, so its comparison may take a time that tells.
            Some(nonce) if sent.map(|sent| sent.secret().as_str()) != Some(nonce) => {
                Err("it is of another attempt".to_owned())
            }
            _ => Ok(()),
        };
        Ok(token.into_claims(&verifier, is_meant)?)
    }
}

/// The client of the issuer that gets its answers at `redirect`.
fn client(issuer: &Issuer, known: &Known, redirect: &str) -> Result<Client, SignInError> {
    let redirect = RedirectUrl::new(redirect.to_owned()).map_err(|_| SignInError::Address)?;
    Ok(known.client(&issuer.terms).set_redirect_uri(redirect))
}

/// Checks the signature, the issuer, the audience and the times of ID tokens.
fn verifier(issuer: &Issuer, known: &Known) -> CoreIdTokenVerifier<'static> {
    let metadata = &known.metadata;
    let (client, keys) = (issuer.client(), metadata.jwks().clone());
    IdTokenVerifier::new_public_client(client, metadata.issuer().clone(), keys)
        .set_allowed_algs(known.algorithms())
        .set_time_fn(|| Utc::now() - LEEWAY)
        .set_issue_time_verifier_fn(|issued: DateTime<Utc>| {
            let is_past = issued <= Utc::now() + LEEWAY;
            if is_past { Ok(()) } else { Err("it comes from the future".to_owned()) }
        })
}
