//! The tool with which clients of earlier versions read documents. It is not listed, since `read` has replaced it.

use footnote_documents::Passage;
use footnote_library::open;
use footnote_protocol::ProtocolError;
use footnote_store::Start;
use footnote_text::source;
use serde_json::{Value, json};

use super::arguments;
use super::client::McpClient;
use super::result::{SourceLink, ToolResult};

/// Maximum size of a text in bytes, about twenty thousand tokens. The pages of a longer document are read one by one.
const MAX_BYTES: usize = 80 * 1024;

/// Maximum number of passages of a text. Most have more than 200 characters.
const MAX_PASSAGES: usize = 500;

/// Reads a document or a page of it.
///
/// # Errors
///
/// Returns a sentence that says what is wrong.
pub(super) async fn call(client: &McpClient<'_>, arguments: &Value) -> Result<ToolResult, String> {
    let name = arguments::text(arguments, "source")?.trim();
    let name = name.strip_prefix('[').unwrap_or(name);
    let name = name.strip_suffix(']').unwrap_or(name);
    let place = client.capacity.admit(client.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let passages = passages(client, name).await?;
    let Some(first) = passages.first() else {
        return Err(format!("There is no {name:?}: `search` gives names that can be opened."));
    };
    let link = SourceLink::new(client, name);
    let title = Some(&first.title).filter(|title| !title.is_empty());
    let (text, truncated) = readable(&passages);
    let structured = json!({
        "source": link.source,
        "title": title.unwrap_or(&link.title),
        "url": link.url,
        "text": text,
        "truncated": truncated,
    });
    Ok(ToolResult { text, structured, links: vec![link] })
}

/// Returns the text of a source, and whether some of it is left out; `None` if there is no such source.
///
/// # Errors
///
/// Returns a sentence that says what failed.
pub(super) async fn text(
    client: &McpClient<'_>,
    name: &str,
) -> Result<Option<(String, bool)>, String> {
    let place = client.capacity.admit(client.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let passages = passages(client, name).await?;
    Ok((!passages.is_empty()).then(|| readable(&passages)))
}

/// Returns the first passages of a source; none if there is no such source.
async fn passages(client: &McpClient<'_>, name: &str) -> Result<Vec<Passage>, String> {
    let (path, page) = source::split(name);
    let start = page.map_or(Start::Passage(0), Start::Page);
    let (retriever, reader) = (&client.rag.retriever, &client.rag.reader);
    let passages = retriever.passages_from(path, start, MAX_PASSAGES, reader).await;
    let mut passages = passages.map_err(|error| ProtocolError::from(error).message)?;
    passages.retain(|passage| page.is_none() || passage.page == page);
    Ok(passages)
}

/// Joins the passages under their headings. The flag is true if some are left out.
fn readable(passages: &[Passage]) -> (String, bool) {
    let mut text = String::new();
    let mut before: &[String] = &[];
    for passage in passages {
        let part = open::headings(before, &passage.headings) + &passage.text + "\n\n";
        if text.len() + part.len() > MAX_BYTES {
            return (text, true);
        }
        text.push_str(&part);
        before = &passage.headings;
    }
    text.truncate(text.trim_end().len());
    (text, passages.len() == MAX_PASSAGES)
}
