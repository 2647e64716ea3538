//! "Why not?": the stage at which a source drops out on the way to an answer.

mod ending;
mod wording;

use std::borrow::Cow;

use footnote_answers::Rag;
use footnote_answers::grounding::Grounding;
use footnote_answers::retrieve::several;
use footnote_answers::thoughts::filters;
use footnote_answers::turn::Turn;
use footnote_answers::weigh::Evidence;
use footnote_answers::{once, plan};
use footnote_documents::Passage;
use footnote_protocol::explanation::{Explanation, Outcome, Stage, Step};
use footnote_protocol::{ChatRequest, ProtocolError};
use footnote_retrieval::trace::Trace;
use footnote_retrieval::{Query, RetrieveError, SearchResult};
use footnote_text::source;
use wording::{RankPosition, missing_words, position};

/// Traces `expected`, given as `<path>` or `<path>#page=N`, through the answer to `request`.
///
/// The search uses the question as it stands, without a chat model, so that the explanation is always the same. If a
/// message asks several questions, the one in which the source ranks best is explained.
///
/// # Errors
///
/// Returns the errors of [`ChatRequest::validate`], and fails if the index cannot be read.
pub async fn explain(
    rag: &Rag,
    request: ChatRequest,
    expected: &str,
) -> Result<Explanation, ProtocolError> {
    request.validate()?;
    rag.workers.admit()?;
    let work = explanation(rag.clone(), request, expected.to_owned());
    rag.workers.run(work).await?
}

async fn explanation(
    rag: Rag,
    mut request: ChatRequest,
    expected: String,
) -> Result<Explanation, ProtocolError> {
    request.overrides.query_rewriting = Some(false);
    request.overrides.use_agentic_knowledgebase = Some(false);
    let mut turn = Turn::new(&rag, request).in_scope().await?;
    turn.traced = true;
    let model = turn.model.take();
    let query = plan::without_model(&turn);
    let mut source_trace = SourceTrace {
        turn: &turn,
        query,
        model: model.map(|model| model.name().to_owned()),
        steps: Vec::new(),
    };
    let expected = expected.trim();
    source_trace.follow(expected).await?;
    Ok(Explanation {
        source: expected.to_owned(),
        query: source_trace.query.text,
        steps: source_trace.steps,
    })
}

/// The trace of a source through the steps of an answer.
struct SourceTrace<'a> {
    turn: &'a Turn,
    query: Query,
    /// The chat model that writes the answers, if any.
    model: Option<String>,
    steps: Vec<Step>,
}

