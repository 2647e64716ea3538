//! The turns of the page's conversations that the server is to keep, sent in their order.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::api::conversations::SessionTurn;

/// Turns that the server may not have, by conversation.
pub type Unsent = BTreeMap<String, Vec<SessionTurn>>;

/// The turns of conversations that the server has, and those that it is to have.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: VecDeque<(String, Vec<SessionTurn>)>,
    /// The turns that the server has, by conversation.
    sent: HashMap<String, Vec<SessionTurn>>,
    is_sending: bool,
    /// The turns that the page before could not send.
    pub before: Unsent,
    /// All turns of the conversation that is being sent.
    sending: Vec<SessionTurn>,
    /// The versions of the conversations as they were listed last.
    pub listed: HashMap<String, i64>,
    /// The version of the open conversation; 0 if it is new.
    pub version: i64,
    /// Raised whenever the page goes on: what was asked for before comes too late then.
    pub generation: u32,
}

impl Outbox {
    /// Has the server keep these turns of a conversation; returns true if sending is to begin.
    pub fn put(&mut self, conversation: &str, turns: Vec<SessionTurn>) -> bool {
        self.waiting.retain(|(waiting, _)| waiting != conversation);
        self.waiting.push_back((conversation.to_owned(), turns));
        !std::mem::replace(&mut self.is_sending, true)
    }

    /// The next conversation to be sent, with the turns that are new or changed, and the first turn that the server has
    /// to let go; `None` at the end of sending.
    pub fn take(&mut self) -> Option<(String, Vec<SessionTurn>, Option<String>)> {
        let Some((conversation, turns)) = self.waiting.pop_front() else {
            self.is_sending = false;
            return None;
        };
        let sent = self.sent.get(&conversation).map_or(&[][..], Vec::as_slice);
        let (changed, gone) = difference(sent, &turns);
        self.sending = turns;
        Some((conversation, changed, gone))
    }

    /// Notes that the server has these turns of a conversation.
    pub fn note(&mut self, conversation: &str, turns: Vec<SessionTurn>) {
        self.sent.insert(conversation.to_owned(), turns);
    }

    /// Ends sending a conversation, with success or without: then sending ends, and begins with the next change.
    pub fn end(&mut self, conversation: &str, is_sent: bool) {
        let turns = std::mem::take(&mut self.sending);
        if is_sent {
            self.sent.insert(conversation.to_owned(), turns);
        } else {
            self.is_sending = false;
            if !self.waiting.iter().any(|(waiting, _)| waiting == conversation) {
                self.waiting.push_front((conversation.to_owned(), turns));
            }
        }
    }

    /// The conversations with turns that the server may not have.
    pub fn unsent(&self) -> Unsent {
        self.before
            .iter()
            .map(|(id, turns)| (id.clone(), turns.clone()))
            .chain(self.waiting.iter().cloned())
            .collect()
    }

    /// True if nothing waits to be sent.
    pub fn is_empty(&self) -> bool {
        !self.is_sending
    }
}

/// The turns that differ from those that were sent, and the id of the first that was sent and is not there any more.
fn difference(sent: &[SessionTurn], turns: &[SessionTurn]) -> (Vec<SessionTurn>, Option<String>) {
    let same = sent.iter().zip(turns).take_while(|(one, other)| one.id == other.id).count();
    let is_new = |(at, turn): &(usize, &SessionTurn)| *at >= same || sent.get(*at) != Some(*turn);
    let changed = turns.iter().enumerate().filter(is_new);
    (changed.map(|(_, turn)| turn.clone()).collect(), sent.get(same).map(|turn| turn.id.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(ids: &str) -> Vec<SessionTurn> {
        let turn = |id: char| SessionTurn { id: id.into(), ..SessionTurn::default() };
        ids.chars().map(turn).collect()
    }

    #[test]
    fn only_what_is_new_or_changed_is_sent() {
        let mut outbox = Outbox::default();
        outbox.note("a", turns("12"));
        assert!(outbox.put("a", turns("123")));
        assert!(!outbox.put("b", turns("7")), "it is under way");
        assert_eq!(outbox.take(), Some(("a".into(), turns("3"), None)));
        outbox.end("a", true);
        let mut answered = turns("123");
        answered[2].answer = "At four.".into();
        assert!(!outbox.put("a", answered.clone()));
        assert_eq!(outbox.take(), Some(("b".into(), turns("7"), None)));
        outbox.end("b", true);
        assert_eq!(outbox.take(), Some(("a".into(), answered[2..].to_vec(), None)));
        outbox.end("a", true);
        assert_eq!(outbox.take(), None);
    }

    #[test]
    fn what_could_not_be_sent_is_sent_with_the_next_change() {
        let mut outbox = Outbox::default();
        outbox.note("a", turns("12"));
        assert!(outbox.put("a", turns("13")));
        let first = outbox.take();
        assert_eq!(first, Some(("a".into(), turns("3"), Some("2".into()))));
        outbox.end("a", false);
        assert_eq!(outbox.unsent().len(), 1);
        assert!(outbox.put("b", turns("7")));
        assert_eq!(outbox.take(), first, "with the turn that goes");
    }

    #[test]
    fn what_the_page_before_could_not_send_stays_unsent_whatever_this_one_sends() {
        let mut outbox = Outbox::default();
        outbox.before.insert("a".into(), turns("1"));
        assert!(outbox.put("b", turns("7")));
        assert_eq!(outbox.unsent().len(), 2);
        outbox.take();
        outbox.end("b", true);
        assert_eq!(outbox.unsent(), [("a".to_owned(), turns("1"))].into());
    }

    #[test]
    fn an_edited_question_lets_the_turns_from_its_own_on_go() {
        assert_eq!(difference(&turns("1234"), &turns("15")), (turns("5"), Some("2".into())));
        assert_eq!(difference(&turns("15"), &turns("1234")), (turns("234"), Some("5".into())));
        assert_eq!(difference(&turns("12"), &turns("12")), (Vec::new(), None));
    }
}
