//! Documents uploaded on one machine, as others read and show them.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use footnote_search::index::Index;
use footnote_store::blobs::{Blob, BlobBytes, BlobDraft, OpenBlob};
use footnote_store::{FileBlobs, StoreFuture, Stores};
use tokio::io::AsyncReadExt as _;

use super::*;
use crate::ingest::{self, IngestError, Watch};
use crate::{Folders, open};

/// A store that two machines share.
struct SharedStore {
    place: tempfile::TempDir,
    blobs: Arc<Failing>,
    index: Arc<Index>,
}

/// A machine with its own folders.
struct Machine {
    folder: std::path::PathBuf,
    mirror: Arc<Mirror>,
    uploads: Uploads,
    library: Library,
    stores: Stores,
}

impl SharedStore {
    fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir(place.path().join("documents")).unwrap();
        let blobs = FileBlobs::over(place.path().join("shared"));
        let blobs = Arc::new(Failing { blobs, is_away: false.into(), is_replaced: false.into() });
        Self { place, blobs, index: Arc::new(Index::in_memory().unwrap()) }
    }

    fn machine(&self, name: &str) -> Machine {
        let folder = self.place.path().join(name);
        let blobs: Arc<dyn BlobStore> = Arc::<Failing>::clone(&self.blobs);
        let mirror = Arc::new(Mirror::new(Arc::clone(&blobs), FileBlobs::over(folder.clone())));
        let folders = Folders::from(self.place.path().join("documents"));
        let folders = folders.with_mirror(FOLDER, &mirror);
        Machine {
            folder,
            uploads: Uploads::new(blobs, Allowed::Everybody, 1000).mirrored(Arc::clone(&mirror)),
            mirror,
            library: Library::over(folders, self.index.catalog()).seen_by(alice()),
            stores: self.index.stores(),
        }
    }

    fn fail(&self, is_away: bool) {
        self.blobs.is_away.store(is_away, Ordering::Relaxed);
    }
}

impl Machine {
    async fn bring(&self, name: &str, text: &str) -> String {
        let mut incoming = self.uploads.begin(&alice(), name).await.unwrap();
        incoming.write(text.as_bytes()).await.unwrap();
        incoming.finish().await.unwrap()
    }

    async fn pass(&self) -> Result<(), IngestError> {
        ingest::run(&self.library, &self.stores, Path::new("/nowhere")).await
    }

    /// The document at `path` as alice opens it; `None` if it is not visible to her.
    async fn shown(&self, path: &str) -> Result<Option<String>, StoreError> {
        let open::Located::File(place) = open::locate(&self.library, path).await? else {
            return Ok(None);
        };
        let file = place.file(Path::new("/nowhere")).await.unwrap();
        Ok(Some(std::fs::read_to_string(file.fs_path()).unwrap()))
    }

    /// Files of the mirror, including unfinished ones.
    fn files(&self) -> Vec<String> {
        let walk = ignore::WalkBuilder::new(&self.folder).standard_filters(false).build();
        let files = walk.flatten().filter(|entry| entry.path().is_file());
        let names = files.map(|file| file.path().strip_prefix(&self.folder).unwrap().to_owned());
        let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn alice() -> Reader {
    Reader::new(Some("alice"), [])
}

/// Blobs whose content breaks off in the middle while their store is unavailable, and which may be replaced before they
/// are opened.
#[derive(Debug)]
struct Failing {
    blobs: FileBlobs,
    is_away: AtomicBool,
    is_replaced: AtomicBool,
}

impl BlobStore for Failing {
    fn begin(&self) -> StoreFuture<'_, Box<dyn BlobDraft>> {
        self.blobs.begin()
    }

    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> StoreFuture<'a, ()> {
        self.blobs.put(name, content)
    }

