//! The grounding of an answer: its passages, the texts for its writer, and the thoughts on how they were found.

use std::collections::BTreeSet;
use std::time::Duration;

use footnote_documents::extract;
use footnote_protocol::confidence::Confidence;
use footnote_protocol::{DataPoints, ResponseContext, RetrievalMode, Thought};
use footnote_question::long;
use footnote_retrieval::store::{Counts, StoreError};
use footnote_retrieval::{Hit, Query, RetrieveError, SearchReport, SearchResult};
use footnote_text::{citation, source};

use super::activity::{self, TimedSteps};
use super::audit::SourceText;
use super::captions::{self, Caption};
use super::composed::{ComposedAnswer, Quotation};
use super::plan::PlannedSearch;
use super::retrieve::overview::Outline;
use super::retrieve::{self, RetrievedPassages, several};
use super::sources::Sources;
use super::thoughts;
use super::turn::{Turn, elapsed_ms};
use super::weigh::meaning::ComparedEvidence;
use super::weigh::{self, Evidence};

/// The passages of an answer, with the thoughts about them and the texts for its writer.
pub struct Grounding {
    /// The evidence for the whole message.
    pub whole: Evidence,
    /// The evidence for each question of a message with several; empty if there is only one.
    pub parts: Vec<Evidence>,
    /// The outline of a document, if the question asks for an overview.
    pub outline: Option<Outline>,
    /// The thoughts on how they were found.
    pub thoughts: Vec<Thought>,
    /// The passages for a model, best first; once it writes, those that it was shown. Empty if the answer quotes.
    pub candidates: Vec<Hit>,
    /// The computed or listed results, under the name of each source that they rest on.
    pub texts: Vec<SourceText>,
    /// The time from the beginning of the turn to the last passage.
    pub search_time: Duration,
    /// The query that was searched for.
    pub query: Query,
    /// Counts of the documents that the reader may read.
    pub documents: Counts,
    data_points: DataPoints,
}

/// The facts that a grounding takes from the catalog.
struct CatalogFacts {
    documents: Counts,
    /// The documents and attached files with hidden text, each with the number of characters removed.
    hidden: Vec<(String, usize)>,
}

impl Grounding {
    /// Creates the grounding of a turn from its planned search, with the passages found and compared in `elapsed_ms`.
    fn new(
        turn: &Turn,
        planned: &PlannedSearch,
        compared: ComparedEvidence,
        (catalogued, elapsed_ms): (CatalogFacts, u64),
    ) -> Self {
        let ComparedEvidence { whole, parts, candidates, outline, search_time } = compared;
        let found = &whole.found;
        let wanted = turn.wants_captions();
        let captions = wanted.then(|| captions::captions(&found.hits, &found.terms));
        let shown = shown(&found.hits, captions.as_deref());
        let captions = captions.unwrap_or_default();
        let data_points = with_images(turn, data_points(turn, &shown, &found.hits));
        let mut thoughts = thoughts_before(turn, planned, Some(&found.how));
        thoughts.extend(thoughts::parts(parts.iter().map(|part| &part.question)));
        thoughts.extend(thoughts::corrected(&planned.query, &found.corrections));
        thoughts.push(thoughts::results(found, elapsed_ms, &captions));
        thoughts.extend(thoughts::hidden(&catalogued.hidden));
        let (query, documents) = (planned.query.clone(), catalogued.documents);
        Self {
            whole,
            parts,
            candidates,
            texts: Vec::new(),
            outline,
            thoughts,
            search_time,
            query,
            documents,
            data_points,
        }
    }

    /// Replaces what was found with what the model was shown, for the citations and the check of its answer.
    pub fn set_sources(&mut self, turn: &Turn, sources: &Sources) {
        self.candidates = sources.hits();
        let points = data_points(turn, &sources.texts(), &self.candidates);
        self.data_points = with_images(turn, points);
        for name in sources.names() {
            if !self.data_points.citations.contains(name) {
                self.data_points.citations.push(name.clone());
            }
        }
    }

    /// Returns a keyword search for a text among the same documents. It returns the first passages, whatever their
    /// scores.
    pub(super) fn by_words(&self, text: &str, top: usize) -> Query {
        Query {
            text: text.to_owned(),
            own_bytes: None,
            context: Vec::new(),
            top,
            mode: RetrievalMode::Text,
            minimum_score: 0.0,
            ..self.query.clone()
        }
    }

