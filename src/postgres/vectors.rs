//! The vectors of one model in tables of pgvector, in half precision, compared by cosine.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use footnote_documents::Passage;
use footnote_retrieval::store::search::Query;
use footnote_retrieval::store::{
    Access, AwaitingPassages, EmbeddingPlace, NearPassage, StoreError, StoreFuture, VectorKey,
    VectorSearch,
};
use tokio_postgres::Row;
use uuid::Uuid;

use crate::Documents;
use crate::documents::{limited, passage, storable};
use crate::parameters::p;
use crate::pgvector::{LONG, has_extension, make, model, written};

/// Number of passages below which all vectors are compared, which takes some 20 ms. A graph search takes 12 ms among
/// 100,000 passages (`docs/scale.md`).
const MIN_FOR_GRAPH: usize = 10_000;

/// Share of all passages below which a reader's passages are compared one by one: the graph would mostly lead to
/// passages of others.
const MIN_SHARE_FOR_GRAPH: f64 = 0.05;

/// Maximum number of documents checked at once for passages without vectors.
const DOCUMENTS_AT_ONCE: i64 = 500;

/// Settings of a graph search: it goes on until enough neighbours pass the filters.
const WALK: &str = "SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = 100; \
    SET LOCAL hnsw.max_scan_tuples = 100000";

/// Maximum number of orphaned vectors deleted at once.
const ORPHANS_AT_ONCE: i64 = 5_000;

/// Orphaned vectors are deleted once they are a fifth of all.
const ORPHANS_DIVISOR: usize = 5;

/// The vectors of one model for the passages in a database.
#[derive(Debug)]
pub struct PostgresVectors {
    documents: Documents,
    /// The number of the model, by which its tables are named.
    model: i32,
    /// The length of its vectors; 0 until there are any.
    dimensions: AtomicUsize,
    ready: AtomicUsize,
    all: AtomicUsize,
    /// The last version whose vectors were joined with passages.
    joined: AtomicU64,
    has_graph: AtomicBool,
    /// Minimum number of passages for a graph.
    pub(crate) least_for_graph: usize,
}

impl PostgresVectors {
    /// Opens the vectors of the model with this fingerprint; `None` if the database has no pgvector.
    ///
    /// # Errors
    ///
    /// Fails if the database cannot be reached.
    pub async fn open(documents: Documents, mark: &str) -> Result<Option<Self>, StoreError> {
        if !has_extension(&documents).await? {
            return Ok(None);
        }
        let (model, dimensions) = model(&documents, mark).await?;
        let vectors = Self {
            documents,
            model,
            dimensions: AtomicUsize::new(dimensions),
            ready: AtomicUsize::default(),
            all: AtomicUsize::default(),
            joined: AtomicU64::new(u64::MAX),
            has_graph: AtomicBool::default(),
            least_for_graph: MIN_FOR_GRAPH,
        };
        vectors.make_tables().await?;
        Ok(Some(vectors))
    }

    /// Returns a statement over the tables of this model.
    fn statement(&self, text: &str) -> String {
        text.replace("$vectors", &format!("footnote.vectors_{}", self.model))
    }

    async fn make_tables(&self) -> Result<(), StoreError> {
        let tables = self.statement(
            "CREATE TABLE IF NOT EXISTS $vectors (key uuid PRIMARY KEY, embedding halfvec)",
        );
        make(&self.documents, &tables).await
    }

