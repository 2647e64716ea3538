//! Compressed storage for data that an answer needs only at its end, used while a model writes.

use footnote_answers::grounding::Grounding;
use footnote_protocol::Thought;
use footnote_store::search::Hit;
use serde::{Deserialize, Serialize};

use super::packed::Packed;

/// Passages and thoughts, compressed: their texts repeat one another, and a model may take minutes.
pub(super) struct ParkedHits(Packed<ParkedData>);

/// The data that is parked.
#[derive(Serialize, Deserialize)]
struct ParkedData {
    found: Vec<Hit>,
    thoughts: Vec<Thought>,
}

impl ParkedHits {
    /// Takes the passages and thoughts out of a grounding. `None` leaves them there, because they could not be
    /// restored.
    pub(super) fn of(grounding: &mut Grounding) -> Option<Self> {
        let data = ParkedData {
            found: std::mem::take(&mut grounding.found.hits),
            thoughts: std::mem::take(&mut grounding.thoughts),
        };
        let is_finite = data.found.iter().all(|hit| hit.score.is_finite());
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
}

fn put_back(grounding: &mut Grounding, data: ParkedData) {
    grounding.found.hits = data.found;
    grounding.thoughts = data.thoughts;
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
        let mut grounding = found(hits()).await;
        let before = (grounding.found.clone(), grounding.thoughts.clone());
        let parked = ParkedHits::of(&mut grounding).unwrap();
        assert!(grounding.found.hits.is_empty() && grounding.thoughts.is_empty());
        parked.restore(&mut grounding);
        assert_eq!((grounding.found, grounding.thoughts), before);
    }

    #[tokio::test]
    async fn what_could_not_come_back_stays() {
        let mut immeasurable = hits();
        immeasurable[0].score = f32::INFINITY;
        let mut grounding = found(immeasurable).await;
        assert!(ParkedHits::of(&mut grounding).is_none());
        assert!(!grounding.found.hits.is_empty() && !grounding.thoughts.is_empty());
    }
}
