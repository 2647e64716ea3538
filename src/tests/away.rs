//! A folder of documents that is temporarily unreadable.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::process::{Server, bound_by_permissions, folder, over};

#[test]
fn a_folder_that_cannot_be_read_for_a_while_costs_nothing_and_is_told() {
    let folder = folder();
    let inner = folder.path().join("documents/hr");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("pay.md"), "The pension of grade seven is 107 ducats.").unwrap();
    let server =
        Server::start(bound_by_permissions(folder.path(), over(folder.path(), &["serve"])));
    server.wait_until(2);
    let ask = || {
        let question =
            r#"{"messages":[{"role":"user","content":"What is the pension of grade seven?"}]}"#;
        server.post("/chat", "application/json", "", question)
    };
    let list = || server.post("/page/library", "application/json", "", "{}");
    assert!(ask().contains("107 ducats"));
    assert!(!list().contains("unreachable"));

    fs::set_permissions(&inner, Permissions::from_mode(0o000)).unwrap();
    server.wait_until_health("A folder or a file cannot be read at the moment");
    assert!(!server.get("/healthz").contains("readers"), "the list of readers is not to blame");
    let answer = ask();
    assert!(answer.contains("107 ducats") && answer.contains("hr/pay.md"), "{answer}");
    let list_of = list();
    assert!(list_of.contains(r#""unreachable":"20"#), "{list_of}");
    let page = server.get("/documents/hr/pay.md?passage=0");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("107 ducats") && page.contains("has not been readable since"), "{page}");
    let file = server.get("/content/hr/pay.md");
    assert!(file.starts_with("HTTP/1.1 503") && file.contains("cannot be read"), "{file}");

    fs::set_permissions(&inner, Permissions::from_mode(0o755)).unwrap();
    server.wait_until_health(r#""status":"ok""#);
    assert!(server.get("/content/hr/pay.md").contains("107 ducats"));
    assert!(!list().contains("unreachable"));
}

#[test]
fn conversations_that_are_not_where_they_were_are_told_at_the_start() {
    let started = |folder: &Path| {
        let mut command = over(folder, &["serve"]);
        command.stderr(std::process::Stdio::piped());
        let mut server = Server::start(command);
        server.wait_until_ready();
        server.signal("TERM");
        let mut log = String::new();
        let mut errors = server.child.stderr.take().unwrap();
        std::io::Read::read_to_string(&mut errors, &mut log).unwrap();
        assert!(server.child.wait().unwrap().success());
        log
    };
    for is_emptied in [false, true] {
        let folder = folder();
        fs::create_dir_all(folder.path().join("data/other")).unwrap();
        let first = started(folder.path());
        assert!(!first.contains("file of conversations"), "{first}");
        let file = folder.path().join("data/sessions.db");
        if is_emptied {
            fs::write(&file, "").unwrap();
        } else {
            fs::remove_file(&file).unwrap();
        }
        let log = started(folder.path());
        let reason = if is_emptied { "conversations is empty" } else { "no file of conversations" };
        assert!(log.contains(reason), "{log}");
    }
}
