//! The tool that finds passages.

use serde_json::{Value, json};

use super::arguments;
use super::caller::Caller;
use super::result::{Given, Link};
use crate::rag::chat;
use crate::rag::retrieval::{Hit, Query};

/// Finds passages.
///
/// # Errors
///
/// A sentence about the fault.
pub(super) async fn call(caller: &Caller<'_>, arguments: &Value) -> Result<Given, String> {
    let place = caller.state.capacity.admit(caller.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let rag = &caller.rag;
    let wanted = arguments::wanted(arguments)?.and_then(|top| usize::try_from(top).ok());
    let usual = chat::usual(rag, arguments::text(arguments, "query")?.to_owned());
    let query = Query { top: wanted.unwrap_or(usual.top), ..usual };
    let found = chat::search(rag, query).await;
    let found = found.map_err(|error| error.message)?;
    Ok(given(caller, &found.hits))
}

fn given(caller: &Caller<'_>, hits: &[Hit]) -> Given {
    let mut links: Vec<Link> = Vec::new();
    let mut results = Vec::new();
    let mut texts = Vec::new();
    for hit in hits {
        let link = Link::new(caller, &hit.passage.source());
        results.push(result(hit, &link));
        texts.push(format!("[{}]\n{}", link.source, hit.passage.text));
        if !links.contains(&link) {
            links.push(link);
        }
    }
    if texts.is_empty() {
        texts.push("Nothing was found. Try other words.".to_owned());
    }
    Given { text: texts.join("\n\n"), structured: json!({"results": results}), links }
}

fn result(hit: &Hit, link: &Link) -> Value {
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
