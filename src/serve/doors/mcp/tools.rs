//! The tools: their names, their inputs and outputs, and their handlers.

use serde_json::{Value, json};

use super::arguments::MOST;
use super::caller::Caller;
use super::{answer, open, search};

/// The descriptions of all tools.
pub(super) fn list() -> Vec<Value> {
    let search = described(
        "search",
        "Search the documents",
        "Finds the passages that fit best, each with its source name and a link.",
        &json!({
            "query": {"type": "string", "description": "What to look for, in words or as a question."},
            "top": top(),
        }),
        &json!({"results": {"type": "array", "items": passage()}}),
    );
    let open = described(
        "open",
        "Open a document",
        "Reads a document, or one page of it, by its source name.",
        &json!({
            "source": {
                "type": "string",
                "description": "A source name as `search` gives it: `handbook.pdf#page=7`, or `handbook.pdf` for all pages.",
            },
        }),
        &json!({
            "source": {"type": "string"},
            "title": {"type": "string"},
            "url": {"type": "string"},
            "text": {"type": "string"},
            "truncated": {"type": "boolean", "description": "Whether the text goes on: open its pages one by one."},
        }),
    );
    let answer = described(
        "answer",
        "Ask the documents",
        "Answers a question from the documents; every statement carries its source name in brackets, \
         and is checked against what it cites.",
        &json!({
            "question": {"type": "string", "description": "One question."},
            "top": top(),
        }),
        &json!({
            "answer": {"type": "string", "description": "Markdown."},
            "model": {"type": "string"},
            "sources": {"type": "array", "items": source(), "description": "What the answer cites."},
            "audit": audit(),
            "followup_questions": {"type": "array", "items": {"type": "string"}},
        }),
    );
    vec![search, open, answer]
}

/// Calls the tool `name` and returns its result; `None` if there is no such tool.
pub(super) async fn call(caller: &Caller<'_>, name: &str, arguments: &Value) -> Option<Value> {
    let result = match name {
        "search" => search::call(caller, arguments).await,
        "open" => open::call(caller, arguments).await,
        "answer" => answer::call(caller, arguments).await,
        _ => return None,
    };
    Some(match result {
        Ok(result) => result.value(caller.version),
        Err(why) => json!({"content": [{"type": "text", "text": why}], "isError": true}),
    })
}

fn top() -> Value {
    json!({
        "type": "integer",
        "minimum": 1,
        "maximum": MOST,
        "description": "How many passages to look at.",
    })
}

fn source() -> Value {
    object(
        &json!({
            "source": {"type": "string"},
            "title": {"type": "string"},
            "url": {"type": "string"},
        }),
        &["source", "title", "url"],
    )
}

fn audit() -> Value {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let span = json!({
        "type": ["object", "null"],
        "properties": {"source": {"type": "string"}, "text": {"type": "string"}},
        "description": "The part of a source that comes nearest.",
    });
    let statement = object(
        &json!({
            "text": {"type": "string"},
            "verdict": {"enum": ["supported", "partly", "unsupported", "number_conflict"]},
            "sources": texts,
            "span": span,
            "missing": texts,
        }),
        &["text", "verdict", "sources"],
    );
    json!({
        "type": ["object", "null"],
        "properties": {"statements": {"type": "array", "items": statement}},
        "required": ["statements"],
        "description": "Whether the sources say what each statement says; null where nothing was checked.",
    })
}

fn passage() -> Value {
    object(
        &json!({
            "id": {"type": "string", "description": "The source name, to open or to cite."},
            "title": {"type": "string"},
            "url": {"type": "string"},
            "text": {"type": "string"},
            "headings": {"type": "array", "items": {"type": "string"}},
            "score": {"type": "number", "description": "Comparable within one search only."},
        }),
        &["id", "title", "url", "text"],
    )
}

fn object(properties: &Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

/// A tool that only reads, whose first argument and all of whose results are always there.
fn described(name: &str, title: &str, what: &str, takes: &Value, gives: &Value) -> Value {
    let keys = |properties: &Value| -> Vec<String> {
        let properties = properties.as_object();
        properties.map_or_else(Vec::new, |fields| fields.keys().cloned().collect())
    };
    let needed: Vec<String> = keys(takes).into_iter().filter(|key| key != "top").collect();
    json!({
        "name": name,
        "title": title,
        "description": what,
        "inputSchema": {"type": "object", "properties": takes, "required": needed},
        "outputSchema": {"type": "object", "properties": gives, "required": keys(gives)},
        "annotations": {"title": title, "readOnlyHint": true, "openWorldHint": false},
    })
}
