//! The description at `/openapi.json`, compared with what the forms write and what the routes accept.

use axum::body::Body;
use axum::http::Request;
use footnote_protocol::dialect::DIALECTS;
use serde_json::{Value, json};

use super::{broke_off, broken, plain, reported, streamed, whole, with_followups};
use crate::support::{post, send, text};

async fn description() -> Value {
    let request = Request::get("/openapi.json").body(Body::empty()).unwrap();
    serde_json::from_str(&text(send(request).await).await).unwrap()
}

/// Returns the reason why a value does not match a schema, if it does not. Fields that are not in the schema are errors
/// too.
fn wrong(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    misfit(document, schema, value).or_else(|| unknown(document, &[schema], value))
}

fn list<'a>(schema: &'a Value, key: &str) -> &'a [Value] {
    schema[key].as_array().map_or(&[], Vec::as_slice)
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let place = schema["$ref"].as_str();
    place.map_or(schema, |place| document.pointer(&place[1..]).unwrap())
}

/// Returns the reason why a value does not match the parts of a schema.
fn misfit(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    let schema = resolved(document, schema);
    let fits = |one: &&Value| misfit(document, one, value).is_none();
    let any = list(schema, "anyOf");
    if !any.is_empty() && !any.iter().any(|one| fits(&one)) {
        return Some(format!("none of {} fits {value}", schema["anyOf"]));
    }
    let one = list(schema, "oneOf");
    let fitting = one.iter().filter(fits).count();
    if !one.is_empty() && fitting != 1 {
        return Some(format!("{fitting} of {} fit {value}", schema["oneOf"]));
    }
    let mut values = list(schema, "enum").iter().chain(schema.get("const"));
    let has_values = !list(schema, "enum").is_empty() || schema.get("const").is_some();
    if has_values && !values.any(|one| one == value) {
        return Some(format!("{value} is another value"));
    }
    if !is_of(&schema["type"], value) {
        return Some(format!("{value} is no {}", schema["type"]));
    }
    let mut all = list(schema, "allOf").iter();
    all.find_map(|one| misfit(document, one, value))
        .or_else(|| misfit_inside(document, schema, value))
}

fn misfit_inside(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(fields) = value.as_object() {
        let required = list(schema, "required").iter();
        let mut missing = required.filter(|key| !fields.contains_key(key.as_str().unwrap()));
        if let Some(key) = missing.next() {
            return Some(format!("{key} is missing"));
        }
        let mut known =
            fields.iter().filter_map(|(key, field)| Some((schema["properties"].get(key)?, field)));
        return known.find_map(|(schema, field)| misfit(document, schema, field));
    }
    let items = value.as_array().filter(|_| schema.get("items").is_some())?;
    items.iter().find_map(|item| misfit(document, &schema["items"], item))
}

/// Returns the schemas that apply to a value, including those that they are composed of.
fn said<'a>(document: &'a Value, schema: &'a Value, value: &Value) -> Vec<&'a Value> {
    let schema = resolved(document, schema);
    let either = list(schema, "anyOf").iter().chain(list(schema, "oneOf"));
    let either = either.filter(|one| misfit(document, one, value).is_none());
    let further = list(schema, "allOf").iter().chain(either);
    let further = further.flat_map(|one| said(document, one, value));
    std::iter::once(schema).chain(further).collect()
}

/// Returns a field of a value that is in none of the schemas, if they define any.
fn unknown(document: &Value, schemas: &[&Value], value: &Value) -> Option<String> {
    let said: Vec<_> = schemas.iter().flat_map(|schema| said(document, schema, value)).collect();
    if let Some(fields) = value.as_object() {
        if !said.iter().any(|schema| schema.get("properties").is_some()) {
            return None;
        }
        return fields.iter().find_map(|(key, field)| {
            let known = said.iter().filter_map(|schema| {
                let named = schema["properties"].get(key);
                named.or_else(|| schema.get("additionalProperties"))
            });
            let known: Vec<_> = known.collect();
            if known.is_empty() {
                return Some(format!("{key} is not described"));
            }
            unknown(document, &known, field)
        });
    }
    let items: Vec<_> = said.iter().filter_map(|schema| schema.get("items")).collect();
    let mut values = value.as_array()?.iter();
    values.find_map(|item| unknown(document, &items, item))
}

fn is_of(kinds: &Value, value: &Value) -> bool {
    let kinds = match kinds {
        Value::Null => return true,
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    kinds.iter().any(|kind| match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        kind => kind == "null" && value.is_null(),
    })
}

/// Returns the values of a stream, however it is framed.
fn values(stream: &str) -> Vec<Value> {
    let lines = stream.lines().filter(|line| !line.starts_with("event: "));
    lines
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data: ").unwrap_or(line)).ok())
        .collect()
}

