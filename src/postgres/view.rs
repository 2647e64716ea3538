//! The documents as a search by words sees them: the part that one reader may see.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use footnote_documents::Passage;
use footnote_retrieval::Query;
use footnote_retrieval::keyword::{
    Candidate, Clause, Field, IndexView, Matching, Neighbours, RankingColumns, TermKey,
};
use footnote_retrieval::store::{Access, StoreError};
use footnote_text::analysis::Language;
use tokio::runtime::Handle;
use tokio_postgres::Row;

use crate::Documents;
use crate::documents::{optional_passage, storable};
use crate::parameters::p;
use crate::postings::{Posting, Ranking, Scores, decoded};
use crate::scoped::IdSet;
use crate::segment::{field_name, language_of};
use crate::similar::Similar;

/// The parameters of BM25, the same as in the embedded index.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Growth factor of the number of candidates, as long as the filters leave too few.
const GROWTH: usize = 4;

/// The documents that a reader may see, with methods that block on the runtime.
pub(crate) struct QuestionView<'a> {
    documents: &'a Documents,
    runtime: Handle,
    acls: Vec<i32>,
    /// The passages in scope; `None` means all.
    scope: Option<Arc<IdSet>>,
    passages: u64,
    /// Mean numbers of terms in the fields text, words and hints.
    lengths: [f32; 3],
    languages: Vec<(Language, u64)>,
    frequencies: RefCell<HashMap<TermKey, u64>>,
}

/// A posting list of a clause.
struct List {
    clause: usize,
    key: usize,
    postings: Vec<u8>,
}

impl<'a> QuestionView<'a> {
    /// Returns the view for the reader and the scope of `query`.
    pub(crate) async fn of(documents: &'a Documents, query: &Query) -> Result<Self, StoreError> {
        let snapshot = documents.snapshot().await?;
        let acls = snapshot.admitted(Access::Of(&query.reader));
        let (mut passages, mut terms) = (0, [0; 3]);
        let mut languages: HashMap<i16, i64> = HashMap::new();
        for counts in snapshot.statistics_of(&acls) {
            passages += counts.passages;
            *languages.entry(counts.language).or_default() += counts.passages;
            for (sum, count) in terms.iter_mut().zip(counts.terms) {
                *sum += count;
            }
        }
        languages.retain(|_, passages| *passages > 0);
        let languages = languages.into_iter().map(|(code, all)| (language_of(code), natural(all)));
        let mut languages: Vec<(Language, u64)> = languages.collect();
        languages.sort_unstable();
        let scope = match &query.scope {
            Some(set) => Some(
                documents
                    .scopes
                    .ids((&documents.database, documents.analysis), (&*snapshot, &acls), set)
                    .await?,
            ),
            None => None,
        };
        Ok(Self {
            documents,
            runtime: Handle::current(),
            passages: scope.as_ref().map_or(natural(passages), |scope| scope.count()),
            scope,
            lengths: terms.map(|terms| (terms as f32 / (passages as f32).max(1.0)).max(1.0)),
            languages,
            frequencies: RefCell::default(),
            acls,
        })
    }

