//! `footnote mcp`: speaks the Model Context Protocol on standard input and output, for a host that starts it.

use std::fs;
use std::os::fd::{AsFd, BorrowedFd};
use std::pin::pin;
use std::time::Duration;

use anyhow::Context;
use footnote_chat::insight::Recorder;
use footnote_engine::Engine;
use footnote_engine::config::Config;
use footnote_library::ingest::Watch;
use footnote_serve::Capacity;
use footnote_serve::mcp::{McpHost, serve_lines};
use footnote_serve::net::listen;
use tokio::fs::File;
use tokio::io::BufReader;
use tokio_util::sync::CancellationToken;

/// Interval between scans of a folder without change notifications.
const FOLDER_POLL_INTERVAL: Duration = Duration::from_secs(30);

/// Answers until the host closes the input, or a shutdown signal. Documents are read meanwhile.
pub(super) async fn run(config: Config) -> anyhow::Result<()> {
    let mut asked = pin!(listen::shutdown_signal().context("listening for signals")?);
    let engine = Engine::open(&config).await?;
    let stop = CancellationToken::new();
    let host = McpHost {
        rag: engine.rag(),
        capacity: Capacity::within(&config.limits),
        recorder: Recorder::counting()?,
        stop: stop.clone(),
    };
    let (input, output) = (open(std::io::stdin().as_fd())?, open(std::io::stdout().as_fd())?);
    let watch = Watch::over(engine.rag().library.folders(), &config.data);
    let serve = async {
        let served = tokio::select! {
            served = serve_lines(&host, BufReader::new(input), output) => served,
            () = asked.as_mut() => Ok(()),
        };
        stop.cancel();
        served
    };
    let fresh = engine.keep_fresh(watch, FOLDER_POLL_INTERVAL, stop.clone());
    let (served, ()) = tokio::join!(serve, fresh);
    served.context("speaking with the host")
}

/// Opens a separate handle of the input or output.
fn open(stream: BorrowedFd<'_>) -> anyhow::Result<File> {
    let own = stream.try_clone_to_owned().context("opening standard input and output")?;
    Ok(File::from_std(fs::File::from(own)))
}
