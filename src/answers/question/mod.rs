//! The question of a conversation: the text to search for, and the texts around it at lower weight.

pub mod long;

use footnote_protocol::{Message, Role};

use self::long::{CONTEXT_WEIGHT, MessageParts};

/// A text with the weight of its words, relative to those of the question.
pub type WeightedText = (String, f32);

/// Number of earlier questions that count, and weight of the last answer's words relative to the question's own: the
/// best values measured over conversations (`docs/quality.md`).
const EARLIER_QUESTIONS: usize = 2;
const ANSWER_WEIGHT: f32 = 0.1;

/// The question of a message, with what stands around it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// Its words.
    pub text: String,
    /// Samples of pasted text, the last questions, and the last answer.
    pub context: Vec<WeightedText>,
}

impl Question {
    /// Returns the question of a message that follows the `history` of its conversation.
    pub fn new(message: &MessageParts, history: &[Message]) -> Self {
        let material = Some(&message.material).filter(|material| !material.is_empty());
        let material = material.map(|material| (material.clone(), CONTEXT_WEIGHT));
        Self {
            text: message.question.clone(),
            context: material.into_iter().chain(before(history)).collect(),
        }
    }
}

/// Returns the last questions and the last answer of a conversation.
fn before(history: &[Message]) -> impl Iterator<Item = WeightedText> {
    let of = |role| history.iter().rev().filter(move |message| message.role == role);
    let weighted =
        |weight| move |message: &Message| (long::beginning(&message.content).to_owned(), weight);
    let asked = of(Role::User).take(EARLIER_QUESTIONS).map(weighted(CONTEXT_WEIGHT));
    asked.chain(of(Role::Assistant).take(1).map(weighted(ANSWER_WEIGHT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_questions_and_the_last_answer_count_less() {
        let history = ["a?", "A.", "b?", "B.", "c?", "C."].iter().enumerate();
        let history: Vec<Message> = history
            .map(
                |(at, text)| {
                    if at % 2 == 0 { Message::user(*text) } else { Message::assistant(*text) }
                },
            )
            .collect();
        let question = Question::new(&long::read("And abroad?"), &history);
        assert_eq!(question.text, "And abroad?");
        let context: Vec<&str> = question.context.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(context, ["c?", "b?", "C."]);
        assert!(question.context.iter().all(|(_, weight)| *weight < 1.0));
    }
}
