//! The last steps of a source's trace: its place among the hits, and its use in the answer.

use std::collections::HashSet;

use footnote_documents::Passage;
use footnote_protocol::explanation::{Outcome, Stage};
use footnote_retrieval::{Hit, SearchResult};
use footnote_text::source;

use super::wording::{RankPosition, position};
use super::{SourceTrace, trace};
use crate::composed::{ComposedAnswer, Quotation};
use crate::grounding::Grounding;
use crate::{kinds, once};

/// The use of a source that an answer was looked up in or computed from.
const USED_AS_SOURCE: &str = "The answer was looked up or computed, and it is a source of it.";

/// The reason why a source is no part of an answer that no passages were chosen for.
const NOT_CHOSEN_FROM: &str = "The answer was looked up or computed, and not from this.";

impl SourceTrace<'_> {
    /// Adds the steps on its place among the hits and on its use in the answer.
    pub(super) async fn add_selection(
        &mut self,
        expected: &str,
        passages: &[Passage],
        (found, grounding): (&SearchResult, &mut Grounding),
    ) {
        let looked_up = once::look_up(self.turn, grounding).await;
        let hits = &grounding.whole.found.hits;
        let ids: HashSet<&str> = passages.iter().map(|one| one.id.as_str()).collect();
        let is_it = |hit: &Hit| ids.contains(hit.passage.id.as_str());
        let Some(rank) = hits.iter().position(is_it) else {
            let asks_one = grounding.parts.is_empty();
            let taken = if asks_one { hits.len() } else { found.hits.len() };
            let why = match looked_up {
                Some(_) => NOT_CHOSEN_FROM.to_owned(),
                None => self.not_chosen(taken, position(&trace(found).all, passages)),
            };
            self.step(Stage::Choice, Outcome::Lost, why);
            return;
        };
        let (rank, all) = (rank + 1, hits.len());
        let detail =
            format!("It is number {rank} of the {all} passages that the answer stands on.");
        self.step(Stage::Choice, Outcome::Passed, detail);
        match (looked_up, self.model.take()) {
            (Some(_), _) => self.step(Stage::Quotation, Outcome::Passed, USED_AS_SOURCE),
            (None, Some(model)) => self.shown(&model),
            (None, None) => self.quoted(expected, &kinds::compose(self.turn, grounding)),
        }
    }

    /// The reason why it is not among the hits, `taken` of which were, as a sentence.
    fn not_chosen(&self, taken: usize, place: RankPosition) -> String {
        let missing = match taken {
            0 => "Nothing was taken.".to_owned(),
            1 => "One passage was taken.".to_owned(),
            count => format!("{count} passages were taken."),
        };
        let RankPosition::At { rank, score } = place else {
            return format!("{} {missing}", place.in_words("in all"));
        };
        let floor = self.query.minimum_score;
        if score < floor {
            return format!(
                "Its score is {score:.3}, below the least that is wanted, {floor}. {missing}"
            );
        }
        if rank <= taken {
            return format!("It is number {rank} in all, but others were preferred. {missing}");
        }
        format!("It is number {rank} in all. {missing}")
    }

    fn shown(&mut self, model: &str) {
        let what = if self.turn.wants_captions() {
            "its most telling sentences"
        } else {
            "it with the text around it"
        };
        let detail = format!(
            "The chat model, {model}, is shown {what}. What it writes of that is for the model to choose."
        );
        self.step(Stage::Model, Outcome::Passed, detail);
    }

    fn quoted(&mut self, expected: &str, quote: &ComposedAnswer) {
        let (path, page) = source::split(expected);
        let is_it = |quoted: &Quotation| {
            let (of, on) = source::split(&quoted.source);
            of == path && (page.is_none() || on == page)
        };
        let count = quote.quoted.iter().filter(|one| is_it(one)).count();
        let (outcome, detail) = match count {
            _ if quote.is_refused() => (
                Outcome::Lost,
                "Nothing is quoted: it is not likely enough that the passages answer.".to_owned(),
            ),
            0 => (
                Outcome::Lost,
                "Other passages tell more of the question, and are quoted instead. A chat model would \
                 be shown this one too."
                    .to_owned(),
            ),
            1 => (Outcome::Passed, "One quotation is from it.".to_owned()),
            count => (Outcome::Passed, format!("{count} quotations are from it.")),
        };
        self.step(Stage::Quotation, outcome, detail);
    }
}
