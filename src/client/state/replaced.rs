//! Turns replaced by an edited question, until they are restored.

use leptos::prelude::*;

use super::{Chat, Turn};
use crate::api::conversations::SessionChange;
use crate::words;

/// The turns replaced by an edited question: that of the old question, and those after it.
#[derive(Clone)]
pub struct ReplacedTurns {
    /// Number of the turn with the edited question.
    by: u32,
    /// The turn of the old question.
    first: Turn,
    /// The turns after it, oldest first.
    later: Vec<Turn>,
}

impl ReplacedTurns {
    /// Replaces the turn `id` and those after it by `edited`; `None` if there is no such turn. If that turn was itself
    /// edited, the turns that it replaced, `former`, remain the ones to restore.
    pub fn by(edited: Turn, id: u32, turns: &mut Vec<Turn>, former: Option<Self>) -> Option<Self> {
        let at = turns.iter().position(|turn| turn.id == id)?;
        let mut replaced = turns.split_off(at).into_iter();
        let first = replaced.next()?;
        let by = edited.id;
        turns.push(edited);
        if let Some(former) = former.filter(|former| former.by == id) {
            return Some(Self { by, ..former });
        }
        Some(Self { by, first, later: replaced.collect() })
    }

    /// Returns the turn of the old question.
    pub fn first(&self) -> &Turn {
        &self.first
    }

    /// Restores the turns; what was asked since then is lost.
    pub fn restore(self, turns: &mut Vec<Turn>) {
        let before = turns.iter().position(|turn| turn.id == self.by);
        turns.truncate(before.unwrap_or(turns.len()));
        turns.push(self.first);
        turns.extend(self.later);
    }

    /// Describes what the turn has replaced; `None` if nothing.
    pub fn in_words(&self, turn: u32) -> Option<String> {
        (turn == self.by).then(|| words::question_edited(self.later.len()))
    }
}

impl Chat {
    /// Asks an edited question in place of a turn. The turn and those after it can be restored until another question
    /// is asked.
    pub fn edit(self, turn: u32, question: &str) {
        let question = question.trim();
        if question.is_empty() || untrack(|| self.is_attaching()) {
            return;
        }
        self.advance();
        self.lapse.set(None);
        self.give_up();
        let (edited, from) = (self.new_turn(question), self.turn(turn).map(|turn| turn.uid));
        let former = self.replaced.get_untracked();
        let replace =
            |turns: &mut Vec<Turn>| ReplacedTurns::by(edited.clone(), turn, turns, former);
        if let Some(replaced) = self.turns.try_update(replace).flatten() {
            self.replaced.set(Some(replaced));
            edited.keep_focus();
            self.write(edited, from, true);
        }
    }

    /// Restores the turns replaced by the last edited question.
    pub fn take_back(self) {
        self.advance();
        self.give_up();
        let edited = self.replaced.with_untracked(|replaced| Some(replaced.as_ref()?.by));
        let edited = edited.and_then(|by| self.turn(by));
        let Some(edited) = edited.filter(|edited| self.give_back(edited)) else {
            return;
        };
        if let Some(id) = self.open.get_untracked() {
            self.change(&id, SessionChange::Restore(edited.uid));
        }
    }

    /// Shows the turns replaced by an edited question again; false if there are none.
    pub(super) fn give_back(self, edited: &Turn) -> bool {
        let is_it = |replaced: &mut ReplacedTurns| replaced.by == edited.id;
        let replaced = self.replaced.try_update(|replaced| replaced.take_if(is_it)).flatten();
        let Some(replaced) = replaced else {
            return false;
        };
        replaced.first().keep_focus();
        self.turns.update(|turns| replaced.restore(turns));
        true
    }

    /// Forgets the replaced turns unless the edited question is still the last one.
    pub(super) fn forget_replaced(self) {
        let last = self.turns.with_untracked(|turns| turns.last().map(|turn| turn.id));
        self.replaced.update(|replaced| {
            replaced.take_if(|replaced| last != Some(replaced.by));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(id: u32) -> Turn {
        Turn::new(id, format!("question {id}"))
    }

    fn ids(turns: &[Turn]) -> Vec<u32> {
        turns.iter().map(|turn| turn.id).collect()
    }

    #[test]
    fn an_edited_question_replaces_its_turn_and_all_behind_it_until_they_are_brought_back() {
        let mut turns: Vec<_> = (1..=4).map(turn).collect();
        let replaced = ReplacedTurns::by(turn(5), 2, &mut turns, None).unwrap();
        assert_eq!(ids(&turns), [1, 5]);
        assert_eq!(replaced.in_words(1), None);
        let in_words = replaced.in_words(5).unwrap();
        assert_eq!(in_words, "Question edited; 2 later answers removed.");
        replaced.restore(&mut turns);
        assert_eq!(ids(&turns), [1, 2, 3, 4]);
    }

    #[test]
    fn what_was_there_first_is_brought_back_however_often_the_question_is_edited() {
        let mut turns: Vec<_> = (1..=3).map(turn).collect();
        let once = ReplacedTurns::by(turn(4), 1, &mut turns, None);
        let twice = ReplacedTurns::by(turn(5), 4, &mut turns, once).unwrap();
        assert_eq!(ids(&turns), [5]);
        twice.restore(&mut turns);
        assert_eq!(ids(&turns), [1, 2, 3]);
    }

    #[test]
    fn a_question_that_is_gone_is_not_replaced() {
        let mut turns = vec![turn(1)];
        assert!(ReplacedTurns::by(turn(2), 7, &mut turns, None).is_none());
        assert_eq!(ids(&turns), [1]);
    }
}
