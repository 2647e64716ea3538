//! Planned searches: the parts of a question are searched for one by one, and their results merged.

mod ask;
mod merge;
mod thought;

use std::time::{Duration, Instant};

use footnote_models::{ChatModel, Prompt, Reply};
use footnote_protocol::RetrievalEffort;
use footnote_retrieval::{Hit, Query, RetrieveError, SearchReport, SearchResult, Term};
use futures_util::future::join_all;

use crate::question::Question;
use crate::retrieve::AnswerCheck;
use crate::side_prompt::{self, SidePrompt};
use crate::turn::{Turn, elapsed_ms};

/// Time limit of the model for all of the planning. Waiting longer is of little use: the question itself
/// finds most of the passages that its parts would.
const TIMEOUT: Duration = Duration::from_secs(8);
/// The least time that must be left for a second round.
const LEAST_TIME_LEFT: Duration = Duration::from_secs(2);
/// A sentence for the note of a search without a plan.
const UNPLANNED_NOTE: &str = "The question was searched for as it is.";

/// A planned search: its steps, or the reason why there was no plan.
pub(crate) struct SearchPlan {
    effort: RetrievalEffort,
    steps: Vec<PlanStep>,
    /// The reason why the question was searched for as it is, as a sentence.
    note: Option<String>,
    elapsed_ms: u64,
}

/// A step of a plan.
enum PlanStep {
    /// The model was asked.
    SidePrompt(SidePrompt),
    /// A search was made; the first one is for the question itself.
    SubSearch(SubSearch),
}

/// A search of a plan.
struct SubSearch {
    text: String,
    found: SearchResult,
    /// True if the passages seem to answer.
    seems_answered: bool,
    elapsed_ms: u64,
}

/// The most sub-questions of a round.
fn most(effort: RetrievalEffort) -> usize {
    match effort {
        RetrievalEffort::Minimal => 0,
        RetrievalEffort::Low => 3,
        RetrievalEffort::Medium => 5,
    }
}

/// Searches for `query` and, where a plan is wished for and there is a model, for the parts of the
/// question; returns the merged results, and the plan if one was wished for.
///
/// # Errors
///
/// If the question itself cannot be searched for.
pub(crate) async fn search(
    turn: &Turn,
    query: &Query,
    answer: AnswerCheck<'_>,
) -> Result<(SearchResult, Option<SearchPlan>), RetrieveError> {
    let Some(effort) = turn.request.overrides.plan() else {
        return Ok((turn.retrieve(query).await?, None));
    };
    let begun = Instant::now();
    let search = PlanSearch { turn, query, answer };
    let mut plan = SearchPlan { effort, steps: Vec::new(), note: None, elapsed_ms: 0 };
    if let Some(model) = turn.planner() {
        plan.carry_out(&search, model.as_ref()).await?;
    } else {
        let own = search.of(query).await?;
        plan.steps.push(PlanStep::SubSearch(own));
        let needs = effort != RetrievalEffort::Minimal;
        plan.note = needs.then(|| format!("A plan needs a chat model. {UNPLANNED_NOTE}"));
    }
    plan.elapsed_ms = elapsed_ms(begun);
    Ok((plan.found(query.top), Some(plan)))
}

/// A search for the question of a turn and for its parts.
struct PlanSearch<'a> {
    turn: &'a Turn,
    query: &'a Query,
    answer: AnswerCheck<'a>,
}

impl PlanSearch<'_> {
    /// Searches for one query.
    async fn of(&self, query: &Query) -> Result<SubSearch, RetrieveError> {
        let begun = Instant::now();
        let found = self.turn.retrieve(query).await?;
        Ok(SubSearch {
            seems_answered: (self.answer)(&found, &Question::of(query.own())),
            text: query.text.clone(),
            found,
            elapsed_ms: elapsed_ms(begun),
        })
    }
}

