//! What a pass over the folder promises, over Markdown files in a temporary folder.

use std::path::PathBuf;

use super::*;
use crate::rag::corpus::FileState;
use crate::rag::corpus::index::Stamp;

struct Fixture {
    folder: tempfile::TempDir,
    library: Library,
    index: Arc<Index>,
}

impl Fixture {
    fn new(index: Index) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            library: Library::new(folder.path().to_owned()),
            folder,
            index: Arc::new(index),
        }
    }

    fn write(&self, name: &str, text: &[u8]) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
    }

    async fn pass(&self) -> Vec<FileStatus> {
        let program = PathBuf::from("/nowhere");
        run(&self.library, &self.index, &program).await.unwrap();
        self.library.progress().files
    }

    fn text(&self, path: &str) -> String {
        let passages = self.index.passages_of(path).unwrap();
        passages.into_iter().map(|passage| passage.text).collect()
    }
}

fn fixture() -> Fixture {
    Fixture::new(Index::in_memory().unwrap())
}

#[tokio::test]
async fn documents_become_passages() {
    let all = fixture();
    all.write("a.md", b"# Apples\n\nApples ripen in September.");
    let files = all.pass().await;
    assert!(matches!(
        files[0].state,
        FileState::Ready { passages: 1, .. }
    ));
    assert!(all.text("a.md").contains("ripen in September"));
    let progress = all.library.progress();
    assert_eq!(
        (progress.seen, progress.done, progress.running),
        (1, 1, false)
    );
    assert!(progress.finished_at.is_some());
}

#[tokio::test]
async fn unchanged_files_are_not_read_again() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    // Overwritten in the index alone: reading the file again would bring its own text back.
    let record = all.index.records()["a.md"].clone();
    all.index.replace("a.md", &record, &[]).unwrap();
    all.index.commit().unwrap();
    all.pass().await;
    assert_eq!(all.text("a.md"), "");
    assert_eq!(all.library.progress().done, 1);
}

#[tokio::test]
async fn a_later_look_at_the_folder_that_finds_nothing_new_is_no_news() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    let program = PathBuf::from("/nowhere");
    let mut second = std::pin::pin!(run(&all.library, &all.index, &program));
    let at_once = futures_util::FutureExt::now_or_never(&mut second);
    assert!(!all.library.progress().running);
    match at_once {
        Some(done) => done.unwrap(),
        None => second.await.unwrap(),
    }
    assert_eq!(all.library.progress().seen, 1);
}

#[tokio::test]
async fn a_folder_that_is_away_is_told_and_loses_nothing() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    let away = all.folder.path().with_extension("away");
    std::fs::rename(all.folder.path(), &away).unwrap();
    let program = PathBuf::from("/nowhere");
    assert!(run(&all.library, &all.index, &program).await.is_err());
    assert!(all.library.progress().problem.is_some());
    assert!(all.text("a.md").contains("Apples"));
    std::fs::rename(&away, all.folder.path()).unwrap();
    all.pass().await;
    assert_eq!(all.library.progress().problem, None);
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
    assert_eq!(
        (all.text("a.md").as_str(), all.text("b.md").as_str()),
        ("Plums are blue.", "")
    );
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
    let records = all.index.records();
    let stamps = ["a.pdf", "b.md"].map(|path| records[path].stamp == Stamp::default());
    assert_eq!(stamps, [true, false], "no file has the stamp of the first");
}

#[tokio::test]
async fn a_file_over_the_limit_is_refused_unread() {
    let all = fixture();
    let large = std::fs::File::create(all.folder.path().join("a.md")).unwrap();
    large.set_len(101 * 1024 * 1024).unwrap();
    let files = all.pass().await;
    assert_eq!(
        files[0].state,
        FileState::Failed("is larger than 100 MB".to_owned())
    );
}

#[tokio::test]
async fn a_pass_that_is_cut_short_leaves_a_valid_index() {
    let place = tempfile::tempdir().unwrap();
    let mut all = Fixture::new(Index::open(place.path()).unwrap());
    all.write("a.md", b"Apples ripen in September.");
    {
        let program = PathBuf::from("/nowhere");
        let cut = run(&all.library, &all.index, &program);
        assert!(futures_util::FutureExt::now_or_never(cut).is_none());
    }
    assert!(
        !all.library.progress().running,
        "a dropped pass runs no more"
    );
    all.index = Arc::new(Index::in_memory().unwrap());
    all.index = Arc::new(Index::open(place.path()).unwrap());
    all.pass().await;
    assert!(all.text("a.md").contains("Apples"));
}

#[tokio::test]
async fn a_document_with_other_readers_is_unlisted_before_it_is_read_again() {
    let all = fixture();
    all.write(".access", b"public");
    all.write(
        "a.md",
        b"# Apples\n\n## Time of harvest\n\nApples ripen in September.",
    );
    all.pass().await;
    assert!(!all.library.everything().examples.is_empty());
    all.write(".access", b"user: alice");
    // What the pass does before it reads anything.
    let known = all.index.records();
    let files = folder::look(all.folder.path()).await.unwrap().files;
    let changed: Vec<File> = files.into_values().collect();
    let closing = closing(&changed, &known);
    forget(&all.library, &all.index, Vec::new(), closing)
        .await
        .unwrap();
    let progress = all.library.everything();
    assert_eq!((progress.files, progress.examples), (vec![], vec![]));
    assert!(crate::rag::corpus::open::locate(&all.library, "a.md").is_none());
}

#[tokio::test]
async fn a_document_that_cannot_be_read_is_listed_to_its_own_readers_alone() {
    let all = fixture();
    all.write("empty.md", b"---\nusers: [alice]\n---\n");
    all.write(
        "noise.md",
        &[b"---\nusers: [alice]\n---\n".as_slice(), &[1; 400]].concat(),
    );
    all.write("broken.md", b"---\ngroups: [board\n---\n\nSecret.");
    all.write("open.md", b"");
    let names = |files: Vec<FileStatus>| -> Vec<String> {
        files.into_iter().map(|file| file.path).collect()
    };
    assert_eq!(names(all.pass().await), ["open.md"]);
    let alice = crate::rag::corpus::readers::Reader::new(Some("alice"), []);
    let hers = all.library.seen_by(alice).progress().files;
    assert_eq!(names(hers), ["empty.md", "noise.md", "open.md"]);
}

#[tokio::test]
async fn a_document_that_cannot_be_opened_any_more_keeps_its_own_readers() {
    let all = fixture();
    all.write("a.md", b"---\nusers: [alice]\n---\n\nSecret.");
    all.pass().await;
    let record = all.index.records()["a.md"].clone();
    let files = folder::look(all.folder.path()).await.unwrap().files;
    let file = files.into_values().next().unwrap();
    let lost = File {
        place: PathBuf::from("/nowhere/a.md"),
        own: own(&record),
        ..file
    };
    let (again, _) = read::read(lost, Path::new("/nowhere")).await;
    assert!(matches!(again.state, FileState::Failed(_)));
    assert_eq!(
        (again.access, again.stamp),
        (record.access, Stamp::default())
    );
}
