//! The paths of questions in the `OpenAPI` description.

use footnote_protocol::ProtocolError;
use footnote_protocol::dialect::{DIALECTS, WireForm};
use serde_json::{Map, Value, json};

use crate::net::paths::QUESTIONS;

/// The wire form whose questions are in the address.
const IN_ADDRESS: &str = "message_events";

/// The paths that always mean this wire form: those with its name, and those without another form.
fn own(name: &str) -> Vec<String> {
    let named = |path: &str| format!("/as/{name}{path}");
    match name {
        "openai_chat" => vec!["/v1/chat/completions".to_owned()],
        "openai_responses" => vec!["/v1/responses".to_owned()],
        "chats" => {
            let further = ["/chats", "/chats/stream"].map(str::to_owned);
            QUESTIONS.map(named).into_iter().chain(further).collect()
        }
        IN_ADDRESS => vec![named("/chat")],
        _ => QUESTIONS.map(named).to_vec(),
    }
}

/// Adds the paths of a wire form.
pub(super) fn add(paths: &mut Map<String, Value>, form: &WireForm, summary: &str) {
    for path in own(form.name) {
        let is_posted = form.name != IN_ADDRESS;
        let item = if is_posted { asking(&[form], summary) } else { in_address(form, summary) };
        add_to(paths, path, item);
    }
}

/// Adds the paths whose wire form depends on the request.
pub(super) fn add_unnamed(paths: &mut Map<String, Value>) {
    let summary = "A question in any form of the protocol.";
    let (in_address, posted): (Vec<_>, Vec<_>) =
        DIALECTS.iter().partition(|form| form.name == IN_ADDRESS);
    for form in in_address {
        add_to(paths, "/chat".to_owned(), self::in_address(form, summary));
    }
    let is_named = |form: &&WireForm| own(form.name).iter().any(|path| path.starts_with("/as/"));
    let posted: Vec<_> = posted.into_iter().filter(is_named).collect();
    for path in QUESTIONS {
        add_to(paths, path.to_owned(), asking(&posted, summary));
    }
}

/// Adds methods to a path, keeping those that it has.
fn add_to(paths: &mut Map<String, Value>, path: String, item: Value) {
    let known = paths.entry(path).or_insert_with(|| json!({}));
    if let (Some(known), Value::Object(item)) = (known.as_object_mut(), item) {
        known.extend(item);
    }
}

/// A path to which questions in these wire forms are posted.
fn asking(forms: &[&WireForm], summary: &str) -> Value {
    let request = json!({"schema": one_of(forms, "request")});
    json!({
        "post": {
            "summary": summary,
            "requestBody": {"required": true, "content": {"application/json": request}},
            "responses": responses(forms),
        },
    })
}

/// A path with the question in the address.
fn in_address(form: &WireForm, summary: &str) -> Value {
    json!({
        "get": {
            "summary": summary,
            "parameters": [{
                "name": "message",
                "in": "query",
                "required": true,
                "schema": {"type": "string", "minLength": 1},
            }],
            "responses": responses(&[form]),
        },
    })
}

fn responses(forms: &[&WireForm]) -> Value {
    let mut answers = Map::new();
    if forms.iter().any(|form| form.name != IN_ADDRESS) {
        let whole = json!({"schema": one_of(forms, "answer")});
        answers.insert("application/json".to_owned(), whole);
    }
    for form in forms {
        let kind = form.framing.content_type();
        let alike = forms.iter().filter(|form| form.framing.content_type() == kind);
        let alike: Vec<_> = alike.copied().collect();
        // `OpenAPI` can describe the values in a stream, but not the stream itself.
        let values = json!({"x-values": one_of(&alike, "line"), "schema": {"type": "string"}});
        answers.insert(kind.to_owned(), values);
    }
    let error = errors(forms);
    json!({
        "200": {"description": "The answer, whole or as a stream.", "content": answers},
        "4XX": {"description": "The question cannot be answered.", "content": error},
        "5XX": {"description": "The server or its model failed.", "content": error},
    })
}

/// The content of error responses. Those that are only a sentence are sent as text.
fn errors(forms: &[&WireForm]) -> Value {
    let failed = ProtocolError::failed();
    let (texts, objects): (Vec<_>, Vec<_>) =
        forms.iter().partition(|form| form.error(&failed).is_string());
    let kinds = [("application/json", objects), ("text/plain", texts)];
    let kinds = kinds.into_iter().filter(|(_, forms)| !forms.is_empty());
    let content =
        kinds.map(|(kind, forms)| (kind.to_owned(), json!({"schema": one_of(&forms, "error")})));
    content.collect::<Map<_, _>>().into()
}

/// `oneOf` of the schemas of this kind.
fn one_of(forms: &[&WireForm], kind: &str) -> Value {
    let schemas: Vec<_> = forms
        .iter()
        .map(|form| json!({"$ref": format!("#/components/schemas/{}.{kind}", form.name)}))
        .collect();
    match <[Value; 1]>::try_from(schemas) {
        Ok([only]) => only,
        Err(several) => json!({"anyOf": several}),
    }
}
