//! Tests of uploaded documents.

use std::path::Path;
use std::time::SystemTime;

use footnote_search::index::MemoryCatalog;
use footnote_store::FileBlobs;

use super::*;
use crate::ingest;

fn uploads(allowed: Allowed) -> (tempfile::TempDir, Uploads) {
    let place = tempfile::tempdir().unwrap();
    let uploads = over(place.path(), allowed);
    (place, uploads)
}

/// The uploads in this folder, as a newly started server opens them.
fn over(place: &Path, allowed: Allowed) -> Uploads {
    Uploads::new(Arc::new(FileBlobs::over(place.join("uploads"))), allowed, 1000)
}

async fn bring(
    uploads: &Uploads,
    reader: &Reader,
    name: &str,
    text: &str,
) -> Result<String, UploadError> {
    let mut incoming = uploads.begin(reader, name).await?;
    incoming.write(text.as_bytes()).await?;
    incoming.finish().await
}

/// The reader's documents that have not been read.
async fn unread(uploads: &Uploads, reader: &Reader) -> Vec<String> {
    let library = Library::over("nowhere", Arc::new(MemoryCatalog::default()));
    uploads.unread(reader, &library).await
}

#[tokio::test]
async fn a_users_document_is_theirs_until_they_share_it() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let (alice, bob) = (Reader::new(Some("alice"), []), Reader::new(Some("bob"), []));
    let path = bring(&uploads, &alice, "../plan.md", "Tea at four.").await.unwrap();
    assert_eq!(path, "uploads/alice/plan.md");
    assert!(uploads.owns(&alice, &path) && !uploads.owns(&bob, &path));
    let acl = std::fs::read_to_string(place.path().join("uploads/alice/.access")).unwrap();
    assert_eq!(acl, "user: alice\n");
    assert!(matches!(
        uploads.share(&bob, &path, Audience::Everybody).await,
        Err(UploadError::Unknown)
    ));
    let shared = uploads.share(&alice, &path, Audience::Everybody).await.unwrap();
    assert_eq!(unread(&uploads, &alice).await, [shared.as_str()]);
    assert_eq!(shared, "uploads/alice/everybody/plan.md");
    assert_eq!(uploads.share(&alice, &shared, Audience::Owner).await.unwrap(), path);
}

#[tokio::test]
async fn the_list_of_readers_is_written_once_for_all_documents_of_a_folder() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let alice = Reader::new(Some("alice"), []);
    bring(&uploads, &alice, "plan.md", "Tea at four.").await.unwrap();
    let list =
        std::fs::File::options().append(true).open(place.path().join("uploads/alice/.access"));
    let list = list.unwrap();
    list.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    let path = bring(&uploads, &alice, "menu.md", "Cake at five.").await.unwrap();
    uploads.remove(&alice, &path).await.unwrap();
    bring(&uploads, &alice, "plan.md", "Tea at three.").await.unwrap();
    let written = place.path().join("uploads/alice/.access").metadata().unwrap().modified();
    assert_eq!(written.unwrap(), SystemTime::UNIX_EPOCH, "a pass may be reading it");
}

#[tokio::test]
async fn a_removed_document_can_be_brought_back_by_its_owner() {
    let (_place, uploads) = uploads(Allowed::Everybody);
    let (alice, bob) = (Reader::new(Some("alice"), []), Reader::new(Some("bob"), []));
    let path = bring(&uploads, &alice, "plan.md", "Tea at four.").await.unwrap();
    let number = uploads.remove(&alice, &path).await.unwrap();
    assert!(unread(&uploads, &alice).await.is_empty());
    assert!(matches!(uploads.remove(&alice, &path).await, Err(UploadError::Unknown)));
    assert!(matches!(uploads.restore(&bob, &path, number).await, Err(UploadError::Unknown)));
    bring(&uploads, &alice, "plan.md", "Another.").await.unwrap();
    assert!(matches!(uploads.restore(&alice, &path, number).await, Err(UploadError::Exists)));
    uploads.remove(&alice, &path).await.unwrap();
    uploads.restore(&alice, &path, number).await.unwrap();
    assert_eq!(unread(&uploads, &alice).await, [path.as_str()]);
    assert!(matches!(uploads.restore(&alice, &path, number).await, Err(UploadError::Unknown)));
}

