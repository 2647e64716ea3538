//! Tests of a pass over Markdown files in a temporary folder.

mod again;
mod away;
mod moved;
mod unlisted;

use std::path::PathBuf;

use footnote_documents::{FileState, Record, Stamp};
use footnote_search::index::Index;
use footnote_store::FileKind;

use super::*;
use crate::{Example, open};

struct Fixture {
    folder: tempfile::TempDir,
    library: Library,
    index: Arc<Index>,
}

impl Fixture {
    fn new(index: Index) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let fs_path = folder.path().to_owned();
        Self { library: Library::over(fs_path, index.catalog()), folder, index: Arc::new(index) }
    }

    fn write(&self, name: &str, text: &[u8]) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
    }

    async fn pass(&self) -> Vec<Arc<Record>> {
        let program = PathBuf::from("/nowhere");
        run(&self.library, &self.index.stores(), &program).await.unwrap();
        listed(&self.library).await
    }

    fn record(&self, path: &str) -> Record {
        self.index.records().get(path).unwrap().as_ref().clone()
    }

    fn text(&self, path: &str) -> String {
        let passages = self.index.passages_of(path).unwrap();
        passages.into_iter().map(|passage| passage.text).collect()
    }
}

/// The files that a reader sees.
async fn listed(library: &Library) -> Vec<Arc<Record>> {
    let mut all = Vec::new();
    for kind in [FileKind::Ready, FileKind::Failed, FileKind::Image] {
        all.extend(library.first(kind, "", usize::MAX).await.unwrap());
    }
    all.sort_by(|one, other| one.path.cmp(&other.path));
    all
}

fn fixture() -> Fixture {
    Fixture::new(Index::in_memory().unwrap())
}

#[tokio::test]
async fn documents_become_passages() {
    let all = fixture();
    all.write("a.md", b"# Apples\n\nApples ripen in September.");
    let files = all.pass().await;
    assert!(matches!(files[0].state, FileState::Ready { passages: 1, .. }));
    assert!(all.text("a.md").contains("ripen in September"));
    let progress = all.library.progress().await.unwrap();
    assert_eq!((progress.seen, progress.done, progress.running), (1, 1, false));
    assert!(progress.finished_at.is_some());
}

#[tokio::test]
async fn unchanged_files_are_not_read_again() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    // Changed in the index only: reading the file again would restore its own text.
    let record = all.record("a.md");
    all.index.replace("a.md", &record, &[]).unwrap();
    all.index.commit().unwrap();
    all.pass().await;
    assert_eq!(all.text("a.md"), "");
    assert_eq!(all.library.progress().await.unwrap().done, 1);
}

#[tokio::test]
async fn a_later_look_at_the_folder_that_finds_nothing_new_is_no_news() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    let program = PathBuf::from("/nowhere");
    let stores = all.index.stores();
    let mut second = std::pin::pin!(run(&all.library, &stores, &program));
    let at_once = futures_util::FutureExt::now_or_never(&mut second);
    assert!(!all.library.progress().await.unwrap().running);
    match at_once {
        Some(done) => done.unwrap(),
        None => second.await.unwrap(),
    }
    assert_eq!(all.library.progress().await.unwrap().seen, 1);
}

#[tokio::test]
async fn a_folder_that_is_away_is_told_and_loses_nothing() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    let away = all.folder.path().with_extension("away");
    std::fs::rename(all.folder.path(), &away).unwrap();
    let program = PathBuf::from("/nowhere");
    assert!(run(&all.library, &all.index.stores(), &program).await.is_err());
    assert!(all.library.progress().await.unwrap().problem.is_some());
    assert!(all.text("a.md").contains("Apples"));
    std::fs::rename(&away, all.folder.path()).unwrap();
    all.pass().await;
    assert_eq!(all.library.progress().await.unwrap().problem, None);
}

#[tokio::test]
async fn a_changed_file_is_read_again_and_a_vanished_one_is_forgotten() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.write("b.md", b"Pears ripen in October.");
    all.pass().await;
    all.write("a.md", b"Plums are blue.");
    std::fs::remove_file(all.folder.path().join("b.md")).unwrap();
    let files = all.pass().await;
    assert_eq!(files.len(), 1);
    assert_eq!((all.text("a.md").as_str(), all.text("b.md").as_str()), ("Plums are blue.", ""));
}

