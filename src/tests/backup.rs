//! Backups and restores by the program, killed halfway and on a full disk.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use footnote_protocol::Message;
use footnote_store::{Change, SessionStore as _, SqliteSessions};

use crate::support::process::{Server, folder, over, run, with_small_files};

/// Stores this many conversations of a few kilobytes that hardly compress.
fn keep_conversations(folder: &Path, many: u32) {
    fs::create_dir_all(folder.join("data")).unwrap();
    let file = folder.join("data/sessions.db");
    let sessions = SqliteSessions::open(&file, Duration::from_hours(24)).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for number in 0..many {
            let text: String = (0..60).map(|_| uuid::Uuid::new_v4().to_string()).collect();
            let change = Change { messages: vec![Message::user(text)], ..Change::default() };
            sessions.begin("ada", &number.to_string(), change).await.unwrap();
        }
    });
}

/// Kills a process as soon as `path` exists.
fn kill_at(mut child: Child, path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before {}", path.display());
        assert!(begun.elapsed() < Duration::from_secs(30), "{} never came", path.display());
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn started(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_backup_of_a_running_server_is_whole_or_leaves_the_former_one() {
    let folder = folder();
    keep_conversations(folder.path(), 500);
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let file = folder.path().join("backup.zip");
    let name = file.to_str().unwrap();
    let (ok, out, error) = run(over(folder.path(), &["backup", name]));
    assert!(ok, "{error}");
    assert!(out.starts_with("500 conversations"), "{out}");
    let former = fs::read(&file).unwrap();
    let unfinished = folder.path().join("backup.zip.part/sessions.db");
    kill_at(started(over(folder.path(), &["backup", name])), &unfinished);
    assert!(fs::read(&file).unwrap() == former, "a killed backup leaves the former one");
    let (ok, _, error) = run(with_small_files(folder.path(), &format!("backup {name}"), 500));
    assert!(!ok && error.contains("footnote: "), "{error}");
    assert!(fs::read(&file).unwrap() == former, "so does a full disk");
    let (ok, _, error) = run(over(folder.path(), &["backup", name]));
    assert!(ok, "{error}");
    assert!(!folder.path().join("backup.zip.part").exists(), "what was left is cleared");
}

#[test]
fn a_restore_that_was_killed_is_run_again_and_no_server_starts_before() {
    let folder = folder();
    keep_conversations(folder.path(), 500);
    let file = folder.path().join("backup.zip");
    let name = file.to_str().unwrap();
    assert!(run(over(folder.path(), &["backup", name])).0);
    let restored = folder.path().join("restored");
    let restore = |command: &str| {
        let mut command = over(folder.path(), &[command, name]);
        command.env("FOOTNOTE_DATA", &restored);
        command
    };
    kill_at(started(restore("restore")), &restored.join(".unfinished-restore"));
    let mut index = over(folder.path(), &["index"]);
    index.env("FOOTNOTE_DATA", &restored);
    let (ok, _, error) = run(index);
    assert!(!ok && error.contains("has not finished"), "{error}");
    let (ok, out, error) = run(restore("restore"));
    assert!(ok, "{error}");
    assert!(out.starts_with("500 conversations"), "{out}");
    let (ok, _, error) = run(restore("restore"));
    assert!(!ok && error.contains("not empty"), "{error}");
}
