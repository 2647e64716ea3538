//! Search queries written by a model, as the call of a tool or as text.

use std::time::Duration;

use serde_json::{Value, json};

use crate::protocol::Message;
use crate::rag::chat::aside::{self, Asked};
use crate::rag::chat::turn::Turn;
use crate::rag::model::{ChatModel, Prompt, Reply, Tool};
use crate::text::words::in_one_line;

/// Time limit of the model for a search query. Waiting longer is of little use: the question itself finds
/// most of the passages that the query would.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most tokens of a search query: one line, and room for models that think first.
const QUERY_TOKENS: u32 = 500;
/// The most messages of the conversation that the model sees: three turns.
const RECENT: usize = 6;
/// The longest query, in characters; a longer one is an answer.
const LONGEST: usize = 400;

const INSTRUCTIONS: &str = "You turn the last question of a conversation into one query for a \
keyword search over documents. Replace what it refers to by the words it stands for. Keep names, \
numbers and the question's language. Leave out file names, brackets and special characters. \
Answer with the query alone. If nothing can be searched for, answer with the digit 0.";

/// The words that ask for the query of a question, here and in the example.
const ASK: &str = "Write the search query for: ";

/// An example of a query for small models, on a subject that is hardly the reader's.
const EXAMPLE: [(&str, &str); 2] = [
    (
        "How do crypto currencies move with interest rates?",
        "crypto currencies interest rates influence",
    ),
    ("Hello!", "0"),
];

/// Asks `model` for a query that stands alone; `None` where the question is to be searched for.
pub(super) async fn rewrite(model: &dyn ChatModel, turn: &Turn) -> (Asked, Option<String>) {
    aside::ask(model, query_prompt(turn), PATIENCE, read).await
}

/// The query in a reply, or the reason why there is none, as a sentence.
///
/// The first call with a query counts. A model that knows no tools may write a call as text.
fn read(reply: &Reply) -> Result<String, String> {
    let none = || "The chat model found nothing to search for.".to_owned();
    let calls = reply.calls.iter().map(|call| call.arguments.as_str());
    let texts = calls.clone().chain([reply.text.as_str()]);
    if let Some(query) = texts.filter_map(argument).find(|query| is_query(query)) {
        return Ok(query);
    }
    let text = plain(&reply.text);
    // Text that looks like a call, but cannot be read, is no query.
    if is_query(text) && !text.starts_with(['{', '<']) {
        return Ok(in_one_line(text));
    }
    let is_malformed = |arguments: &str| serde_json::from_str::<Value>(arguments).is_err();
    match text {
        "" if calls.clone().any(is_malformed) => {
            Err("The chat model called the search with arguments that cannot be read.".to_owned())
        }
        "" | "0" => Err(none()),
        _ => Err("The chat model wrote something that is no search query.".to_owned()),
    }
}

/// The query in the arguments of a call.
fn argument(arguments: &str) -> Option<String> {
    let query = aside::argument(arguments, "search_query")?;
    Some(query.as_str()?.trim().to_owned())
}

/// A text without the quotation marks that models like to put around it.
fn plain(text: &str) -> &str {
    text.trim().trim_matches(['"', '`']).trim()
}

fn is_query(text: &str) -> bool {
    !matches!(text, "" | "0") && text.chars().count() <= LONGEST
}

fn query_prompt(turn: &Turn) -> Prompt {
    let mut messages = vec![Message::system(INSTRUCTIONS)];
    for (question, query) in EXAMPLE {
        messages.push(Message::user(format!("{ASK}{question}")));
        messages.push(Message::assistant(query));
    }
    messages.extend(turn.recent(RECENT));
    let question = &turn.read.question;
    messages.push(Message::user(format!("{ASK}{question}")));
    Prompt {
        messages,
        tool: Some(tool()),
        temperature: Some(0.0),
        max_tokens: QUERY_TOKENS,
        ..Prompt::default()
    }
}

/// The search as a tool for the model.
fn tool() -> Tool {
    Tool {
        name: "search_sources",
        description: "Searches the documents for passages.",
        parameters: json!({
            "type": "object",
            "properties": {
                "search_query": {
                    "type": "string",
                    "description": "The query, such as: health plan premiums",
                },
            },
            "required": ["search_query"],
        }),
    }
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
        let long = "x".repeat(LONGEST + 1);
        for (text, calls, told) in [
            ("", &[][..], "nothing to search for"),
            ("0", &[], "nothing to search for"),
            ("", &[r#"{"search_query":"0"}"#], "nothing to search for"),
            ("", &[r#"{"search_query":7}"#], "nothing to search for"),
            ("", &[r#"{"search_query":"pai"#], "cannot be read"),
            (long.as_str(), &[], "no search query"),
            (r#"{"query": 1}"#, &[], "no search query"),
        ] {
            let error = read(&reply(text, calls)).unwrap_err();
            assert!(error.contains(told), "{text:?} {calls:?}: {error}");
        }
    }
}
