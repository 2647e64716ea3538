//! The contract of blob stores, checked on an empty store.

use tokio::io::AsyncReadExt as _;

use crate::StoreError;
use crate::blobs::BlobStore;

/// Checks everything that the trait promises on an empty store.
pub async fn keeps_blobs(blobs: &dyn BlobStore) {
    a_blob_is_seen_when_it_is_finished(blobs).await;
    a_small_blob_is_kept_once(blobs).await;
    a_name_goes_to_no_two_blobs(blobs).await;
    blobs_are_listed_by_the_beginning_of_their_names(blobs).await;
    no_name_leads_out(blobs).await;
    the_bytes_follow_every_change(blobs).await;
    no_more_is_shown_than_there_is_room_for(blobs).await;
}

async fn names(blobs: &dyn BlobStore, prefix: &str) -> Vec<String> {
    blobs.list(prefix).await.unwrap().into_iter().map(|blob| blob.name).collect()
}

async fn read(blobs: &dyn BlobStore, name: &str) -> Option<String> {
    let content = blobs.read(name).await.unwrap();
    content.map(|content| String::from_utf8(content).unwrap())
}

async fn a_blob_is_seen_when_it_is_finished(blobs: &dyn BlobStore) {
    assert!(names(blobs, "").await.is_empty() && read(blobs, "a/b.md").await.is_none());
    let mut draft = blobs.begin().await.unwrap();
    let mut other = blobs.begin().await.unwrap();
    draft.write(b"Tea ").await.unwrap();
    other.write(b"Rum").await.unwrap();
    draft.write(b"at four").await.unwrap();
    draft.flush().await.unwrap();
    assert!(names(blobs, "").await.is_empty());
    drop(other);
    draft.finish("a/b.md", None).await.unwrap();
    assert_eq!(names(blobs, "").await, ["a/b.md"]);
    let first = blobs.find("a/b.md").await.unwrap().unwrap();
    assert_eq!((first.size, blobs.list("").await.unwrap()), (11, vec![first.clone()]));
    let mut former = blobs.open("a/b.md").await.unwrap().unwrap();
    assert_eq!(former.size, 11);
    let mut next = blobs.begin().await.unwrap();
    next.write(b"Cake").await.unwrap();
    next.finish("a/b.md", None).await.unwrap();
    assert_eq!(read(blobs, "a/b.md").await.as_deref(), Some("Cake"));
    let mut content = String::new();
    former.content.read_to_string(&mut content).await.unwrap();
    assert_eq!(content, "Tea at four", "whoever reads the former one reads it to its end");
    blobs.expire().await.unwrap();
    blobs.remove("a/b.md").await.unwrap();
    blobs.remove("a/b.md").await.unwrap();
    assert!(names(blobs, "").await.is_empty() && blobs.find("a/b.md").await.unwrap().is_none());
}

async fn a_small_blob_is_kept_once(blobs: &dyn BlobStore) {
    blobs.put("a/list", b"alice").await.unwrap();
    let first = blobs.find("a/list").await.unwrap();
    blobs.put("a/list", b"alice").await.unwrap();
    assert_eq!(blobs.find("a/list").await.unwrap(), first, "the same is not written again");
    blobs.put("a/list", b"").await.unwrap();
    assert_eq!(read(blobs, "a/list").await.as_deref(), Some(""));
    let before = blobs.find("a/list").await.unwrap().unwrap();
    blobs.touch("a/list").await.unwrap();
    let after = blobs.find("a/list").await.unwrap().unwrap();
    assert!(after.modified >= before.modified && after.changed >= before.changed);
    assert!(matches!(blobs.touch("a/none").await, Err(StoreError::Missing)));
    blobs.remove("a/list").await.unwrap();
}

async fn a_name_goes_to_no_two_blobs(blobs: &dyn BlobStore) {
    for name in ["one", "other"] {
        blobs.put(name, name.as_bytes()).await.unwrap();
    }
    let before = blobs.find("one").await.unwrap().unwrap();
    for taken in ["other", "one"] {
        assert!(matches!(blobs.rename("one", taken).await, Err(StoreError::Exists)));
    }
    assert!(matches!(blobs.rename("none", "other").await, Err(StoreError::Missing)));
    assert!(matches!(blobs.rename("none", "new").await, Err(StoreError::Missing)));
    assert_eq!(read(blobs, "other").await.as_deref(), Some("other"));
    let both = tokio::join!(blobs.rename("one", "x/y/z"), blobs.rename("other", "x/y/z"));
    let is_taken = |done: &Result<(), StoreError>| matches!(done, Err(StoreError::Exists));
    assert!(both.0.is_ok() != both.1.is_ok() && is_taken(&both.0) != is_taken(&both.1));
    assert_eq!(names(blobs, "").await.len(), 2);
    let moved = blobs.find("x/y/z").await.unwrap().unwrap();
    assert!(moved.changed >= before.changed);
    for name in names(blobs, "").await {
        blobs.remove(&name).await.unwrap();
    }
}

