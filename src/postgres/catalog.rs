//! The catalog of files in the database.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use footnote_documents::{Record, natural};
use footnote_protocol::Order;
use footnote_retrieval::names::MAX_NAMED;
use footnote_retrieval::store::{
    Access, Catalog, Counts, FolderPage, RecordPage, Selection, StoreError, StoreFuture,
};
use tokio_postgres::Row;
use uuid::Uuid;

use crate::Documents;
use crate::documents::{limited, storable};
use crate::parameters::{p, path_hash};
use crate::snapshot::kind;

impl Catalog for Documents {
    fn version(&self) -> u64 {
        self.snapshots.version()
    }

    fn record<'a>(
        &'a self,
        path: &'a str,
        access: Access<'a>,
    ) -> StoreFuture<'a, Option<Arc<Record>>> {
        Box::pin(async move {
            let acls = self.admitted(access).await?;
            let statement = "SELECT record FROM footnote.documents \
                WHERE analysis = $1 AND path_hash = $2 AND acl = ANY($3)";
            let hash = path_hash(path);
            let parameters = [p(&self.analysis), p(&hash), p(&acls)];
            self.database.row(statement, &parameters).await?.map(|row| record(&row)).transpose()
        })
    }

    fn enclosed<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        // In byte order, "0" follows "/".
        Box::pin(self.between(format!("{path}/"), Some(format!("{path}0")), limit, access))
    }

    fn after<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        Box::pin(self.between(path.to_owned(), None, limit, access))
    }

    fn below<'a>(
        &'a self,
        paths: &'a [String],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        if paths.is_empty() {
            return self.after("", usize::MAX, access);
        }
        Box::pin(async move {
            let acls = self.admitted(access).await?;
            let hashes: Vec<Uuid> = paths.iter().map(|path| path_hash(path)).collect();
            let folders: Vec<String> = paths.iter().map(|path| storable(path)).collect();
            let parameters = [p(&self.analysis), p(&acls), p(&hashes), p(&folders)];
            let rows = self.database.rows(BELOW, &parameters).await?;
            rows.iter().map(record).collect()
        })
    }

    fn folder<'a>(
        &'a self,
        path: &'a str,
        piece: (usize, usize),
        access: Access<'a>,
    ) -> StoreFuture<'a, FolderPage> {
        Box::pin(self.folder_page(path, piece, access))
    }

    fn endings<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Vec<(String, usize)>> {
        Box::pin(async move {
            let acls = self.admitted(access).await?;
            let statement = "SELECT lower(substring(path FROM '\\.([^./]*)$')), count(*) \
                FROM footnote.documents WHERE analysis = $1 AND kind = 0 AND acl = ANY($2) GROUP BY 1";
            let rows = self.database.rows(statement, &[p(&self.analysis), p(&acls)]).await?;
            let ending = |row: &Row| Some((row.get::<_, Option<String>>(0)?, counted(row, 1)));
            Ok(rows.iter().filter_map(ending).collect())
        })
    }

    fn list<'a>(
        &'a self,
        selection: Selection<'a>,
        access: Access<'a>,
    ) -> StoreFuture<'a, RecordPage> {
        Box::pin(self.listed(selection, access))
    }

    fn counts<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Counts> {
        Box::pin(async move {
            let snapshot = self.snapshot().await?;
            Ok(snapshot.counts(&snapshot.admitted(access)))
        })
    }

    fn restricted(&self) -> StoreFuture<'_, usize> {
        Box::pin(async move { Ok(self.snapshot().await?.restricted()) })
    }

    fn titled<'a>(
        &'a self,
        titles: &'a [&'a str],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<u32>> {
        Box::pin(async move {
            let acls = self.admitted(access).await?;
            let asked: Vec<String> = titles.iter().map(|title| storable(title)).collect();
            let statement = "SELECT (SELECT count(*) FROM footnote.documents d WHERE d.title = t.title \
                AND left(d.title, 300) = left(t.title, 300) AND d.title <> '' AND d.acl = ANY($2)) \
                FROM unnest($1) WITH ORDINALITY t (title, place) ORDER BY t.place";
            let rows = self.database.rows(statement, &[p(&asked), p(&acls)]).await?;
            let count = |row: &Row| u32::try_from(row.get::<_, i64>(0)).unwrap_or(u32::MAX);
            Ok(rows.iter().map(count).collect())
        })
    }

    fn named<'a>(
        &'a self,
        stems: &'a BTreeSet<String>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        Box::pin(async move {
            let acls = self.admitted(access).await?;
            let asked: Vec<String> = stems.iter().map(|stem| storable(stem)).collect();
            let (most, all) = (limited(MAX_NAMED), limited(asked.len()));
            let parameters = [p(&asked), p(&acls), p(&most), p(&all)];
            let rows = self.database.rows(NAMED, &parameters).await?;
            rows.iter().map(record).collect()
        })
    }
}

