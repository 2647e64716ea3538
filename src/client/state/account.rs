//! The reader who has signed in in this browser.

use leptos::prelude::use_context;
use serde::{Deserialize, Serialize};

use super::shared;

/// The reader who has signed in in this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Name of the reader; `None` if nobody has signed in.
    pub name: Option<String>,
    /// True if the reader is not known and could sign in.
    pub may_sign_in: bool,
}

impl Account {
    /// The account as the server saw it when it rendered the page.
    pub fn here() -> Self {
        shared(|| use_context::<Self>().unwrap_or_default())
    }
}
