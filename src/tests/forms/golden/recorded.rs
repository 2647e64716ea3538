//! Transcripts as recorded in files, and a reader of answers by the paths that they name.

use std::fmt;

use footnote_protocol::dialect::RawRequest;
use serde_json::{Map, Value, json};

/// The transcript of a form.
pub(super) struct Transcript {
    /// The intended clients, and the paths that a reader uses.
    head: String,
    pub(super) exchanges: Vec<Exchange>,
}

/// A request and its response.
pub(super) struct Exchange {
    /// The request as it stands there.
    request: String,
    pub(super) method: String,
    pub(super) address: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) sent: String,
    pub(super) status: u16,
    pub(super) kind: String,
    pub(super) name: String,
    /// The text that a reader shows.
    pub(super) shows: Value,
    /// The bytes of the response.
    pub(super) answer: String,
}

impl Transcript {
    pub(super) fn read(text: &str) -> Self {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut parts = text.split("\n>>> ");
        let head = parts.next().unwrap().to_owned();
        Self { head, exchanges: parts.map(Exchange::read).collect() }
    }

    /// Returns the paths of something, each with the type that the value must have.
    fn places<'a>(&'a self, what: &'a str) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
        let named = self.head.lines().filter_map(|line| line.split_once(": "));
        let places = named.filter(move |(key, _)| *key == what).map(|(_, place)| place);
        places
            .map(|place| place.split_once(' ').map_or((place, None), |(at, kind)| (at, Some(kind))))
    }

    /// Returns all values at the paths of something.
    fn found<'a>(&'a self, what: &'a str, values: &'a [Value]) -> Vec<&'a Value> {
        let at = |value: &'a Value| {
            let is = |kind: &str| value["type"] == kind || value["name"] == kind;
            self.places(what)
                .find_map(|(place, kind)| value.pointer(place).filter(|_| kind.is_none_or(is)))
        };
        values.iter().filter_map(at).filter(|found| !found.is_null()).collect()
    }

    /// Returns the text that a reader shows of a response.
    pub(super) fn shown(&self, kind: &str, answer: &str) -> Value {
        let lines = answer.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
        // Other lines are event names, end marks, or half a line.
        let values: Vec<Value> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        let text = if kind == "application/json" { "text" } else { "piece" };
        let texts: Vec<_> =
            self.found(text, &values).into_iter().filter_map(Value::as_str).collect();
        let mut shown = Map::new();
        if !texts.is_empty() {
            shown.insert("text".to_owned(), json!(texts.concat()));
        }
        for what in ["questions", "failure"] {
            if let Some(found) = self.found(what, &values).last() {
                shown.insert(what.to_owned(), (*found).clone());
            }
        }
        if values.is_empty() && kind.starts_with("text/plain") {
            shown.insert("failure".to_owned(), json!(answer));
        }
        Value::Object(shown)
    }
}

impl Exchange {
    fn read(text: &str) -> Self {
        let whole = Self::parsed(text);
        assert!(whole.is_some(), "no exchange as README.md of the transcripts has it:\n{text}");
        whole.unwrap()
    }

    fn parsed(text: &str) -> Option<Self> {
        let (request, response) = text.split_once("\n<<< ")?;
        let (head, sent) =
            request.trim_end().split_once("\n\n").unwrap_or((request.trim_end(), ""));
        let mut head = head.lines();
        let (method, address) = head.next()?.split_once(' ')?;
        let headers = head.map(|line| line.split_once(": ")).collect::<Option<Vec<_>>>()?;
        let (about, answer) = response.split_once("\n\n")?;
        let mut about = about.lines();
        let (status, kind) = about.next()?.split_once(' ')?;
        let name = about.next()?.strip_prefix("name: ")?;
        let shows = about.next()?.strip_prefix("shows: ")?;
        Some(Self {
            request: request.to_owned(),
            method: method.to_owned(),
            address: address.to_owned(),
            headers: headers
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            sent: sent.to_owned(),
            status: status.parse().ok()?,
            kind: kind.to_owned(),
            name: name.to_owned(),
            shows: serde_json::from_str(shows).ok()?,
            answer: answer.to_owned(),
        })
    }

    /// Returns the body of the request; null if it has none.
    pub(super) fn body(&self) -> Value {
        serde_json::from_str(&self.sent).unwrap_or_default()
    }

    /// Returns the request before its form is known.
    pub(super) fn raw<'a>(&'a self, body: &'a Value) -> RawRequest<'a> {
        let header = |name: &str| {
            let mut headers = self.headers.iter();
            headers.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let (path, query) = self.address.split_once('?').unwrap_or((&self.address, ""));
        RawRequest {
            path,
            query,
            form: header("x-footnote-dialect"),
            agent: header("x-ms-useragent").unwrap_or_default(),
            body,
        }
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.head)?;
        for Exchange { request, status, kind, name, shows, answer, .. } in &self.exchanges {
            write!(
                to,
                "\n>>> {request}\n<<< {status} {kind}\nname: {name}\nshows: {shows}\n\n{answer}"
            )?;
        }
        to.write_str("\n")
    }
}
