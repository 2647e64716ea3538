//! A machine's copy of the documents: an index of its own, which follows the commits in the database.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use footnote_search::index::{EmbeddedIndex, Index, IndexError, Original};
use footnote_store::{DocumentWriter as _, StoreError, StoreFuture};

use crate::Database;
use crate::commits::{self, Commit, Commits};
use crate::error::failure;

/// Time after which the database is asked for newer commits if no notification has arrived.
const FRESH: Duration = Duration::from_secs(1);

/// Pause after a failure to take in commits.
const PAUSE: Duration = Duration::from_secs(5);

/// Number of changed documents above which the index is reorganised at once.
const MANY: usize = 1_000;

/// A copy of the documents of one analysis, in an index that may be lost.
pub(crate) struct LocalCopy {
    /// The copy itself, for what it does in the background.
    this: Weak<Self>,
    database: Database,
    analysis: i32,
    pub(crate) index: EmbeddedIndex,
    state: Mutex<State>,
    /// Held while commits are taken in.
    following: tokio::sync::Mutex<()>,
    /// Held while what readers see is changed.
    changing: tokio::sync::Mutex<()>,
}

/// The commits that the copy has, and those that it knows of.
#[derive(Debug, Default)]
struct State {
    taken: Commit,
    newest: Commits,
    /// When the database was last asked; `None` if it must be asked now.
    asked: Option<Instant>,
    /// When taking in has failed.
    failed: Option<Instant>,
}

impl fmt::Debug for LocalCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalCopy").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Original for LocalCopy {
    fn readable(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.prepare())
    }
}

impl LocalCopy {
    /// Returns the copy in `index`, as of its last commit.
    pub(crate) fn new(database: Database, index: EmbeddedIndex, analysis: i32) -> Arc<Self> {
        let taken = Commit::marked(index.mark().as_deref());
        let copy = Arc::new_cyclic(|this: &Weak<Self>| Self {
            this: Weak::clone(this),
            database,
            analysis,
            index,
            state: Mutex::new(State { taken, ..State::default() }),
            following: tokio::sync::Mutex::default(),
            changing: tokio::sync::Mutex::default(),
        });
        let this: Weak<dyn Original> = Arc::downgrade(&copy) as _;
        copy.index.catalog().follow(this);
        copy
    }

    /// Learns that there may be newer commits, and has them taken in.
    pub(crate) fn notice(self: &Arc<Self>) {
        self.state().asked = None;
        let copy = Arc::clone(self);
        #[expect(clippy::disallowed_methods, reason = "it ends once the database has answered")]
        drop(tokio::spawn(async move {
            if let Err(error) = copy.prepare().await {
                tracing::debug!("a commit is noticed later: {error}");
            }
        }));
    }

    /// Prepares a read: learns of newer commits, at most a second after them, and has them taken in.
    ///
    /// # Errors
    ///
    /// Fails if the database is unreachable, or with [`StoreError::Unready`] if this machine has no copy yet.
    pub(crate) async fn prepare(&self) -> Result<(), StoreError> {
        if self.state().asked.is_none_or(|asked| asked.elapsed() >= FRESH) {
            self.look().await?;
        }
        let state = self.state();
        if state.newest.last != state.taken {
            self.follow_soon(&state);
        }
        state.newest.continue_from(state.taken).then_some(()).ok_or(StoreError::Unready)
    }

    /// Asks the database for the newest commit, and hides at once what readers may no longer see.
    async fn look(&self) -> Result<(), StoreError> {
        let _alone = self.changing.lock().await;
        // Another read may have asked meanwhile.
        if self.state().asked.is_some_and(|asked| asked.elapsed() < FRESH) {
            return Ok(());
        }
        let asked = Instant::now();
        let newest = commits::newest(&self.database, self.analysis).await?;
        let (taken, known) = {
            let state = self.state();
            (state.taken, state.newest)
        };
        if newest != known && newest.last != taken && newest.continue_from(taken) {
            let changed = commits::acls_since(&self.database, self.analysis, taken).await?;
            self.index.catalog().hide_changed(&changed);
        }
        let mut state = self.state();
        (state.newest, state.asked) = (newest, Some(asked));
        Ok(())
    }

    /// Takes in newer commits in the background, unless that is under way or has just failed.
    fn follow_soon(&self, state: &State) {
        let has_failed = state.failed.is_some_and(|failed| failed.elapsed() < PAUSE);
        if has_failed || self.following.try_lock().is_err() {
            return;
        }
        let Some(copy) = self.this.upgrade() else {
            return;
        };
        #[expect(clippy::disallowed_methods, reason = "it ends once the copy is current")]
        drop(tokio::spawn(async move {
            if let Err(error) = copy.follow().await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "commits are not taken in"
                );
            }
        }));
    }

    /// Stops taking in commits until the returned value is dropped.
    #[cfg(test)]
    pub(crate) async fn stopped(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.following.lock().await
    }

    /// Takes in all commits.
    ///
    /// # Errors
    ///
    /// Fails if the database cannot be read or the index cannot be written.
    pub(crate) async fn follow(&self) -> Result<(), StoreError> {
        let _one_at_a_time = self.following.lock().await;
        let done = self.take_in().await;
        self.state().failed = done.is_err().then(Instant::now);
        done
    }

    async fn take_in(&self) -> Result<(), StoreError> {
        let is_lost = self.index.run(|index| Ok::<_, IndexError>(index.is_lost())).await?;
        if is_lost {
            self.state().taken = Commit::default();
        }
        self.index.begin_pass().await?;
        let mut client = self.database.client().await?;
        let moment = commits::moment(&mut client).await?;
        let newest = commits::newest_at(&moment, self.analysis).await?;
        let taken = self.state().taken;
        if newest.last == taken {
            return moment.commit().await.map_err(failure);
        }
        let since = if newest.continue_from(taken) { taken } else { Commit::default() };
        if since != taken {
            self.index.run(Index::clear).await?;
        }
        let changed = commits::copy_since(&moment, self.analysis, since, &self.index).await?;
        moment.commit().await.map_err(failure)?;
        self.commit(newest).await?;
        if changed > MANY { self.index.optimize().await } else { Ok(()) }
    }

    /// Shows what was taken in. The next read asks what has changed since, before anything is read.
    async fn commit(&self, newest: Commits) -> Result<(), StoreError> {
        let _alone = self.changing.lock().await;
        self.state().asked = None;
        let mark = newest.last.to_string();
        self.index.run(move |index| index.commit_marked(&mark)).await?;
        let mut state = self.state();
        (state.taken, state.newest) = (newest.last, newest);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
