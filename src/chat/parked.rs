//! Compressed storage for what an answer needs only at its end, used while a model writes.

use serde::{Deserialize, Serialize};

use super::ground::Ground;
use footnote_protocol::Thought;
use footnote_retrieval::Hit;

/// Passages and thoughts, compressed: their texts repeat one another, and a model may take minutes.
pub(super) struct Parked {
    packed: Box<[u8]>,
    /// Their size when unpacked.
    bytes: usize,
}

/// The data that is parked.
#[derive(Serialize, Deserialize)]
struct Kept {
    hits: Vec<Hit>,
    /// The hits of each part.
    parts: Vec<Vec<Hit>>,
    thoughts: Vec<Thought>,
}

impl Parked {
    /// Takes the passages and thoughts out of a ground; `None` leaves them there, as they could not be brought
    /// back.
    pub(super) fn of(ground: &mut Ground) -> Option<Self> {
        let kept = Kept {
            hits: std::mem::take(&mut ground.whole.found.hits),
            parts: hits_of_parts(ground).map(std::mem::take).collect(),
            thoughts: std::mem::take(&mut ground.thoughts),
        };
        let parked = packed(&kept);
        if parked.is_none() {
            take_back(ground, kept);
        }
        parked
    }

    /// Brings the passages and thoughts back.
    pub(super) fn bring_back(&self, ground: &mut Ground) {
        if let Some(kept) = self.unpacked() {
            take_back(ground, kept);
        }
    }

    /// A copy of the passages for the whole message.
    pub(super) fn hits(&self) -> Vec<Hit> {
        self.unpacked().map(|kept| kept.hits).unwrap_or_default()
    }

    fn unpacked(&self) -> Option<Kept> {
        let mut told = vec![0; self.bytes];
        // It was packed by this process, and memory that changed since is no JSON.
        let _ = lz4_flex::decompress_into(&self.packed, &mut told);
        let kept = serde_json::from_slice(&told);
        kept.inspect_err(|error| tracing::error!(%error, "what an answer rests on is lost")).ok()
    }
}

fn take_back(ground: &mut Ground, kept: Kept) {
    ground.whole.found.hits = kept.hits;
    ground.thoughts = kept.thoughts;
    for (hits, kept) in hits_of_parts(ground).zip(kept.parts) {
        *hits = kept;
    }
}

fn hits_of_parts(ground: &mut Ground) -> impl Iterator<Item = &mut Vec<Hit>> {
    ground.parts.iter_mut().map(|part| &mut part.found.hits)
}

fn packed(kept: &Kept) -> Option<Parked> {
    let mut hits = kept.hits.iter().chain(kept.parts.iter().flatten());
    // JSON has only finite numbers.
    if !hits.all(|hit| hit.score.is_finite()) {
        return None;
    }
    let told = serde_json::to_vec(kept).ok()?;
    let mut packed = vec![0; lz4_flex::block::get_maximum_output_size(told.len())];
    let size = lz4_flex::compress_into(&told, &mut packed).ok()?;
    packed.truncate(size);
    Some(Parked { packed: packed.into_boxed_slice(), bytes: told.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground;
    use crate::tests::{hits, rag, request};
    use crate::turn::Turn;

    /// The ground of an answer to a message of two questions.
    async fn found(hits: Vec<Hit>) -> Ground {
        let message = "How many days of leave are there? When is overtime paid?";
        let turn = Turn::new(&rag(Some(hits), None), request(&[message]));
        let ground = ground(&turn).await.unwrap();
        assert_eq!(ground.parts.len(), 2);
        ground
    }

    #[tokio::test]
    async fn what_is_parked_comes_back_as_it_was() {
        let mut ground = found(hits()).await;
        let all = |ground: &Ground| {
            let thoughts = ground.thoughts.clone();
            (ground.whole.clone(), ground.parts.clone(), thoughts)
        };
        let before = all(&ground);
        let parked = Parked::of(&mut ground).unwrap();
        assert!(ground.whole.found.hits.is_empty() && ground.thoughts.is_empty());
        assert!(ground.parts[0].found.hits.is_empty());
        assert!(parked.packed.len() < parked.bytes / 2, "{}", parked.bytes);
        assert_eq!(parked.hits(), before.0.found.hits);
        parked.bring_back(&mut ground);
        assert_eq!(all(&ground), before);
    }

    #[tokio::test]
    async fn what_could_not_come_back_stays() {
        let mut immeasurable = hits();
        immeasurable[0].score = f32::INFINITY;
        let mut ground = found(immeasurable).await;
        assert!(Parked::of(&mut ground).is_none());
        assert!(!ground.whole.found.hits.is_empty() && !ground.thoughts.is_empty());
    }
}
