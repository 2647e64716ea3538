//! The context beside a text, as front ends read it.

use serde::Deserialize;
use serde_json::{Value, json};

/// The shape of a context, as a front end reads it.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ContextShape {
    /// It is not read.
    #[default]
    Nothing,
    /// One text of thoughts, and a list of texts.
    Texts,
    /// A list of thoughts, and an object of lists.
    Objects,
    /// The same with the steps of a plan among the thoughts.
    Planned,
    /// One text of thoughts, and the list of texts within an object.
    Component,
}

impl ContextShape {
    /// The sources in a context, or the reason why the front end breaks.
    pub(super) fn sources(self, context: &Value) -> Result<Vec<String>, String> {
        match self {
            Self::Nothing => Ok(Vec::new()),
            Self::Texts => texts(context),
            Self::Objects => objects(context),
            Self::Planned => planned(context).and_then(|()| objects(context)),
            Self::Component => texts(&json!({
                "thoughts": context.get("thoughts"),
                "data_points": context.pointer("/data_points/text"),
            })),
        }
    }
}

/// The steps of a plan are drawn from the description of its thought, one object for each.
fn planned(context: &Value) -> Result<(), String> {
    let thoughts = context.get("thoughts").and_then(Value::as_array);
    let mut thoughts = thoughts.into_iter().flatten();
    let plan = thoughts.find(|thought| {
        let title = thought.get("title").and_then(Value::as_str);
        title.is_some_and(|title| title.to_lowercase().contains("query plan"))
    });
    let Some(plan) = plan else { return Ok(()) };
    let steps = plan.get("description").and_then(Value::as_array);
    let is_step = |step: &Value| step.get("type").is_some_and(Value::is_string);
    if steps.is_some_and(|steps| !steps.is_empty() && steps.iter().all(is_step)) {
        return Ok(());
    }
    Err("the query plan shows \"No results found\": its description is no list of steps".to_owned())
}

/// Thoughts as a list with titles, and data points as an object: since the end of 2023.
fn objects(context: &Value) -> Result<Vec<String>, String> {
    let thoughts = context.get("thoughts").and_then(Value::as_array);
    let Some(thoughts) = thoughts else {
        return Err("the thoughts are no list, and the page breaks".to_owned());
    };
    if thoughts.iter().any(|it| !it.get("title").is_some_and(Value::is_string)) {
        return Err("a thought has no title".to_owned());
    }
    // A bare list was read on for a while.
    let points = context.pointer("/data_points/text").or(context.get("data_points"));
    let named = context.pointer("/data_points/citations");
    let sources: Vec<_> = strings(points).chain(strings(named)).collect();
    if sources.is_empty() {
        return Err("there is no supporting content".to_owned());
    }
    Ok(sources)
}

/// Thoughts as one text that may be HTML, and data points as a list of texts: in 2023, and in the web
/// component.
fn texts(context: &Value) -> Result<Vec<String>, String> {
    let thoughts = context.get("thoughts").unwrap_or(&Value::Null);
    if !thoughts.is_string() && !thoughts.is_null() {
        return Err("the thoughts show [object Object]".to_owned());
    }
    let points = context.get("data_points");
    let sources: Vec<_> = strings(points).collect();
    if sources.is_empty() {
        return Err(
            "supporting content cannot be opened: data_points is no list of texts".to_owned()
        );
    }
    Ok(sources)
}

/// The texts of a list.
fn strings(list: Option<&Value>) -> impl Iterator<Item = String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned))
}
