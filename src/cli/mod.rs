//! What each command of the binary does.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use futures_util::StreamExt;
use leptos::config::LeptosOptions;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::arguments::{Arguments, Command, Settings};
use super::built::{self, FrontEnd};
use super::config::Config;
use super::engine::{Engine, program};
use super::{
    AppState, Policy, conformance, evaluate, explain, health, listen, router, site, telemetry,
};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, Message};
use crate::rag::store::Sessions;
use crate::rag::{chat, corpus};
use crate::text::citation;
use crate::text::hidden::escaped;

/// How long work in the background may take to stop once the server has ended.
const BACKGROUND_PATIENCE: Duration = Duration::from_secs(1);

/// How long the folder is left alone between two passes: soon enough for whoever has just saved a
/// file, seldom enough for looking at ten thousand files to cost nothing.
const BETWEEN_PASSES: Duration = Duration::from_secs(30);

/// How long between two looks for conversations that have expired: they are counted in days.
const BETWEEN_ROUNDS: Duration = Duration::from_hours(1);

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let command = arguments
        .command
        .unwrap_or(Command::Serve(arguments.settings));
    let done = match command {
        // Runs before any thread is started: it limits the memory of its own process.
        Command::Extract { kind } => corpus::extract::serve_child(&kind).map_err(Into::into),
        Command::Serve(settings) => with_runtime(settings, serve),
        Command::Index(settings) => with_runtime(settings, index),
        Command::Ask { question, settings } => {
            with_runtime(settings, async |config| ask(config, question).await)
        }
        Command::Explain(arguments) => with_runtime(arguments.settings(), async |config| {
            explain::run(config, &arguments, say).await
        }),
        Command::Evaluate(arguments) => with_runtime(arguments.settings(), async |config| {
            evaluate::run(config, &arguments, say).await
        }),
        Command::Conformance(arguments) => {
            in_runtime(async || conformance::run(&arguments, say).await)
        }
        Command::Health(settings) => {
            with_runtime(settings, async |config| health::check(config.address))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The log may be filtered or not yet started, so the last word goes out directly.
            let _ = writeln!(std::io::stderr(), "footnote: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Checks the settings, starts the log and runs `work` to its end.
fn with_runtime(
    settings: Settings,
    work: impl AsyncFnOnce(Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let config = Config::new(settings)?;
    telemetry::start(&config.log, config.log_format);
    in_runtime(async || work(config).await)
}

/// Runs `work` to its end.
fn in_runtime(work: impl AsyncFnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("starting the runtime")?;
    let done = runtime.block_on(work());
    runtime.shutdown_timeout(BACKGROUND_PATIENCE);
    done
}

/// Answers over HTTP until asked to end.
async fn serve(config: Config) -> anyhow::Result<()> {
    let engine = Engine::open(&config)?;
    if let Some(fault) = site::fault(&config.site_root, config.hashes.as_deref()) {
        tracing::warn!("{fault}");
    }
    if let Some(advice) = config.policy.hosts.advice() {
        tracing::warn!("{advice}");
    }
    let stop = CancellationToken::new();
    let policy = Policy {
        hashed: config.hashes.is_some(),
        ..config.policy.clone()
    };
    let sessions = sessions(&config)?;
    let state = AppState {
        leptos_options: leptos_options(&config),
        rag: engine.rag(),
        readers: config.readers.clone(),
        preferences: config.preferences,
        sessions: sessions.clone(),
        program: program()?.into(),
        capacity: config.capacity.clone(),
        stop: stop.clone(),
    };
    let router = router(state, policy);
    let listener = TcpListener::bind(config.address)
        .await
        .with_context(|| format!("listening at {}", config.address))?;
    greet(listener.local_addr()?, config.policy.front_end.as_ref())?;
    let indexing = engine.keep_fresh(BETWEEN_PASSES, stop.clone());
    let ending = async {
        let asked = listen::asked_to_end().await;
        stop.cancel();
        asked
    };
    let ((), (), (), asked) = tokio::join!(
        listen::serve(listener, router, listen::WRITE_PATIENCE, stop.clone()),
        indexing,
        keep_expiring(sessions, stop.clone()),
        ending
    );
    asked.context("listening for signals")
}

/// Tells where the server answers, and with what.
fn greet(address: SocketAddr, front_end: Option<&FrontEnd>) -> anyhow::Result<()> {
    say(&format!("Footnote answers at http://{address}"))?;
    if let Some(front_end) = front_end {
        let folder = front_end.folder().display();
        let page = built::PAGE;
        say(&format!(
            "with the front end of {folder}; its own page is at {page}"
        ))?;
    }
    Ok(())
}

/// The conversations, beside the index.
fn sessions(config: &Config) -> anyhow::Result<Sessions> {
    let file = config.data.join("sessions.db");
    let sessions = Sessions::open(&file, config.sessions)
        .with_context(|| format!("opening the conversations in {}", file.display()))?;
    Ok(sessions.within(config.sessions_bytes))
}

/// Forgets conversations whose time is up, now and then, until `stop`.
async fn keep_expiring(sessions: Sessions, stop: CancellationToken) {
    let rounds = async {
        loop {
            if let Err(error) = sessions.expire().await {
                tracing::error!(cause = ?std::error::Error::source(&error), "{error}");
            }
            tokio::time::sleep(BETWEEN_ROUNDS).await;
        }
    };
    stop.run_until_cancelled(rounds).await;
}

/// Brings the index up to date.
async fn index(config: Config) -> anyhow::Result<()> {
    let engine = Engine::open(&config)?;
    engine.refresh().await?;
    let files = engine.rag().library.every_file();
    for file in &files {
        if let corpus::FileState::Failed(reason) = &file.state {
            say(&format!("{}: {reason}", escaped(&file.path)))?;
        }
    }
    say(&format!("{} files indexed", files.len()))
}

/// Answers one question on the standard output.
async fn ask(config: Config, question: String) -> anyhow::Result<()> {
    let engine = Engine::ready(&config).await?;
    let request = ChatRequest {
        messages: vec![Message::user(question)],
        ..ChatRequest::default()
    };
    request.validate()?;
    let mut events = chat::answer(&engine.rag(), request)?;
    let mut answer = Answer::default();
    let mut shown = 0;
    while let Some(event) = events.next().await {
        let is_text = matches!(event, AnswerEvent::Delta(_));
        answer.apply(event);
        if is_text {
            shown = show(&answer, shown, true)?;
        }
    }
    show(&answer, shown, false)?;
    say("")?;
    answer.error.map_or(Ok(()), |error| Err(error.into()))
}

/// Shows the text of an answer from the byte `shown` on; returns how much is shown then.
fn show(answer: &Answer, shown: usize, is_growing: bool) -> anyhow::Result<usize> {
    let points = answer.context.data_points.as_ref();
    let known = points.map_or(&[][..], |points| &points.citations);
    let text = citation::plain(&answer.text, known, is_growing);
    let new = text.get(shown..).unwrap_or_default();
    write!(std::io::stdout(), "{new}")?;
    std::io::stdout().flush()?;
    Ok(shown + new.len())
}

/// Says something on the standard output.
fn say(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

fn leptos_options(config: &Config) -> LeptosOptions {
    LeptosOptions::builder()
        .output_name("footnote")
        .site_root(config.site_root.to_string_lossy())
        .site_addr(config.address)
        .reload_port(config.reload_port)
        .hash_files(config.hashes.is_some())
        .build()
}
