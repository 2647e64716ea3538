//! How well each unit answers: the rare words that it shares with the question, and where it stands.

use std::collections::BTreeSet;

use super::bound::Bounds;
use super::compound::Compounds;
use super::definition::Subject;
use super::form::form;
use super::held::holds;
use super::units::{Kind, Unit};
use super::wish::{self, Wish};
use super::{function_words, measure, narrow, section, twins};
use crate::rag::chat::weigh::{question_stems, stands_in};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::framing::is_framing;
use crate::rag::retrieval::{Found, Hit, Term};

/// The share of a passage's own score that its units inherit: the best of what was measured on
/// picking answer sentences.
const PASSAGE_SHARE: f32 = 0.5;
/// From this on, what a sentence has of the question's meaning tells as much as its words.
pub(super) const MEANT: f32 = 0.55;
/// What a sentence gains that means what is asked altogether.
const MEANING: f32 = 0.3;
/// First sentences more often say what a passage is about.
const LEAD: f32 = 0.05;
/// What a term counts that stands in the title or a heading only.
const HEADING_SHARE: f32 = 0.4;
/// What a row or line gains that is labelled with words of the question alone.
const LABEL: f32 = 0.25;
/// A label must tell this share of the question, or its unit that one.
const LABELLED: f32 = 0.4;
const TOLD: f32 = 0.6;
/// What a unit gains under a heading of the question's words alone.
const HEADED: f32 = 0.15;
/// A heading that names this share of the question stands for it: what is below names it no more.
const NAMED: f32 = 0.8;
/// What a term counts that stands in such a heading only.
const NAMED_SHARE: f32 = 0.8;
/// What is left of the score of a rule for some only of those that are asked about.
const NARROW: f32 = 0.8;
/// What a number counts that only bounds the question ("more than 10 books").
const BOUND: f32 = 0.1;
/// What is left of the score of what the twin of the document says that the question names.
const OTHER_TWIN: f32 = 0.6;

/// A unit's score and its stems.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    pub(super) score: f32,
    /// The share of the question's weight that the unit and, counted less, its headings hold, 0 to 1.
    pub(super) tells: f32,
    /// The same of each term, in the terms' order.
    pub(super) held: Vec<f32>,
    /// True if it is a rule for some only, or goes on from one.
    pub(super) is_narrow: bool,
    /// True if it is labelled with words of the question alone.
    pub(super) is_labelled: bool,
    pub(super) stems: BTreeSet<String>,
}

/// Scores each unit.
pub(super) fn score(units: &[Unit], found: &Found, question: &str) -> Vec<Scored> {
    // Words that frame the question, or that another question lent, do not make an answer.
    let bounds = Bounds::of(question);
    let mut needed = own_terms(&found.terms, question);
    needed.retain(|term| !is_framing(&term.word) && !bounds.says_little(&term.word));
    let hits = found.hits.iter();
    let scorer = Scorer {
        best: hits.map(|hit| hit.score).fold(f32::EPSILON, f32::max),
        headings: found.hits.iter().map(heading_stems).collect(),
        shares: shares(&found.terms, &bounds),
        not_meant: twins::not_meant(units, &stems(question).into_iter().collect()),
        wish: Wish::of(question, &bounds),
        subject: Subject::of(question),
        compounds: Compounds::of(question, &found.terms),
        needed,
        units,
        found,
    };
    let mut all: Vec<Scored> = units.iter().map(|unit| scorer.score(unit, None)).collect();
    for (at, unit) in units.iter().enumerate() {
        let opening = section::opening(units, at).and_then(|at| all.get(at));
        let opening = opening.cloned();
        if let (Some(scored), Some(opening)) = (all.get_mut(at), opening) {
            *scored = scorer.score(unit, Some(&opening));
        }
    }
    all
}

/// What the scores of all units depend on.
struct Scorer<'a> {
    units: &'a [Unit],
    found: &'a Found,
    wish: Wish,
    /// The thing of which is asked what it is.
    subject: Subject,
    compounds: Compounds,
    /// The terms of which a unit must hold one at least.
    needed: Vec<Term>,
    /// Each term's share of the question's weight.
    shares: Vec<f32>,
    /// The twins of documents that the question names.
    not_meant: BTreeSet<&'a str>,
    /// The stems of each hit's headings.
    headings: Vec<BTreeSet<String>>,
    /// The best score of a hit.
    best: f32,
}

