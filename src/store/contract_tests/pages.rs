//! The contract of reading conversations page by page.

use crate::sessions::SessionStore;
use crate::turn_page::MAX_TURNS_READ;
use crate::{KeptTurn, TurnPlace};

/// Checks conversations with many turns and with large ones, read directly and through a link.
pub(super) async fn a_conversation_is_read_in_pages(sessions: &dyn SessionStore) {
    let keep = async |number: usize, answer: String| {
        let question = number.to_string();
        let turn = KeptTurn { id: format!("p{number}"), question, answer, ..KeptTurn::default() };
        let kept = sessions.keep_turn(("pat", None), "pages", turn, TurnPlace::New).await.unwrap();
        assert!(kept);
    };
    for number in 0..MAX_TURNS_READ + 5 {
        keep(number, "Yes.".to_owned()).await;
    }
    let page = async |skipped: usize| {
        let kept = sessions.open("pat", "pages", skipped).await.unwrap().unwrap();
        let questions = kept.turns.iter().map(|turn| turn.question.parse().unwrap());
        (questions.collect::<Vec<usize>>(), kept.earlier)
    };
    assert_eq!(page(0).await, ((5..MAX_TURNS_READ + 5).collect(), 5));
    assert_eq!(page(MAX_TURNS_READ).await, ((0..5).collect(), 0));
    assert_eq!(page(MAX_TURNS_READ + 5).await, (Vec::new(), 0));
    let token = sessions.share("pat", "pages").await.unwrap().unwrap();
    let shared = sessions.open_link(&token, MAX_TURNS_READ).await.unwrap().unwrap();
    assert_eq!(shared.conversation.turns.len(), 5);
    sessions.delete("pat", "pages").await.unwrap();
}
