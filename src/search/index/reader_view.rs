//! The part of the index that a reader may see, with its own statistics, for keyword search in tantivy.

use std::collections::HashSet;

use footnote_documents::Passage;
use footnote_store::StoreError;
use footnote_store::search::Query;
use footnote_text::analysis::Language;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{
    Bm25StatisticsProvider, BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query as Matcher,
    TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Searcher, Term as Key};

use super::matcher::matcher;
use super::schema::PassageColumns;
use super::scoped::ScopedPassages;
use super::{Index, IndexError};
use crate::keyword::{self, Candidate, IndexView, Matching, Neighbours, RankingColumns, TermKey};

/// A view of the index for one reader and one scope. Words and counts of documents that are hidden from the reader, or
/// out of scope, do not influence any weight.
pub(super) struct ReaderView<'a> {
    index: &'a Index,
    searcher: Searcher,
    /// Terms of which a passage must have at least one; `None` if nothing is restricted.
    acl: Option<Vec<Key>>,
    /// Passages of the documents in scope; `None` if all are.
    scope: Option<ScopedPassages>,
    all: u64,
}

impl<'a> ReaderView<'a> {
    /// The part of `index` that is visible to the reader of a query and in its scope.
    pub(super) fn new(index: &'a Index, query: &Query) -> Result<Self, IndexError> {
        let searcher = index.searcher();
        let all = searcher.num_docs();
        let mut view = Self { index, searcher, acl: None, scope: None, all };
        if index.hides(&view.searcher)? {
            let field = index.fields().acl;
            let terms = query.reader.terms().into_iter();
            let keys = terms.map(|term| Key::from_field_text(field, &term));
            view.acl = Some(keys.collect());
            view.all = match view.only() {
                Some(only) => count(view.searcher.search(&only, &Count)?),
                None => 0,
            };
        }
        if let Some(scope) = &query.scope {
            let passages = index.scopes().passages(&view.searcher, scope)?;
            view.all = passages.count;
            view.scope = Some(passages);
        }
        Ok(view)
    }

    /// A query for everything visible to the reader, without effect on scores; `None` if everything is.
    fn only(&self) -> Option<Box<dyn Matcher>> {
        let any = self.acl.as_ref()?.iter().map(term).collect();
        let any = Box::new(BooleanQuery::union(any));
        Some(Box::new(ConstScoreQuery::new(any, 0.0)))
    }

    /// Restricts a query to passages that are visible to the reader and in scope.
    fn within(&self, matcher: Box<dyn Matcher>) -> Box<dyn Matcher> {
        let scope = self.scope.clone().map(|scope| Box::new(scope) as Box<dyn Matcher>);
        let filters: Vec<Box<dyn Matcher>> = self.only().into_iter().chain(scope).collect();
        if filters.is_empty() {
            return matcher;
        }
        let all = std::iter::once(matcher).chain(filters);
        Box::new(BooleanQuery::new(all.map(|one| (Occur::Must, one)).collect()))
    }

    fn count(&self, key: &Key) -> tantivy::Result<u64> {
        match &self.scope {
            None => self.count_for_reader(key),
            Some(_) if self.searcher.doc_freq(key)? == 0 => Ok(0),
            // A scope only contains documents that the reader may see.
            Some(scope) => scope.frequency(&self.searcher, key),
        }
    }

    /// Number of visible passages with the term, in scope or not.
    fn count_for_reader(&self, key: &Key) -> tantivy::Result<u64> {
        let frequency = self.searcher.doc_freq(key)?;
        match self.only() {
            Some(only) if frequency > 0 => {
                let both = vec![(Occur::Must, term(key)), (Occur::Must, only)];
                let both = BooleanQuery::new(both);
                Ok(count(self.searcher.search(&both, &Count)?))
            }
            _ => Ok(frequency),
        }
    }

