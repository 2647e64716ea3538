//! Notifications of commits by other machines. Without them, each machine checks after a second.

use std::sync::Arc;
use std::time::Duration;

use footnote_retrieval::store::StoreError;
use futures_util::{StreamExt as _, stream};
use tokio::task::JoinHandle;
use tokio_postgres::AsyncMessage;

use crate::error::failure;
use crate::snapshot::Snapshots;
use crate::{Database, Documents};

/// Pause before a broken connection is opened again.
const PAUSE: Duration = Duration::from_secs(5);

/// A listener that runs until it is dropped.
#[derive(Debug)]
pub struct Listening(JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Documents {
    /// Makes commits of other machines count immediately, until the returned value is dropped. No notifications arrive
    /// behind a pooler that assigns connections per transaction.
    pub fn listen(&self) -> Listening {
        let (database, snapshots) = (self.database.clone(), Arc::clone(&self.snapshots));
        #[expect(clippy::disallowed_methods, reason = "what is returned ends it")]
        Listening(tokio::spawn(async move {
            loop {
                if let Err(error) = receive(&database, &snapshots).await {
                    tracing::debug!("nothing is heard of other machines: {error}");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }))
    }
}

/// Invalidates the newest snapshot after each commit of another machine, until the connection breaks.
async fn receive(database: &Database, snapshots: &Snapshots) -> Result<(), StoreError> {
    database.migrate().await?;
    let (client, mut connection) = database.connect_alone().await?;
    let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
    let heard = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(_) = message.map_err(failure)? {
                snapshots.invalidate();
            }
        }
        Ok(())
    };
    let asked = async {
        client.batch_execute("LISTEN footnote").await.map_err(failure)?;
        // The connection ends when its client is dropped.
        std::future::pending().await
    };
    tokio::select! {
        done = heard => done,
        done = asked => done,
    }
}
