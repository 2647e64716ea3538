//! Opens the configured stores: an index in a folder, or a shared database.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use footnote_postgres::{Database, Documents, PostgresKeys};
use footnote_search::index::{EmbeddedIndex, Index};
use footnote_store::{KeyStore, StoreError, Stores, check_versions};

use crate::backup;
use crate::config::{Config, StoreAddress};
use crate::meaning::SemanticSearch;
use crate::place::{Place, UNFINISHED_RESTORE, embedded_keys};

/// Time to wait for the database at start.
const DATABASE_TIMEOUT: Duration = Duration::from_mins(1);

/// Interval between connection attempts.
const DATABASE_PAUSE: Duration = Duration::from_secs(1);

/// Folder of this machine's copy of shared documents, within the data folder. It may be lost.
const COPY_FOLDER: &str = "index-copy";

/// The open stores of one engine.
pub(super) struct OpenedStores {
    pub(super) stores: Stores,
    /// Semantic search, if there is an embedding model.
    pub(super) meaning: Option<SemanticSearch>,
    /// Location of conversations and blobs.
    pub(super) place: Place,
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
        let index = opened(&config.data)?;
        let meaning = SemanticSearch::open_if_kept(config, &config.data)?;
        let meaning = meaning.map(|kept| kept.over(&index));
        Ok(Self { stores: Stores::from(index), meaning, place: Place::Folders })
    }

    async fn shared(config: &Config, address: &StoreAddress) -> anyhow::Result<Self> {
        let database = reached(address, config.store_connections).await?;
        create_data(config)?;
        let index = opened(&config.data.join(COPY_FOLDER))?;
        let meaning = SemanticSearch::shared(config, &database).await?;
        let meaning = meaning.map(|kept| kept.over(&index));
        let documents = Documents::of(database.clone(), index);
        let place = Place::Database(database, Some(Arc::new(documents.listen())));
        Ok(Self { stores: Stores::from(documents), meaning, place })
    }
}

fn opened(folder: &Path) -> anyhow::Result<EmbeddedIndex> {
    let index = Index::open(folder);
    let index = index.with_context(|| format!("opening the index in {}", folder.display()))?;
    Ok(EmbeddedIndex::new(Arc::new(index)))
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
            Err(StoreError::Unreachable(_)) if begun.elapsed() < DATABASE_TIMEOUT => {
                if !std::mem::replace(&mut logged, true) {
                    tracing::warn!("waiting for the database");
                }
                tokio::time::sleep(DATABASE_PAUSE).await;
            }
            done => return Ok(done.map(|()| database)?),
        }
    }
}
