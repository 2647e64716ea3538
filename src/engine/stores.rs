//! Opens the configured stores: an index in a folder, or a shared database.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use footnote_postgres::{Database, Documents, PostgresKeys, PostgresVectors};
use footnote_retrieval::corpus::index::{EmbeddedIndex, Index};
use footnote_retrieval::store::{KeyStore, StoreError, Stores, check_versions};

use crate::backup;
use crate::config::{Config, StoreAddress};
use crate::meaning::{SemanticSearch, embedder};
use crate::place::{Place, UNFINISHED_RESTORE, embedded_keys};

/// Time to wait for the database at start.
const DATABASE_TIMEOUT: Duration = Duration::from_mins(1);

/// Interval between connection attempts.
const DATABASE_PAUSE: Duration = Duration::from_secs(1);

/// Shown to readers if semantic search is configured but the database cannot store vectors.
const NO_VECTORS: &str = "The database has no pgvector: words alone find passages.";

/// The open stores of one engine.
pub(super) struct OpenedStores {
    pub(super) stores: Stores,
    /// Semantic search, if there is an embedding model.
    pub(super) meaning: Option<SemanticSearch>,
    /// Location of conversations and blobs.
    pub(super) place: Place,
    /// The reason why there is no semantic search although an embedding model is configured.
    pub(super) note: Option<&'static str>,
}

impl OpenedStores {
    /// Opens the configured stores. Backs up what an earlier version has written before it is upgraded.
    ///
    /// # Errors
    ///
    /// Fails if a store cannot be opened, if a restore into it has not finished, or if the embedding model cannot be set
    /// up.
    pub(super) async fn open(config: &Config) -> anyhow::Result<Self> {
        let opened = Self::open_unfinished(config).await?;
        let mark = opened.place.marks(config).find(UNFINISHED_RESTORE).await?;
        ensure!(mark.is_none(), "a restore into this store has not finished: run it again");
        if config.store.is_none() {
            backup::before_upgrade(config)?;
        }
        Ok(opened)
    }

    /// Opens the configured stores, even if a restore into them has not finished.
    ///
    /// # Errors
    ///
    /// Fails if a store cannot be opened, or if the embedding model cannot be set up.
    pub(super) async fn open_unfinished(config: &Config) -> anyhow::Result<Self> {
        match &config.store {
            None => Self::embedded(config),
            Some(address) => Self::shared(config, address).await,
        }
    }

    fn embedded(config: &Config) -> anyhow::Result<Self> {
        create_data(config)?;
        check_versions(&config.data)?;
        let index = Index::open(&config.data)
            .with_context(|| format!("opening the index in {}", config.data.display()))?;
        let index = EmbeddedIndex::new(Arc::new(index));
        let meaning = SemanticSearch::open_if_kept(config, &config.data)?;
        let meaning = meaning.map(|kept| kept.over(&index));
        Ok(Self { stores: Stores::from(index), meaning, place: Place::Folders, note: None })
    }

    async fn shared(config: &Config, address: &StoreAddress) -> anyhow::Result<Self> {
        let database = reached(address, config.store_connections).await?;
        let documents = Documents::of(database.clone());
        let (mut meaning, mut note) = (None, None);
        if let Some(embedder) = embedder(config)? {
            let mark = embedder.fingerprint();
            if let Some(vectors) = PostgresVectors::open(documents.clone(), &mark).await? {
                meaning = Some(SemanticSearch::new(embedder, Arc::new(vectors)));
            } else {
                tracing::warn!("{NO_VECTORS}");
                note = Some(NO_VECTORS);
            }
        }
        let place = Place::Database(database, Some(Arc::new(documents.listen())));
        Ok(Self { stores: Stores::from(documents), meaning, place, note })
    }
}

fn create_data(config: &Config) -> anyhow::Result<()> {
    let folder = std::path::absolute(&config.data).unwrap_or_else(|_| config.data.clone());
    std::fs::create_dir_all(&config.data).with_context(|| {
        format!("creating the data folder {}; FOOTNOTE_DATA sets another", folder.display())
    })
}

/// Opens the configured store of keys alone, also beside a running server.
///
/// # Errors
///
/// Fails if it cannot be opened.
pub async fn keys(config: &Config) -> anyhow::Result<Arc<dyn KeyStore>> {
    match &config.store {
        None => {
            create_data(config)?;
            Ok(embedded_keys(config))
        }
        Some(address) => {
            let database = reached(address, config.store_connections).await?;
            Ok(Arc::new(PostgresKeys::over(database)))
        }
    }
}

/// Connects to the database at `address`, waiting until it is up, and migrates its schema.
async fn reached(address: &StoreAddress, connections: usize) -> anyhow::Result<Database> {
    let database = Database::open(address.reveal(), connections)?;
    let begun = tokio::time::Instant::now();
    let mut logged = false;
    loop {
        match database.migrate().await {
            Err(StoreError::Away(_)) if begun.elapsed() < DATABASE_TIMEOUT => {
                if !std::mem::replace(&mut logged, true) {
                    tracing::warn!("waiting for the database");
                }
                tokio::time::sleep(DATABASE_PAUSE).await;
            }
            done => return Ok(done.map(|()| database)?),
        }
    }
}
