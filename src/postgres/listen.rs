//! Notifications of commits by other machines, without which each machine checks after a second; and whether the
//! database answers at all.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use footnote_store::StoreError;
use futures_util::{StreamExt as _, stream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::AsyncMessage;

use crate::copy::LocalCopy;
use crate::error::failure;
use crate::{Database, Documents};

/// Pause before a broken connection is opened again.
const PAUSE: Duration = Duration::from_secs(5);

/// Interval between two questions of whether the database answers.
const BEAT: Duration = Duration::from_secs(1);

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
        self.listen_every(BEAT)
    }

    /// Like [`Self::listen`], asking after each `beat` whether the database answers. If it says nothing for eight more,
    /// all statements under way fail.
    pub(crate) fn listen_every(&self, beat: Duration) -> Listening {
        let (database, copy) = (self.database.clone(), Arc::clone(&self.copy));
        #[expect(clippy::disallowed_methods, reason = "what is returned ends it")]
        Listening(tokio::spawn(async move {
            loop {
                if let Err(error) = receive(&database, &copy, beat).await {
                    tracing::debug!("nothing is heard of other machines: {error}");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }))
    }
}

/// Takes in the commits of other machines until the connection breaks.
async fn receive(
    database: &Database,
    copy: &Arc<LocalCopy>,
    beat: Duration,
) -> Result<(), StoreError> {
    database.migrate().await?;
    let (client, mut connection) = database.connect_alone().await?;
    let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
    let heard = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(_) = message.map_err(failure)? {
                copy.notice();
            }
        }
        Ok(())
    };
    let asked = async {
        client.batch_execute("LISTEN footnote").await.map_err(failure)?;
        copy.notice();
        loop {
            tokio::time::sleep(beat).await;
            let mut answered = pin!(client.batch_execute("SELECT 1"));
            let mut reply = timeout(4 * beat, answered.as_mut()).await;
            if reply.is_err() {
                // This machine may have been too busy to hear it.
                reply = timeout(4 * beat, answered).await;
            }
            let Ok(reply) = reply else {
                database.give_up();
                return Err(StoreError::Unreachable("it says nothing".into()));
            };
            reply.map_err(failure)?;
        }
    };
    tokio::select! {
        done = heard => done,
        done = asked => done,
    }
}