    /// Takes the context of the first event, with the thoughts so far. The data points are not needed again.
    pub fn context(&mut self) -> ResponseContext {
        ResponseContext {
            data_points: Some(std::mem::take(&mut self.data_points)),
            thoughts: self.thoughts.clone(),
            ..ResponseContext::default()
        }
    }

    /// Replaces the passages that were found with others.
    pub(super) async fn replace_passages(&mut self, turn: &Turn, hits: Vec<Hit>) {
        let found = retrieve::prepare(turn, hits).await;
        let text = |hit: &Hit| (hit.passage.source(), hit.passage.text.clone());
        let shown: Vec<(String, String)> = found.hits.iter().map(text).collect();
        self.data_points = with_images(turn, data_points(turn, &shown, &found.hits));
        self.parts = Vec::new();
        self.whole = Evidence::new(turn.question.clone(), found);
    }

    /// Limits the hits to the passages that a composed answer cites and the best of the others; more were weighed.
    pub fn show(&mut self, turn: &Turn, composed: &ComposedAnswer) {
        let most = several::least_of(self.parts.len()).max(turn.shown_of(&self.query));
        let hits = &self.whole.found.hits;
        if composed.is_looked_up || self.outline.is_some() || hits.len() <= most {
            return;
        }
        let known: Vec<String> = hits.iter().map(|hit| hit.passage.source()).collect();
        let cited = citation::cited(&composed.deltas.concat(), &known);
        let is_cited = |hit: &Hit| {
            let source = hit.passage.source();
            let mut quoted = composed.quoted.iter().filter(|one| one.source == source).peekable();
            // Other cited passages, such as an older edition, are not quotations.
            let is_only_cited = quoted.peek().is_none() && cited.contains(&source);
            is_only_cited || quoted.any(|one| one.ordinal == hit.passage.ordinal)
        };
        let mut hits = std::mem::take(&mut self.whole.found.hits);
        let mut room = most.saturating_sub(hits.iter().filter(|hit| is_cited(hit)).count());
        hits.retain(|hit| {
            let is_shown = is_cited(hit) || room > 0;
            room = room.saturating_sub(usize::from(!is_cited(hit)));
            is_shown
        });
        let captions =
            turn.wants_captions().then(|| captions::captions(&hits, &self.whole.found.terms));
        let shown = shown(&hits, captions.as_deref());
        self.data_points = with_images(turn, data_points(turn, &shown, &hits));
        let found = SearchResult { hits, ..std::mem::take(&mut self.whole.found) };
        self.whole = Evidence::new(std::mem::take(&mut self.whole.question), found);
    }

    /// Shows passages with their neighbours where quotations run past their ends.
    pub fn widen(&mut self, quoted: &[Quotation]) {
        let is_quoted = |hit: &&Hit| {
            let (source, ordinal) = (hit.passage.source(), hit.passage.ordinal);
            quoted.iter().any(|one| one.goes_on && one.source == source && one.ordinal == ordinal)
        };
        for hit in self.whole.found.hits.iter().filter(is_quoted) {
            let shown = format!("{}: {}", hit.passage.source(), hit.passage.text);
            let shown = self.data_points.text.iter_mut().find(|text| **text == shown);
            if let Some(text) = shown {
                *text = format!("{}: {}", hit.passage.source(), hit.with_neighbours());
            }
        }
    }

    /// Records a result that was computed or listed from the passages found.
    pub fn add_text(&mut self, text: &str) {
        let hits = self.whole.found.hits.iter();
        let texts =
            hits.map(|hit| SourceText { source: hit.passage.source(), text: text.to_owned() });
        self.texts.extend(texts);
    }

    /// Records the step that found each source.
    pub fn set_activity(&mut self, steps: &TimedSteps, sources: &Sources) {
        self.data_points.citation_activity_details = activity::details(steps, sources);
        self.thoughts.push(activity::plan(steps, sources));
    }

    /// Returns the confidence that the documents answer. It is certain for an overview of one document.
    pub fn confidence(&self, threshold: f32) -> Confidence {
        match self.outline {
            Some(_) => Confidence::SURE,
            None => self.whole.weighed().confidence(threshold),
        }
    }

    /// Drops everything that only quoting needs. The check of the answer needs just the passages.
    pub fn drop_quoting_state(&mut self) {
        self.parts = Vec::new();
        self.outline = None;
        self.whole.drop_quoting_state();
    }
}