/// The files at some paths and below them. In byte order, "0" follows "/".
const BELOW: &str = "SELECT record FROM footnote.documents \
    WHERE analysis = $1 AND acl = ANY($2) AND path_hash = ANY($3) \
    UNION ALL SELECT d.record FROM unnest($4::text[]) f (path) JOIN footnote.documents d \
    ON d.analysis = $1 AND d.acl = ANY($2) AND left(d.path, 500) >= left(f.path || '/', 500) \
    AND left(d.path, 500) <= left(f.path || '0', 500) AND d.path > f.path || '/' AND d.path < f.path || '0'";

/// The documents whose names contain all of the stems, if the rarest stem is in few names.
const NAMED: &str = "WITH rarest AS (\
    SELECT s.word, (SELECT count(*) FROM footnote.name_words n WHERE n.kind = 'n' AND n.word = s.word \
        AND n.acl = ANY($2)) AS frequency FROM unnest($1) s (word) ORDER BY 2, 1 LIMIT 1) \
    SELECT d.record FROM rarest r \
    JOIN footnote.name_words n ON n.kind = 'n' AND n.word = r.word AND n.acl = ANY($2) \
    JOIN footnote.documents d ON d.id = n.document \
    WHERE r.frequency <= $3 AND (SELECT count(DISTINCT o.word) FROM footnote.name_words o \
        WHERE o.document = n.document AND o.kind = 'n' AND o.word = ANY($1)) = $4 ORDER BY d.key";

impl Documents {
    /// Returns the records of the first files whose paths lie between these two, or after the first.
    async fn between(
        &self,
        after: String,
        before: Option<String>,
        limit: usize,
        access: Access<'_>,
    ) -> Result<Vec<Arc<Record>>, StoreError> {
        let acls = self.admitted(access).await?;
        let statement = "SELECT record FROM footnote.documents WHERE analysis = $1 AND acl = ANY($2) \
            AND left(path, 500) >= left($3, 500) AND path > $3 \
            AND ($4::text IS NULL OR left(path, 500) <= left($4, 500) AND path < $4) \
            ORDER BY left(path, 500), path LIMIT $5";
        let limit = limited(limit);
        let parameters = [p(&self.analysis), p(&acls), p(&after), p(&before), p(&limit)];
        let rows = self.database.rows(statement, &parameters).await?;
        rows.iter().map(record).collect()
    }

    /// Returns the folders and documents of one folder.
    async fn folder_page(
        &self,
        path: &str,
        (offset, limit): (usize, usize),
        access: Access<'_>,
    ) -> Result<FolderPage, StoreError> {
        let acls = self.admitted(access).await?;
        let (prefix, behind) = bounds(path);
        let below = format!(
            "FROM footnote.documents WHERE analysis = $1 AND kind = 0 AND acl = ANY($2) AND {}",
            between("$3", "$4")
        );
        let rest = "substr(path, length($3) + 1)";
        let chosen = [p(&self.analysis), p(&acls), p(&prefix), p(&behind)];
        let folders = format!(
            "SELECT split_part({rest}, '/', 1), count(*) {below} AND position('/' IN {rest}) > 0 GROUP BY 1"
        );
        let files = format!(
            "SELECT record {below} AND position('/' IN {rest}) = 0 \
            ORDER BY substring(name_key, 1, 1000), path OFFSET $5 LIMIT $6"
        );
        let fitting = format!("SELECT count(*) {below} AND position('/' IN {rest}) = 0");
        let (offset, limit) = (limited(offset), limited(limit));
        let [analysis, of_acls, from, to] = chosen.clone();
        let piece = [analysis, of_acls, from, to, p(&offset), p(&limit)];
        let (folders, files, fitting) = futures_util::try_join!(
            self.database.rows(&folders, &chosen),
            self.database.rows(&files, &piece),
            self.database.row(&fitting, &chosen),
        )?;
        Ok(FolderPage {
            folders: self.without_files(&prefix, &folders).await?,
            files: files.iter().map(record).collect::<Result<_, _>>()?,
            fitting: fitting.as_ref().map_or(0, |row| counted(row, 0)),
        })
    }

