//! "Why not?": the stage at which a source drops out on the way to an answer.

mod ending;
mod told;

use std::sync::Arc;

use futures_util::future::try_join_all;

use super::ground::Ground;
use super::retrieve::parts;
use super::thoughts::filters;
use super::turn::Turn;
use super::{ground, plan};
use crate::protocol::explanation::{Explanation, Outcome, Stage, Step};
use crate::protocol::{ChatRequest, ProtocolError, RetrievalMode};
use crate::rag::Rag;
use crate::rag::corpus::Passage;
use crate::rag::retrieval::{Found, Query, RetrieveError};
use crate::text::source;
use told::{DEEPEST, Place, lacks, position};

/// The way of `expected`, `<path>` or `<path>#page=N`, to the answer of `request`.
///
/// The question is searched for as it stands, without the help of a chat model, so that the explanation
/// is always the same. If a message asks several questions, the one in which the source ranks best is
/// explained.
///
/// # Errors
///
/// Errors of [`ChatRequest::validate`], and a failure to read the index.
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
    let mut turn = Turn::new(&rag, request);
    let model = turn.rag.model.take();
    let query = plan::without_model(&turn);
    let mut way = Way {
        turn: &turn,
        query,
        model: model.map(|model| model.name().to_owned()),
        steps: Vec::new(),
    };
    let expected = expected.trim();
    way.follow(expected).await?;
    Ok(Explanation { source: expected.to_owned(), query: way.query.text, steps: way.steps })
}

/// A source on its way.
struct Way<'a> {
    turn: &'a Turn,
    query: Query,
    /// The chat model that writes the answers, if one does.
    model: Option<String>,
    steps: Vec<Step>,
}

impl Way<'_> {
    async fn follow(&mut self, expected: &str) -> Result<(), ProtocolError> {
        let Some(passages) = self.indexed(expected).await? else {
            return Ok(());
        };
        let Some(passages) = self.admitted(passages) else {
            return Ok(());
        };
        let passages: Arc<[Passage]> = passages.into();
        let ground = ground(self.turn).await.map_err(|unanswered| unanswered.error)?;
        self.turn_to_part(&passages).await?;
        self.by_words(&passages).await?;
        self.by_meaning(&passages, &ground).await?;
        Ok(self.chosen(expected, &passages, &ground).await?)
    }

    fn step(&mut self, stage: Stage, outcome: Outcome, detail: impl Into<String>) {
        let detail = detail.into();
        self.steps.push(Step { stage, outcome, detail });
    }

    /// The passages of the source; none if it is not indexed.
    async fn indexed(&mut self, expected: &str) -> Result<Option<Vec<Passage>>, RetrieveError> {
        let (path, page) = source::split(expected);
        let rag = &self.turn.rag;
        // The index is not asked for what the reader may not know of: the time that it takes would tell.
        let all = match rag.library.file(path) {
            Some(_) => rag.retriever.document(path, &rag.reader).await?,
            None => Vec::new(),
        };
        if all.is_empty() {
            let why = told::not_indexed(&self.turn.rag.library, path);
            self.step(Stage::Index, Outcome::Lost, why);
            return Ok(None);
        }
        let count = all.len();
        let wanted = |passage: &Passage| page.is_none() || passage.page == page;
        let passages: Vec<Passage> = all.into_iter().filter(wanted).collect();
        if passages.is_empty() {
            let why = format!(
                "The document is indexed in {count} passages, but none of them stands on this page: \
                 it holds no text, or there is no such page."
            );
            self.step(Stage::Index, Outcome::Lost, why);
            return Ok(None);
        }
        let here = match page {
            Some(_) => format!(", {} of them on this page", passages.len()),
            None => String::new(),
        };
        let detail = format!("The document is indexed in {count} passages{here}.");
        self.step(Stage::Index, Outcome::Passed, detail);
        Ok(Some(passages))
    }

    /// The passages that the filters let in; `None` if they let in none.
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
            (Outcome::Lost, "leaves it out")
        } else {
            (Outcome::Passed, "lets it in")
        };
        let detail = format!("The filter “{filters}” {verb}: {own}.");
        self.step(Stage::Filters, outcome, detail);
        (!admitted.is_empty()).then_some(admitted)
    }

    /// Goes on with the one question of the message in which the source ranks best.
    async fn turn_to_part(&mut self, passages: &[Passage]) -> Result<(), RetrieveError> {
        let mut best: Option<(usize, Query)> = None;
        let queries = parts::queries(self.turn, &self.query);
        // All at once, as when they are answered: a slow model is waited for once.
        let rankings = queries.iter().map(|query| self.ranking(query, query.mode));
        let rankings = try_join_all(rankings).await?;
        for (query, ranked) in queries.into_iter().zip(rankings) {
            let Place::At { rank, .. } = position(&ranked.hits, passages) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, query));
            }
        }
        if let Some((_, query)) = best {
            self.query = query;
        }
        Ok(())
    }

    /// The hits of a query in a mode, down to [`DEEPEST`].
    async fn ranking(&self, query: &Query, mode: RetrievalMode) -> Result<Found, RetrieveError> {
        let query = Query { mode, top: DEEPEST, minimum_score: 0.0, ..query.clone() };
        self.turn.retrieve(&query).await
    }

    /// The hits of one mode alone, without the ranker.
    async fn found_by(&self, mode: RetrievalMode) -> Result<Found, RetrieveError> {
        let alone = Query { ranker: false, ..self.query.clone() };
        self.ranking(&alone, mode).await
    }

    async fn by_words(&mut self, passages: &Arc<[Passage]>) -> Result<(), RetrieveError> {
        let found = self.found_by(RetrievalMode::Text).await?;
        let place = position(&found.hits, passages);
        let (terms, question) = (found.terms.clone(), self.query.own().to_owned());
        let lacks = lacks(&terms, &question, passages);
        let detail = format!("{} {lacks}", place.told("by the words of the question"));
        self.step(Stage::Words, place.outcome(self.query.top), detail);
        Ok(())
    }

    async fn by_meaning(
        &mut self,
        passages: &[Passage],
        ground: &Ground,
    ) -> Result<(), RetrieveError> {
        let modes = self.turn.rag.retriever.modes();
        if self.query.mode == RetrievalMode::Text || !modes.contains(&RetrievalMode::Vectors) {
            return Ok(());
        }
        // Meaning is left out where the embedding model does not know the question's words.
        let how = &ground.whole.found.how;
        if how.mode == RetrievalMode::Hybrid && how.model.is_none() {
            return Ok(());
        }
        let found = self.found_by(RetrievalMode::Vectors).await?;
        if found.how.mode != RetrievalMode::Vectors {
            let why = found.how.note.unwrap_or_default();
            self.step(Stage::Meaning, Outcome::Behind, why);
            return Ok(());
        }
        let place = position(&found.hits, passages);
        let detail = place.told("by what it means");
        self.step(Stage::Meaning, place.outcome(self.query.top), detail);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
