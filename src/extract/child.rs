//! Reading a file in a child process, so that a malicious file harms only that process.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use futures_util::StreamExt as _;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdout, Command};
use tokio::task::JoinSet;
use tokio_util::codec::{FramedRead, LinesCodec};

use super::child_request::{ChildRequest, WANTED};
use super::reply::Reply;
use super::{ExtractError, child_main};

/// Maximum length of a line of the child in bytes: a passage in which every character is escaped.
const MAX_LINE_BYTES: usize = 64 << 10;
/// Maximum number of bytes of the child's standard error that are logged.
const MAX_STDERR_BYTES: u64 = 4096;
/// Timeout for the child's next line when somebody is waiting.
const TIMEOUT: Duration = Duration::from_secs(child_main::CPU_SECONDS);
/// Timeout for the child's next line when nobody is waiting. On a busy machine, the child may get only a tenth of the
/// processor; it limits its own processor time.
const BACKGROUND_TIMEOUT: Duration = Duration::from_secs(10 * child_main::CPU_SECONDS);

/// Maximum number of glibc arenas. Each takes 64 MB of the child's address space, and the number of threads that
/// request one varies.
const ARENAS_VARIABLE: &str = "MALLOC_ARENA_MAX";

/// The content of a file.
#[derive(Debug)]
pub enum FileContent {
    /// All of it.
    Bytes(Vec<u8>),
    /// Its beginning, and where the whole file can be read.
    File(Vec<u8>, std::fs::File),
}

/// The parent's side: a child that reads a file. Dropping it kills the child and what the child has started.
pub(super) struct Child {
    /// Dropped before the process, whose number may be given to another one once it has been waited for.
    _group: Group,
    process: tokio::process::Child,
    lines: FramedRead<ChildStdout, LinesCodec>,
    /// The first bytes of its standard error. It is read continuously, because the child would block otherwise.
    stderr: JoinSet<Vec<u8>>,
    timeout: Duration,
}

impl Child {
    /// Starts `program extract <kind>` and passes it the file and the request.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be started.
    pub(super) async fn start(
        program: &Path,
        kind: &str,
        request: &ChildRequest,
        content: FileContent,
    ) -> Result<Self, ExtractError> {
        Self::run(command(program, kind, request), content, timeout_for(request)).await
    }

    async fn run(
        mut command: Command,
        content: FileContent,
        timeout: Duration,
    ) -> Result<Self, ExtractError> {
        let (input, bytes) = match content {
            FileContent::Bytes(bytes) => (Stdio::piped(), bytes),
            FileContent::File(_, file) => (file.into(), Vec::new()),
        };
        command.stdin(input).stdout(Stdio::piped());
        command.stderr(Stdio::piped()).kill_on_drop(true);
        let mut process = command.process_group(0).spawn().map_err(not_started)?;
        let group = Group::of(&process);
        if let Some(mut input) = process.stdin.take() {
            // The child reads all input before it writes. A child that fails closes its input; its reply says why.
            let fed = tokio::time::timeout(timeout, input.write_all(&bytes)).await;
            let _ = fed.map_err(|_| ExtractError::TooSlow)?;
        }
        let out = process.stdout.take().ok_or(ExtractError::NotStarted)?;
        let mut complaining = JoinSet::new();
        complaining.spawn(read_stderr(process.stderr.take()));
        Ok(Self {
            stderr: complaining,
            _group: group,
            process,
            lines: FramedRead::new(out, LinesCodec::new_with_max_length(MAX_LINE_BYTES)),
            timeout,
        })
    }

    /// Returns the next line.
    ///
    /// # Errors
    ///
    /// The reason why there is none, or the child's reason why the file cannot be read.
    pub(super) async fn next(&mut self) -> Result<Reply, ExtractError> {
        let line = tokio::time::timeout(self.timeout, self.lines.next());
        let line = line.await.map_err(|_| ExtractError::TooSlow)?;
        let Some(line) = line else {
            return Err(self.reason().await);
        };
        let line = line.map_err(|_| ExtractError::TooLarge)?;
        match serde_json::from_str(&line) {
            Ok(Reply::Failed(error)) => Err(error),
            Ok(reply) => Ok(reply),
            Err(_) => Err(ExtractError::Damaged),
        }
    }

