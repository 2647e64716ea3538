//! The insights that a server keeps while it runs.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_chat::insight::{MeterError, Recorder, Waiting};
use footnote_engine::Engine;
use footnote_engine::config::Config;
use footnote_retrieval::store::InsightStore;
use tokio_util::sync::CancellationToken;

/// The pause between two looks for what is older than its lifetime, which is days.
const EXPIRY_INTERVAL: Duration = Duration::from_hours(1);

/// The insights of a server: their recorder, and the store if anything is kept.
pub(super) struct InsightKeeper {
    /// The recorder.
    pub(super) recorder: Recorder,
    /// The store.
    pub(super) store: Option<Arc<dyn InsightStore>>,
    waiting: Option<Waiting>,
    lifetime: Duration,
}

impl InsightKeeper {
    /// The insights that the settings want.
    ///
    /// # Errors
    ///
    /// If the meters cannot be made.
    pub(super) fn open(config: &Config, engine: &Engine) -> Result<Self, MeterError> {
        let (store, lifetime) = (engine.insights(config), config.insights.lifetime);
        let (recorder, waiting) = if store.is_some() {
            let (recorder, waiting) = Recorder::keeping(config.insights.keeps_texts)?;
            (recorder, Some(waiting))
        } else {
            (Recorder::counting()?, None)
        };
        Ok(Self { recorder, store, waiting, lifetime })
    }

    /// Keeps what comes, each for its lifetime, until `stop`.
    pub(super) async fn keep(self, stop: CancellationToken) {
        let (Some(store), Some(waiting)) = (self.store, self.waiting) else {
            return;
        };
        let expiring = stop.run_until_cancelled(keep_expiring(store.as_ref(), self.lifetime));
        tokio::join!(expiring, waiting.keep_in(store.as_ref(), stop.clone()));
    }
}

async fn keep_expiring(store: &dyn InsightStore, lifetime: Duration) {
    loop {
        let before = SystemTime::now().duration_since(UNIX_EPOCH + lifetime);
        let before = before.map_or(0, |since| since.as_secs().cast_signed());
        if let Err(error) = store.expire(before).await {
            let cause = std::error::Error::source(&error);
            tracing::error!(?cause, "insights cannot be forgotten: {error}");
        }
        tokio::time::sleep(EXPIRY_INTERVAL).await;
    }
}
