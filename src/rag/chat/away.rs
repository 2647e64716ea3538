//! Compressed storage for what an answer needs only at its end, used while a model writes.

use serde::{Deserialize, Serialize};

use super::ground::Ground;
use crate::protocol::Thought;
use crate::rag::retrieval::Hit;

/// Passages and thoughts, compressed: their texts repeat one another, and a model may take minutes.
pub(super) struct Away {
    packed: Box<[u8]>,
    /// Their size when unpacked.
    bytes: usize,
}

/// The data that is put away.
#[derive(Serialize, Deserialize)]
struct Kept {
    hits: Vec<Hit>,
    /// The hits of each part.
    parts: Vec<Vec<Hit>>,
    thoughts: Vec<Thought>,
}

impl Ground {
    /// Puts away its passages and thoughts; returns `None` and keeps them if they could not be brought back.
    pub(super) fn put_away(&mut self) -> Option<Away> {
        let kept = Kept {
            hits: std::mem::take(&mut self.evidence.found.hits),
            parts: self.hits_of_parts().map(std::mem::take).collect(),
            thoughts: std::mem::take(&mut self.thoughts),
        };
        let away = packed(&kept);
        if away.is_none() {
            self.take_back(kept);
        }
        away
    }

    /// Brings back the passages and thoughts that were put away.
    pub(super) fn bring_back(&mut self, away: &Away) {
        let mut told = vec![0; away.bytes];
        // It was packed by this process, and memory that changed since is no JSON.
        let _ = lz4_flex::decompress_into(&away.packed, &mut told);
        match serde_json::from_slice(&told) {
            Ok(kept) => self.take_back(kept),
            Err(error) => tracing::error!(%error, "what an answer rests on is lost"),
        }
    }

    fn take_back(&mut self, kept: Kept) {
        self.evidence.found.hits = kept.hits;
        self.thoughts = kept.thoughts;
        for (hits, kept) in self.hits_of_parts().zip(kept.parts) {
            *hits = kept;
        }
    }

    fn hits_of_parts(&mut self) -> impl Iterator<Item = &mut Vec<Hit>> {
        let parts = self.parts.iter_mut();
        parts.map(|(_, evidence)| &mut evidence.found.hits)
    }
}

fn packed(kept: &Kept) -> Option<Away> {
    let mut hits = kept.hits.iter().chain(kept.parts.iter().flatten());
    // JSON has only finite numbers.
    if !hits.all(|hit| hit.score.is_finite()) {
        return None;
    }
    let told = serde_json::to_vec(kept).ok()?;
    let mut packed = vec![0; lz4_flex::block::get_maximum_output_size(told.len())];
    let size = lz4_flex::compress_into(&told, &mut packed).ok()?;
    packed.truncate(size);
    Some(Away { packed: packed.into_boxed_slice(), bytes: told.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::chat::ground;
    use crate::rag::chat::tests::{hits, rag, request};
    use crate::rag::chat::turn::Turn;

    /// The ground of an answer to a message of two questions.
    async fn found(hits: Vec<Hit>) -> Ground {
        let message = "How many days of leave are there? When is overtime paid?";
        let turn = Turn::new(&rag(Some(hits), None), request(&[message]));
        let ground = ground(&turn).await.unwrap();
        assert_eq!(ground.parts.len(), 2);
        ground
    }

    #[tokio::test]
    async fn what_is_put_away_comes_back_as_it_was() {
        let mut ground = found(hits()).await;
        let all = |ground: &Ground| {
            let thoughts = ground.thoughts.clone();
            (ground.evidence.clone(), ground.parts.clone(), thoughts)
        };
        let before = all(&ground);
        let away = ground.put_away().unwrap();
        assert!(ground.evidence.found.hits.is_empty() && ground.thoughts.is_empty());
        assert!(ground.parts[0].1.found.hits.is_empty());
        assert!(away.packed.len() < away.bytes / 2, "{}", away.bytes);
        ground.bring_back(&away);
        assert_eq!(all(&ground), before);
    }

    #[tokio::test]
    async fn what_could_not_come_back_stays() {
        let mut immeasurable = hits();
        immeasurable[0].score = f32::INFINITY;
        let mut ground = found(immeasurable).await;
        assert!(ground.put_away().is_none());
        assert!(!ground.evidence.found.hits.is_empty() && !ground.thoughts.is_empty());
    }
}
