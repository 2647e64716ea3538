//! The clauses of a query: the question's terms, its hints and the conversation before it, each with a
//! weight.

use std::collections::{HashMap, HashSet};

use tantivy::schema::Field;

use super::terms::{Telling, rarity};
use super::visible::Visible;
use crate::corpus::index::{Index, IndexError};
use crate::framing;
use crate::{Query, Technique};
use footnote_text::analysis::{Hint, compounds, quarters};
use footnote_text::words::beginning;

/// The weight of a hint against a term, as measured in `docs/quality.md`.
const HINT: f32 = 0.3;

/// The hints that are looked for; of longer questions the rarest.
const MOST_HINTS: usize = 96;

/// The terms of the conversation that are looked for; more cost time and find nothing more.
const MOST_CONTEXT: usize = 16;

/// Bytes of an earlier message that are read: its subject comes early.
const MOST_BYTES: usize = 4_000;

/// A term to search for under any of its keys, with its weight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clause {
    pub(super) keys: Vec<(Field, String)>,
    pub(super) weight: f32,
}

/// Everything that `query` is searched by; empty if the documents know none of its words.
pub(super) fn clauses(
    index: &Index,
    visible: &Visible<'_>,
    telling: &Telling,
    query: &Query,
) -> Result<Vec<Clause>, IndexError> {
    let known = telling.terms.iter().filter(|sought| sought.term.known);
    let known = known.filter(|sought| !telling.lent.contains(&sought.term.stem));
    let mut clauses: Vec<Clause> =
        known.map(|sought| Clause { keys: sought.keys.clone(), weight: sought.weight() }).collect();
    let searches_stems = !telling.is_weak;
    if searches_stems {
        clauses.extend(of_hints(index, visible, telling, query)?);
    }
    if searches_stems && query.uses(Technique::Compounds) {
        clauses.extend(of_compounds(index, visible, telling)?);
    }
    if searches_stems && query.uses(Technique::Conversation) {
        of_context(index, visible, telling, query, &mut clauses)?;
    }
    Ok(clauses)
}

fn technique(hint: Hint) -> Technique {
    match hint {
        Hint::Pair => Technique::Pairs,
        Hint::Part => Technique::Parts,
        Hint::Character => Technique::Characters,
    }
}

fn of_hints(
    index: &Index,
    visible: &Visible<'_>,
    telling: &Telling,
    query: &Query,
) -> Result<Vec<Clause>, IndexError> {
    let field = index.fields().hints;
    let mut seen = HashSet::new();
    let mut found: Vec<(f32, String)> = Vec::new();
    for (hint, text) in telling.tongues.hints(&telling.question) {
        if !query.uses(technique(hint)) || !seen.insert(text.clone()) {
            continue;
        }
        let frequency = visible.frequency(field, &text)?;
        if frequency > 0 {
            found.push((rarity(visible.all(), frequency), text));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MOST_HINTS);
    let clause = |(_, term)| Clause { keys: vec![(field, term)], weight: HINT };
    Ok(found.into_iter().map(clause).collect())
}

/// The compounds of the question, which the index has as one word whether hyphens join them or not, and
/// its quarters, which it has however they are written.
fn of_compounds(
    index: &Index,
    visible: &Visible<'_>,
    telling: &Telling,
) -> Result<Vec<Clause>, IndexError> {
    let field = index.fields().text;
    let mut clauses: Vec<Clause> = Vec::new();
    let compounds = compounds(&telling.question).map(|word| (word, HINT));
    let quarters = quarters(&telling.question).map(|word| (word, 1.0));
    let words = compounds.chain(quarters).take(MOST_HINTS);
    let words = words.flat_map(|(word, weight)| {
        let words = telling.tongues.likeliest(&word).into_iter();
        words.map(move |word| (word, weight))
    });
    for (word, weight) in words {
        let is_known = visible.frequency(field, &word.term)? > 0;
        let keys = vec![(field, word.term)];
        if is_known && clauses.iter().all(|clause| clause.keys != keys) {
            clauses.push(Clause { keys, weight });
        }
    }
    Ok(clauses)
}

/// Adds the telling terms of the conversation, or raises those of them that the question has too.
fn of_context(
    index: &Index,
    visible: &Visible<'_>,
    telling: &Telling,
    query: &Query,
    clauses: &mut Vec<Clause>,
) -> Result<(), IndexError> {
    let field = index.fields().text;
    let mut weights: HashMap<String, f32> = HashMap::new();
    for (text, weight) in &query.context {
        let mut seen = HashSet::new();
        for word in telling.tongues.likeliest(beginning(text, MOST_BYTES)) {
            let frame = framing::worth(&word.word);
            if seen.insert(word.term.clone()) {
                *weights.entry(word.term).or_default() += weight * frame;
            }
        }
    }
    let mut context: Vec<(f32, String, f32)> = Vec::new();
    for (term, weight) in weights {
        let frequency = visible.frequency(field, &term)?;
        let telling = weight * rarity(visible.all(), frequency);
        if telling > 0.0 {
            context.push((telling, term, weight));
        }
    }
    context.sort_by(|(a, left, _), (b, right, _)| b.total_cmp(a).then_with(|| left.cmp(right)));
    context.truncate(MOST_CONTEXT);
    for (_, term, weight) in context {
        let key = (field, term);
        match clauses.iter_mut().find(|clause| clause.keys.contains(&key)) {
            Some(clause) => clause.weight += weight,
            None => clauses.push(Clause { keys: vec![key], weight }),
        }
    }
    Ok(())
}
