//! Activities of a run: what was found, and what the answer cites.

use footnote_text::{citation, source};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dialect::{AnswerHead, cited};
use crate::{Answer, DataPoints};

/// An activity, which a page keeps as a message of its own.
#[derive(Serialize, ToSchema)]
#[serde(tag = "activityType", content = "content", rename_all = "lowercase")]
#[schema(as = ag_ui::Activity)]
pub(super) enum AgUiActivity {
    /// The search results, before the text.
    Sources { sources: Vec<AgUiSourceLink>, data_points: DataPoints },
    /// The cited sources behind the text, each once, in the order of the text.
    Citations { sources: Vec<AgUiCitedSource> },
}

/// A source and its URL.
#[derive(Serialize, ToSchema)]
#[schema(as = ag_ui::SourceLink)]
pub(super) struct AgUiSourceLink {
    /// Name of the source, as cited in brackets in the text.
    pub(super) id: String,
    pub(super) title: String,
    /// URL of the document; files attached to a question have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
}

/// A cited source, its page and its passage.
#[derive(Serialize, ToSchema)]
#[schema(as = ag_ui::CitedSource)]
pub(super) struct AgUiCitedSource {
    #[serde(flatten)]
    link: AgUiSourceLink,
    /// Page of the document, counted from 1, if it has pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<u32>,
    /// The retrieved passage.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<String>,
}

impl AgUiActivity {
    /// Returns the activity with the search results, once there are any.
    pub(super) fn sources(head: &AnswerHead, answer: &Answer) -> Option<Self> {
        let data_points = answer.context.data_points.clone()?;
        let sources = data_points.citations.iter();
        let sources = sources.map(|source| AgUiSourceLink::of(&head.origin, source)).collect();
        Some(Self::Sources { sources, data_points })
    }

    /// Returns the activity with the cited sources, if the text cites any.
    pub(super) fn citations(head: &AnswerHead, answer: &Answer) -> Option<Self> {
        let sources = citation::cited(&answer.text, answer.sources());
        let sources = sources.iter().map(|source| AgUiCitedSource::of(head, answer, source));
        let sources: Vec<_> = sources.collect();
        (!sources.is_empty()).then_some(Self::Citations { sources })
    }

    /// Returns the name of the activity, as its type says it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Sources { .. } => "sources",
            Self::Citations { .. } => "citations",
        }
    }
}

impl AgUiSourceLink {
    /// Returns the source with this name.
    pub(super) fn of(origin: &str, named: &str) -> Self {
        let url = (!source::is_attached(named))
            .then(|| format!("{origin}{}", source::content_url(named)));
        Self { id: named.to_owned(), title: source::label(named), url }
    }
}

impl AgUiCitedSource {
    fn of(head: &AnswerHead, answer: &Answer, cited: &str) -> Self {
        Self {
            link: AgUiSourceLink::of(&head.origin, cited),
            page: source::split(cited).1,
            snippet: cited::passage(answer, cited).map(str::to_owned),
        }
    }
}