impl Scorer<'_> {
    /// The score of a unit, of which the opening of its section has this one.
    fn score(&self, unit: &Unit, opening: Option<&Scored>) -> Scored {
        let stems: BTreeSet<String> = stems(&unit.text).into_iter().collect();
        let heading = self.heading(unit);
        let mut held = self.held(unit, &stems, &heading);
        let opened = opening.map_or(&[][..], |opening| &opening.held);
        for (held, opening) in held.iter_mut().zip(opened) {
            *held = held.max(HEADING_SHARE * opening);
        }
        let label = self.labelled(unit);
        let is_told = held.iter().sum::<f32>() >= TOLD;
        let is_labelled = label >= LABELLED || label > 0.0 && is_told;
        let label = if is_labelled { LABEL } else { 0.0 };
        let label = label + self.headed(unit);
        let has = |term: &Term| {
            let is_given = measure::is_given(&term.word, &unit.text);
            let is_given = is_given || self.wish.is_counted(term, unit);
            is_given || holds(&stems, term) || holds(&heading, term)
        };
        let likeness = self.found.likeness.of(&unit.text).unwrap_or_default();
        let by_words = if self.needed.is_empty() || self.needed.iter().any(has) {
            held.iter().sum::<f32>() + label
        } else {
            0.0
        };
        // It may say in other words what is asked.
        let by_meaning = if likeness >= MEANT { likeness } else { 0.0 };
        let tells = by_words.max(by_meaning);
        let hit = self.found.hits.get(unit.hit);
        let passage = hit.map_or(0.0, |hit| hit.score / self.best);
        let lead = if unit.place == 0 { LEAD } else { 0.0 };
        let score = tells + PASSAGE_SHARE * passage + lead + MEANING * likeness;
        let is_meant = !self.not_meant.contains(twins::path(unit));
        let twin = if is_meant { 1.0 } else { OTHER_TWIN };
        let goes_on = opening.is_some_and(|opening| opening.is_narrow);
        let is_narrow = goes_on || narrow::is_narrower(&unit.text, &self.found.terms);
        let twin = if is_narrow { NARROW * twin } else { twin };
        let fit = self.wish.fit(self.units, unit) * self.subject.gain(&unit.text);
        Scored {
            score: score * twin * form(unit) * fit,
            tells,
            held,
            is_narrow,
            is_labelled,
            stems,
        }
    }

    /// What the best label of a table's row or an item tells, made of words of the question alone:
    /// "Books | 20".
    fn labelled(&self, unit: &Unit) -> f32 {
        let labels = |line: &str| -> f32 {
            let cells = line.split(['|', ';', '\t']);
            cells.map(|cell| self.asked(cell)).fold(0.0, f32::max)
        };
        match unit.kind {
            Kind::Table => unit.text.lines().skip(2).map(labels).fold(0.0, f32::max),
            Kind::Item if unit.text.contains(';') => labels(&unit.text),
            Kind::Item | Kind::Sentence | Kind::Code => 0.0,
        }
    }

    /// What a unit gains whose nearest heading is made of words of the question alone: it stands in
    /// the part about them.
    fn headed(&self, unit: &Unit) -> f32 {
        if self.named(unit) > 0.0 { HEADED } else { 0.0 }
    }

    /// What share of the question's telling words a unit's nearest heading is made of, if it has no
    /// others.
    fn named(&self, unit: &Unit) -> f32 {
        let hit = self.found.hits.get(unit.hit);
        let above = hit.and_then(|hit| hit.passage.headings.last());
        let heading = unit.heading.as_ref().or(above);
        heading.map_or(0.0, |heading| self.asked(heading))
    }

    /// What share of the question's telling words a text is made of; 0 if it has others.
    fn asked(&self, text: &str) -> f32 {
        let stems: BTreeSet<String> = stems(text).into_iter().collect();
        let terms = self.found.terms.iter().zip(&self.shares);
        let own: Vec<(&Term, &f32)> = terms.filter(|(term, _)| !is_framing(&term.word)).collect();
        let is_told = |stem: &String| {
            let one = [stem.clone()].into();
            own.iter().any(|(term, _)| term.known && holds(&one, term))
        };
        if stems.is_empty() || !stems.iter().all(is_told) {
            return 0.0;
        }
        let held = own.iter().filter(|(term, _)| holds(&stems, term));
        let held: f32 = held.map(|(_, share)| **share).sum();
        held / own.iter().map(|(_, share)| **share).sum::<f32>()
    }

    /// The stems above a unit: of the nearest heading and the title, or of all its passage's headings.
    fn heading(&self, unit: &Unit) -> BTreeSet<String> {
        if let Some(heading) = &unit.heading {
            let hit = self.found.hits.get(unit.hit);
            let title = hit.map_or("", |hit| &hit.passage.title);
            return stems(heading).into_iter().chain(stems(title)).collect();
        }
        self.headings.get(unit.hit).cloned().unwrap_or_default()
    }

    /// What a unit holds of each term, as a share of the question's weight.
    fn held(&self, unit: &Unit, stems: &BTreeSet<String>, heading: &BTreeSet<String>) -> Vec<f32> {
        // What to do in a case stands under the case's heading, and does not name it again.
        let heading_share = if self.wish.course && wish::tells_what_to_do(unit) {
            1.0
        } else if self.named(unit) >= NAMED {
            NAMED_SHARE
        } else {
            HEADING_SHARE
        };
        let share = |(term, share): (&Term, &f32)| {
            let is_counted = self.wish.is_counted(term, unit);
            if is_counted || holds(stems, term) || measure::is_given(&term.word, &unit.text) {
                *share
            } else if holds(heading, term) {
                heading_share * share
            } else {
                0.0
            }
        };
        let terms = &self.found.terms;
        let mut held: Vec<f32> = terms.iter().zip(&self.shares).map(share).collect();
        let left = self.compounds.shares(terms, &unit.text, stems);
        for (held, left) in held.iter_mut().zip(left) {
            *held *= left;
        }
        held
    }
}