async fn blobs_are_listed_by_the_beginning_of_their_names(blobs: &dyn BlobStore) {
    let all = [".aside/1/a.md", "a b/c.md", "a/.list", "a/b.md", "a/b/c.md", "ab.md", "ä.md"];
    for name in all.iter().rev() {
        blobs.put(name, b"x").await.unwrap();
    }
    assert_eq!(names(blobs, "").await, all);
    assert_eq!(names(blobs, "a/").await, ["a/.list", "a/b.md", "a/b/c.md"]);
    assert_eq!(names(blobs, "a/b").await, ["a/b.md", "a/b/c.md"]);
    assert_eq!(names(blobs, "ab").await, ["ab.md"]);
    assert_eq!(names(blobs, ".aside/").await, [".aside/1/a.md"]);
    assert!(names(blobs, "none/").await.is_empty() && names(blobs, "A").await.is_empty());
    let folder = blobs.find("a").await.unwrap();
    assert!(folder.is_none() && read(blobs, "a").await.is_none(), "a prefix is no blob");
    assert!(matches!(blobs.rename("a", "c").await, Err(StoreError::Missing)));
    blobs.remove("a").await.unwrap();
    assert_eq!(names(blobs, "").await, all);
    for name in all {
        blobs.remove(name).await.unwrap();
    }
}

async fn no_name_leads_out(blobs: &dyn BlobStore) {
    blobs.put("a", b"x").await.unwrap();
    for name in ["", "..", "../b", "b/../../c", "/b", "b/", "b//c", "./b", "b\0c"] {
        let is_refused = |done: &StoreError| matches!(done, StoreError::Name(_));
        assert!(is_refused(&blobs.put(name, b"x").await.unwrap_err()), "{name}");
        assert!(is_refused(&blobs.rename("a", name).await.unwrap_err()), "{name}");
        assert!(is_refused(&blobs.rename(name, "b").await.unwrap_err()), "{name}");
        assert!(is_refused(&blobs.touch(name).await.unwrap_err()), "{name}");
        assert!(is_refused(&blobs.remove(name).await.unwrap_err()), "{name}");
        assert!(is_refused(&blobs.open(name).await.unwrap_err()), "{name}");
        assert!(is_refused(&blobs.find(name).await.unwrap_err()), "{name}");
        let draft = blobs.begin().await.unwrap();
        assert!(is_refused(&draft.finish(name, None).await.unwrap_err()), "{name}");
    }
    for prefix in ["../", "a/../../", "/"] {
        assert!(names(blobs, prefix).await.is_empty(), "{prefix}");
    }
    assert_eq!(names(blobs, "").await, ["a"]);
    blobs.remove("a").await.unwrap();
}

/// Total sizes of the visible blobs and of those set aside, in bytes.
async fn bytes(blobs: &dyn BlobStore) -> (u64, u64) {
    let bytes = blobs.bytes().await.unwrap();
    (bytes.shown, bytes.aside)
}

async fn the_bytes_follow_every_change(blobs: &dyn BlobStore) {
    assert_eq!(bytes(blobs).await, (0, 0));
    blobs.put("a/b.md", b"four").await.unwrap();
    blobs.put("a/.list", b"hidden").await.unwrap();
    blobs.put(".removed/no number/a.md", b"hidden").await.unwrap();
    blobs.put(".removed/7/a/.list", b"hidden").await.unwrap();
    assert_eq!(bytes(blobs).await, (4, 0));
    blobs.put("a/b.md", b"seven!!").await.unwrap();
    blobs.put("c.md", b"two").await.unwrap();
    assert_eq!(bytes(blobs).await, (10, 0));
    blobs.rename("a/b.md", ".removed/7/a/b.md").await.unwrap();
    blobs.rename("c.md", "d.md").await.unwrap();
    assert!(blobs.rename("d.md", ".removed/7/a/b.md").await.is_err());
    assert_eq!(bytes(blobs).await, (3, 7));
    blobs.rename(".removed/7/a/b.md", "a/b.md").await.unwrap();
    assert_eq!(bytes(blobs).await, (10, 0));
    for blob in blobs.list("").await.unwrap() {
        blobs.remove(&blob.name).await.unwrap();
    }
    assert_eq!(bytes(blobs).await, (0, 0));
}

async fn no_more_is_shown_than_there_is_room_for(blobs: &dyn BlobStore) {
    let put = |name: &'static str, bytes: &'static [u8]| async move {
        let mut draft = blobs.begin().await?;
        draft.write(bytes).await?;
        draft.finish(name, Some(10)).await
    };
    put("a", b"seven!!").await.unwrap();
    let both = tokio::join!(put("b", b"two"), put("c", b"two"));
    let is_full = |done: &Result<(), StoreError>| matches!(done, Err(StoreError::Full));
    assert!(is_full(&both.0) != is_full(&both.1), "{both:?}");
    put("a", b"six bytes").await.unwrap_err();
    put("a", b"seven..").await.unwrap();
    assert_eq!((bytes(blobs).await, names(blobs, "").await.len()), ((10, 0), 2));
    assert_eq!(read(blobs, "a").await.as_deref(), Some("seven.."), "the earlier one stays");
    for name in names(blobs, "").await {
        blobs.remove(&name).await.unwrap();
    }
}
