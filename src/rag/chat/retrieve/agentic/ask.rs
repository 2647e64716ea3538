//! The prompts and replies by which a model splits a question into parts that are searched for one by one.

use serde_json::{Value, json};

use crate::protocol::Message;
use crate::rag::chat::aside;
use crate::rag::chat::turn::Turn;
use crate::rag::model::{Prompt, Reply, Tool};

/// The most tokens of a plan: a few lines, and room for models that think first.
const PLAN_TOKENS: u32 = 800;
/// The most messages of the conversation that the model sees: three turns.
const RECENT: usize = 6;
/// The longest sub-question, in characters; longer lines are prose.
const LONGEST: usize = 300;

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
pub(super) fn first(turn: &Turn, most: usize) -> Prompt {
    let mut messages = vec![Message::system(INSTRUCTIONS)];
    let [question, plan] = EXAMPLE;
    messages.push(Message::user(wanted(3, question)));
    messages.push(Message::assistant(plan));
    messages.extend(turn.recent(RECENT));
    messages.push(Message::user(wanted(most, &turn.read.question)));
    Prompt {
        messages,
        tool: Some(tool()),
        temperature: Some(0.0),
        max_tokens: PLAN_TOKENS,
        ..Prompt::default()
    }
}

fn wanted(most: usize, question: &str) -> String {
    format!("Write at most {most} sub-questions for: {question}")
}

/// The prompt that asks for other words for the sub-questions without results.
pub(super) fn again(mut first: Prompt, plan: &[String], missing: &[String]) -> Prompt {
    first.messages.push(Message::assistant(plan.join("\n")));
    first.messages.push(Message::user(format!(
        "Nothing was found for these sub-questions:\n{}\nWrite each of them again in other words \
         that the documents may use, one on each line.",
        missing.join("\n")
    )));
    first
}

/// The search as a tool for the model.
fn tool() -> Tool {
    Tool {
        name: "search_each",
        description: "Searches the documents for each sub-question.",
        parameters: json!({
            "type": "object",
            "properties": {
                "sub_questions": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "The sub-questions, the most important first",
                },
            },
            "required": ["sub_questions"],
        }),
    }
}

/// The sub-questions in a reply, each once, or the reason why there are none, as a sentence.
///
/// Those in `known` have been searched for already. A plan without sub-questions is valid: the question
/// needs none.
pub(super) fn read(reply: &Reply, known: &[&str], most: usize) -> Result<Vec<String>, String> {
    let calls = reply.calls.iter();
    let called: Vec<String> = calls.filter_map(|call| listed(&call.arguments)).flatten().collect();
    let text = reply.text.trim();
    if called.is_empty() && text.is_empty() {
        let told = if reply.calls.is_empty() {
            "The chat model wrote no plan."
        } else {
            "The chat model wrote a plan that cannot be read."
        };
        return Err(told.to_owned());
    }
    let written =
        if called.is_empty() { listed(text).unwrap_or_else(|| lines(text)) } else { called };
    let mut sub_questions: Vec<String> = Vec::new();
    for one in written {
        let is_same = |other: &str| bare(other) == bare(&one);
        let is_known = known.iter().copied().any(is_same);
        let is_told = sub_questions.iter().any(|other| is_same(other));
        if is_sub_question(&one) && !is_known && !is_told {
            sub_questions.push(one);
        }
    }
    sub_questions.truncate(most);
    Ok(sub_questions)
}

/// The sub-questions in a JSON list, or in the arguments of a call; `None` if the text is neither.
fn listed(text: &str) -> Option<Vec<String>> {
    let named = || aside::argument(text, "sub_questions");
    let text = text.trim().trim_start_matches("```json").trim_matches('`');
    let list: Option<Vec<Value>> = serde_json::from_str(text).ok();
    let list = list.or_else(|| named()?.as_array().cloned())?;
    let texts = list.iter().filter_map(Value::as_str);
    Some(texts.map(|text| text.trim().to_owned()).collect())
}

/// The lines of a text, without the marks of a list.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("```"));
    let unmarked = lines.map(|line| {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
        let line = numbered.unwrap_or(line);
        line.trim_start_matches(['-', '*', '•', ' ']).trim().to_owned()
    });
    unmarked.collect()
}

/// True if a line is neither empty, nor an introduction ("Here they are:"), nor prose, nor a broken call.
fn is_sub_question(text: &str) -> bool {
    let is_code = text.starts_with(['{', '[', '<', '}', ']']);
    let says = text != "0" && text.contains(char::is_alphanumeric);
    says && !is_code && !text.ends_with(':') && text.chars().count() <= LONGEST
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
            prop_assert!(plan.iter().all(|one| is_sub_question(one)));
            let mut unique: Vec<String> = plan.iter().map(|one| bare(one)).collect();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), plan.len());
        }
    }

    #[test]
    fn a_number_at_the_front_may_be_part_of_a_sub_question() {
        assert_eq!(lines("401k rules?\n2024 prices?"), ["401k rules?", "2024 prices?"]);
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
