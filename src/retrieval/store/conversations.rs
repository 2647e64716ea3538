//! Conversations as a page shows them: sessions with a name, whose turns keep more than their words.

use std::fmt::Debug;

use super::StoreFuture;

/// The time for which a discarded conversation, and turns that were replaced, can be recovered, in seconds.
pub const RECOVERY_SECONDS: i64 = 600;

/// A conversation in the list of its owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedConversation {
    /// The id of its session.
    pub id: String,
    /// The name that its owner gave it; empty if it has none.
    pub name: String,
    /// The beginning of the first question that is kept of it.
    pub first: String,
    /// True if it stands above the others.
    pub pinned: bool,
    /// The time of its last turn, in seconds since 1970.
    pub used: i64,
    /// True if there is a link by which others read it.
    pub shared: bool,
    /// The number of its changes: as long as it is the same, so is the conversation.
    pub version: i64,
}

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptTurn {
    /// Its id, given by whoever asked; empty where a client without pages did.
    pub id: String,
    /// The question.
    pub question: String,
    /// The text of the answer, as far as it came.
    pub answer: String,
    /// The turn as the page keeps it, in JSON; empty where a client without pages asked.
    pub detail: String,
}

/// The place of a turn in its conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnPlace<'a> {
    /// Behind all others. A turn of the same id stays as it is: its answer is written anew.
    New,
    /// The same, instead of the turn of this id and all behind it. They can be restored for [`RECOVERY_SECONDS`], until
    /// another turn is new.
    From(&'a str),
    /// That of the turn of the same id, whose answer is kept now. An answer without words replaces none that has some.
    Known,
}

/// A conversation with some of its turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptConversation {
    /// The conversation as it is listed.
    pub listed: ListedConversation,
    /// The turns, oldest first.
    pub turns: Vec<KeptTurn>,
    /// The number of turns before them.
    pub earlier: usize,
}

/// The pages' side of a store of sessions.
pub trait ConversationStore: Debug + Send + Sync {
    /// True if conversations are kept at all, however short.
    fn keeps(&self) -> bool;

    /// The sessions of `owner` that have not expired and have a question, the one that was used last first.
    fn list<'a>(&'a self, owner: &'a str) -> StoreFuture<'a, Vec<ListedConversation>>;

    /// The ids of those in which a question, an answer or the name has these words, in whatever case.
    fn search<'a>(&'a self, owner: &'a str, words: &'a str) -> StoreFuture<'a, Vec<String>>;

    /// Names a conversation; an empty name takes its own away. False if there is no such conversation.
    fn rename<'a>(&'a self, owner: &'a str, id: &'a str, name: &'a str) -> StoreFuture<'a, bool>;

    /// Has a conversation stand above the others, or not. False if there is no such conversation.
    fn pin<'a>(&'a self, owner: &'a str, id: &'a str, pinned: bool) -> StoreFuture<'a, bool>;

    /// Hides a conversation as if it were deleted, which it is after [`RECOVERY_SECONDS`]; or recovers it. False if
    /// there is no such conversation.
    fn discard<'a>(&'a self, owner: &'a str, id: &'a str, gone: bool) -> StoreFuture<'a, bool>;

    /// Keeps a turn in the conversation `id` of `owner`, which is begun with its first; false if the id is somebody
    /// else's, or there is no such turn.
    fn keep_turn<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        turn: KeptTurn,
        place: TurnPlace<'a>,
    ) -> StoreFuture<'a, bool>;

    /// Restores the turns that the turn `turn` has replaced, instead of it and all behind it; false if there are none.
    fn restore_turns<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        turn: &'a str,
    ) -> StoreFuture<'a, bool>;

    /// The conversation `id` of `owner`, with its newest turns but for the last `skipped`, as many as are read at once;
    /// `None` if there is none.
    fn open<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        skipped: usize,
    ) -> StoreFuture<'a, Option<KeptConversation>>;
}

/// The turns of messages in their order, behind so many `earlier` turns: each the role, its text, the turn's id and its
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
                // What a client without pages has kept is not the page's.
                turn.detail = if id.is_empty() { String::new() } else { detail };
            }
            _ if role == "user" => {
                // Where a client without pages asked, the place stands for an id.
                let id = if id.is_empty() { format!("~{}", earlier + turns.len()) } else { id };
                turns.push(KeptTurn { id, question: content, ..KeptTurn::default() });
            }
            _ => {}
        }
    }
    turns
}

/// True if a text has these words, which are in small letters.
pub fn says(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(words)
}
