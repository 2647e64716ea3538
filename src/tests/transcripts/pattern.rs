//! Lines with values that are not known beforehand.
//!
//! In a pattern stand for a value: `"<text>"` (not empty), `"<piece>"` (a piece of the answer),
//! `"<piece without digits>"`, `"<answer>"` (all of it), `"<number>"`, `"<list>"`, `"<object>"`,
//! `"<object or null>"`, `"<any>"`, and `"<session>"`, which is the same wherever it stands and is
//! filled in where a later request has it. The key `"…"` allows any others beside those that are named,
//! a key with a `?` at its end may be missing, and a list that ends with `"…"` may go on as it began,
//! and one that begins with `"<with>"` has each of the following among others. A line that ends with
//! `<any>` is not looked at further.

use serde_json::{Map, Value};

const MORE: &str = "…";

const WITH: &str = "<with>";

/// The values that a front end keeps from responses.
#[derive(Clone, Default)]
pub(super) struct Seen {
    pieces: Vec<String>,
    session: Option<String>,
}

impl Seen {
    /// Begins a new response.
    pub(super) fn begins(&mut self) {
        self.pieces.clear();
    }

    /// Returns the text of the response, if it had any.
    pub(super) fn text(&self) -> Option<String> {
        (!self.pieces.is_empty()).then(|| self.pieces.concat())
    }

    /// Returns a request with the kept values filled in.
    pub(super) fn filled(&self, request: &str) -> String {
        request.replace("<session>", self.session.as_deref().unwrap_or_default())
    }

    fn piece(&mut self, piece: &str) -> bool {
        self.pieces.push(piece.to_owned());
        true
    }

    fn session(&mut self, session: &str) -> bool {
        let known = self.session.get_or_insert_with(|| session.to_owned());
        known == session && !session.is_empty()
    }
}

/// Compares a line. The text before a JSON value is literal.
pub(super) fn line(expected: &str, line: &str, seen: &mut Seen) -> Result<(), String> {
    let wrong = |why: &str| format!("{why}\n  expected {expected}\n  found    {line}");
    let Some((prefix, pattern)) = json(expected) else {
        let same = match expected.strip_suffix("<any>") {
            Some(beginning) => line.starts_with(beginning),
            None => expected == line,
        };
        return if same { Ok(()) } else { Err(wrong("another line")) };
    };
    let value = line.strip_prefix(prefix).ok_or_else(|| wrong("no JSON"))?;
    let value: Value = serde_json::from_str(value).map_err(|_| wrong("no JSON"))?;
    meets(&pattern, &value, seen).map_err(|why| wrong(&why))
}

/// Returns the JSON value at the end of a line, and the text before it.
fn json(line: &str) -> Option<(&str, Value)> {
    let start = line.find(['{', '['])?;
    let (prefix, value) = line.split_at(start);
    Some((prefix, serde_json::from_str(value).ok()?))
}

fn meets(pattern: &Value, value: &Value, seen: &mut Seen) -> Result<(), String> {
    match (pattern, value) {
        (Value::Object(pattern), Value::Object(value)) => fields(pattern, value, seen),
        (Value::Array(pattern), Value::Array(value)) => items(pattern, value, seen),
        (Value::String(pattern), value) if stands_for(pattern, value, seen) => Ok(()),
        (pattern, value) if pattern == value => Ok(()),
        (pattern, value) => Err(format!("{value} is not {pattern}")),
    }
}

fn stands_for(pattern: &str, value: &Value, seen: &mut Seen) -> bool {
    let text = value.as_str();
    let has_digits = |text: &str| text.contains(|char: char| char.is_ascii_digit());
    match pattern {
        "<text>" => text.is_some_and(|text| !text.is_empty()),
        "<piece>" => text.is_some_and(|text| seen.piece(text)),
        "<piece without digits>" => text.is_some_and(|text| !has_digits(text) && seen.piece(text)),
        "<answer>" => text.is_some_and(|text| seen.piece(text)),
        "<session>" => text.is_some_and(|text| seen.session(text)),
        "<number>" => value.is_number(),
        "<list>" => value.is_array(),
        "<object>" => value.is_object(),
        "<object or null>" => value.is_object() || value.is_null(),
        "<any>" => true,
        _ => false,
    }
}

