//! The HTTP client by which the issuer is asked: briefly, without redirects, and for small answers.

use std::time::Duration;

pub(crate) use reqwest::Url;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time limit for a whole answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of an answer, in bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// The HTTP client.
#[derive(Debug)]
pub(crate) struct HttpClient(Client);

/// An answer of the issuer.
pub(crate) struct Answer {
    address: Url,
    status: StatusCode,
    content_type: String,
    body: Vec<u8>,
}

/// Why there is no answer. No error has a part of an answer in it, since answers are secret.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The connection failed.
    #[error("{}", told(.0))]
    Connection(reqwest::Error),
    /// The answer is too large.
    #[error("its answer is larger than 1 MiB")]
    TooLarge,
    /// The answer is an error.
    #[error("status {0} at {1}")]
    Status(StatusCode, Url),
    /// The answer is none of an issuer.
    #[error("the answer at {0} is not what OpenID Connect wants there")]
    Strange(Url),
}

impl From<reqwest::Error> for HttpError {
    fn from(error: reqwest::Error) -> Self {
        Self::Connection(error.without_url())
    }
}

/// An error with its causes. Its address, which may have secrets in it, was removed.
fn told(error: &reqwest::Error) -> String {
    let first: &dyn std::error::Error = error;
    let causes = std::iter::successors(Some(first), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl HttpClient {
    /// A client for any issuer.
    ///
    /// # Errors
    ///
    /// Fails if the system has no certificates to trust.
    pub(crate) fn new() -> Result<Self, HttpError> {
        // Has no effect after the first call.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .redirect(Policy::none())
            .user_agent(concat!("footnote/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self(client))
    }

    /// A request to read what is at this address.
    pub(crate) fn get(&self, address: &Url) -> RequestBuilder {
        self.0.get(address.clone())
    }

    /// A request that sends a form to this address.
    pub(crate) fn post(&self, address: &Url, fields: &[(&str, &str)]) -> RequestBuilder {
        let mut form = form_urlencoded::Serializer::new(String::new());
        let form = form.extend_pairs(fields).finish();
        let request = self.0.post(address.clone()).body(form);
        request.header(CONTENT_TYPE, "application/x-www-form-urlencoded")
    }

    /// The answer to a request, whatever its status.
    pub(crate) async fn answer(&self, request: RequestBuilder) -> Result<Answer, HttpError> {
        let request = request.header(ACCEPT, "application/json").build()?;
        let mut response = self.0.execute(request).await?;
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type = content_type.and_then(|it| it.to_str().ok()).unwrap_or_default();
        let mut answer = Answer {
            address: response.url().clone(),
            status: response.status(),
            content_type: content_type.to_ascii_lowercase(),
            body: Vec::new(),
        };
        while let Some(part) = response.chunk().await? {
            if answer.body.len() + part.len() > MAX_BYTES {
                return Err(HttpError::TooLarge);
            }
            answer.body.extend_from_slice(&part);
        }
        Ok(answer)
    }

    /// Returns the JSON at this address.
    pub(crate) async fn read<T: DeserializeOwned>(&self, address: &Url) -> Result<T, HttpError> {
        self.answer(self.get(address)).await?.good()?.json()
    }
}

impl Answer {
    /// True if the issuer says that this is an error.
    pub(crate) fn is_error(&self) -> bool {
        self.status != StatusCode::OK
    }

    /// The answer, unless it is an error.
    pub(crate) fn good(self) -> Result<Self, HttpError> {
        if self.is_error() {
            return Err(HttpError::Status(self.status, self.address));
        }
        Ok(self)
    }

    /// The answer as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(|_| HttpError::Strange(self.address.clone()))
    }

    /// The answer as a token, if it says that it is one.
    pub(crate) fn token(&self) -> Option<&str> {
        let is_token = self.content_type.split(';').next()?.trim() == "application/jwt";
        is_token.then(|| std::str::from_utf8(&self.body).unwrap_or_default())
    }
}
