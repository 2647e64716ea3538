//! Requests as data, with variables for the parts that differ between questions.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::client::ProbeRequest;

/// Header fields by name.
pub(super) type Headers = BTreeMap<String, String>;

/// The characters that a browser encodes in a path.
const IN_PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`').add(b'?');

/// Returns the request for a method and address such as `GET /chat?message=$question`, without a body if that is null;
/// `None` if the variable in its address has no text.
pub(super) fn render(
    asks: &str,
    headers: &Headers,
    body: &Value,
    variables: &dyn Fn(&str) -> Value,
) -> Option<ProbeRequest> {
    let (method, path) = asks.split_once(' ')?;
    let path = address(path, variables)?;
    let mut ask = match body {
        Value::Null => ProbeRequest::get(path),
        body => ProbeRequest::post(path, &with_values(body, variables)),
    };
    ask.method = method.parse().ok()?;
    let with = |ask: ProbeRequest, (name, value): (&String, &String)| ask.with(name, value);
    Some(headers.iter().fold(ask, with))
}

/// Returns an address with the text in place of its variable, encoded for that part of the address.
fn address(template: &str, variables: &dyn Fn(&str) -> Value) -> Option<String> {
    let Some((before, rest)) = template.split_once('$') else {
        return Some(template.to_owned());
    };
    let end = rest.find(|char: char| !char.is_ascii_alphabetic());
    let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
    let encoded = if before.contains('?') { NON_ALPHANUMERIC } else { IN_PATH };
    let value = variables(name);
    let value = utf8_percent_encode(value.as_str()?, encoded);
    Some(format!("{before}{value}{after}"))
}

/// Returns a body with values in place of its variables. A field `"$name?"` is omitted if there is no value.
pub(super) fn with_values(template: &Value, variables: &dyn Fn(&str) -> Value) -> Value {
    let render = |value| with_values(value, variables);
    let may_lack = |value: &Value| value.as_str().is_some_and(|name| name.ends_with('?'));
    match template {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => variables(name.trim_end_matches('?')),
            None => template.clone(),
        },
        Value::Array(items) => items.iter().map(render).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), may_lack(value), render(value)))
            .filter(|(_, may_lack, value)| !(*may_lack && value.is_null()))
            .map(|(key, _, value)| (key, value))
            .collect(),
        other => other.clone(),
    }
}

/// The variables in a body, so that tests can check that each is known.
#[cfg(test)]
pub(super) fn names(template: &Value) -> Vec<String> {
    match template {
        Value::String(text) => {
            let name = text.strip_prefix('$').map(|name| name.trim_end_matches('?'));
            name.map(str::to_owned).into_iter().collect()
        }
        Value::Array(items) => items.iter().flat_map(names).collect(),
        Value::Object(fields) => fields.values().flat_map(names).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn variables(name: &str) -> Value {
        match name {
            "text" => json!("a b?"),
            "none" => Value::Null,
            name => panic!("{name}"),
        }
    }

    #[test]
    fn names_in_addresses_are_encoded_as_their_part_wants_it() {
        let path = |asks| Some(render(asks, &Headers::new(), &Value::Null, &variables)?.path);
        assert_eq!(path("GET /a/$text/?b").unwrap(), "/a/a%20b%3F/?b");
        assert_eq!(path("GET /a?b=$text").unwrap(), "/a?b=a%20b%3F");
        assert_eq!(path("GET /a/$none"), None);
    }

    #[test]
    fn names_in_bodies_are_values_and_may_be_left_out() {
        let body = json!({"a": ["$text"], "b": "$none", "c": "$none?", "d": "text?"});
        let ask = render("POST /a", &Headers::new(), &body, &variables).unwrap();
        let sent: Value = serde_json::from_str(&ask.body.unwrap()).unwrap();
        assert_eq!(sent, json!({"a": ["a b?"], "b": null, "d": "text?"}));
    }
}
