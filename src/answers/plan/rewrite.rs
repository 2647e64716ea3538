//! Search queries written by a model.

use std::time::Duration;

use footnote_models::{ChatModel, Prompt};

use crate::side_prompt::{self, SidePrompt, SideTask};
use crate::turn::Turn;

/// Time limit of the model for a search query. Longer waits gain little: the question itself finds most of the passages
/// that the query would.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of tokens of a search query: one line, with room for models that think first.
const QUERY_TOKENS: u32 = 500;

const INSTRUCTIONS: &str = "You turn the last question of a conversation into one query for a \
keyword search over documents. Replace what it refers to by the words it stands for. Keep names, \
numbers and the question's language. Leave out file names, brackets and special characters. \
Answer with the query alone. If nothing can be searched for, answer with the digit 0.";

/// The words that ask for the query of a question, in the example as well.
const TASK: &str = "Write the search query for: ";

/// An example of a query for small models, on a subject unlikely to be the reader's.
const EXAMPLE: [(&str, &str); 2] = [
    (
        "How do crypto currencies move with interest rates?",
        "crypto currencies interest rates influence",
    ),
    ("Hello!", "0"),
];

/// Asks `model` for a self-contained query; `None` if the question itself is to be used.
pub(super) async fn rewrite(model: &dyn ChatModel, turn: &Turn) -> (SidePrompt, Option<String>) {
    side_prompt::ask(model, query_prompt(turn), TIMEOUT, side_prompt::line).await
}

fn query_prompt(turn: &Turn) -> Prompt {
    let example = |(question, query)| (format!("{TASK}{question}"), query);
    let task = SideTask {
        instructions: INSTRUCTIONS,
        examples: EXAMPLE.map(example).into(),
        request: format!("{TASK}{}", turn.read.question),
        max_tokens: QUERY_TOKENS,
    };
    task.prompt(turn)
}

#[cfg(test)]
mod tests {
    use footnote_models::Reply;

    use super::*;

    fn read(text: &str) -> Result<String, String> {
        side_prompt::line(&Reply { text: text.to_owned(), ..Reply::default() })
    }

    #[test]
    fn a_query_is_the_first_line_that_is_one() {
        for text in
            ["paid leave", " \"paid leave\"\n", "Here it is:\n- paid leave", "```\npaid leave\n```"]
        {
            assert_eq!(read(text).unwrap(), "paid leave", "{text:?}");
        }
    }

    #[test]
    fn what_is_no_query_is_told_in_words() {
        let long = "x".repeat(500);
        for (text, reason) in [
            ("", "wrote nothing"),
            ("0", "nothing to search for"),
            (long.as_str(), "no search query"),
            (r#"{"query": 1}"#, "no search query"),
            ("<think>\nThey ask about leave.\n</think>\nannual leave", "no search query"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(reason), "{text:?}: {error}");
        }
    }
}