#[tokio::test]
async fn what_cannot_be_a_document_is_refused_and_leaves_nothing() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let reader = Reader::default();
    for (name, text, reason) in [
        ("a.exe", "x", "a.exe is not in a format that can be read"),
        ("~$a.docx", "x", "~$a.docx is not in a format that can be read"),
        ("a.md", "", "a.md is empty"),
        (
            "a.md",
            &"x".repeat(1001),
            "there is no room for a.md: remove documents that are not needed",
        ),
    ] {
        let refused = bring(&uploads, &reader, name, text).await.unwrap_err();
        assert_eq!(refused.to_string(), reason);
    }
    drop(uploads.begin(&reader, "half.md").await.unwrap());
    assert!(unread(&uploads, &reader).await.is_empty());
    let incoming = place.path().join("uploads/.coming");
    assert_eq!(std::fs::read_dir(incoming).unwrap().count(), 0);
    bring(&uploads, &reader, "a.md", "Tea").await.unwrap();
    let again = bring(&uploads, &reader, "a.md", "Cake").await.unwrap();
    assert_eq!(again, "uploads/a.md");
    assert_eq!(std::fs::read(place.path().join("uploads/a.md")).unwrap(), b"Cake");
}

#[tokio::test]
async fn only_those_who_may_bring_documents() {
    let reader = |user, groups: &[&'static str]| Reader::new(user, groups.iter().copied());
    let (alice, nobody) = (reader(Some("alice"), &["hr"]), Reader::default());
    let group_alone = reader(None, &["hr"]);
    let admitted = |allowed: Allowed| {
        let (_place, uploads) = uploads(allowed);
        [&alice, &nobody, &group_alone].map(|reader| uploads.admits(reader))
    };
    assert_eq!(admitted(Allowed::Nobody), [false, false, false]);
    assert_eq!(admitted(Allowed::Everybody), [true, true, false]);
    assert_eq!(admitted(Allowed::Groups(vec!["HR".to_owned()])), [true, false, false]);
    assert_eq!(admitted(Allowed::Groups(vec!["board".to_owned()])), [false, false, false]);
    let (_place, closed) = uploads(Allowed::Nobody);
    assert!(matches!(bring(&closed, &nobody, "a.md", "x").await, Err(UploadError::Forbidden)));
}

#[tokio::test]
async fn what_is_uploaded_is_read_for_its_owner_alone() {
    use footnote_search::index::Index;
    use footnote_store::FileKind;

    use crate::{Folders, Library};

    let (place, uploads) = uploads(Allowed::Everybody);
    let documents = place.path().join("documents");
    std::fs::create_dir(&documents).unwrap();
    std::fs::write(documents.join("a.md"), "Apples ripen in September.").unwrap();
    let alice = Reader::new(Some("alice"), []);
    let claims = "---\ngroups: [board]\n---\nTea is served at four.";
    bring(&uploads, &alice, "plan.md", claims).await.unwrap();
    bring(&uploads, &alice, "menu.md", "Cake is served at five.").await.unwrap();
    uploads.share(&alice, "uploads/alice/menu.md", Audience::Everybody).await.unwrap();
    assert_eq!(unread(&uploads, &alice).await.len(), 2);
    let index = Arc::new(Index::in_memory().unwrap());
    let folders = Folders::from(documents).with(FOLDER, place.path().join("uploads"));
    let library = Library::over(folders, index.catalog());
    ingest::run(&library, &index.stores(), Path::new("/nowhere")).await.unwrap();
    let seen = async |library: &Library| -> Vec<String> {
        let files = library.first(FileKind::Ready, "", 9).await.unwrap();
        files.iter().map(|file| file.path.clone()).collect()
    };
    assert!(uploads.unread(&alice, &library).await.is_empty());
    assert!(uploads.unreadable(&alice, &library).await.is_empty());
    assert_eq!(seen(&library).await, ["a.md", "uploads/alice/everybody/menu.md"]);
    assert_eq!(
        seen(&library.seen_by(alice)).await.last().map(String::as_str),
        Some("uploads/alice/plan.md")
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_told_to_its_owner_until_another_takes_its_place() {
    use footnote_search::index::Index;

    use crate::Folders;

    let (place, uploads) = uploads(Allowed::Everybody);
    let (alice, bob) = (Reader::new(Some("alice"), []), Reader::new(Some("bob"), []));
    let index = Arc::new(Index::in_memory().unwrap());
    std::fs::create_dir(place.path().join("none")).unwrap();
    let folders = Folders::from(place.path().join("none"));
    let folders = folders.with(FOLDER, place.path().join("uploads"));
    let library = Library::over(folders, index.catalog());
    let reasons = async |reader: &Reader| {
        let failed = uploads.unreadable(reader, &library).await.into_iter();
        let failed = failed.map(|record| record.failure(true));
        failed.map(|file| format!("{} {}", file.path, file.reason)).collect::<Vec<_>>()
    };
    for (text, words) in [(" \n", "uploads/alice/plan.md is empty"), ("Tea", "")] {
        bring(&uploads, &alice, "plan.md", text).await.unwrap();
        assert!(reasons(&alice).await.is_empty(), "nobody has read it");
        ingest::run(&library, &index.stores(), Path::new("/nowhere")).await.unwrap();
        assert_eq!(reasons(&alice).await.concat(), words);
        assert!(reasons(&bob).await.is_empty());
        assert!(uploads.unread(&alice, &library).await.is_empty());
    }
}

#[tokio::test]
async fn a_document_is_found_by_its_path_as_it_is_listed() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let (alice, bob) = (Reader::new(Some("alice"), []), Reader::new(Some("bob"), []));
    let path = bring(&uploads, &alice, "plan.md", "Tea").await.unwrap();
    let listed = uploads.list(&alice).await.unwrap();
    assert_eq!(uploads.find(&alice, &path).await.unwrap(), listed[0]);
    let shared = uploads.share(&alice, &path, Audience::Everybody).await;
    let found = uploads.find(&alice, &shared.unwrap()).await.unwrap();
    assert_eq!(found.name, "everybody/plan.md");
    let own = place.path().join("uploads/alice");
    std::fs::create_dir(own.join("folder.md")).unwrap();
    std::os::unix::fs::symlink(own.join(".access"), own.join("link.md")).unwrap();
    for (reader, path) in [
        (&bob, found.path.as_str()),
        (&alice, "uploads/alice/plan.md"),
        (&alice, "uploads/alice/folder.md"),
        (&alice, "uploads/alice/link.md"),
        (&alice, "uploads/alice/.access"),
        (&alice, "uploads/alice/../alice/everybody/plan.md"),
    ] {
        let found = uploads.find(reader, path).await;
        assert!(matches!(found, Err(UploadError::Unknown)), "{path}");
    }
}

#[tokio::test]
async fn removed_documents_make_way_for_new_ones() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let reader = Reader::default();
    let text = "x".repeat(450);
    for name in ["a.md", "b.md"] {
        let path = bring(&uploads, &reader, name, &text).await.unwrap();
        uploads.remove(&reader, &path).await.unwrap();
        // Removals are numbered by milliseconds.
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    bring(&uploads, &reader, "c.md", &text).await.unwrap();
    let removed = std::fs::read_dir(place.path().join("uploads/.removed"));
    let left: Vec<_> = removed.unwrap().flatten().collect();
    assert_eq!(left.len(), 1);
    assert!(left[0].path().join("b.md").exists());
    let replaced = bring(&uploads, &reader, "c.md", &"y".repeat(900)).await;
    assert!(replaced.is_ok(), "{replaced:?}");
}

#[tokio::test]
async fn a_shared_document_is_replaced_where_it_is() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let alice = Reader::new(Some("alice"), ["hr"]);
    for audience in [Audience::Everybody, Audience::Group("hr".to_owned())] {
        let path = bring(&uploads, &alice, "plan.md", "Tea").await.unwrap();
        let shared = uploads.share(&alice, &path, audience).await.unwrap();
        let again = bring(&uploads, &alice, "plan.md", "Cake").await.unwrap();
        assert_eq!(again, shared);
        assert_eq!(uploads.list(&alice).await.unwrap().len(), 1);
        let back = uploads.share(&alice, &again, Audience::Owner).await;
        assert_eq!(back.unwrap(), "uploads/alice/plan.md");
    }
    let acl = std::fs::read_to_string(place.path().join("uploads/alice/groups/hr/.access"));
    assert_eq!(acl.unwrap(), "user: alice\ngroup: hr\n");
    let board = Audience::Group("board".to_owned());
    assert!(matches!(
        uploads.share(&alice, "uploads/alice/plan.md", board).await,
        Err(UploadError::Forbidden)
    ));
}

#[tokio::test]
async fn a_document_that_is_made_private_while_its_successor_comes_stays_private() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let alice = Reader::new(Some("alice"), ["hr"]);
    let path = bring(&uploads, &alice, "plan.md", "Tea").await.unwrap();
    let shared = uploads.share(&alice, &path, Audience::Everybody).await.unwrap();
    let mut incoming = uploads.begin(&alice, "plan.md").await.unwrap();
    incoming.write(b"Cake").await.unwrap();
    uploads.share(&alice, &shared, Audience::Owner).await.unwrap();
    assert_eq!(incoming.finish().await.unwrap(), path);
    assert!(!place.path().join(shared).exists());
    // Nor does an upload go to a group that its owner has left.
    let of_group = Audience::Group("hr".to_owned());
    let shared = uploads.share(&alice, &path, of_group).await.unwrap();
    let left = Reader::new(Some("alice"), []);
    assert_eq!(bring(&uploads, &left, "plan.md", "Rum").await.unwrap(), path);
    let number = uploads.remove(&left, &shared).await.unwrap();
    let back = uploads.restore(&left, &shared, number).await;
    assert!(matches!(back, Err(UploadError::Forbidden)));
}

