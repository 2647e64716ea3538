//! The context of an answer: data points, thoughts and follow-up questions.

use std::collections::BTreeMap;

use footnote_text::table;
use footnote_text::words::shortened;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::audit::Audit;

/// Length in characters of a text within a line of a thought.
const LINE_LEN: usize = 160;

/// Maximum length in characters of a line of a thought: such a text with its source.
const MAX_LINE_LEN: usize = 400;

/// The `context` of a response, as the specification recommends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResponseContext {
    /// The passages that the answer may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_points: Option<DataPoints>,
    /// The steps that led to the answer, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// Questions that the reader might ask next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followup_questions: Option<Vec<String>>,
    /// The check of the answer's statements. An extension of the specification; other clients ignore it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
    /// The scope of the question, unless it was everything. An extension of the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<AskedScope>,
    /// The passages shown instead of an answer if no model writes one. An extension of the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundPassages>,
}

/// The content shown if no model writes an answer: the passages that fit the question best.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct FoundPassages {
    /// The units, best first; units of one document follow each other.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub units: Vec<FoundUnit>,
    /// Names, numbers and codes of the question that no document has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// True if no document has most words of the question: the units are only the nearest ones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nearest: bool,
    /// True if the questions before this one counted too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counts_earlier: bool,
    /// Files whose names fit the question and that could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<UnreadFile>,
}

/// A section, list or table around a passage that fits the question, or the part of it that fits the room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct FoundUnit {
    /// The source that is cited for it.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub source: String,
    /// Title of its document.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub title: String,
    /// The headings above it, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// Its Markdown, as the document has it.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub text: String,
    /// The sentence, list item or table row in `text` that fits the question best.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub telling: String,
    /// Words of `text` that match the question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Paths of other documents with the same text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
}

/// A file that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct UnreadFile {
    /// Its path.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub path: String,
    /// Why it could not be read, as a sentence.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub reason: String,
}

/// The scope of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct AskedScope {
    /// Number of documents in the scope.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub documents: usize,
}

/// The retrieved passages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct DataPoints {
    /// One `"<source>: <text>"` per passage, best first.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub text: Vec<String>,
    /// The sources in the order of `text`, without duplicates: the citations that an answer may contain.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub citations: Vec<String>,
    /// Index of each passage of `text` in its document, from 0; the first one if a text covers several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<u32>,
    /// Indices of the passages in `text` whose line breaks come from the author, from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<usize>,
    /// Images, as data URLs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Value>,
    /// The planned search that found each citation; empty if nothing was planned.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub citation_activity_details: BTreeMap<String, Activity>,
}

impl DataPoints {
    /// Splits a text into its source and the rest. The source is empty if it is unknown.
    pub fn parted<'a>(&'a self, text: &'a str) -> (&'a str, &'a str) {
        let fitting = self.citations.iter().filter_map(|source| {
            let rest = text.strip_prefix(source.as_str())?.strip_prefix(':')?;
            Some((source.as_str(), rest.trim_start()))
        });
        // One source name may be a prefix of another; take the longest.
        fitting.max_by_key(|(source, _)| source.len()).unwrap_or(("", text))
    }
}

/// A planned search that had results, under the names that front ends use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Activity {
    /// The `id` of its step in the plan.
    pub id: usize,
    /// Number of its step in the plan, from 1.
    pub number: usize,
    /// Type of its step.
    #[serde(rename = "type")]
    pub kind: String,
    /// Name of the searched index.
    pub source: String,
    /// The search query.
    pub query: String,
}

/// One step that led to the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Thought {
    /// Title of the step, such as `Generated search query`.
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
    /// Creates a thought without properties.
    pub fn new(title: impl Into<String>, description: impl Into<Value>) -> Self {
        Self { title: title.into(), description: description.into(), props: None }
    }

    /// Adds a property.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.props.get_or_insert_default().insert(key.to_owned(), value.into());
        self
    }

    /// Adds a property if it is known.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Returns an item of a description in one line: a passage by its source, a message with its role.
    pub fn line(item: &Value) -> String {
        let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
        let beginning = |text: &str| shortened(text, LINE_LEN);
        if let Some(source) = text("sourcepage") {
            return source;
        }
        if let (Some(role), Some(content)) = (text("role"), text("content")) {
            return format!("{role}: {}", beginning(&content));
        }
        if let (Some(quoted), Some(source)) = (text("text"), text("source")) {
            if quoted.is_empty() {
                return source;
            }
            return format!("{} — {source}", beginning(&table::read(&quoted)));
        }
        // A string may be the line of an item.
        let text = text("text").map(|text| beginning(&text));
        let string = || item.as_str().map(|line| shortened(line, MAX_LINE_LEN));
        text.or_else(string).unwrap_or_else(|| beginning(&item.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_item_of_a_thought_reads_as_a_line() {
        assert_eq!(Thought::line(&json!({"sourcepage": "a.md", "score": 1.5})), "a.md");
        assert_eq!(Thought::line(&json!({"role": "user", "content": "Hello"})), "user: Hello");
        assert_eq!(Thought::line(&json!({"text": "Half", "verdict": "unsupported"})), "Half");
        assert_eq!(Thought::line(&json!("plain")), "plain");
        assert_eq!(Thought::line(&json!({"text": "", "source": "a.md"})), "a.md");
    }

    #[test]
    fn a_line_is_short_and_its_own_line() {
        let quoted = json!({"text": "ä".repeat(500), "source": "a.md"});
        let line = Thought::line(&quoted);
        assert!(line.ends_with("… — a.md") && line.chars().count() < 200, "{line}");
        assert_eq!(Thought::line(&json!(line)), line);
    }
}
