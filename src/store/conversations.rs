//! Conversations as a page shows them: sessions with a name, whose turns store more than their words.

use std::fmt::Debug;
use std::net::IpAddr;
use std::time::Duration;

use super::StoreFuture;

/// Time for which a discarded conversation, or replaced turns, can be restored, in seconds.
pub const RECOVERY_SECONDS: i64 = 600;

/// A conversation in its owner's list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedConversation {
    /// Id of its session.
    pub id: String,
    /// Name given by its owner; empty if none.
    pub name: String,
    /// Start of its first stored question.
    pub first: String,
    /// True if it is pinned to the top.
    pub pinned: bool,
    /// Time of its last turn, in seconds since 1970.
    pub used: i64,
    /// True if others can read it through a link.
    pub shared: bool,
    /// Number of its changes; while it is unchanged, so is the conversation.
    pub version: i64,
}

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptTurn {
    /// Id, chosen by the page; empty if the client was not a page.
    pub id: String,
    /// The question.
    pub question: String,
    /// The text of the answer received so far.
    pub answer: String,
    /// The turn as the page stores it, in JSON; empty if the client was not a page.
    pub detail: String,
}

/// The place to store a turn in its conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnPlace<'a> {
    /// After all others. An existing turn of the same id keeps its place and gets the new answer.
    New,
    /// The same, replacing the turn of this id and all after it. These can be restored for [`RECOVERY_SECONDS`], until
    /// another new turn is stored.
    From(&'a str),
    /// In place of the existing turn of the same id, which gets the new answer. An empty answer does not replace one
    /// with text.
    Known,
}

/// A conversation with some of its turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptConversation {
    /// The conversation as listed.
    pub listed: ListedConversation,
    /// The turns, oldest first.
    pub turns: Vec<KeptTurn>,
    /// Number of turns before these.
    pub earlier: usize,
}

/// The part of a session store that pages use.
pub trait ConversationStore: Debug + Send + Sync {
    /// Time for which the sessions of `owner` are kept after their last turn; zero if not at all.
    fn lifetime(&self, owner: &str) -> Duration;

    /// The sessions of `owner` that have not expired and contain a question, most recently used first.
    fn list<'a>(&'a self, owner: &'a str) -> StoreFuture<'a, Vec<ListedConversation>>;

    /// The ids of the sessions in which a question, an answer or the name contains these words, ignoring case.
    fn search<'a>(&'a self, owner: &'a str, words: &'a str) -> StoreFuture<'a, Vec<String>>;

    /// Names a conversation; an empty name removes the name. Returns false if there is no such conversation.
    fn rename<'a>(&'a self, owner: &'a str, id: &'a str, name: &'a str) -> StoreFuture<'a, bool>;

    /// Pins or unpins a conversation. Returns false if there is no such conversation.
    fn pin<'a>(&'a self, owner: &'a str, id: &'a str, pinned: bool) -> StoreFuture<'a, bool>;

    /// Discards a conversation, which is deleted after [`RECOVERY_SECONDS`], or restores it. Returns false if there is
    /// no such conversation.
    fn discard<'a>(&'a self, owner: &'a str, id: &'a str, gone: bool) -> StoreFuture<'a, bool>;

    /// Stores a turn in the conversation `id` of `owner`, creating it with its first turn. Returns false if the id
    /// belongs to somebody else, or if there is no such turn. What unknown readers store counts for their `client`.
    fn keep_turn<'a>(
        &'a self,
        owner: (&'a str, Option<IpAddr>),
        id: &'a str,
        turn: KeptTurn,
        place: TurnPlace<'a>,
    ) -> StoreFuture<'a, bool>;

    /// Restores the turns that were replaced by `turn`, which is removed with all after it. Returns false if there are
    /// none.
    fn restore_turns<'a>(
        &'a self,
        owner: (&'a str, Option<IpAddr>),
        id: &'a str,
        turn: &'a str,
    ) -> StoreFuture<'a, bool>;

    /// Reads a page of the conversation `id` of `owner`: its newest turns before the last `skipped`. `None` if there is
    /// no such conversation.
    fn open<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        skipped: usize,
    ) -> StoreFuture<'a, Option<KeptConversation>>;
}

/// Converts messages to turns; `earlier` turns come before them. Each message has a role, a text, a turn id and a
/// detail.
pub fn turns(
    messages: impl IntoIterator<Item = (String, String, String, String)>,
    earlier: usize,
) -> Vec<KeptTurn> {
    let mut turns: Vec<KeptTurn> = Vec::new();
    for (role, content, id, detail) in messages {
        match turns.last_mut() {
            Some(turn)
                if role == "assistant"
                    && turn.answer.is_empty()
                    && (turn.id == id || id.is_empty()) =>
            {
                turn.answer = content;
                // A turn stored by another client is not the page's.
                turn.detail = if id.is_empty() { String::new() } else { detail };
            }
            _ if role == "user" => {
                // A turn of another client has no id, so use its position.
                let id = if id.is_empty() { format!("~{}", earlier + turns.len()) } else { id };
                turns.push(KeptTurn { id, question: content, ..KeptTurn::default() });
            }
            _ => {}
        }
    }
    turns
}

/// True if a text contains these lower-case words.
pub fn says(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(words)
}
