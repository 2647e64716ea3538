//! The choice of a chat model as the page knows it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The chat model as those see it who may choose another. Its key is never told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelState {
    /// The model's name; `None` if answers quote.
    pub model: Option<String>,
    /// The address below which its API begins.
    pub address: String,
    /// True if a key is kept for that address.
    pub has_key: bool,
    /// The tokens that it takes at once, if known.
    pub context: Option<u32>,
    /// The same as it was set on the page.
    pub set_context: Option<u32>,
    /// True if the settings of the server name the model, so that nothing can be chosen on the page.
    pub is_fixed: bool,
    /// The models that were found on this machine.
    pub found: Vec<LocalEndpoint>,
}

/// A program on the server's own machine that offers models.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LocalEndpoint {
    /// The name of the program that usually listens there.
    pub program: String,
    /// The address below which its API begins.
    pub address: String,
    /// The names of its models; never empty.
    pub models: Vec<String>,
}

/// A chat model that somebody wants to write the answers. Its key never prints.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelDraft {
    /// The address below which its API begins.
    pub address: String,
    /// The model's name.
    pub model: String,
    /// The key; empty for the one that is kept for this address, or none.
    pub key: String,
    /// The tokens that the model takes at once; `None` to ask its server.
    pub context: Option<u32>,
}

impl fmt::Debug for ModelDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelDraft").field("model", &self.model).finish_non_exhaustive()
    }
}

/// The outcome of a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelChange {
    /// True if it was done.
    pub done: bool,
    /// The outcome in a sentence or two: the reason if it was not done.
    pub said: String,
    /// The state afterwards.
    pub state: ModelState,
}
