//! The rows of documents and passages: inserted and removed within a transaction.

use std::collections::{BTreeMap, BTreeSet};

use footnote_documents::acl::Acl;
use footnote_documents::{Passage, Record, natural};
use footnote_retrieval::names::{self, document_key};
use footnote_retrieval::store::{FileKind, StoreError, VectorKey};
use footnote_text::analysis::Language;
use footnote_text::words;
use tokio_postgres::Client;
use uuid::Uuid;

use crate::Documents;
use crate::changes::Draft;
use crate::documents::{limited, storable};
use crate::error::failure;
use crate::parameters::{p, path_hash};
use crate::segment::{Segment, code, language_of};
use crate::snapshot::kind;

/// Number of documents whose passages are read at once to be removed.
const REMOVED_AT_ONCE: usize = 100;

/// Number of passages removed at once, and maximum number of removals that one segment counts.
const PASSAGES_AT_ONCE: i64 = 2_000;
const MAX_REMOVED: usize = 10_000;

/// Maximum length of a word of a name, in characters. Database indexes hold no long ones.
const MAX_WORD_LEN: usize = 200;

/// The documents at these paths and inside them.
const OF_PATHS: &str = "SELECT d.id FROM unnest($2::uuid[]) r (hash) \
    JOIN footnote.documents d ON d.analysis = $1 AND d.path_hash = r.hash \
    UNION SELECT d.id FROM unnest($3::text[]) r (path) JOIN LATERAL (\
        SELECT id FROM footnote.documents WHERE analysis = $1 \
        AND left(path, 500) >= left(r.path || '/', 500) AND left(path, 500) <= left(r.path || '0', 500) \
        AND path > r.path || '/' AND path < r.path || '0') d ON true";

impl Documents {
    /// Removes the documents at these paths, the documents inside them, and passages of documents that have no row yet.
    pub(crate) async fn remove_stored(
        &self,
        client: &Client,
        paths: &BTreeSet<String>,
        abandoned: Vec<i64>,
        segment: &mut Segment,
    ) -> Result<(), StoreError> {
        let mut ids = abandoned;
        if !paths.is_empty() {
            let hashes: Vec<Uuid> = paths.iter().map(|path| path_hash(path)).collect();
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let parameters = [p(&self.analysis), p(&hashes), p(&paths)];
            let found = client.query_typed(OF_PATHS, &parameters).await.map_err(failure)?;
            ids.extend(found.iter().map(|row| row.get::<_, i64>(0)));
        }
        for some in ids.chunks(REMOVED_AT_ONCE) {
            remove(client, some.to_vec(), segment).await?;
        }
        Ok(())
    }

    /// Inserts the unwritten passages of drafts.
    pub(crate) async fn insert_passages<'a>(
        &self,
        client: &Client,
        drafts: impl Iterator<Item = &'a mut Draft>,
        segment: &mut Segment,
    ) -> Result<(), StoreError> {
        let mut columns = PassageColumns::default();
        let mut acls: BTreeMap<Acl, i32> = BTreeMap::new();
        for draft in drafts {
            let document = match draft.id {
                Some(id) => id,
                None => next(client, "footnote.documents_id_seq", 1).await?.into_iter().sum(),
            };
            draft.id = Some(document);
            for (passage, language) in std::mem::take(&mut draft.passages) {
                let known = acls.get(&passage.acl).copied();
                let acl = match known {
                    Some(id) => id,
                    None => self.acl_id(client, &passage.acl).await?,
                };
                if known.is_none() {
                    acls.insert(passage.acl.clone(), acl);
                }
                columns.languages.push(code(language));
                columns.add(document, acl, &passage)?;
                columns.read.push((passage, language));
            }
        }
        columns.insert(client, segment).await
    }

    /// Inserts the rows of finished documents.
    pub(crate) async fn insert_documents(
        &self,
        client: &Client,
        finished: &BTreeMap<String, Draft>,
    ) -> Result<(), StoreError> {
        let (mut documents, mut words) = (DocumentColumns::default(), WordColumns::default());
        for draft in finished.values() {
            if let (Some(id), Some(record)) = (draft.id, &draft.record) {
                let acl = self.acl_id(client, &record.acl).await?;
                documents.add(id, acl, record)?;
                words.add(id, acl, record);
            }
        }
        documents.insert(client, self.analysis).await?;
        words.insert(client).await
    }
}

