//! Embeds new and changed passages of the index, and assigns existing vectors to the others.

use std::time::{Duration, Instant};

use footnote_documents::Passage;
use footnote_models::embed::{EmbedError, Embedder};
use futures_util::{StreamExt as _, stream};

use super::embedded_text;
use super::statements::texts;
use crate::corpus::{EmbeddingProgress, Library};
use crate::store::{Embedding, StoreError, VectorKey, VectorSearch};

/// Number of concurrent calls: one is computed while the other is on its way.
const CONCURRENT_CALLS: usize = 2;

/// Number of passages whose statements are embedded and stored together.
const PASSAGES_AT_ONCE: usize = 16;

/// Interval at which the embedding of statements checks for documents that take precedence.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// Number of batches collected before sending.
const BATCHES: usize = 4;

/// Minimum size of a text that is still cut in half if it is rejected, in bytes.
const MIN_SPLIT_LEN: usize = 200;

/// Error that ended a pass early; earlier vectors stay.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddingError {
    /// The model did not respond.
    #[error(transparent)]
    Model(#[from] EmbedError),
    /// The documents could not be read, or the vectors could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Brings `vectors` up to date with the documents, and reports progress to `library`. Dropping the future stops the
/// pass; the next one continues from there.
///
/// # Errors
///
/// Fails if the model does not respond, or a store cannot be read or written.
pub async fn run(
    library: &Library,
    vectors: &dyn VectorSearch,
    embedder: &dyn Embedder,
) -> Result<(), EmbeddingError> {
    let pass = EmbeddingPass { library, vectors, embedder };
    vectors.refresh().await?;
    report(library, vectors);
    pass.embed().await?;
    // All passages can be found by now; vectors of statements only make answers faster.
    if let Err(error) = pass.embed_statements().await {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "statements are embedded as they are met");
    }
    Ok(())
}

/// Assigns vectors to the documents while another process embeds, and reports their number to the library.
///
/// # Errors
///
/// Fails if the vectors cannot be read.
pub async fn follow(library: &Library, vectors: &dyn VectorSearch) -> Result<(), StoreError> {
    vectors.recount().await?;
    report(library, vectors);
    Ok(())
}

/// Reports the number of passages with vectors to the library.
fn report(library: &Library, vectors: &dyn VectorSearch) {
    let (ready, all) = vectors.counts();
    library.update(|progress| {
        progress.embedded = Some(EmbeddingProgress {
            ready: u32::try_from(ready).unwrap_or(u32::MAX),
            all: u32::try_from(all).unwrap_or(u32::MAX),
        });
    });
}

struct EmbeddingPass<'a> {
    library: &'a Library,
    vectors: &'a dyn VectorSearch,
    embedder: &'a dyn Embedder,
}

impl EmbeddingPass<'_> {
    /// Embeds the passages without vectors.
    async fn embed(&self) -> Result<(), EmbeddingError> {
        let prefix = &self.embedder.prefixes().passage;
        let written = |one: &Passage| format!("{prefix}{}", embedded_text(one));
        let mut after = String::new();
        loop {
            let batch = BATCHES * self.embedder.most_texts();
            let passages = self.vectors.awaiting(&after, batch).await?;
            let Some(last) = passages.last() else {
                return Ok(());
            };
            after.clone_from(&last.path);
            let keyed = passages.iter().map(|one| (VectorKey::of(one), written(one)));
            self.embed_all(keyed.collect()).await?;
        }
    }

    /// Embeds the statements of passages that have vectors, until a document needs vectors of its own.
    async fn embed_statements(&self) -> Result<(), EmbeddingError> {
        let (mut looked, mut after) = (Instant::now(), String::new());
        loop {
            let passages = self.vectors.awaiting_statements(&after, PASSAGES_AT_ONCE).await?;
            let Some(last) = passages.last() else {
                return Ok(());
            };
            after.clone_from(&last.path);
            for some in passages.chunks(PASSAGES_AT_ONCE) {
                if looked.elapsed() >= LOOK_INTERVAL {
                    if !self.vectors.is_fresh().await? {
                        return Ok(());
                    }
                    looked = Instant::now();
                }
                self.embed_statements_of(some).await?;
            }
        }
    }

    async fn embed_statements_of(&self, passages: &[Passage]) -> Result<(), EmbeddingError> {
        let before = &self.embedder.prefixes().passage;
        let keyed = passages.iter().enumerate();
        let texts = keyed.flat_map(|(at, passage)| {
            let texts = texts(passage, before).into_iter();
            texts.map(move |(hash, text)| ((at, hash), text))
        });
        let texts: Vec<((usize, u128), String)> = texts.collect();
        let statements_of = passages.iter().map(|passage| (VectorKey::of(passage), Vec::new()));
        let mut statements_of: Vec<(VectorKey, Vec<Embedding>)> = statements_of.collect();
        for batch in texts.chunks(self.embedder.most_texts().max(1)) {
            let EmbeddedBatch { embedded, refused } =
                batch_of(self.embedder, batch.to_vec()).await?;
            if !refused.is_empty() {
                tracing::warn!("the embedding model refuses {} statements", refused.len());
            }
            for ((at, hash), vector) in embedded {
                if let Some((_, statements)) = statements_of.get_mut(at) {
                    statements.push((hash, vector));
                }
            }
        }
        Ok(self.vectors.put_statements(statements_of).await?)
    }

    /// Embeds and stores texts in batches.
    async fn embed_all(&self, texts: Vec<(VectorKey, String)>) -> Result<(), EmbeddingError> {
        let batches = texts.chunks(self.embedder.most_texts().max(1));
        let mut batches = stream::iter(batches)
            .map(|batch| batch_of(self.embedder, batch.to_vec()))
            .buffer_unordered(CONCURRENT_CALLS);
        while let Some(batch) = batches.next().await {
            let EmbeddedBatch { embedded, refused } = batch?;
            for _ in &refused {
                tracing::warn!("the embedding model refuses a passage; only its words find it");
            }
            self.vectors.give_up(refused).await?;
            self.vectors.put(embedded).await?;
            report(self.library, self.vectors);
        }
        Ok(())
    }
}