    /// Counts the vectors and returns their number.
    async fn count(&self) -> Result<usize, StoreError> {
        let snapshot = self.documents.snapshot().await?;
        let acls = snapshot.admitted(Access::Full);
        let counts = self.statement(
            "SELECT count(*) FILTER (WHERE v.key IS NULL OR v.embedding IS NOT NULL), count(v.embedding), \
                (SELECT count(*) FROM $vectors) \
             FROM footnote.passages p LEFT JOIN $vectors v ON v.key = p.embedded \
             WHERE p.acl = ANY($1) AND p.embedded IS NOT NULL",
        );
        let rows = self.documents.database.rows_under(LONG, &counts, &[p(&acls)]).await?;
        let row = rows.first();
        let count = |place| row.as_ref().map_or(0, |row| row.get::<_, i64>(place));
        let [all, ready, stored] =
            [0, 1, 2].map(|at| usize::try_from(count(at)).unwrap_or_default());
        self.all.store(all, Ordering::Relaxed);
        self.ready.store(ready, Ordering::Relaxed);
        self.joined.store(snapshot.version, Ordering::Relaxed);
        Ok(stored)
    }

    /// Counts the vectors, deletes orphaned ones, and builds the graph once it is worthwhile.
    async fn join(&self) -> Result<(), StoreError> {
        let stored = self.count().await?;
        let all = self.all.load(Ordering::Relaxed);
        if stored > all + all / ORPHANS_DIVISOR {
            self.drop_orphans().await?;
        }
        self.look_for_graph(stored).await
    }

    async fn drop_orphans(&self) -> Result<(), StoreError> {
        let drop = self.statement(
            "WITH gone AS (DELETE FROM $vectors WHERE key IN (SELECT o.key FROM $vectors o WHERE NOT EXISTS (\
                SELECT FROM footnote.passages p WHERE p.embedded = o.key) LIMIT $1) RETURNING 1) \
            SELECT count(*) FROM gone",
        );
        loop {
            let limit = [p(&ORPHANS_AT_ONCE)];
            let rows = self.documents.database.rows_under(LONG, &drop, &limit).await?;
            if rows.first().is_none_or(|row| row.get::<_, i64>(0) == 0) {
                return Ok(());
            }
        }
    }

