//! The last steps of a source's trace: its place among the hits, and its use in the answer.

use std::collections::HashSet;

use footnote_answers::composed::{ComposedAnswer, Quotation};
use footnote_answers::grounding::Grounding;
use footnote_answers::{kinds, once};
use footnote_documents::Passage;
use footnote_protocol::explanation::{Outcome, Stage};
use footnote_retrieval::{Hit, SearchResult};
use footnote_text::source;

use super::wording::{RankPosition, position};
use super::{SourceTrace, trace};

/// The use of a source from which an answer was looked up or computed.
const USED_AS_SOURCE: &str = "The answer was looked up or calculated from this source.";

/// The reason why a source is not in an answer that was not made from chosen passages.
const NOT_CHOSEN_FROM: &str = "The answer was looked up or calculated from other sources.";

impl SourceTrace<'_> {
    /// Adds the steps about the source's place among the hits and its use in the answer.
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
        let detail = format!("It ranked {rank} of the {all} passages used for the answer.");
        self.step(Stage::Choice, Outcome::Passed, detail);
        match (looked_up, self.model.take()) {
            (Some(_), _) => self.step(Stage::Quotation, Outcome::Passed, USED_AS_SOURCE),
            (None, Some(model)) => self.shown(&model),
            (None, None) => self.quoted(expected, &kinds::compose(self.turn, grounding)),
        }
    }

    /// Says in a sentence why the source is not among the `taken` hits.
    fn not_chosen(&self, taken: usize, place: RankPosition) -> String {
        let used = match taken {
            0 => "No passages were used.".to_owned(),
            1 => "1 passage was used.".to_owned(),
            count => format!("{count} passages were used."),
        };
        let RankPosition::At { rank, score } = place else {
            return format!("It was not among the best passages. {used}");
        };
        let floor = self.query.minimum_score;
        if score < floor {
            return format!("Its score of {score:.3} is below the minimum of {floor}. {used}");
        }
        if rank <= taken {
            return format!("It ranked {rank} overall, but other passages were preferred. {used}");
        }
        format!("It ranked {rank} overall. {used}")
    }

    fn shown(&mut self, model: &str) {
        let what = if self.turn.wants_captions() {
            "its key sentences"
        } else {
            "it with the text around it"
        };
        let detail = format!(
            "The chat model {model} was given {what}. What it uses of that is its own choice."
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
                "Nothing was quoted: the passages probably do not answer the question.".to_owned(),
            ),
            0 => (
                Outcome::Lost,
                "Other passages fit the question better and were quoted instead. A chat model would \
                 also be given this one."
                    .to_owned(),
            ),
            1 => (Outcome::Passed, "1 quotation is from it.".to_owned()),
            count => (Outcome::Passed, format!("{count} quotations are from it.")),
        };
        self.step(Stage::Quotation, outcome, detail);
    }
}
