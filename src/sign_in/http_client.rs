//! The HTTP client by which the issuer is asked: briefly, without redirects, and for small answers.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::Client;
use reqwest::redirect::Policy;

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time limit for a whole answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of an answer, in bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// The HTTP client.
#[derive(Debug)]
pub(crate) struct HttpClient(Client);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The connection failed.
    #[error("{}", told(.0))]
    Connection(reqwest::Error),
    /// The answer is too large.
    #[error("its answer is larger than 1 MiB")]
    TooLarge,
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

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let mut response = self.0.execute(request.try_into()?).await?;
        let mut answer = HttpResponse::default();
        *answer.status_mut() = response.status();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        while let Some(part) = response.chunk().await? {
            if answer.body().len() + part.len() > MAX_BYTES {
                return Err(HttpError::TooLarge);
            }
            answer.body_mut().extend_from_slice(&part);
        }
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for HttpClient {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