/// Weighs the statements that were retrieved: by meaning now, and by all features when answers quote.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub(super) async fn weigh(
    turn: &Turn,
    planned: &PlannedSearch,
    retrieved: RetrievedPassages,
) -> Result<Grounding, RetrieveError> {
    let begun = retrieved.begun;
    let compared = weigh::meaning::compare(turn, &planned.query, retrieved).await;
    let catalogued = CatalogFacts {
        documents: turn.rag.library.counts().await?,
        hidden: hidden(turn, &compared.whole.found.hits).await?,
    };
    Ok(Grounding::new(turn, planned, compared, (catalogued, elapsed_ms(begun))))
}

/// Returns the thoughts up to the search; `how` reports on the search once it is done.
pub(super) fn thoughts_before(
    turn: &Turn,
    planned: &PlannedSearch,
    how: Option<&SearchReport>,
) -> Vec<Thought> {
    let message = turn.request.question();
    let mut thoughts = vec![thoughts::question(message, turn.hidden)];
    thoughts.extend(long::thought(&turn.read, message));
    let asked = planned.asked.as_ref();
    thoughts.extend(asked.map(|asked| asked.thought("Prompt to generate search query")));
    let captions = turn.wants_captions();
    let elapsed = planned.elapsed_ms;
    thoughts.push(thoughts::search_query(&planned.query, elapsed, captions, how));
    thoughts
}

/// Returns the documents of the hits and the attached files with hidden text, each with the number of characters
/// removed.
async fn hidden(turn: &Turn, hits: &[Hit]) -> Result<Vec<(String, usize)>, StoreError> {
    let paths: BTreeSet<&str> = hits.iter().map(|hit| hit.passage.path.as_str()).collect();
    let mut hidden = Vec::new();
    for path in paths {
        let file = turn.rag.library.file(path).await?.filter(|file| file.hidden > 0);
        hidden.extend(file.map(|file| (file.path.clone(), file.hidden)));
    }
    hidden.extend(turn.hidden_files.iter().cloned());
    Ok(hidden)
}

/// Adds the images that the model looks at as citations, without their contents, which the reader has.
fn with_images(turn: &Turn, mut points: DataPoints) -> DataPoints {
    if turn.model_sees_images() {
        let sources = turn.images.iter().map(|image| image.source.clone());
        points.citations.extend(sources);
    }
    points
}

/// Returns the sources of the hits with their texts, or with their captions if requested.
fn shown(hits: &[Hit], captions: Option<&[Caption]>) -> Vec<(String, String)> {
    let source = |hit: &Hit| hit.passage.source();
    if let Some(captions) = captions {
        let texts = captions.iter().map(|caption| caption.text.clone());
        hits.iter().map(source).zip(texts).collect()
    } else {
        let text = |hit: &Hit| (source(hit), hit.passage.text.clone());
        hits.iter().map(text).collect()
    }
}

/// Returns the sources and texts that the answer may use.
fn data_points(turn: &Turn, shown: &[(String, String)], hits: &[Hit]) -> DataPoints {
    let with_text = turn.request.overrides.send_text_sources != Some(false);
    let mut points = DataPoints::default();
    if with_text {
        let texts = shown.iter().map(|(source, text)| format!("{source}: {text}"));
        points.text = texts.collect();
        let places = shown.iter().map(|(source, text)| best_ordinal(source, text, hits));
        points.passages = places.collect();
        let with_lines = shown.iter().enumerate().filter(|(_, (source, _))| {
            let (path, _) = source::split(source);
            extract::keeps_lines(path)
        });
        points.lines = with_lines.map(|(at, _)| at).collect();
    }
    for source in hits.iter().map(|hit| hit.passage.source()) {
        if !points.citations.contains(&source) {
            points.citations.push(source);
        }
    }
    points
}

/// Returns the ordinal of the best hit that contains a shown text or is contained in it.
fn best_ordinal(source: &str, text: &str, hits: &[Hit]) -> u32 {
    let mut own =
        hits.iter().map(|hit| &hit.passage).filter(|own| own.source() == source).peekable();
    let first = own.peek().map_or(0, |own| own.ordinal);
    let found = own.find(|own| text.contains(&own.text) || own.text.contains(text));
    found.map_or(first, |own| own.ordinal)
}