    /// Returns the reason why the child ended without a last line.
    async fn reason(&mut self) -> ExtractError {
        let stderr = &mut self.stderr;
        let ended = async {
            let stderr = stderr.join_next().await.and_then(Result::ok);
            (stderr.unwrap_or_default(), self.process.wait().await)
        };
        match tokio::time::timeout(self.timeout, ended).await {
            Ok((stderr, Ok(status))) => reason(status, &String::from_utf8_lossy(&stderr)),
            Ok((_, Err(_))) => ExtractError::NotStarted,
            Err(_) => ExtractError::TooSlow,
        }
    }
}

/// The process group of a child, with the programs that the child has started. Dropping it kills them.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &tokio::process::Child) -> Self {
        Self(child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A group whose processes have all ended is no error.
        let _ = self.0.map(|group| kill_process_group(group, Signal::KILL));
    }
}

/// Timeout for a child's next line.
fn timeout_for(request: &ChildRequest) -> Duration {
    match request {
        ChildRequest::Places(_) => TIMEOUT,
        _ => BACKGROUND_TIMEOUT,
    }
}

/// Returns the command of a child.
fn command(program: &Path, kind: &str, request: &ChildRequest) -> Command {
    let mut command = Command::new(program);
    // The child needs no settings, and must not see the secrets among them.
    command.args(["extract", kind]).env_clear();
    command.env(ARENAS_VARIABLE, "1");
    command.envs(request.encoded().map(|encoded| (WANTED, encoded)));
    command
}

/// Makes a child write the file at `path` inside `file` to `out`.
///
/// # Errors
///
/// Fails if there is no such file, or it exceeds the limits.
pub(super) async fn unpack(
    program: &Path,
    kind: &str,
    path: &str,
    [file, out]: [std::fs::File; 2],
) -> Result<(), ExtractError> {
    let mut command = command(program, kind, &ChildRequest::Part(path.to_owned()));
    command.stdin(file).stdout(out).stderr(Stdio::null());
    let mut process = command.kill_on_drop(true).spawn().map_err(not_started)?;
    let ended = tokio::time::timeout(TIMEOUT, process.wait()).await;
    let ended = ended.map_err(|_| ExtractError::TooSlow)?;
    let ended = ended.map_err(|_| ExtractError::NotStarted)?;
    ended.success().then_some(()).ok_or(ExtractError::Damaged)
}

fn not_started(error: io::Error) -> ExtractError {
    tracing::error!(%error, "the extraction process did not start");
    ExtractError::NotStarted
}

/// Returns the beginning of a child's standard error, once it has ended; the rest is discarded.
async fn read_stderr(source: Option<ChildStderr>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut source) = source {
        // Bytes read before an error still count.
        let _ = (&mut source).take(MAX_STDERR_BYTES).read_to_end(&mut bytes).await;
        let _ = tokio::io::copy(&mut source, &mut tokio::io::sink()).await;
    }
    bytes
}

