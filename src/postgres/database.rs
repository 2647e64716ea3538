//! The database: its connections, and what happens to statements while it is unreachable.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime,
    TimeoutType,
};
use footnote_store::StoreError;
use futures_util::TryStreamExt as _;
use tokio::sync::OnceCell;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Config, Connection, Row, RowStream, Socket};

use crate::error::{failure, no_connection};
use crate::parameters::Parameter;
use crate::tls::{Connector, Trust};
use crate::{OpenError, migrations};

/// Timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum time that a statement waits for a connection of the pool.
const WAIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Shortest and longest pause before an unreachable database is tried again. Each pause is twice as long as the one
/// before.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// The settings of a connection. Statements take milliseconds; the reading of many commits has no limit of its own.
const SETTINGS: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s'; \
    SET idle_in_transaction_session_timeout = '10min'; \
    SET jit = off; SET work_mem = '32MB'; SET client_min_messages = warning";

/// The statement that begins a snapshot, which lasts as long as the connection.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// A database that several machines share.
#[derive(Clone)]
pub struct Database(Arc<Shared>);

struct Shared {
    config: Config,
    connector: Connector,
    pool: Pool,
    migrated: OnceCell<()>,
    away: Mutex<Option<Away>>,
    /// True if all statements see the state of one moment, and none changes it.
    is_snapshot: bool,
}

/// A database that could not be reached.
#[derive(Clone, Copy)]
struct Away {
    until: Instant,
    pause: Duration,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

impl Database {
    /// Returns the database at `address`, with at most this many connections. Nothing is connected yet.
    ///
    /// # Errors
    ///
    /// Fails if the address is invalid, or names certificates that cannot be read.
    pub fn open(address: &str, connections: usize) -> Result<Self, OpenError> {
        Self::with(address, connections, false)
    }

    /// Returns the database at `address` as it is at the first statement. Nothing can be written, and one statement
    /// runs at a time. If the connection is lost, all further statements fail. Nothing is connected yet.
    ///
    /// # Errors
    ///
    /// Fails if the address is invalid, or names certificates that cannot be read.
    pub fn snapshot(address: &str) -> Result<Self, OpenError> {
        Self::with(address, 1, true)
    }

