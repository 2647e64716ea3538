//! Full and read-only disks: what is reported, what continues, and what recovers by itself.

use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::process::{Server, bound_by_permissions, folder, over, run, with_small_files};

#[test]
fn a_disk_that_is_full_ends_indexing_with_a_reason_and_the_next_run_goes_on() {
    let folder = folder();
    // Words that hardly compress.
    let words = |n: u64| {
        (0..20_000).map(move |at| format!("{:x} ", (at + n).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    };
    let text: String = words(1).collect();
    std::fs::write(folder.path().join("documents/long.md"), text).unwrap();
    let (ok, _, error) = run(with_small_files(folder.path(), "index", 64));
    assert!(!ok);
    assert!(error.contains("the index cannot be written"), "{error}");
    let (ok, out, error) = run(over(folder.path(), &["index"]));
    assert!(ok, "{error}");
    assert!(out.contains("2 files"), "{out}");
}

#[test]
fn a_data_folder_that_cannot_be_written_is_told() {
    let folder = folder();
    std::fs::write(folder.path().join("data"), "a file, no folder").unwrap();
    let (ok, _, error) = run(over(folder.path(), &["index"]));
    assert!(!ok);
    assert!(
        error.contains("creating the data folder") && error.contains("FOOTNOTE_DATA"),
        "{error}"
    );
}

/// Returns the answer to a question in a conversation that the library leaves to the server.
fn asked(server: &Server, question: &str, state: &Value) -> Value {
    let body = json!({"messages": [{"role": "user", "content": question}], "sessionState": state});
    let agent = "x-ms-useragent: ts-http-runtime/1\r\n";
    let answer = server.post("/api/chat", "application/json", agent, &body.to_string());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(body).unwrap()
}

#[test]
fn conversations_that_find_no_room_on_the_disk_are_answered_and_kept_once_there_is() {
    const ASKED: &str = "How many days of annual leave do staff get?";
    let folder = folder();
    let mut command = with_small_files(folder.path(), "serve", 256);
    command.stderr(Stdio::piped());
    let mut server = Server::start(command);
    server.wait_until_ready();
    // The file of conversations is full after some of these.
    let wordy = format!("{ASKED} {}", "x".repeat(20_000));
    for _ in 0..12 {
        let answer = asked(&server, &wordy, &Value::Null);
        assert!(answer.to_string().contains("30 days"), "{answer}");
    }
    let health = server.get("/healthz");
    assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    let pid = server.child.id().to_string();
    let room = ["--pid", &pid, "--fsize=unlimited:"];
    assert!(Command::new("prlimit").args(room).status().unwrap().success());
    let first = asked(&server, ASKED, &Value::Null);
    let second = asked(&server, "And when?", &first["sessionState"]);
    assert_eq!(first["sessionState"], second["sessionState"], "it is kept");
    server.signal("TERM");
    assert!(server.child.wait().unwrap().success());
    let mut log = String::new();
    let mut errors = server.child.stderr.take().unwrap();
    errors.read_to_string(&mut log).unwrap();
    assert!(log.contains("the database failed"), "{log}");
}

#[test]
fn a_server_that_starts_on_a_full_disk_answers_and_says_what_it_cannot_keep() {
    const ASKED: &str = "How many days of annual leave do staff get?";
    let folder = folder();
    let (ok, _, error) = run(over(folder.path(), &["index"]));
    assert!(ok, "{error}");
    let mut command = with_small_files(folder.path(), "serve", 0);
    // The log is on the full disk too.
    command.stderr(fs::File::options().write(true).open("/dev/full").unwrap());
    let server = Server::start(command);
    server.wait_until_ready();
    let answer = asked(&server, ASKED, &Value::Null);
    assert!(answer.to_string().contains("30 days"), "{answer}");
    // It is reported after a write has failed, which may be shortly after the answer.
    for lack in ["Conversations cannot be kept", "Nothing can be written"] {
        let mut tries = 0..200;
        while !server.get("/healthz").contains(&format!("{lack} at the moment")) {
            assert!(tries.next().is_some(), "{lack}: {}", server.get("/healthz"));
            std::thread::sleep(Duration::from_millis(25));
        }
    }
    let pid = server.child.id().to_string();
    let room = ["--pid", &pid, "--fsize=unlimited:"];
    assert!(Command::new("prlimit").args(room).status().unwrap().success());
    let first = asked(&server, ASKED, &Value::Null);
    let second = asked(&server, "And when?", &first["sessionState"]);
    assert_eq!(first["sessionState"], second["sessionState"], "it is kept");
}

#[test]
fn a_disk_that_is_full_at_the_start_is_told_before_anything_is_to_be_kept() {
    let folder = folder();
    let mut server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    server.signal("TERM");
    assert!(server.child.wait().unwrap().success());
    assert!(folder.path().join("data/sessions.db").exists());
    let server = Server::start(with_small_files(folder.path(), "serve", 0));
    server.wait_until_health("Nothing can be written at the moment");
}

/// Returns the word with this number: letters only, and hardly compressible.
fn word(number: u64) -> String {
    let digits = format!("{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let letters = digits.bytes().map(|digit| match digit {
        b'0'..=b'9' => char::from(digit - b'0' + b'g'),
        letter => char::from(letter),
    });
    letters.collect()
}

/// Adds three documents to a folder. There is space for them in 256 KiB, but not for those of several rounds.
fn fill(folder: &Path, round: u64) {
    for n in 3 * round..3 * round + 3 {
        let words: Vec<String> = (1..900).map(|at| word(1_000 * n + at)).collect();
        fs::write(folder.join(format!("documents/words{n}.md")), words.join(" ")).unwrap();
    }
}

#[test]
fn segments_that_find_no_room_to_be_merged_stay_as_they_are() {
    let folder = folder();
    for round in 0..6 {
        fill(folder.path(), round);
        let (ok, out, error) = run(with_small_files(folder.path(), "index", 256));
        assert!(ok, "{error}");
        assert!(out.contains(&format!("{} files", 3 * round + 4)), "{out}");
    }
    let segments = |kind: &str| {
        let files = fs::read_dir(folder.path().join("data/entries")).unwrap();
        let files = files.map(|file| file.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|end| end == kind)).count()
    };
    assert!(segments("store") > 4, "there was room to merge them");
    let (ok, _, error) = run(over(folder.path(), &["index"]));
    assert!(ok, "{error}");
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(19);
    for n in 0..18 {
        let answer = asked(&server, &word(1_000 * n + 7), &Value::Null);
        let found = &answer["context"]["data_points"]["citations"];
        assert_eq!(found[0], format!("words{n}.md"), "{answer}");
    }
}

/// Makes a folder with its content read-only, or writable again.
fn set_read_only(path: &Path, is_read_only: bool) {
    for entry in fs::read_dir(path).into_iter().flatten() {
        set_read_only(&entry.unwrap().path(), is_read_only);
    }
    let mode = if is_read_only { 0o555 } else { 0o755 };
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_good_index_in_a_folder_that_is_read_only_is_told() {
    let folder = folder();
    let (ok, _, error) = run(over(folder.path(), &["index"]));
    assert!(ok, "{error}");
    let data = folder.path().join("data");
    set_read_only(&data, true);
    let read_only = bound_by_permissions(folder.path(), over(folder.path(), &["index"]));
    let (ok, _, error) = run(read_only);
    set_read_only(&data, false);
    assert!(!ok);
    assert!(error.contains(&*data.to_string_lossy()), "{error}");
    assert!(error.contains("Permission denied"), "{error}");
    let (ok, out, error) = run(over(folder.path(), &["index"]));
    assert!(ok && out.contains("1 file "), "{out} {error}");
}
