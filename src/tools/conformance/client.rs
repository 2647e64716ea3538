//! The HTTP client of the server under test.

use std::time::Duration;

use anyhow::Context;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;

/// Timeout of one request: a model on a slow machine needs a while to finish.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(2);

/// Maximum number of retries of a request that is refused for now.
const MAX_RETRIES: u32 = 3;
/// Longest `Retry-After` to wait for, in seconds.
const MAX_RETRY_AFTER: u64 = 60;

/// Maximum number of bytes of an answer that are read: no answer to a short question is longer.
const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

/// Maximum number of redirects followed for one request.
const MAX_REDIRECTS: usize = 3;

/// A request to the server.
#[derive(Clone, Debug, Default)]
pub struct ProbeRequest {
    /// Its method.
    pub(crate) method: Method,
    /// The path below the examined address, with its query.
    pub(crate) path: String,
    /// Header fields in addition to those of every request.
    pub(crate) headers: Vec<(String, String)>,
    /// The body, if it has one.
    pub(crate) body: Option<String>,
}

impl ProbeRequest {
    /// Returns a JSON request.
    pub fn post(path: impl Into<String>, body: &Value) -> Self {
        Self {
            method: Method::POST,
            path: path.into(),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: Some(body.to_string()),
        }
    }

    /// Returns a request without a body.
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// Returns the same request at another path, with the same query.
    pub(crate) fn at(&self, path: impl Fn(&str) -> String) -> Self {
        let moved = match self.path.split_once('?') {
            Some((before, query)) => format!("{}?{query}", path(before)),
            None => path(&self.path),
        };
        Self { path: moved, ..self.clone() }
    }

    /// Returns the request with one more header field, or with another value for it.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// The response of the server.
#[derive(Clone, Debug, Default)]
pub struct ProbeResponse {
    /// The path that answered; it differs from the requested one after a redirect.
    pub path: String,
    /// True if the request was redirected there.
    pub moved: bool,
    /// The status; 0 if there was none.
    pub status: u16,
    /// The content type without parameters, in lower case; empty if there is none.
    pub content_type: String,
    /// The body.
    pub body: Vec<u8>,
    /// The reason why the body is incomplete, if it is.
    pub broken: Option<String>,
}

impl ProbeResponse {
    /// Returns true if the response is an answer.
    pub fn is_answer(&self) -> bool {
        self.status == 200 && self.broken.is_none()
    }

    /// Returns the body as JSON, if it is JSON.
    pub fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// Returns the status in a few words.
    pub fn outcome(&self) -> String {
        match &self.broken {
            Some(reason) => reason.clone(),
            None if self.moved => format!("{}, redirected to {}", self.status, self.path),
            None => self.status.to_string(),
        }
    }
}

/// Sends requests to one server.
pub struct Client {
    redirecting: reqwest::Client,
    direct: reqwest::Client,
    base: String,
    headers: Vec<(String, String)>,
}

impl Client {
    /// Returns a client of the server at `base` that sends `headers` with every request.
    ///
    /// # Errors
    ///
    /// Fails if this machine cannot open encrypted connections.
    pub fn new(base: &str, headers: Vec<(String, String)>) -> anyhow::Result<Self> {
        Ok(Self {
            redirecting: http(within_origin())?,
            direct: http(Policy::none())?,
            base: base.trim_end_matches('/').to_owned(),
            headers,
        })
    }

    /// Returns the address without a trailing slash.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Checks that a server responds.
    ///
    /// # Errors
    ///
    /// Fails if the address is invalid, or nothing responds there.
    pub async fn reach(&self) -> anyhow::Result<()> {
        let request = self.direct.get(&self.base).send().await;
        request.map_err(reqwest::Error::without_url)?;
        Ok(())
    }

    /// Sends a request, follows redirects within the server's origin as a browser does, and reads the response to the
    /// end.
    pub async fn send(&self, probe: &ProbeRequest) -> ProbeResponse {
        self.send_by(&self.redirecting, probe).await
    }

    /// Sends a request without following redirects: not all clients follow them.
    pub(crate) async fn send_once(&self, probe: &ProbeRequest) -> ProbeResponse {
        self.send_by(&self.direct, probe).await
    }

    async fn send_by(&self, http: &reqwest::Client, probe: &ProbeRequest) -> ProbeResponse {
        let url = format!("{}{}", self.base, probe.path);
        let mut request = http.request(probe.method.clone(), &url);
        for (name, value) in probe.headers.iter().chain(&self.headers) {
            request = request.header(name, value);
        }
        if let Some(body) = &probe.body {
            request = request.body(body.clone());
        }
        match send_with_retries(request).await {
            Ok(response) => {
                let requested = reqwest::Url::parse(&url);
                let moved = requested.is_ok_and(|requested| requested != *response.url());
                read(response, moved).await
            }
            Err(error) => ProbeResponse {
                path: probe.path.clone(),
                broken: Some(without_address(error)),
                ..ProbeResponse::default()
            },
        }
    }
}

/// Sends a request, and retries after the `Retry-After` of a server that refuses it for now.
async fn send_with_retries(request: RequestBuilder) -> reqwest::Result<Response> {
    for _ in 0..MAX_RETRIES {
        let Some(attempt) = request.try_clone() else {
            break;
        };
        let response = attempt.send().await?;
        let limited = matches!(response.status().as_u16(), 429 | 503);
        let wait = response.headers().get("retry-after").filter(|_| limited);
        let seconds = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
        let Some(seconds) = seconds.filter(|seconds| *seconds <= MAX_RETRY_AFTER) else {
            return Ok(response);
        };
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }
    request.send().await
}

fn http(redirects: Policy) -> anyhow::Result<reqwest::Client> {
    // Has no effect after the first call.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder()
        .redirect(redirects)
        // The server itself is examined, not a cache in between.
        .no_proxy()
        .timeout(REQUEST_TIMEOUT);
    http.build().context("starting the client")
}

/// Follows a few redirects within the requested origin; other redirects are returned as they are.
fn within_origin() -> Policy {
    Policy::custom(|attempt| {
        let requested = attempt.previous();
        let begun = requested.first().map(reqwest::Url::origin);
        if requested.len() <= MAX_REDIRECTS && begun == Some(attempt.url().origin()) {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}

/// Returns the content type without parameters, in lower case; empty if there is none.
fn essence(headers: &HeaderMap) -> String {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

async fn read(mut response: Response, moved: bool) -> ProbeResponse {
    let mut seen = ProbeResponse {
        path: response.url().path().to_owned(),
        moved,
        status: response.status().as_u16(),
        content_type: essence(response.headers()),
        ..ProbeResponse::default()
    };
    loop {
        match response.chunk().await {
            Ok(Some(part)) => seen.body.extend_from_slice(&part),
            Ok(None) => return seen,
            Err(error) => {
                seen.broken = Some(without_address(error));
                return seen;
            }
        }
        if seen.body.len() > MAX_BODY_BYTES {
            seen.broken = Some("the answer does not end".to_owned());
            return seen;
        }
    }
}

/// Returns the message of an error, without the address of the server.
fn without_address(error: reqwest::Error) -> String {
    format!("no whole answer: {}", error.without_url())
}