    fn with(address: &str, connections: usize, is_snapshot: bool) -> Result<Self, OpenError> {
        let (mut config, trust) = parsed(address)?;
        config.connect_timeout(CONNECT_TIMEOUT).application_name("footnote");
        config.keepalives_idle(Duration::from_secs(30)).tcp_user_timeout(Duration::from_secs(30));
        let connector = Connector::new(&trust)?;
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_connect(config.clone(), connector.clone(), recycling);
        let is_begun = AtomicBool::new(false);
        let set_up = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
            let is_second = is_snapshot && is_begun.swap(true, Ordering::Relaxed);
            let begin = if is_snapshot { SNAPSHOT } else { "" };
            Box::pin(async move {
                if is_second {
                    return Err(HookError::message("the connection to the snapshot is lost"));
                }
                client.batch_execute(SETTINGS).await.map_err(HookError::Backend)?;
                client.batch_execute(begin).await.map_err(HookError::Backend)
            })
        });
        let pool = Pool::builder(manager)
            .max_size(connections)
            .wait_timeout(Some(WAIT_TIMEOUT))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .post_create(set_up)
            .build()
            .map_err(|error| OpenError::Address(error.to_string()))?;
        let (migrated, away) = (OnceCell::new(), Mutex::default());
        Ok(Self(Arc::new(Shared { config, connector, pool, migrated, away, is_snapshot })))
    }

    /// Updates the schema, once.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Mismatch`] if the schema is newer than this program, [`StoreError::Unreachable`] if the database
    /// cannot be reached.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        if self.0.migrated.initialized() { Ok(()) } else { self.client().await.map(drop) }
    }

    /// Returns a connection, after updating the schema if necessary.
    pub(crate) async fn client(&self) -> Result<Client, StoreError> {
        let mut client = self.connection().await?;
        let is_snapshot = self.0.is_snapshot;
        let migrate = async || {
            if is_snapshot {
                migrations::check(&client).await
            } else {
                migrations::run(&mut client).await
            }
        };
        self.0.migrated.get_or_try_init(migrate).await?;
        Ok(client)
    }

    /// Returns a connection of the pool, or fails immediately while the database is unreachable.
    async fn connection(&self) -> Result<Client, StoreError> {
        let away = *self.0.away.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(away) = away.filter(|away| Instant::now() < away.until) {
            let pause = format!("tried again in {} ms", away.pause.as_millis());
            return Err(StoreError::Unreachable(pause.into()));
        }
        let client = self.0.pool.get().await;
        // A busy pool does not mean that the database is unreachable.
        let is_busy = matches!(client, Err(PoolError::Timeout(TimeoutType::Wait)));
        let client = client.map_err(no_connection);
        let is_away = matches!(client, Err(StoreError::Unreachable(_))) && !is_busy;
        let pause = away.map_or(PAUSES.0, |away| (away.pause * 2).min(PAUSES.1));
        let away = is_away.then(|| Away { until: Instant::now() + pause, pause });
        *self.0.away.lock().unwrap_or_else(PoisonError::into_inner) = away;
        client
    }

    /// Returns the rows of a read-only statement. It is tried again if its connection turns out to be broken, as after
    /// a restart of the database.
    pub(crate) async fn rows(
        &self,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let client = self.client().await?;
        match client.query_typed(statement, parameters).await.map_err(failure) {
            Err(StoreError::Unreachable(_)) => {
                let client = self.client().await?;
                client.query_typed(statement, parameters).await.map_err(failure)
            }
            done => done,
        }
    }

    /// Streams the rows of a read-only statement, which may be too many for memory.
    pub(crate) async fn stream(
        &self,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<StreamedRows, StoreError> {
        match self.try_stream(statement, parameters).await {
            Err(StoreError::Unreachable(_)) => self.try_stream(statement, parameters).await,
            done => done,
        }
    }

    async fn try_stream(
        &self,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<StreamedRows, StoreError> {
        let client = self.client().await?;
        let parameters = parameters.iter().map(|(value, of_type)| (*value, of_type.clone()));
        let rows = client.query_typed_raw(statement, parameters).await.map_err(failure)?;
        Ok(StreamedRows { rows: Box::pin(rows), _client: client })
    }

    /// Returns the only row of a read-only statement, if there is one.
    pub(crate) async fn row(
        &self,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(statement, parameters).await?.into_iter().next())
    }

    /// Executes a single statement; returns the number of rows changed.
    pub(crate) async fn execute(
        &self,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<u64, StoreError> {
        let client = self.client().await?;
        client.execute_typed(statement, parameters).await.map_err(failure)
    }

    /// Opens a connection outside the pool, for something that lasts as long as the connection. The second value drives
    /// it and must be polled.
    pub(crate) async fn connect_alone(
        &self,
    ) -> Result<(tokio_postgres::Client, OwnConnection), StoreError> {
        let connected = self.0.config.connect(self.0.connector.clone());
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, connected).await;
        connected.map_err(|silent| StoreError::Unreachable(silent.into()))?.map_err(failure)
    }

    /// Fails all statements under way, since the database says nothing any more. It is tried again in a while.
    pub(crate) fn give_up(&self) {
        let (_, pause) = PAUSES;
        let away = Away { until: Instant::now() + pause, pause };
        *self.0.away.lock().unwrap_or_else(PoisonError::into_inner) = Some(away);
        self.0.connector.end_all();
    }
}

/// Rows that are fetched on demand.
pub(crate) struct StreamedRows {
    rows: Pin<Box<RowStream>>,
    /// Held until the last row has arrived.
    _client: Client,
}

impl StreamedRows {
    /// Returns the next row; `None` after the last.
    pub(crate) async fn next(&mut self) -> Result<Option<Row>, StoreError> {
        // Rows may arrive faster than they are processed, so yield between two of them.
        tokio::task::yield_now().await;
        self.rows.try_next().await.map_err(failure)
    }
}