/// Total sizes of the documents and of the removed ones, in bytes.
async fn totals(uploads: &Uploads) -> (u64, u64) {
    let bytes = uploads.blobs.bytes().await.unwrap();
    (bytes.shown + uploads.incoming.bytes(), bytes.aside)
}

#[tokio::test]
async fn the_room_that_is_left_follows_every_change() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let alice = Reader::new(Some("alice"), []);
    // As a newly started server counts them.
    let counted = async || totals(&over(place.path(), Allowed::Everybody)).await;
    let stored = async || totals(&uploads).await;
    let path = bring(&uploads, &alice, "a.md", &"x".repeat(100)).await.unwrap();
    bring(&uploads, &alice, "b.md", &"x".repeat(200)).await.unwrap();
    assert_eq!((stored().await, counted().await), ((300, 0), (300, 0)));
    bring(&uploads, &alice, "b.md", &"x".repeat(50)).await.unwrap();
    assert_eq!((stored().await, counted().await), ((150, 0), (150, 0)));
    let number = uploads.remove(&alice, &path).await.unwrap();
    assert_eq!((stored().await, counted().await), ((50, 100), (50, 100)));
    uploads.restore(&alice, &path, number).await.unwrap();
    uploads.share(&alice, &path, Audience::Everybody).await.unwrap();
    assert_eq!((stored().await, counted().await), ((150, 0), (150, 0)));
    let mut incoming = uploads.begin(&alice, "c.md").await.unwrap();
    incoming.write(&[b'x'; 70]).await.unwrap();
    assert_eq!(stored().await, (220, 0), "what is coming in has its share");
    drop(incoming);
    assert_eq!(stored().await, (150, 0));
    // Room made by hand is noticed when it is needed.
    bring(&uploads, &alice, "d.md", &"x".repeat(800)).await.unwrap();
    std::fs::remove_file(place.path().join("uploads/alice/d.md")).unwrap();
    bring(&uploads, &alice, "e.md", &"x".repeat(500)).await.unwrap();
    assert_eq!((stored().await, counted().await), ((650, 0), (650, 0)));
}

