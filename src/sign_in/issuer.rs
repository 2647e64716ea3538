//! The issuer's addresses and keys, read again every hour and when a key is new.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::client_config::ClientConfig;
use crate::discovery::Discovery;
use crate::error::SignInError;
use crate::http_client::HttpClient;

/// Interval at which the issuer is read again. A key that it has withdrawn is accepted for that long.
const INTERVAL: Duration = Duration::from_hours(1);

/// Interval at which an issuer that is away is tried again.
const RETRY_INTERVAL: Duration = Duration::from_mins(1);

/// Minimum time between two readings that tokens with unknown keys cause.
const PAUSE: Duration = Duration::from_secs(10);

/// Minimum time between two readings that visitors cause while the issuer is away.
const AWAY_PAUSE: Duration = Duration::from_secs(1);

/// The issuer, and what is known of it.
#[derive(Debug)]
pub(crate) struct Issuer {
    pub(crate) config: ClientConfig,
    pub(crate) http: HttpClient,
    discovery: RwLock<Option<Arc<Discovery>>>,
    /// Time of the last reading; locked while it is read.
    tried: Mutex<Option<Instant>>,
}

impl Issuer {
    pub(crate) fn new(config: ClientConfig) -> Result<Self, SignInError> {
        let http = HttpClient::new()?;
        Ok(Self { config, http, discovery: RwLock::default(), tried: Mutex::default() })
    }

    /// Returns what the issuer says of itself; asks it if that is not known yet.
    pub(crate) async fn discovery(&self) -> Result<Arc<Discovery>, SignInError> {
        match self.cached() {
            Some(discovery) => Ok(discovery),
            None => self.read(AWAY_PAUSE).await,
        }
    }

    /// Asks the issuer again, unless it was asked a moment ago.
    pub(crate) async fn refresh(&self) -> Result<Arc<Discovery>, SignInError> {
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

    /// Returns what the issuer said of itself last, if it has.
    pub(crate) fn cached(&self) -> Option<Arc<Discovery>> {
        self.discovery.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the issuer, unless that was tried less than `pause` ago: what was known then still counts.
    async fn read(&self, pause: Duration) -> Result<Arc<Discovery>, SignInError> {
        let mut tried = self.tried.lock().await;
        if tried.is_some_and(|tried| tried.elapsed() < pause) {
            let moment = || SignInError::Unreachable("it was tried a moment ago".to_owned());
            return self.cached().ok_or_else(moment);
        }
        let discovery = Discovery::read(&self.config.issuer, &self.http).await;
        *tried = Some(Instant::now());
        let discovery = Arc::new(discovery?);
        *self.discovery.write().unwrap_or_else(PoisonError::into_inner) =
            Some(Arc::clone(&discovery));
        Ok(discovery)
    }
}
