//! The documents as resources of MCP, for hosts that let their readers pick what to show to a model.

use footnote_documents::Record;
use footnote_protocol::ProtocolError;
use footnote_text::source;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::client::McpClient;
use super::codes::{FAILED, NOT_FOUND, PARAMETERS};
use super::{first_pass, open};

/// Maximum length of a page of the list.
const MAX: usize = 500;

/// Path prefix of a document's address.
const CONTENT: &str = "/content/";

/// Lists the documents that the client may read, by path, if possible after the first pass. The path of the last one is the cursor of the next page.
///
/// # Errors
///
/// Returns a code and a message about a wrong cursor or a failure.
pub(super) async fn list(
    client: &McpClient<'_>,
    parameters: &Value,
) -> Result<Value, (i32, String)> {
    let after = match parameters.get("cursor") {
        None | Some(Value::Null) => "",
        Some(Value::String(path)) => path,
        Some(_) => return Err((PARAMETERS, "cursor must be a string".to_owned())),
    };
    if after.is_empty() {
        first_pass::wait(client).await;
    }
    let found = client.rag.library.after(after, MAX).await;
    let found = found.map_err(|error| (FAILED, ProtocolError::from(error).message))?;
    let next = found.last().filter(|_| found.len() == MAX).map(|last| last.path.clone());
    let ready: Vec<_> = found.iter().filter(|record| record.is_ready()).collect();
    let titles: Vec<&str> = ready.iter().map(|record| record.title.as_str()).collect();
    let shared = client.rag.library.shared_titles(&titles).await;
    let shared = shared.map_err(|error| (FAILED, ProtocolError::from(error).message))?;
    let title = |record: &Record| match record.title.as_str() {
        title if title.is_empty() || shared.contains(title) => source::label(&record.path),
        title => title.to_owned(),
    };
    let resources = ready.into_iter().map(|record| described(client, record, title(record)));
    let resources: Vec<Value> = resources.collect();
    let mut listed = json!({"resources": resources});
    if let (Some(next), Some(listed)) = (next, listed.as_object_mut()) {
        listed.insert("nextCursor".to_owned(), next.into());
    }
    Ok(listed)
}

/// Returns the text of a document, or of a page of it.
///
/// # Errors
///
/// Returns a code and a message about an address without a document, or a failure.
pub(super) async fn read(
    client: &McpClient<'_>,
    parameters: &Value,
) -> Result<Value, (i32, String)> {
    let uri = parameters.get("uri").and_then(Value::as_str);
    let uri = uri.ok_or((PARAMETERS, "uri must be a string".to_owned()))?;
    let unknown = || (NOT_FOUND, format!("there is no resource {uri:?}"));
    let named = uri.strip_prefix(client.origin.as_str()).and_then(|uri| uri.strip_prefix(CONTENT));
    let named = named.ok_or_else(unknown)?;
    let named = percent_decode_str(named).decode_utf8().map_err(|_| unknown())?;
    let text = open::text(client, &named).await.map_err(|why| (FAILED, why))?;
    let (text, truncated) = text.ok_or_else(unknown)?;
    let note = "\n\n[The text goes on: use the tool `read` for the rest.]";
    let text = if truncated { text + note } else { text };
    Ok(json!({"contents": [{"uri": uri, "mimeType": "text/plain", "text": text}]}))
}

/// Returns the resource of a document: by its own title, or by its file name if others have the same title.
fn described(client: &McpClient<'_>, record: &Record, title: String) -> Value {
    json!({
        "uri": format!("{}{}", client.origin, source::content_url(&record.path)),
        "name": record.path,
        "title": title,
        "mimeType": "text/plain",
    })
}
