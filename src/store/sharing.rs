//! Links through which others read a conversation of the page.

use uuid::Uuid;

use super::{ConversationStore, KeptConversation, StoreFuture};

/// Length of a token, in letters.
const TOKEN_LENGTH: usize = 64;

/// A conversation behind a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedConversation {
    /// Owner of the conversation.
    pub owner: String,
    /// The conversation in its current state.
    pub conversation: KeptConversation,
}

/// The links to the conversations of a session store. A shared conversation has one link, until it is revoked or the
/// conversation is deleted. A link does not extend the life of a conversation.
pub trait ShareStore: ConversationStore {
    /// Returns the token of the link to the conversation `id` of `owner`, creating it if necessary; `None` if there is
    /// no such conversation.
    fn share<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>>;

    /// The token of the link to the conversation `id` of `owner`; `None` if it is not shared.
    fn link<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>>;

    /// Revokes the link to the conversation `id` of `owner`.
    fn revoke<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()>;

    /// Owner and id of the conversation behind the link with this token.
    fn shared<'a>(&'a self, token: &'a str) -> StoreFuture<'a, Option<(String, String)>>;

    /// Reads a page of the conversation behind the link with this token: its newest turns before the last `skipped`.
    /// `None` if there is none, for whatever reason.
    fn open_link<'a>(
        &'a self,
        token: &'a str,
        skipped: usize,
    ) -> StoreFuture<'a, Option<SharedConversation>> {
        Box::pin(async move {
            if !is_token(token) {
                return Ok(None);
            }
            let Some((owner, id)) = self.shared(token).await? else {
                return Ok(None);
            };
            let conversation = self.open(&owner, &id, skipped).await?;
            Ok(conversation.map(|conversation| SharedConversation { owner, conversation }))
        })
    }
}

/// An unguessable token of 244 random bits. Like the id of a session without an owner, it is the secret itself. It is
/// stored unhashed, so that the owner can find the link again.
pub fn new_token() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

/// True if a text may be a token.
fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_token_is_a_new_one() {
        let (one, other) = (new_token(), new_token());
        assert!(is_token(&one) && is_token(&other) && one != other);
        assert!(!is_token("") && !is_token(&one[1..]) && !is_token(&"\0".repeat(TOKEN_LENGTH)));
    }
}
