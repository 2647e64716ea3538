//! The names of documents that one question asks about.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use footnote_retrieval::names::{MOST_NAMED, NameIndex};
use footnote_retrieval::store::StoreError;

use crate::Documents;
use crate::documents::storable;
use crate::parameters::p;

/// The names that were read for a question.
#[derive(Debug, Default)]
pub(crate) struct LoadedNames {
    count: usize,
    frequencies: HashMap<String, usize>,
    documents_with: HashMap<String, Vec<u64>>,
    words: HashMap<u64, Vec<String>>,
    paths: HashMap<u64, Arc<str>>,
}

impl LoadedNames {
    /// Reads these words of the names of these documents; without any, of those that a telling word names.
    pub(crate) async fn read(
        from: &Documents,
        acls: &Vec<i32>,
        words: &HashSet<String>,
        documents: &HashSet<u64>,
    ) -> Result<Self, StoreError> {
        let snapshot = from.snapshot().await?;
        let mut names = Self { count: snapshot.counts(acls).ready, ..Self::default() };
        let words: Vec<String> = words.iter().map(|word| storable(word)).collect();
        names.count_words(from, acls, &words).await?;
        if documents.is_empty() {
            names.read_telling(from, acls).await?;
        }
        let keys = documents.iter().chain(names.paths.keys()).map(|key| key.cast_signed());
        let keys: Vec<i64> = keys.collect();
        let statement = "SELECT key, word FROM footnote.name_words \
            WHERE kind = 'n' AND key = ANY($1) AND word = ANY($2) AND acl = ANY($3)";
        let parameters = [p(&keys), p(&words), p(acls)];
        for row in from.database.rows(statement, &parameters).await? {
            let key = row.get::<_, i64>(0).cast_unsigned();
            names.words.entry(key).or_default().push(row.get(1));
        }
        Ok(names)
    }

    async fn count_words(
        &mut self,
        from: &Documents,
        acls: &Vec<i32>,
        words: &Vec<String>,
    ) -> Result<(), StoreError> {
        let statement = "SELECT word, count(*) FROM footnote.name_words \
            WHERE kind = 'n' AND word = ANY($1) AND acl = ANY($2) GROUP BY word";
        for row in from.database.rows(statement, &[p(words), p(acls)]).await? {
            let count = usize::try_from(row.get::<_, i64>(1)).unwrap_or_default();
            self.frequencies.insert(row.get(0), count);
        }
        Ok(())
    }

    /// Reads the documents whose names have a word that few names have.
    async fn read_telling(&mut self, from: &Documents, acls: &Vec<i32>) -> Result<(), StoreError> {
        let telling = self.frequencies.iter().filter(|(_, count)| **count <= MOST_NAMED);
        let telling: Vec<String> = telling.map(|(word, _)| word.clone()).collect();
        let statement = "SELECT n.word, n.key, d.path FROM footnote.name_words n \
            JOIN footnote.documents d ON d.id = n.document \
            WHERE n.kind = 'n' AND n.word = ANY($1) AND n.acl = ANY($2) ORDER BY n.key";
        for row in from.database.rows(statement, &[p(&telling), p(acls)]).await? {
            let key = row.get::<_, i64>(1).cast_unsigned();
            self.documents_with.entry(row.get(0)).or_default().push(key);
            self.paths.insert(key, row.get::<_, &str>(2).into());
        }
        Ok(())
    }
}

impl NameIndex for LoadedNames {
    fn count(&self) -> usize {
        self.count
    }

    fn frequency(&self, word: &str) -> usize {
        self.frequencies.get(word).copied().unwrap_or_default()
    }

    fn documents_with(&self, word: &str) -> Box<dyn Iterator<Item = u64> + '_> {
        Box::new(self.documents_with.get(word).into_iter().flatten().copied())
    }

    fn words(&self, document: u64) -> Box<dyn Iterator<Item = &str> + '_> {
        let words = self.words.get(&document).into_iter().flatten();
        Box::new(words.map(String::as_str))
    }

    fn path(&self, document: u64) -> Option<Arc<str>> {
        self.paths.get(&document).cloned()
    }
}
