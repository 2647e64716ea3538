//! Folders and files that are temporarily unreadable: nothing is lost.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use footnote_documents::acl::{Acl, Reader};
use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::*;
use crate::Folders;

/// Id of a user that owns nothing.
const NOBODY: u32 = 65_534;

/// Runs a test as a user to whom permissions apply, since root bypasses them.
fn unprivileged<F: Future<Output = ()>>(test: impl FnOnce(Fixture) -> F + Send + 'static) {
    let done = std::thread::spawn(|| {
        if geteuid().is_root() {
            // For this thread, and for those that the runtime starts from it.
            let (uid, gid) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
            set_thread_groups(&[]).unwrap();
            set_thread_res_gid(gid, gid, gid).unwrap();
            set_thread_res_uid(uid, uid, uid).unwrap();
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let all = fixture();
        fs::create_dir(all.path("hr")).unwrap();
        all.write("a.md", b"Apples ripen in September.");
        all.write("hr/p.md", b"The pension is paid monthly.");
        runtime.block_on(test(all));
    });
    done.join().unwrap();
}

impl Fixture {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a folder or file inaccessible to the server, or accessible again.
    fn set_closed(&self, name: &str, is_closed: bool) {
        let fs_path = self.path(name);
        let mode = if is_closed { 0o000 } else { 0o755 };
        fs::set_permissions(&fs_path, Permissions::from_mode(mode)).unwrap();
        let opened = fs::File::open(&fs_path).map(drop).map_err(|error| error.kind());
        let expected = if is_closed { Err(io::ErrorKind::PermissionDenied) } else { Ok(()) };
        assert_eq!(opened, expected, "or nothing is tested");
    }

    /// Paths of all documents found, each with whether its file is unreadable.
    async fn found(&self) -> Vec<(String, bool)> {
        let all = self.library.every_file().await.unwrap();
        let ready = all.iter().filter(|record| record.is_ready());
        let ready = ready.filter(|record| !self.text(&record.path).is_empty());
        let is_away = |path: &str| self.library.unreachable_since(path).is_some();
        ready.map(|record| (record.path.clone(), is_away(&record.path))).collect()
    }
}

fn paths(found: &[(&str, bool)]) -> Vec<(String, bool)> {
    found.iter().map(|(path, is_away)| ((*path).to_owned(), *is_away)).collect()
}

#[test]
fn a_folder_that_cannot_be_read_keeps_its_documents() {
    unprivileged(async |all| {
        all.pass().await;
        all.set_closed("hr", true);
        all.write("a.md", b"Apples ripen in October.");
        for _ in 0..2 {
            all.pass().await;
            assert_eq!(all.found().await, paths(&[("a.md", false), ("hr/p.md", true)]));
        }
        assert!(all.text("a.md").contains("October"), "the others are kept up to date");
        let progress = all.library.unfiltered_progress();
        let trouble = progress.trouble().unwrap();
        assert!(trouble.starts_with("A folder or a file cannot be read"), "{trouble}");
        assert!(!trouble.contains("readers"), "{trouble}");
        let place = open::locate(&all.library, "hr/p.md").await.unwrap();
        assert!(matches!(place, open::Located::Unreachable));
        all.set_closed("hr", false);
        fs::remove_file(all.path("hr/p.md")).unwrap();
        all.pass().await;
        assert_eq!(all.found().await, paths(&[("a.md", false)]));
        assert_eq!(all.library.unfiltered_progress().trouble(), None);
    });
}

#[test]
fn a_whole_folder_that_cannot_be_read_keeps_its_documents_while_others_are_read() {
    unprivileged(async |mut all| {
        let other = tempfile::tempdir().unwrap();
        let folders = Folders::new([all.path(""), other.path().to_owned()]);
        let names: Vec<String> = folders.iter().map(|folder| folder.name.clone()).collect();
        all.library = Library::over(folders, all.index.catalog());
        all.pass().await;
        let first = format!("{}/a.md", names[0]);
        fs::write(other.path().join("b.md"), "Pears ripen in October.").unwrap();
        all.set_closed("", true);
        let stores = all.index.stores();
        let done = run(&all.library, &stores, Path::new("/nowhere")).await;
        assert!(matches!(done, Err(IngestError::Folder(..))), "it is tried again");
        let found = all.found().await;
        assert!(found.contains(&(first, true)), "{found:?}");
        assert!(found.contains(&(format!("{}/b.md", names[1]), false)), "{found:?}");
        all.set_closed("", false);
        all.pass().await;
        assert!(all.found().await.iter().all(|(_, is_away)| !is_away));
    });
}

#[test]
fn a_file_that_cannot_be_read_any_more_keeps_its_text_and_its_readers() {
    unprivileged(async |all| {
        all.write("a.md", b"---\nusers: [alice]\n---\n\nApples ripen in September.");
        all.pass().await;
        let before = all.record("a.md");
        all.set_closed("a.md", true);
        all.pass().await;
        assert_eq!(all.found().await, paths(&[("a.md", true), ("hr/p.md", false)]));
        assert_eq!(all.record("a.md"), before);
        all.set_closed("a.md", false);
        all.pass().await;
        assert_eq!(all.found().await, paths(&[("a.md", false), ("hr/p.md", false)]));
    });
}

#[test]
fn a_new_file_that_cannot_be_read_is_listed_with_its_fault() {
    unprivileged(async |all| {
        all.set_closed("a.md", true);
        let files = all.pass().await;
        assert!(files[0].fault().starts_with("cannot be opened"), "{}", files[0].fault());
    });
}

#[test]
fn a_list_of_readers_that_cannot_be_read_leaves_readers_as_they_were_and_admits_nobody_else() {
    unprivileged(async |all| {
        all.write("hr/.access", b"user: alice");
        all.pass().await;
        let hr = || Acl::of_folder("user: alice").unwrap();
        assert_eq!(all.record("hr/p.md").acl, hr());
        all.set_closed("hr/.access", true);
        all.write("hr/p.md", b"The pension is paid yearly.");
        all.write("hr/new.md", b"Wages are paid weekly.");
        all.pass().await;
        assert_eq!(all.found().await, paths(&[("a.md", false), ("hr/p.md", true)]));
        assert_eq!(all.record("hr/p.md").acl, hr());
        let stranger = all.library.seen_by(Reader::default());
        assert_eq!(listed(&stranger).await.len(), 1, "a.md alone");
        let trouble = all.library.unfiltered_progress().trouble().unwrap();
        assert!(!trouble.contains("readers"), "it may be right: {trouble}");
        all.set_closed("hr/.access", false);
        all.pass().await;
        assert_eq!(all.found().await.len(), 3);
        assert_eq!(all.record("hr/new.md").acl, hr());
    });
}

#[test]
fn what_is_left_out_stays_left_out_where_the_rules_cannot_be_read() {
    unprivileged(async |all| {
        all.write("hr/.footnoteignore", b"draft*");
        all.write("hr/draft.md", b"Wages will rise.");
        all.pass().await;
        all.set_closed("hr/.footnoteignore", true);
        all.pass().await;
        assert_eq!(all.found().await, paths(&[("a.md", false), ("hr/p.md", true)]));
    });
}

#[tokio::test]
async fn what_lies_where_something_was_mounted_is_not_taken_for_it() {
    let all = fixture();
    fs::create_dir(all.path("share")).unwrap();
    all.write("share/a.md", b"Apples ripen in September.");
    all.pass().await;
    // As if the file had been on another device.
    all.library.add_mounts(&["share".to_owned()].into());
    fs::remove_file(all.path("share/a.md")).unwrap();
    all.pass().await;
    assert_eq!(all.found().await, paths(&[("share/a.md", true)]));
}

#[tokio::test]
async fn a_folder_in_whose_place_a_link_is_put_before_it_is_read_leads_nowhere() {
    let (all, outside) = (fixture(), tempfile::tempdir().unwrap());
    let inner = all.path("swap");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("a.md"), "Apples ripen in September.").unwrap();
    fs::write(outside.path().join("a.md"), "The secret is out.").unwrap();
    let files = scan::scan(all.library.folders(), all.library.mounts()).await.unwrap().files;
    fs::rename(&inner, all.path(".away")).unwrap();
    std::os::unix::fs::symlink(outside.path(), &inner).unwrap();
    let stores = all.index.stores();
    let extractors = Extractors { program: Path::new("/nowhere"), descriptions: None };
    let mut pass = IngestPass::new(&all.library, &stores, 1, 1);
    pass.read(files.into_values().collect(), extractors, None).await.unwrap();
    assert_eq!(all.text("swap/a.md"), "");
    assert!(!all.record("swap/a.md").is_ready());
    assert!(all.pass().await.is_empty(), "links are passed over");
}
