//! Embedding models behind an OpenAI-compatible endpoint.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::{Client, Response, StatusCode};
use serde::Deserialize;
use serde_json::json;

use super::Endpoint;
use super::call::{client, post, retry_pause};
use crate::embed::{EmbedError, Embedder, Prefixes};

/// Maximum number of texts per call: the usual limit of self-hosted servers, and enough to hide the network latency.
const MAX_TEXTS: usize = 32;

/// Maximum size of a response per text, in bytes: a vector of 8,192 numbers with 30 digits each.
const BYTES_PER_TEXT: usize = 256 * 1024;

/// Connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum pause before a retry that a busy server may request.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(20);

/// An embedding model behind an OpenAI-compatible endpoint.
pub struct Embeddings {
    client: Client,
    endpoint: Endpoint,
    prefixes: Prefixes,
    timeouts: Duration,
}

#[derive(Deserialize)]
struct EmbeddingResponse {
    data: Vec<EmbeddingItem>,
}

#[derive(Deserialize)]
struct EmbeddingItem {
    index: Option<usize>,
    embedding: Vec<f32>,
}

impl Embeddings {
    /// Default timeout of a call, including the pause before a retry. A CPU embeds 32 passages within seconds.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);

    /// Creates the embedding model at `endpoint`, with these prefixes and a timeout per call. Sends nothing yet.
    ///
    /// # Errors
    ///
    /// Fails if the system's TLS cannot be set up.
    pub fn new(
        endpoint: Endpoint,
        prefixes: Prefixes,
        timeouts: Duration,
    ) -> Result<Self, EmbedError> {
        let endpoint = endpoint.at(&["embeddings"]);
        let client = client(&endpoint, CONNECT_TIMEOUT).map_err(|_| EmbedError::Unreachable)?;
        Ok(Self { client, endpoint, prefixes, timeouts })
    }

    /// Requests vectors; retries once if the server is busy.
    async fn ask(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut response = self.post(texts).await?;
        if let Some(retry_pause) = retry_pause(&response, MAX_RETRY_PAUSE) {
            tokio::time::sleep(retry_pause).await;
            response = self.post(texts).await?;
        }
        let status = response.status();
        if !status.is_success() {
            tracing::warn!(%status, "the embedding model refused");
            return Err(refusal(status));
        }
        let body = read_body(response, BYTES_PER_TEXT * (texts.len() + 1)).await?;
        let answered: EmbeddingResponse =
            serde_json::from_slice(&body).map_err(|_| EmbedError::Broken)?;
        in_request_order(answered.data, texts.len()).ok_or(EmbedError::Broken)
    }

    async fn post(&self, texts: &[String]) -> Result<Response, EmbedError> {
        let asked = json!({"model": self.endpoint.model(), "input": texts});
        post(&self.client, &self.endpoint, &asked).await.map_err(|error| {
            tracing::warn!(%error, "the embedding model cannot be reached");
            EmbedError::Unreachable
        })
    }
}

impl Embedder for Embeddings {
    fn name(&self) -> &str {
        self.endpoint.model()
    }

    fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    fn most_texts(&self) -> usize {
        MAX_TEXTS
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        async move {
            if texts.is_empty() {
                return Ok(Vec::new());
            }
            let asked = tokio::time::timeout(self.timeouts, self.ask(texts)).await;
            asked.unwrap_or(Err(EmbedError::TooSlow))
        }
        .boxed()
    }
}

/// The error for a status. The body may contain the key, so it is not read.
fn refusal(status: StatusCode) -> EmbedError {
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => {
            EmbedError::Unauthorised
        }
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => EmbedError::RateLimited,
        StatusCode::BAD_REQUEST
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::UNPROCESSABLE_ENTITY => EmbedError::Refused,
        _ => EmbedError::Broken,
    }
}

/// Reads the body; fails if it is longer than `most` bytes.
async fn read_body(mut response: Response, most: usize) -> Result<Vec<u8>, EmbedError> {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(part)) => body.extend_from_slice(&part),
            Ok(None) => return Ok(body),
            Err(_) => return Err(EmbedError::Unreachable),
        }
        if body.len() > most {
            return Err(EmbedError::Broken);
        }
    }
}

/// Sorts the vectors in the order of their texts; `None` unless there is one per text.
fn in_request_order(mut vectors: Vec<EmbeddingItem>, count: usize) -> Option<Vec<Vec<f32>>> {
    // Servers that number the vectors may send them in any order.
    vectors.sort_by_key(|vector| vector.index);
    let numbered =
        |(at, vector): (usize, &EmbeddingItem)| vector.index.is_none_or(|index| index == at);
    let right = vectors.len() == count && vectors.iter().enumerate().all(numbered);
    let length = vectors.first().map_or(0, |vector| vector.embedding.len());
    let good = |vector: &EmbeddingItem| {
        let numbers = &vector.embedding;
        numbers.len() == length
            && numbers.iter().all(|number| number.is_finite())
            && numbers.iter().any(|number| *number != 0.0)
    };
    let good = right && vectors.iter().all(good);
    good.then(|| vectors.into_iter().map(|vector| vector.embedding).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(index: Option<usize>, embedding: &[f32]) -> EmbeddingItem {
        EmbeddingItem { index, embedding: embedding.to_vec() }
    }

    #[test]
    fn vectors_stand_in_the_order_of_their_texts() {
        let given = vec![vector(Some(1), &[2.0]), vector(Some(0), &[1.0])];
        assert_eq!(in_request_order(given, 2), Some(vec![vec![1.0], vec![2.0]]));
        let unnumbered = vec![vector(None, &[2.0]), vector(None, &[1.0])];
        assert_eq!(in_request_order(unnumbered, 2), Some(vec![vec![2.0], vec![1.0]]));
    }

    #[test]
    fn what_is_no_vector_for_each_text_is_refused() {
        assert_eq!(in_request_order(vec![vector(Some(0), &[1.0])], 2), None);
        let twice = || vector(Some(0), &[1.0]);
        assert_eq!(in_request_order(vec![twice(), twice()], 2), None);
        let uneven = vec![vector(Some(0), &[1.0]), vector(Some(1), &[1.0, 2.0])];
        assert_eq!(in_request_order(uneven, 2), None);
        assert_eq!(in_request_order(vec![vector(None, &[0.0])], 1), None);
        assert_eq!(in_request_order(vec![vector(None, &[f32::NAN])], 1), None);
        assert_eq!(in_request_order(vec![vector(None, &[])], 1), None);
    }
}
