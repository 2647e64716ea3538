//! The issuer's addresses and keys, read again every hour and when a key is new.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken,
    CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AuthType, ClientId, ClientSecret, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IdTokenFields, IssuerUrl, ProviderMetadataWithLogout, StandardErrorResponse,
    StandardTokenResponse,
};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::claims::OtherClaims;
use crate::error::SignInError;
use crate::http_client::HttpClient;
use crate::terms::Terms;

/// Interval at which the issuer is read again. A key that it has withdrawn is accepted for that long.
const INTERVAL: Duration = Duration::from_hours(1);

/// Interval at which an issuer that is away is tried again.
const RETRY_INTERVAL: Duration = Duration::from_mins(1);

/// Minimum time between two readings that tokens with unknown keys cause.
const PAUSE: Duration = Duration::from_secs(10);

/// Minimum time between two readings that visitors cause while the issuer is away.
const AWAY_PAUSE: Duration = Duration::from_secs(1);

/// A client whose tokens have any claims.
pub(crate) type Client = openidconnect::Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<
        IdTokenFields<
            OtherClaims,
            EmptyExtraTokenFields,
            CoreGenderClaim,
            CoreJweContentEncryptionAlgorithm,
            CoreJwsSigningAlgorithm,
        >,
        CoreTokenType,
    >,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The issuer, and what is known of it.
#[derive(Debug)]
pub(crate) struct Issuer {
    pub(crate) terms: Terms,
    pub(crate) http: HttpClient,
    known: RwLock<Option<Arc<Known>>>,
    /// Time of the last reading; locked while it is read.
    tried: Mutex<Option<Instant>>,
}

/// Metadata of the issuer.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) metadata: ProviderMetadataWithLogout,
}

impl Known {
    /// The client of the issuer.
    pub(crate) fn client(&self, terms: &Terms) -> Client {
        let (client, secret) = (ClientId::new(terms.client.clone()), terms.secret.clone());
        let secret = secret.map(ClientSecret::new);
        let client = Client::from_provider_metadata(self.metadata.clone(), client, secret);
        client.set_auth_type(self.way_to_prove())
    }

    /// The way in which the issuer wants the secret: in the header, unless it takes it in the body alone.
    fn way_to_prove(&self) -> AuthType {
        let ways = self.metadata.token_endpoint_auth_methods_supported();
        let in_body = ways.is_some_and(|ways| {
            !ways.contains(&CoreClientAuthMethod::ClientSecretBasic)
                && ways.contains(&CoreClientAuthMethod::ClientSecretPost)
        });
        if in_body { AuthType::RequestBody } else { AuthType::BasicAuth }
    }

    /// The algorithms by which the issuer signs. A secret that is shared, or none, proves nothing.
    pub(crate) fn algorithms(&self) -> Vec<CoreJwsSigningAlgorithm> {
        use CoreJwsSigningAlgorithm as Algorithm;
        let weak =
            [Algorithm::HmacSha256, Algorithm::HmacSha384, Algorithm::HmacSha512, Algorithm::None];
        let all = self.metadata.id_token_signing_alg_values_supported().iter();
        all.filter(|algorithm| !weak.contains(algorithm)).cloned().collect()
    }
}

impl Issuer {
    pub(crate) fn new(terms: Terms) -> Result<Self, SignInError> {
        let http = HttpClient::new()?;
        Ok(Self { terms, http, known: RwLock::default(), tried: Mutex::default() })
    }

    /// Name of this client.
    pub(crate) fn client(&self) -> ClientId {
        ClientId::new(self.terms.client.clone())
    }

    /// Returns the metadata of the issuer; asks it if there is none yet.
    pub(crate) async fn known(&self) -> Result<Arc<Known>, SignInError> {
        match self.present() {
            Some(known) => Ok(known),
            None => self.read(AWAY_PAUSE).await,
        }
    }

    /// Asks the issuer again, unless it was asked a moment ago.
    pub(crate) async fn renewed(&self) -> Result<Arc<Known>, SignInError> {
        self.read(PAUSE).await
    }

    /// Reads the issuer again and again.
    pub(crate) async fn follow(&self) {
        let mut was_away = false;
        loop {
            let read = self.read(Duration::ZERO).await;
            match &read {
                Err(error) if !was_away => {
                    tracing::warn!("nobody can sign in for now, it is tried again: {error}");
                }
                Ok(_) if was_away => tracing::info!("the issuer is back"),
                _ => {}
            }
            was_away = read.is_err();
            tokio::time::sleep(if was_away { RETRY_INTERVAL } else { INTERVAL }).await;
        }
    }

    /// Returns the metadata, if there is any.
    pub(crate) fn present(&self) -> Option<Arc<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the issuer, unless that was tried less than `pause` ago: what was known then still counts.
    async fn read(&self, pause: Duration) -> Result<Arc<Known>, SignInError> {
        let mut tried = self.tried.lock().await;
        if tried.is_some_and(|tried| tried.elapsed() < pause) {
            let moment = || SignInError::Away("it was tried a moment ago".to_owned());
            return self.present().ok_or_else(moment);
        }
        let address = IssuerUrl::new(self.terms.issuer.clone());
        let address = address.map_err(|error| SignInError::Away(error.to_string()))?;
        let metadata = ProviderMetadataWithLogout::discover_async(address, &self.http).await;
        *tried = Some(Instant::now());
        let known = Arc::new(Known { metadata: metadata? });
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&known));
        Ok(known)
    }
}
