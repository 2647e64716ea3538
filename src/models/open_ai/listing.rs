//! The models that an endpoint lists, and the context of one.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::{Client, Url};
use serde_json::Value;

use super::call::{client, connection_error, read_prefix, refusal};
use super::{Endpoint, context_window};
use crate::ModelError;

/// The most bytes of a list that are read.
const MOST_BYTES: usize = 1024 * 1024;

/// The most models of a list.
const MOST_MODELS: usize = 100;

/// The owner of a model that is a server of this kind.
const FOOTNOTE_OWNER: &str = "footnote";

/// The paths at which the servers that people run themselves tell more than their list of models: Ollama, LM
/// Studio and llama.cpp.
const LOCAL_SERVER_PATHS: [&str; 3] = ["/api/ps", "/api/v0/models", "/props"];

impl Endpoint {
    /// The names of the models that are listed here.
    ///
    /// # Errors
    ///
    /// If there is no list within the time of `time_limit`.
    pub async fn models(&self, time_limit: Duration) -> Result<Vec<String>, ModelError> {
        let models = self.list(time_limit).await?;
        // Another Footnote lists itself: it answers by what it writes, and perhaps by what this one does.
        let others =
            models.iter().filter(|model| model.get("owned_by") != Some(&FOOTNOTE_OWNER.into()));
        let names = others.filter_map(|model| model.get("id")?.as_str());
        Ok(names.take(MOST_MODELS).map(str::to_owned).collect())
    }

    /// True if all models that are listed here are those of a server of this kind.
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

    /// The tokens that the model takes at once, if its server tells within the time of `time_limit`.
    pub async fn context(&self, time_limit: Duration) -> Option<u32> {
        let client = client(self, time_limit).ok()?;
        let paths = LOCAL_SERVER_PATHS.iter().filter(|_| self.is_local());
        let urls = paths.map(|path| self.beside(path)).chain([self.list_url()]);
        let asked = urls.map(|url| tokio::time::timeout(time_limit, get(&client, self, url)));
        let told: Vec<Value> = join_all(asked).await.into_iter().flatten().flatten().collect();
        context_window::context(&told, self.model())
    }
}

async fn get(client: &Client, endpoint: &Endpoint, url: Url) -> Result<Value, ModelError> {
    let mut request = client.get(url);
    if let Some((name, value)) = endpoint.key() {
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| connection_error(&error))?;
    let status = response.status();
    let body = read_prefix(response, MOST_BYTES).await;
    if !status.is_success() {
        return Err(refusal(status, &body));
    }
    serde_json::from_str(&body).map_err(|_| ModelError::Broken)
}
