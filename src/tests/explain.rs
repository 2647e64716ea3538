//! `footnote explain`: over the index on this machine, for readers, and beside a running server.

use std::process::Command;

use crate::support::process::{Server, folder, over, run};

const QUESTION: &str = "How many days of leave do staff get?";

/// Returns a command that explains the document about leave.
fn explain(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = over(folder, &["explain", QUESTION, "--expect", "leave.md"]);
    command.args(arguments);
    command
}

#[test]
fn beside_a_running_server_it_is_the_server_that_explains() {
    let folder = folder();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let mut alone = explain(folder.path(), &[]);
    alone.env("FOOTNOTE_ADDRESS", &server.address);
    let (ok, _, error) = run(alone);
    let url = format!("http://{}", server.address);
    assert!(!ok && error.contains(&format!("--url {url}")), "{error}");

    let mut asked = explain(folder.path(), &["--url", &url]);
    // The folder is configured at the server.
    asked.env_remove("FOOTNOTE_DOCUMENTS");
    let (ok, out, error) = run(asked);
    assert!(ok && out.contains("+ Quotation"), "{out}{error}");
}

#[test]
fn what_is_no_footnote_explains_nothing() {
    let folder = folder();
    let (ok, _, error) = run(explain(folder.path(), &["--url", "http://127.0.0.1:9"]));
    assert!(!ok && error.contains("explains nothing"), "{error}");
}

#[test]
fn a_document_that_is_not_public_is_said_to_be_there_and_explained_to_its_readers() {
    let folder = folder();
    std::fs::write(folder.path().join("documents/.access"), "group: hr\n").unwrap();
    let explained = |arguments: &[&str]| {
        let (ok, out, error) = run(explain(folder.path(), arguments));
        assert!(ok, "{error}");
        out
    };
    for others in [&[][..], &["--user", "hr"]] {
        let out = explained(others);
        assert!(out.contains("not public but for the group hr"), "{out}");
    }
    let out = explained(&["--groups", "board,hr"]);
    assert!(out.contains("It was not dropped."), "{out}");
}
