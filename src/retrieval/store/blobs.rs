//! The store of blobs, such as uploaded documents and descriptions of images, whatever keeps them.

use std::fmt::Debug;
use std::pin::Pin;
use std::time::SystemTime;

use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::StoreFuture;

/// A blob, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Its name, with `/` between the parts.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The time at which its content was written.
    pub modified: SystemTime,
    /// The time at which its content or its name was changed last.
    pub changed: SystemTime,
}

/// A blob that is being read.
pub struct OpenBlob {
    /// Its size in bytes.
    pub size: u64,
    /// Its content, the same to the end whatever happens to its name meanwhile.
    pub content: Pin<Box<dyn AsyncRead + Send>>,
}

/// A store of blobs. No method blocks.
///
/// A name has parts with `/` between them; none is empty, `.` or `..`, and none holds a NUL. A blob is seen as a
/// whole or not at all, and so is each change.
pub trait BlobStore: Debug + Send + Sync {
    /// Begins a blob that has no name yet.
    fn begin(&self) -> StoreFuture<'_, Box<dyn BlobDraft>>;

    /// Keeps a small blob, in the place of an earlier one of this name; one with the same content is left as it is.
    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Opens a blob for reading; `None` if there is none of this name.
    fn open<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<OpenBlob>>;

    /// The whole content of a blob; `None` if there is none of this name.
    fn read<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let Some(mut blob) = self.open(name).await? else {
                return Ok(None);
            };
            let mut content = Vec::new();
            blob.content.read_to_end(&mut content).await?;
            Ok(Some(content))
        })
    }

    /// The blob of this name as it is listed; `None` if there is none.
    fn find<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Blob>>;

    /// Has a blob count as written now. A blob that is not there is [`super::StoreError::Missing`].
    fn touch<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// Gives a blob another name. If there is one of that name, none is lost: that is [`super::StoreError::Taken`]; and
    /// one that is not there is [`super::StoreError::Missing`].
    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> StoreFuture<'a, ()>;

    /// Removes a blob, if there is one of this name.
    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// The blobs whose names begin with `prefix`, in the order of their names.
    fn list<'a>(&'a self, prefix: &'a str) -> StoreFuture<'a, Vec<Blob>>;

    /// Forgets what was begun a day ago and not written since: whoever wrote it has ended.
    fn expire(&self) -> StoreFuture<'_, ()>;
}

/// A blob that is being written. Nobody sees it before it is finished; dropped before, it vanishes.
pub trait BlobDraft: Debug + Send {
    /// Adds to its content.
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Waits until what was added is safe from a failure of the machine. [`Self::finish`] does as well; whoever is
    /// to hold others up only shortly while it finishes does this before.
    fn flush(&mut self) -> StoreFuture<'_, ()>;

    /// Gives it its name, in the place of an earlier blob.
    fn finish(self: Box<Self>, name: &str) -> StoreFuture<'_, ()>;
}

impl Debug for OpenBlob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenBlob").field("size", &self.size).finish_non_exhaustive()
    }
}

/// True if a blob can have this name, whatever keeps it.
pub(super) fn is_name(name: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\0');
    name.split('/').all(is_part)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::store::StoreError;

    /// Asks an empty store whatever the trait promises.
    pub(crate) async fn keeps_the_contract(blobs: &dyn BlobStore) {
        a_blob_is_seen_when_it_is_finished(blobs).await;
        a_small_blob_is_kept_once(blobs).await;
        a_name_goes_to_no_two_blobs(blobs).await;
        blobs_are_listed_by_the_beginning_of_their_names(blobs).await;
        no_name_leads_out(blobs).await;
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
        draft.finish("a/b.md").await.unwrap();
        assert_eq!(names(blobs, "").await, ["a/b.md"]);
        let first = blobs.find("a/b.md").await.unwrap().unwrap();
        assert_eq!((first.size, blobs.list("").await.unwrap()), (11, vec![first.clone()]));
        let mut former = blobs.open("a/b.md").await.unwrap().unwrap();
        assert_eq!(former.size, 11);
        let mut next = blobs.begin().await.unwrap();
        next.write(b"Cake").await.unwrap();
        next.finish("a/b.md").await.unwrap();
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
            assert!(matches!(blobs.rename("one", taken).await, Err(StoreError::Taken)));
        }
        assert!(matches!(blobs.rename("none", "other").await, Err(StoreError::Missing)));
        assert!(matches!(blobs.rename("none", "new").await, Err(StoreError::Missing)));
        assert_eq!(read(blobs, "other").await.as_deref(), Some("other"));
        let both = tokio::join!(blobs.rename("one", "x/y/z"), blobs.rename("other", "x/y/z"));
        let is_taken = |done: &Result<(), StoreError>| matches!(done, Err(StoreError::Taken));
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
            assert!(is_refused(&draft.finish(name).await.unwrap_err()), "{name}");
        }
        for prefix in ["../", "a/../../", "/"] {
            assert!(names(blobs, prefix).await.is_empty(), "{prefix}");
        }
        assert_eq!(names(blobs, "").await, ["a"]);
        blobs.remove("a").await.unwrap();
    }
}