impl SourceTrace<'_> {
    async fn follow(&mut self, expected: &str) -> Result<(), ProtocolError> {
        if self.is_outside(expected).await? {
            let why = "The question was limited to other documents.";
            self.step(Stage::Filters, Outcome::Lost, why);
            return Ok(());
        }
        let Some(passages) = self.indexed(expected).await? else {
            return Ok(());
        };
        let Some(passages) = self.admitted(passages) else {
            return Ok(());
        };
        let mut grounding = once::ground(self.turn).await.map_err(|error| error.error)?;
        let found = self.select_question(&grounding, &passages).await?;
        self.by_words(&found, &passages);
        self.by_meaning(&found, &passages);
        self.add_selection(expected, &passages, (&found, &mut grounding)).await;
        Ok(())
    }

    fn step(&mut self, stage: Stage, outcome: Outcome, detail: impl Into<String>) {
        let detail = detail.into();
        self.steps.push(Step { stage, outcome, detail });
    }

    /// Returns true if the reader may read the source but the scope of the question excludes it.
    async fn is_outside(&self, expected: &str) -> Result<bool, RetrieveError> {
        let (path, _) = source::split(expected);
        let Some(everything) = &self.turn.everything else {
            return Ok(false);
        };
        let is_asked = self.turn.rag.library.file(path).await?.is_some();
        Ok(!is_asked && everything.library.file(path).await?.is_some())
    }

    /// Returns the passages of the source; none if it is not indexed.
    async fn indexed(&mut self, expected: &str) -> Result<Option<Vec<Passage>>, RetrieveError> {
        let (path, page) = source::split(expected);
        let rag = &self.turn.rag;
        // Do not query the index for what the reader may not know about: the response time would reveal it.
        let all = match rag.library.file(path).await? {
            Some(_) => rag.retriever.document(path, &rag.reader).await?,
            None => Vec::new(),
        };
        if all.is_empty() {
            let why = wording::not_indexed(&self.turn.rag.library, path).await?;
            self.step(Stage::Index, Outcome::Lost, why);
            return Ok(None);
        }
        let count = all.len();
        let wanted = |passage: &Passage| page.is_none() || passage.page == page;
        let passages: Vec<Passage> = all.into_iter().filter(wanted).collect();
        if passages.is_empty() {
            let why = format!(
                "The document has {count} passages, but none of them is on this page: the page has no \
                 text, or does not exist."
            );
            self.step(Stage::Index, Outcome::Lost, why);
            return Ok(None);
        }
        let here = match page {
            Some(_) => format!(", {} of them on this page", passages.len()),
            None => String::new(),
        };
        let detail = format!("The document has {count} passages{here}.");
        self.step(Stage::Index, Outcome::Passed, detail);
        Ok(Some(passages))
    }

    /// Returns the passages that pass the filters; `None` if none do.
    fn admitted(&mut self, passages: Vec<Passage>) -> Option<Vec<Passage>> {
        let category = passages.first().and_then(|one| one.category.clone());
        let admitted = passages.into_iter().filter(|one| self.query.admits(one));
        let admitted: Vec<Passage> = admitted.collect();
        let Some(filters) = filters(&self.query) else {
            return Some(admitted);
        };
        let own = category.map_or_else(
            || "it has no category".to_owned(),
            |name| format!("its category is {name}"),
        );
        let (outcome, verb) = if admitted.is_empty() {
            (Outcome::Lost, "excludes it")
        } else {
            (Outcome::Passed, "includes it")
        };
        let detail = format!("The filter “{filters}” {verb}: {own}.");
        self.step(Stage::Filters, outcome, detail);
        (!admitted.is_empty()).then_some(admitted)
    }

    /// Continues with the question in which the source ranks best, and with its search result.
    async fn select_question(
        &mut self,
        grounding: &Grounding,
        passages: &[Passage],
    ) -> Result<SearchResult, RetrieveError> {
        let queries = several::queries(self.turn, &self.query).await?;
        let rank = |part: &Evidence| match position(&trace(&part.found).all, passages) {
            RankPosition::At { rank, .. } => Some(rank),
            RankPosition::Beyond(_) => None,
        };
        let parts = queries.into_iter().zip(&grounding.parts);
        let ranked = parts.filter_map(|(query, part)| Some((rank(part)?, query, part)));
        let Some((_, query, part)) = ranked.min_by_key(|(rank, ..)| *rank) else {
            return Ok(grounding.whole.found.clone());
        };
        self.query = query;
        Ok(part.found.clone())
    }

    fn by_words(&mut self, found: &SearchResult, passages: &[Passage]) {
        let place = position(&trace(found).words, passages);
        let missing_words = missing_words(&found.terms, self.query.own(), passages);
        let detail = format!("{} {missing_words}", place.in_words("by words"));
        self.step(Stage::Words, place.outcome(self.query.top), detail);
    }

    fn by_meaning(&mut self, found: &SearchResult, passages: &[Passage]) {
        match &trace(found).meaning {
            Some(meaning) => {
                let place = position(meaning, passages);
                let detail = place.in_words("by meaning");
                self.step(Stage::Meaning, place.outcome(self.query.top), detail);
            }
            None if self.query.mode != found.how.mode => {
                let why = found.how.note.clone();
                if let Some(why) = why {
                    self.step(Stage::Meaning, Outcome::Behind, why);
                }
            }
            // If the embedding model knows none of the question's words, its ranking is left out.
            None => {}
        }
    }
}

/// Returns the rankings of a search; empty if it recorded none.
fn trace(found: &SearchResult) -> Cow<'_, Trace> {
    let trace = found.how.trace.as_deref();
    trace.map_or_else(Cow::default, Cow::Borrowed)
}

#[cfg(test)]
mod tests;
