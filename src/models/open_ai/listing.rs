//! Lists the models of an endpoint, and finds the context size of one.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::{Client, Url};
use serde_json::Value;

use super::call::{client, connection_error, read_prefix, refusal};
use super::{Endpoint, context_window};
use crate::ModelError;

/// Maximum size of a list, in bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// Maximum number of models in a list.
const MAX_MODELS: usize = 100;

/// Owner of a model that is itself a Footnote server.
const FOOTNOTE_OWNER: &str = "footnote";

/// Paths at which self-hosted servers report more than their list of models: Ollama, LM Studio and llama.cpp.
const LOCAL_SERVER_PATHS: [&str; 3] = ["/api/ps", "/api/v0/models", "/props"];

impl Endpoint {
    /// Returns the names of the listed models.
    ///
    /// # Errors
    ///
    /// Fails if there is no list within `time_limit`.
    pub async fn models(&self, time_limit: Duration) -> Result<Vec<String>, ModelError> {
        let models = self.list(time_limit).await?;
        // Skip other Footnote servers: their answers come from their own model, and perhaps from this server.
        let others =
            models.iter().filter(|model| model.get("owned_by") != Some(&FOOTNOTE_OWNER.into()));
        let names = others.filter_map(|model| model.get("id")?.as_str());
        Ok(names.take(MAX_MODELS).map(str::to_owned).collect())
    }

    /// True if all listed models are Footnote servers.
    pub async fn is_footnote(&self, time_limit: Duration) -> bool {
        let models = self.list(time_limit).await.unwrap_or_default();
        let is_own = |model: &Value| model.get("owned_by") == Some(&FOOTNOTE_OWNER.into());
        !models.is_empty() && models.iter().all(is_own)
    }

    async fn list(&self, time_limit: Duration) -> Result<Vec<Value>, ModelError> {
        let client = client(self, time_limit).map_err(|_| ModelError::Unreachable)?;
        let list = tokio::time::timeout(time_limit, get(&client, self, self.list_url())).await;
        match list.unwrap_or(Err(ModelError::TooSlow))?.get_mut("data").map(Value::take) {
            Some(Value::Array(models)) => Ok(models),
            _ => Err(ModelError::Broken),
        }
    }

    /// Asks the server for the model's context size in tokens; `None` if it does not report it within `time_limit`.
    pub async fn context(&self, time_limit: Duration) -> Option<u32> {
        let client = client(self, time_limit).ok()?;
        let paths = LOCAL_SERVER_PATHS.iter().filter(|_| self.is_local());
        let urls = paths.map(|path| self.beside(path)).chain([self.list_url()]);
        let asked = urls.map(|url| tokio::time::timeout(time_limit, get(&client, self, url)));
        let reports: Vec<Value> = join_all(asked).await.into_iter().flatten().flatten().collect();
        context_window::context(&reports, self.model())
    }
}

async fn get(client: &Client, endpoint: &Endpoint, url: Url) -> Result<Value, ModelError> {
    let mut request = client.get(url);
    if let Some((name, value)) = endpoint.key() {
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| connection_error(&error))?;
    let status = response.status();
    let body = read_prefix(response, MAX_BYTES).await;
    if !status.is_success() {
        return Err(refusal(status, &body));
    }
    serde_json::from_str(&body).map_err(|_| ModelError::Broken)
}
