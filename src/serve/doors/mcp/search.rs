//! The tool that finds passages.

use footnote_protocol::ProtocolError;
use footnote_retrieval::{Hit, Query};
use serde_json::{Value, json};

use super::arguments;
use super::client::McpClient;
use super::result::{SourceLink, ToolResult};

/// Finds passages.
///
/// # Errors
///
/// A sentence about the fault.
pub(super) async fn call(client: &McpClient<'_>, arguments: &Value) -> Result<ToolResult, String> {
    let place = client.state.capacity.admit(client.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let scope = arguments::scope(arguments)?.filter(|scope| !scope.is_everything());
    let rag = &match scope {
        Some(scope) => {
            let narrowed = client.rag.within(&scope).await;
            narrowed.map_err(|error| ProtocolError::from(error).message)?
        }
        None => client.rag.clone(),
    };
    let wanted = arguments::wanted(arguments)?.and_then(|top| usize::try_from(top).ok());
    let usual = footnote_chat::default_query(rag, arguments::text(arguments, "query")?.to_owned());
    let query = Query { top: wanted.unwrap_or(usual.top), ..usual };
    let found = footnote_chat::search(rag, query).await;
    let found = found.map_err(|error| error.message)?;
    Ok(result_of(client, &found.hits))
}

fn result_of(client: &McpClient<'_>, hits: &[Hit]) -> ToolResult {
    let mut links: Vec<SourceLink> = Vec::new();
    let mut results = Vec::new();
    let mut texts = Vec::new();
    for hit in hits {
        let link = SourceLink::new(client, &hit.passage.source());
        results.push(result(hit, &link));
        texts.push(format!("[{}]\n{}", link.source, hit.passage.text));
        if !links.contains(&link) {
            links.push(link);
        }
    }
    if texts.is_empty() {
        texts.push("Nothing was found. Try other words.".to_owned());
    }
    ToolResult { text: texts.join("\n\n"), structured: json!({"results": results}), links }
}

fn result(hit: &Hit, link: &SourceLink) -> Value {
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