/// Removes documents with everything that belongs to them.
async fn remove(client: &Client, ids: Vec<i64>, segment: &mut Segment) -> Result<(), StoreError> {
    let passages = "DELETE FROM footnote.passages WHERE id IN (\
        SELECT id FROM footnote.passages WHERE document = ANY($1) LIMIT $2) RETURNING id, acl, language, passage";
    loop {
        let some = [p(&ids), p(&PASSAGES_AT_ONCE)];
        let gone = client.query_typed(passages, &some).await.map_err(failure)?;
        if gone.is_empty() {
            break;
        }
        for row in gone {
            let passage: Passage = serde_json::from_str(row.get(3))?;
            segment.remove(row.get(0), row.get(1), &passage, language_of(row.get(2)));
        }
        if segment.removals() >= MAX_REMOVED {
            std::mem::take(segment).write(client).await?;
        }
    }
    let words = "DELETE FROM footnote.name_words WHERE document = ANY($1)";
    client.execute_typed(words, &[p(&ids)]).await.map_err(failure)?;
    let documents = "WITH gone AS (\
        DELETE FROM footnote.documents WHERE id = ANY($1) RETURNING acl, kind) \
        INSERT INTO footnote.counts SELECT acl, kind, -count(*) FROM gone GROUP BY 1, 2";
    client.execute_typed(documents, &[p(&ids)]).await.map_err(failure)?;
    Ok(())
}

/// Returns the next numbers of a sequence.
async fn next(client: &Client, sequence: &str, count: usize) -> Result<Vec<i64>, StoreError> {
    let statement = "SELECT nextval($1::text::regclass) FROM generate_series(1, $2)";
    let rows = client.query_typed(statement, &[p(&sequence), p(&limited(count))]).await;
    Ok(rows.map_err(failure)?.iter().map(|row| row.get(0)).collect())
}

/// Passages as columns of one statement.
#[derive(Default)]
struct PassageColumns {
    documents: Vec<i64>,
    ordinals: Vec<i32>,
    pages: Vec<i32>,
    acls: Vec<i32>,
    keys: Vec<i64>,
    languages: Vec<i16>,
    categories: Vec<Option<String>>,
    embedded: Vec<Option<Uuid>>,
    passages: Vec<String>,
    read: Vec<(Passage, Language)>,
}

impl PassageColumns {
    fn add(&mut self, document: i64, acl: i32, passage: &Passage) -> Result<(), StoreError> {
        self.documents.push(document);
        self.ordinals.push(column(passage.ordinal));
        self.pages.push(passage.page.map_or(0, column));
        self.acls.push(acl);
        self.keys.push(document_key(&passage.path).cast_signed());
        self.categories.push(passage.category.as_deref().map(storable));
        let key = || Uuid::from_u128(VectorKey::of(passage).0);
        self.embedded.push((!passage.only_rows).then(key));
        self.passages.push(serde_json::to_string(passage)?);
        Ok(())
    }

    async fn insert(self, client: &Client, segment: &mut Segment) -> Result<(), StoreError> {
        if self.documents.is_empty() {
            return Ok(());
        }
        let ids = next(client, "footnote.passage_ids", self.documents.len()).await?;
        for ((id, acl), (passage, language)) in ids.iter().zip(&self.acls).zip(&self.read) {
            segment.add(*id, *acl, passage, *language);
        }
        let statement = "INSERT INTO footnote.passages \
            (id, document, ordinal, page, acl, key, language, category, embedded, passage) \
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::int[], $6::bigint[], \
                $7::smallint[], $8::text[], $9::uuid[], $10::text[])";
        let parameters = [
            p(&ids),
            p(&self.documents),
            p(&self.ordinals),
            p(&self.pages),
            p(&self.acls),
            p(&self.keys),
            p(&self.languages),
            p(&self.categories),
            p(&self.embedded),
            p(&self.passages),
        ];
        client.execute_typed(statement, &parameters).await.map_err(failure)?;
        Ok(())
    }
}

/// Documents as columns of one statement.
#[derive(Default)]
struct DocumentColumns {
    ids: Vec<i64>,
    acls: Vec<i32>,
    kinds: Vec<i16>,
    paths: Vec<String>,
    hashes: Vec<Uuid>,
    keys: Vec<i64>,
    folders: Vec<Option<String>>,
    name_keys: Vec<Vec<u8>>,
    titles: Vec<String>,
    letters: Vec<String>,
    sizes: Vec<i64>,
    modified: Vec<i64>,
    pages: Vec<i32>,
    records: Vec<String>,
}

