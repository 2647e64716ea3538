//! The reader's judgement of an answer, stored with the conversation.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Chat, Footnotes};
use crate::api::conversations::SessionChange;
use crate::api::judgement::{Judgement, count_judgement};
use crate::words;

impl Judgement {
    /// Returns the judgement as a sentence.
    pub fn in_words(&self) -> String {
        match (self.helps, self.remark.as_str()) {
            (true, _) => words::marked_helpful().to_owned(),
            (false, "") => words::marked_wrong().to_owned(),
            (false, remark) => words::marked_wrong_for(remark),
        }
    }
}

impl Chat {
    /// Stores or removes the judgement of a turn's answer. The server counts each judgement that differs from the
    /// previous one. It gets no words of the question, the answer or the remark, unless it has said that it stores
    /// them, which `words_kept` tracks.
    pub fn judge(self, turn: u32, judgement: Option<Judgement>, words_kept: RwSignal<bool>) {
        let Some(turn) = self.turn(turn) else { return };
        let helped = |judgement: &Option<Judgement>| judgement.as_ref().map(|one| one.helps);
        let before = turn.judgement.with_untracked(helped);
        let now = helped(&judgement);
        let remark = judgement.as_ref().map(|one| one.remark.clone());
        let remark = remark.filter(|text| !text.is_empty() && words_kept.get_untracked());
        let remark = remark.filter(|_| !self.temporary.get_untracked());
        let words = remark.map(|remark| (remark, turn.question.clone()));
        turn.judgement.set(judgement.clone());
        if let Some(id) = self.open.get_untracked() {
            self.change(&id, SessionChange::Judge(turn.uid.clone(), judgement));
        }
        if let Some(helps) = now.filter(|_| now != before || words.is_some()) {
            let sources = turn.notes().with_untracked(Footnotes::sources);
            // If counting fails, the reader loses nothing.
            spawn_local(async move {
                if let Ok(kept) = count_judgement(helps, sources, words).await {
                    words_kept.set(kept);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_is_told_with_the_readers_own_words() {
        let sentence = |helps, remark: &str| {
            let remark = remark.to_owned();
            Judgement { helps, remark }.in_words()
        };
        assert_eq!(sentence(true, ""), "Marked as helpful.");
        assert_eq!(sentence(false, ""), "Marked as wrong.");
        let expected = "Marked as wrong: the fee is old";
        assert_eq!(sentence(false, "the fee is old"), expected);
    }
}
