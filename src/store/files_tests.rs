//! Tests of blobs in a folder: the contract, and the files on disk.

use crate::contract_tests::blobs::keeps_blobs;

use super::*;

fn store() -> (tempfile::TempDir, FileBlobs) {
    let folder = tempfile::tempdir().unwrap();
    let blobs = FileBlobs::over(folder.path().join("blobs"));
    (folder, blobs)
}

#[tokio::test]
async fn the_contract_is_kept_in_a_folder() {
    let (_folder, blobs) = store();
    keeps_blobs(&blobs).await;
}

#[tokio::test]
async fn a_blob_is_the_file_of_its_name_and_leaves_no_folder_behind() {
    let (folder, blobs) = store();
    let root = folder.path().join("blobs");
    blobs.put("a/b/c.md", b"Tea").await.unwrap();
    assert_eq!(fs::read(root.join("a/b/c.md")).unwrap(), b"Tea");
    blobs.put("a/d.md", b"Rum").await.unwrap();
    blobs.rename("a/b/c.md", "e/f.md").await.unwrap();
    assert!(!root.join("a/b").exists() && root.join("a/d.md").exists());
    blobs.remove("e/f.md").await.unwrap();
    blobs.remove("a/d.md").await.unwrap();
    assert_eq!(fs::read_dir(root).unwrap().count(), 0);
}

#[tokio::test]
async fn neither_a_link_nor_a_folder_nor_what_is_coming_is_a_blob() {
    let (folder, blobs) = store();
    let root = folder.path().join("blobs");
    fs::write(folder.path().join("secret"), "x").unwrap();
    blobs.put("a/b.md", b"Tea").await.unwrap();
    std::os::unix::fs::symlink("../secret", root.join("link")).unwrap();
    let mut draft = blobs.begin().await.unwrap();
    draft.write(b"half").await.unwrap();
    draft.flush().await.unwrap();
    let draft = fs::read_dir(root.join(DRAFT_FOLDER)).unwrap().next().unwrap().unwrap();
    let draft = format!("{DRAFT_FOLDER}/{}", draft.file_name().to_str().unwrap());
    assert!(matches!(blobs.read(&draft).await, Err(StoreError::Name(_))));
    for name in ["link", "a", "a/b.md/c", &"x".repeat(300)] {
        assert_eq!(blobs.find(name).await.unwrap(), None, "{name}");
        assert!(blobs.read(name).await.unwrap().is_none(), "{name}");
        assert!(matches!(blobs.rename(name, "new").await, Err(StoreError::Missing)), "{name}");
        blobs.remove(name).await.unwrap();
    }
    assert!(matches!(blobs.rename("a/b.md", "link").await, Err(StoreError::Exists)));
    assert_eq!(blobs.list("").await.unwrap().len(), 1);
    assert!(root.join("link").is_symlink());
}

#[tokio::test]
async fn what_nobody_writes_any_more_goes() {
    let (_folder, blobs) = store();
    let mut draft = blobs.begin().await.unwrap();
    draft.write(b"half").await.unwrap();
    draft.flush().await.unwrap();
    let left = || fs::read_dir(blobs.0.root.join(DRAFT_FOLDER)).unwrap().count();
    blobs.expire().await.unwrap();
    assert_eq!(left(), 1);
    blobs.0.delete_stale_drafts(SystemTime::now() + 2 * DRAFT_LIFETIME).unwrap();
    assert_eq!(left(), 0);
}
