//! The contract of replacing turns.

use crate::sessions::{Session, SessionStore};
use crate::{KeptTurn, TurnPlace};

pub(super) async fn what_a_turn_replaces_can_be_restored(sessions: &dyn SessionStore) {
    let keep = async |turn: KeptTurn, place| {
        sessions.keep_turn(("kim", None), "r", turn, place).await.unwrap()
    };
    let asked = async || {
        let turns = questions(sessions, "r").await.into_iter();
        turns.map(|(question, _)| question).collect::<Vec<_>>()
    };
    for id in ["1", "2", "3"] {
        keep(turn(id, id, "Yes."), TurnPlace::New).await;
    }
    assert!(keep(turn("4", "4", ""), TurnPlace::From("2")).await);
    assert_eq!(asked().await, ["1", "4"]);
    assert_eq!(words(&sessions.find("kim", "r").await.unwrap().unwrap()), ["1", "Yes.", "4"]);
    assert_eq!(sessions.search("kim", "3").await.unwrap().len(), 0);
    assert_eq!(sessions.export("q", 1).await.unwrap()[0].content.messages.len(), 4);
    // If the replacing turn is itself replaced, the original turns are restored.
    assert!(keep(turn("5", "5", ""), TurnPlace::From("4")).await);
    assert!(!sessions.restore_turns(("bob", None), "r", "5").await.unwrap());
    assert!(!sessions.restore_turns(("kim", None), "r", "4").await.unwrap());
    assert!(sessions.restore_turns(("kim", None), "r", "5").await.unwrap());
    assert_eq!(asked().await, ["1", "2", "3"]);
    assert!(!keep(turn("5", "5", ""), TurnPlace::Known).await, "it is gone");
    assert!(!keep(turn("6", "6", ""), TurnPlace::From("4")).await, "so is that");
    assert_eq!(asked().await, ["1", "2", "3"]);
    keep(turn("7", "7", ""), TurnPlace::From("1")).await;
    keep(turn("8", "8", ""), TurnPlace::New).await;
    assert!(
        !sessions.restore_turns(("kim", None), "r", "7").await.unwrap(),
        "another was asked since"
    );
    assert_eq!(asked().await, ["7", "8"]);
    assert!(!sessions.restore_turns(("kim", None), "r", "").await.unwrap());
    sessions.delete("kim", "r").await.unwrap();
}

/// The questions of a conversation, with their details.
pub(super) async fn questions(sessions: &dyn SessionStore, id: &str) -> Vec<(String, String)> {
    let kept = sessions.open("kim", id, 0).await.unwrap().unwrap();
    kept.turns.into_iter().map(|turn| (turn.question, turn.detail)).collect()
}

/// A turn with this id.
pub(super) fn turn(id: &str, question: &str, answer: &str) -> KeptTurn {
    let detail = if answer.is_empty() { String::new() } else { format!("{{{answer}}}") };
    KeptTurn { id: id.into(), question: question.into(), answer: answer.into(), detail }
}

/// The texts of a session's messages.
pub fn words(session: &Session) -> Vec<&str> {
    session.messages.iter().map(|m| m.content.as_str()).collect()
}
