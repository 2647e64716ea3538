//! Tests of which files are read again, and in which order.

use std::process::Command;
use std::time::Duration;

use super::moved::pretend;
use super::*;

impl Fixture {
    /// Runs a pass in which this script reads PDFs; returns how often it was called.
    async fn pass_by(&self, script: &str, watch: Option<&Watch>) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let script = format!("#!/bin/sh\ncat >/dev/null\necho >>$0.log\n{script}\n");
        // Written by another process: no child of this one may hold it open for writing when it is executed.
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "printf %s \"$1\" >$0 && chmod +x $0"]);
        assert!(shell.arg(&program).arg(script).status().unwrap().success());
        follow(
            &self.library,
            &self.index.stores(),
            Extractors { program: &program, descriptions: None },
            watch,
        )
        .await
        .unwrap();
        std::fs::read(program.with_extension("log")).map_or(0, |log| log.len())
    }

    fn touch(&self, name: &str) {
        let file =
            std::fs::File::options().write(true).open(self.folder.path().join(name)).unwrap();
        let later = SystemTime::now() + Duration::from_mins(1);
        file.set_modified(later).unwrap();
    }
}

#[tokio::test]
async fn a_file_that_was_only_touched_is_not_read_again() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    pretend(&all, "a.md", "as it was read");
    let before = all.record("a.md");
    all.touch("a.md");
    all.pass().await;
    let after = all.record("a.md");
    assert_eq!(all.text("a.md"), "as it was read");
    assert!(after.stamp.modified > before.stamp.modified);
    assert_eq!((after.title, after.acl, after.state), (before.title, before.acl, before.state));
    all.write("a.md", b"Apples ripen in October...");
    all.pass().await;
    assert_eq!(all.text("a.md"), "Apples ripen in October...");
}

#[tokio::test]
async fn a_mail_whose_attachments_found_no_reader_is_read_again() {
    const DOCUMENT: &str = r#"document() {
        echo '{"Begun":{"title":"","pages":1}}'
        echo '{"Passage":{"id":"","path":"","page":null,"ordinal":0,"title":"","headings":[],"category":null,"text":"Tea"}}'
        echo '{"Ended":{"hidden":0}}'
    }
    document; "#;
    let all = fixture();
    all.write("a.eml", b"Subject: Tea");
    let ends = r#"rm $0; echo '{"Done":{"more":true}}'"#;
    all.pass_by(&format!("{DOCUMENT}{ends}"), None).await;
    assert!(all.record("a.eml").is_ready());
    let goes_on = r#"echo '{"Enclosed":{"path":"a.md","size":3,"content":7}}'; document
        echo '{"Done":{"more":false}}'"#;
    all.pass_by(&format!("{DOCUMENT}{goes_on}"), None).await;
    assert_eq!(all.text("a.eml/a.md"), "Tea");
    assert_eq!(all.pass_by("exit 1", None).await, 0, "it is read to its end");
}

#[tokio::test]
async fn a_file_is_set_aside_once_its_reader_has_ended_twice() {
    let all = fixture();
    all.write("a.pdf", b"%PDF-1.7");
    for expected in [1, 1, 0, 0] {
        assert_eq!(all.pass_by("kill -KILL $$", None).await, expected);
        assert!(!all.record("a.pdf").fault().is_empty());
    }
    all.write("a.pdf", b"%PDF-1.7 changed");
    for expected in [1, 1, 0] {
        assert_eq!(all.pass_by("exit 9", None).await, expected);
    }
}

#[tokio::test]
async fn what_the_reader_itself_finds_damaged_is_set_aside_at_once() {
    let all = fixture();
    all.write("a.pdf", b"%PDF-1.7");
    for expected in [1, 0] {
        let script = "echo '{\"Failed\":\"Damaged\"}'";
        assert_eq!(all.pass_by(script, None).await, expected);
    }
}

#[tokio::test]
async fn a_mail_is_read_again_where_an_attachment_has_ended_its_reader_and_set_aside_the_second_time()
 {
    let script = r#"
        document() {
            echo '{"Begun":{"title":"","pages":1}}'
            echo '{"Passage":{"id":"","path":"","page":null,"ordinal":0,"title":"","headings":[],"category":null,"text":"tea"}}'
            echo '{"Ended":{"hidden":0}}'
        }
        [ -n "$FOOTNOTE_WANTED" ] && { echo '{"Done":{"more":false}}'; exit; }
        document; echo '{"Enclosed":{"path":"a.pdf","size":3,"content":7}}'; exit 9"#;
    let all = fixture();
    all.write("tea.eml", b"Subject: Tea");
    for expected in [2, 2, 0] {
        assert_eq!(all.pass_by(script, None).await, expected);
        assert!(all.record("tea.eml").is_ready() && !all.record("tea.eml/a.pdf").is_ready());
    }
}

#[tokio::test]
async fn the_newest_files_are_read_first() {
    let all = fixture();
    for name in ["b.md", "a.md", "c.md"] {
        all.write(name, b"Apples ripen in September.");
        // File timestamps have a coarse resolution.
        std::thread::sleep(Duration::from_millis(30));
    }
    let files = scan::scan(all.library.folders(), all.library.mounts()).await.unwrap().files;
    let plan = PassPlan::new(files, &known(&all.index.stores()).await.unwrap(), |_| false, None);
    let paths: Vec<&str> = plan.changed.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["c.md", "a.md", "b.md"]);
}

#[tokio::test]
async fn what_never_settles_is_read_last() {
    let all = fixture();
    all.write("old.md", b"Apples ripen in September.");
    all.write("log.md", b"Plums are blue.");
    all.pass().await;
    let unsettled = Record { stamp: Stamp::default(), ..all.record("log.md") };
    all.index.replace("log.md", &unsettled, &[]).unwrap();
    all.index.commit().unwrap();
    all.touch("old.md");
    std::thread::sleep(Duration::from_millis(30));
    all.touch("log.md");
    let files = scan::scan(all.library.folders(), all.library.mounts()).await.unwrap().files;
    let plan = PassPlan::new(files, &known(&all.index.stores()).await.unwrap(), |_| false, None);
    let paths: Vec<&str> = plan.changed.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["old.md", "log.md"]);
}

#[tokio::test]
async fn a_file_that_comes_during_a_long_pass_does_not_wait_for_its_end() {
    const MANY: usize = 16;
    let all = fixture();
    for n in 0..MANY {
        all.write(&format!("{n}.pdf"), format!("%PDF-1.7 {n}").as_bytes());
    }
    let watch = Watch::over(all.library.folders(), Path::new("/nowhere"));
    let slow = "sleep .8; echo '{\"Failed\":\"NoText\"}'";
    let comes = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        all.write("new.md", b"Apples ripen in September.");
        while all.index.records().get("new.md").is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let progress = all.library.progress().await.unwrap();
        assert!(progress.running && progress.finished_at.is_none());
        all.index.records().len()
    };
    let both = async { tokio::join!(all.pass_by(slow, Some(&watch)), comes) };
    let (read, known) = tokio::time::timeout(Duration::from_mins(1), both).await.unwrap();
    assert!(known < MANY, "{known} were read before");
    assert_eq!(all.index.records().len(), MANY + 1);
    assert_eq!(read, MANY, "each is read once");
    assert!(all.library.progress().await.unwrap().finished_at.is_some());
}