    /// Builds the graph once there are enough vectors.
    async fn look_for_graph(&self, stored: usize) -> Result<(), StoreError> {
        if stored < self.least_for_graph || self.has_graph.load(Ordering::Relaxed) {
            return Ok(());
        }
        // Another machine may have stored the first vector.
        let mark = "SELECT coalesce(dimensions, 0) FROM footnote.models WHERE id = $1";
        let kept = self.documents.database.row(mark, &[p(&self.model)]).await?;
        let kept = kept.map_or(0, |row| row.get::<_, i32>(0));
        let Some(dimensions) = usize::try_from(kept).ok().filter(|dimensions| *dimensions > 0)
        else {
            return Ok(());
        };
        self.dimensions.store(dimensions, Ordering::Relaxed);
        let graph = format!(
            "SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '512MB'; \
             CREATE INDEX IF NOT EXISTS vectors_{0}_graph ON footnote.vectors_{0} \
                USING hnsw ((embedding::halfvec({dimensions})) halfvec_cosine_ops)",
            self.model
        );
        make(&self.documents, &graph).await?;
        self.has_graph.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the common length of all vectors.
    fn check(&self, given: usize) -> Result<usize, StoreError> {
        let kept = self.dimensions.load(Ordering::Relaxed);
        if kept == 0 || kept == given {
            return Ok(given);
        }
        Err(StoreError::Mismatch(format!(
            "the embedding model gives {given} numbers, but its vectors in the database have {kept}: it is not the \
             model that made them; set it back, or give it another name"
        )))
    }

    /// Records the length of the first vector.
    async fn note_dimensions(&self, given: usize) -> Result<(), StoreError> {
        if self.dimensions.load(Ordering::Relaxed) == given {
            return Ok(());
        }
        let note = "UPDATE footnote.models SET dimensions = coalesce(dimensions, $2) WHERE id = $1 \
            RETURNING dimensions";
        let length = i32::try_from(given).unwrap_or(i32::MAX);
        let noted = self.documents.database.row(note, &[p(&self.model), p(&length)]).await?;
        let kept = noted.map_or(length, |row| row.get(0));
        self.dimensions.store(usize::try_from(kept).unwrap_or_default(), Ordering::Relaxed);
        self.check(given).map(drop)
    }

    /// Returns true if the passages with these ACLs should be compared one by one.
    fn is_exact(&self, seen: i64, query: &Query) -> bool {
        let is_filtered = query.include_category.as_ref().is_some_and(|name| !name.is_empty());
        let all = self.all.load(Ordering::Relaxed);
        let seen = usize::try_from(seen).unwrap_or_default();
        let seen = query.scope.as_ref().map_or(seen, |scope| scope.counts().passages.min(seen));
        let share = seen as f64 / (all as f64).max(1.0);
        is_filtered || seen < self.least_for_graph || share < MIN_SHARE_FOR_GRAPH
    }

    async fn near(
        &self,
        question: &[f32],
        limit: usize,
        query: &Query,
    ) -> Result<Vec<NearPassage>, StoreError> {
        let dimensions = self.check(question.len())?;
        let snapshot = self.documents.snapshot().await?;
        let acls = snapshot.admitted(Access::Of(&query.reader));
        let seen = snapshot.statistics_of(&acls).map(|counts| counts.passages).sum();
        // Not a join, which would lose the order of the graph search.
        let scoped = match query.scope {
            Some(_) => " AND (p.key IN (SELECT unnest($6::bigint[]))) IS TRUE",
            None => "",
        };
        let joined = format!(
            "$vectors v JOIN footnote.passages p ON p.embedded = v.key AND p.acl = ANY($2) \
            AND ($3::text IS NULL OR p.category = $3) AND ($4::text IS NULL OR p.category IS DISTINCT FROM $4) \
            WHERE v.embedding IS NOT NULL{scoped}"
        );
        let distance = format!("(v.embedding::halfvec({dimensions}) <=> $1::text::halfvec)");
        // Ordering by a sum prevents the use of the graph.
        let order = if self.is_exact(seen, query) { " + 0" } else { "" };
        let nearest = format!(
            "SELECT v.key, p.document, p.ordinal, {distance}{order} AS distance FROM {joined} ORDER BY 4 LIMIT $5"
        );
        let statement = self.statement(&format!(
            "SELECT n.key, d.path, n.ordinal, n.distance FROM ({nearest}) n \
            JOIN footnote.documents d ON d.id = n.document ORDER BY n.distance"
        ));
        let named =
            |name: &Option<String>| name.as_deref().filter(|name| !name.is_empty()).map(storable);
        let (include, exclude) = (named(&query.include_category), named(&query.exclude_category));
        let (question, limit) = (written(question), limited(limit));
        let keys = query.scope.as_ref().map(|scope| scope.keys().map(u64::cast_signed).collect());
        let keys: Option<Vec<i64>> = keys;
        let mut parameters = vec![p(&question), p(&acls), p(&include), p(&exclude), p(&limit)];
        parameters.extend(keys.as_ref().map(p));
        let rows = self.documents.database.rows_under(WALK, &statement, &parameters).await?;
        Ok(rows.iter().map(near_passage).collect())
    }

    /// Returns the passages without vectors of the next documents behind a place, the newest first, each text once.
    async fn next(
        &self,
        after: Option<EmbeddingPlace>,
        least: usize,
    ) -> Result<AwaitingPassages, StoreError> {
        let acls = self.documents.admitted(Access::Full).await?;
        let (mut found, mut known): (Vec<Passage>, HashSet<VectorKey>) = <_>::default();
        let statement = self.statement(&format!(
            "SELECT p.passage, d.path, d.modified FROM (SELECT id, path, modified FROM footnote.documents o \
                WHERE o.analysis = $1 AND o.kind = 0 \
                AND ($3::text IS NULL OR o.modified <= $2 AND (o.modified, o.path) < ($2, $3)) \
                AND EXISTS (SELECT FROM footnote.passages p WHERE p.document = o.id AND {LACKS_VECTOR}) \
                ORDER BY o.modified DESC, o.path DESC LIMIT $5) d \
            JOIN footnote.passages p ON p.document = d.id AND p.acl = ANY($4) WHERE {LACKS_VECTOR} \
            ORDER BY d.modified DESC, d.path DESC, p.ordinal"
        ));
        let (modified, path) = after.map_or((0, None), |after| (after.modified, Some(after.path)));
        let documents = limited(least).min(DOCUMENTS_AT_ONCE);
        let parameters =
            [p(&self.documents.analysis), p(&modified), p(&path), p(&acls), p(&documents)];
        let rows = self.documents.database.rows_under(LONG, &statement, &parameters).await?;
        let mut end: Option<EmbeddingPlace> = None;
        for row in &rows {
            let place = EmbeddingPlace { path: row.get(1), modified: row.get(2) };
            if found.len() >= least && end.as_ref().is_some_and(|end| *end != place) {
                break;
            }
            end = Some(place);
            let one = passage(row)?;
            if known.insert(VectorKey::of(&one)) {
                found.push(one);
            }
        }
        Ok((found, end))
    }
}

/// The condition for passages that get a vector and have none yet.
const LACKS_VECTOR: &str =
    "p.embedded IS NOT NULL AND NOT EXISTS (SELECT FROM $vectors v WHERE v.key = p.embedded)";

impl VectorSearch for PostgresVectors {
    fn counts(&self) -> (usize, usize) {
        (self.ready.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    fn nearest<'a>(
        &'a self,
        question: &'a [f32],
        limit: usize,
        query: &'a Query,
    ) -> StoreFuture<'a, Vec<NearPassage>> {
        Box::pin(self.near(question, limit, query))
    }

