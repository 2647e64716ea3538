//! Removes expired data, once the clock can be trusted.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_engine::Engine;
use footnote_engine::config::Config;
use footnote_library::Library;
use footnote_library::uploads::Uploads;
use footnote_store::{InsightStore, Sessions, StoreError, aside};
use tokio::time::Instant;

/// Interval between removals; data is kept for days.
const INTERVAL: Duration = Duration::from_hours(1);

/// Interval after something could not be stored or removed.
const RETRY_INTERVAL: Duration = Duration::from_secs(30);

/// Maximum deviation of the clock from the time that has passed. After a larger jump, nothing is removed for as long as
/// this.
const TOLERANCE: Duration = Duration::from_hours(24);

/// Bytes written to test whether a folder is writable.
static PROBE: [u8; 64 * 1024] = [0; 64 * 1024];

/// Stores with expiring data.
pub(super) struct Retention {
    /// The conversations.
    pub(super) sessions: Sessions,
    /// Uploaded documents, including removed ones.
    pub(super) uploads: Uploads,
    /// The insights and their lifetime; `None` if none are kept.
    insights: Option<(Arc<dyn InsightStore>, Duration)>,
}

impl Retention {
    /// The stores of an engine, and `insights`.
    pub(super) fn of(
        engine: &Engine,
        config: &Config,
        insights: Option<(Arc<dyn InsightStore>, Duration)>,
    ) -> Self {
        Self { sessions: engine.sessions(config), uploads: engine.uploads(), insights }
    }

    /// Removes expired data periodically. Reports to `library` whether conversations can be stored, whether the folder
    /// `data` is writable, and what was set aside in it.
    pub(super) async fn enforce_retention(self, library: &Library, data: &Path) {
        let mut clock = ExpiryClock::new(SystemTime::now(), Instant::now());
        loop {
            let idle = self.sessions.idle().await;
            let is_time = clock.is_believed(SystemTime::now(), Instant::now(), &idle);
            let kept = match idle {
                Ok(_) if is_time => self.expire().await,
                idle => idle.map(drop),
            };
            if let Err(error) = &kept {
                tracing::error!(cause = ?error.source(), "conversations: {error}");
            }
            let written = probe(data).await;
            if let Err(error) = &written {
                tracing::error!(folder = %data.display(), %error, "nothing can be written");
            }
            library.update(|progress| {
                progress.unkept = kept.is_err();
                progress.unwritable = written.is_err();
            });
            let is_well = kept.is_ok() && written.is_ok();
            let until = Instant::now() + if is_well { INTERVAL } else { RETRY_INTERVAL };
            while Instant::now() < until {
                tell_of_damage(library, data);
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
        }
    }

    /// Removes expired data. Returns the error of the conversations; logs other errors.
    async fn expire(&self) -> Result<(), StoreError> {
        log("removed documents cannot be forgotten", self.uploads.expire().await);
        if let Some((insights, lifetime)) = &self.insights {
            let before = SystemTime::now().duration_since(UNIX_EPOCH + *lifetime);
            let before = before.map_or(0, |since| since.as_secs().cast_signed());
            log("insights cannot be forgotten", insights.expire(before).await);
        }
        self.sessions.expire().await
    }
}

/// Tells of the damaged files that are set aside in the data folder.
fn tell_of_damage(library: &Library, data: &Path) {
    let found = aside::found(data);
    if found != library.unfiltered_progress().set_aside {
        library.update(|progress| progress.set_aside = found);
    }
}

fn log(what: &str, done: Result<(), StoreError>) {
    if let Err(error) = done {
        tracing::error!(cause = ?error.source(), "{what}: {error}");
    }
}

/// Tests whether `folder`, if it exists, is writable.
async fn probe(folder: &Path) -> io::Result<()> {
    let folder = folder.to_owned();
    let done = tokio::task::spawn_blocking(move || {
        if !folder.is_dir() {
            return Ok(());
        }
        tempfile::tempfile_in(folder)?.write_all(&PROBE)
    });
    done.await.map_err(io::Error::other).flatten()
}

/// Decides whether the clock can be trusted. A jump, as on a machine that boots without the time, would make everything
/// look expired.
struct ExpiryClock {
    /// System time and monotonic time of the last check.
    seen: (SystemTime, Instant),
    /// Time since the store was last used, as it reported at the last check.
    idle: Duration,
    /// Nothing is removed before this time.
    wait: Instant,
}

impl ExpiryClock {
    /// Does not trust the clock at first: a machine may set it only after its start.
    fn new(wall: SystemTime, watch: Instant) -> Self {
        Self { seen: (wall, watch), idle: Duration::ZERO, wait: watch + INTERVAL }
    }

