//! The seam to the server under examination: what is sent to it, and what comes back.

use std::time::Duration;

use anyhow::Context;
use reqwest::redirect::Policy;
use reqwest::{Method, Response};
use serde_json::Value;

/// How long one answer may take: a model on a slow machine needs a while for its last word.
const PATIENCE: Duration = Duration::from_mins(2);

/// How much of an answer is read, in bytes: no answer to a short question is longer.
const MOST: usize = 4 * 1024 * 1024;

/// A request to the server.
#[derive(Clone, Debug)]
pub(in crate::serve) struct Ask {
    /// The path below the address that is examined, with its query.
    pub(in crate::serve) path: String,
    /// Header fields beside those that every request has.
    pub(in crate::serve) headers: Vec<(&'static str, String)>,
    /// The body; a request without one is a `GET`.
    pub(in crate::serve) body: Option<String>,
}

impl Ask {
    /// A JSON request.
    pub(in crate::serve) fn post(path: impl Into<String>, body: &Value) -> Self {
        Self {
            path: path.into(),
            headers: vec![("content-type", "application/json".to_owned())],
            body: Some(body.to_string()),
        }
    }

    /// A request without a body.
    pub(in crate::serve) fn get(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            headers: Vec::new(),
            body: None,
        }
    }

    /// The request with one header field more, or with another value of it.
    pub(in crate::serve) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_owned()));
        self
    }
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub(in crate::serve) struct Seen {
    /// The status; 0 if none came.
    pub(in crate::serve) status: u16,
    /// The content type without its parameters, in small letters; empty if there is none.
    pub(in crate::serve) content_type: String,
    /// The body.
    pub(in crate::serve) body: Vec<u8>,
    /// Why the body is not whole, if it is not.
    pub(in crate::serve) broken: Option<String>,
}

impl Seen {
    /// Whether it is an answer.
    pub(in crate::serve) fn is_answer(&self) -> bool {
        self.status == 200 && self.broken.is_none()
    }

    /// The body as JSON, if it is.
    pub(in crate::serve) fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// The status in a few words.
    pub(in crate::serve) fn outcome(&self) -> String {
        match &self.broken {
            Some(reason) => reason.clone(),
            None => self.status.to_string(),
        }
    }
}

/// Sends requests to one server.
pub(in crate::serve) struct Client {
    http: reqwest::Client,
    base: String,
    headers: Vec<(String, String)>,
}

impl Client {
    /// A client of the server at `base`, whose every request carries `headers`.
    pub(in crate::serve) fn new(
        base: &str,
        headers: Vec<(String, String)>,
    ) -> anyhow::Result<Self> {
        let http = reqwest::Client::builder()
            // A redirect is a finding: not all clients follow one.
            .redirect(Policy::none())
            // What is examined is the server that is named, and no cache in between.
            .no_proxy()
            .timeout(PATIENCE)
            .build()
            .context("starting the client")?;
        Ok(Self {
            http,
            base: base.trim_end_matches('/').to_owned(),
            headers,
        })
    }

    /// The address without a slash at its end.
    pub(in crate::serve) fn base(&self) -> &str {
        &self.base
    }

    /// Whether anybody is there.
    ///
    /// # Errors
    ///
    /// The address is none, or nothing answers at it.
    pub(in crate::serve) async fn reach(&self) -> anyhow::Result<()> {
        let request = self.http.get(&self.base).send().await;
        request.map_err(reqwest::Error::without_url)?;
        Ok(())
    }

    /// Sends a request and reads its answer to the end.
    pub(in crate::serve) async fn send(&self, ask: &Ask) -> Seen {
        let method = match ask.body {
            Some(_) => Method::POST,
            None => Method::GET,
        };
        let url = format!("{}{}", self.base, ask.path);
        let mut request = self.http.request(method, url);
        for (name, value) in &ask.headers {
            request = request.header(*name, value);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(body) = &ask.body {
            request = request.body(body.clone());
        }
        match request.send().await {
            Ok(response) => read(response).await,
            Err(error) => Seen {
                broken: Some(said(error)),
                ..Seen::default()
            },
        }
    }
}

async fn read(mut response: Response) -> Seen {
    let kind = response.headers().get("content-type");
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    let mut seen = Seen {
        status: response.status().as_u16(),
        content_type: essence.to_ascii_lowercase(),
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

/// What went wrong, without the address, which is known.
fn said(error: reqwest::Error) -> String {
    format!("no whole answer: {}", error.without_url())
}
