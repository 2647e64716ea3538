//! The MCP tools that look things up, which chat models have too.

use footnote_answers::Rag;
use footnote_answers::tools::{self, ToolContext, ToolOutput};
use footnote_library::open;
use footnote_protocol::ProtocolError;
use footnote_store::search::Hit;
use serde_json::{Value, json};

use super::arguments;
use super::client::McpClient;
use super::result::{SourceLink, ToolResult};

/// Maximum size of a text that can be cut, in estimated tokens.
const MAX_TOKENS: u32 = 20_000;

/// Calls the tool `name`.
///
/// # Errors
///
/// A message about the error.
pub(super) async fn call(
    client: &McpClient<'_>,
    name: &str,
    arguments: &Value,
) -> Result<ToolResult, String> {
    let place = client.capacity.admit(client.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let mut arguments = arguments.clone();
    let rag = &in_scope(client, &mut arguments).await?;
    let context = ToolContext { tokens: MAX_TOKENS, ..ToolContext::new(rag) };
    let arguments = if arguments.is_null() { String::new() } else { arguments.to_string() };
    let output = tools::call(&context, name, &arguments).await;
    Ok(result_of(client, output.map_err(|error| error.to_string())?))
}

/// Returns the engine narrowed to the scope in the arguments, and removes the scope from them.
async fn in_scope(client: &McpClient<'_>, arguments: &mut Value) -> Result<Rag, String> {
    let scope = arguments::scope(arguments)?.filter(|scope| !scope.is_everything());
    if let Some(arguments) = arguments.as_object_mut() {
        arguments.remove("scope");
    }
    let Some(scope) = scope else {
        return Ok(client.rag.clone());
    };
    let narrowed = client.rag.within(&scope).await;
    narrowed.map_err(|error| ProtocolError::from(error).message)
}

fn result_of(client: &McpClient<'_>, output: ToolOutput) -> ToolResult {
    let shown = output.passages.iter().chain(&output.evidence).map(|hit| hit.passage.source());
    let mut links: Vec<SourceLink> = Vec::new();
    for source in shown.chain(output.documents) {
        let link = SourceLink::new(client, &source);
        if !links.contains(&link) {
            links.push(link);
        }
    }
    let results: Vec<Value> = output.passages.iter().map(|hit| result(client, hit)).collect();
    let text = [output.text.trim_end(), &passages(&output.passages)];
    let text: Vec<&str> = text.into_iter().filter(|text| !text.is_empty()).collect();
    let structured = json!({
        "text": output.text,
        "results": results,
        "sources": links.iter().map(SourceLink::value).collect::<Vec<_>>(),
        "step": output.step,
    });
    ToolResult { text: text.join("\n\n"), structured, links }
}

fn result(client: &McpClient<'_>, hit: &Hit) -> Value {
    let link = SourceLink::new(client, &hit.passage.source());
    let title = Some(&hit.passage.title).filter(|title| !title.is_empty());
    json!({
        "id": link.source,
        "title": title.unwrap_or(&link.title),
        "url": link.url,
        "text": hit.passage.text,
        "headings": hit.passage.headings,
        "score": hit.score,
    })
}

/// Formats the passages in order, with the source and the headings wherever they change.
fn passages(hits: &[Hit]) -> String {
    let mut parts = Vec::new();
    let (mut source, mut before): (String, &[String]) = (String::new(), &[]);
    for hit in hits {
        let own = hit.passage.source();
        let mut part = String::new();
        if own != source {
            part = format!("[{own}]\n");
            source = own;
        }
        part.push_str(&open::headings(before, &hit.passage.headings));
        before = &hit.passage.headings;
        parts.push(part + &hit.passage.text);
    }
    parts.join("\n\n")
}
