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
    hits: Vec<Hit>,
    /// The passages shown to the model.
    candidates: Vec<Hit>,
    /// The hits of each sub-question.
    parts: Vec<Vec<Hit>>,
    thoughts: Vec<Thought>,
}

impl ParkedHits {
    /// Takes the passages and thoughts out of a grounding. `None` leaves them there, because they could not be
    /// restored.
    pub(super) fn of(grounding: &mut Grounding) -> Option<Self> {
        let data = ParkedData {
            hits: std::mem::take(&mut grounding.whole.found.hits),
            candidates: std::mem::take(&mut grounding.candidates),
            parts: hits_of_parts(grounding).map(std::mem::take).collect(),
            thoughts: std::mem::take(&mut grounding.thoughts),
        };
        let mut hits = data.hits.iter().chain(&data.candidates).chain(data.parts.iter().flatten());
        let is_finite = hits.all(|hit| hit.score.is_finite());
        let parked = is_finite.then(|| Packed::of(&data)).flatten();
        if parked.is_none() {
            put_back(grounding, data);
        }
        parked.map(Self)
    }

    /// Puts the passages and thoughts back.
    pub(super) fn restore(&self, grounding: &mut Grounding) {
        if let Some(data) = self.0.value() {
            put_back(grounding, data);
        }
    }

    /// Returns a copy of the passages shown to the model.
    pub(super) fn hits(&self) -> Vec<Hit> {
        self.0.value().map(|data| data.candidates).unwrap_or_default()
    }
}

fn put_back(grounding: &mut Grounding, data: ParkedData) {
    grounding.whole.found.hits = data.hits;
    grounding.candidates = data.candidates;
    grounding.thoughts = data.thoughts;
    for (hits, parked) in hits_of_parts(grounding).zip(data.parts) {
        *hits = parked;
    }
}

fn hits_of_parts(grounding: &mut Grounding) -> impl Iterator<Item = &mut Vec<Hit>> {
    grounding.parts.iter_mut().map(|part| &mut part.found.hits)
}

#[cfg(test)]
mod tests {
    use footnote_answers::once::ground;
    use footnote_answers::samples::{hits, rag, request};
    use footnote_answers::turn::Turn;

    use super::*;

    /// Returns the grounding of an answer to a message of two questions.
    async fn found(hits: Vec<Hit>) -> Grounding {
        let message = "How many days of leave are there? When is overtime paid?";
        let turn = Turn::new(&rag(Some(hits), None), request(&[message]));
        let grounding = ground(&turn).await.unwrap();
        assert_eq!(grounding.parts.len(), 2);
        grounding
    }

    #[tokio::test]
    async fn what_is_parked_comes_back_as_it_was() {
        let mut grounding = found(hits()).await;
        grounding.candidates = hits();
        let all = |grounding: &Grounding| {
            let thoughts = grounding.thoughts.clone();
            (
                grounding.whole.clone(),
                grounding.candidates.clone(),
                grounding.parts.clone(),
                thoughts,
            )
        };
        let before = all(&grounding);
        let parked = ParkedHits::of(&mut grounding).unwrap();
        assert!(grounding.whole.found.hits.is_empty() && grounding.thoughts.is_empty());
        assert!(grounding.parts[0].found.hits.is_empty());
        assert_eq!(parked.hits(), hits());
        parked.restore(&mut grounding);
        assert_eq!(all(&grounding), before);
    }

    #[tokio::test]
    async fn what_could_not_come_back_stays() {
        let mut immeasurable = hits();
        immeasurable[0].score = f32::INFINITY;
        let mut grounding = found(immeasurable).await;
        assert!(ParkedHits::of(&mut grounding).is_none());
        assert!(!grounding.whole.found.hits.is_empty() && !grounding.thoughts.is_empty());
    }
}
