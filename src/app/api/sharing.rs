//! The doors to the links by which others read conversations that the server keeps.

use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// The token of the link to a conversation; `None` if there is none.
///
/// # Errors
///
/// If the store fails, or the browser keeps the conversations.
#[server(prefix = "/page", endpoint = "conversations/link", input = JsonBody, output = JsonBody)]
pub async fn conversation_link(
    /// The conversation's id.
    id: String,
) -> Result<Option<String>, PageError> {
    use super::conversations::store;

    let (sessions, owner) = store::of_request()?;
    Ok(sessions.link(&owner, &id).await.map_err(store::failed)?)
}

/// The token of the link to a conversation, which is made if there is none; `None` if there is no such conversation.
///
/// # Errors
///
/// If the store fails, or the browser keeps the conversations.
#[server(prefix = "/page", endpoint = "conversations/share", input = JsonBody, output = JsonBody)]
pub async fn share_conversation(
    /// The conversation's id.
    id: String,
) -> Result<Option<String>, PageError> {
    use super::conversations::store;

    let (sessions, owner) = store::of_request()?;
    Ok(sessions.share(&owner, &id).await.map_err(store::failed)?)
}

/// Takes the link to a conversation away: it leads to nothing from then on.
///
/// # Errors
///
/// If the store fails, or the browser keeps the conversations.
#[server(prefix = "/page", endpoint = "conversations/revoke", input = JsonBody, output = JsonBody)]
pub async fn revoke_link(
    /// The conversation's id.
    id: String,
) -> Result<(), PageError> {
    use super::conversations::store;

    let (sessions, owner) = store::of_request()?;
    Ok(sessions.revoke(&owner, &id).await.map_err(store::failed)?)
}