impl SearchPlan {
    /// Asks for the parts of the question, and searches for them.
    async fn carry_out(
        &mut self,
        search: &PlanSearch<'_>,
        model: &dyn ChatModel,
    ) -> Result<(), RetrieveError> {
        let begun = Instant::now();
        let turn = search.turn;
        let question = turn.read.question.as_str();
        let most = most(self.effort);
        let read = |reply: &Reply| ask::read(reply, &[question], most);
        let asked = side_prompt::ask(model, ask::plan_prompt(turn, most), TIMEOUT, read);
        // Meanwhile the question itself is searched for, so that a plan that fails costs no more.
        let (own, (asked, parts)) = futures_util::join!(search.of(search.query), asked);
        self.note = match (&asked.fallback, &parts) {
            (Some(reason), _) => Some(format!("{reason} {UNPLANNED_NOTE}")),
            (None, Some(parts)) if parts.is_empty() => {
                Some(format!("The question asks for one thing. {UNPLANNED_NOTE}"))
            }
            _ => None,
        };
        let prompt = asked.prompt.clone();
        self.steps.push(PlanStep::SidePrompt(asked));
        self.steps.push(PlanStep::SubSearch(own?));
        let parts = parts.unwrap_or_default();
        self.search_each(search, &parts).await;
        let left = TIMEOUT.saturating_sub(begun.elapsed());
        if self.effort == RetrievalEffort::Medium && left >= LEAST_TIME_LEFT {
            let missing = self.missing();
            if !missing.is_empty() {
                let prompt = ask::retry_prompt(prompt, &parts, &missing);
                self.search_again(search, model, prompt, left).await;
            }
        }
        Ok(())
    }

    /// The sub-questions that the passages found do not answer.
    fn missing(&self) -> Vec<String> {
        let parts = self.searches().skip(1);
        let missing = parts.filter(|search| !search.seems_answered);
        missing.map(|search| search.text.clone()).collect()
    }

    /// Searches once more, for the missing sub-questions in other words of the model.
    async fn search_again(
        &mut self,
        search: &PlanSearch<'_>,
        model: &dyn ChatModel,
        prompt: Prompt,
        left: Duration,
    ) {
        let known: Vec<String> = self.searches().map(|search| search.text.clone()).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let most = most(self.effort);
        let read = |reply: &Reply| ask::read(reply, &known, most);
        let (asked, parts) = side_prompt::ask(model, prompt, left, read).await;
        self.steps.push(PlanStep::SidePrompt(asked));
        self.search_each(search, &parts.unwrap_or_default()).await;
    }

    /// Searches for all parts at once; a search that fails counts as one without results.
    async fn search_each(&mut self, search: &PlanSearch<'_>, parts: &[String]) {
        let of_part = |part: &String| of_part(search.query, part);
        let queries: Vec<Query> = parts.iter().map(of_part).collect();
        let searches = join_all(queries.iter().map(|query| search.of(query))).await;
        for (search, part) in searches.into_iter().zip(parts) {
            let search = search.unwrap_or_else(|error| {
                tracing::warn!("searching for a sub-question: {error}");
                SubSearch {
                    text: part.clone(),
                    found: SearchResult::default(),
                    seems_answered: false,
                    elapsed_ms: 0,
                }
            });
            self.steps.push(PlanStep::SubSearch(search));
        }
    }

    /// True if there were sub-questions to search for.
    pub(crate) fn is_split(&self) -> bool {
        self.searches().nth(1).is_some()
    }

    fn searches(&self) -> impl Iterator<Item = &SubSearch> {
        self.steps.iter().filter_map(|step| match step {
            PlanStep::SubSearch(search) => Some(search),
            PlanStep::SidePrompt(_) => None,
        })
    }

    /// The terms of all searches, each once.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for term in self.searches().flat_map(|search| &search.found.terms) {
            if terms.iter().all(|one| one.stem != term.stem) {
                terms.push(term.clone());
            }
        }
        terms
    }

    /// The merged results of all searches, with the details of the question's own.
    fn found(&self, top: usize) -> SearchResult {
        let mut searches = self.searches();
        let own = searches.next().map(|own| own.found.clone()).unwrap_or_default();
        if searches.next().is_none() {
            return own;
        }
        let rankings: Vec<Vec<Hit>> = self.searches().map(|one| one.found.hits.clone()).collect();
        SearchResult {
            hits: merge::merged(&rankings, top),
            how: SearchReport {
                // Each search has its own.
                ranks: Vec::new(),
                ..own.how
            },
            ..own
        }
    }
}

/// The query for a part of the question, which stands alone.
fn of_part(query: &Query, part: &str) -> Query {
    Query { text: part.to_owned(), own_bytes: None, context: Vec::new(), ..query.clone() }
}

#[cfg(test)]
mod tests;
