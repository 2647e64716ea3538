//! The turns that make room for an edited question, until they are brought back.

use super::Turn;

/// The turns that an edited question has replaced: that of the former question, and those behind it.
#[derive(Clone)]
pub struct Replaced {
    /// The turn of the edited question.
    by: u32,
    /// The turn of the former question.
    first: Turn,
    /// The turns behind it, oldest first.
    later: Vec<Turn>,
}

impl Replaced {
    /// Puts `edited` in the place of the turn `id` and of those behind it; `None` if there is no such turn.
    pub fn by(edited: Turn, id: u32, turns: &mut Vec<Turn>) -> Option<Self> {
        let at = turns.iter().position(|turn| turn.id == id)?;
        let mut replaced = turns.split_off(at).into_iter();
        let first = replaced.next()?;
        let by = edited.id;
        turns.push(edited);
        Some(Self {
            by,
            first,
            later: replaced.collect(),
        })
    }

    /// The turn of the former question.
    pub fn first(&self) -> &Turn {
        &self.first
    }

    /// Puts the turns back into their place; what was asked there since is gone.
    pub fn restore(self, turns: &mut Vec<Turn>) {
        let before = turns.iter().position(|turn| turn.id == self.by);
        turns.truncate(before.unwrap_or(turns.len()));
        turns.push(self.first);
        turns.extend(self.later);
    }

    /// Says what the turn has replaced; `None` if it has replaced nothing.
    pub fn told(&self, turn: u32) -> Option<String> {
        let told = match self.later.len() {
            0 => "Asked in place of the former question.".to_owned(),
            1 => "Asked in place of the former question and the one after it.".to_owned(),
            later => format!("Asked in place of the former question and {later} after it."),
        };
        (turn == self.by).then_some(told)
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
        let replaced = Replaced::by(turn(5), 2, &mut turns).unwrap();
        assert_eq!(ids(&turns), [1, 5]);
        assert_eq!(replaced.told(1), None);
        let told = replaced.told(5).unwrap();
        assert_eq!(
            told,
            "Asked in place of the former question and 2 after it."
        );
        replaced.restore(&mut turns);
        assert_eq!(ids(&turns), [1, 2, 3, 4]);
    }

    #[test]
    fn a_question_that_is_gone_is_not_replaced() {
        let mut turns = vec![turn(1)];
        assert!(Replaced::by(turn(2), 7, &mut turns).is_none());
        assert_eq!(ids(&turns), [1]);
    }
}
