//! The binary as an operator meets it: commands, faults at the start, and ending in good order.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

fn footnote(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_footnote"));
    // What the machine of the test has set must not matter.
    for variable in [
        "FOOTNOTE_DOCUMENTS",
        "FOOTNOTE_ADDRESS",
        "OPENAI_MODEL",
        "LEPTOS_SITE_ADDR",
    ] {
        command.env_remove(variable);
    }
    command.args(arguments).env("FOOTNOTE_LOG", "warn");
    command
}

/// A folder with a document about leave, and room for an index.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("documents")).unwrap();
    std::fs::write(
        folder.path().join("documents/leave.md"),
        "# Leave\n\nStaff get 30 days of annual leave each year.\n",
    )
    .unwrap();
    folder
}

/// A command over the folder.
fn over(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = footnote(arguments);
    command
        .env("FOOTNOTE_DOCUMENTS", folder.join("documents"))
        .env("FOOTNOTE_DATA", folder.join("data"));
    command
}

fn run(mut command: Command) -> (bool, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.success(), text(stdout), text(stderr))
}

/// A running server; it is killed if a test forgets it.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(mut command: Command) -> Self {
        command
            .env("FOOTNOTE_ADDRESS", "127.0.0.1:0")
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn wait_until_ready(&self) {
        let end = Instant::now() + Duration::from_secs(20);
        while !self.get("/healthz").contains("\"documents\":1") {
            assert!(Instant::now() < end, "the document was not read in time");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", name, &pid])
                .status()
                .unwrap()
                .success()
        );
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_question_is_answered_on_the_command_line() {
    let folder = folder();
    let (ok, out, _) = run(over(
        folder.path(),
        &["ask", "How many days of leave do staff get?"],
    ));
    assert!(ok);
    assert!(
        out.contains("30 days of annual leave each year. [leave.md]"),
        "{out}"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_stops_no_other() {
    let folder = folder();
    std::fs::write(
        folder.path().join("documents/broken.pdf"),
        "%PDF-1.7 nothing",
    )
    .unwrap();
    let (ok, out, _) = run(over(folder.path(), &["index"]));
    assert!(ok);
    assert!(out.contains("broken.pdf: "), "{out}");
    assert!(out.contains("2 files"), "{out}");
}

#[test]
fn all_faults_of_the_configuration_are_told_at_once() {
    let folder = folder();
    let mut command = over(folder.path(), &["serve"]);
    command
        .env("FOOTNOTE_TOP", "many")
        .env("FOOTNOTE_ADDRESS", "here")
        .env("FOOTNOTE_DOCUMENTS", "/no/such/folder");
    let (ok, _, error) = run(command);
    assert!(!ok);
    for variable in ["FOOTNOTE_TOP", "FOOTNOTE_ADDRESS", "FOOTNOTE_DOCUMENTS"] {
        assert!(error.contains(variable), "{error}");
    }
}

#[test]
fn a_data_folder_that_cannot_be_written_is_told() {
    let folder = folder();
    std::fs::write(folder.path().join("data"), "a file, no folder").unwrap();
    let (ok, _, error) = run(over(folder.path(), &["index"]));
    assert!(!ok);
    assert!(error.contains("index") && error.contains("data"), "{error}");
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
    assert!(run(command).0);

    let mut command = over(folder.path(), &["health"]);
    command.env("FOOTNOTE_ADDRESS", "127.0.0.1:9");
    assert!(!run(command).0);
}

#[test]
fn an_index_survives_a_restart() {
    let folder = folder();
    run(over(folder.path(), &["index"]));
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until_ready();
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("leave.md"));
}

#[test]
fn ending_lets_idle_connections_go_at_once() {
    for signal in ["TERM", "INT"] {
        let folder = folder();
        let mut server = Server::start(over(folder.path(), &["serve"]));
        server.wait_until_ready();
        let idle = server.connect();
        server.signal(signal);
        let begun = Instant::now();
        assert!(server.child.wait().unwrap().success());
        assert!(begun.elapsed() < Duration::from_secs(9), "{signal}");
        drop(idle);
    }
}
