//! Follow-up questions, from the headings and titles of the hits.

use std::collections::BTreeSet;

use super::choose::Chosen;
use super::units::Unit;
use crate::rag::retrieval::Hit;
use crate::text::question;

/// The number of proposed questions.
const WANTED: usize = 3;

/// The longest title that fits into a question.
const LONGEST_NAME: usize = 60;

/// Up to three questions that were not asked yet. Passages of the quoted documents come first, the best hit
/// behind them, since the answer covers it already; headings that the answer quotes from are left out.
pub(super) fn propose(
    hits: &[Hit],
    units: &[Unit],
    quoted: &[Chosen],
    asked: &[&str],
) -> Vec<String> {
    let asked: Vec<String> = asked
        .iter()
        .map(|question| question.to_lowercase())
        .collect();
    let answered: BTreeSet<String> = quoted
        .iter()
        .filter_map(|chosen| heading(hits, units.get(chosen.unit)?))
        .map(str::to_lowercase)
        .collect();
    let inner = inner(hits, units, quoted);
    let mut found: Vec<String> = Vec::new();
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (hit, heading) in inner
        .iter()
        .copied()
        .flat_map(|hit| headings(hits, units, hit))
    {
        let lower = heading.to_lowercase();
        let is_new = !answered.contains(&lower) && heading != hit.passage.title;
        if found.len() < WANTED && is_new && !was_asked(&asked, &lower) && used.insert(lower) {
            let about = question::Part {
                title: &name(hits, hit),
                heading,
                text: &hit.passage.text,
            };
            found.extend(about.question(found.len()));
        }
    }
    let named = inner.iter().map(|hit| name(hits, hit));
    let named = named.filter(|name| !name.trim().is_empty());
    found.extend(named.map(|name| question::about_document(&name)));
    let mut seen = BTreeSet::new();
    found.retain(|question| {
        let lower = question.to_lowercase();
        !asked.contains(&lower) && seen.insert(lower)
    });
    found.truncate(WANTED);
    found
}

/// The hits in the order of their worth: those of the quoted documents first, the best hit behind them.
fn inner<'a>(hits: &'a [Hit], units: &[Unit], quoted: &[Chosen]) -> Vec<&'a Hit> {
    let (first, others) = hits.split_at(hits.len().min(1));
    let is_near = |hit: &Hit| {
        let mut of_answer = quoted
            .iter()
            .filter_map(|chosen| hits.get(units.get(chosen.unit)?.hit));
        of_answer.any(|other| other.passage.path == hit.passage.path)
    };
    let mut inner: Vec<&Hit> = others.iter().chain(first).collect();
    // The sort is stable: equals stay in their order.
    inner.sort_by_key(|hit| !is_near(hit));
    inner
}

/// The heading that a unit stands under.
fn heading<'a>(hits: &'a [Hit], unit: &'a Unit) -> Option<&'a str> {
    let of_hit = || {
        hits.get(unit.hit)?
            .passage
            .headings
            .last()
            .map(String::as_str)
    };
    unit.heading.as_deref().or_else(of_hit)
}

/// A hit's headings, innermost first, with those inside its text.
fn headings<'a>(
    hits: &'a [Hit],
    units: &'a [Unit],
    hit: &'a Hit,
) -> impl Iterator<Item = (&'a Hit, &'a str)> {
    let is_own = move |unit: &&Unit| hits.get(unit.hit).is_some_and(|of| std::ptr::eq(of, hit));
    let above = hit.passage.headings.iter().rev().map(String::as_str);
    let inside = units
        .iter()
        .filter(is_own)
        .filter_map(|unit| unit.heading.as_deref());
    above.chain(inside).map(move |heading| (hit, heading))
}

/// The name of a hit's document: its title, or its file if another document has the same title.
fn name(hits: &[Hit], hit: &Hit) -> String {
    let (title, path) = (&hit.passage.title, &hit.passage.path);
    let is_shared = hits
        .iter()
        .any(|other| other.passage.title == *title && other.passage.path != *path);
    let is_too_long = title.chars().count() > LONGEST_NAME;
    question::name(title, path, is_shared || is_too_long)
}

/// True if an earlier question names the heading.
fn was_asked(asked: &[String], heading: &str) -> bool {
    asked.iter().any(|question| question.contains(heading))
}
