//! Insights for whoever runs the server: what became of questions. No answer waits for them.

mod meters;
mod observe;
mod summary;
mod uncited;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use footnote_store::insights::{JudgementRecord, MAX_TEXT_LEN};
use footnote_store::{Counts, Insight, InsightStore, StoreError};
use futures_util::StreamExt as _;
use meters::Meters;
pub use observe::Asked;
use observe::Observation;
pub use prometheus::Error as MeterError;
pub use summary::{InsightSummary, UnansweredQuestion, date};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
pub use uncited::{UncitedDocuments, uncited};

use super::Events;

/// Maximum number of insights that wait to be stored. This covers some seconds of a busy server with a slow store.
const WAITING: usize = 4096;

/// Maximum number of insights written at once.
const BATCH: usize = 256;

/// Counts answers and judgements and passes them on for storage. Clones share their state.
#[derive(Clone)]
pub struct Recorder(Arc<Shared>);

struct Shared {
    meters: Meters,
    /// The channel to the store; `None` where nothing is stored.
    waiting: Option<mpsc::Sender<Insight>>,
    keeps_texts: bool,
}

/// The insights that wait to be stored.
pub struct InsightQueue(mpsc::Receiver<Insight>, Recorder);

/// A reader's judgement of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// True if the answer helped.
    pub helps: bool,
    /// The reader's words on what was wrong. They follow an earlier judgement and are not counted again.
    pub remark: String,
    /// The question that was answered.
    pub question: String,
}

impl Recorder {
    /// Creates a recorder that counts but stores nothing.
    ///
    /// # Errors
    ///
    /// Fails if the metrics cannot be created.
    pub fn counting() -> Result<Self, MeterError> {
        Ok(Self::with(Meters::new()?, None, false))
    }

    /// Creates a recorder that counts, and passes insights to a store through [`InsightQueue`]. The words of questions and
    /// remarks are included only if it `keeps_texts`.
    ///
    /// # Errors
    ///
    /// Fails if the metrics cannot be created.
    pub fn keeping(keeps_texts: bool) -> Result<(Self, InsightQueue), MeterError> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let recorder = Self::with(Meters::new()?, Some(sender), keeps_texts);
        Ok((recorder.clone(), InsightQueue(receiver, recorder)))
    }

    fn with(meters: Meters, waiting: Option<mpsc::Sender<Insight>>, keeps_texts: bool) -> Self {
        Self(Arc::new(Shared { meters, waiting, keeps_texts }))
    }

    /// Returns true if the words of questions and remarks are stored.
    pub fn keeps_texts(&self) -> bool {
        self.0.keeps_texts && self.0.waiting.is_some()
    }

    /// Passes the events through unchanged, and records how the answer ended, including that its reader left.
    pub fn observe(&self, asked: Asked, events: Events) -> Events {
        let mut observation = Observation::begin(self.clone(), asked);
        events.inspect(move |event| observation.see(event)).boxed()
    }

    /// Counts a judgement and passes it on for storage.
    pub fn judge(&self, judged: Judged) {
        let Judged { helps, remark, question } = judged;
        let is_counted = remark.is_empty();
        if is_counted {
            self.0.meters.judge(helps);
        }
        let words = |text: &str| self.keeps_texts().then(|| beginning(text));
        let remark = words(&remark).filter(|_| !is_counted);
        if is_counted || remark.is_some() {
            let question = words(&question).filter(|_| !is_counted);
            self.keep(Insight::Judgement(JudgementRecord { at: now(), helps, remark, question }));
        }
    }

    /// Returns the metrics in Prometheus' text format, with the numbers of files if known.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be encoded.
    pub fn metrics(&self, files: Option<Counts>) -> Result<String, MeterError> {
        self.0.meters.text(files)
    }

    /// Passes an insight on. If the queue is full, it is dropped: no answer waits for it.
    fn keep(&self, insight: Insight) {
        if let Some(waiting) = &self.0.waiting
            && waiting.try_send(insight).is_err()
        {
            self.0.meters.drop_insights(1);
        }
    }
}

impl InsightQueue {
    /// Writes insights to `store` until `stop`, then those that still wait.
    pub async fn keep_in(self, store: &dyn InsightStore, stop: CancellationToken) {
        let Self(mut receiver, recorder) = self;
        let mut is_away = false;
        loop {
            let mut batch = Vec::new();
            tokio::select! {
                _ = receiver.recv_many(&mut batch, BATCH) => {}
                () = stop.cancelled(), if !receiver.is_closed() => receiver.close(),
            }
            if batch.is_empty() && receiver.is_closed() && receiver.is_empty() {
                break;
            }
            let count = batch.len();
            let kept = store.record(batch).await;
            if let Err(error) = &kept {
                recorder.0.meters.drop_insights(count);
                log_once(is_away, error);
            }
            is_away = kept.is_err();
        }
    }
}

/// Logs a failure, unless the previous write failed too.
fn log_once(is_away: bool, error: &StoreError) {
    if !is_away {
        let cause = std::error::Error::source(error);
        tracing::warn!(?cause, "insights cannot be stored: {error}");
    }
}

/// Returns the beginning of a text, cut to the length that is stored.
fn beginning(text: &str) -> String {
    text.chars().take(MAX_TEXT_LEN).collect()
}

/// Returns the current time in seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs().cast_signed())
}

#[cfg(test)]
mod tests;