impl DocumentColumns {
    fn add(&mut self, id: i64, acl: i32, record: &Record) -> Result<(), StoreError> {
        let title = storable(&record.title);
        self.ids.push(id);
        self.acls.push(acl);
        self.kinds.push(kind(kind_of(record)));
        self.hashes.push(path_hash(&record.path));
        self.keys.push(document_key(&record.path).cast_signed());
        self.folders.push(record.path.split_once('/').map(|(folder, _)| folder.to_owned()));
        self.name_keys.push(natural::key(&record.path));
        self.letters.push(format!("{}\n{}", record.path, title).to_lowercase());
        self.sizes.push(record.stamp.size.cast_signed());
        self.modified.push(record.stamp.modified);
        self.pages.push(column(record.pages()));
        self.paths.push(record.path.clone());
        self.titles.push(title);
        self.records.push(serde_json::to_string(record)?);
        Ok(())
    }

    async fn insert(self, client: &Client, analysis: i32) -> Result<(), StoreError> {
        if self.ids.is_empty() {
            return Ok(());
        }
        let statement = "WITH new AS (INSERT INTO footnote.documents \
            (id, analysis, acl, kind, path, path_hash, key, folder, name_key, title, letters, size, modified, \
                pages, record) \
            OVERRIDING SYSTEM VALUE SELECT r.id, $1, r.acl, r.kind, r.path, r.hash, r.key, r.folder, r.name_key, \
                r.title, r.letters, r.size, r.modified, r.pages, r.record \
            FROM unnest($2::bigint[], $3::int[], $4::smallint[], $5::text[], $6::uuid[], $7::bigint[], \
                $8::text[], $9::bytea[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::int[], \
                $15::text[]) r (id, acl, kind, path, hash, key, folder, name_key, title, letters, size, modified, \
                    pages, record) RETURNING acl, kind) \
            INSERT INTO footnote.counts SELECT acl, kind, count(*) FROM new GROUP BY 1, 2";
        let parameters = [
            p(&analysis),
            p(&self.ids),
            p(&self.acls),
            p(&self.kinds),
            p(&self.paths),
            p(&self.hashes),
            p(&self.keys),
            p(&self.folders),
            p(&self.name_keys),
            p(&self.titles),
            p(&self.letters),
            p(&self.sizes),
            p(&self.modified),
            p(&self.pages),
            p(&self.records),
        ];
        client.execute_typed(statement, &parameters).await.map_err(failure)?;
        Ok(())
    }
}

/// Words of names as columns of one statement.
#[derive(Default)]
struct WordColumns {
    kinds: Vec<i8>,
    acls: Vec<i32>,
    words: Vec<String>,
    documents: Vec<i64>,
}

impl WordColumns {
    fn add(&mut self, document: i64, acl: i32, record: &Record) {
        let name = format!("{} {}", record.path, record.title).to_lowercase();
        let small: BTreeSet<String> = words::words(&name).map(str::to_owned).collect();
        let stems = if record.is_ready() { names::words(record) } else { BTreeSet::new() };
        let small = small.into_iter().map(|word| (b'w', word));
        for (kind, word) in stems.into_iter().map(|word| (b'n', word)).chain(small) {
            self.kinds.push(kind.cast_signed());
            self.acls.push(acl);
            self.words.push(storable(&word).chars().take(MAX_WORD_LEN).collect());
            self.documents.push(document);
        }
    }

    async fn insert(self, client: &Client) -> Result<(), StoreError> {
        if self.words.is_empty() {
            return Ok(());
        }
        let statement = "INSERT INTO footnote.name_words (kind, acl, word, document) SELECT * FROM \
            unnest($1::\"char\"[], $2::int[], $3::text[], $4::bigint[])";
        let parameters = [p(&self.kinds), p(&self.acls), p(&self.words), p(&self.documents)];
        client.execute_typed(statement, &parameters).await.map_err(failure)?;
        Ok(())
    }
}

fn kind_of(record: &Record) -> FileKind {
    if record.is_ready() {
        FileKind::Ready
    } else if record.is_image() {
        FileKind::Image
    } else {
        FileKind::Failed
    }
}

/// Returns a number that fits a column of four bytes.
fn column(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
