//! Answers about the collection itself: how many documents there are, a list of them, and which of them mention a
//! thing.

mod wording;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use footnote_documents::{Passage, Record};
use footnote_protocol::confidence::Confidence;
use footnote_protocol::{Order, Thought};
use footnote_question::Collection;
use footnote_retrieval::store::{Selection, Start, StoreError};
use footnote_retrieval::{Hit, Query, RetrieveError, SearchResult};
use footnote_text::analysis::stems;
use futures_util::future::try_join_all;
pub use wording::without_markup;
use wording::{changed, item, opening, plural, remaining_line, unread};

use super::composed::ComposedAnswer;
use super::grounding::Grounding;
use super::turn::Turn;

/// The title of the thought on an answer about the collection.
const LISTED: &str = "Documents listed";

/// Maximum number of documents named one by one.
const MAX_NAMED: usize = 12;

/// Maximum number of documents named if the question asks for the first in some order.
const MAX_IN_ORDER: usize = 5;

/// Number of passages searched for a thing that documents mention.
const PASSAGES_SEARCHED: usize = 100;

/// Answers a question about the collection itself. `None` if it is about something else, or if the index cannot be
/// read.
pub(super) async fn answer(turn: &Turn, grounding: &Grounding) -> Option<ComposedAnswer> {
    let collection = turn.question.collection.as_ref()?;
    let answer = answer_lines(turn, grounding, collection).await;
    let (lines, hits) =
        answer.inspect_err(|error| tracing::warn!("listing the documents: {error}")).ok()?;
    let thought = Thought::new(LISTED, lines.concat());
    let answer = if hits.is_empty() {
        ComposedAnswer::refusal(lines, Confidence::default())
    } else {
        ComposedAnswer { of_all: true, ..ComposedAnswer::looked_up(lines, thought) }
    };
    Some(ComposedAnswer { passages: Some(hits), ..answer })
}

/// Returns the lines of the answer, with the passages that they cite.
async fn answer_lines(
    turn: &Turn,
    grounding: &Grounding,
    collection: &Collection,
) -> Result<(Vec<String>, Vec<Hit>), RetrieveError> {
    let files = files(turn, grounding, collection).await?;
    match collection.topic.as_str() {
        "" => list(turn, collection, &files).await,
        topic => mentions(turn, grounding, topic, &files).await,
    }
}

/// Returns the files of the requested kind and folder, in the requested order.
async fn files(
    turn: &Turn,
    grounding: &Grounding,
    collection: &Collection,
) -> Result<Vec<Arc<Record>>, StoreError> {
    let order = if collection.newest { Order::Changed } else { Order::Name };
    let all = Selection { order, limit: usize::MAX, ..Selection::default() };
    let mut files = turn.rag.library.list(all).await?.files;
    files.retain(|file| is_of(file, &grounding.query, collection));
    Ok(files)
}

/// Returns true if a file is of the requested kind and passes the filters of the query.
fn is_of(file: &Record, query: &Query, collection: &Collection) -> bool {
    let ending = ending(&file.path);
    let probe = Passage {
        path: file.path.clone(),
        category: file.path.split_once('/').map(|(folder, _)| folder.to_owned()),
        acl: file.acl.clone(),
        ..Passage::default()
    };
    (collection.endings.is_empty() || collection.endings.contains(&ending.as_str()))
        && query.admits(&probe)
}

/// Returns the lower-case extension of a file name.
fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}

/// Lists these files, and returns the first passage of each one that is named.
async fn list(
    turn: &Turn,
    collection: &Collection,
    files: &[Arc<Record>],
) -> Result<(Vec<String>, Vec<Hit>), RetrieveError> {
    let most = if collection.newest { MAX_IN_ORDER } else { MAX_NAMED };
    let named = files.iter().take(most);
    let first = |file: &Arc<Record>| first_passage(turn, Arc::clone(file));
    let hits: Vec<Hit> = try_join_all(named.map(first)).await?.into_iter().flatten().collect();
    let all = turn.rag.library.counts().await?;
    let unread = unread(turn, collection, all.failed).await?;
    let mut lines = vec![format!("{}{unread}", opening(collection, files, all.ready))];
    let shared = shared_titles(turn, &hits).await?;
    let by_path: BTreeMap<&str, &Arc<Record>> =
        files.iter().map(|file| (file.path.as_str(), file)).collect();
    lines.extend(hits.iter().enumerate().map(|(at, hit)| {
        let file = by_path.get(hit.passage.path.as_str());
        let order_value = file.filter(|_| collection.newest).and_then(|file| changed(file));
        item(at, hit, &shared, order_value.as_deref())
    }));
    lines.extend(remaining_line(files.len(), hits.len()).filter(|_| !collection.newest));
    Ok((lines, hits))
}

/// Returns the titles among these hits that several documents share.
async fn shared_titles<'h>(turn: &Turn, hits: &'h [Hit]) -> Result<HashSet<&'h str>, StoreError> {
    let titles: Vec<&str> = hits.iter().map(|hit| hit.passage.title.as_str()).collect();
    turn.rag.library.shared_titles(&titles).await
}

async fn first_passage(turn: &Turn, file: Arc<Record>) -> Result<Option<Hit>, RetrieveError> {
    let reader = &turn.rag.reader;
    let passages =
        turn.rag.retriever.passages_from(&file.path, Start::Passage(0), 1, reader).await?;
    let hit = |passage| Hit { passage, score: 1.0, ..Hit::default() };
    Ok(passages.into_iter().next().map(hit))
}

/// Returns the documents that mention a thing, each with its best passage that does.
async fn mentions(
    turn: &Turn,
    grounding: &Grounding,
    topic: &str,
    files: &[Arc<Record>],
) -> Result<(Vec<String>, Vec<Hit>), RetrieveError> {
    let query = grounding.by_words(topic, PASSAGES_SEARCHED);
    let found = turn.retrieve(&query).await?;
    let is_cut = found.hits.len() >= PASSAGES_SEARCHED;
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let all = paths.len();
    let mut seen = BTreeSet::new();
    let mut hits = hits_with_all_terms(found);
    hits.retain(|hit| {
        paths.contains(hit.passage.path.as_str()) && seen.insert(hit.passage.path.clone())
    });
    let (count, topic) = (hits.len(), without_markup(topic));
    let first = match count {
        0 => {
            format!("None of your {} mentions “{topic}” in so many words.", plural(all, "document"))
        }
        1 => format!("One of {all} documents mentions “{topic}”:"),
        _ => format!(
            "{}{count} of {all} documents mention “{topic}”:",
            if is_cut { "At least " } else { "" }
        ),
    };
    hits.truncate(MAX_NAMED);
    let mut lines = vec![first];
    let shared = shared_titles(turn, &hits).await?;
    lines.extend(hits.iter().enumerate().map(|(at, hit)| item(at, hit, &shared, None)));
    lines.extend(remaining_line(count, hits.len()));
    Ok((lines, hits))
}

/// Returns the hits that have every term in their text, title or headings; none if a term is unknown.
fn hits_with_all_terms(found: SearchResult) -> Vec<Hit> {
    let SearchResult { hits, terms, .. } = found;
    let holds = |hit: &Hit| {
        let Passage { title, headings, text, .. } = &hit.passage;
        let texts = [title, text].into_iter().chain(headings);
        let held: BTreeSet<String> = texts.flat_map(|text| stems(text)).collect();
        terms.iter().all(|term| term.is_among(&held))
    };
    let is_open = terms.is_empty() || terms.iter().any(|term| !term.known);
    if is_open { Vec::new() } else { hits.into_iter().filter(holds).collect() }
}
