//! Failures of the database as errors of the stores.

use deadpool_postgres::PoolError;
use footnote_store::StoreError;
use tokio_postgres::error::SqlState;

/// The reason why a database cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is invalid. The message leaves it out, because it may contain a password.
    #[error("FOOTNOTE_STORE is no address like postgres://user:password@host:5432/database: {0}")]
    Address(String),
    /// The certificate of the authority cannot be read.
    #[error("the certificates that sslrootcert names cannot be read")]
    Certificates(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Returns the error for a failed statement: either the database refused it, or the connection failed.
pub(crate) fn failure(error: tokio_postgres::Error) -> StoreError {
    let is_away = error.code().map_or_else(|| error.is_closed() || is_of_the_way(&error), ends);
    if is_away { StoreError::Unreachable(error.into()) } else { StoreError::Database(error.into()) }
}

/// Returns the error for a missing connection: the database is unreachable, unless it answered and rejected the user,
/// the password or the database name.
pub(crate) fn no_connection(error: PoolError) -> StoreError {
    let code = match &error {
        PoolError::Backend(error) => error.code().map(SqlState::code),
        _ => None,
    };
    let is_refused = code.is_some_and(|code| code.starts_with("28") || code.starts_with("3D"));
    if is_refused {
        StoreError::Database(error.into())
    } else {
        StoreError::Unreachable(error.into())
    }
}

/// Returns true if an error says that the connection could not be opened, or broke.
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

/// Returns true if an error code says that the server or the connection is shutting down or starting up.
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
