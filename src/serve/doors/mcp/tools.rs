//! The tools: their names, their inputs and outputs, and their handlers.

use serde_json::{Value, json};

use super::client::McpClient;
use super::{answer, open, search};

/// The descriptions of all tools.
pub(super) fn list() -> Value {
    serde_json::from_str(include_str!("tools.json")).unwrap_or_default()
}

/// Calls the tool `name` and returns its result; `None` if there is no such tool.
pub(super) async fn call(client: &McpClient<'_>, name: &str, arguments: &Value) -> Option<Value> {
    let result = match name {
        "search" => search::call(client, arguments).await,
        "open" => open::call(client, arguments).await,
        "answer" => answer::call(client, arguments).await,
        _ => return None,
    };
    Some(match result {
        Ok(result) => result.value(client.version),
        Err(why) => json!({"content": [{"type": "text", "text": why}], "isError": true}),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::doors::mcp::arguments::MOST_PASSAGES;

    #[test]
    fn every_tool_that_takes_a_number_of_passages_says_the_most() {
        let tools = list();
        let top = |tool: &Value| tool.pointer("/inputSchema/properties/top/maximum").cloned();
        let most: Vec<Value> = tools.as_array().unwrap().iter().filter_map(top).collect();
        assert_eq!(most, [json!(MOST_PASSAGES), json!(MOST_PASSAGES)]);
    }
}
