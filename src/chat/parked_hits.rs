//! Compressed storage for data that an answer needs only at its end, used while a model writes.

use footnote_answers::grounding::Grounding;
use footnote_protocol::Thought;
use footnote_retrieval::Hit;
use serde::{Deserialize, Serialize};

use super::packed::Packed;

/// Passages and thoughts, compressed: their texts repeat one another, and a model may take minutes.
pub(super) struct ParkedHits(Packed<ParkedData>);

/// The data that is parked.
#[derive(Serialize, Deserialize)]
struct ParkedData {
    found: Vec<Hit>,
    /// The passages shown to the model.
    shown: Vec<Hit>,
    thoughts: Vec<Thought>,
}

impl ParkedHits {
    /// Takes the passages and thoughts out of a grounding, and those `shown` to the model. `None` leaves them there,
    /// because they could not be restored.
    pub(super) fn of(grounding: &mut Grounding, shown: &mut Vec<Hit>) -> Option<Self> {
        let data = ParkedData {
            found: std::mem::take(&mut grounding.found.hits),
            shown: std::mem::take(shown),
            thoughts: std::mem::take(&mut grounding.thoughts),
        };
        let mut hits = data.found.iter().chain(&data.shown);
        let is_finite = hits.all(|hit| hit.score.is_finite());
        let parked = is_finite.then(|| Packed::of(&data)).flatten();
        if parked.is_none() {
            put_back(grounding, shown, data);
        }
        parked.map(Self)
    }

    /// Puts the passages and thoughts back.
    pub(super) fn restore(&self, grounding: &mut Grounding, shown: &mut Vec<Hit>) {
        if let Some(data) = self.0.value() {
            put_back(grounding, shown, data);
        }
    }

    /// Returns a copy of the passages shown to the model.
    pub(super) fn shown(&self) -> Vec<Hit> {
        self.0.value().map(|data| data.shown).unwrap_or_default()
    }
}

fn put_back(grounding: &mut Grounding, shown: &mut Vec<Hit>, data: ParkedData) {
    grounding.found.hits = data.found;
    grounding.thoughts = data.thoughts;
    *shown = data.shown;
}

#[cfg(test)]
mod tests {
    use footnote_answers::grounding::ground;
    use footnote_answers::samples::{QUESTION, hits, rag, request};
    use footnote_answers::turn::Turn;

    use super::*;

    async fn found(hits: Vec<Hit>) -> Grounding {
        let turn = Turn::new(&rag(Some(hits), None), request(&[QUESTION]));
        ground(&turn).await.unwrap()
    }

    #[tokio::test]
    async fn what_is_parked_comes_back_as_it_was() {
        let (mut grounding, mut shown) = (found(hits()).await, hits());
        let before = (grounding.found.clone(), grounding.thoughts.clone());
        let parked = ParkedHits::of(&mut grounding, &mut shown).unwrap();
        assert!(grounding.found.hits.is_empty() && grounding.thoughts.is_empty());
        assert_eq!((shown.len(), parked.shown()), (0, hits()));
        parked.restore(&mut grounding, &mut shown);
        assert_eq!((grounding.found, grounding.thoughts), before);
        assert_eq!(shown, hits());
    }

    #[tokio::test]
    async fn what_could_not_come_back_stays() {
        let mut immeasurable = hits();
        immeasurable[0].score = f32::INFINITY;
        let mut grounding = found(immeasurable).await;
        assert!(ParkedHits::of(&mut grounding, &mut Vec::new()).is_none());
        assert!(!grounding.found.hits.is_empty() && !grounding.thoughts.is_empty());
    }
}
