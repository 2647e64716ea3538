//! The command line: picks the command and its settings.

mod arguments;
mod ask;
mod backup;
mod expiry;
mod forgetting;
mod health;
mod index;
mod insight;
mod key;
mod mcp;
mod operator;
mod serve;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use arguments::{CliArguments, Command};
use clap::Parser;
use footnote_engine::config::{Config, Settings};
use rustix::fs::Mode;

use footnote_serve::net::telemetry;

/// Time limit for background work to stop after the server has ended.
const BACKGROUND_TIMEOUT: Duration = Duration::from_secs(1);

/// Parses the command line and runs the command.
pub fn run() -> ExitCode {
    // The index and uploads have the text of all documents, whoever may read them: files are for their owner alone.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let arguments = CliArguments::parse();
    let command = arguments.command.unwrap_or(Command::Serve(arguments.settings));
    match completed(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The log may be filtered or not yet started, so print the final error directly.
            let _ = writeln!(std::io::stderr(), "footnote: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command to completion.
fn completed(command: Command) -> anyhow::Result<()> {
    match command {
        // Before any thread starts: the child limits the memory of its own process.
        Command::Extract { kind, wanted } => {
            footnote_extract::serve_child(&kind, wanted.as_deref()).map_err(Into::into)
        }
        Command::Serve(settings) => with_runtime(settings, serve::run),
        Command::Index(settings) => with_runtime(settings, index::run),
        Command::Mcp(settings) => with_runtime(settings, mcp::run),
        Command::Ask(ask::AskArguments { question, settings }) => {
            with_runtime(settings, async |config| ask::run(config, question).await)
        }
        Command::Backup(backup::BackupArguments { file, settings }) => {
            with_stores(settings, async |config| backup::back_up(config, &file).await)
        }
        Command::Restore(backup::BackupArguments { file, settings }) => {
            with_stores(settings, async |config| backup::restore(config, &file).await)
        }
        Command::Forget(forgetting::ForgetArguments { user, settings }) => {
            with_stores(settings, async |config| forgetting::run(config, &user).await)
        }
        Command::Evaluate(arguments) => with_runtime(arguments.settings(), async |config| {
            footnote_evaluate::run(config, &arguments, print_line).await
        }),
        Command::Conformance(arguments) => {
            in_runtime(async || footnote_conformance::run(&arguments, print_line).await)
        }
        Command::Operator(arguments) => with_stores(arguments.settings(), async |config| {
            operator::run(config, &arguments).await
        }),
        Command::Key { command } => {
            with_stores(command.settings(), async |config| key::run(config, command).await)
        }
        Command::Health(settings) => {
            with_stores(settings, async |config| health::check(config.address))
        }
    }
}

/// Runs `work` like [`with_runtime`], for a command that reads no documents and needs no folder of them.
fn with_stores(
    mut settings: Settings,
    work: impl AsyncFnOnce(Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    settings.documents = Some(".".to_owned());
    with_runtime(settings, work)
}

/// Validates the settings, starts the log and runs `work` to completion.
fn with_runtime(
    settings: Settings,
    work: impl AsyncFnOnce(Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let config = Config::new(settings)?;
    telemetry::start(&config.log, config.log_format);
    in_runtime(async || work(config).await)
}

/// Runs `work` to completion.
fn in_runtime(work: impl AsyncFnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("starting the runtime")?;
    let done = runtime.block_on(work());
    runtime.shutdown_timeout(BACKGROUND_TIMEOUT);
    done
}

/// Prints one or several lines to standard output at once, because a reader may stop after the first.
fn print_line(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn work_in_the_background_holds_up_no_end() {
        let begun = Instant::now();
        let done = in_runtime(async || {
            let minute = || std::thread::sleep(Duration::from_mins(1));
            drop(tokio::task::spawn_blocking(minute));
            Ok(())
        });
        assert!(done.is_ok());
        assert!(begun.elapsed() < Duration::from_secs(30), "it is waited for");
    }
}
