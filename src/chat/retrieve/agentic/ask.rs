//! The prompts and replies by which a model splits a question into parts that are searched for one by one.

use footnote_models::{Prompt, Reply, Tool};
use footnote_protocol::Message;
use serde_json::json;

use crate::side_prompt::{self, SideTask};
use crate::turn::Turn;

/// The most tokens of a plan: a few lines, and room for models that think first.
const PLAN_TOKENS: u32 = 800;
/// The name of the sub-questions among the tool's arguments.
const SUB_QUESTIONS: &str = "sub_questions";

const INSTRUCTIONS: &str = "You plan the search for what answers the last question of a conversation. \
Split it into the sub-questions that must be looked up one by one in a collection of documents. \
Each asks for one thing and stands alone: replace what it refers to by the words it stands for, \
and keep names, numbers and the question's language. \
Answer with the sub-questions alone, one on each line, the most important first. \
If the question asks for one thing only, answer with that one line. \
If nothing can be searched for, answer with the digit 0.";

/// A question with its plan, as an example for small models.
const EXAMPLE: [&str; 2] = [
    "How do the city and the garden hotel differ in price, and which of them takes dogs?",
    "What does the city hotel cost?\nWhat does the garden hotel cost?\nWhich hotels take dogs?",
];

/// The prompt for a plan of at most `most` sub-questions.
pub(super) fn plan_prompt(turn: &Turn, most: usize) -> Prompt {
    let [question, plan] = EXAMPLE;
    let schema = json!({
        "type": "array",
        "items": {"type": "string"},
        "description": "The sub-questions, the most important first",
    });
    let task = SideTask {
        instructions: INSTRUCTIONS,
        examples: vec![(wanted(3, question), plan)],
        request: wanted(most, &turn.read.question),
        tool: Tool {
            name: "search_each",
            description: "Searches the documents for each sub-question.",
            parameters: side_prompt::parameters(SUB_QUESTIONS, &schema),
        },
        max_tokens: PLAN_TOKENS,
    };
    task.prompt(turn)
}

fn wanted(most: usize, question: &str) -> String {
    format!("Write at most {most} sub-questions for: {question}")
}

/// The prompt that asks for other words for the sub-questions without results.
pub(super) fn retry_prompt(mut prompt: Prompt, plan: &[String], missing: &[String]) -> Prompt {
    prompt.messages.push(Message::assistant(plan.join("\n")));
    prompt.messages.push(Message::user(format!(
        "Nothing was found for these sub-questions:\n{}\nWrite each of them again in other words \
         that the documents may use, one on each line.",
        missing.join("\n")
    )));
    prompt
}

/// The sub-questions in a reply, each once, or the reason why there are none, as a sentence.
///
/// Those in `known` have been searched for already. A plan without sub-questions is valid: the question
/// needs none.
pub(super) fn read(reply: &Reply, known: &[&str], most: usize) -> Result<Vec<String>, String> {
    let mut sub_questions: Vec<String> = Vec::new();
    for one in side_prompt::texts(reply, SUB_QUESTIONS)? {
        let is_same = |other: &str| bare(other) == bare(&one);
        let is_known = known.iter().copied().any(is_same);
        if !is_known && !sub_questions.iter().any(|other| is_same(other)) {
            sub_questions.push(one);
        }
    }
    sub_questions.truncate(most);
    Ok(sub_questions)
}

fn bare(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUESTION: &str = "What do A and B cost?";

    fn reply(text: &str, calls: &[&str]) -> Reply {
        Reply::calling("search_each", text, calls)
    }

    #[test]
    fn a_plan_is_called_or_written() {
        for (text, calls) in [
            ("", &[r#"{"sub_questions":["Cost of A?","Cost of B?"]}"#][..]),
            ("", &[r#"{"sub_questions":["Cost of A?"]}"#, r#"{"sub_questions":["Cost of B?"]}"#]),
            ("Cost of A?\nCost of B?", &[]),
            ("Sure, here they are:\n\n1. Cost of A?\n2) Cost of B?", &[]),
            ("- Cost of A?\n* Cost of B?\n* cost of b", &[]),
            ("```json\n[\"Cost of A?\", \"Cost of B?\", 7]\n```", &[]),
            ("What do A and B cost?\nCost of A?\nCost of B?\nCost of C?", &[]),
        ] {
            let plan = read(&reply(text, calls), &[QUESTION], 2);
            assert_eq!(plan.unwrap(), ["Cost of A?", "Cost of B?"], "{text:?} {calls:?}");
        }
    }

    proptest! {
        #[test]
        fn a_plan_keeps_its_limits_whatever_the_model_writes(
            text in r#"(\PC|[\n{}"\[\],:0-9.-]){0,120}"#,
            call in r#"(\PC|[{}"\[\],:]){0,60}"#,
            most in 0_usize..6,
        ) {
            let plan = read(&reply(&text, &[&call]), &[QUESTION], most).unwrap_or_default();
            prop_assert!(plan.len() <= most);
            let mut unique: Vec<String> = plan.iter().map(|one| bare(one)).collect();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), plan.len());
        }
    }

    #[test]
    fn a_question_may_need_no_plan() {
        for text in ["0", "What do A and B cost", r#"{"sub_questions": []}"#] {
            assert!(read(&reply(text, &[]), &[QUESTION], 3).unwrap().is_empty());
        }
    }

    #[test]
    fn what_is_no_plan_is_told_in_words() {
        assert!(read(&reply("", &[]), &[QUESTION], 3).is_err());
        for call in ["{", r#"{"sub_questions":7}"#] {
            let error = read(&reply("", &[call]), &[QUESTION], 3).unwrap_err();
            assert!(error.contains("cannot be read"), "{call}");
        }
    }
}
