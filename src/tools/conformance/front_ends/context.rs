//! The context of an answer, as front ends read it.

use serde::Deserialize;
use serde_json::{Value, json};

/// The shape of a context that a front end expects.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ContextShape {
    /// No shape, because the context is not read.
    #[default]
    Nothing,
    /// One text of thoughts, and a list of texts.
    Texts,
    /// A list of thoughts, and an object of lists.
    Objects,
    /// The same, with the steps of a plan among the thoughts.
    Planned,
    /// One text of thoughts, and the list of texts within an object.
    Component,
    /// A list of thoughts, and an object with each source under its name.
    Rows,
}

impl ContextShape {
    /// Returns the first citation that is not a link, for front ends that show all of them as links.
    pub(super) fn stray<'a>(self, cited: &[&'a str], sources: &[String]) -> Option<&'a str> {
        // The newest page shows unknown citations as text.
        let checks = !matches!(self, Self::Planned) && !sources.is_empty();
        cited.iter().find(|name| checks && !self.links(name, sources)).copied()
    }

    /// Returns true if a bracket is shown as a link to one of the sources.
    pub(super) fn links(self, name: &str, sources: &[String]) -> bool {
        sources.iter().any(|source| match self {
            Self::Planned => source.ends_with(name),
            _ => source.starts_with(name),
        })
    }

    /// Returns the sources in a context, or the reason why the front end breaks.
    pub(super) fn sources(self, context: &Value) -> Result<Vec<String>, String> {
        match self {
            Self::Nothing => Ok(Vec::new()),
            Self::Texts => texts(context),
            Self::Objects => objects(context),
            Self::Planned => planned(context).and_then(|()| listed(context)),
            Self::Rows => rows(context),
            Self::Component => texts(&json!({
                "thoughts": context.get("thoughts"),
                "data_points": context.pointer("/data_points/text"),
            })),
        }
    }
}

/// Returns the sources in the shape that the newest page requires: a list of thoughts, and data points in which any
/// list may be missing.
fn listed(context: &Value) -> Result<Vec<String>, String> {
    titled(context)?;
    if !context.get("data_points").is_some_and(Value::is_object) {
        return Err("the data points are no object, and the page breaks".to_owned());
    }
    Ok(strings(context.pointer("/data_points/citations")).collect())
}

/// Checks that the thought with the query plan, if there is one, has an object with a type for each step.
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

/// Returns the sources by which the page lists references: data points under the names in brackets.
fn rows(context: &Value) -> Result<Vec<String>, String> {
    titled(context)?;
    let points = context.get("data_points").and_then(Value::as_object);
    let rows = points.into_iter().flatten().filter(|(_, row)| row.is_object());
    let named: Vec<_> = rows.map(|(name, _)| name.clone()).collect();
    if named.is_empty() {
        return Err("there are no references: no data point has the name of a source".to_owned());
    }
    Ok(named)
}

/// Returns the sources of a context whose thoughts are a list with titles, and whose data points are an object, as
/// since the end of 2023.
fn objects(context: &Value) -> Result<Vec<String>, String> {
    titled(context)?;
    // For a while, a bare list was accepted as well.
    let points = context.pointer("/data_points/text").or(context.get("data_points"));
    let named = context.pointer("/data_points/citations");
    let sources: Vec<_> = strings(points).chain(strings(named)).collect();
    if sources.is_empty() {
        return Err("there is no supporting content".to_owned());
    }
    Ok(sources)
}

/// Checks that the thoughts are a list in which each has a title.
fn titled(context: &Value) -> Result<(), String> {
    let Some(thoughts) = context.get("thoughts").and_then(Value::as_array) else {
        return Err("the thoughts are no list, and the page breaks".to_owned());
    };
    match thoughts.iter().find(|it| !it.get("title").is_some_and(Value::is_string)) {
        Some(thought) => Err(format!("a thought has no title: {thought}")),
        None => Ok(()),
    }
}

/// Returns the sources of a context whose thoughts are one text, possibly HTML, and whose data points are a list of
/// texts, as in 2023 and in the web component.
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

/// Returns the texts of a list.
fn strings(list: Option<&Value>) -> impl Iterator<Item = String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned))
}
