//! The last steps of a source's way: its place among the hits, and its use in the answer.

use std::collections::HashSet;

use super::Way;
use super::told::{Place, position};
use crate::protocol::explanation::{Outcome, Stage};
use crate::rag::chat::composed::Quoted;
use crate::rag::chat::ground::Ground;
use crate::rag::chat::kinds;
use crate::rag::corpus::Passage;
use crate::rag::retrieval::{Hit, RetrieveError};
use crate::text::source;

impl Way<'_> {
    /// Adds the steps on its place among the hits and on its use in the answer.
    pub(super) async fn chosen(
        &mut self,
        expected: &str,
        passages: &[Passage],
        ground: &Ground,
    ) -> Result<(), RetrieveError> {
        let hits = &ground.whole.found.hits;
        let ids: HashSet<&str> = passages.iter().map(|one| one.id.as_str()).collect();
        let is_it = |hit: &Hit| ids.contains(hit.passage.id.as_str());
        let Some(rank) = hits.iter().position(is_it) else {
            let mut parts = ground.parts.iter();
            let part = parts.find(|part| part.question.text == self.query.own());
            let taken = part.map_or(hits, |part| &part.found.hits);
            let why = self.not_chosen(taken, passages).await?;
            self.step(Stage::Choice, Outcome::Lost, why);
            return Ok(());
        };
        let (rank, all) = (rank + 1, hits.len());
        let detail =
            format!("It is number {rank} of the {all} passages that the answer stands on.");
        self.step(Stage::Choice, Outcome::Passed, detail);
        match self.model.take() {
            Some(model) => self.shown(&model),
            None => self.quoted(expected, ground),
        }
        Ok(())
    }

    /// The reason why it is not among the hits, as a sentence.
    async fn not_chosen(
        &self,
        hits: &[Hit],
        passages: &[Passage],
    ) -> Result<String, RetrieveError> {
        let taken = match hits.len() {
            0 => "Nothing was taken.".to_owned(),
            1 => "One passage was taken.".to_owned(),
            count => format!("{count} passages were taken."),
        };
        let ranked = self.ranking(&self.query, self.query.mode).await?.hits;
        let place = position(&ranked, passages);
        let Place::At { rank, score } = place else {
            return Ok(format!("{} {taken}", place.told("in all")));
        };
        let floor = self.query.minimum_score;
        if score < floor {
            let why = format!(
                "Its score is {score:.3}, below the least that is wanted, {floor}. {taken}"
            );
            return Ok(why);
        }
        if rank <= hits.len() {
            return Ok(format!(
                "It is number {rank}, but as many passages of its document stand before it as one \
                 document may have. {taken}"
            ));
        }
        Ok(format!("It is number {rank} in all. {taken}"))
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

    fn quoted(&mut self, expected: &str, ground: &Ground) {
        let quote = kinds::compose(self.turn, ground);
        let (path, page) = source::split(expected);
        let is_it = |quoted: &Quoted| {
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