    /// Returns true if a passage is in scope.
    fn is_in_scope(&self, passage: i64) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.contains(passage))
    }

    /// For each of these terms, the number of passages in scope that have it.
    async fn counted_in_scope(&self, keys: &[&TermKey]) -> Result<Vec<u64>, StoreError> {
        let each = keys.iter().map(|key| Clause { keys: vec![(*key).clone()], weight: 0.0 });
        let clauses: Vec<Clause> = each.collect();
        let mut counts = vec![0; keys.len()];
        for list in self.lists(&clauses).await? {
            let asked = decoded(&list.postings).filter(|posting| self.is_in_scope(posting.passage));
            if let Some(count) = counts.get_mut(list.clause) {
                *count += asked.count() as u64;
            }
        }
        Ok(counts)
    }

    /// For each of these terms, the number of passages that have it, in scope or in all documents if there is no scope.
    async fn counted(&self, keys: &[&TermKey]) -> Result<Vec<u64>, StoreError> {
        match self.scope {
            Some(_) => self.counted_in_scope(keys).await,
            None => self.counted_for_reader(keys).await,
        }
    }

    /// For each of these terms, the number of passages that have it, whatever the scope.
    async fn counted_for_reader(&self, keys: &[&TermKey]) -> Result<Vec<u64>, StoreError> {
        let fields: Vec<i8> = keys.iter().map(|(field, _)| field_name(*field)).collect();
        let terms: Vec<String> = keys.iter().map(|(_, term)| storable(term)).collect();
        let statement = "SELECT (SELECT coalesce(sum(t.frequency), 0)::bigint FROM footnote.postings t \
            WHERE t.field = q.field AND t.term = q.term COLLATE \"C\" AND t.acl = ANY($3)) \
            FROM unnest($1::\"char\"[], $2::text[]) WITH ORDINALITY q (field, term, place) ORDER BY q.place";
        let parameters = [p(&fields), p(&terms), p(&self.acls)];
        let rows = self.documents.database.rows(statement, &parameters).await?;
        Ok(rows.iter().map(|row| natural(row.get(0))).collect())
    }

    /// Returns the posting lists of some clauses.
    async fn lists(&self, clauses: &[Clause]) -> Result<Vec<List>, StoreError> {
        let keys = clauses.iter().enumerate().flat_map(|(place, clause)| {
            clause.keys.iter().enumerate().map(move |(key, name)| (place, key, name))
        });
        let (mut places, mut fields, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        for (clause, key, (field, term)) in keys {
            places.push((clause, key));
            fields.push(field_name(*field));
            terms.push(storable(term));
        }
        let statement = "SELECT q.place, t.passages FROM unnest($1::\"char\"[], $2::text[]) \
            WITH ORDINALITY q (field, term, place) JOIN footnote.postings t \
            ON t.field = q.field AND t.term = q.term COLLATE \"C\" AND t.acl = ANY($3)";
        let parameters = [p(&fields), p(&terms), p(&self.acls)];
        let rows = self.documents.database.rows(statement, &parameters).await?;
        let list = |row: &Row| {
            let place = usize::try_from(row.get::<_, i64>(0)).ok()?.checked_sub(1)?;
            let (clause, key) = *places.get(place)?;
            Some(List { clause, key, postings: row.get(1) })
        };
        Ok(rows.iter().filter_map(list).collect())
    }

    /// Returns the BM25 score of a posting of a term with this weight.
    fn score(&self, field: Field, weight: f32) -> impl Fn(&Posting) -> f32 {
        let [text, words, hints] = self.lengths;
        let mean = match field {
            Field::Text => text,
            Field::Words => words,
            Field::Hints => hints,
        };
        move |posting| {
            let (times, length) = (f32::from(posting.times), posting.length as f32);
            let norm = K1 * (1.0 - B + B * length / mean);
            weight * times * (K1 + 1.0) / (times + norm)
        }
    }

    /// Returns the weight of each key of a clause, from the clause's own weight and the rarity of its term.
    fn weights(&self, clause: &Clause) -> Result<Vec<f32>, StoreError> {
        let weight = |key: &TermKey| Ok(clause.weight * idf(self.passages, self.frequency(key)?));
        clause.keys.iter().map(weight).collect()
    }

    async fn ranking(&self, clauses: &[Clause]) -> Result<Ranking, StoreError> {
        let lists = self.lists(clauses).await?;
        let mut scores = Scores::default();
        for (place, clause) in clauses.iter().enumerate() {
            let weights = self.weights(clause)?;
            let own = lists.iter().filter(|list| list.clause == place);
            let of_list = |list: &List| -> Vec<(i64, f32)> {
                let field = clause.keys.get(list.key).map_or(Field::Text, |(field, _)| *field);
                let weight = weights.get(list.key).copied().unwrap_or_default();
                let score = self.score(field, weight);
                let postings =
                    decoded(&list.postings).filter(|posting| self.is_in_scope(posting.passage));
                postings.map(|posting| (posting.passage, score(&posting))).collect()
            };
            if let [_] = clause.keys.as_slice() {
                own.for_each(|list| scores.add(of_list(list).into_iter()));
                continue;
            }
            // A word stemmed by the rules of two languages is one word, so only its best key counts.
            let mut all: Vec<(i64, f32)> = own.flat_map(of_list).collect();
            all.sort_unstable_by(|(a, x), (b, y)| a.cmp(b).then(y.total_cmp(x)));
            all.dedup_by_key(|(passage, _)| *passage);
            scores.add(all.into_iter());
        }
        Ok(scores.ranking())
    }

    /// Returns the first passages of a ranking that pass the filters, with their columns.
    async fn admitted(
        &self,
        mut ranking: Ranking,
        matching: Matching<'_>,
        limit: usize,
    ) -> Result<Vec<Candidate<i64>>, StoreError> {
        let named =
            |name: &Option<String>| name.as_deref().filter(|name| !name.is_empty()).map(storable);
        let (include, exclude) =
            (named(&matching.query.include_category), named(&matching.query.exclude_category));
        let statement = "SELECT p.id, p.key, p.ordinal, p.language FROM footnote.passages p \
            WHERE p.id = ANY($1) AND p.acl = ANY($2) AND ($3::text IS NULL OR p.category = $3) \
            AND ($4::text IS NULL OR p.category IS DISTINCT FROM $4)";
        let (mut found, mut count) = (Vec::new(), limit);
        while found.len() < limit {
            let best = ranking.next(count);
            if best.is_empty() {
                break;
            }
            count = count.saturating_mul(GROWTH);
            let ids: Vec<i64> = best.iter().map(|(id, _)| *id).collect();
            let parameters = [p(&ids), p(&self.acls), p(&include), p(&exclude)];
            let rows = self.documents.database.rows(statement, &parameters).await?;
            let columns: HashMap<i64, RankingColumns> =
                rows.iter().map(|row| (row.get(0), columns(row))).collect();
            found.extend(best.into_iter().filter_map(|(at, score)| {
                columns.get(&at).map(|columns| Candidate { score, at, columns: *columns })
            }));
        }
        found.truncate(limit);
        Ok(found)
    }
}

