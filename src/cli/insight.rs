//! Collects and stores insights while the server runs.

use std::sync::Arc;
use std::time::Duration;

use footnote_chat::insight::{InsightQueue, MeterError, Recorder};
use footnote_engine::Engine;
use footnote_engine::config::Config;
use footnote_store::InsightStore;
use tokio_util::sync::CancellationToken;

/// The insights of a server: their recorder, and their store if any are kept.
pub(super) struct InsightKeeper {
    /// The recorder.
    pub(super) recorder: Recorder,
    /// The store.
    pub(super) store: Option<Arc<dyn InsightStore>>,
    waiting: Option<InsightQueue>,
    lifetime: Duration,
}

impl InsightKeeper {
    /// Opens the insights according to the settings.
    ///
    /// # Errors
    ///
    /// Fails if the meters cannot be created.
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

    /// The store, and the lifetime of each insight.
    pub(super) fn expiring(&self) -> Option<(Arc<dyn InsightStore>, Duration)> {
        Some((self.store.clone()?, self.lifetime))
    }

    /// Stores new insights until `stop`.
    pub(super) async fn keep(self, stop: CancellationToken) {
        let (Some(store), Some(waiting)) = (self.store, self.waiting) else {
            return;
        };
        waiting.keep_in(store.as_ref(), stop).await;
    }
}
