//! The part of the index that a reader may see, with its own counts.

use footnote_documents::acl::Reader;
use tantivy::collector::Count;
use tantivy::query::{
    Bm25StatisticsProvider, BooleanQuery, ConstScoreQuery, Occur, Query as Matcher, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Searcher, Term as Key};

use crate::corpus::index::{Index, IndexError};

/// A view of the index for one reader. Words and counts of documents that the reader may not see are left out
/// of all weights: a score or a corrected typing error would betray them.
pub(super) struct ReaderView<'a> {
    pub(super) searcher: &'a Searcher,
    /// The terms of which a passage must have one; `None` where everything is for everybody.
    acl: Option<Vec<Key>>,
    all: u64,
}

impl<'a> ReaderView<'a> {
    /// The part of `index` that `reader` may see.
    pub(super) fn new(
        index: &Index,
        searcher: &'a Searcher,
        reader: &Reader,
    ) -> Result<Self, IndexError> {
        let mut view = Self { searcher, acl: None, all: searcher.num_docs() };
        if index.hides(searcher)? {
            let field = index.fields().acl;
            let terms = reader.terms().into_iter();
            let keys = terms.map(|term| Key::from_field_text(field, &term));
            view.acl = Some(keys.collect());
            view.all = match view.only() {
                Some(only) => count(searcher.search(&only, &Count)?),
                None => 0,
            };
        }
        Ok(view)
    }

    /// The number of passages.
    pub(super) fn all(&self) -> u64 {
        self.all
    }

    /// The number of passages that have the term.
    pub(super) fn frequency(&self, field: Field, term: &str) -> Result<u64, IndexError> {
        Ok(self.count(&Key::from_field_text(field, term))?)
    }

    /// The query for all that the reader may see, without effect on scores; `None` if the reader may see all.
    fn only(&self) -> Option<Box<dyn Matcher>> {
        let any = self.acl.as_ref()?.iter().map(term).collect();
        let any = Box::new(BooleanQuery::union(any));
        Some(Box::new(ConstScoreQuery::new(any, 0.0)))
    }

    /// Restricts a query to the passages that the reader may see.
    pub(super) fn within(&self, matcher: Box<dyn Matcher>) -> Box<dyn Matcher> {
        match self.only() {
            None => matcher,
            Some(only) => {
                Box::new(BooleanQuery::new(vec![(Occur::Must, matcher), (Occur::Must, only)]))
            }
        }
    }

    fn count(&self, key: &Key) -> tantivy::Result<u64> {
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
}

fn term(key: &Key) -> Box<dyn Matcher> {
    Box::new(TermQuery::new(key.clone(), IndexRecordOption::Basic))
}

fn count(number: usize) -> u64 {
    number.try_into().unwrap_or(u64::MAX)
}

/// The counts that scores are made of.
impl Bm25StatisticsProvider for ReaderView<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let tokens = self.searcher.total_num_tokens(field)?;
        // As if all passages were of one length: the lengths of a reader's own passages are not stored.
        let share =
            u128::from(tokens) * u128::from(self.all) / u128::from(self.searcher.num_docs().max(1));
        Ok(share.try_into().unwrap_or(u64::MAX))
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        match self.acl {
            None => self.searcher.total_num_docs(),
            Some(_) => Ok(self.all),
        }
    }

    fn doc_freq(&self, key: &Key) -> tantivy::Result<u64> {
        self.count(key)
    }
}