fn fields(
    pattern: &Map<String, Value>,
    value: &Map<String, Value>,
    seen: &mut Seen,
) -> Result<(), String> {
    let named = |key: &str| key.trim_end_matches('?').to_owned();
    for (key, pattern) in pattern.iter().filter(|(key, _)| *key != MORE) {
        match value.get(&named(key)) {
            Some(value) => meets(pattern, value, seen).map_err(|why| format!("{key}: {why}"))?,
            None if key.ends_with('?') => {}
            None => return Err(format!("there is no {key}")),
        }
    }
    let known: Vec<String> = pattern.keys().map(|key| named(key)).collect();
    let unknown = value.keys().find(|key| !known.contains(key));
    match unknown {
        Some(key) if !pattern.contains_key(MORE) => Err(format!("{key} is not expected")),
        _ => Ok(()),
    }
}

fn items(pattern: &[Value], value: &[Value], seen: &mut Seen) -> Result<(), String> {
    if pattern.first().is_some_and(|first| first == WITH) {
        return among(pattern.get(1..).unwrap_or_default(), value, seen);
    }
    let goes_on = pattern.last().is_some_and(|last| last == MORE);
    let pattern =
        if goes_on { pattern.split_last().map_or(pattern, |(_, rest)| rest) } else { pattern };
    if value.len() < pattern.len() || value.len() > pattern.len() && !goes_on {
        return Err(format!("a list of {}", value.len()));
    }
    for (index, value) in value.iter().enumerate() {
        let Some(pattern) = pattern.get(index).or(pattern.last()) else {
            continue;
        };
        meets(pattern, value, seen).map_err(|why| format!("{index}: {why}"))?;
    }
    Ok(())
}

/// Finds each of the patterns among the values.
fn among(patterns: &[Value], values: &[Value], seen: &mut Seen) -> Result<(), String> {
    for pattern in patterns {
        let found = values.iter().map(|value| meets(pattern, value, seen));
        let wrong: Vec<String> = found.filter_map(Result::err).collect();
        if wrong.len() == values.len() {
            return Err(format!("none of them: {}", wrong.join("; ")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(expected: &str, found: &str) -> bool {
        line(expected, found, &mut Seen::default()).is_ok()
    }

    #[test]
    fn a_line_is_read_key_by_key() {
        assert!(read(r#"{"a": 1, "b?": null}"#, r#"{"a":1}"#));
        assert!(read(r#"{"a": "<number>", "…": 0}"#, r#"{"a":1,"c":2}"#));
        assert!(!read(r#"{"a": 1}"#, r#"{"a":1,"c":2}"#));
        assert!(!read(r#"{"a": 1}"#, "{}"));
        assert!(!read(r#"{"a": null}"#, "{}"));
        assert!(!read(r#"data: {"a": 1}"#, r#"{"a":1}"#));
        assert!(read("event: end", "event: end"));
    }

    #[test]
    fn a_list_goes_on_as_it_began() {
        assert!(read(r#"["<text>", "…"]"#, r#"["a","b"]"#));
        assert!(!read(r#"["<text>", "…"]"#, r#"["a",1]"#));
        assert!(!read(r#"["<text>"]"#, r#"["a","b"]"#));
        assert!(!read(r#"["<text>", "…"]"#, "[]"));
        assert!(read(r#"["<with>", 2, 1]"#, "[1,2,3]"));
        assert!(!read(r#"["<with>", 4]"#, "[1,2,3]"));
    }

    #[test]
    fn a_session_is_the_same_wherever_it_stands() {
        let mut seen = Seen::default();
        assert!(line(r#"{"id":"<session>"}"#, r#"{"id":"7"}"#, &mut seen).is_ok());
        assert!(line(r#"{"id":"<session>"}"#, r#"{"id":"8"}"#, &mut seen).is_err());
        assert_eq!(seen.filled("/chats/<session>"), "/chats/7");
    }
}
