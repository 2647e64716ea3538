//! What an answer stands on: the passages found, and the thoughts about finding them.

use std::collections::HashMap;
use std::time::Instant;

use super::parts::{self, Part};
use super::plan::{self, Plan};
use super::query;
use super::quote::overview;
use super::thoughts;
use super::turn::{Turn, elapsed_ms};
use crate::protocol::{DataPoints, ResponseContext, Thought};
use crate::rag::corpus::Library;
use crate::rag::retrieval::{Found, Hit, Query, RetrieveError};
use crate::text::question;

/// What was found for a turn.
pub(super) struct Ground {
    pub(super) found: Found,
    /// What was found for each question of a message that asks several; empty for but one.
    pub(super) parts: Vec<Part>,
    pub(super) thoughts: Vec<Thought>,
    data_points: DataPoints,
}

impl Ground {
    /// The context of the first event, with the thoughts so far.
    pub(super) fn context(&self) -> ResponseContext {
        ResponseContext {
            data_points: Some(self.data_points.clone()),
            thoughts: self.thoughts.clone(),
            ..ResponseContext::default()
        }
    }
}

/// Finds the passages for a turn.
///
/// # Errors
///
/// What the retriever says, with the context that stands although nothing was found.
pub(super) async fn retrieve(turn: &Turn) -> Result<Ground, (ResponseContext, RetrieveError)> {
    let search = match turn.planner() {
        // The plan puts the question anew, and each part of it.
        Some(_) => query::without_model(turn),
        None => query::search_query(turn).await,
    };
    let mut thoughts = vec![thoughts::question(turn.request.question())];
    let asked = search.asked.as_ref();
    thoughts.extend(asked.map(|asked| thoughts::asked("Prompt to generate search query", asked)));
    let elapsed = search.elapsed_ms;
    let query = turn.query(search);
    thoughts.push(thoughts::search_query(&query, elapsed));
    let begun = Instant::now();
    match search_for(turn, &query).await {
        Ok(Searched {
            mut found,
            plan,
            parts,
        }) => {
            overview(turn, &mut found).await;
            tell_apart(&mut found.hits, &turn.library);
            thoughts::found_by(&mut thoughts, &query, &found.how);
            thoughts.extend(thoughts::parts(&parts));
            thoughts.extend(thoughts::corrected(&query, &found.corrections));
            if let Some(plan) = plan {
                thoughts.extend(plan.thoughts());
                // The plan tells what the searches took.
                thoughts.push(thoughts::results(&found, 0, &plan.activity()));
            } else {
                let took = elapsed_ms(begun);
                thoughts.push(thoughts::results(&found, took, &HashMap::new()));
            }
            let with_text = turn.request.overrides.send_text_sources != Some(false);
            Ok(Ground {
                data_points: with_images(turn, data_points(turn, &found.hits, with_text)),
                found,
                parts,
                thoughts,
            })
        }
        Err(error) => {
            let context = ResponseContext {
                thoughts,
                ..ResponseContext::default()
            };
            Err((context, error))
        }
    }
}

/// What a search came to.
struct Searched {
    found: Found,
    plan: Option<Plan>,
    parts: Vec<Part>,
}

/// Searches as a plan wants it, or for the message and for each of its questions if it asks several.
async fn search_for(turn: &Turn, query: &Query) -> Result<Searched, RetrieveError> {
    let (found, plan) = plan::search(turn, query).await?;
    let mut parts = match &plan {
        Some(_) => Vec::new(),
        None => parts::find(turn, query).await?,
    };
    for part in &mut parts {
        tell_apart(&mut part.found.hits, &turn.library);
    }
    let found = parts::woven(&mut parts, found, query.top);
    Ok(Searched { found, plan, parts })
}

/// Where the question asks what a document is about, passages from all over it tell more than those
/// that happen to bear its name.
async fn overview(turn: &Turn, found: &mut Found) {
    let Some(path) = overview::of(found, turn.request.question()) else {
        return;
    };
    match turn.retriever.document(path).await {
        Ok(passages) => {
            let hits = overview::spread(passages);
            if !hits.is_empty() {
                found.hits = hits;
            }
        }
        Err(error) => tracing::warn!("telling what a document is about: {error}"),
    }
}

/// Calls documents by their files where others have the same title.
fn tell_apart(hits: &mut [Hit], library: &Library) {
    for passage in hits.iter_mut().map(|hit| &mut hit.passage) {
        let is_shared = library.shares_title(&passage.title);
        passage.title = question::name(&passage.title, &passage.path, is_shared);
    }
}

/// The images that are looked at may be cited as well; who asks has them already.
fn with_images(turn: &Turn, mut points: DataPoints) -> DataPoints {
    if turn.looks() {
        let sources = turn.images.iter().map(|image| image.source.clone());
        points.citations.extend(sources);
    }
    points
}

/// What the answer may draw on, as whoever writes it is shown it: a model with the neighbours, so
/// that each statement can be found where it is cited.
fn data_points(turn: &Turn, hits: &[Hit], with_text: bool) -> DataPoints {
    let mut points = DataPoints::default();
    for hit in hits {
        let source = hit.passage.source();
        if with_text {
            let text = match &turn.model {
                Some(_) => hit.with_neighbours(),
                None => hit.passage.text.clone(),
            };
            points.text.push(format!("{source}: {text}"));
        }
        if !points.citations.contains(&source) {
            points.citations.push(source);
        }
    }
    points
}
