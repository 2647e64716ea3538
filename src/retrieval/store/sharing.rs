//! Links by which others read a conversation of the page.

use uuid::Uuid;

use super::{ConversationStore, KeptConversation, StoreFuture};

/// The letters of a token.
const TOKEN_LENGTH: usize = 64;

/// A conversation behind a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedConversation {
    /// Its owner.
    pub owner: String,
    /// The conversation as it is now.
    pub conversation: KeptConversation,
}

/// The links to the conversations of a store of sessions: one to each that is shared, until it is revoked or the
/// conversation is no more. A link keeps no conversation longer than it is kept without one.
pub trait ShareStore: ConversationStore {
    /// The token of the link to the conversation `id` of `owner`, which is made if there is none; `None` if there is no
    /// such conversation.
    fn share<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>>;

    /// The token of the link to the conversation `id` of `owner`; `None` if it is not shared.
    fn link<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>>;

    /// Takes the link to the conversation `id` of `owner` away.
    fn revoke<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()>;

    /// The owner and the id of the conversation behind the link with this token.
    fn shared<'a>(&'a self, token: &'a str) -> StoreFuture<'a, Option<(String, String)>>;

    /// The conversation behind the link with this token, with its newest turns but for the last `skipped`, as many as are
    /// read at once; `None` if there is none, whatever the reason.
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

/// A token that nobody can guess: 244 random bits. Like the id of a session without an owner it is the secret itself, and
/// kept as it is: its owner finds the link again.
pub fn new_token() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

/// True if a text can be a token.
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
