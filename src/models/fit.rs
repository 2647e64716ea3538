//! Fitting a prompt into a model's context: whole passages are left out, the last ones first.

use footnote_protocol::{Message, Role};

use super::Prompt;

/// The part of a context, as a divisor, that stays free: tokens are estimated, and those of German or of numbers are
/// up to a quarter more.
const SPARE_DIVISOR: u32 = 4;

/// The part of the rest that the answer may take, and the same for the conversation where not all has room.
const SHARE_DIVISOR: u32 = 4;

impl Prompt {
    /// The estimated tokens of its texts.
    pub fn tokens(&self) -> u32 {
        let texts = self.messages.iter().map(|message| estimate(&message.content));
        texts.fold(0, u32::saturating_add)
    }

    /// Makes it fit into a context of so many tokens, as far as it can be: the answer becomes shorter, then old
    /// messages of the conversation are left out, then passages. Returns the number of passages left out; the
    /// first one stays.
    pub fn fit(&mut self, context: u32) -> usize {
        let room = context - context / SPARE_DIVISOR;
        if self.tokens().saturating_add(self.max_tokens) <= room {
            return 0;
        }
        self.max_tokens = self.max_tokens.min(room / SHARE_DIVISOR);
        let room = room - self.max_tokens;
        if self.tokens() > room {
            self.forget(room / SHARE_DIVISOR);
        }
        let before = self.passages.len();
        while self.tokens() > room && self.passages.len() > 1 {
            self.leave_out_last();
        }
        before - self.passages.len()
    }

    /// The context to fit it into after it was refused as too long by a model that said its own, or did not.
    /// If it should have fitted by the estimate, that was too low by a quarter at least.
    pub(super) fn corrected_context(&self, said: Option<u32>) -> u32 {
        let asked = self.tokens().saturating_add(self.max_tokens);
        let less = asked - asked / SHARE_DIVISOR;
        said.map_or(less, |said| said.min(less))
    }

    /// Keeps the newest messages between the instructions and the question that fit into so many tokens.
    fn forget(&mut self, most: u32) {
        let Some(question) = self.messages.pop() else {
            return;
        };
        let said = newest(&self.messages, usize::MAX, most);
        self.messages.retain(|message| message.role == Role::System);
        self.messages.extend(said);
        self.messages.push(question);
    }

    fn leave_out_last(&mut self) {
        if let (Some(begin), Some(question)) = (self.passages.pop(), self.messages.last_mut()) {
            let begin = question.content.floor_char_boundary(begin);
            question.content.truncate(begin);
        }
    }
}

/// The newest whole messages, `most` at most, that fit into `limit` tokens, oldest first.
///
/// The first one is the reader's: some models refuse a conversation that begins with an answer.
/// Instructions in a conversation are the client's, not ours: they are left out.
pub fn newest(history: &[Message], most: usize, limit: u32) -> Vec<Message> {
    let mut left = limit;
    let mut kept: Vec<&Message> = history
        .iter()
        .rev()
        .filter(|message| message.role != Role::System)
        .take(most)
        .map_while(|message| {
            left = left.checked_sub(estimate(&message.content))?;
            Some(message)
        })
        .collect();
    kept.reverse();
    let answers = |message: &&Message| message.role == Role::Assistant;
    kept.into_iter().skip_while(answers).cloned().collect()
}

/// The estimated tokens of a text: one for four ASCII bytes, and one for each other character.
pub fn estimate(text: &str) -> u32 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text.chars().filter(|c| !c.is_ascii()).count();
    u32::try_from(ascii / 4 + others).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A prompt with four passages of 100 tokens each behind a conversation of two turns.
    fn prompt() -> Prompt {
        let mut question = "Why?\n\nSources:\n".to_owned();
        let mut passages = Vec::new();
        for name in ["a", "b", "c", "d"] {
            passages.push(question.len());
            question.extend([name, ".md: ", &"word".repeat(98), "\n"]);
        }
        let messages = vec![
            Message::system("Answer."),
            Message::user("x".repeat(400)),
            Message::assistant("y".repeat(400)),
            Message::user("z".repeat(40)),
            Message::assistant("z".repeat(40)),
            Message::user(question),
        ];
        Prompt { messages, passages, max_tokens: 1_000, ..Prompt::default() }
    }

    fn texts(prompt: &Prompt) -> Vec<&str> {
        prompt.messages.iter().map(|message| &message.content[..1]).collect()
    }

    #[test]
    fn a_prompt_that_fits_stays_as_it_is() {
        let mut fitted = prompt();
        assert_eq!(fitted.fit(8_192), 0);
        assert_eq!(fitted, prompt());
    }

    #[test]
    fn the_oldest_messages_go_first_and_then_the_last_passages_each_as_a_whole() {
        let mut fitted = prompt();
        assert_eq!(fitted.fit(600), 1);
        assert_eq!(texts(&fitted), ["A", "z", "z", "W"], "from a question of the reader on");
        let question = &fitted.messages.last().unwrap().content;
        assert!(question.ends_with("word\n") && question.contains("c.md: "));
        assert!(!question.contains("d.md: "));
        assert!(fitted.tokens() + fitted.max_tokens <= 600);
        assert!(fitted.max_tokens < 200, "the answer takes a share");
    }

    #[test]
    fn the_first_passage_and_the_question_stay_in_any_context() {
        for context in [0, 1, 50] {
            let mut fitted = prompt();
            assert_eq!(fitted.fit(context), 3);
            let question = &fitted.messages.last().unwrap().content;
            assert!(question.starts_with("Why?") && question.contains("a.md: "), "{context}");
        }
        assert_eq!(Prompt::default().fit(100), 0);
    }

    #[test]
    fn a_refusal_is_believed_and_at_least_a_quarter_is_cut() {
        let asked = prompt().tokens() + prompt().max_tokens;
        assert_eq!(prompt().corrected_context(Some(512)), 512);
        assert_eq!(prompt().corrected_context(Some(100_000)), asked - asked / 4);
        assert_eq!(prompt().corrected_context(None), asked - asked / 4);
    }

    #[test]
    fn the_newest_messages_are_kept_whole_from_a_question_on() {
        let history = [
            Message::user("x".repeat(400)),
            Message::assistant("y".repeat(40)),
            Message::user("z".repeat(40)),
            Message::assistant("z".repeat(40)),
        ];
        assert_eq!(newest(&history, 9, 35), history[2..]);
        assert_eq!(newest(&history, 3, 1_000), history[2..]);
        assert!(newest(&history, 9, 15).is_empty());
        assert_eq!(newest(&history, 9, 1_000), history);
    }

    #[test]
    fn letters_of_other_scripts_count_one_each() {
        assert_eq!(estimate("abcdefgh"), 2);
        assert_eq!(estimate("日本語"), 3);
    }
}