/// The driver of a connection outside the pool.
pub(crate) type OwnConnection = Connection<Socket, <Connector as MakeTlsConnect<Socket>>::Stream>;

/// Returns the configuration of an address, and the certificates that it trusts. `sslmode=verify-full` and
/// `sslrootcert` are parsed here, with the meaning that libpq gives them.
fn parsed(address: &str) -> Result<(Config, Trust), OpenError> {
    let (place, options) = address.split_once('?').unwrap_or((address, ""));
    let mut trust = Trust::Any;
    let mut kept = Vec::new();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("sslmode", "verify-full" | "verify-ca")) => {
                trust = if trust == Trust::Any { Trust::System } else { trust };
                kept.push("sslmode=require".to_owned());
            }
            Some(("sslrootcert", file)) => trust = Trust::File(file.replace("%2F", "/")),
            _ => kept.push(option.to_owned()),
        }
    }
    let options = kept.join("&");
    let address = if options.is_empty() { place.to_owned() } else { format!("{place}?{options}") };
    let mut config: Config = address.parse().map_err(|error: tokio_postgres::Error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        OpenError::Address(cause.unwrap_or_else(|| error.to_string()))
    })?;
    // As in libpq, whatever `sslmode` says: the socket of a machine leaves it nowhere.
    let is_socket = |host: &Host| matches!(host, Host::Unix(_));
    if config.get_hostaddrs().is_empty() && config.get_hosts().iter().all(is_socket) {
        config.ssl_mode(SslMode::Disable);
    }
    Ok((config, trust))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_which_certificates_are_trusted() {
        let trust = |options: &str| parsed(&format!("postgres://a:b@h/d{options}")).unwrap().1;
        assert_eq!(trust(""), Trust::Any);
        assert_eq!(trust("?sslmode=require"), Trust::Any);
        assert_eq!(trust("?sslmode=verify-full"), Trust::System);
        let file = Trust::File("/etc/ca.pem".to_owned());
        assert_eq!(trust("?sslrootcert=/etc/ca.pem&sslmode=verify-full"), file);
        let mode = |address: &str| parsed(address).unwrap().0.get_ssl_mode();
        assert_eq!(mode("postgres://a:b@h/d?sslmode=verify-full"), SslMode::Require);
        assert_eq!(mode("postgres://a:b@h/d"), SslMode::Prefer);
    }

    #[test]
    fn a_socket_of_this_machine_has_no_tls_and_an_address_beside_it_has() {
        for (address, mode) in [
            ("postgresql://u@/db?host=/run/postgresql", SslMode::Disable),
            ("postgresql://u:@/db?host=%2Frun%2Fpostgresql&sslmode=require", SslMode::Disable),
            ("postgresql://u@%2Frun%2Fpostgresql/db?sslmode=verify-full", SslMode::Disable),
            ("postgresql://u@%2Frun%2Fx,db.example/db?sslmode=require", SslMode::Require),
            ("postgresql://u@/db?host=/run/x&hostaddr=10.0.0.1&sslmode=require", SslMode::Require),
            ("postgresql://u@db.example/db", SslMode::Prefer),
        ] {
            let (config, trust) = parsed(address).unwrap();
            assert_eq!(config.get_ssl_mode(), mode, "{address}");
            // The pool makes this for a socket too.
            assert!(Connector::new(&trust).unwrap().make_tls_connect("").is_ok());
        }
    }

    #[test]
    fn what_is_no_address_is_told_without_its_password() {
        for address in
            ["postgres://a:secret@h:port/d", "nothing", "postgres://a:secret@h/d?x=secret"]
        {
            let fault = Database::open(address, 1).unwrap_err().to_string();
            assert!(!fault.contains("secret") && fault.contains("FOOTNOTE_STORE"), "{fault}");
        }
    }

    #[tokio::test]
    async fn a_database_that_is_away_is_not_asked_again_at_once() {
        let database = Database::open("postgres://a:b@127.0.0.1:1/d", 1).unwrap();
        for _ in 0..2 {
            assert!(matches!(database.migrate().await, Err(StoreError::Unreachable(_))));
        }
        assert!(database.0.away.lock().unwrap().is_some());
    }
}