#[tokio::test]
async fn a_change_that_keeps_size_and_time_of_a_file_is_seen() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    let fs_path = all.folder.path().join("a.md");
    let modified = fs_path.metadata().unwrap().modified().unwrap();
    all.write("a.md", b"Apples ripen in Novembers.");
    let file = std::fs::File::options().write(true).open(&fs_path).unwrap();
    file.set_modified(modified).unwrap();
    all.pass().await;
    assert!(all.text("a.md").contains("Novembers"));
}

#[tokio::test]
async fn a_change_that_leaves_no_trace_but_itself_is_seen_in_a_while() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.write("b.md", b"Pears ripen in October.");
    all.pass().await;
    all.write("b.md", b"Pears ripen in January.");
    let metadata = all.folder.path().join("b.md").metadata().unwrap();
    let record = Record { stamp: Stamp::of(&metadata), ..all.record("b.md") };
    let passages = all.index.passages_of("b.md").unwrap();
    all.index.replace("b.md", &record, &passages).unwrap();
    all.index.commit().unwrap();
    all.pass().await;
    assert!(all.text("b.md").contains("October"));
    let last = recheck(&all.library, &all.index.stores(), String::new()).await.unwrap();
    assert_eq!(last, "", "all were compared at once");
    all.pass().await;
    assert!(all.text("b.md").contains("January"));
}

#[tokio::test]
async fn an_index_that_cannot_be_written_is_told_until_it_can() {
    let data = tempfile::tempdir().unwrap();
    let all = Fixture::new(Index::open(data.path()).unwrap());
    all.write("a.md", b"Apples ripen in September.");
    let list = data.path().join("entries/.managed.json");
    let _ = std::fs::remove_file(&list);
    std::fs::create_dir(&list).unwrap();
    let program = PathBuf::from("/nowhere");
    assert!(run(&all.library, &all.index.stores(), &program).await.is_err());
    assert!(all.library.progress().await.unwrap().trouble().is_some());
    std::fs::remove_dir(&list).unwrap();
    all.pass().await;
    assert_eq!(all.library.progress().await.unwrap().trouble(), None);
    assert!(all.text("a.md").contains("Apples"));
}

#[tokio::test]
async fn an_index_whose_folder_was_removed_is_filled_again() {
    let data = tempfile::tempdir().unwrap();
    let all = Fixture::new(Index::open(&data.path().join("data")).unwrap());
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    std::fs::remove_dir_all(data.path().join("data")).unwrap();
    all.pass().await;
    assert!(all.text("a.md").contains("Apples"));
    drop(all.index);
    let again = Index::open(&data.path().join("data")).unwrap();
    assert_eq!(again.records().len(), 1);
}

#[tokio::test]
async fn a_failing_file_does_not_stop_the_others() {
    let all = fixture();
    all.write("a.pdf", b"this is no PDF");
    all.write("b.md", b"");
    all.write("c.md", b"Apples ripen in September.");
    let files = all.pass().await;
    assert!(matches!(files[0].state, FileState::Failed(_)));
    assert!(matches!(files[1].state, FileState::Failed(_)));
    assert!(matches!(files[2].state, FileState::Ready { .. }));
}

#[tokio::test]
async fn a_file_is_read_again_whose_reading_process_did_not_start() {
    let all = fixture();
    all.write("a.pdf", b"%PDF-1.7");
    all.write("b.md", b"Apples ripen in September.");
    let files = all.pass().await;
    assert!(matches!(files[0].state, FileState::Failed(_)));
    let stamps = ["a.pdf", "b.md"].map(|path| all.record(path).stamp == Stamp::default());
    assert_eq!(stamps, [true, false], "no file has the stamp of the first");
}

#[tokio::test]
async fn a_file_over_the_limit_is_refused_unread() {
    let all = fixture();
    let large = std::fs::File::create(all.folder.path().join("a.md")).unwrap();
    large.set_len(101 * 1024 * 1024).unwrap();
    let files = all.pass().await;
    assert_eq!(files[0].state, FileState::Failed("is larger than 100 MB".to_owned()));
}

