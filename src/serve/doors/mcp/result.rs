//! The result of a tool: text for any client, and typed values and links for clients that read them.

use footnote_text::source;
use serde_json::{Value, json};

use super::client::McpClient;

/// The version that first had typed values and links.
const WITH_LINKS: &str = "2025-06-18";

/// The result of a tool.
pub(super) struct ToolResult {
    /// For the model, as it is.
    pub(super) text: String,
    /// The same, typed.
    pub(super) structured: Value,
    /// The sources behind it, each once.
    pub(super) links: Vec<SourceLink>,
}

/// A source that can be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceLink {
    /// The source name.
    pub(super) source: String,
    /// The title that a reader sees.
    pub(super) title: String,
    /// The address at which the document is served.
    pub(super) url: String,
}

impl SourceLink {
    /// A link to `source` for the caller.
    pub(super) fn new(client: &McpClient<'_>, source: &str) -> Self {
        Self {
            source: source.to_owned(),
            title: source::label(source),
            url: format!("{}{}", client.origin, source::content_url(source)),
        }
    }

    /// The link as a typed value.
    pub(super) fn value(&self) -> Value {
        json!({"source": self.source, "title": self.title, "url": self.url})
    }

    fn content(&self) -> Value {
        json!({
            "type": "resource_link",
            "uri": self.url,
            "name": self.source,
            "title": self.title,
        })
    }
}

impl ToolResult {
    /// The result as a client of this version of the protocol reads it.
    pub(super) fn value(self, version: &str) -> Value {
        let text = json!({"type": "text", "text": self.text});
        // Versions are dates, and sort as such.
        if version < WITH_LINKS {
            return json!({"content": [text], "isError": false});
        }
        let links = self.links.iter().map(SourceLink::content);
        let content: Vec<Value> = std::iter::once(text).chain(links).collect();
        json!({"content": content, "structuredContent": self.structured, "isError": false})
    }
}