    /// Returns the names and file counts of folders, without files that enclose others.
    async fn without_files(
        &self,
        prefix: &str,
        folders: &[Row],
    ) -> Result<Vec<(String, usize)>, StoreError> {
        let names = folders.iter().map(|row| (row.get::<_, String>(0), counted(row, 1)));
        let mut folders: Vec<(String, usize)> = names.collect();
        let hashes = folders.iter().map(|(name, _)| path_hash(&format!("{prefix}{name}")));
        let hashes: Vec<Uuid> = hashes.collect();
        let statement =
            "SELECT path FROM footnote.documents WHERE analysis = $1 AND path_hash = ANY($2)";
        let files = self.database.rows(statement, &[p(&self.analysis), p(&hashes)]).await?;
        let files: HashSet<String> = files.iter().map(|row| row.get(0)).collect();
        folders.retain(|(name, _)| !files.contains(&format!("{prefix}{name}")));
        folders.sort_by(|(one, _), (other, _)| natural::names(one, other));
        Ok(folders)
    }

    async fn listed(
        &self,
        selection: Selection<'_>,
        access: Access<'_>,
    ) -> Result<RecordPage, StoreError> {
        let snapshot = self.snapshot().await?;
        let acls = snapshot.admitted(access);
        let (kind, letters) =
            (kind(selection.kind), storable(&selection.named.trim().to_lowercase()));
        let fits = format!(
            "FROM footnote.documents WHERE analysis = $1 AND kind = $2 AND acl = ANY($3) \
            AND ($4 = '' OR position($4 IN letters) > 0) AND {}",
            between("$5", "$6")
        );
        let (prefix, behind) = bounds(selection.folder);
        let first = match selection.order {
            Order::Name => "",
            Order::Changed => "modified DESC, ",
            Order::Size => "size DESC, ",
            Order::Pages => "pages DESC, ",
        };
        let statement = format!(
            "SELECT record {fits} ORDER BY {first}substring(name_key, 1, 1000), path OFFSET $7 LIMIT $8"
        );
        let (offset, limit) = (limited(selection.offset), limited(selection.limit));
        let chosen = [p(&self.analysis), p(&kind), p(&acls), p(&letters), p(&prefix), p(&behind)];
        let mut piece = chosen.to_vec();
        piece.extend([p(&offset), p(&limit)]);
        let rows = self.database.rows(&statement, &piece).await?;
        let fitting = if letters.is_empty() && prefix.is_empty() {
            snapshot.counts(&acls).of(selection.kind)
        } else {
            let row = self.database.row(&format!("SELECT count(*) {fits}"), &chosen).await?;
            row.map_or(0, |row| counted(&row, 0))
        };
        Ok(RecordPage { files: rows.iter().map(record).collect::<Result<_, _>>()?, fitting })
    }
}

/// Returns the bounds of the paths in a folder; both are empty for the root. In byte order, "0" follows "/".
fn bounds(folder: &str) -> (String, String) {
    match storable(folder).as_str() {
        "" => Default::default(),
        folder => (format!("{folder}/"), format!("{folder}0")),
    }
}

/// Returns the condition that a path lies between two parameters; empty parameters include every path.
fn between(from: &str, to: &str) -> String {
    format!(
        "({to} = '' OR left(path, 500) >= left({from}, 500) AND path > {from} \
        AND left(path, 500) <= left({to}, 500) AND path < {to})"
    )
}

/// Returns the count in a column of a row.
fn counted(row: &Row, column: usize) -> usize {
    usize::try_from(row.get::<_, i64>(column)).unwrap_or_default()
}

fn record(row: &Row) -> Result<Arc<Record>, StoreError> {
    Ok(Arc::new(serde_json::from_str(row.get(0))?))
}
