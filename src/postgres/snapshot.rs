//! A machine's copy of the ACLs and counts of one version of the documents, which every question needs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use footnote_documents::acl::Acl;
use footnote_retrieval::store::{Access, Counts, FileKind, StoreError};
use tokio_postgres::Row;

use crate::Database;
use crate::parameters::p;

/// Time after which the database is asked for a newer version if no notification has arrived.
const FRESH: Duration = Duration::from_secs(1);

/// The documents of one analysis, as of one version.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    /// Version: the number of commits.
    pub(crate) version: u64,
    acls: HashMap<i32, Acl>,
    counts: Vec<(i32, i16, i64)>,
    statistics: Vec<Statistics>,
}

/// The counts of the passages with one ACL and language.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Statistics {
    acl: i32,
    /// The code of the language.
    pub(crate) language: i16,
    /// Number of passages that can be found.
    pub(crate) passages: i64,
    /// Numbers of terms in the fields text, words and hints.
    pub(crate) terms: [i64; 3],
}

impl Snapshot {
    /// Returns the ids of the ACLs that admit a reader.
    pub(crate) fn admitted(&self, access: Access<'_>) -> Vec<i32> {
        let admitted = self.acls.iter().filter(|(_, acl)| access.admits(acl));
        let mut ids: Vec<i32> = admitted.map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids
    }

    /// Returns the numbers of files with these ACLs.
    pub(crate) fn counts(&self, acls: &[i32]) -> Counts {
        let of = |wanted: FileKind| {
            let wanted = kind(wanted);
            let counts = self.counts.iter();
            let counts = counts.filter(|(acl, kind, _)| *kind == wanted && is_among(acls, *acl));
            counts.map(|(.., files)| usize::try_from(*files).unwrap_or_default()).sum()
        };
        let passages = self.statistics_of(acls).map(|counts| counts.passages);
        Counts {
            ready: of(FileKind::Ready),
            failed: of(FileKind::Failed),
            images: of(FileKind::Image),
            passages: usize::try_from(passages.sum::<i64>()).unwrap_or_default(),
        }
    }

    /// Returns the number of files that not everybody may read.
    pub(crate) fn restricted(&self) -> usize {
        let counts = self.counts(&self.closed());
        counts.all()
    }

    /// Returns true if there are passages that not everybody may read.
    pub(crate) fn is_restricted(&self) -> bool {
        self.statistics_of(&self.closed()).any(|counts| counts.passages > 0)
    }

    /// Returns the ids of the ACLs that do not admit everybody.
    fn closed(&self) -> Vec<i32> {
        let closed = self.acls.iter().filter(|(_, acl)| !acl.is_public());
        let mut ids: Vec<i32> = closed.map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids
    }

    /// Returns the counts of passages with these ACLs.
    pub(crate) fn statistics_of<'a>(
        &'a self,
        acls: &'a [i32],
    ) -> impl Iterator<Item = &'a Statistics> {
        self.statistics.iter().filter(|counts| is_among(acls, counts.acl))
    }

    /// Returns the id of an ACL, if the snapshot has it.
    pub(crate) fn id_of(&self, acl: &Acl) -> Option<i32> {
        self.acls.iter().find(|(_, known)| *known == acl).map(|(id, _)| *id)
    }
}

/// Returns the number of a kind in the database.
pub(crate) fn kind(kind: FileKind) -> i16 {
    match kind {
        FileKind::Ready => 0,
        FileKind::Failed => 1,
        FileKind::Image => 2,
    }
}

/// Returns true if the sorted `acls` contain this one.
fn is_among(acls: &[i32], acl: i32) -> bool {
    acls.binary_search(&acl).is_ok()
}

/// The newest snapshot, read again when there is a newer version.
#[derive(Debug)]
pub(crate) struct Snapshots {
    database: Database,
    analysis: i32,
    newest: Mutex<Option<(Arc<Snapshot>, Instant)>>,
}

impl Snapshots {
    /// Returns the analysis whose documents it covers.
    pub(crate) fn of(database: Database, analysis: i32) -> Self {
        Self { database, analysis, newest: Mutex::default() }
    }

    /// Returns the version of the last snapshot read; 0 before the first.
    pub(crate) fn version(&self) -> u64 {
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.as_ref().map_or(0, |(snapshot, _)| snapshot.version)
    }

    /// Returns the id of an ACL, if the last snapshot read has it. Ids are never reused.
    pub(crate) fn id_of(&self, acl: &Acl) -> Option<i32> {
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.as_ref().and_then(|(snapshot, _)| snapshot.id_of(acl))
    }

    /// Forces a check for a newer version on the next use.
    pub(crate) fn invalidate(&self) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let long_ago = Instant::now().checked_sub(2 * FRESH);
        if let (Some((_, asked)), Some(long_ago)) = (newest.as_mut(), long_ago) {
            *asked = long_ago;
        }
    }

    /// Returns a snapshot that is at most a second old.
    pub(crate) async fn newest(&self) -> Result<Arc<Snapshot>, StoreError> {
        let known = self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((snapshot, asked)) = &known
            && asked.elapsed() < FRESH
        {
            return Ok(Arc::clone(snapshot));
        }
        let asked = Instant::now();
        let version = self.current_version().await?;
        let same = known.map(|(snapshot, _)| snapshot).filter(|one| one.version == version);
        let newest = match same {
            Some(snapshot) => snapshot,
            None => Arc::new(self.read(version).await?),
        };
        let entry = Some((Arc::clone(&newest), asked));
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = entry;
        Ok(newest)
    }

    async fn current_version(&self) -> Result<u64, StoreError> {
        let statement = "SELECT version FROM footnote.catalogs WHERE analysis = $1";
        let row = self.database.row(statement, &[p(&self.analysis)]).await?;
        Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
    }

    /// Reads the current state, as of `version` or later.
    async fn read(&self, version: u64) -> Result<Snapshot, StoreError> {
        let analysis = [p(&self.analysis)];
        let acls = "SELECT id, acl FROM footnote.acls WHERE analysis = $1";
        let counts = "SELECT c.acl, c.kind, sum(c.files)::bigint FROM footnote.counts c \
            JOIN footnote.acls a ON a.id = c.acl AND a.analysis = $1 GROUP BY 1, 2";
        let statistics = "SELECT s.acl, s.language, sum(s.passages)::bigint, sum(s.text)::bigint, \
            sum(s.words)::bigint, sum(s.hints)::bigint \
            FROM footnote.segments s JOIN footnote.acls a ON a.id = s.acl AND a.analysis = $1 GROUP BY 1, 2";
        let (acls, counts, statistics) = futures_util::try_join!(
            self.database.rows(acls, &analysis),
            self.database.rows(counts, &analysis),
            self.database.rows(statistics, &analysis),
        )?;
        let acl = |row: Row| Ok((row.get(0), serde_json::from_str(row.get(1))?));
        Ok(Snapshot {
            version,
            acls: acls.into_iter().map(acl).collect::<Result<_, StoreError>>()?,
            counts: counts.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
            statistics: statistics.iter().map(counted).collect(),
        })
    }
}

fn counted(row: &Row) -> Statistics {
    Statistics {
        acl: row.get(0),
        language: row.get(1),
        passages: row.get(2),
        terms: [row.get(3), row.get(4), row.get(5)],
    }
}