    fn refresh(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.join())
    }

    fn recount(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.count().await.map(drop) })
    }

    fn is_fresh(&self) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let version = self.documents.snapshot().await?.version;
            Ok(version == self.joined.load(Ordering::Relaxed))
        })
    }

    fn awaiting(
        &self,
        after: Option<EmbeddingPlace>,
        least: usize,
    ) -> StoreFuture<'_, AwaitingPassages> {
        Box::pin(self.next(after, least))
    }

    fn put(&self, vectors: Vec<(VectorKey, Vec<f32>)>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            for (_, vector) in &vectors {
                self.check(vector.len())?;
                self.note_dimensions(vector.len()).await?;
            }
            let keys: Vec<Uuid> = vectors.iter().map(|(key, _)| Uuid::from_u128(key.0)).collect();
            let texts: Vec<String> = vectors.iter().map(|(_, vector)| written(vector)).collect();
            let statement = self.statement(
                "INSERT INTO $vectors SELECT k, e::halfvec FROM unnest($1::uuid[], $2::text[]) r (k, e) \
                ORDER BY k ON CONFLICT (key) DO NOTHING",
            );
            let parameters = [p(&keys), p(&texts)];
            let added = self.documents.database.execute(&statement, &parameters).await?;
            self.ready.fetch_add(usize::try_from(added).unwrap_or_default(), Ordering::Relaxed);
            Ok(())
        })
    }

    fn give_up(&self, passages: Vec<VectorKey>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let keys: Vec<Uuid> = passages.iter().map(|key| Uuid::from_u128(key.0)).collect();
            let statement = self.statement(
                "INSERT INTO $vectors SELECT unnest($1::uuid[]), NULL ON CONFLICT DO NOTHING",
            );
            self.documents.database.execute(&statement, &[p(&keys)]).await.map(drop)
        })
    }
}

fn near_passage(row: &Row) -> NearPassage {
    NearPassage {
        key: VectorKey(row.get::<_, Uuid>(0).as_u128()),
        path: row.get(1),
        ordinal: u32::try_from(row.get::<_, i32>(2)).unwrap_or_default(),
        #[expect(clippy::cast_possible_truncation, reason = "a cosine needs no more")]
        score: (1.0 - row.get::<_, f64>(3)) as f32,
    }
}
