//! The place of conversations and blobs: the folders of this machine, or the database that several share.

use std::sync::Arc;

use footnote_postgres::{Database, Listening, PostgresBlobs, PostgresInsights, PostgresSessions};
use footnote_retrieval::corpus::describe::{self, Descriptions};
use footnote_retrieval::store::{
    FileBlobs, InsightStore, Sessions, SqliteInsights, SqliteSessions,
};

use crate::config::Config;
use crate::uploads::OpenedUploads;

/// The place of conversations and blobs.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// The folders that the settings name.
    Folders,
    /// A database, which tells of what other machines commit.
    Database(
        Database,
        #[expect(dead_code, reason = "it listens until it is dropped")] Arc<Listening>,
    ),
}

impl Place {
    /// The conversations.
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
            Self::Folders => Arc::new(SqliteInsights::open(&config.data.join("insights.db"))),
            Self::Database(database, _) => Arc::new(PostgresInsights::over(database.clone())),
        }
    }

    /// The documents that readers bring.
    ///
    /// # Errors
    ///
    /// If their folder cannot be made.
    pub(super) fn uploads(&self, config: &Config) -> anyhow::Result<OpenedUploads> {
        match self {
            Self::Folders => OpenedUploads::in_folder(config),
            Self::Database(database, _) => {
                let blobs = PostgresBlobs::over(database.clone(), "uploads");
                Ok(OpenedUploads::mirrored(config, Arc::new(blobs)))
            }
        }
    }

    /// The descriptions of images.
    pub(super) fn descriptions(&self, config: &Config) -> Descriptions {
        Descriptions::new(match self {
            Self::Folders => Arc::new(FileBlobs::over(config.data.join(describe::FOLDER))),
            Self::Database(database, _) => {
                Arc::new(PostgresBlobs::over(database.clone(), "descriptions"))
            }
        })
    }
}

/// The name of the file of conversations in the folder of the index.
pub const CONVERSATIONS_FILE: &str = "sessions.db";

/// The conversations in a file beside the index.
fn embedded_sessions(config: &Config) -> Sessions {
    let file = config.data.join(CONVERSATIONS_FILE);
    let sessions = SqliteSessions::open(&file, config.sessions).unwrap_or_else(|error| {
        // Documents can be asked about all the same.
        let cause = std::error::Error::source(&error);
        tracing::error!(file = %file.display(), ?cause, "conversations cannot be kept: {error}");
        SqliteSessions::unopened(&file, config.sessions)
    });
    Arc::new(sessions.within(config.sessions_bytes))
}
