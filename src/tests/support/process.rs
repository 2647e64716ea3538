//! The program as a separate process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

fn footnote(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_footnote"));
    // Variables of the test's machine must have no effect.
    command.env_clear();
    command.args(arguments).env("FOOTNOTE_LOG", "warn");
    command
}

/// Returns a folder with a document about leave, and room for an index.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("documents")).unwrap();
    std::fs::write(
        folder.path().join("documents/leave.md"),
        "# Leave\n\nStaff get 30 days of annual leave each year.\n",
    )
    .unwrap();
    folder
}

/// Returns a command over the folder.
pub(crate) fn over(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = footnote(arguments);
    command
        .env("FOOTNOTE_DOCUMENTS", folder.join("documents"))
        .env("FOOTNOTE_DATA", folder.join("data"));
    command
}

/// Returns the same command, with at most `files` open file handles.
pub(crate) fn with_few_files(folder: &Path, files: u32) -> Command {
    let mut command = Command::new("/bin/sh");
    let script = format!("ulimit -n {files}; exec {} serve", env!("CARGO_BIN_EXE_footnote"));
    command
        .env_clear()
        .args(["-c", &script])
        .env("FOOTNOTE_LOG", "error")
        .env("FOOTNOTE_DOCUMENTS", folder.join("documents"))
        .env("FOOTNOTE_DATA", folder.join("data"));
    command
}

/// Returns the same command, with files limited to this many KiB, as on a full disk.
pub(crate) fn with_small_files(folder: &Path, arguments: &str, kibibytes: u32) -> Command {
    let mut command = Command::new("/bin/sh");
    let script = format!(
        "trap '' XFSZ; ulimit -S -f {}; exec {} {arguments}",
        2 * kibibytes,
        env!("CARGO_BIN_EXE_footnote")
    );
    command
        .env_clear()
        .args(["-c", &script])
        .env("FOOTNOTE_LOG", "warn")
        .env("FOOTNOTE_DOCUMENTS", folder.join("documents"))
        .env("FOOTNOTE_DATA", folder.join("data"));
    command
}

pub(crate) fn run(mut command: Command) -> (bool, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.success(), text(stdout), text(stderr))
}

/// Returns the command without the superuser's right to read and write everything.
pub(crate) fn bound_by_permissions(folder: &Path, command: Command) -> Command {
    if std::fs::metadata(folder).unwrap().uid() != 0 {
        return command;
    }
    let mut bound = Command::new("setpriv");
    bound
        .args(["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override"])
        .arg(command.get_program())
        .args(command.get_args());
    let settings = command.get_envs();
    bound.env_clear().env("PATH", "/usr/bin:/bin");
    bound.envs(settings.filter_map(|(name, value)| Some((name, value?))));
    bound
}

/// A running server; it is killed if a test forgets it.
pub(crate) struct Server {
    /// The process.
    pub(crate) child: Child,
    /// The address of the server: host and port.
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> Self {
        command.env("FOOTNOTE_ADDRESS", "127.0.0.1:0").stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        Self { child, address }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Waits until the health of the server contains this.
    pub(crate) fn wait_until_health(&self, says: &str) {
        let begun = Instant::now();
        loop {
            let health = self.get("/healthz");
            if health.contains(says) {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{health}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Posts a body of this type, with additional header lines.
    pub(crate) fn post(&self, path: &str, kind: &str, more: &str, body: &str) -> String {
        let mut stream = self.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{more}\
             accept: application/json, text/event-stream\r\ncontent-type: {kind}\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        // A rejected request may not be read to its end.
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    pub(crate) fn wait_until_ready(&self) {
        self.wait_until(1);
    }

    /// Waits until this many documents have been read.
    pub(crate) fn wait_until(&self, documents: usize) {
        let end = Instant::now() + Duration::from_mins(1);
        let read = format!("\"documents\":{documents}");
        while !self.get("/healthz").contains(&read) {
            assert!(Instant::now() < end, "the documents were not read in time");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
