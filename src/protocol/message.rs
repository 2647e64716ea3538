//! A message of a conversation.

use serde::{Deserialize, Serialize};

/// Author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The reader who asks.
    User,
    /// The assistant; front ends of October 2023 call it `bot`.
    #[serde(alias = "bot")]
    Assistant,
    /// Instructions; allowed by the first version of the protocol. OpenAI's newer name for it is `developer`.
    #[serde(alias = "developer")]
    System,
}

/// A message of a conversation; `bot` is an older name of the role `assistant`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Message {
    /// Author of the message.
    pub role: Role,
    /// Text: plain in a question, Markdown in an answer.
    pub content: String,
}

impl Message {
    /// Returns a question.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// Returns an answer.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }

    /// Instructions to the model.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }
}
