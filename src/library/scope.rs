//! The documents in a scope, cached until the scope or the catalog changes.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use footnote_documents::acl::Reader;
use footnote_documents::table::period::Period;
use footnote_documents::{Record, dates};
use footnote_protocol::{Day, Scope};
use footnote_store::{Catalog, DocumentSet, StoreError};

/// Maximum number of cached scopes.
const MAX_KEPT: usize = 16;

/// Maximum total number of records in the cached sets; those of a database are copies.
const MAX_RECORDS: usize = 200_000;

/// Nanoseconds per day.
const DAY: i64 = 86_400_000_000_000;

/// Cache of the documents in the most recent scopes.
#[derive(Debug, Default)]
pub(super) struct ScopeCache(Mutex<VecDeque<KeptScope>>);

#[derive(Debug)]
struct KeptScope {
    version: u64,
    reader: Reader,
    scope: Scope,
    documents: Arc<DocumentSet>,
}

impl ScopeCache {
    /// The documents in `scope` that this reader may read.
    pub(super) async fn documents(
        &self,
        catalog: &dyn Catalog,
        reader: &Reader,
        scope: &Scope,
    ) -> Result<Arc<DocumentSet>, StoreError> {
        // Read the version first: any read may refresh it, and the next question should then miss the cache.
        let version = catalog.version();
        if let Some(documents) = self.cached(version, reader, scope) {
            return Ok(documents);
        }
        let mut records = catalog.below(&outermost(scope), reader.into()).await?;
        let filter = Filter::of(scope);
        records.retain(|record| filter.admits(record));
        let documents = Arc::new(DocumentSet::of(records));
        // Another question may have cached the set meanwhile. Use that one, since engines identify a set by its
        // address.
        if let Some(documents) = self.cached(version, reader, scope) {
            return Ok(documents);
        }
        let kept = KeptScope {
            version,
            reader: reader.clone(),
            scope: scope.clone(),
            documents: Arc::clone(&documents),
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Drop sets of older versions.
        all.retain(|one| one.version == version);
        all.truncate(MAX_KEPT - 1);
        all.push_front(kept);
        let size = |all: &VecDeque<KeptScope>| -> usize {
            all.iter().map(|one| one.documents.records().len()).sum()
        };
        while all.len() > 1 && size(&all) > MAX_RECORDS {
            all.pop_back();
        }
        Ok(documents)
    }

    fn cached(&self, version: u64, reader: &Reader, scope: &Scope) -> Option<Arc<DocumentSet>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |one: &KeptScope| {
            one.version == version && one.reader == *reader && one.scope == *scope
        };
        let place = all.iter().position(is_it)?;
        let kept = all.remove(place)?;
        let documents = Arc::clone(&kept.documents);
        all.push_front(kept);
        Some(documents)
    }
}

/// The paths of a scope without those below others.
fn outermost(scope: &Scope) -> Vec<String> {
    let paths: HashSet<&str> = scope.paths().collect();
    let is_outermost = |path: &&&str| {
        let ends = path.match_indices('/').map(|(end, _)| end);
        let mut above = ends.filter_map(|end| path.get(..end));
        !above.any(|folder| paths.contains(folder))
    };
    paths.iter().filter(is_outermost).map(|path| (*path).to_owned()).collect()
}

/// The conditions of a scope other than paths.
struct Filter {
    /// Admitted kinds, as [`footnote_extract::kind`] returns them; `None` for all.
    kinds: Option<HashSet<String>>,
    /// First and last day, counted from 1970.
    days: [Option<i64>; 2],
}

impl Filter {
    fn of(scope: &Scope) -> Self {
        let kind = |kind: &String| {
            let ending = kind.trim_start_matches('.').to_lowercase();
            footnote_extract::kind(&format!("a.{ending}")).map_or(ending, str::to_owned)
        };
        let kinds = (!scope.kinds.is_empty()).then(|| scope.kinds.iter().map(kind).collect());
        let days = [&scope.from, &scope.to].map(|day| day.as_ref().map(Day::since_1970));
        Self { kinds, days }
    }

    fn admits(&self, record: &Record) -> bool {
        let is_of_kind = self.kinds.as_ref().is_none_or(|kinds| {
            footnote_extract::kind(&record.path).is_some_and(|kind| kinds.contains(kind))
        });
        is_of_kind && (self.days == [None; 2] || self.admits_days(days(record)))
    }

