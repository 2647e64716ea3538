//! The program on the command line: its commands, and failures at startup.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use crate::support::process::{Server, folder, over, run};

#[test]
fn a_question_is_answered_on_the_command_line() {
    let folder = folder();
    let (ok, out, _) = run(over(folder.path(), &["ask", "How many days of leave do staff get?"]));
    assert!(ok);
    assert!(out.contains("30 days of annual leave each year. [leave.md]"), "{out}");
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_stops_no_other() {
    let folder = folder();
    std::fs::write(folder.path().join("documents/broken.pdf"), "%PDF-1.7 nothing").unwrap();
    let (ok, out, _) = run(over(folder.path(), &["index"]));
    assert!(ok);
    assert!(out.contains("broken.pdf: "), "{out}");
    assert!(out.contains("2 files"), "{out}");
}

#[test]
fn a_reader_is_stopped_by_the_processor_time_that_it_uses() {
    let folder = folder();
    let mut command = over(folder.path(), &["extract", "txt"]);
    let mut reader = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let limits = format!("/proc/{}/limits", reader.id());
    let limit = || {
        let limits = std::fs::read_to_string(&limits).unwrap();
        let line = limits.lines().find(|line| line.starts_with("Max cpu time")).unwrap();
        line.split_whitespace().skip(3).take(2).collect::<Vec<_>>().join(" ")
    };
    for _ in 0..1_000 {
        if limit() != "unlimited unlimited" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let found = limit();
    drop(reader.stdin.take());
    reader.wait().unwrap();
    // The signal of the soft limit is specific, and comes first.
    assert_eq!(found, "30 31");
}

#[test]
fn no_name_of_a_file_breaks_a_line_of_the_log() {
    let folder = folder();
    let name = "documents/a\nERROR all is lost\u{202e}.pdf";
    std::fs::write(folder.path().join(name), "no PDF").unwrap();
    let (ok, out, error) = run(over(folder.path(), &["index"]));
    assert!(ok, "{error}");
    for stream in [&out, &error] {
        assert!(stream.contains("all is lost"), "{stream}");
        assert!(!stream.lines().any(|line| line.starts_with("ERROR")), "{stream}");
        assert!(!stream.contains('\u{202e}'), "{stream}");
    }
}

#[test]
fn all_faults_of_the_configuration_are_told_at_once() {
    let folder = folder();
    let mut command = over(folder.path(), &["serve"]);
    command
        .env("FOOTNOTE_TOP", "many")
        .env("FOOTNOTE_HOSTS", "http://here")
        .env("FOOTNOTE_ADDRESS", "here")
        .env("FOOTNOTE_DOCUMENTS", "/no/such/folder");
    let (ok, _, error) = run(command);
    assert!(!ok);
    for variable in ["TOP", "HOSTS", "ADDRESS", "DOCUMENTS"].map(|name| format!("FOOTNOTE_{name}"))
    {
        assert!(error.contains(&variable), "{error}");
    }
}

#[test]
fn a_second_process_on_the_same_data_is_refused() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    let (ok, _, error) = run(over(folder.path(), &["index"]));
    assert!(!ok);
    assert!(error.contains("another"), "{error}");
    drop(server);
}

#[test]
fn a_port_in_use_is_told() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    let other = self::folder();
    let mut command = over(other.path(), &["serve"]);
    command.env("FOOTNOTE_ADDRESS", &server.address);
    let (ok, _, error) = run(command);
    assert!(!ok);
    assert!(error.contains(&server.address), "{error}");
}

#[test]
fn health_tells_whether_a_server_answers() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    let mut command = over(folder.path(), &["health"]);
    command.env("FOOTNOTE_ADDRESS", &server.address);
    command.env("FOOTNOTE_DOCUMENTS", "/not/needed");
    assert!(run(command).0);

    let mut command = over(folder.path(), &["health"]);
    command.env("FOOTNOTE_ADDRESS", "127.0.0.1:9");
    assert!(!run(command).0);
}

#[test]
fn health_is_told_whatever_names_are_set() {
    let folder = folder();
    let mut command = over(folder.path(), &["serve"]);
    command.env("FOOTNOTE_HOSTS", "docs.example");
    let server = Server::start(command);
    let mut command = over(folder.path(), &["health"]);
    command.env("FOOTNOTE_ADDRESS", &server.address);
    assert!(run(command).0);
}

#[test]
fn an_index_survives_a_restart() {
    let folder = folder();
    run(over(folder.path(), &["index"]));
    let entries = std::fs::metadata(folder.path().join("data/entries")).unwrap();
    assert_eq!(entries.permissions().mode() & 0o077, 0, "others can read the index");
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("leave.md"));
}

#[test]
fn a_deployed_folder_needs_no_settings() {
    let folder = folder();
    let package = folder.path().join("site/pkg");
    std::fs::create_dir_all(&package).unwrap();
    std::fs::write(folder.path().join("hash.txt"), "js: a1\nwasm: b2\ncss: c3\n").unwrap();
    for file in ["footnote.a1.js", "footnote.b2.wasm", "footnote.c3.css"] {
        std::fs::write(package.join(file), "content").unwrap();
    }
    let program = folder.path().join("footnote");
    std::fs::copy(env!("CARGO_BIN_EXE_footnote"), &program).unwrap();
    let mut command = Command::new(program);
    command.env_clear().current_dir(folder.path());
    let server = Server::start(command);
    server.wait_until_ready();
    assert!(server.get("/").contains("footnote.a1.js"));
    let script = server.get("/pkg/footnote.a1.js");
    assert!(script.starts_with("HTTP/1.1 200"), "{script}");
    assert!(script.contains("immutable"), "{script}");
}

#[test]
fn a_page_that_was_not_built_is_told() {
    let folder = folder();
    let mut command = over(folder.path(), &["serve"]);
    command.env("LEPTOS_SITE_ROOT", folder.path().join("nowhere")).stderr(Stdio::piped());
    let mut server = Server::start(command);
    server.signal("TERM");
    server.child.wait().unwrap();
    let mut log = String::new();
    let mut errors = server.child.stderr.take().unwrap();
    errors.read_to_string(&mut log).unwrap();
    assert!(log.contains("cargo leptos build"), "{log}");
}

#[test]
fn a_server_for_other_machines_says_at_its_start_how_it_is_named() {
    let folder = folder();
    for (hosts, is_told) in [("", true), ("docs.example", false)] {
        let mut command = over(folder.path(), &["serve"]);
        command
            .env("FOOTNOTE_ADDRESS", "0.0.0.0:0")
            .env("FOOTNOTE_HOSTS", hosts)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        assert_eq!(log.contains("FOOTNOTE_HOSTS"), is_told, "{log}");
    }
}