    fn best_of(
        &self,
        matching: Matching<'_>,
        limit: usize,
    ) -> Result<Vec<Candidate<DocAddress>>, IndexError> {
        let matcher = self.within(matcher(self.index, matching));
        let collector = TopDocs::with_limit(limit).order_by_score();
        let found = self.searcher.search_with_statistics_provider(&matcher, &collector, self)?;
        let segments = self.searcher.segment_readers().iter();
        let columns = segments.map(PassageColumns::of).collect::<Result<Vec<_>, _>>()?;
        let candidate = |(score, at): (f32, DocAddress)| {
            let segment = usize::try_from(at.segment_ord).ok();
            let columns = segment.and_then(|segment| columns.get(segment));
            let columns = columns.map_or_else(RankingColumns::default, |all| all.at(at.doc_id));
            Candidate { score, at, columns }
        };
        Ok(found.into_iter().map(candidate).collect())
    }

    /// Words of the index within `distance` edits of `word`, in any segment.
    fn words_near(&self, word: &str, distance: u8) -> Result<HashSet<String>, IndexError> {
        let field = self.index.fields().words;
        let near = FuzzyTermQuery::new(Key::from_field_text(field, word), distance, true);
        let mut found = HashSet::new();
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(field)?;
            let search = inverted.terms().search(near.automaton()?);
            let mut words = search.into_stream().map_err(tantivy::TantivyError::from)?;
            while words.advance() {
                let word = std::str::from_utf8(words.key());
                found.extend(word.ok().map(str::to_owned));
            }
        }
        found.retain(|near| near.chars().next() == word.chars().next());
        Ok(found)
    }

    fn field(&self, field: keyword::Field) -> Field {
        self.index.fields().of(field)
    }
}

impl IndexView for ReaderView<'_> {
    type Place = DocAddress;

    fn passage_count(&self) -> u64 {
        self.all
    }

    fn languages(&self) -> Result<Vec<(Language, u64)>, StoreError> {
        Ok(self.index.languages(&self.searcher)?)
    }

    fn frequency(&self, (field, term): &TermKey) -> Result<u64, StoreError> {
        let key = Key::from_field_text(self.field(*field), term);
        Ok(self.count(&key).map_err(IndexError::from)?)
    }

    fn is_word(&self, word: &str) -> Result<bool, StoreError> {
        let key = Key::from_field_text(self.index.fields().words, word);
        Ok(self.count_for_reader(&key).map_err(IndexError::from)? > 0)
    }

    fn similar_words(&self, word: &str, distance: u8) -> Result<Vec<(String, u64)>, StoreError> {
        let mut similar = Vec::new();
        for near in self.words_near(word, distance)? {
            let key = (keyword::Field::Words, near);
            let frequency = self.frequency(&key)?;
            // Skip words that only other readers may see.
            similar.extend((frequency > 0).then_some((key.1, frequency)));
        }
        Ok(similar)
    }

    fn best(
        &self,
        matching: Matching<'_>,
        limit: usize,
    ) -> Result<Vec<Candidate<DocAddress>>, StoreError> {
        Ok(self.best_of(matching, limit)?)
    }

    fn passages(&self, places: &[DocAddress]) -> Result<Vec<Option<Passage>>, StoreError> {
        let passages = places.iter().map(|at| self.index.passage_at(&self.searcher, *at).map(Some));
        Ok(passages.collect::<Result<_, _>>()?)
    }

    fn neighbours(&self, passages: &[Passage]) -> Result<Vec<Neighbours>, StoreError> {
        let neighbours = passages.iter().map(|passage| self.index.neighbours(passage));
        Ok(neighbours.collect::<Result<_, _>>()?)
    }
}

fn term(key: &Key) -> Box<dyn Matcher> {
    Box::new(TermQuery::new(key.clone(), IndexRecordOption::Basic))
}

fn count(number: usize) -> u64 {
    number.try_into().unwrap_or(u64::MAX)
}

/// The statistics for scores.
impl Bm25StatisticsProvider for ReaderView<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let tokens = self.searcher.total_num_tokens(field)?;
        // As if all passages had the same length: the lengths of a reader's visible passages are not stored.
        let share =
            u128::from(tokens) * u128::from(self.all) / u128::from(self.searcher.num_docs().max(1));
        Ok(share.try_into().unwrap_or(u64::MAX))
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        match (&self.acl, &self.scope) {
            (None, None) => self.searcher.total_num_docs(),
            _ => Ok(self.all),
        }
    }

    fn doc_freq(&self, key: &Key) -> tantivy::Result<u64> {
        self.count(key)
    }
}
