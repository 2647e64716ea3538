//! One message of a conversation.

use serde::{Deserialize, Serialize};

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The reader who asks.
    User,
    /// The system that answers; front ends of October 2023 call it `bot`.
    #[serde(alias = "bot")]
    Assistant,
    /// Instructions; allowed by the first edition of the protocol.
    System,
}

/// One message of a conversation; `bot` is an older name of the role `assistant`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Message {
    /// Its author.
    pub role: Role,
    /// The text: plain text in a question, Markdown in an answer.
    pub content: String,
}

impl Message {
    /// A question.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// An answer.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }

    /// Instructions to the model.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }
}