/// Returns the reason why a child died without a reply.
fn reason(status: ExitStatus, stderr: &str) -> ExtractError {
    use std::os::unix::process::ExitStatusExt;
    tracing::warn!(%status, complaint = stderr, "extraction failed");
    let signal = status.signal();
    if signal == Some(Signal::XCPU.as_raw()) {
        return ExtractError::TooSlow;
    }
    if signal == Some(Signal::KILL.as_raw()) || stderr.contains("memory allocation") {
        return ExtractError::TooLarge;
    }
    ExtractError::Died
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchedText;

    /// Returns the lines of a shell's script until its last one.
    async fn shell(script: &str, bytes: &[u8]) -> Result<Vec<Reply>, ExtractError> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        let content = FileContent::Bytes(bytes.to_vec());
        let mut child = Child::run(command, content, Duration::from_secs(20)).await?;
        let mut replies = Vec::new();
        while !matches!(replies.last(), Some(Reply::Ended { .. })) {
            replies.push(child.next().await?);
        }
        Ok(replies)
    }

    #[tokio::test]
    async fn the_replies_are_the_document() {
        let script = r#"cat >/dev/null
            echo '{"Begun":{"title":"A","pages":2}}'; echo '{"Ended":{"hidden":3}}'"#;
        let replies = shell(script, &vec![b'a'; 1 << 20]).await.unwrap();
        let title = "A".to_owned();
        let begun = Reply::Begun { title, pages: 2, pictures: Vec::new() };
        assert_eq!(replies, [begun, Reply::Ended { hidden: 3, left_out: String::new() }]);
    }

    #[tokio::test]
    async fn the_childs_own_reason_is_kept() {
        let script = r#"echo '{"Failed":"Protected"}'; exit 1"#;
        let failed = shell(script, &vec![0; 1 << 20]).await;
        assert_eq!(failed, Err(ExtractError::Protected));
    }

    #[tokio::test]
    async fn a_child_that_writes_a_line_without_end_is_stopped() {
        let endless = shell("yes | tr -d '\\n'", b"").await;
        assert_eq!(endless, Err(ExtractError::TooLarge));
    }

    #[tokio::test]
    async fn a_dead_child_has_a_reason() {
        let killed = shell("kill -XCPU $$", b"").await;
        assert_eq!(killed, Err(ExtractError::TooSlow));
        let failed = shell("exit 9", b"").await;
        assert_eq!(failed, Err(ExtractError::Died));
        let full = shell("echo memory allocation of 9 bytes failed >&2; exit 9", b"").await;
        assert_eq!(full, Err(ExtractError::TooLarge));
        assert_eq!(shell("echo nonsense", b"").await, Err(ExtractError::Damaged));
    }

    #[tokio::test]
    async fn a_child_that_complains_without_end_is_read_all_the_same() {
        let script = r#"yes complaint | head -c 300000 >&2; cat >/dev/null
            echo '{"Begun":{"title":"A","pages":2}}'; echo '{"Ended":{"hidden":0}}'"#;
        assert_eq!(shell(script, b"").await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn a_child_that_hangs_is_killed() {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exec sleep 1000"]);
        let content = FileContent::Bytes(Vec::new());
        let mut child = Child::run(command, content, Duration::from_millis(50)).await;
        let silent = child.as_mut().unwrap().next().await;
        assert_eq!(silent, Err(ExtractError::TooSlow));
    }

    #[tokio::test]
    async fn what_a_child_has_started_is_killed_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let said = folder.path().join("pid");
        for ending in ["wait", "kill -KILL $$"] {
            let script =
                format!("sleep 1000 >/dev/null 2>&1 & echo $! >{}; {ending}", said.display());
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &script]);
            let content = FileContent::Bytes(Vec::new());
            let mut child = Child::run(command, content, Duration::from_secs(1)).await.unwrap();
            assert!(child.next().await.is_err());
            let started = std::fs::read_to_string(&said).unwrap();
            drop(child);
            let status = Path::new("/proc").join(started.trim()).join("stat");
            let runs = || std::fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z "));
            for _ in 0..500 {
                if runs() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
            assert!(!runs(), "{ending}");
        }
    }

    #[tokio::test]
    async fn a_child_that_has_used_up_its_processor_time_took_too_long() {
        let limited = "ulimit -S -t 1; ulimit -H -t 2; while :; do :; done";
        assert_eq!(shell(limited, b"").await, Err(ExtractError::TooSlow));
    }

    #[test]
    fn a_busy_machine_has_more_time_where_nobody_waits() {
        let searched = SearchedText { page: 1, texts: Vec::new(), words: String::new() };
        let processor_time = Duration::from_secs(child_main::CPU_SECONDS);
        assert!(timeout_for(&ChildRequest::All) >= 4 * processor_time);
        assert_eq!(timeout_for(&ChildRequest::Places(searched)), processor_time);
    }

    #[test]
    fn what_is_sought_is_not_told_to_everybody_on_the_machine() {
        let searched = ChildRequest::Places(SearchedText {
            page: 1,
            texts: vec!["The wage of Alice".to_owned()],
            words: "wage".to_owned(),
        });
        let command = command(Path::new("footnote"), "pdf", &searched);
        // Everybody on the machine can read arguments, but only the owner can read the environment.
        let command = command.as_std();
        let arguments: Vec<_> = command.get_args().collect();
        assert_eq!(arguments, ["extract", "pdf"]);
        let variables: Vec<_> = command.get_envs().collect();
        let [(name, Some(encoded)), (arenas, Some(most))] = variables[..] else {
            panic!("{variables:?}");
        };
        assert_eq!(name, WANTED);
        assert_eq!((arenas.to_str(), most.to_str()), (Some(ARENAS_VARIABLE), Some("1")));
        assert!(encoded.to_str().unwrap().contains("Thewageof"));
    }

    #[tokio::test]
    async fn a_missing_program_is_not_the_files_fault() {
        let missing = Path::new("/nonexistent/footnote");
        let started =
            Child::start(missing, "pdf", &ChildRequest::All, FileContent::Bytes(Vec::new())).await;
        assert_eq!(started.err(), Some(ExtractError::NotStarted));
    }
}