    fn open<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<OpenBlob>> {
        Box::pin(async move {
            if self.is_replaced.swap(false, Ordering::Relaxed) {
                self.blobs.put(name, b"Rum").await?;
            }
            let opened = self.blobs.open(name).await?;
            let is_away = self.is_away.load(Ordering::Relaxed);
            Ok(opened.map(|OpenBlob { size, content }| {
                if is_away {
                    OpenBlob { size, content: Box::pin(content.take(size / 2).chain(Away)) }
                } else {
                    OpenBlob { size, content }
                }
            }))
        })
    }

    fn find<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Blob>> {
        self.blobs.find(name)
    }

    fn touch<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        self.blobs.touch(name)
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> StoreFuture<'a, ()> {
        self.blobs.rename(from, to)
    }

    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        self.blobs.remove(name)
    }

    fn list<'a>(&'a self, prefix: &'a str) -> StoreFuture<'a, Vec<Blob>> {
        self.blobs.list(prefix)
    }

    fn bytes(&self) -> StoreFuture<'_, BlobBytes> {
        self.blobs.bytes()
    }

    fn expire(&self) -> StoreFuture<'_, ()> {
        self.blobs.expire()
    }
}

/// Content that cannot be read.
struct Away;

impl tokio::io::AsyncRead for Away {
    fn poll_read(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
        _: &mut tokio::io::ReadBuf<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        std::task::Poll::Ready(Err(io::Error::other(StoreError::Unreachable("lost".into()))))
    }
}

#[tokio::test]
async fn what_one_machine_takes_in_another_reads_and_both_show() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    let path = one.bring("plan.md", "Tea is served at four.").await;
    two.pass().await.unwrap();
    assert_eq!(two.files(), ["alice/.access", "alice/plan.md"]);
    for machine in [&one, &two] {
        let shown = machine.shown(&path).await.unwrap();
        assert_eq!(shown.as_deref(), Some("Tea is served at four."));
    }
    let bob = two.library.seen_by(Reader::new(Some("bob"), []));
    assert!(matches!(open::locate(&bob, &path).await.unwrap(), open::Located::Missing));
    assert!(one.uploads.unread(&alice(), &one.library).await.is_empty());
    let version = one.stores.catalog.version();
    std::fs::remove_dir_all(&two.folder).unwrap();
    for machine in [&one, &two] {
        machine.pass().await.unwrap();
        assert_eq!(machine.files().len(), 2, "what is lost comes back");
    }
    assert_eq!(one.stores.catalog.version(), version, "nobody reads again what another has read");
}

#[tokio::test]
async fn a_replaced_document_is_never_shown_as_it_was() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    let path = one.bring("plan.md", "Tea is served at four.").await;
    two.pass().await.unwrap();
    one.bring("plan.md", "Rum is served at four.").await;
    assert_eq!(two.shown(&path).await.unwrap(), None, "its readers may have changed");
    two.pass().await.unwrap();
    for machine in [&one, &two] {
        let shown = machine.shown(&path).await.unwrap();
        assert_eq!(shown.as_deref(), Some("Rum is served at four."));
    }
}

#[tokio::test]
async fn a_document_goes_from_every_machine_where_it_is_removed_or_moved() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    let path = one.bring("plan.md", "Tea is served at four.").await;
    two.pass().await.unwrap();
    one.pass().await.unwrap();
    let shared = one.uploads.share(&alice(), &path, Audience::Everybody).await.unwrap();
    assert!(one.library.folders().is_missing(&path), "its machine lets go of it at once");
    assert_eq!(two.shown(&path).await.unwrap(), None);
    two.pass().await.unwrap();
    assert!(two.shown(&shared).await.unwrap().is_some());
    assert!(one.uploads.unread(&alice(), &one.library).await.is_empty());
    let number = one.uploads.remove(&alice(), &shared).await.unwrap();
    two.pass().await.unwrap();
    assert_eq!(two.files(), ["alice/.access", "alice/everybody/.access"]);
    assert!(two.library.every_file().await.unwrap().is_empty());
    two.uploads.restore(&alice(), &shared, number).await.unwrap();
    two.pass().await.unwrap();
    assert!(one.shown(&shared).await.unwrap().is_some());
}