impl IndexView for QuestionView<'_> {
    type Place = i64;

    fn passage_count(&self) -> u64 {
        self.passages
    }

    fn languages(&self) -> Result<Vec<(Language, u64)>, StoreError> {
        Ok(self.languages.clone())
    }

    fn look_up<'k>(&self, keys: impl IntoIterator<Item = &'k TermKey>) -> Result<(), StoreError> {
        let known = self.frequencies.borrow();
        let new: HashSet<&TermKey> =
            keys.into_iter().filter(|key| !known.contains_key(*key)).collect();
        drop(known);
        if new.is_empty() {
            return Ok(());
        }
        let new: Vec<&TermKey> = new.into_iter().collect();
        let counts = self.runtime.block_on(self.counted(&new))?;
        self.frequencies.borrow_mut().extend(new.into_iter().cloned().zip(counts));
        Ok(())
    }

    fn frequency(&self, key: &TermKey) -> Result<u64, StoreError> {
        self.look_up([key])?;
        Ok(self.frequencies.borrow().get(key).copied().unwrap_or_default())
    }

    fn is_word(&self, word: &str) -> Result<bool, StoreError> {
        let key = (Field::Words, word.to_owned());
        let counts = self.runtime.block_on(self.counted_for_reader(&[&key]))?;
        Ok(counts.iter().any(|count| *count > 0))
    }

    fn similar_words(&self, word: &str, distance: u8) -> Result<Vec<(String, u64)>, StoreError> {
        let Some(similar) = Similar::to(word, distance) else {
            return Ok(Vec::new());
        };
        let (first, behind) = similar.range();
        let (least, most) = similar.lengths();
        let statement = "SELECT term, sum(frequency)::bigint FROM footnote.postings \
            WHERE field = 'w' AND term >= $1 COLLATE \"C\" AND term < $2 COLLATE \"C\" AND acl = ANY($3) \
            AND length(term) BETWEEN $4 AND $5 GROUP BY term HAVING sum(frequency) > 0";
        let parameters = [p(&first), p(&behind), p(&self.acls), p(&least), p(&most)];
        let rows = self.runtime.block_on(self.documents.database.rows(statement, &parameters))?;
        let words = rows.iter().map(|row| (row.get::<_, String>(0), natural(row.get(1))));
        let near: Vec<(String, u64)> = words.filter(|(found, _)| similar.is_near(found)).collect();
        if self.scope.is_none() {
            return Ok(near);
        }
        let keys = near.into_iter().map(|(word, _)| (Field::Words, word));
        let keys: Vec<TermKey> = keys.collect();
        self.look_up(&keys)?;
        let asked = keys.into_iter().map(|key| Ok((self.frequency(&key)?, key.1)));
        let asked: Vec<(u64, String)> = asked.collect::<Result<_, StoreError>>()?;
        let asked = asked.into_iter().filter(|(count, _)| *count > 0);
        Ok(asked.map(|(count, word)| (word, count)).collect())
    }

    fn best(
        &self,
        matching: Matching<'_>,
        limit: usize,
    ) -> Result<Vec<Candidate<i64>>, StoreError> {
        self.look_up(matching.clauses.iter().flat_map(|clause| &clause.keys))?;
        let found = async {
            let ranking = self.ranking(matching.clauses).await?;
            self.admitted(ranking, matching, limit).await
        };
        self.runtime.block_on(found)
    }

    fn passages(&self, places: &[i64]) -> Result<Vec<Option<Passage>>, StoreError> {
        let ids = places.to_vec();
        let statement = "SELECT p.passage FROM unnest($1) WITH ORDINALITY q (id, place) \
            LEFT JOIN footnote.passages p ON p.id = q.id AND p.acl = ANY($2) ORDER BY q.place";
        let parameters = [p(&ids), p(&self.acls)];
        let rows = self.runtime.block_on(self.documents.database.rows(statement, &parameters))?;
        rows.iter().map(optional_passage).collect()
    }

    fn neighbours(&self, passages: &[Passage]) -> Result<Vec<Neighbours>, StoreError> {
        self.runtime.block_on(self.documents.neighbours(passages))
    }
}

fn columns(row: &Row) -> RankingColumns {
    RankingColumns {
        document: row.get::<_, i64>(1).cast_unsigned(),
        ordinal: u64::try_from(row.get::<_, i32>(2)).unwrap_or_default(),
        language: language_of(row.get(3)),
    }
}

/// BM25's inverse document frequency, for scoring. Unlike the term weights used for answers, it has no minimum.
fn idf(all: u64, frequency: u64) -> f32 {
    let without = all.saturating_sub(frequency) as f32 + 0.5;
    (without / (frequency as f32 + 0.5)).ln_1p()
}

/// Returns a count, at least zero.
fn natural(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}
