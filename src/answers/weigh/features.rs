//! The features of a statement, each a number from about 0 to 1.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use footnote_question::claims::Claims;
use footnote_retrieval::{Hit, SearchResult};
use footnote_text::analysis::stems;
use footnote_text::question::file_words;
use footnote_text::words::parted;

use super::Likeness;
use super::kind::{self, TraitGains};
use super::terms::{HeldTerms, Terms, parts};
use super::units::Unit;

/// The names of the features, in order.
pub const NAMES: [&str; 17] = [
    // The share of the question's weight that the statement itself has.
    "coverage",
    // The share that only its title, headings and lead-in have.
    "headed",
    // The share that its passage has, with title and headings.
    "passage_coverage",
    // The logarithm of the weight of the question's own words that its passage has.
    "weight",
    // The share of the question's pairs of neighbouring words that are neighbours in the statement too.
    "pairs",
    // The share of the question's word fragments that it has.
    "parts",
    // Its passage's score, as a share of the best.
    "passage_score",
    // The gain of its traits for the question's opening.
    "kind",
    // The share of the question's numbers that neither the statement nor the text above it has.
    "numbers_missing",
    // 1 if it is about other years than the question.
    "other_years",
    // The share of the question's names that neither it nor its passage has.
    "names_missing",
    // 1 if exactly one of the two denies something.
    "opposite",
    // The share of its nearest heading, or of its best label, that the question names.
    "on_subject",
    // The share of its stems that the question has.
    "density",
    // 1 if it defines the term that the question asks about.
    "defines",
    // Its likeness to the question in meaning, with its title before it.
    "likeness",
    // The greatest likeness of a statement in its passage.
    "passage_likeness",
];

/// The features of a statement, in the order of [`NAMES`].
pub type Features = [f32; NAMES.len()];

/// The features of a statement, with its traits.
pub(super) struct MeasuredStatement {
    pub(super) features: Features,
    /// The share of the question's weight that it has with everything that must precede it.
    pub(super) share: f32,
    pub(super) traits: Vec<usize>,
}

/// The context of all statements on which their features depend.
pub(super) struct FeatureContext<'a> {
    terms: &'a Terms<'a>,
    found: &'a SearchResult,
    likeness: &'a Likeness,
    units: &'a [Unit],
    passages: Vec<PassageFeatures>,
    /// The best score of a hit.
    best: f32,
    /// The greatest likeness of a statement in each hit.
    greatest_likeness: HashMap<usize, f32>,
}

/// The measures of a passage, shared by its statements.
#[derive(Clone, Default)]
struct PassageFeatures {
    /// The terms in its title, headings and file name.
    in_heading: HeldTerms,
    /// The share of the question's weight that these and its own words have.
    coverage: f32,
    /// The logarithm of the weight of the question's own words that they have.
    weight: f32,
    /// The share of the question's names that it lacks.
    names_missing: f32,
}

impl<'a> FeatureContext<'a> {
    pub(super) fn of(
        terms: &'a Terms<'a>,
        (found, likeness): (&'a SearchResult, &'a Likeness),
        units: &'a [Unit],
    ) -> Self {
        let mut greatest_likeness: HashMap<usize, f32> = HashMap::new();
        for unit in units {
            let most = greatest_likeness.entry(unit.hit).or_default();
            *most = most.max(likeness.of(&unit.text).unwrap_or_default());
        }
        let scores = found.hits.iter().map(|hit| hit.score);
        let mut context = Self {
            best: scores.fold(f32::EPSILON, f32::max),
            passages: Vec::new(),
            greatest_likeness,
            terms,
            found,
            likeness,
            units,
        };
        let hits = found.hits.iter();
        context.passages = hits.map(|hit| context.passage(hit)).collect();
        context
    }

