//! Tests of uploads that have lost their lists of readers.

use std::collections::BTreeSet;

use footnote_documents::acl::Reader;
use footnote_protocol::Listing;

use super::super::scan::{self, File, FolderScan};
use crate::Folders;

#[tokio::test]
async fn what_is_uploaded_into_a_folder_without_its_list_of_readers_is_closed_to_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let fs_path = folder.path().join(path);
        std::fs::create_dir_all(fs_path.parent().unwrap()).unwrap();
        std::fs::write(fs_path, text).unwrap();
    };
    for path in
        ["a.md", "ada/b.md", "ada/c.mp4", "ada/everybody/d.md", "ada/groups/hr/e.md", "bob/f.md"]
    {
        write(path, "text");
    }
    for (path, list) in [
        ("ada/everybody", "public"),
        ("ada/groups/hr", "user: ada\ngroup: hr"),
        ("bob", "user: bob"),
    ] {
        write(&format!("{path}/.access"), list);
    }
    let folders = Folders::default().with("uploads", folder.path().to_owned());
    let scanned = async || scan::scan(&folders, BTreeSet::new()).await.unwrap();
    let scan = scanned().await;
    let reader = |user: &str| Reader::new(Some(user), ["hr"]);
    let admitted = |scan: &FolderScan, user: &str| {
        let admits = |file: &&File| file.acl.clone().unwrap_or_default().admits(&reader(user));
        scan.files.values().filter(admits).map(|file| file.path.clone()).collect::<Vec<_>>()
    };
    let everybodys = ["uploads/a.md", "uploads/ada/everybody/d.md", "uploads/ada/groups/hr/e.md"];
    assert_eq!(admitted(&scan, "ada"), everybodys);
    assert_eq!(admitted(&scan, "bob"), [&everybodys[..], &["uploads/bob/f.md"]].concat());
    assert_eq!(scan.skipped.of(&reader("bob"), &Listing::default()).0, 0);
    let [closed] = &scan.closed[..] else { panic!("{:?}", scan.closed) };
    assert!(closed.contains("ada: its .access is gone"), "{closed}");
    write("ada/.access", "user: ada");
    let scan = scanned().await;
    assert!(
        scan.closed.is_empty() && admitted(&scan, "ada").contains(&"uploads/ada/b.md".to_owned())
    );
    // An operator's own documents need none.
    let own = scan::scan(&folder.path().into(), BTreeSet::new()).await.unwrap();
    assert!(own.closed.is_empty() && own.files["a.md"].acl.is_none());
}
