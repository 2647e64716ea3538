//! Extraction in a child process, so that a hostile file harms only that.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use super::{ExtractError, Kind};
use crate::rag::corpus::Document;

/// How much address space the child may use: large scanned PDFs stay below half of it.
const MEMORY: u64 = 1 << 30;
/// How many seconds of processor time the child may use.
const SECONDS: u64 = 30;
/// The stack of the thread that reads: parsers of nested formats recurse.
const STACK: usize = 64 << 20;
/// How much of the child's complaints is kept for the log, in bytes.
const COMPLAINT: u64 = 4096;

/// What the parent grants a child.
struct Limits {
    wall: Duration,
    output: u64,
}

const LIMITS: Limits = Limits {
    wall: Duration::from_secs(SECONDS),
    output: 64 << 20,
};

/// What the child writes: the document itself, or why there is none.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Reply {
    Document(Document),
    Failed { error: ExtractError },
}

/// The child's side: see [`super::serve_child`].
pub(super) fn serve(kind: &str) -> Result<(), ExtractError> {
    limit_self()?;
    let kind = Kind::of_child_name(kind).ok_or(ExtractError::Unsupported)?;
    let reading = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let mut bytes = Vec::new();
            let read = std::io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(|_| ExtractError::TooLarge)?;
            kind.extractor().extract(&bytes)
        });
    let reading = reading.map_err(|_| ExtractError::NotStarted)?;
    let read = reading.join().unwrap_or(Err(ExtractError::Damaged));
    let failure = read.as_ref().err().copied();
    write_reply(&read.map_or_else(|error| Reply::Failed { error }, Reply::Document))?;
    failure.map_or(Ok(()), Err)
}

fn limit_self() -> Result<(), ExtractError> {
    let limits = [
        (Resource::As, MEMORY),
        (Resource::Cpu, SECONDS),
        (Resource::Core, 0),
    ];
    for (resource, limit) in limits {
        let limit = Rlimit {
            current: Some(limit),
            maximum: Some(limit),
        };
        setrlimit(resource, limit).map_err(|_| ExtractError::NotStarted)?;
    }
    Ok(())
}

fn write_reply(reply: &Reply) -> Result<(), ExtractError> {
    let json = serde_json::to_vec(reply).map_err(|_| ExtractError::Damaged)?;
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(&json).and_then(|()| stdout.flush());
    written.map_err(|_| ExtractError::NotStarted)
}

/// The parent's side: starts `program extract <name>` and reads its reply.
pub(super) async fn extract(
    program: &Path,
    name: &str,
    bytes: Vec<u8>,
) -> Result<Document, ExtractError> {
    let mut command = Command::new(program);
    // The child needs no settings, and no secrets among them.
    command.args(["extract", name]).env_clear();
    run(command, &bytes, &LIMITS).await
}

async fn run(
    mut command: Command,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Document, ExtractError> {
    let started = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let child = started.map_err(|error| {
        tracing::error!(%error, "the extraction process did not start");
        ExtractError::NotStarted
    })?;
    tokio::time::timeout(limits.wall, converse(child, bytes, limits.output))
        .await
        .unwrap_or(Err(ExtractError::TooSlow))
}

/// Feeds the child and reads its reply; leaving early drops the child, which kills it.
async fn converse(mut child: Child, bytes: &[u8], output: u64) -> Result<Document, ExtractError> {
    let mut stdin = child.stdin.take();
    let feed = async {
        if let Some(mut stdin) = stdin.take() {
            // A child that gave up closes its end; its reply says why.
            let _ = stdin.write_all(bytes).await;
        }
        Ok(())
    };
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reply = async {
        let reply = read_at_most(stdout, output + 1).await;
        let fits = u64::try_from(reply.len()).is_ok_and(|length| length <= output);
        if fits {
            Ok(reply)
        } else {
            Err(ExtractError::TooLarge)
        }
    };
    let complaint = async { Ok(read_at_most(stderr, COMPLAINT).await) };
    let ((), reply, complaint) = futures_util::try_join!(feed, reply, complaint)?;
    let status = child.wait().await.map_err(|_| ExtractError::NotStarted)?;
    match serde_json::from_slice(&reply) {
        Ok(Reply::Document(document)) if status.success() => Ok(document),
        Ok(Reply::Failed { error }) => Err(error),
        _ => Err(reason(status, &String::from_utf8_lossy(&complaint))),
    }
}

async fn read_at_most(source: Option<impl AsyncRead + Unpin>, limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(source) = source {
        // What was read before an error still counts.
        let _ = source.take(limit).read_to_end(&mut bytes).await;
    }
    bytes
}

/// Why a child died without a reply.
fn reason(status: ExitStatus, complaint: &str) -> ExtractError {
    use std::os::unix::process::ExitStatusExt;
    tracing::warn!(%status, complaint, "extraction failed");
    let signal = status.signal();
    if signal == Some(Signal::XCPU.as_raw()) {
        return ExtractError::TooSlow;
    }
    // The hard limit of processor time kills as well, but the wall's limit comes first.
    if signal == Some(Signal::KILL.as_raw()) || complaint.contains("memory allocation") {
        return ExtractError::TooLarge;
    }
    ExtractError::Damaged
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn shell(script: &str, bytes: &[u8]) -> Result<Document, ExtractError> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        let limits = Limits {
            wall: Duration::from_secs(20),
            output: 1000,
        };
        run(command, bytes, &limits).await
    }

    #[tokio::test]
    async fn the_reply_is_the_document() {
        let script = r#"cat >/dev/null; echo '{"title":"A","pages":[]}'"#;
        let document = shell(script, &vec![b'a'; 1 << 20]).await.unwrap();
        assert_eq!(document.title, "A");
    }

    #[tokio::test]
    async fn the_childs_own_reason_is_kept() {
        let script = r#"echo '{"error":"Protected"}'; exit 1"#;
        assert_eq!(
            shell(script, &vec![0; 1 << 20]).await,
            Err(ExtractError::Protected)
        );
    }

    #[tokio::test]
    async fn a_child_that_writes_without_end_is_stopped() {
        assert_eq!(shell("yes", b"").await, Err(ExtractError::TooLarge));
    }

    #[tokio::test]
    async fn a_dead_child_has_a_reason() {
        let killed = shell("kill -XCPU $$", b"").await;
        assert_eq!(killed, Err(ExtractError::TooSlow));
        let full = shell("echo memory allocation of 9 bytes failed >&2; exit 9", b"").await;
        assert_eq!(full, Err(ExtractError::TooLarge));
        assert_eq!(
            shell("echo nonsense", b"").await,
            Err(ExtractError::Damaged)
        );
    }

    #[tokio::test]
    async fn a_child_that_hangs_is_killed() {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exec sleep 1000"]);
        let limits = Limits {
            wall: Duration::from_millis(50),
            output: 1000,
        };
        assert_eq!(run(command, b"", &limits).await, Err(ExtractError::TooSlow));
    }

    #[tokio::test]
    async fn a_missing_program_is_not_the_files_fault() {
        let missing = Path::new("/nonexistent/footnote");
        let result = extract(missing, "pdf", Vec::new()).await;
        assert_eq!(result, Err(ExtractError::NotStarted));
    }
}