/// The terms whose words stand in the question itself; all of them if none does or all only frame it.
pub(super) fn own_terms(terms: &[Term], question: &str) -> Vec<Term> {
    let words = question_stems(question);
    let own = terms.iter().filter(|term| stands_in(term, &words));
    let own: Vec<Term> = own.cloned().collect();
    if own.iter().all(|term| is_framing(&term.word)) {
        return terms.to_vec();
    }
    own
}

fn heading_stems(hit: &Hit) -> BTreeSet<String> {
    let headings = hit.passage.headings.iter();
    headings
        .chain([&hit.passage.title])
        .flat_map(|heading| stems(heading))
        .collect()
}

/// True if a word that only frames a question was taken for another: "many" for "may".
pub(super) fn is_stray(term: &Term) -> bool {
    let frames = is_framing(&term.word) || function_words::is_function_word(&term.word);
    frames && term.known && !stems(&term.word).contains(&term.stem)
}

/// Each term's share of the question's weight.
fn shares(terms: &[Term], bounds: &Bounds) -> Vec<f32> {
    let unknown = unknown_weight(terms);
    let weights = terms.iter().map(|term| {
        let weight = if term.known { term.weight } else { unknown };
        if bounds.says_little(&term.word) || is_stray(term) {
            BOUND * weight
        } else {
            weight
        }
    });
    let weights: Vec<f32> = weights.collect();
    let total: f32 = weights.iter().sum();
    let of_total = |weight: f32| if total > 0.0 { weight / total } else { 0.0 };
    weights.into_iter().map(of_total).collect()
}

/// What a term counts that no passage has: as much as the average of those that are known,
/// since it may as well be a typing error as the heart of the question.
fn unknown_weight(terms: &[Term]) -> f32 {
    let known = terms.iter().filter(|term| term.known);
    let (sum, count) = known.fold((0.0, 0.0), |(sum, count), term| {
        (sum + term.weight, count + 1.0)
    });
    if count > 0.0 { sum / count } else { 1.0 }
}
