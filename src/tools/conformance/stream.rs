//! Reading a stream as strictly as the strictest client of its form.

use serde_json::Value;

use super::form::Framing;

/// The values of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Values {
    /// Its values in order.
    pub(super) all: Vec<Value>,
    /// The name of each, if any.
    pub(super) names: Vec<Option<String>>,
    /// True if the last value is terminated like the others.
    pub(super) ended: bool,
    /// True if `[DONE]` came last.
    pub(super) done: bool,
    /// True if a line ended in two characters.
    pub(super) carriage_returns: bool,
}

/// Reads a stream.
///
/// # Errors
///
/// The first line or event that is not one JSON object.
pub(super) fn read(framing: Framing, body: &[u8]) -> Result<Values, String> {
    let Ok(text) = std::str::from_utf8(body) else {
        return Err("bytes that are no UTF-8".to_owned());
    };
    let carriage_returns = text.contains("\r\n");
    let text = text.replace("\r\n", "\n");
    let values = match framing {
        Framing::Lines => lines(&text),
        Framing::Events { .. } => events(&text),
    };
    Ok(Values { carriage_returns, ..values? })
}

fn lines(text: &str) -> Result<Values, String> {
    let mut read = Values { ended: text.ends_with('\n'), ..Values::default() };
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        read.all.push(object(line)?);
        read.names.push(None);
    }
    Ok(read)
}

fn events(text: &str) -> Result<Values, String> {
    let mut read = Values { ended: text.ends_with("\n\n"), ..Values::default() };
    for block in text.split("\n\n") {
        let field = |name: &str| {
            let mut fields = block.lines().filter_map(|line| line.split_once(':'));
            let value = fields.find(|(key, _)| *key == name)?.1;
            Some(value.strip_prefix(' ').unwrap_or(value))
        };
        if !block.trim().is_empty() && !block.lines().all(is_field) {
            return Err(one_line(block));
        }
        // An event without data is ignored.
        let Some(data) = field("data") else { continue };
        read.done = data == "[DONE]";
        if !read.done {
            read.all.push(object(data)?);
            read.names.push(field("event").map(str::to_owned));
        }
    }
    Ok(read)
}

/// Returns true if a line is a field of an event, or a comment.
fn is_field(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    line.is_empty() || ["", "data", "event", "id", "retry"].contains(&name)
}

fn object(text: &str) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        _ => Err(one_line(text)),
    }
}

/// Returns a text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.trim().replace('\n', "\\n")
}

/// Returns the beginning of a text, short enough for a table.
pub(super) fn shortened(text: &str) -> String {
    const ROOM: usize = 60;
    let line = one_line(text);
    if line.chars().count() <= ROOM {
        return line;
    }
    line.chars().take(ROOM - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const EVENTS: Framing = Framing::Events { named: false, done: true };

    #[test]
    fn lines_may_end_in_either_way_and_be_empty() {
        let read = read(Framing::Lines, b"{\"a\":1}\r\n\n{\"b\":2}").unwrap();
        assert_eq!(read.all, [json!({"a": 1}), json!({"b": 2})]);
        assert!(!read.ended);
    }

    #[test]
    fn a_line_of_spaces_or_of_events_is_no_object() {
        for body in [&b"{} \n \n"[..], b"data: {}\n\n", b"{}{}\n", b"[]\n", b"\xff"] {
            assert!(read(Framing::Lines, body).is_err());
        }
    }

    #[test]
    fn events_have_names_and_an_end() {
        let body = b": hi\n\nevent: x\ndata: {\"a\":1}\n\ndata: [DONE]\n\n";
        let read = read(EVENTS, body).unwrap();
        assert_eq!(read.all, [json!({"a": 1})]);
        assert_eq!(read.names, [Some("x".to_owned())]);
        assert!(read.ended && read.done);
    }

    #[test]
    fn lines_are_no_events() {
        assert!(read(EVENTS, b"{\"a\":1}\n").is_err());
    }
}
