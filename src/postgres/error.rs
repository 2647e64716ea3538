//! Failures of the database, as the stores tell of them.

use deadpool_postgres::PoolError;
use footnote_retrieval::store::StoreError;
use tokio_postgres::error::SqlState;

/// The reason why a database cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is none. Its text is not told: it may hold a password.
    #[error("FOOTNOTE_STORE is no address like postgres://user:password@host:5432/database: {0}")]
    Address(String),
    /// The certificate of the authority cannot be read.
    #[error("the certificates that sslrootcert names cannot be read")]
    Certificates(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The failure of a statement: of the database, or only of the way to it.
pub(crate) fn failure(error: tokio_postgres::Error) -> StoreError {
    let is_away = error.code().map_or_else(|| error.is_closed() || is_of_the_way(&error), ends);
    if is_away { StoreError::Away(error.into()) } else { StoreError::Database(error.into()) }
}

/// The failure to get a connection: without one, the database is away, unless it is there and lets nobody in by this
/// name and password, or is not there by this name.
pub(crate) fn no_connection(error: PoolError) -> StoreError {
    let code = match &error {
        PoolError::Backend(error) => error.code().map(SqlState::code),
        _ => None,
    };
    let is_refused = code.is_some_and(|code| code.starts_with("28") || code.starts_with("3D"));
    if is_refused { StoreError::Database(error.into()) } else { StoreError::Away(error.into()) }
}

/// True if the connection could not be made, or broke.
fn is_of_the_way(error: &tokio_postgres::Error) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        if error.is::<std::io::Error>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// True if a code says that the server or the connection ends, or begins.
fn ends(code: &SqlState) -> bool {
    let ending = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::PROTOCOL_VIOLATION,
        SqlState::READ_ONLY_SQL_TRANSACTION,
    ];
    code.code().starts_with("08") || ending.contains(code)
}