/// Result of embedding a batch of texts, each with a key.
struct EmbeddedBatch<K> {
    embedded: Vec<(K, Vec<f32>)>,
    refused: Vec<K>,
}

/// Embeds a batch. If the model rejects it, tries each half; if it rejects a single text, tries the start of it.
async fn batch_of<K: Copy>(
    embedder: &dyn Embedder,
    texts: Vec<(K, String)>,
) -> Result<EmbeddedBatch<K>, EmbeddingError> {
    let mut batch = EmbeddedBatch { embedded: Vec::new(), refused: Vec::new() };
    let mut left = vec![texts];
    while let Some(texts) = left.pop() {
        let (keys, texts): (Vec<K>, Vec<String>) = texts.into_iter().unzip();
        match embedder.embed(&texts).await {
            Ok(vectors) => batch.embedded.extend(keys.into_iter().zip(vectors)),
            Err(EmbedError::Refused) => {
                let mut texts: Vec<_> = keys.into_iter().zip(texts).collect();
                if texts.len() > 1 {
                    left.push(texts.split_off(texts.len() / 2));
                    left.push(texts);
                } else {
                    shorten(&mut texts, &mut batch.refused);
                    left.push(texts);
                }
            }
            Err(error) => return Err(error.into()),
        }
        left.retain(|texts| !texts.is_empty());
    }
    Ok(batch)
}

/// Cuts each text in half; gives up on short ones.
fn shorten<K: Copy>(texts: &mut Vec<(K, String)>, refused: &mut Vec<K>) {
    texts.retain_mut(|(key, text)| {
        if text.len() < MIN_SPLIT_LEN {
            refused.push(*key);
            return false;
        }
        text.truncate(text.floor_char_boundary(text.len() / 2));
        true
    });
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;

    use super::*;

    /// A model that accepts up to two texts of up to this many bytes.
    struct Choosy(usize);

    impl Embedder for Choosy {
        fn name(&self) -> &'static str {
            "choosy"
        }

        fn most_texts(&self) -> usize {
            8
        }

        fn embed<'a>(
            &'a self,
            texts: &'a [String],
        ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
            let fits = texts.len() <= 2 && texts.iter().all(|text| text.len() <= self.0);
            let vectors = || texts.iter().map(|_| vec![1.0]).collect();
            let answer = fits.then(vectors).ok_or(EmbedError::Refused);
            Box::pin(async { answer })
        }
    }

    fn texts(lengths: &[usize]) -> Vec<(VectorKey, String)> {
        let passage = |length: &usize| Passage {
            id: length.to_string(),
            text: "ä".repeat(*length / 2),
            ..Passage::default()
        };
        let passages = lengths.iter().map(passage);
        passages.map(|one| (VectorKey::of(&one), one.text)).collect()
    }

    #[tokio::test]
    async fn what_is_too_much_is_sent_in_parts() {
        let all = texts(&[10, 20, 3_000, 40, 50]);
        let batch = batch_of(&Choosy(500), all.clone()).await.unwrap();
        let mut keys: Vec<VectorKey> = batch.embedded.into_iter().map(|(key, _)| key).collect();
        assert!(batch.refused.is_empty() && keys.len() == all.len());
        keys.retain(|key| all.iter().all(|(other, _)| other != key));
        assert!(keys.is_empty());
    }

    #[tokio::test]
    async fn a_text_that_is_refused_however_short_is_given_up_alone() {
        let all = texts(&[2, 1_000, 4]);
        let batch = batch_of(&Choosy(50), all.clone()).await.unwrap();
        assert_eq!(batch.refused, [all[1].0]);
        assert_eq!(batch.embedded.len(), 2);
    }
}
