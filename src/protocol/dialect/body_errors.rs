//! Errors for bodies that cannot be parsed; they name the wrong field.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{Overrides, ProtocolError, Role, Scope};

/// Known overrides, and what each must be.
const OVERRIDES: [(&str, &str); 18] = [
    ("top", "a number"),
    ("temperature", "a number"),
    ("retrieval_mode", r#""text", "vectors" or "hybrid""#),
    ("query_rewriting", "a boolean"),
    ("use_agentic_knowledgebase", "a boolean"),
    ("use_agentic_retrieval", "a boolean"),
    ("retrieval_reasoning_effort", r#""minimal", "low" or "medium""#),
    ("semantic_ranker", "a boolean"),
    ("minimum_reranker_score", "a number"),
    ("semantic_captions", "a boolean"),
    ("suggest_followup_questions", "a boolean"),
    ("prompt_template", "a string"),
    ("include_category", "a string"),
    ("exclude_category", "a string"),
    ("minimum_search_score", "a number"),
    ("send_text_sources", "a boolean"),
    ("search_text_embeddings", "a boolean"),
    ("scope", "an object"),
];

/// Fields of a scope, and what each must be.
const SCOPE: [(&str, &str); 5] = [
    ("folders", "a list of paths"),
    ("documents", "a list of paths"),
    ("kinds", "a list of endings"),
    ("from", r#"a day such as "2024-05-31""#),
    ("to", r#"a day such as "2024-05-31""#),
];

/// Returns the error for overrides at `place` that cannot be parsed.
pub(super) fn of_overrides(place: &str, overrides: &Value) -> ProtocolError {
    let wrong = OVERRIDES
        .iter()
        .find(|(key, _)| overrides.get(*key).is_some_and(|value| !fits(key, value)));
    match wrong {
        Some((key, kind)) => {
            let place = format!("{place}.{key}");
            let scope = overrides.get("scope").filter(|_| *key == "scope");
            let of_scope = scope.and_then(Value::as_object);
            of_scope
                .and_then(|scope| self::of_scope(&place, scope))
                .unwrap_or_else(|| must_be(&place, kind))
        }
        None => ProtocolError::refused(format!("{place} cannot be read")),
    }
}

/// Returns the error for the first field of a scope that cannot be parsed.
fn of_scope(place: &str, scope: &Map<String, Value>) -> Option<ProtocolError> {
    let is_wrong = |key: &str| {
        let field = scope.get(key).cloned();
        let alone = field.map(|field| Map::from_iter([(key.to_owned(), field)]));
        alone.is_some_and(|alone| Scope::deserialize(Value::Object(alone)).is_err())
    };
    let (key, kind) = SCOPE.iter().find(|(key, _)| is_wrong(key))?;
    Some(must_be(&format!("{place}.{key}"), kind))
}

/// Parses a scope argument; `None` if it is missing.
///
/// # Errors
///
/// Fails with the name of the wrong field.
pub fn scope_of(argument: Option<&Value>) -> Result<Option<Scope>, ProtocolError> {
    let Some(argument) = argument.filter(|argument| !argument.is_null()) else {
        return Ok(None);
    };
    let fields = argument.as_object().ok_or_else(|| must_be("scope", "an object"))?;
    let scope = Scope::deserialize(argument);
    let scope = scope
        .map_err(|_| of_scope("scope", fields).unwrap_or_else(|| must_be("scope", "an object")))?;
    scope.validate()?;
    Ok(Some(scope))
}

fn fits(key: &str, value: &Value) -> bool {
    let alone = Map::from_iter([(key.to_owned(), value.clone())]);
    Overrides::deserialize(Value::Object(alone)).is_ok()
}

/// Returns the error for a body that cannot be parsed.
pub(super) fn of_body(body: &Value) -> ProtocolError {
    let Some(messages) = body.get("messages").and_then(Value::as_array) else {
        return must_be("messages", "a list of messages");
    };
    let mut messages = messages.iter().enumerate();
    if let Some(error) = messages.find_map(|(at, message)| of_message(at, message)) {
        return error;
    }
    let given = |key: &str| body.get(key).filter(|value| !value.is_null());
    if given("stream").is_some_and(|stream| !stream.is_boolean()) {
        return must_be("stream", "a boolean");
    }
    if given("context").is_some_and(|context| !context.is_object()) {
        return must_be("context", "an object");
    }
    ProtocolError::refused("the request cannot be read")
}

fn of_message(at: usize, message: &Value) -> Option<ProtocolError> {
    let place = format!("messages[{at}]");
    let field = |key: &str| message.get(key).unwrap_or(&Value::Null);
    if !message.is_object() {
        return Some(must_be(&place, "an object"));
    }
    if Role::deserialize(field("role")).is_err() {
        let known = r#""user", "assistant" or "system""#;
        return Some(must_be(&format!("{place}.role"), known));
    }
    let content = field("content").is_string();
    (!content).then(|| must_be(&format!("{place}.content"), "a string"))
}

fn must_be(place: &str, kind: &str) -> ProtocolError {
    ProtocolError::refused(format!("{place} must be {kind}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{RetrievalEffort, RetrievalMode};

    #[test]
    fn every_override_has_its_words() {
        let all = Overrides {
            top: Some(1),
            temperature: Some(0.5),
            retrieval_mode: Some(RetrievalMode::Text),
            query_rewriting: Some(true),
            use_agentic_knowledgebase: Some(true),
            use_agentic_retrieval: Some(true),
            retrieval_reasoning_effort: Some(RetrievalEffort::Medium),
            semantic_ranker: Some(true),
            minimum_reranker_score: Some(0.5),
            semantic_captions: Some(true),
            suggest_followup_questions: Some(true),
            prompt_template: Some(String::new()),
            include_category: Some(String::new()),
            exclude_category: Some(String::new()),
            minimum_search_score: Some(0.5),
            send_text_sources: Some(true),
            search_text_embeddings: Some(true),
            scope: Some(Scope::of_document("a.md")),
        };
        let all = json!(all);
        let all = all.as_object().unwrap();
        assert_eq!(all.len(), OVERRIDES.len());
        for (key, kind) in OVERRIDES {
            assert!(fits(key, &all[key]) && fits(key, &Value::Null), "{key}");
            let wrong = Map::from_iter([(key.to_owned(), json!([7]))]);
            let error = of_overrides("context.overrides", &wrong.into());
            assert_eq!(error.message, format!("context.overrides.{key} must be {kind}"));
        }
    }

    #[test]
    fn a_scope_that_cannot_be_read_is_told_by_its_field() {
        for wrong in [json!({"scope": []}), json!({"scope": "hr"})] {
            let error = of_overrides("context.overrides", &wrong);
            assert_eq!(error.message, "context.overrides.scope must be an object");
        }
        for (key, kind) in SCOPE {
            let wrong = json!({"scope": {key: 7}});
            let error = of_overrides("context.overrides", &wrong);
            assert_eq!(error.message, format!("context.overrides.scope.{key} must be {kind}"));
        }
    }
}
