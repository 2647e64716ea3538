//! `footnote serve`: answers over HTTP until a shutdown signal.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use anyhow::Context;
use footnote_chat::queues::ConversationQueues;
use footnote_chat::runs::AnswerRuns;
use footnote_documents::acl::Allowed;
use footnote_engine::config::{Config, FrontEnd, Policy, Settings, site};
use footnote_engine::{CONVERSATIONS_FILE, Engine, program};
use footnote_library::ingest::Watch;
use footnote_search::index::ENTRIES_FOLDER;
use footnote_serve::net::{handles, listen, paths};
use footnote_serve::{AppState, Capacity, Keyring, SignInService, router};
use futures_util::FutureExt as _;
use leptos::config::LeptosOptions;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::expiry::Retention;
use super::insight::InsightKeeper;
use super::{operator, print_line};

/// Interval between scans of a folder without change notifications. Long enough that scanning ten thousand files costs
/// next to nothing.
const FOLDER_POLL_INTERVAL: Duration = Duration::from_secs(30);

/// Interval between requests to a local model server that has not reported its context size.
const CONTEXT_POLL_INTERVAL: Duration = Duration::from_mins(1);

/// Serves HTTP until a shutdown signal.
pub(super) async fn run(config: Config) -> anyhow::Result<()> {
    let mut asked = pin!(listen::shutdown_signal().context("listening for signals")?);
    handles::allow_all();
    warn_of_lost_conversations(&config);
    let Some(engine) = open(&config, asked.as_mut()).await? else {
        return Ok(());
    };
    log_setup(&config);
    let stop = CancellationToken::new();
    let insight = InsightKeeper::open(&config, &engine)?;
    let kept = Retention::of(&engine, &config, insight.expiring());
    let (listener, address) = bound(&config).await?;
    engine.choice().set_own_port(address.port());
    let state = AppState {
        leptos_options: leptos_options(&config),
        rag: engine.rag(),
        choice: engine.choice(),
        readers: config.readers.clone(),
        keyring: Keyring::open(engine.keys(&config)).await?,
        sign_in: config.sign_in.as_ref().map(SignInService::new).transpose()?,
        speech: config.speech.clone(),
        preferences: config.preferences,
        uploads: kept.uploads.clone(),
        recorder: insight.recorder.clone(),
        insights: insight.store.clone(),
        insight_terms: config.insights.clone(),
        sessions: kept.sessions.clone(),
        queues: ConversationQueues::default(),
        runs: AnswerRuns::keeping(config.limits.run_bytes),
        alone: config.alone,
        program: program()?.into(),
        capacity: Capacity::within(&config.limits),
        stop: stop.clone(),
    };
    let router = router(state.clone(), policy(&config));
    print_address(address, config.policy.front_end.as_ref(), &state.keyring).await?;
    let library = engine.rag().library;
    let watch = Watch::over(library.folders(), &config.data);
    let ((), (), _, _, (), ()) = tokio::join!(
        listen::serve(listener, router, listen::MIN_WRITE_RATE, stop.clone()),
        engine.keep_fresh(watch, FOLDER_POLL_INTERVAL, stop.clone()),
        stop.run_until_cancelled(follow(state)),
        stop.run_until_cancelled(kept.enforce_retention(&library, &config.data)),
        insight.keep(stop.clone()),
        asked.map(|()| stop.cancel())
    );
    Ok(())
}

/// Opens the engine, which may wait for a database; `None` after a shutdown signal.
async fn open(config: &Config, asked: impl Future<Output = ()>) -> anyhow::Result<Option<Engine>> {
    tokio::select! {
        opened = Engine::open(config) => opened.map(Some),
        () = asked => Ok(None),
    }
}

/// Warns if documents were indexed in the data folder before, but its conversations are missing or empty.
fn warn_of_lost_conversations(config: &Config) {
    let file = config.data.join(CONVERSATIONS_FILE);
    // The folder may hold an embedding model from the first start on.
    let is_used = config.data.join(ENTRIES_FOLDER).exists();
    if config.store.is_some() || !is_used {
        return;
    }
    match file.metadata() {
        Ok(metadata) if metadata.len() > 0 => {}
        Ok(_) => tracing::warn!(file = %file.display(), "the file of conversations is empty"),
        Err(error) => tracing::warn!(
            file = %file.display(), %error,
            "there is no file of conversations where documents were indexed before; a new one is created"
        ),
    }
}

/// Binds the configured address; returns the listener, and its address with its port.
async fn bound(config: &Config) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(config.address).await;
    let listener = listener.with_context(|| format!("listening at {}", config.address))?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Discovers the chat models of this machine, and asks the model in use for its context size until it reports it.
/// Follows changes of keys, and of the issuer at which readers sign in.
async fn follow(AppState { choice, keyring, sign_in, .. }: AppState) {
    let models = async {
        choice.discover().await;
        choice.poll_context(CONTEXT_POLL_INTERVAL).await;
    };
    let issuer = async {
        if let Some(sign_in) = sign_in {
            sign_in.issuer().follow().await;
        }
    };
    tokio::join!(models, keyring.follow(), issuer);
}

/// The treatment of clients, with what the build says of the page's files.
fn policy(config: &Config) -> Policy {
    Policy { hashed: config.hashes.is_some(), ..config.policy.clone() }
}

/// Logs what is served, and what an operator may have overlooked.
fn log_setup(config: &Config) {
    if let Some(fault) = site::problem(&config.site_root, config.hashes.as_deref()) {
        tracing::warn!("{fault}");
    }
    if let Some(advice) = config.policy.hosts.advice() {
        tracing::warn!("{advice}");
    }
    if config.terms.allowed == Allowed::Everybody {
        tracing::warn!(
            "FOOTNOTE_OPERATORS is everybody: whoever reaches the server can have it send passages anywhere"
        );
    }
    for name in Settings::unknown() {
        tracing::warn!("{name} is no setting; footnote serve --help lists them");
    }
    tracing::info!(folders = ?config.documents, "answering over these documents");
}

/// The sentence with the link for the operator of this server.
async fn operators_link(keyring: &Keyring, address: SocketAddr) -> String {
    match keyring.offer_link().await {
        Ok(key) => operator::sentence(address, &key),
        Err(error) => format!("There is no link for its operator, since none can be kept: {error}"),
    }
}

/// Prints the address of the server, what it serves there, and the link for its operator: at once, since whoever
/// started it may read the first line only.
async fn print_address(
    address: SocketAddr,
    front_end: Option<&FrontEnd>,
    keyring: &Keyring,
) -> anyhow::Result<()> {
    let front_end = front_end.map(|front_end| {
        let (folder, page) = (front_end.folder().display(), paths::PAGE);
        format!("with the front end of {folder}; its own page is at {page}\n")
    });
    let (front_end, link) = (front_end.unwrap_or_default(), operators_link(keyring, address).await);
    print_line(&format!("Footnote answers at http://{address}\n{front_end}{link}"))
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