#[tokio::test]
async fn the_files_are_counted_anew_every_hour() {
    let (place, uploads) = uploads(Allowed::Everybody);
    bring(&uploads, &Reader::default(), "a.md", &"x".repeat(100)).await.unwrap();
    assert_eq!(totals(&uploads).await, (100, 0));
    std::fs::write(place.path().join("uploads/b.md"), "y".repeat(200)).unwrap();
    assert_eq!(totals(&uploads).await, (100, 0), "they are counted seldom");
    uploads.expire().await.unwrap();
    assert_eq!(totals(&uploads).await, (300, 0));
}

#[tokio::test]
async fn of_uploads_that_end_at_once_only_as_many_are_taken_as_there_is_room_for() {
    let (_place, uploads) = uploads(Allowed::Everybody);
    let mut coming = Vec::new();
    for number in 0..8 {
        let name = format!("{number}.md");
        coming.push(uploads.begin(&Reader::default(), &name).await.unwrap());
    }
    for one in &mut coming {
        one.write(&[b'x'; 300]).await.unwrap();
    }
    let ended = coming.into_iter().map(IncomingUpload::finish);
    let ended = futures_util::future::join_all(ended).await;
    let is_full = |ended: &&Result<_, _>| matches!(ended, Err(UploadError::Full(_)));
    assert_eq!(ended.iter().filter(is_full).count(), 5);
    assert_eq!(totals(&uploads).await, (900, 0));
}

#[tokio::test]
async fn a_readers_own_removed_documents_make_way_before_those_of_others() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let (alice, bob) = (Reader::new(Some("alice"), []), Reader::new(Some("bob"), []));
    for reader in [&bob, &alice] {
        let path = bring(&uploads, reader, "old.md", &"x".repeat(300)).await.unwrap();
        uploads.remove(reader, &path).await.unwrap();
        // Removals are numbered by milliseconds.
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    bring(&uploads, &alice, "new.md", &"x".repeat(600)).await.unwrap();
    let removed = std::fs::read_dir(place.path().join("uploads/.removed")).unwrap().flatten();
    let left: Vec<_> = removed.map(|one| one.path()).collect();
    assert!(left.len() == 1 && left[0].join("bob/old.md").exists(), "{left:?}");
}

#[tokio::test]
async fn a_folder_that_is_removed_by_hand_during_an_upload_is_closed_again() {
    let (place, uploads) = uploads(Allowed::Everybody);
    let alice = Reader::new(Some("alice"), []);
    let mut incoming = uploads.begin(&alice, "plan.md").await.unwrap();
    incoming.write(b"Tea is served at four.").await.unwrap();
    std::fs::remove_dir_all(place.path().join("uploads/alice")).unwrap();
    incoming.finish().await.unwrap();
    let acl = std::fs::read_to_string(place.path().join("uploads/alice/.access"));
    assert_eq!(acl.unwrap(), "user: alice\n");
}