    fn passage(&self, hit: &Hit) -> PassageFeatures {
        let passage = &hit.passage;
        let file = file_words(&passage.path);
        let file = format!("{file}. {}", parted(&file));
        let mut in_heading: Vec<&str> = vec![&passage.title, &file];
        in_heading.extend(passage.headings.iter().map(String::as_str));
        let in_heading = in_heading.join(". ");
        let named = self.terms.held(&stems(&in_heading));
        let all = named.or(&self.terms.held(&stems(&passage.text)));
        let lower = format!("{in_heading} {}", passage.text).to_lowercase();
        PassageFeatures {
            coverage: self.terms.coverage(&all),
            weight: self.terms.held_weight(&all).ln_1p(),
            names_missing: self.terms.question.claims.names_missing_in(&lower),
            in_heading: named,
        }
    }

    /// Measures a statement.
    pub(super) fn measure(&self, unit: &Unit, kinds: &TraitGains) -> MeasuredStatement {
        let terms = self.terms;
        let question = terms.question;
        let lead_ins = || unit.lead_ins(self.units);
        let own = terms.held(&unit.stems);
        let in_heading = lead_ins().flat_map(|lead_in| &lead_in.stems).chain(&unit.heading_stems);
        let in_heading = terms.held(in_heading);
        let passage = self.passages.get(unit.hit).cloned();
        let passage = passage.unwrap_or_default();
        let coverage = terms.coverage(&own);
        let with_above = terms.coverage(&own.or(&in_heading).or(&passage.in_heading));
        let around = unit.heading.iter().chain(lead_ins().map(|lead_in| &lead_in.text));
        let around: Vec<&str> = around.map(String::as_str).collect();
        let claims = Claims::of(&format!("{} {}", around.join(". "), unit.text));
        let traits = kind::traits(&unit.text);
        let hit = self.found.hits.get(unit.hit);
        let features = [
            coverage,
            with_above - coverage,
            passage.coverage,
            passage.weight,
            terms.pairs(&unit.in_order),
            overlap(&terms.parts, &parts(&unit.text)),
            hit.map_or(0.0, |hit| hit.score / self.best),
            kinds.gain(&question.openings, &traits),
            question.claims.numbers_missing_in(&claims),
            indicator(question.claims.is_of_other_years(&claims)),
            passage.names_missing,
            indicator(question.claims.is_opposite_of(&claims)),
            self.on_subject(unit),
            self.density(&unit.stems),
            indicator(question.subject.is_defined_by(&unit.text)),
            self.likeness.of(&unit.text).unwrap_or_default(),
            self.greatest_likeness.get(&unit.hit).copied().unwrap_or_default(),
        ];
        MeasuredStatement { features, share: self.share(unit), traits }
    }

    /// Returns the share of the question's weight that a statement has with everything that must precede it.
    fn share(&self, unit: &Unit) -> f32 {
        let before = std::iter::successors(unit.needs, |at| self.units.get(*at)?.needs);
        let before = before.filter_map(|at| self.units.get(at)).flat_map(|unit| &unit.stems);
        self.terms.coverage(&self.terms.held(unit.stems.iter().chain(before)))
    }

    /// Returns the share of some stems that are the question's own.
    fn density(&self, stems: &BTreeSet<String>) -> f32 {
        let asked = stems.iter().filter(|stem| self.terms.is_own(stem)).count();
        asked as f32 / stems.len().max(1) as f32
    }

    /// Returns the share of a statement's nearest heading, or of its label, that the question names.
    fn on_subject(&self, unit: &Unit) -> f32 {
        let passage = self.found.hits.get(unit.hit).map(|hit| &hit.passage);
        let of_passage = passage.map(|passage| passage.headings.last().unwrap_or(&passage.title));
        let of_passage = of_passage.filter(|_| unit.heading.is_none()).map(String::as_str);
        let named = of_passage.into_iter().chain(unit.label());
        let shares = named.map(|name| self.density(&stems(name).into_iter().collect()));
        shares.fold(self.density(&unit.heading_stems), f32::max)
    }
}

/// Returns the share of `some` that is among `others`.
fn overlap<T: Eq + Hash>(some: &HashSet<T>, others: &HashSet<T>) -> f32 {
    let common = some.iter().filter(|one| others.contains(*one)).count();
    common as f32 / some.len().max(1) as f32
}

fn indicator(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}