#[tokio::test]
async fn what_is_written_is_as_described() {
    let document = description().await;
    let faults = std::cell::RefCell::new(Vec::new());
    for form in DIALECTS {
        let check = |kind: &str, value: &Value| {
            let name = format!("{}.{kind}", form.name);
            let schema = &document["components"]["schemas"][&name];
            assert!(schema.is_object(), "{name}");
            let wrong = wrong(&document, schema, value);
            faults.borrow_mut().extend(wrong.map(|why| format!("{name}: {why}")));
        };
        for events in [plain(), with_followups(), reported()] {
            let answer = whole(form, events.clone());
            check("answer", &serde_json::from_str(&answer).unwrap());
            for value in values(&streamed(form, events)) {
                check("line", &value);
            }
        }
        let stream = values(&streamed(form, broken()));
        let errors = stream.iter().filter(|value| value.get("error").is_some());
        errors.for_each(|value| check("error", value));
        check("error", &form.error(&broke_off()));
    }
    let faults = faults.into_inner();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the operations: path, method and description.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter();
            let methods = methods.filter(|(_, said)| said.get("responses").is_some());
            methods.map(|(method, said)| (path.clone(), method.to_uppercase(), said.clone()))
        })
        .collect()
}

/// Returns a body with all required fields: the example, or what every form accepts.
fn example(document: &Value, operation: &Value) -> Option<Value> {
    let schema = operation.pointer("/requestBody/content/application~1json/schema")?;
    let place = schema["$ref"].as_str().map(|place| &place[1..]);
    let schema = place.map_or(schema, |place| document.pointer(place).unwrap());
    let any = json!({"messages": [{"role": "user", "content": "x"}]});
    Some(schema.get("example").cloned().unwrap_or(any))
}

#[tokio::test]
async fn every_described_path_answers_as_described() {
    let document = description().await;
    let known = ["/content/{name}", "/v1/models/{name}"];
    for (path, method, said) in operations(&document) {
        let body = example(&document, &said);
        let asked = path
            .replace("/content/{name}", "/content/leave.md")
            .replace("/documents/{name}", "/documents/leave.md")
            .replace("{name}", "obedient")
            .replace("{id}", "7");
        let query = if method == "GET" && path.ends_with("/chat") { "?message=x" } else { "" };
        let request = Request::builder().method(method.as_str()).uri(asked.clone() + query);
        let request = request
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())));
        let status = send(request.unwrap()).await.status().as_u16().to_string();
        let described = said["responses"].as_object().unwrap();
        assert!(described.contains_key(&status), "{method} {path}: {status}");
        assert!(!known.contains(&path.as_str()) || status == "200", "{path}");
    }
}

#[tokio::test]
async fn what_is_required_is_insisted_on() {
    let document = description().await;
    for form in DIALECTS {
        let name = form.name;
        let schema = &document["components"]["schemas"][format!("{name}.request")];
        let Some(example) = schema.get("example") else {
            assert_eq!(name, "message_events", "asked by its address");
            continue;
        };
        let parts = said(&document, schema, example).into_iter();
        let required: Vec<_> = parts.flat_map(|part| list(part, "required")).collect();
        assert!(!required.is_empty(), "{name}");
        assert_eq!(wrong(&document, schema, example), None, "{name}");
        let path = match name {
            "openai_chat" => "/v1/chat/completions".to_owned(),
            "openai_responses" => "/v1/responses".to_owned(),
            _ => format!("/as/{name}/chat"),
        };
        assert_eq!(send(post(&path, example.to_string())).await.status(), 200, "{name}");
        for key in required {
            let mut body = example.clone();
            body.as_object_mut().unwrap().remove(key.as_str().unwrap());
            let status = send(post(&path, body.to_string())).await.status();
            assert!(status.is_client_error(), "{name} without {key}: {status}");
        }
    }
}

#[tokio::test]
async fn every_path_and_every_form_is_described() {
    let document = description().await;
    let paths = document["paths"].as_object().unwrap();
    let routes = include_str!("../../serve/net/paths.rs").split("const QUESTIONS").nth(1).unwrap();
    let routes = routes.split("];").next().unwrap().split('"').filter(|path| path.starts_with('/'));
    let shown = |path: &str| paths.contains_key(path.trim_end_matches('/'));
    for path in routes {
        assert!(shown(path), "{path}");
    }
    for file in ["front_end", "chats", "openai", "responses", "mcp/mod"] {
        let source = std::fs::read_to_string(format!("src/serve/routes/{file}.rs")).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let quoted = source.split('"').skip(1).step_by(2);
        let quoted =
            quoted.filter(|text| text.starts_with('/') && text.len() > 1 && !text.contains(' '));
        for path in quoted.filter(|path| !path.starts_with("/api") && *path != "/v1") {
            // Strings with a parameter name, or that redirect, are not routes.
            let known = shown(path) || shown(&format!("/v1{path}")) || path == "/redirect";
            assert!(known, "{file}: {path}");
        }
    }
    for form in DIALECTS {
        let own = paths.keys().any(|path| path.starts_with(&format!("/as/{}/", form.name)));
        let openai = form.name.starts_with("openai_");
        assert!(own || openai, "{}", form.name);
    }
}
