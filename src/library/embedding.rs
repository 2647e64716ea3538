//! Embeds new and changed passages of the index, and assigns existing vectors to the others.

use std::time::{Duration, Instant};

use footnote_documents::Passage;
use footnote_models::embed::{EmbedError, Embedder};
use footnote_search::vectors::EmbeddedVectors;
use footnote_store::{StoreError, VectorKey, embedded_text};
use futures_util::{StreamExt as _, stream};

use crate::{EmbeddingProgress, Library};

/// Interval between checks for new documents, which take precedence over older ones.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// Interval between two lines of the log.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Time after which the speed is known well enough to tell how long the rest takes.
const MIN_MEASURED: Duration = Duration::from_secs(10);

/// Number of batches collected for each concurrent call.
const BATCHES_PER_CALL: usize = 2;

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
    vectors: &EmbeddedVectors,
    embedder: &dyn Embedder,
) -> Result<(), EmbeddingError> {
    let speed = Speed { begun: Instant::now(), ready: 0, made: 0, logged: Instant::now() };
    let mut pass = EmbeddingPass { library, vectors, embedder, speed };
    loop {
        pass.join().await?;
        if pass.embed().await? {
            return Ok(());
        }
    }
}

/// Assigns vectors to the documents while another process embeds, and reports their number to the library.
///
/// # Errors
///
/// Fails if the vectors cannot be read.
pub async fn follow(library: &Library, vectors: &EmbeddedVectors) -> Result<(), StoreError> {
    vectors.recount().await?;
    report(library, vectors, None);
    Ok(())
}

/// Reports the number of passages with vectors to the library, and the time that the rest takes, if it is known.
fn report(library: &Library, vectors: &EmbeddedVectors, left: Option<Duration>) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let (ready, all) = vectors.counts();
    let embedded = Some(EmbeddingProgress {
        ready: number(ready),
        all: number(all),
        seconds_left: left.map(|left| u32::try_from(left.as_secs()).unwrap_or(u32::MAX)),
    });
    if library.unfiltered_progress().embedded != embedded {
        library.update(|progress| progress.embedded = embedded);
    }
}

struct EmbeddingPass<'a> {
    library: &'a Library,
    vectors: &'a EmbeddedVectors,
    embedder: &'a dyn Embedder,
    speed: Speed,
}

/// The speed of a pass so far.
struct Speed {
    begun: Instant,
    /// Number of passages with vectors at the last look.
    ready: usize,
    /// Number of passages that got a vector in this pass.
    made: usize,
    /// Time of the last line of the log.
    logged: Instant,
}

impl Speed {
    /// Notes the number of passages with vectors; returns the time that the rest takes, if it is known.
    fn note(&mut self, (ready, all): (usize, usize)) -> Option<Duration> {
        self.made += ready.saturating_sub(self.ready);
        self.ready = ready;
        let elapsed = self.begun.elapsed();
        let left = all.saturating_sub(ready);
        if left == 0 || self.made == 0 || elapsed < MIN_MEASURED {
            return None;
        }
        let left = elapsed.as_secs_f64() * left as f64 / self.made as f64;
        if self.logged.elapsed() >= LOG_INTERVAL {
            self.logged = Instant::now();
            let minutes = (left / 60.0).ceil();
            tracing::info!(
                "{ready} of {all} passages are found by meaning, about {minutes} min left"
            );
        }
        Duration::try_from_secs_f64(left).ok()
    }
}

impl EmbeddingPass<'_> {
    /// Assigns existing vectors to the documents. While documents are being read, none is dropped: an index that is
    /// rebuilt begins without documents.
    async fn join(&mut self) -> Result<(), StoreError> {
        let progress = self.library.unfiltered_progress();
        if progress.running || progress.finished_at.is_none() {
            self.vectors.recount().await?;
        } else {
            self.vectors.refresh().await?;
        }
        let (ready, _) = self.vectors.counts();
        self.speed.ready = ready;
        self.report();
        Ok(())
    }

    fn report(&mut self) {
        let left = self.speed.note(self.vectors.counts());
        report(self.library, self.vectors, left);
    }

    /// Embeds the passages without vectors, those of the newest documents first. Returns false if there are new
    /// documents before it is done.
    async fn embed(&mut self) -> Result<bool, EmbeddingError> {
        let prefix = &self.embedder.prefixes().passage;
        let written = |one: &Passage| format!("{prefix}{}", embedded_text(one));
        let some = BATCHES_PER_CALL * self.embedder.most_calls() * self.embedder.most_texts();
        let (mut looked, mut after) = (Instant::now(), None);
        loop {
            let (passages, last) = self.vectors.awaiting(after, some).await?;
            if last.is_none() {
                return Ok(true);
            }
            after = last;
            let keyed = passages.iter().map(|one| (VectorKey::of(one), written(one)));
            self.embed_all(keyed.collect()).await?;
            if looked.elapsed() >= LOOK_INTERVAL {
                if !self.vectors.is_fresh().await? {
                    return Ok(false);
                }
                looked = Instant::now();
            }
        }
    }

    /// Embeds and stores texts in batches.
    async fn embed_all(&mut self, texts: Vec<(VectorKey, String)>) -> Result<(), EmbeddingError> {
        let batches = texts.chunks(self.embedder.most_texts().max(1));
        let embedder = self.embedder;
        let mut batches = stream::iter(batches)
            .map(|batch| batch_of(embedder, batch.to_vec()))
            .buffer_unordered(embedder.most_calls().max(1));
        while let Some(batch) = batches.next().await {
            let EmbeddedBatch { embedded, refused } = batch?;
            for _ in &refused {
                tracing::warn!("the embedding model refuses a passage; only its words find it");
            }
            self.vectors.give_up(refused);
            self.vectors.put(embedded).await?;
            self.report();
        }
        Ok(())
    }
}

/// Result of embedding a batch of texts.
struct EmbeddedBatch {
    embedded: Vec<(VectorKey, Vec<f32>)>,
    refused: Vec<VectorKey>,
}

/// Embeds a batch. If the model rejects it, tries each half; if it rejects a single text, tries the start of it.
async fn batch_of(
    embedder: &dyn Embedder,
    texts: Vec<(VectorKey, String)>,
) -> Result<EmbeddedBatch, EmbeddingError> {
    let mut batch = EmbeddedBatch { embedded: Vec::new(), refused: Vec::new() };
    let mut left = vec![texts];
    while let Some(texts) = left.pop() {
        let (keys, texts): (Vec<VectorKey>, Vec<String>) = texts.into_iter().unzip();
        match embedder.embed_passages(&texts).await {
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
fn shorten(texts: &mut Vec<(VectorKey, String)>, refused: &mut Vec<VectorKey>) {
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

    #[test]
    fn the_time_left_follows_from_what_was_made_in_this_pass() {
        let minutes = |minutes| Instant::now().checked_sub(Duration::from_mins(minutes)).unwrap();
        let mut speed = Speed { begun: minutes(2), ready: 500, made: 0, logged: Instant::now() };
        assert_eq!(speed.note((500, 900)), None, "nothing was made yet");
        let left = speed.note((600, 900)).unwrap();
        assert!((359..=370).contains(&left.as_secs()), "{left:?}");
        assert_eq!(speed.note((900, 900)), None);
        let mut speed = Speed { begun: Instant::now(), ready: 0, made: 0, logged: Instant::now() };
        assert_eq!(speed.note((10, 900)), None, "too early");
    }
}
