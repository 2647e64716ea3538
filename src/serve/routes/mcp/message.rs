//! JSON-RPC 2.0 as MCP uses it: incoming messages, their calls, and replies.

use serde_json::{Value, json};

use super::client::McpClient;
use super::codes::{FAILED, INVALID, NO_METHOD, PARAMETERS};
use super::{resources, tools};

/// Supported protocol versions, newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The version assumed for a client that does not send one.
pub(super) const DEFAULT_VERSION: &str = "2025-03-26";

/// Maximum number of messages per batch; each may ask for a whole answer.
const MAX_MESSAGES: usize = 16;

/// Describes this server to assistants.
const INSTRUCTIONS: &str = "Footnote knows a collection of documents. Use `search` to find passages, \
    `read` to read a document or a part of it, `list` to see which documents there are, and `query` to \
    compute over tables; `answer` has Footnote itself answer a question, with a citation in brackets \
    behind every statement. Cite what you use by its source name.";

/// The reply to a message.
#[derive(Debug, PartialEq)]
pub(super) enum Reply {
    /// No reply, since none was expected.
    None,
    /// An error: the body was not a message.
    Wrong(Value),
    /// One message, or a list of messages.
    Message(Value),
}

/// Returns the version of this name, if supported.
pub(super) fn supported_version(name: &str) -> Option<&'static str> {
    VERSIONS.into_iter().find(|version| *version == name)
}

/// An error reply to the request `id`.
pub(super) fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

/// Handles a received message.
pub(super) async fn receive(client: &McpClient<'_>, body: &Value) -> Reply {
    let Some(messages) = body.as_array() else {
        return one(client, body).await;
    };
    if messages.is_empty() || messages.len() > MAX_MESSAGES {
        let why = format!("a list must have 1 to {MAX_MESSAGES} messages");
        return Reply::Wrong(error(&Value::Null, INVALID, &why));
    }
    let mut replies = Vec::new();
    for (place, message) in messages.iter().enumerate() {
        // The first has counted with its request.
        let counted =
            if place == 0 { Ok(()) } else { client.capacity.count_lookup(client.extensions) };
        let reply = match counted {
            Ok(()) => one(client, message).await,
            Err(refusal) => Reply::Wrong(error(&Value::Null, FAILED, refusal.message())),
        };
        match reply {
            Reply::None => {}
            Reply::Wrong(reply) | Reply::Message(reply) => replies.push(reply),
        }
    }
    if replies.is_empty() { Reply::None } else { Reply::Message(replies.into()) }
}

async fn one(client: &McpClient<'_>, message: &Value) -> Reply {
    let is_message = message.get("jsonrpc").is_some_and(|version| version == "2.0");
    let method = message.get("method").and_then(Value::as_str);
    let id = message.get("id");
    match (is_message, method, id) {
        (true, Some(method), Some(id)) if id.is_string() || id.is_number() => {
            let nothing = Value::Null;
            let parameters = message.get("params").unwrap_or(&nothing);
            Reply::Message(match call(client, method, parameters).await {
                Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
                Err((code, why)) => error(id, code, &why),
            })
        }
        // A notification, which we can ignore, or a reply, although we never send requests.
        (true, Some(_), None) | (true, None, Some(_)) => Reply::None,
        _ => Reply::Wrong(error(&Value::Null, INVALID, "this is no message of JSON-RPC 2.0")),
    }
}

async fn call(
    client: &McpClient<'_>,
    method: &str,
    parameters: &Value,
) -> Result<Value, (i32, String)> {
    match method {
        "initialize" => Ok(initialize(client, parameters)),
        "ping" => Ok(json!({})),
        "resources/list" => resources::list(client, parameters).await,
        "resources/templates/list" => Ok(json!({"resourceTemplates": []})),
        "resources/read" => resources::read(client, parameters).await,
        "tools/list" => Ok(json!({"tools": tools::list()})),
        "tools/call" => {
            let name = parameters.get("name").and_then(Value::as_str);
            let name = name.ok_or((PARAMETERS, "name must be a string".to_owned()))?;
            let arguments = parameters.get("arguments").unwrap_or(&Value::Null);
            tools::call(client, name, arguments)
                .await
                .ok_or_else(|| (PARAMETERS, format!("there is no tool {name:?}")))
        }
        _ => Err((NO_METHOD, format!("there is no method {method:?}"))),
    }
}

/// The client's version if supported; otherwise the newest.
pub(super) fn agreed_version(parameters: &Value) -> &'static str {
    let wanted = parameters.get("protocolVersion").and_then(Value::as_str);
    let [newest, ..] = VERSIONS;
    wanted.and_then(supported_version).unwrap_or(newest)
}

fn initialize(client: &McpClient<'_>, parameters: &Value) -> Value {
    let resources = if client.hears_changes { json!({"listChanged": true}) } else { json!({}) };
    json!({
        "protocolVersion": agreed_version(parameters),
        "capabilities": {"tools": {}, "resources": resources},
        "serverInfo": {
            "name": "footnote",
            "title": "Footnote",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "instructions": INSTRUCTIONS,
    })
}
