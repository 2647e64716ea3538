//! Everything that is kept besides the index, which documents alone make again: counted, copied and cleared.

use std::fmt;
use std::sync::Arc;

use footnote_store::blobs::BlobStore;
use footnote_store::{InsightStore, Sessions, StoreError};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::place::Place;

/// Number of conversations read per batch.
const SESSIONS_AT_ONCE: usize = 20;

/// Number of bytes of a blob read per chunk.
pub(crate) const BYTES_AT_ONCE: usize = 256 * 1024;

/// Numbers of kept items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCounts {
    /// Conversations.
    pub conversations: u64,
    /// Conversations that others can read through a link.
    pub links: u64,
    /// Outcomes of questions.
    pub answers: u64,
    /// Judgements of answers.
    pub judgements: u64,
    /// Files of uploads: documents, and who may read them.
    pub uploads: u64,
    /// Descriptions of images and scans.
    pub descriptions: u64,
}

impl fmt::Display for KeptCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { conversations, links, answers, judgements, uploads, descriptions } = self;
        let conversations = counted(conversations, "conversation");
        let uploads = counted(uploads, "file of uploads");
        let descriptions = counted(descriptions, "description");
        let answers = counted(answers, "outcome of questions");
        let judgements = counted(judgements, "judgement");
        write!(
            f,
            "{conversations} ({links} with a link), {uploads}, {descriptions}, {answers} and {judgements}"
        )
    }
}

/// Returns the number with the noun, whose first word gets the plural: "1 file of uploads", "2 files of uploads".
pub fn counted(count: impl fmt::Display, noun: &str) -> String {
    let count = count.to_string();
    if count == "1" {
        return format!("1 {noun}");
    }
    let end = noun.find(' ').unwrap_or(noun.len());
    let (first, rest) = noun.split_at(end);
    format!("{count} {first}s{rest}")
}

/// The stores of everything that is kept.
pub(crate) struct KeptStores {
    pub(crate) sessions: Sessions,
    pub(crate) insights: Arc<dyn InsightStore>,
    pub(crate) uploads: Arc<dyn BlobStore>,
    pub(crate) descriptions: Arc<dyn BlobStore>,
}

impl KeptStores {
    /// The stores at `place`, without a limit on conversations: copying must not evict any.
    ///
    /// # Errors
    ///
    /// Fails if the folder of uploads cannot be created.
    pub(crate) fn of(place: &Place, config: &Config) -> anyhow::Result<Self> {
        let config = Config { sessions_bytes: u64::MAX, ..config.clone() };
        Ok(Self {
            sessions: place.sessions(&config),
            insights: place.insights(&config),
            uploads: place.uploads(&config)?.blobs(),
            descriptions: place.descriptions(&config).blobs(),
        })
    }

    /// Numbers of all items.
    pub(crate) async fn counts(&self) -> Result<KeptCounts, StoreError> {
        let sessions = self.sessions.counts().await?;
        let insights = self.insights.since(i64::MIN).await?;
        let count = |items: usize| u64::try_from(items).unwrap_or(u64::MAX);
        Ok(KeptCounts {
            conversations: sessions.sessions,
            links: sessions.links,
            answers: count(insights.answers.len()),
            judgements: count(insights.judgements.len()),
            uploads: count(self.uploads.list("").await?.len()),
            descriptions: count(self.descriptions.list("").await?.len()),
        })
    }

    /// Deletes everything.
    pub(crate) async fn clear(&self) -> Result<(), StoreError> {
        loop {
            let some = self.sessions.export("", SESSIONS_AT_ONCE).await?;
            if some.is_empty() {
                break;
            }
            for session in some {
                self.sessions.delete(&session.owner, &session.id).await?;
            }
        }
        self.insights.expire(i64::MAX).await?;
        for blobs in [&self.uploads, &self.descriptions] {
            for blob in blobs.list("").await? {
                blobs.remove(&blob.name).await?;
            }
        }
        Ok(())
    }
}

/// Copies all conversations.
pub(crate) async fn copy_sessions(from: &Sessions, to: &Sessions) -> Result<(), StoreError> {
    let mut after = String::new();
    loop {
        let some = from.export(&after, SESSIONS_AT_ONCE).await?;
        let Some(last) = some.last() else {
            return Ok(());
        };
        after.clone_from(&last.id);
        for session in some {
            to.import(session).await?;
        }
    }
}

/// Copies all insights.
pub(crate) async fn copy_insights(
    from: &Arc<dyn InsightStore>,
    to: &Arc<dyn InsightStore>,
) -> Result<(), StoreError> {
    to.import(from.since(i64::MIN).await?).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_each_is_counted_in_the_singular() {
        let one = KeptCounts {
            conversations: 1,
            links: 1,
            answers: 1,
            judgements: 1,
            uploads: 1,
            descriptions: 1,
        };
        let said = "1 conversation (1 with a link), 1 file of uploads, 1 description, \
                    1 outcome of questions and 1 judgement";
        assert_eq!(one.to_string(), said);
        let said = "0 conversations (0 with a link), 2 files of uploads, 0 descriptions, \
                    0 outcomes of questions and 0 judgements";
        assert_eq!(KeptCounts { uploads: 2, ..KeptCounts::default() }.to_string(), said);
    }
}
