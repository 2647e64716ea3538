//! The configuration: read once from the command line and the environment, and validated as a whole.

mod address;
mod embedding;
mod front_end;
mod hosts;
mod identity;
mod insights;
mod limits;
mod model;
mod origins;
mod people;
mod policy;
mod preferences;
mod proxies;
mod read;
mod scans;
mod sessions;
mod settings;
mod sign_in;
pub mod site;
mod speech;
mod store;
mod uploads;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use embedding::EmbeddingConfig;
use footnote_models::choice::ChoiceTerms;
use footnote_models::embed::Prefixes;
use footnote_models::open_ai::Endpoint;
use footnote_protocol::dialect::Preferences;
use footnote_store::Lifetimes;
pub use front_end::FrontEnd;
pub use hosts::Hosts;
pub use identity::ReaderHeaders;
pub use insights::InsightTerms;
pub use limits::Limits;
pub use origins::Origins;
pub use policy::Policy;
pub use proxies::Proxies;
use read::{megabytes, non_empty, number, switch};
pub use scans::ScanTerms;
pub use settings::Settings;
pub use sign_in::SignInTerms;
pub use speech::SpeechTerms;
pub use store::StoreAddress;
pub use uploads::UploadTerms;

/// Folder of the documents that a fresh checkout answers from.
const SAMPLE: &str = "src/sample/documents";

/// Maximum number of passages per answer.
const MAX_PASSAGES: u32 = 50;

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// JSON for machines, one object per line.
    Json,
}

/// Allowed budgets of sources in the first prompt, in tokens.
const SOURCE_TOKENS: std::ops::RangeInclusive<u32> = 500..=1_000_000;

/// The validated configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Folders of documents.
    pub documents: Vec<PathBuf>,
    /// True if they are the documents that come with Footnote.
    pub is_sample: bool,
    /// Settings of uploads.
    pub uploads: UploadTerms,
    /// Folder of the index.
    pub data: PathBuf,
    /// The database that stores everything in place of the data folder, if configured.
    pub store: Option<StoreAddress>,
    /// Maximum number of connections to the database.
    pub store_connections: usize,
    /// Address to listen on.
    pub address: SocketAddr,
    /// Treatment of clients.
    pub policy: Policy,
    /// Limits on answers.
    pub limits: Limits,
    /// Wire forms to prefer if a request leaves a choice.
    pub preferences: Preferences,
    /// True if the settings admit only the person at this machine.
    pub alone: bool,
    /// Lifetimes of conversations after their last turn.
    pub sessions: Lifetimes,
    /// Maximum total size of all conversations, in bytes.
    pub sessions_bytes: u64,
    /// Number of passages per answer.
    pub top: u32,
    /// Maximum size of the sources in the first prompt, in tokens.
    pub source_tokens: u32,
    /// Time limit for the look-ups of a chat model.
    pub lookup_time: Duration,
    /// Log filter, in the syntax of `tracing`.
    pub log: String,
    /// Log format.
    pub log_format: LogFormat,
    /// The chat model; `None` if passages are shown.
    pub model: Option<Endpoint>,
    /// Terms for choosing a chat model if the settings name none, and properties of the configured one.
    pub terms: ChoiceTerms,
    /// The terms on which scans are read; `None` means not at all.
    pub scans: Option<ScanTerms>,
    /// The embedding model; `None` means that only words find passages.
    pub embedding: Option<EmbeddingConfig>,
    /// The speech models.
    pub speech: SpeechTerms,
    /// Prefixes of embedded texts; empty to use those of the model.
    pub prefixes: Prefixes,
    /// Headers in which a proxy names the reader.
    pub readers: ReaderHeaders,
    /// The terms on which readers sign in, if they do.
    pub sign_in: Option<SignInTerms>,
    /// Access to the insights, and the terms on which they are kept.
    pub insights: InsightTerms,
    /// Folder of the page's files.
    pub site_root: PathBuf,
    /// Content hashes in the names of the page's files, if the build added them.
    pub hashes: Option<String>,
    /// Port of the reload socket in development builds.
    pub reload_port: u32,
}

/// All problems of the settings.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the configuration cannot be used:\n{}", .0.iter().map(|problem| format!("- {problem}")).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError(pub Vec<String>);

