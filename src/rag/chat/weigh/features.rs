//! What is measured of a statement, each as a number of about 0 to 1.

use std::collections::{BTreeSet, HashMap};

use super::Statement;
use super::claims::Claims;
use super::kind::{self, Kinds};
use super::question::{Question, holds, parts};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::{Found, Hit};
use crate::text::question::file_words;

/// The features by name, in their order.
pub const NAMES: [&str; 16] = [
    // The share of the question's weight that the statement itself holds.
    "coverage",
    // The share that only its title, headings and lead-in hold.
    "headed",
    // The share that its passage holds, with title and headings.
    "passage_coverage",
    // How many telling words of the question's own its passage holds, logarithmically.
    "weight",
    // The share of the question's neighbouring words that are neighbours in the statement too.
    "pairs",
    // The share of the question's parts of words that it has.
    "parts",
    // Its passage's score, as a share of the best.
    "passage_score",
    // What it has that a question with this opening asks for.
    "kind",
    // The share of the question's numbers that neither it nor what stands above it has.
    "numbers_missing",
    // Whether it is about other years than the question.
    "other_years",
    // The share of the question's names that neither it nor its passage has.
    "names_missing",
    // Whether one of both denies something, and the other does not.
    "opposite",
    // The share of its nearest heading, or of its best label, that the question names.
    "on_subject",
    // The share of its stems that the question has.
    "density",
    // How much it means what is asked, its title before it.
    "likeness",
    // How much the likest statement of its passage does.
    "passage_likeness",
];

/// What was measured of a statement, in the order of [`NAMES`].
pub type Features = [f32; NAMES.len()];

/// What was measured of a statement, with its words.
pub(super) struct Measured {
    pub(super) features: Features,
    pub(super) stems: BTreeSet<String>,
    pub(super) traits: Vec<usize>,
}

/// What the features of all statements depend on.
pub(super) struct Context<'a> {
    asked: &'a Question<'a>,
    found: &'a Found,
    passages: Vec<Passage>,
    /// The best score of a hit.
    best: f32,
    /// The likest statement of each hit.
    likest: HashMap<usize, f32>,
}

/// What is measured of a passage once.
#[derive(Default)]
struct Passage {
    /// The stems of its title, its headings and its file's name.
    above: BTreeSet<String>,
    /// The share of the question's weight that those and its own hold.
    coverage: f32,
    /// How many telling words of the question's own they hold, logarithmically.
    weight: f32,
    /// All of it in lower case, to look for names.
    lower: String,
}

impl<'a> Context<'a> {
    pub(super) fn of(
        asked: &'a Question<'a>,
        found: &'a Found,
        statements: &[Statement<'_>],
    ) -> Self {
        let hits = found.hits.iter();
        let mut likest: HashMap<usize, f32> = HashMap::new();
        for statement in statements {
            let likeness = found.likeness.of(statement.text).unwrap_or_default();
            let most = likest.entry(statement.hit).or_default();
            *most = most.max(likeness);
        }
        Self {
            best: hits
                .clone()
                .map(|hit| hit.score)
                .fold(f32::EPSILON, f32::max),
            passages: hits.map(|hit| Passage::of(hit, asked)).collect(),
            likest,
            asked,
            found,
        }
    }

    /// What is measured of a statement.
    pub(super) fn measure(&self, statement: &Statement<'_>, kinds: &Kinds) -> Measured {
        let Self { asked, found, .. } = self;
        let above: BTreeSet<String> = statement
            .above
            .iter()
            .flat_map(|text| stems(text))
            .collect();
        let in_order = stems(statement.text);
        let stems: BTreeSet<String> = in_order.iter().cloned().collect();
        let nothing = Passage::default();
        let passage = self.passages.get(statement.hit).unwrap_or(&nothing);
        let coverage = asked.coverage(|term| holds(&stems, term));
        let with_above = asked.coverage(|term| {
            holds(&stems, term) || holds(&above, term) || holds(&passage.above, term)
        });
        let own_parts = parts(statement.text);
        let claims = Claims::of(&[&statement.above[..], &[statement.text]].concat().join(" "));
        let traits = kind::traits(statement.text);
        let hit = found.hits.get(statement.hit);
        let features = [
            coverage,
            with_above - coverage,
            passage.coverage,
            passage.weight,
            asked.pairs(&in_order),
            overlap(&asked.parts, &own_parts),
            hit.map_or(0.0, |hit| hit.score / self.best),
            kinds.gain(&asked.openings, &traits),
            asked.claims.numbers_missing_in(&claims),
            truth(asked.claims.is_of_other_years(&claims)),
            asked.claims.names_missing_in(&passage.lower),
            truth(asked.claims.is_opposite_of(&claims)),
            self.on_subject(statement),
            asked.density(&stems),
            found.likeness.of(statement.text).unwrap_or_default(),
            self.likest.get(&statement.hit).copied().unwrap_or_default(),
        ];
        Measured {
            features,
            stems,
            traits,
        }
    }

    /// The share of a statement's nearest heading, or of the label of one of its rows, that the question
    /// names.
    fn on_subject(&self, statement: &Statement<'_>) -> f32 {
        let passage = self.found.hits.get(statement.hit).map(|hit| &hit.passage);
        let of_passage = passage.map(|passage| passage.headings.last().unwrap_or(&passage.title));
        let heading = statement.heading.or(of_passage.map(String::as_str));
        let named = heading.into_iter().chain(statement.labels.iter().copied());
        let shares = named.map(|name| self.asked.density(&stems(name).into_iter().collect()));
        shares.fold(0.0, f32::max)
    }
}

impl Passage {
    fn of(hit: &Hit, asked: &Question<'_>) -> Self {
        let passage = &hit.passage;
        let file = file_words(&passage.path);
        let mut above: Vec<&str> = vec![&passage.title, &file];
        above.extend(passage.headings.iter().map(String::as_str));
        let above = above.join(". ");
        let named = stems(&above);
        let all: BTreeSet<String> = named.iter().cloned().chain(stems(&passage.text)).collect();
        Self {
            coverage: asked.coverage(|term| holds(&all, term)),
            weight: asked.held(|term| holds(&all, term)).ln_1p(),
            above: named.into_iter().collect(),
            lower: format!("{above} {}", passage.text).to_lowercase(),
        }
    }
}

/// The share of `some` that is among `others`.
#[expect(clippy::cast_precision_loss, reason = "texts are short")]
fn overlap(some: &BTreeSet<String>, others: &BTreeSet<String>) -> f32 {
    let common = some.iter().filter(|one| others.contains(*one)).count();
    common as f32 / some.len().max(1) as f32
}

fn truth(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}