#[tokio::test]
async fn a_pass_that_is_cut_short_leaves_a_valid_index() {
    let data = tempfile::tempdir().unwrap();
    let mut all = Fixture::new(Index::open(data.path()).unwrap());
    all.write("a.md", b"Apples ripen in September.");
    {
        let program = PathBuf::from("/nowhere");
        let stores = all.index.stores();
        let cut = run(&all.library, &stores, &program);
        assert!(futures_util::FutureExt::now_or_never(cut).is_none());
    }
    assert!(!all.library.progress().await.unwrap().running, "a dropped pass runs no more");
    all.index = Arc::new(Index::in_memory().unwrap());
    all = Fixture { index: Arc::new(Index::open(data.path()).unwrap()), ..all };
    all.library = Library::over(all.folder.path().to_owned(), all.index.catalog());
    all.pass().await;
    assert!(all.text("a.md").contains("Apples"));
}

#[tokio::test]
async fn a_document_with_other_readers_is_unlisted_before_it_is_read_again() {
    let all = fixture();
    all.write(".access", b"public");
    all.write("a.md", b"# Apples\n\n## Time of harvest\n\nApples ripen in September.");
    all.pass().await;
    all.library.update(|progress| progress.examples.push(Example::default()));
    all.write(".access", b"user: alice");
    // The steps of a pass before it reads anything.
    let files = scan::scan(all.library.folders(), all.library.mounts()).await.unwrap().files;
    let known = known(&all.index.stores()).await.unwrap();
    let plan = PassPlan::new(files, &known, |_| false, None);
    remove_stale(&all.library, &all.index.stores(), plan.removed, plan.acl_changed).await.unwrap();
    let progress = all.library.unfiltered_progress();
    assert!(all.library.every_file().await.unwrap().is_empty() && progress.examples.is_empty());
    let place = open::locate(&all.library, "a.md").await.unwrap();
    assert!(matches!(place, open::Located::Missing));
}

#[tokio::test]
async fn a_document_that_cannot_be_read_is_listed_to_its_own_readers_alone() {
    let all = fixture();
    all.write("empty.md", b"---\nusers: [alice]\n---\n");
    all.write("noise.md", &[b"---\nusers: [alice]\n---\n".as_slice(), &[1; 400]].concat());
    all.write("broken.md", b"---\ngroups: [board\n---\n\nSecret.");
    all.write("open.md", b"");
    let names = |files: Vec<Arc<Record>>| -> Vec<String> {
        files.iter().map(|file| file.path.clone()).collect()
    };
    assert_eq!(names(all.pass().await), ["open.md"]);
    let alice = footnote_documents::acl::Reader::new(Some("alice"), []);
    let hers = listed(&all.library.seen_by(alice)).await;
    assert_eq!(names(hers), ["empty.md", "noise.md", "open.md"]);
}

#[tokio::test]
async fn readers_learn_that_front_matter_closes_a_document_but_not_which() {
    let all = fixture();
    all.write("secret.md", b"---\nusers: [alice\n---\n\nPears ripen in October.");
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    let notice = all.library.progress().await.unwrap().notice().unwrap();
    assert!(notice.starts_with("A document is closed to everybody"), "{notice}");
    assert!(!notice.contains("secret"), "{notice}");
    all.write("secret.md", b"---\nusers: [alice]\n---\n\nPears ripen in October.");
    all.pass().await;
    assert_eq!(all.library.progress().await.unwrap().notice(), None);
}

#[tokio::test]
async fn front_matter_that_is_too_long_to_be_read_closes_its_document() {
    let all = fixture();
    let line = "tea ".repeat(20_000);
    let after = "users: [alice]\n---\n\nSecret.";
    all.write("first.md", format!("---\nnote: {line}\n{after}").as_bytes());
    all.write("blank.md", format!("---\n\n{line}\n{after}").as_bytes());
    all.write("later.md", format!("---\na: b\nnote: {line}\n{after}").as_bytes());
    all.write("text.md", format!("{line}\n---\n{after}").as_bytes());
    let files = all.pass().await;
    let files: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(files, ["text.md"]);
}
