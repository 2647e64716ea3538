//! Location of conversations and blobs: in folders of this machine, or in a shared database.

use std::sync::Arc;

use footnote_library::describe::{self, Descriptions};
use footnote_postgres::{
    Database, Listening, PostgresBlobs, PostgresInsights, PostgresKeys, PostgresSessions,
};
use footnote_store::blobs::BlobStore;
use footnote_store::{
    FileBlobs, InsightStore, KeyStore, Sessions, SqliteContent, SqliteInsights, SqliteKeys,
    SqliteSessions,
};

use crate::config::Config;
use crate::uploads::OpenedUploads;

/// Location of conversations and blobs.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// In the configured folders.
    Folders,
    /// In a database, with notifications of the commits of other machines.
    Database(
        Database,
        #[expect(dead_code, reason = "it listens until it is dropped")] Option<Arc<Listening>>,
    ),
}

impl Place {
    /// The store of conversations.
    pub(super) fn sessions(&self, config: &Config) -> Sessions {
        match self {
            Self::Folders => embedded_sessions(config),
            Self::Database(database, _) => {
                let sessions = PostgresSessions::over(database.clone(), config.sessions);
                Arc::new(sessions.within(config.sessions_bytes))
            }
        }
    }

    /// The store of insights.
    pub(super) fn insights(&self, config: &Config) -> Arc<dyn InsightStore> {
        match self {
            Self::Folders => {
                let name = SqliteContent::Insights.file_name();
                Arc::new(SqliteInsights::open(&config.data.join(name)))
            }
            Self::Database(database, _) => Arc::new(PostgresInsights::over(database.clone())),
        }
    }

    /// The store of keys.
    pub(super) fn keys(&self, config: &Config) -> Arc<dyn KeyStore> {
        match self {
            Self::Folders => embedded_keys(config),
            Self::Database(database, _) => Arc::new(PostgresKeys::over(database.clone())),
        }
    }

    /// The uploaded documents.
    ///
    /// # Errors
    ///
    /// Fails if their folder cannot be created.
    pub(super) fn uploads(&self, config: &Config) -> anyhow::Result<OpenedUploads> {
        match self {
            Self::Folders => OpenedUploads::in_folder(config),
            Self::Database(database, _) => {
                let blobs = PostgresBlobs::over(database.clone(), "uploads");
                Ok(OpenedUploads::mirrored(config, Arc::new(blobs)))
            }
        }
    }

    /// The store of image descriptions.
    pub(super) fn descriptions(&self, config: &Config) -> Descriptions {
        Descriptions::new(match self {
            Self::Folders => Arc::new(FileBlobs::over(config.data.join(describe::FOLDER))),
            Self::Database(database, _) => {
                Arc::new(PostgresBlobs::over(database.clone(), "descriptions"))
            }
        })
    }

    /// The store of marks, such as [`UNFINISHED_RESTORE`].
    pub(super) fn marks(&self, config: &Config) -> Arc<dyn BlobStore> {
        match self {
            Self::Folders => Arc::new(FileBlobs::over(config.data.clone())),
            Self::Database(database, _) => Arc::new(PostgresBlobs::over(database.clone(), "marks")),
        }
    }
}

/// Name of the conversations' file in the data folder.
pub const CONVERSATIONS_FILE: &str = "sessions.db";

/// Mark of stores into which a restore has not finished.
pub(super) const UNFINISHED_RESTORE: &str = ".unfinished-restore";

/// The file of keys next to the index.
pub(super) fn embedded_keys(config: &Config) -> Arc<dyn KeyStore> {
    Arc::new(SqliteKeys::open(&config.data.join("keys.db")))
}

/// Opens the conversations' file next to the index.
fn embedded_sessions(config: &Config) -> Sessions {
    let file = config.data.join(CONVERSATIONS_FILE);
    let sessions = SqliteSessions::open(&file, config.sessions).unwrap_or_else(|error| {
        // Not fatal: questions can be answered without it.
        let cause = std::error::Error::source(&error);
        tracing::error!(file = %file.display(), ?cause, "conversations cannot be kept: {error}");
        SqliteSessions::unopened(&file, config.sessions)
    });
    Arc::new(sessions.within(config.sessions_bytes))
}
