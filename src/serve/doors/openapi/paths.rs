//! The paths at which questions are asked, as the description has them.

use serde_json::{Map, Value, json};

use crate::protocol::dialect::{DIALECTS, Form};
use crate::serve::net::paths::QUESTIONS;

/// The forms that have a path of their own, and no other.
const OWN_PATHS: [(&str, &str); 2] =
    [("openai_chat", "/v1/chat/completions"), ("openai_responses", "/v1/responses")];

/// The form that has paths of its own besides, and these.
const FURTHER_PATHS: (&str, [&str; 2]) = ("chats", ["/chats", "/chats/stream"]);

/// The form whose questions stand in the address.
const IN_ADDRESS: &str = "message_events";

/// Adds the paths at which a form is spoken by its name, or at which nothing else is.
pub(super) fn add(paths: &mut Map<String, Value>, dialect: &Form, summary: &str) {
    let name = dialect.name;
    let own = OWN_PATHS.iter().find(|(form, _)| *form == name);
    if let Some((_, path)) = own {
        paths.insert((*path).to_owned(), asking(&[dialect], summary));
    } else if name == IN_ADDRESS {
        paths.insert(format!("/as/{name}/chat"), in_address(dialect, summary));
    } else {
        for path in QUESTIONS {
            paths.insert(format!("/as/{name}{path}"), asking(&[dialect], summary));
        }
    }
    let (form, further) = FURTHER_PATHS;
    for path in further.into_iter().filter(|_| form == name) {
        let item = paths.entry(path).or_insert_with(|| json!({}));
        if let (Some(item), Value::Object(asking)) =
            (item.as_object_mut(), asking(&[dialect], summary))
        {
            item.extend(asking);
        }
    }
}

/// Adds the paths whose form depends on the request.
pub(super) fn add_unnamed(paths: &mut Map<String, Value>) {
    let posted: Vec<_> = DIALECTS.iter().filter(|form| is_posted(form)).collect();
    let summary = "A question in any form of the protocol.";
    for path in QUESTIONS {
        let mut item = asking(&posted, summary);
        if path == "/chat"
            && let (Some(form), Some(fields)) = (named(IN_ADDRESS), item.as_object_mut())
            && let Some(get) = in_address(form, summary).get_mut("get")
        {
            fields.insert("get".to_owned(), get.take());
        }
        paths.insert(path.to_owned(), item);
    }
}

fn named(name: &str) -> Option<&'static Form> {
    DIALECTS.iter().find(|form| form.name == name)
}

fn is_posted(form: &Form) -> bool {
    let own = OWN_PATHS.iter().any(|(name, _)| *name == form.name);
    !own && form.name != IN_ADDRESS
}

/// A path at which questions of these forms are posted.
fn asking(forms: &[&Form], summary: &str) -> Value {
    let request = json!({"schema": one_of(forms, "request")});
    json!({
        "post": {
            "summary": summary,
            "requestBody": {"required": true, "content": {"application/json": request}},
            "responses": responses(forms),
        },
    })
}

/// A path at which a question stands in the address.
fn in_address(form: &Form, summary: &str) -> Value {
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

fn responses(forms: &[&Form]) -> Value {
    let mut answers = Map::new();
    if forms.iter().any(|form| form.name != IN_ADDRESS) {
        let whole = json!({"schema": one_of(forms, "answer")});
        answers.insert("application/json".to_owned(), whole);
    }
    for form in forms {
        let kind = form.framing.content_type();
        let alike = forms.iter().filter(|form| form.framing.content_type() == kind);
        let alike: Vec<_> = alike.copied().collect();
        // What OpenAPI can say of a stream is what each of its values is.
        let values = json!({"x-values": one_of(&alike, "line"), "schema": {"type": "string"}});
        answers.insert(kind.to_owned(), values);
    }
    let error = json!({"application/json": {"schema": one_of(forms, "error")}});
    json!({
        "200": {"description": "The answer, whole or as a stream.", "content": answers},
        "4XX": {"description": "The question cannot be answered.", "content": error},
        "5XX": {"description": "The server or its model failed.", "content": error},
    })
}

/// Any of the schemas of this kind.
fn one_of(forms: &[&Form], kind: &str) -> Value {
    let schemas: Vec<_> = forms
        .iter()
        .map(|form| json!({"$ref": format!("#/components/schemas/{}.{kind}", form.name)}))
        .collect();
    match <[Value; 1]>::try_from(schemas) {
        Ok([only]) => only,
        Err(several) => json!({"anyOf": several}),
    }
}