#[tokio::test]
async fn a_copy_that_breaks_off_leaves_nothing_and_no_document_goes() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    let path = one.bring("plan.md", "Tea is served at four.").await;
    one.pass().await.unwrap();
    store.fail(true);
    assert!(matches!(two.shown(&path).await, Err(StoreError::Unreachable(_))));
    assert!(matches!(two.pass().await, Err(IngestError::Store(StoreError::Unreachable(_)))));
    assert!(two.files().is_empty());
    assert_eq!(two.library.every_file().await.unwrap().len(), 1);
    store.fail(false);
    two.pass().await.unwrap();
    assert!(two.shown(&path).await.unwrap().is_some());
}

#[tokio::test]
async fn a_copy_has_the_time_of_what_was_copied() {
    let store = SharedStore::new();
    let two = store.machine("two");
    store.blobs.put("a.md", b"Tea").await.unwrap();
    store.blobs.is_replaced.store(true, Ordering::Relaxed);
    let copy = two.library.folders().fetch("uploads/a.md").await.unwrap().unwrap().unwrap();
    let blob = store.blobs.find("a.md").await.unwrap().unwrap();
    assert_eq!(std::io::read_to_string(&copy).unwrap(), "Rum");
    assert_eq!(copy.metadata().unwrap().modified().unwrap(), blob.modified);
}

#[tokio::test]
async fn a_document_is_fetched_with_the_lists_of_its_readers() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    let path = one.bring("plan.md", "Tea is served at four.").await;
    let shared = one.uploads.share(&alice(), &path, Audience::Everybody).await.unwrap();
    assert!(two.library.folders().fetch(&shared).await.unwrap().unwrap().is_some());
    let all = ["alice/.access", "alice/everybody/.access", "alice/everybody/plan.md"];
    assert_eq!(two.files(), all);
    for path in ["uploads/alice/.access/../x.md", "uploads/.removed/1/x.md", "uploads", "a.md"] {
        let fetched = two.library.folders().fetch(path).await.unwrap().unwrap();
        assert!(fetched.is_none(), "{path}");
    }
}

#[tokio::test]
async fn a_name_that_no_file_can_have_holds_up_no_other() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    for name in ["a.md", "b.md"] {
        one.bring(name, "Tea is served at four.").await;
    }
    std::fs::create_dir_all(two.folder.join("alice/a.md")).unwrap();
    std::os::unix::fs::symlink("/nowhere", two.folder.join("alice/a.md/link")).unwrap();
    std::fs::write(two.folder.join("other.md"), "Of nobody.").unwrap();
    two.pass().await.unwrap();
    assert_eq!(two.files(), ["alice/.access", "alice/b.md"]);
}

#[tokio::test(start_paused = true)]
async fn what_another_machine_takes_in_is_noticed_once() {
    let store = SharedStore::new();
    let (one, two) = (store.machine("one"), store.machine("two"));
    two.pass().await.unwrap();
    let watch = Watch::over(two.library.folders(), store.place.path());
    let noticed = async || {
        tokio::select! {
            settled = watch.settled(Duration::from_mins(1)) => settled,
            never = two.library.folders().keep_noticing() => match never {},
        }
    };
    assert!(!noticed().await);
    one.bring("plan.md", "Tea is served at four.").await;
    assert!(noticed().await);
    two.pass().await.unwrap();
    assert!(!noticed().await);
}

#[tokio::test]
async fn a_change_is_told_to_the_watch_and_a_copy_is_none() {
    let store = SharedStore::new();
    let one = store.machine("one");
    one.mirror.refresh().await.unwrap();
    let watch = Watch::over(one.library.folders(), store.place.path());
    let path = one.bring("plan.md", "Tea is served at four.").await;
    let soon = Duration::from_secs(20);
    assert!(watch.settled(soon).await);
    one.pass().await.unwrap();
    assert!(!watch.settled(Duration::from_millis(500)).await);
    one.uploads.remove(&alice(), &path).await.unwrap();
    assert!(watch.settled(soon).await);
}
