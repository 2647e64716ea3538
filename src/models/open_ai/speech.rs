//! Speech at an OpenAI-compatible endpoint: reading text aloud, and writing down a recording.

use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, Response};
use serde::Deserialize;
use serde_json::json;

use super::Endpoint;
use super::call::{client, connection_error, read_prefix, refusal};
use crate::ModelError;

/// Maximum number of characters read aloud at once; OpenAI refuses more.
const MAX_SPOKEN: usize = 4_096;

/// Maximum size of spoken text, in bytes: ten minutes of MP3 at 128 kbit/s.
const MAX_AUDIO_BYTES: usize = 10 * 1024 * 1024;

/// Maximum size of a transcript, in bytes.
const MAX_TRANSCRIPT_BYTES: usize = 64 * 1024;

/// Connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Timeout of a call: as long as the first token of an answer may take.
const TIMEOUT: Duration = Duration::from_mins(1);

#[derive(Deserialize)]
struct Transcript {
    text: String,
}

impl Endpoint {
    /// Reads the beginning of `text` aloud in a voice of the model; returns MP3.
    ///
    /// # Errors
    ///
    /// Fails if the model does not answer in time, or with an error.
    pub async fn speak(&self, text: &str, voice: &str) -> Result<Vec<u8>, ModelError> {
        let beginning: String = text.chars().take(MAX_SPOKEN).collect();
        let asked = json!({
            "model": self.model(),
            "input": beginning,
            "voice": voice,
            "response_format": "mp3",
        });
        let mut response = self.ask_audio("speech", |request| request.json(&asked)).await?;
        let mut audio = Vec::new();
        while let Some(part) = response.chunk().await.map_err(|_| ModelError::BrokeOff)? {
            audio.extend_from_slice(&part);
            if audio.len() > MAX_AUDIO_BYTES {
                return Err(ModelError::Broken);
            }
        }
        Ok(audio)
    }

    /// Writes down what is said in a recording of this media type, such as `audio/webm`.
    ///
    /// # Errors
    ///
    /// Fails if the model does not answer in time, or with an error.
    pub async fn write_down(&self, sound: Vec<u8>, media_type: &str) -> Result<String, ModelError> {
        // Servers tell the format by the name.
        let format = media_type.rsplit('/').next().unwrap_or_default();
        let part = Part::bytes(sound).file_name(format!("question.{format}"));
        let part = part.mime_str(media_type).map_err(|_| ModelError::Broken)?;
        let form = Form::new()
            .text("model", self.model().to_owned())
            .text("response_format", "json")
            .part("file", part);
        let response = self.ask_audio("transcriptions", |request| request.multipart(form)).await?;
        let body = read_prefix(response, MAX_TRANSCRIPT_BYTES).await;
        let transcript: Transcript = serde_json::from_str(&body).map_err(|_| ModelError::Broken)?;
        Ok(transcript.text.trim().to_owned())
    }

    async fn ask_audio(
        &self,
        what: &str,
        with_body: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Response, ModelError> {
        let url = self.clone().at(&["audio", what]).url();
        let client = client(self, CONNECT_TIMEOUT).map_err(|_| ModelError::Unreachable)?;
        let mut request = client.post(url).timeout(TIMEOUT);
        if let Some((name, value)) = self.key() {
            request = request.header(name, value);
        }
        let response = with_body(request).send().await.map_err(|error| {
            let error = error.without_url();
            tracing::warn!(%error, "the speech model cannot be reached");
            if error.is_timeout() { ModelError::TooSlow } else { connection_error(&error) }
        })?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        tracing::warn!(%status, "the speech model refused");
        Err(refusal(status, &read_prefix(response, MAX_TRANSCRIPT_BYTES).await))
    }
}
