//! The choice of a chat model, as the page shows it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The chat model, for those who may choose another. Never contains its key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelState {
    /// Name of the model; `None` if passages are shown.
    pub model: Option<String>,
    /// Base URL of its API.
    pub address: String,
    /// True if a key is stored for that address.
    pub has_key: bool,
    /// Context size in tokens, if known.
    pub context: Option<u32>,
    /// Context size in tokens, if set on the page.
    pub set_context: Option<u32>,
    /// True if the settings name the model, so that the page cannot choose another.
    pub is_fixed: bool,
    /// Models found on this machine.
    pub found: Vec<LocalEndpoint>,
}

/// A local program that serves models.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LocalEndpoint {
    /// Name of the program that usually listens on that port.
    pub program: String,
    /// Base URL of its API.
    pub address: String,
    /// Names of its models; never empty.
    pub models: Vec<String>,
}

/// A chat model that somebody wants to use. Its key is never printed.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelDraft {
    /// Base URL of its API.
    pub address: String,
    /// Name of the model; empty to pick it from its server's list.
    pub model: String,
    /// API key; empty to use the one stored for this address, if any.
    pub key: String,
    /// Context size in tokens; `None` to ask the server.
    pub context: Option<u32>,
}

impl fmt::Debug for ModelDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelDraft").field("model", &self.model).finish_non_exhaustive()
    }
}

/// Outcome of choosing a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelChange {
    /// True if it succeeded.
    pub done: bool,
    /// The outcome in one or two sentences, with the reason of a failure.
    pub said: String,
    /// The models that the server of a draft without a name lists, to pick one of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<String>,
    /// The state afterwards.
    pub state: ModelState,
}
