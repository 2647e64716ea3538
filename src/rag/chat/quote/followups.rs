//! Questions to ask next, from the headings and titles of what was found.

use crate::rag::retrieval::Hit;
use crate::text::question;

/// How many are proposed.
const WANTED: usize = 3;

/// Up to three questions that were not asked; passages further down the list come first, since the
/// answer says what the first ones hold.
pub(super) fn propose(hits: &[Hit], asked: &[&str]) -> Vec<String> {
    let asked: Vec<String> = asked
        .iter()
        .map(|question| question.to_lowercase())
        .collect();
    let (first, others) = hits.split_at(hits.len().min(1));
    let inner = others.iter().chain(first);
    let by_heading = inner
        .clone()
        .flat_map(|hit| hit.passage.headings.iter().rev().map(move |h| (hit, h)));
    let questions = by_heading
        .filter(|(hit, heading)| **heading != hit.passage.title)
        .filter(|(_, heading)| !was_asked(&asked, heading))
        .filter_map(|(hit, heading)| question::about(&name(hits, hit), heading));
    let about = inner
        .map(|hit| name(hits, hit))
        .filter(|name| !name.trim().is_empty())
        .map(|name| question::about_document(&name));
    let mut found: Vec<String> = Vec::new();
    for question in questions.chain(about) {
        if !found.contains(&question) && !asked.contains(&question.to_lowercase()) {
            found.push(question);
        }
    }
    found.truncate(WANTED);
    found
}

/// What to call a hit's document; by its file where another hit's has the same title.
fn name(hits: &[Hit], hit: &Hit) -> String {
    let (title, path) = (&hit.passage.title, &hit.passage.path);
    let is_shared = hits
        .iter()
        .any(|other| other.passage.title == *title && other.passage.path != *path);
    question::name(title, path, is_shared)
}

/// Whether a question of the conversation names the heading already.
fn was_asked(asked: &[String], heading: &str) -> bool {
    let heading = heading.to_lowercase();
    asked.iter().any(|question| question.contains(&heading))
}
