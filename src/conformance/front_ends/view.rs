//! The view that a front end has of an answer: the fields it reads, the values it fails on, and the reader's
//! view.

use serde_json::Value;

use crate::conformance::citations;
use crate::conformance::client::Seen;
use crate::conformance::form::Framing;
use crate::conformance::stream::{self, shortened};

/// A conversation as a front end has it.
pub(super) struct Talk {
    /// The first question.
    pub(super) question: String,
    /// The text that was shown as its answer; empty before.
    pub(super) answer: String,
    /// The session state, null until there is one.
    pub(super) session: Value,
    /// A source that the answer cites.
    pub(super) citation: Option<String>,
}

impl Talk {
    /// A conversation that begins with a question.
    pub(super) fn about(question: &str) -> Self {
        Self {
            question: question.to_owned(),
            answer: String::new(),
            session: Value::Null,
            citation: None,
        }
    }

    /// Shows an answer: the reader's view of it in a few words, or the reason why it is not shown as it
    /// should be.
    pub(super) fn show(&mut self, view: &View, seen: &Seen) -> Result<String, String> {
        let values = view.values(seen)?;
        let text = view.text(&values)?;
        let sources = match view.context(&values) {
            Some(context) => (view.beside)(context)?,
            None if view.context.is_empty() => Vec::new(),
            None => return Err("there is nothing beside the text".to_owned()),
        };
        let cited = citations::cited(&text);
        let known = |name: &&&str| sources.iter().any(|source| source.starts_with(**name));
        if let Some(stray) = cited
            .iter()
            .find(|name| !sources.is_empty() && !known(name))
        {
            return Err(format!(
                "[{stray}] is no link: no data point begins with it"
            ));
        }
        let told = format!("{} with {} sources", shortened(&text), sources.len());
        self.citation = cited.first().map(|name| (*name).to_owned());
        self.session = view.session(&values).unwrap_or(Value::Null);
        self.answer = text;
        Ok(told)
    }
}

/// The place that is all of a value.
pub(super) const WHOLE_VALUE: &str = "*";

/// The fields that a front end reads, as JSON pointers; empty for those that it does not read.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The framing of the values; `None` if one object comes.
    pub(super) framing: Option<Framing>,
    /// The text, or a piece of it.
    pub(super) text: &'static str,
    /// The context beside the text.
    pub(super) context: &'static str,
    /// The session state.
    pub(super) session: &'static str,
    /// Reads the context beside the text: its sources, or why the front end breaks.
    pub(super) beside: fn(&Value) -> Result<Vec<String>, String>,
    /// Returns the reason why the front end breaks at a value, if it does.
    pub(super) stumbles: fn(&Value) -> Option<&'static str>,
}

impl View {
    /// A front end that shows text alone.
    pub(super) const TEXT: Self = Self {
        framing: Some(Framing::Lines),
        text: "",
        context: "",
        session: "",
        beside: |_| Ok(Vec::new()),
        stumbles: |_| None,
    };

    /// The response value by value.
    pub(super) fn values(&self, seen: &Seen) -> Result<Vec<Value>, String> {
        if !seen.is_answer() {
            return Err(seen.outcome());
        }
        let values = match self.framing {
            Some(framing) => stream::read(framing, &seen.body)?.all,
            None => seen.json().into_iter().collect(),
        };
        // A front end takes any value with the key for a failure.
        let mut failed = values.iter().filter_map(|value| value.get("error"));
        match failed.find(|error| !error.is_null()) {
            Some(error) => Err(shortened(&format!("error: {error}"))),
            None => Ok(values),
        }
    }

    fn text(&self, values: &[Value]) -> Result<String, String> {
        if let Some(value) = values.iter().find(|value| (self.stumbles)(value).is_some()) {
            let why = (self.stumbles)(value).unwrap_or_default();
            return Err(format!("{why}: {}", shortened(&value.to_string())));
        }
        let pieces = values.iter();
        let text: String = pieces
            .filter_map(|value| value.pointer(self.text)?.as_str())
            .collect();
        if text.trim().is_empty() {
            let first = values.first().map_or_else(String::new, Value::to_string);
            return Err(format!("no text at {}: {}", self.text, shortened(&first)));
        }
        Ok(text)
    }

    /// The context: the first that has data points, as front ends take it.
    fn context<'a>(&self, values: &'a [Value]) -> Option<&'a Value> {
        let mut all = values.iter().filter_map(|value| at(value, self.context));
        all.find(|context| context.get("data_points").is_some())
    }

    fn session(&self, values: &[Value]) -> Option<Value> {
        let mut states = values.iter().filter_map(|value| at(value, self.session));
        states.rfind(|state| !state.is_null()).cloned()
    }
}

/// The value at a place of a value.
fn at<'a>(value: &'a Value, place: &str) -> Option<&'a Value> {
    match place {
        "" => None,
        WHOLE_VALUE => Some(value),
        place => value.pointer(place),
    }
}

/// Thoughts as a list with titles, and data points as an object: since the end of 2023.
pub(super) fn objects(context: &Value) -> Result<Vec<String>, String> {
    let thoughts = context.get("thoughts").and_then(Value::as_array);
    let Some(thoughts) = thoughts else {
        return Err("the thoughts are no list, and the page breaks".to_owned());
    };
    if thoughts
        .iter()
        .any(|it| !it.get("title").is_some_and(Value::is_string))
    {
        return Err("a thought has no title".to_owned());
    }
    // A bare list was read on for a while.
    let points = context
        .pointer("/data_points/text")
        .or(context.get("data_points"));
    let named = context.pointer("/data_points/citations");
    let sources: Vec<_> = strings(points).chain(strings(named)).collect();
    if sources.is_empty() {
        return Err("there is no supporting content".to_owned());
    }
    Ok(sources)
}

/// Thoughts as one text that may be HTML, and data points as a list of texts: in 2023, and in the web
/// component.
pub(super) fn texts(context: &Value) -> Result<Vec<String>, String> {
    let thoughts = context.get("thoughts").unwrap_or(&Value::Null);
    if !thoughts.is_string() && !thoughts.is_null() {
        return Err("the thoughts show [object Object]".to_owned());
    }
    let points = context.get("data_points");
    let sources: Vec<_> = strings(points).collect();
    if sources.is_empty() {
        return Err(
            "supporting content cannot be opened: data_points is no list of texts".to_owned(),
        );
    }
    Ok(sources)
}

/// The texts of a list.
fn strings(list: Option<&Value>) -> impl Iterator<Item = String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned))
}