    /// True if expired data may be removed. `idle` is the number of seconds since the store was last used, by its own
    /// clock.
    fn is_believed(
        &mut self,
        wall: SystemTime,
        watch: Instant,
        idle: &Result<Option<i64>, StoreError>,
    ) -> bool {
        let passed = watch.saturating_duration_since(self.seen.1);
        let expected = self.seen.0.checked_add(passed).unwrap_or(wall);
        let jump = wall.duration_since(expected).unwrap_or_else(|error| error.duration());
        self.seen = (wall, watch);
        // The store may have another clock.
        let idle = idle.as_ref().ok().copied().flatten();
        let idle = Duration::from_secs(idle.and_then(|idle| idle.try_into().ok()).unwrap_or(0));
        let unexplained = idle.saturating_sub(self.idle + passed);
        self.idle = idle;
        let jump = jump.max(unexplained);
        if jump > TOLERANCE {
            let hours = jump.as_secs() / 3600;
            tracing::warn!(
                hours,
                "the clock has jumped, or nothing was used for long: nothing is removed for a day"
            );
            self.wait = watch + TOLERANCE;
        }
        watch >= self.wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);
    const DAY: Duration = Duration::from_hours(24);

    /// A clock at its start, with its system time and monotonic time.
    fn started() -> (ExpiryClock, SystemTime, Instant) {
        let (wall, watch) = (UNIX_EPOCH + 20_000 * DAY, Instant::now());
        (ExpiryClock::new(wall, watch), wall, watch)
    }

    #[test]
    fn damaged_files_are_told_to_operators_until_they_are_moved_away() {
        let folder = tempfile::tempdir().unwrap();
        let catalog = footnote_search::index::MemoryCatalog::default();
        let library = Library::over(folder.path(), Arc::new(catalog));
        for names in
            [&[][..], &["sessions.damaged"], &["entries-2.damaged", "sessions.damaged"], &[]]
        {
            for entry in std::fs::read_dir(folder.path()).unwrap() {
                std::fs::remove_file(entry.unwrap().path()).unwrap();
            }
            for name in names {
                std::fs::write(folder.path().join(name), "").unwrap();
            }
            tell_of_damage(&library, folder.path());
            assert_eq!(library.unfiltered_progress().set_aside, names);
            let told = library.unfiltered_progress().notice().unwrap_or_default();
            assert!(names.iter().all(|name| told.contains(name)), "{told}");
            assert_eq!(told.is_empty(), names.is_empty());
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "as a store tells it")]
    fn used(before: Duration) -> Result<Option<i64>, StoreError> {
        Ok(Some(before.as_secs().cast_signed()))
    }

    #[tokio::test]
    async fn nothing_is_removed_at_the_start_and_after_an_hour_it_is() {
        let (mut clock, wall, watch) = started();
        assert!(!clock.is_believed(wall, watch, &used(HOUR)));
        assert!(clock.is_believed(wall + HOUR, watch + HOUR, &used(2 * HOUR)));
        assert!(clock.is_believed(wall + 30 * DAY, watch + 30 * DAY, &used(30 * DAY)));
    }

    #[tokio::test]
    async fn a_start_with_the_clock_ahead_removes_nothing_unless_it_stays_there_for_a_day() {
        let (mut clock, wall, watch) = started();
        assert!(!clock.is_believed(wall, watch, &used(400 * DAY)));
        assert!(!clock.is_believed(wall + 23 * HOUR, watch + 23 * HOUR, &used(HOUR)));
        assert!(clock.is_believed(wall + DAY, watch + DAY, &used(HOUR)));
    }

    #[tokio::test]
    async fn a_jump_of_the_clock_is_waited_out_and_so_is_the_way_back() {
        let (mut clock, wall, watch) = started();
        assert!(clock.is_believed(wall + HOUR, watch + HOUR, &Ok(None)));
        let ahead = wall + 400 * DAY;
        assert!(!clock.is_believed(ahead, watch + 2 * HOUR, &Ok(None)));
        assert!(!clock.is_believed(wall + 3 * HOUR, watch + 3 * HOUR, &Ok(None)), "it is set back");
        assert!(!clock.is_believed(wall + 26 * HOUR, watch + 26 * HOUR, &Ok(None)));
        assert!(clock.is_believed(wall + 27 * HOUR, watch + 27 * HOUR, &Ok(None)));
    }

    #[tokio::test]
    async fn a_jump_of_the_clock_of_a_database_is_waited_out() {
        let (mut clock, wall, watch) = started();
        assert!(clock.is_believed(wall + HOUR, watch + HOUR, &used(HOUR)));
        assert!(!clock.is_believed(wall + 2 * HOUR, watch + 2 * HOUR, &used(90 * DAY)));
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_is_found_out() {
        let folder = tempfile::tempdir().unwrap();
        probe(folder.path()).await.unwrap();
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is left");
        probe(&folder.path().join("none")).await.unwrap();
        assert!(probe(Path::new("/proc")).await.is_err());
    }
}
