//! The seam to the server under examination: its requests and responses.

use std::time::Duration;

use anyhow::Context;
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;

use crate::serve::net::body::essence;

/// The time that one answer may take: a model on a slow machine needs a while for its last word.
const PATIENCE: Duration = Duration::from_mins(2);

/// The most waits for a server that asks to come again.
const MOST_WAITS: u32 = 3;
const LONGEST_WAIT: u64 = 60;

/// The most bytes of an answer that are read: no answer to a short question is longer.
const MOST: usize = 4 * 1024 * 1024;

/// The most redirects that are followed for one request.
const MOST_REDIRECTS: usize = 3;

/// A request to the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ask {
    /// Its method.
    pub(crate) method: Method,
    /// The path below the address that is examined, with its query.
    pub(crate) path: String,
    /// Header fields beside those of every request.
    pub(crate) headers: Vec<(String, String)>,
    /// The body, if it has one.
    pub(crate) body: Option<String>,
}

impl Ask {
    /// A JSON request.
    pub(crate) fn post(path: impl Into<String>, body: &Value) -> Self {
        Self {
            method: Method::POST,
            path: path.into(),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: Some(body.to_string()),
        }
    }

    /// A request without a body.
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// The same request at another path; its query stays.
    pub(crate) fn at(&self, path: impl Fn(&str) -> String) -> Self {
        let moved = match self.path.split_once('?') {
            Some((before, query)) => format!("{}?{query}", path(before)),
            None => path(&self.path),
        };
        Self { path: moved, ..self.clone() }
    }

    /// The request with one header field more, or with another value of it.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// The response of the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// The path that answered, which differs from the requested one after a redirect.
    pub(crate) path: String,
    /// True if it was redirected there.
    pub(crate) moved: bool,
    /// The status; 0 if none came.
    pub(crate) status: u16,
    /// The content type without its parameters, in small letters; empty if there is none.
    pub(crate) content_type: String,
    /// The body.
    pub(crate) body: Vec<u8>,
    /// The reason why the body is not whole, if it is not.
    pub(crate) broken: Option<String>,
}

impl Seen {
    /// Returns whether it is an answer.
    pub(crate) fn is_answer(&self) -> bool {
        self.status == 200 && self.broken.is_none()
    }

    /// The body as JSON, if it is.
    pub(crate) fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// The status in a few words.
    pub(crate) fn outcome(&self) -> String {
        match &self.broken {
            Some(reason) => reason.clone(),
            None if self.moved => format!("{}, redirected to {}", self.status, self.path),
            None => self.status.to_string(),
        }
    }
}

/// Sends requests to one server.
pub(crate) struct Client {
    following: reqwest::Client,
    staying: reqwest::Client,
    base: String,
    headers: Vec<(String, String)>,
}

impl Client {
    /// A client of the server at `base`, whose every request carries `headers`.
    pub(crate) fn new(base: &str, headers: Vec<(String, String)>) -> anyhow::Result<Self> {
        Ok(Self {
            following: http(within_origin())?,
            staying: http(Policy::none())?,
            base: base.trim_end_matches('/').to_owned(),
            headers,
        })
    }

    /// The address without a slash at its end.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Checks that a server is there.
    ///
    /// # Errors
    ///
    /// The address is none, or nothing answers at it.
    pub(crate) async fn reach(&self) -> anyhow::Result<()> {
        let request = self.staying.get(&self.base).send().await;
        request.map_err(reqwest::Error::without_url)?;
        Ok(())
    }

    /// Sends a request, to wherever the server redirects it within its origin, as a browser does, and
    /// reads the answer to the end.
    pub(crate) async fn send(&self, ask: &Ask) -> Seen {
        self.send_by(&self.following, ask).await
    }

    /// Sends a request to where it is meant for and nowhere else: not all clients follow a redirect.
    pub(crate) async fn send_once(&self, ask: &Ask) -> Seen {
        self.send_by(&self.staying, ask).await
    }

    async fn send_by(&self, http: &reqwest::Client, ask: &Ask) -> Seen {
        let url = format!("{}{}", self.base, ask.path);
        let mut request = http.request(ask.method.clone(), &url);
        for (name, value) in ask.headers.iter().chain(&self.headers) {
            request = request.header(name, value);
        }
        if let Some(body) = &ask.body {
            request = request.body(body.clone());
        }
        match patient(request).await {
            Ok(response) => {
                let asked = reqwest::Url::parse(&url);
                let moved = asked.is_ok_and(|asked| asked != *response.url());
                read(response, moved).await
            }
            Err(error) => {
                Seen { path: ask.path.clone(), broken: Some(said(error)), ..Seen::default() }
            }
        }
    }
}

/// Sends a request, and again for as often as the server asks to come again in a while.
async fn patient(request: RequestBuilder) -> reqwest::Result<Response> {
    for _ in 0..MOST_WAITS {
        let Some(again) = request.try_clone() else {
            break;
        };
        let response = again.send().await?;
        let limited = matches!(response.status().as_u16(), 429 | 503);
        let wait = response.headers().get("retry-after").filter(|_| limited);
        let seconds = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
        let Some(seconds) = seconds.filter(|seconds| *seconds <= LONGEST_WAIT) else {
            return Ok(response);
        };
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }
    request.send().await
}

fn http(redirects: Policy) -> anyhow::Result<reqwest::Client> {
    // The second time this changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder()
        .redirect(redirects)
        // The named server is examined, and no cache in between.
        .no_proxy()
        .timeout(PATIENCE);
    http.build().context("starting the client")
}

/// Follows a few redirects within the origin that was asked; what else is redirected stays one.
fn within_origin() -> Policy {
    Policy::custom(|attempt| {
        let asked = attempt.previous();
        let begun = asked.first().map(reqwest::Url::origin);
        if asked.len() <= MOST_REDIRECTS && begun == Some(attempt.url().origin()) {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}

async fn read(mut response: Response, moved: bool) -> Seen {
    let mut seen = Seen {
        path: response.url().path().to_owned(),
        moved,
        status: response.status().as_u16(),
        content_type: essence(response.headers()),
        ..Seen::default()
    };
    loop {
        match response.chunk().await {
            Ok(Some(part)) => seen.body.extend_from_slice(&part),
            Ok(None) => return seen,
            Err(error) => {
                seen.broken = Some(said(error));
                return seen;
            }
        }
        if seen.body.len() > MOST {
            seen.broken = Some("the answer does not end".to_owned());
            return seen;
        }
    }
}

/// The error without the address, which is known.
fn said(error: reqwest::Error) -> String {
    format!("no whole answer: {}", error.without_url())
}
