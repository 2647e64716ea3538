//! The context of an answer: data points, thoughts and follow-up questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::audit::Audit;
use super::confidence::Confidence;

/// The recommended `context` of a response.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResponseContext {
    /// The passages that the answer may draw on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_points: Option<DataPoints>,
    /// The steps by which the answer came about, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// Questions that the reader might ask next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followup_questions: Option<Vec<String>>,
    /// The probability that the documents answer, if the answer is quoted; not in the specification either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// The check of the answer's statements; not in the specification, whose clients
    /// read past it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
    /// The scope that was asked, where that was not everything; not in the specification either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<AskedScope>,
}

/// The scope that a question was asked in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct AskedScope {
    /// The number of documents that it let in.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub documents: usize,
    /// The path of the best document outside of it that answers, where none inside does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<String>,
}

/// The passages that were retrieved for an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct DataPoints {
    /// One `"<source>: <text>"` for each passage, best first.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub text: Vec<String>,
    /// The sources in the order of `text`, each once: the citations that an answer may hold.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub citations: Vec<String>,
    /// The place of each passage of `text` in its document, from 0; of several the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<u32>,
    /// The passages of `text`, from 0, whose lines end where their writer ended them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<usize>,
    /// Images as data URLs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Value>,
    /// The search of a plan that each citation came in by; empty where nothing was planned.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub citation_activity_details: BTreeMap<String, Activity>,
}

impl DataPoints {
    /// The source that one of the texts begins with, and the rest; an empty source if there is none.
    pub fn parted<'a>(&'a self, text: &'a str) -> (&'a str, &'a str) {
        let fitting = self.citations.iter().filter_map(|source| {
            let rest = text.strip_prefix(source.as_str())?.strip_prefix(':')?;
            Some((source.as_str(), rest.trim_start()))
        });
        // One name may begin another.
        fitting.max_by_key(|(source, _)| source.len()).unwrap_or(("", text))
    }
}

/// A search of a plan, under the names of front ends, with its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Activity {
    /// The `id` of its step in the plan.
    pub id: usize,
    /// The number of its step in the plan, from 1.
    pub number: usize,
    /// The type of its step.
    #[serde(rename = "type")]
    pub kind: String,
    /// The name of the index that was searched.
    pub source: String,
    /// The search query.
    pub query: String,
}

/// One step of how an answer came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Thought {
    /// The step's name, such as `Generated search query`.
    pub title: String,
    /// A string, or a list of strings or objects.
    #[cfg_attr(feature = "dialects", schema(required))]
    #[serde(default)]
    pub description: Value,
    /// Further properties, such as `elapsed_ms` or `token_usage`.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub props: Option<Map<String, Value>>,
}

impl Thought {
    /// A thought without properties.
    pub fn new(title: impl Into<String>, description: impl Into<Value>) -> Self {
        Self { title: title.into(), description: description.into(), props: None }
    }

    /// Adds a property.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.props.get_or_insert_default().insert(key.to_owned(), value.into());
        self
    }

    /// Adds a property that is known.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}
