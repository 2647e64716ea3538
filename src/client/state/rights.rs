//! Rights that the reader lacks, and that the link printed by the server gives.

use leptos::prelude::use_context;
use serde::{Deserialize, Serialize};

use super::shared;

/// Rights of operators that the reader lacks because nobody has opened the printed link in this browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingRights {
    /// True if the link would let the reader choose the chat model.
    pub model: bool,
    /// True if the link would let the reader upload documents.
    pub uploads: bool,
}

impl MissingRights {
    /// Returns the missing rights as the server saw them when it rendered the page.
    pub(super) fn here() -> Self {
        shared(|| use_context::<Self>().unwrap_or_default())
    }
}
