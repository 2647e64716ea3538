//! `footnote key`: creates, lists and revokes API keys.

use anyhow::{Context as _, bail, ensure};
use clap::{Args, Subcommand};
use footnote_engine::config::{Config, Settings};
use footnote_store::StoreError;
use footnote_store::keys::{ApiKey, KeyStore, new_key, now};
use footnote_text::hidden::escaped;

use super::print_line;

/// Maximum length of a name, in bytes: that of a user.
const MAX_NAME_LEN: usize = 255;

/// Maximum lifetime of a key, in days: a hundred years.
const MAX_DAYS: i64 = 36_500;

/// An action on API keys.
#[derive(Subcommand)]
pub(super) enum KeyCommand {
    /// Create a key and print it, once.
    Create(CreateArguments),
    /// List the keys: their readers, when they were used, and how often.
    List(Settings),
    /// Revoke a key.
    Revoke {
        /// Name of the key.
        name: String,
        /// Settings of the server.
        #[command(flatten)]
        settings: Settings,
    },
}

/// The reader for whom a key asks.
#[derive(Args)]
pub(super) struct CreateArguments {
    /// the name of the reader for whom the key asks
    #[arg(long)]
    name: String,
    /// the reader's groups, separated by commas
    #[arg(long)]
    groups: Option<String>,
    /// days after which the key is refused, such as `90d`
    #[arg(long)]
    expires: Option<String>,
    /// Settings of the server.
    #[command(flatten)]
    settings: Settings,
}

impl KeyCommand {
    /// The settings of the server.
    pub(super) fn settings(&self) -> Settings {
        match self {
            Self::Create(CreateArguments { settings, .. })
            | Self::List(settings)
            | Self::Revoke { settings, .. } => settings.clone(),
        }
    }
}

/// Runs a command on the keys of the configured server, which may be running.
pub(super) async fn run(config: Config, command: KeyCommand) -> anyhow::Result<()> {
    let store = footnote_engine::keys(&config).await?;
    match command {
        KeyCommand::Create(arguments) => create(store.as_ref(), &arguments).await,
        KeyCommand::List(_) => list(store.as_ref()).await,
        KeyCommand::Revoke { name, .. } => {
            let name = name.trim().to_lowercase();
            ensure!(store.remove(&name).await?, "there is no key of the name {name:?}");
            print_line("The key is revoked; a running server refuses it within seconds.")
        }
    }
}

async fn create(store: &dyn KeyStore, arguments: &CreateArguments) -> anyhow::Result<()> {
    let name = name(&arguments.name)?;
    let groups = arguments.groups.as_deref().unwrap_or_default().split(',');
    let groups = groups.map(|group| group.trim().to_lowercase());
    let groups = groups.filter(|group| !group.is_empty()).collect();
    let (created, days) = (now(), arguments.expires.as_deref().map(days).transpose()?);
    let expires = days.map(|days| created + days * 24 * 60 * 60);
    let (key, hash) = new_key()?;
    let kept = ApiKey { name, groups, hash, created, expires, used: None, requests: 0 };
    match store.add(kept).await {
        Err(StoreError::Exists) => bail!("there is a key of this name already"),
        done => done?,
    }
    print_line(&key)
}

/// The name of a reader, as the access check compares it.
fn name(given: &str) -> anyhow::Result<String> {
    let name = given.trim().to_lowercase();
    let is_plain = !name.chars().any(char::is_control) && !name.contains(',');
    ensure!(
        (1..=MAX_NAME_LEN).contains(&name.len()) && is_plain,
        "--name: {given:?} is empty, longer than {MAX_NAME_LEN} bytes, or has a comma or a control character"
    );
    Ok(name)
}

/// Parses days, such as `90d`.
fn days(text: &str) -> anyhow::Result<i64> {
    let days = text.trim().strip_suffix('d').and_then(|days| days.parse().ok());
    days.filter(|days| (1..=MAX_DAYS).contains(days))
        .with_context(|| format!("--expires: {text:?} is no number of days such as 90d"))
}

async fn list(store: &dyn KeyStore) -> anyhow::Result<()> {
    let (keys, now) = (store.all().await?, now());
    if keys.is_empty() {
        return print_line("There are no keys; what clients send as one is ignored.");
    }
    keys.iter().try_for_each(|key| print_line(&line(key, now)))
}

/// The line of a key in the list.
fn line(key: &ApiKey, now: i64) -> String {
    let ago = |at: i64| match (now - at).max(0) / (24 * 60 * 60) {
        0 => "today".to_owned(),
        1 => "a day ago".to_owned(),
        days => format!("{days} days ago"),
    };
    let groups = match key.groups.join(", ") {
        groups if groups.is_empty() => "in no groups".to_owned(),
        groups => format!("in {groups}"),
    };
    let expires = match key.expires {
        None => "does not expire".to_owned(),
        Some(_) if key.is_expired(now) => "has expired".to_owned(),
        Some(at) => format!("expires in {} days", (at - now + 24 * 60 * 60 - 1) / (24 * 60 * 60)),
    };
    let used =
        key.used.map_or_else(|| "never used".to_owned(), |at| format!("last used {}", ago(at)));
    let (name, created, requests) = (escaped(&key.name), ago(key.created), key.requests);
    format!(
        "{name}: {}; created {created}; {expires}; {used}; {requests} requests",
        escaped(&groups)
    )
}

#[cfg(test)]
mod tests {
    use footnote_store::SqliteKeys;

    use super::*;

    const DAY: i64 = 24 * 60 * 60;

    #[test]
    fn a_key_lives_for_days() {
        assert_eq!(days("90d").unwrap(), 90);
        for wrong in ["90", "0d", "-1d", "d", "36501d", "9w"] {
            assert!(days(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_is_that_of_a_reader() {
        assert_eq!(name(" Sync ").unwrap(), "sync");
        for wrong in ["", " ", "a,b", "a\nb", &"a".repeat(MAX_NAME_LEN + 1)] {
            assert!(name(wrong).is_err(), "{wrong:?}");
        }
    }

    #[tokio::test]
    async fn the_key_itself_is_not_kept_and_its_line_says_what_it_is_for() {
        let store = SqliteKeys::in_memory().unwrap();
        let arguments = CreateArguments {
            name: "Sync".to_owned(),
            groups: Some("HR, board".to_owned()),
            expires: Some("90d".to_owned()),
            settings: Settings::default(),
        };
        create(&store, &arguments).await.unwrap();
        assert!(create(&store, &arguments).await.is_err(), "the name is taken");
        let key = store.all().await.unwrap().remove(0);
        let at = key.created;
        let said = "sync: in hr, board; created today; expires in 90 days; never used; 0 requests";
        assert_eq!(line(&key, at), said);
        let used = ApiKey { used: Some(at + 88 * DAY), requests: 3, ..key };
        let said = "sync: in hr, board; created 90 days ago; has expired; last used 2 days ago; 3 requests";
        assert_eq!(line(&used, at + 90 * DAY), said);
    }
}
