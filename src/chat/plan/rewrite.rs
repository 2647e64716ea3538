//! Search queries written by a model, as the call of a tool or as text.

use std::time::Duration;

use footnote_models::{ChatModel, Prompt, Reply, Tool};
use serde_json::json;

use crate::side_prompt::{self, SidePrompt, SideTask};
use crate::turn::Turn;

/// Time limit of the model for a search query. Waiting longer is of little use: the question itself finds
/// most of the passages that the query would.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most tokens of a search query: one line, and room for models that think first.
const QUERY_TOKENS: u32 = 500;
/// The name of the query among the tool's arguments.
const QUERY: &str = "search_query";

const INSTRUCTIONS: &str = "You turn the last question of a conversation into one query for a \
keyword search over documents. Replace what it refers to by the words it stands for. Keep names, \
numbers and the question's language. Leave out file names, brackets and special characters. \
Answer with the query alone. If nothing can be searched for, answer with the digit 0.";

/// The words that ask for the query of a question, here and in the example.
const TASK: &str = "Write the search query for: ";

/// An example of a query for small models, on a subject that is hardly the reader's.
const EXAMPLE: [(&str, &str); 2] = [
    (
        "How do crypto currencies move with interest rates?",
        "crypto currencies interest rates influence",
    ),
    ("Hello!", "0"),
];

/// Asks `model` for a query that stands alone; `None` where the question is to be searched for.
pub(super) async fn rewrite(model: &dyn ChatModel, turn: &Turn) -> (SidePrompt, Option<String>) {
    side_prompt::ask(model, query_prompt(turn), TIMEOUT, read).await
}

/// The query in a reply, or the reason why there is none, as a sentence.
fn read(reply: &Reply) -> Result<String, String> {
    let text = reply.text.trim();
    let is_call = text.starts_with('{') && side_prompt::argument(text, QUERY).is_some();
    let is_broken = text.starts_with(['<', '{']) && !is_call;
    if reply.calls.is_empty() && (is_broken || text.chars().count() > side_prompt::LONGEST_ITEM) {
        return Err("The chat model wrote something that is no search query.".to_owned());
    }
    let query = side_prompt::texts(reply, QUERY)?.into_iter().next();
    query.ok_or_else(|| "The chat model found nothing to search for.".to_owned())
}

fn query_prompt(turn: &Turn) -> Prompt {
    let example = |(question, query)| (format!("{TASK}{question}"), query);
    let schema = json!({
        "type": "string",
        "description": "The query, such as: health plan premiums",
    });
    let task = SideTask {
        instructions: INSTRUCTIONS,
        examples: EXAMPLE.map(example).into(),
        request: format!("{TASK}{}", turn.read.question),
        tool: Tool {
            name: "search_sources",
            description: "Searches the documents for passages.",
            parameters: side_prompt::parameters(QUERY, &schema),
        },
        max_tokens: QUERY_TOKENS,
    };
    task.prompt(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str, calls: &[&str]) -> Reply {
        Reply::calling("search_sources", text, calls)
    }

    #[test]
    fn a_query_is_called_or_written() {
        for (text, calls) in [
            ("", &[r#"{"search_query":"paid leave"}"#][..]),
            ("paid leave", &[]),
            (" \"paid leave\"\n", &[]),
            (r#"{"search_query": "paid leave"}"#, &[]),
            ("Let me see.", &["{", r#"{"search_query":" paid leave "}"#]),
            ("0", &[r#"{"search_query":"paid leave"}"#]),
            ("paid leave", &[r#"{"search_query":"0"}"#]),
        ] {
            let read = read(&reply(text, calls));
            assert_eq!(read.unwrap(), "paid leave", "{text:?} {calls:?}");
        }
    }

    #[test]
    fn what_is_no_query_is_told_in_words() {
        let long = "x".repeat(500);
        for (text, calls, told) in [
            ("", &[][..], "wrote nothing"),
            ("0", &[], "nothing to search for"),
            ("", &[r#"{"search_query":"0"}"#], "nothing to search for"),
            ("", &[r#"{"search_query":7}"#], "cannot be read"),
            ("", &[r#"{"search_query":"pai"#], "cannot be read"),
            (long.as_str(), &[], "no search query"),
            (r#"{"query": 1}"#, &[], "no search query"),
            ("<think>\nThey ask about leave.\n</think>\nannual leave", &[], "no search query"),
        ] {
            let error = read(&reply(text, calls)).unwrap_err();
            assert!(error.contains(told), "{text:?} {calls:?}: {error}");
        }
    }
}