impl Config {
    /// Validates the settings.
    ///
    /// # Errors
    ///
    /// Returns all problems at once, each as a sentence that names the variable.
    pub fn new(settings: Settings) -> Result<Self, ConfigError> {
        let mut problems = Vec::new();
        let program = std::env::current_exe().ok();
        let program = program.as_deref();
        let address = address::config(&settings, &mut problems);
        let vision = switch("FOOTNOTE_VISION", &settings.vision, &mut problems);
        let documents = documents(non_empty(settings.documents.clone()), program, &mut problems);
        let config = Self {
            is_sample: is_sample(&documents, program),
            documents,
            data: PathBuf::from(&settings.data),
            store: store::config(&settings, &mut problems),
            store_connections: store::connections(&settings, &mut problems),
            uploads: uploads::config(&settings, &mut problems),
            address,
            policy: policy::config(&settings, address, &mut problems),
            limits: limits::config(&settings, &mut problems),
            preferences: preferences::config(&settings, &mut problems),
            alone: people::are_alone(&settings, address),
            sessions: sessions::config(&settings, &mut problems),
            sessions_bytes: megabytes(
                "FOOTNOTE_SESSION_MEGABYTES",
                &settings.session_megabytes,
                &mut problems,
            ),
            top: number("FOOTNOTE_TOP", &settings.top, 1..=MAX_PASSAGES, &mut problems),
            source_tokens: source_tokens(&settings.source_tokens, &mut problems),
            lookup_time: lookup_time(&settings.lookup_seconds, &mut problems),
            log_format: log_format(&settings.log_format, &mut problems),
            model: model::config(&settings, &mut problems),
            terms: model::terms(&settings, vision, &mut problems),
            scans: scans::config(&settings, &mut problems),
            embedding: embedding::config(&settings, &mut problems),
            prefixes: embedding::prefixes(&settings),
            speech: speech::config(&settings, &mut problems),
            readers: identity::config(&settings, &mut problems),
            sign_in: sign_in::config(&settings, &mut problems),
            insights: insights::config(&settings, &mut problems),
            reload_port: settings.reload_port.parse().unwrap_or(3001),
            log: log(settings.log, &mut problems),
            site_root: site::root(non_empty(settings.site_root), program),
            hashes: site::hashes(program),
        };
        problems.dedup();
        if problems.is_empty() { Ok(config) } else { Err(ConfigError(problems)) }
    }
}

impl Config {
    /// The same configuration with another store: a database, as in `FOOTNOTE_STORE`, or a data folder.
    ///
    /// # Errors
    ///
    /// Fails for the address of an unsupported database.
    #[cfg(test)]
    pub(crate) fn stored_at(&self, place: &str) -> Result<Self, ConfigError> {
        let mut problems = Vec::new();
        let mut config = self.clone();
        if place.contains("://") {
            config.store = Some(store::address(place.to_owned(), &mut problems));
        } else {
            config.store = None;
            config.data = PathBuf::from(place);
            config.uploads.folder = config.data.join("uploads");
        }
        if problems.is_empty() { Ok(config) } else { Err(ConfigError(problems)) }
    }
}

fn documents(
    non_empty: Option<String>,
    program: Option<&Path>,
    problems: &mut Vec<String>,
) -> Vec<PathBuf> {
    let folders = non_empty
        .map_or_else(|| vec![default_folder(program)], |non_empty| split_folders(&non_empty));
    let missing = folders.iter().filter(|folder| !folder.is_dir());
    problems.extend(
        missing
            .map(|folder| format!("FOOTNOTE_DOCUMENTS: there is no folder {}", folder.display())),
    );
    folders
}

