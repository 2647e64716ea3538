//! Registry of the tools: names, schemas and handlers.

use footnote_answers::tools;
use footnote_models::Tool;
use serde_json::{Value, json};

use super::client::McpClient;
use super::{answer, first_pass, lookup, open};

/// Descriptions of all tools.
pub(super) fn list() -> Value {
    let mut described: Value = serde_json::from_str(include_str!("tools.json")).unwrap_or_default();
    let mut part = |name: &str| described.get_mut(name).map(Value::take).unwrap_or_default();
    let (scope, found, mut answer) = (part("scope"), part("found"), part("answer"));
    let offered = tools::offered();
    let looked_up = offered.iter().map(|tool| describe(tool, &scope, &found));
    if let Some(input) = answer.get_mut("inputSchema") {
        add_scope(input, &scope);
    }
    looked_up.chain([answer]).collect()
}

fn describe(tool: &Tool, scope: &Value, found: &Value) -> Value {
    let mut input = tool.parameters.clone();
    add_scope(&mut input, scope);
    json!({
        "name": tool.name,
        "description": tool.description,
        "inputSchema": input,
        "outputSchema": found,
        "annotations": {"readOnlyHint": true, "openWorldHint": false},
    })
}

/// Adds the scope to the properties of an input schema.
fn add_scope(input: &mut Value, scope: &Value) {
    if let Some(Value::Object(properties)) = input.get_mut("properties") {
        properties.insert("scope".to_owned(), scope.clone());
    }
}

/// Calls the tool `name` and returns its result; `None` if there is no such tool.
pub(super) async fn call(client: &McpClient<'_>, name: &str, arguments: &Value) -> Option<Value> {
    // Assistants ask once, and believe that nothing is there.
    first_pass::wait(client).await;
    // Asked before, because the pass may end meanwhile. Answers say so themselves.
    let is_early = name != "answer" && first_pass::is_under_way(client).await;
    let result = match name {
        "answer" => answer::call(client, arguments).await,
        "open" => open::call(client, arguments).await,
        name if tools::offered().iter().any(|tool| tool.name == name) => {
            lookup::call(client, name, arguments).await
        }
        _ => return None,
    };
    Some(match result {
        Ok(result) if is_early => result.with_note(first_pass::NOTE).value(client.version),
        Ok(result) => result.value(client.version),
        Err(why) if is_early => failed(&format!("{why} {}", first_pass::NOTE)),
        Err(why) => failed(&why),
    })
}

fn failed(why: &str) -> Value {
    json!({"content": [{"type": "text", "text": why}], "isError": true})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::mcp::arguments::MAX_PASSAGES;

    #[test]
    fn every_tool_takes_a_scope_and_the_answer_a_number_of_passages() {
        let tools = list();
        let tools = tools.as_array().unwrap();
        let has = |place: &'static str| tools.iter().filter_map(move |tool| tool.pointer(place));
        assert_eq!(has("/inputSchema/properties/scope/properties/folders").count(), 5);
        let most: Vec<&Value> = has("/inputSchema/properties/top/maximum").collect();
        assert_eq!(most, [&json!(MAX_PASSAGES)]);
    }
}