    /// True if a document of these days, the first and the last one, belongs to the scope at least in part.
    fn admits_days(&self, [first, last]: [i64; 2]) -> bool {
        let [from, to] = self.days;
        from.is_none_or(|from| from <= last) && to.is_none_or(|to| first <= to)
    }
}

/// The first and last day of a document, counted from 1970: by the date in its name or title, or else the day on which
/// its file was changed. The files of a copied folder are all of one day.
fn days(record: &Record) -> [i64; 2] {
    let Some(Period { from, to }) = dates::of_document(&record.path, &record.title) else {
        return [record.stamp.modified.div_euclid(DAY); 2];
    };
    [from, to].map(|day| {
        let text = format!("{:04}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100);
        Day::of(&text).map_or(0, |day| day.since_1970())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use footnote_documents::acl::Acl;
    use footnote_documents::{FileState, Stamp};
    use footnote_protocol::Order;
    use footnote_search::index::MemoryCatalog;
    use footnote_store::{FileKind, Selection};
    use proptest::prelude::*;

    use super::*;
    use crate::Library;

    /// Paths, with the day on which the file was changed, counted from 1970.
    const FILES: [(&str, i64); 7] = [
        ("hr/leave.md", 19_000),
        ("hr/pay/2024.xlsx", 19_723),
        ("hr.md", 19_800),
        ("it/laptops.htm", 19_700),
        ("mail/tea.eml", 19_600),
        ("mail/tea.eml/list.pdf", 19_600),
        ("secret/plan.pdf", 19_800),
    ];

    fn library() -> Library {
        let record = |(path, days): (&str, i64)| Record {
            path: path.to_owned(),
            title: "Leave".to_owned(),
            state: FileState::Ready { passages: 1, pages: 1 },
            stamp: Stamp { modified: days * DAY + 1, ..Stamp::default() },
            acl: match path {
                "secret/plan.pdf" => Acl::of_folder("user: alice").unwrap(),
                _ => Acl::Public,
            },
            ..Record::default()
        };
        let catalog: MemoryCatalog = FILES.map(record).into_iter().collect();
        Library::over("folder", Arc::new(catalog))
    }

    #[tokio::test]
    async fn a_scope_is_looked_up_once_for_each_state_of_the_documents() {
        let open = Record {
            path: "hr/a.md".to_owned(),
            state: FileState::Ready { passages: 1, pages: 1 },
            ..Record::default()
        };
        let catalog: MemoryCatalog = [open.clone()].into_iter().collect();
        let (cache, reader) = (ScopeCache::default(), Reader::default());
        let hr = scope(&["hr"], &[], &[]);
        let look = async || cache.documents(&catalog, &reader, &hr).await.unwrap();
        let first = look().await;
        assert!(Arc::ptr_eq(&first, &look().await));
        catalog.commit(|records| records.put(Record { path: "hr/b.md".to_owned(), ..open }));
        assert_eq!(look().await.records().len(), 2);
    }

    async fn paths(scope: &Scope) -> Vec<String> {
        let documents = library().documents_of(scope).await.unwrap();
        documents.records().iter().map(|record| record.path.clone()).collect()
    }

    fn scope(folders: &[&str], documents: &[&str], kinds: &[&str]) -> Scope {
        let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        Scope {
            folders: owned(folders),
            documents: owned(documents),
            kinds: owned(kinds),
            ..Scope::default()
        }
    }

    #[tokio::test]
    async fn folders_and_documents_add_and_kinds_and_days_narrow() {
        assert_eq!(paths(&scope(&["hr"], &[], &[])).await, ["hr/leave.md", "hr/pay/2024.xlsx"]);
        assert_eq!(
            paths(&scope(&["/hr/pay/"], &["hr.md"], &[])).await,
            ["hr.md", "hr/pay/2024.xlsx"]
        );
        assert_eq!(paths(&scope(&["hr", "hr/pay"], &[], &["XLSM"])).await, ["hr/pay/2024.xlsx"]);
        assert_eq!(paths(&scope(&[], &[], &["html"])).await, ["it/laptops.htm"]);
        let whole = ["mail/tea.eml", "mail/tea.eml/list.pdf"];
        assert_eq!(paths(&scope(&[], &["mail/tea.eml"], &[])).await, whole);
        let (from, to) = (Day::of("2023-12-09"), Day::of("2024-01-01"));
        let days = Scope { from, to, ..Scope::default() };
        assert_eq!(paths(&days).await, ["hr/pay/2024.xlsx", "it/laptops.htm"]);
        let days = Scope { from: Day::of("2024-06-01"), ..Scope::default() };
        assert_eq!(paths(&days).await, ["hr/pay/2024.xlsx"], "its own date, not that of the file");
        assert!(paths(&scope(&["nowhere", ".."], &["a\0"], &["exe"])).await.is_empty());
    }

    #[tokio::test]
    async fn nobody_asks_what_only_others_may_read() {
        let secret = scope(&["secret"], &["secret/plan.pdf"], &[]);
        assert!(paths(&secret).await.is_empty());
        let alice = library().seen_by(Reader::new(Some("alice"), []));
        assert_eq!(alice.documents_of(&secret).await.unwrap().counts().ready, 1);
    }

    #[tokio::test]
    async fn a_library_in_a_scope_tells_of_nothing_else() {
        let library = library();
        let documents = library.documents_of(&scope(&["hr"], &[], &[])).await.unwrap();
        let within = library.within(documents);
        assert_eq!(within.counts().await.unwrap().ready, 2);
        assert!(within.file("hr.md").await.unwrap().is_none());
        assert!(within.file("hr/leave.md").await.unwrap().is_some());
        let all = Selection { limit: 9, ..Selection::default() };
        let listed = within.list(Selection { offset: 1, ..all }).await.unwrap();
        assert_eq!((listed.files[0].path.as_str(), listed.fitting), ("hr/pay/2024.xlsx", 2));
        assert_eq!(within.first(FileKind::Ready, "tea", 9).await.unwrap().len(), 0);
        assert_eq!(within.after("hr/leave.md", 9).await.unwrap().len(), 1);
        assert!(within.enclosed("mail/tea.eml", 9).await.unwrap().is_empty());
        assert!(within.shared_titles(&["Leave"]).await.unwrap().contains("Leave"));
        let one = library.documents_of(&scope(&[], &["hr.md"], &[])).await.unwrap();
        assert!(library.within(one).shared_titles(&["Leave"]).await.unwrap().is_empty());
        let page = within.folder("", (0, 9)).await.unwrap();
        assert_eq!((page.folders, page.fitting), (vec![("hr".to_owned(), 2)], 0));
        let stems = BTreeSet::from(["laptop".to_owned()]);
        assert!(within.named(&stems).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_scope_within_a_scope_lets_nothing_in_that_the_outer_one_leaves_out() {
        let library = library();
        let pdf = scope(&[], &[], &["pdf"]);
        assert_eq!(library.documents_of(&pdf).await.unwrap().counts().ready, 1);
        let hr = library.documents_of(&scope(&["hr"], &[], &[])).await.unwrap();
        let within = library.within(hr);
        assert_eq!(within.documents_of(&pdf).await.unwrap().counts().ready, 0);
    }

    #[tokio::test]
    async fn a_scope_is_looked_up_once_for_each_reader() {
        let library = library();
        let scope = scope(&["hr"], &[], &[]);
        let first = library.documents_of(&scope).await.unwrap();
        let again = library.documents_of(&scope).await.unwrap();
        let alice = library.seen_by(Reader::new(Some("alice"), []));
        let hers = alice.documents_of(&scope).await.unwrap();
        assert!(Arc::ptr_eq(&first, &again) && !Arc::ptr_eq(&first, &hers));
    }

    proptest! {
        #[test]
        fn whatever_is_asked_every_document_is_one_that_it_names(
            folders in prop::collection::vec("(hr|it|mail|hr/pay|x)/?", 0..3),
            documents in prop::collection::vec("(hr.md|hr/leave.md|mail/tea.eml|y)", 0..3),
            kinds in prop::collection::vec("(md|xlsx|pdf|htm|z)", 0..3),
            order in 0..4_usize,
        ) {
            let scope = Scope { folders, documents, kinds, ..Scope::default() };
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let library = library();
            let set = runtime.block_on(library.documents_of(&scope)).unwrap();
            let all = Selection { limit: 99, order: Order::ALL[order], ..Selection::default() };
            let listed = runtime.block_on(library.within(Arc::clone(&set)).list(all)).unwrap();
            prop_assert_eq!(listed.files.len(), set.counts().ready);
            for record in &listed.files {
                let is_below = |path: &str| {
                    record.path == path || record.path.starts_with(&format!("{path}/"))
                };
                prop_assert!(scope.paths().next().is_none() || scope.paths().any(is_below));
                let ending = record.path.rsplit('.').next().unwrap();
                let is_kind = |kind: &String| kind == ending;
                prop_assert!(scope.kinds.is_empty() || scope.kinds.iter().any(is_kind));
            }
        }
    }
}