/// Splits a list of folders. A folder whose own name looks like a list is kept whole.
fn split_folders(non_empty: &str) -> Vec<PathBuf> {
    let whole = PathBuf::from(non_empty);
    if whole.is_dir() {
        return vec![whole];
    }
    let folders = std::env::split_paths(non_empty);
    folders.filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// True if these folders are the default one.
fn is_sample(documents: &[PathBuf], program: Option<&Path>) -> bool {
    let place = |folder: &Path| folder.canonicalize().ok();
    let [folder] = documents else { return false };
    place(folder).is_some_and(|here| place(&default_folder(program)) == Some(here))
}

/// The default folder: the sample documents of the checkout, or those next to the executable.
fn default_folder(program: Option<&Path>) -> PathBuf {
    let beside = program.and_then(Path::parent).unwrap_or(Path::new(""));
    let places = [PathBuf::from(SAMPLE), beside.join("documents")];
    let found = places.into_iter().find(|folder| folder.is_dir());
    found.unwrap_or_else(|| PathBuf::from("documents"))
}

/// Validates the log filter. `tracing` takes a misspelt level for the name of a module and then logs nothing but that
/// module, which means nothing at all.
fn log(text: String, problems: &mut Vec<String>) -> String {
    let words = text.split(',').map(str::trim);
    let mut plain = words.filter(|word| !word.contains(['=', '[', ':']));
    if let Some(wrong) =
        plain.find(|word| word.parse::<tracing::level_filters::LevelFilter>().is_err())
    {
        problems.push(format!(
            "FOOTNOTE_LOG: {wrong:?} is not one of off, error, warn, info, debug and trace, nor such as footnote=debug"
        ));
    }
    text
}

fn log_format(text: &str, problems: &mut Vec<String>) -> LogFormat {
    match text {
        "text" => LogFormat::Text,
        "json" => LogFormat::Json,
        _ => {
            problems.push(format!("FOOTNOTE_LOG_FORMAT: {text:?} is neither text nor json"));
            LogFormat::Text
        }
    }
}

/// Maximum size of the sources in the first prompt, in tokens.
fn source_tokens(tokens: &str, problems: &mut Vec<String>) -> u32 {
    number("FOOTNOTE_SOURCE_TOKENS", tokens, SOURCE_TOKENS, problems)
}

/// Time limit for the look-ups of a chat model; 0 seconds disables them.
fn lookup_time(seconds: &str, problems: &mut Vec<String>) -> Duration {
    let seconds = number("FOOTNOTE_LOOKUP_SECONDS", seconds, 0..=600, problems);
    Duration::from_secs(seconds.into())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Valid settings, independent of the environment that the test runs in.
    pub(crate) fn settings() -> Settings {
        Settings {
            documents: Some(".".to_owned()),
            data: "data".to_owned(),
            answers: "1000".to_owned(),
            rate: "120".to_owned(),
            store_connections: "16".to_owned(),
            session_days: "30".to_owned(),
            session_megabytes: "1000".to_owned(),
            upload_megabytes: "1000".to_owned(),
            insights_days: "90".to_owned(),
            insights_texts: "false".to_owned(),
            vision: "false".to_owned(),
            // The program of tests reads none.
            scans: "off".to_owned(),
            component_digits: "true".to_owned(),
            top: "5".to_owned(),
            run_megabytes: "64".to_owned(),
            source_tokens: "6000".to_owned(),
            lookup_seconds: "60".to_owned(),
            log: "info".to_owned(),
            log_format: "text".to_owned(),
            openai_base_url: "https://api.openai.com/v1".to_owned(),
            azure_openai_api_version: "2024-10-21".to_owned(),
            reload_port: "3001".to_owned(),
            sign_in_user_claim: "email".to_owned(),
            sign_in_groups_claim: "groups".to_owned(),
            sign_in_hours: "8".to_owned(),
            sign_in_required: "true".to_owned(),
            ..Settings::default()
        }
    }

    #[test]
    fn answers_quote_until_a_model_is_named() {
        assert!(Config::new(settings()).unwrap().model.is_none());
        let named = Settings { openai_model: Some("m".to_owned()), ..settings() };
        assert!(Config::new(named).unwrap().model.is_some());
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let wrong = Settings {
            documents: Some("/no/such/folder".to_owned()),
            address: Some("here".to_owned()),
            hosts: Some("docs.example, http://here/".to_owned()),
            origins: Some("docs.example".to_owned()),
            front_end: Some("/no/such/folder".to_owned()),
            proxies: Some("10.0.0.0/8, proxy.example".to_owned()),
            metrics: Some("prometheus.example".to_owned()),
            answers: "0".to_owned(),
            session_days: "always".to_owned(),
            vision: "sharp".to_owned(),
            scans: "some".to_owned(),
            scan_languages: Some("Deutsch, -c x".to_owned()),
            model_context: Some("large".to_owned()),
            top: "none".to_owned(),
            source_tokens: "many".to_owned(),
            lookup_seconds: "soon".to_owned(),
            log: "chatty".to_owned(),
            log_format: "xml".to_owned(),
            azure_openai_deployment: Some("d".to_owned()),
            ..settings()
        };
        assert_eq!(Config::new(wrong).unwrap_err().0.len(), 20);
    }

    #[test]
    fn a_key_never_prints() {
        let named = Settings {
            openai_model: Some("m".to_owned()),
            openai_api_key: Some("hush-hush".to_owned()),
            openai_base_url: "https://me:hush-hush@model.example/v1".to_owned(),
            ..settings()
        };
        let config = Config::new(named).unwrap();
        assert!(!format!("{config:?}").contains("hush-hush"));
    }

    #[test]
    fn the_log_is_filtered_by_levels_and_by_parts_of_the_program() {
        let mut problems = Vec::new();
        for good in ["info", "OFF", "warn,footnote=debug", "footnote_answers::rag=trace, error"] {
            log(good.to_owned(), &mut problems);
        }
        assert!(problems.is_empty(), "{problems:?}");
        log("warn,verbose".to_owned(), &mut problems);
        assert!(problems[0].contains("\"verbose\""), "{problems:?}");
    }
}
