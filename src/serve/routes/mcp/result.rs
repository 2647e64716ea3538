//! Result of a tool: text for every client, and structured values and links for clients that read them.

use footnote_text::source;
use serde_json::{Value, json};

use super::client::McpClient;

/// The first protocol version with structured values and links.
const WITH_LINKS: &str = "2025-06-18";

/// Result of a tool.
pub(super) struct ToolResult {
    /// Text for the model.
    pub(super) text: String,
    /// The same result as structured content.
    pub(super) structured: Value,
    /// The sources it rests on, each once.
    pub(super) links: Vec<SourceLink>,
}

/// A link to a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceLink {
    /// Name of the source.
    pub(super) source: String,
    /// Title that a reader sees.
    pub(super) title: String,
    /// URL of the document.
    pub(super) url: String,
}

impl SourceLink {
    /// Creates a link to `source`.
    pub(super) fn new(client: &McpClient<'_>, source: &str) -> Self {
        Self {
            source: source.to_owned(),
            title: source::label(source),
            url: format!("{}{}", client.origin, source::content_url(source)),
        }
    }

    /// Encodes the link as a resource link.
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
    /// Adds a note to the text and to the structured text.
    pub(super) fn with_note(mut self, note: &str) -> Self {
        let noted = |text: &str| format!("{}\n\n{note}", text.trim_end()).trim_start().to_owned();
        self.text = noted(&self.text);
        if let Some(Value::String(text)) = self.structured.get_mut("text") {
            *text = noted(text);
        }
        self
    }

    /// Encodes the result for a client of this protocol version.
    pub(super) fn value(self, version: &str) -> Value {
        let text = json!({"type": "text", "text": self.text});
        // Versions are dates and sort as text.
        if version < WITH_LINKS {
            return json!({"content": [text], "isError": false});
        }
        let links = self.links.iter().map(SourceLink::content);
        let content: Vec<Value> = std::iter::once(text).chain(links).collect();
        json!({"content": content, "structuredContent": self.structured, "isError": false})
    }
}
