//! A segment that is being written: the postings of its passages and their counts.

use std::collections::HashMap;

use footnote_documents::Passage;
use footnote_retrieval::keyword::{Field, PassageTerms};
use footnote_retrieval::store::StoreError;
use footnote_text::analysis::Language;
use tokio_postgres::Client;

use crate::error::failure;
use crate::parameters::p;
use crate::postings::{Posting, encoded};

/// Maximum number of lists, and of their bytes, sent with one statement.
const MAX_LISTS: usize = 50_000;
const MAX_BYTES: usize = 4_000_000;

/// Returns the name of a field in the database.
pub(crate) fn field_name(field: Field) -> i8 {
    (match field {
        Field::Text => b't',
        Field::Words => b'w',
        Field::Hints => b'h',
    })
    .cast_signed()
}

/// The fields, in the order of their term counts.
const FIELDS: [Field; 3] = [Field::Text, Field::Words, Field::Hints];

/// A segment not written yet.
#[derive(Debug, Default)]
pub(crate) struct Segment {
    postings: HashMap<(Field, i32, String), (i32, Vec<Posting>)>,
    counts: HashMap<(i32, i16), [i64; 4]>,
    removed: Vec<i64>,
}

impl Segment {
    /// Adds a passage with this id and ACL.
    pub(crate) fn add(&mut self, id: i64, acl: i32, passage: &Passage, language: Language) {
        let terms = fields(passage, language);
        self.count(acl, language, &terms, 1);
        for (field, terms) in FIELDS.into_iter().zip(terms) {
            let length = u32::try_from(terms.len()).unwrap_or(u32::MAX);
            for (term, times) in times(terms) {
                let (frequency, postings) = self.postings.entry((field, acl, term)).or_default();
                *frequency += 1;
                postings.push(Posting { passage: id, times, length });
            }
        }
    }

    /// Counts a removed passage: each of its terms is in one passage less.
    pub(crate) fn remove(&mut self, id: i64, acl: i32, passage: &Passage, language: Language) {
        self.removed.push(id);
        let terms = fields(passage, language);
        self.count(acl, language, &terms, -1);
        for (field, terms) in FIELDS.into_iter().zip(terms) {
            for (term, _) in times(terms) {
                self.postings.entry((field, acl, term)).or_default().0 -= 1;
            }
        }
    }

    /// Returns the number of passages counted as removed.
    pub(crate) fn removals(&self) -> usize {
        self.removed.len()
    }

    fn count(&mut self, acl: i32, language: Language, terms: &[Vec<String>; 3], sign: i64) {
        let counts = self.counts.entry((acl, code(language))).or_default();
        let [passages, rest @ ..] = counts;
        *passages += sign;
        for (count, terms) in rest.iter_mut().zip(terms) {
            *count += sign * i64::try_from(terms.len()).unwrap_or(i64::MAX);
        }
    }

    /// Writes the segment, unless it is empty.
    pub(crate) async fn write(self, client: &Client) -> Result<(), StoreError> {
        if self.counts.is_empty() {
            return Ok(());
        }
        let next = "SELECT nextval('footnote.segment_ids')::int";
        let id: i32 = client.query_typed_one(next, &[]).await.map_err(failure)?.get(0);
        write_counts(client, id, &self.counts).await?;
        let removed = "INSERT INTO footnote.removed SELECT unnest($1::bigint[])";
        client.execute_typed(removed, &[p(&self.removed)]).await.map_err(failure)?;
        let mut batch = Batch::default();
        for ((field, acl, term), (frequency, mut postings)) in self.postings {
            postings.sort_unstable_by_key(|posting| posting.passage);
            // If neither is left, the term was added and removed again.
            if frequency != 0 || !postings.is_empty() {
                batch.add(field_name(field), acl, term, frequency, encoded(&postings));
            }
            if batch.is_full() {
                std::mem::take(&mut batch).write(client, id).await?;
            }
        }
        batch.write(client, id).await
    }
}

/// Writes the counts of a segment.
async fn write_counts(
    client: &Client,
    id: i32,
    counts: &HashMap<(i32, i16), [i64; 4]>,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO footnote.segments VALUES ($1, $2, $3, $4, $5, $6, $7)";
    for ((acl, language), [passages, text, words, hints]) in counts {
        let parameters = [p(&id), p(acl), p(language), p(passages), p(text), p(words), p(hints)];
        client.execute_typed(statement, &parameters).await.map_err(failure)?;
    }
    Ok(())
}

/// Posting lists as columns of one statement.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    fields: Vec<i8>,
    terms: Vec<String>,
    acls: Vec<i32>,
    frequencies: Vec<i32>,
    passages: Vec<Vec<u8>>,
    bytes: usize,
}

impl Batch {
    /// Adds the list of a term.
    pub(crate) fn add(&mut self, field: i8, acl: i32, term: String, frequency: i32, list: Vec<u8>) {
        self.fields.push(field);
        self.bytes += term.len() + list.len();
        self.terms.push(term);
        self.acls.push(acl);
        self.frequencies.push(frequency);
        self.passages.push(list);
    }

    /// Returns true if the lists are large enough to be written.
    pub(crate) fn is_full(&self) -> bool {
        self.terms.len() >= MAX_LISTS || self.bytes >= MAX_BYTES
    }

    /// Writes the lists of this segment.
    pub(crate) async fn write(self, client: &Client, segment: i32) -> Result<(), StoreError> {
        if self.terms.is_empty() {
            return Ok(());
        }
        let statement = "INSERT INTO footnote.postings (segment, field, term, acl, frequency, passages) \
            SELECT $1, * FROM unnest($2::\"char\"[], $3::text[], $4::int[], $5::int[], $6::bytea[])";
        let parameters = [
            p(&segment),
            p(&self.fields),
            p(&self.terms),
            p(&self.acls),
            p(&self.frequencies),
            p(&self.passages),
        ];
        client.execute_typed(statement, &parameters).await.map_err(failure)?;
        Ok(())
    }
}

/// Returns the terms of a passage, by field.
fn fields(passage: &Passage, language: Language) -> [Vec<String>; 3] {
    let terms = PassageTerms::of(passage, language);
    let words = terms.words().collect();
    [terms.text, words, terms.hints]
}

/// Returns each term once, with its frequency, at most 255.
fn times(terms: Vec<String>) -> HashMap<String, u8> {
    let mut times: HashMap<String, u8> = HashMap::new();
    for term in terms {
        let count = times.entry(term).or_default();
        *count = count.saturating_add(1);
    }
    times
}

/// Returns the number of a language in the database.
pub(crate) fn code(language: Language) -> i16 {
    i16::try_from(language.code()).unwrap_or(i16::MAX)
}

/// Returns the language with this number.
pub(crate) fn language_of(code: i16) -> Language {
    Language::of_code(u64::try_from(code).unwrap_or(u64::MAX))
}
