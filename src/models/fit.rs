//! Fits a prompt into a model's context by dropping whole sources, last ones first.

use footnote_protocol::{Message, Role};

use super::{Prompt, Tool, ToolCall, ToolRound};

/// Divisor for the share of the context that stays free. Token counts are estimates; German text and numbers take up to
/// a quarter more.
const SPARE_DIVISOR: u32 = 4;

/// Divisor for the share of the remaining context that the answer may take, and that the conversation may take if not
/// everything fits.
const SHARE_DIVISOR: u32 = 4;

impl Prompt {
    /// Estimated number of tokens.
    pub fn tokens(&self) -> u32 {
        let messages = self.messages.iter().map(|message| estimate(&message.content));
        let rounds = self.rounds.iter().map(ToolRound::tokens);
        let tools = self.tools.iter().map(Tool::tokens);
        messages.chain(rounds).chain(tools).fold(0, u32::saturating_add)
    }

    /// Number of tokens that can still be added in a context of this size, after the texts and the answer.
    pub fn room(&self, context: u32) -> u32 {
        let room = context - context / SPARE_DIVISOR;
        let answer = self.max_tokens.min(room / SHARE_DIVISOR);
        room.saturating_sub(answer).saturating_sub(self.tokens())
    }

    /// Shrinks the prompt to a context of this size, as far as possible: shortens the answer, then drops old messages,
    /// then sources from the end. Returns the number of dropped sources. Keeps the first source.
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
        let before = self.sources.len();
        while self.tokens() > room && self.sources.len() > 1 {
            self.leave_out_last();
        }
        before - self.sources.len()
    }

    /// Context size for a second attempt after a prompt was rejected as too long. `said` is the size that the model
    /// stated, if any. The estimate must have been too low, so the result is at least a quarter below it.
    pub(super) fn corrected_context(&self, said: Option<u32>) -> u32 {
        let asked = self.tokens().saturating_add(self.max_tokens);
        let less = asked - asked / SHARE_DIVISOR;
        said.map_or(less, |said| said.min(less))
    }

    /// Keeps the newest messages between the instructions and the question that fit into this many tokens.
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
        if let (Some(source), Some(question)) = (self.sources.pop(), self.messages.last_mut())
            && question.content.get(source.clone()).is_some()
        {
            question.content.replace_range(source, "");
        }
    }
}

impl Tool {
    /// Estimated number of tokens of its description.
    fn tokens(&self) -> u32 {
        estimate(self.description).saturating_add(estimate(&self.parameters.to_string()))
    }
}

impl ToolRound {
    /// Estimated number of tokens of its calls and their results.
    pub fn tokens(&self) -> u32 {
        let of_call = |(call, result): &(ToolCall, String)| {
            estimate(&call.arguments).saturating_add(estimate(result))
        };
        self.calls.iter().map(of_call).fold(estimate(&self.text), u32::saturating_add)
    }
}

/// Returns the newest whole messages, at most `most`, that fit into `limit` tokens, oldest first.
///
/// The first one is from the reader, because some models reject a conversation that starts with an answer. System
/// messages come from the client, not from us, and are dropped.
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

/// Estimates the tokens of a text: one per four ASCII bytes, and one per other character.
pub fn estimate(text: &str) -> u32 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text.chars().filter(|c| !c.is_ascii()).count();
    u32::try_from(ascii / 4 + others).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A prompt with a conversation of two turns and four sources of 100 tokens each.
    fn prompt() -> Prompt {
        let mut question = "Sources:\n".to_owned();
        let mut sources = Vec::new();
        for name in ["a", "b", "c", "d"] {
            let begin = question.len();
            question.extend([name, ".md: ", &"word".repeat(98), "\n"]);
            sources.push(begin..question.len());
        }
        question.push_str("Why?");
        let messages = vec![
            Message::system("Answer."),
            Message::user("x".repeat(400)),
            Message::assistant("y".repeat(400)),
            Message::user("z".repeat(40)),
            Message::assistant("z".repeat(40)),
            Message::user(question),
        ];
        Prompt { messages, sources, max_tokens: 1_000, ..Prompt::default() }
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
    fn the_oldest_messages_go_first_and_then_the_last_sources_each_as_a_whole() {
        let mut fitted = prompt();
        assert_eq!(fitted.fit(600), 1);
        assert_eq!(texts(&fitted), ["A", "z", "z", "S"], "from a question of the reader on");
        let question = &fitted.messages.last().unwrap().content;
        assert!(question.ends_with("word\nWhy?") && question.contains("c.md: "));
        assert!(!question.contains("d.md: "));
        assert!(fitted.tokens() + fitted.max_tokens <= 600);
        assert!(fitted.max_tokens < 200, "the answer takes a share");
    }

    #[test]
    fn the_first_source_and_the_question_stay_in_any_context() {
        for context in [0, 1, 50] {
            let mut fitted = prompt();
            assert_eq!(fitted.fit(context), 3);
            let question = &fitted.messages.last().unwrap().content;
            assert!(question.ends_with("Why?") && question.contains("a.md: "), "{context}");
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
