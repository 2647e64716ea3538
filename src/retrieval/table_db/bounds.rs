//! Limits untrusted SQL: it may only read the loaded tables and call known functions, and it has to finish.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;

use super::sums;

/// Number of steps of `SQLite`'s virtual machine between checks of the limits.
const STEPS_AT_ONCE: i32 = 10_000;

/// Maximum number of checks per query: twenty million steps, about half a second.
const MAX_LOOKS: u32 = 2_000;

/// Maximum duration of a query. Steps differ in length, and those that write long rows fill the disk.
const MAX_TIME: Duration = Duration::from_secs(2);

/// Limits that `SQLite` itself enforces.
const LIMITS: [(Limit, i32); 8] = [
    (Limit::SQLITE_LIMIT_LENGTH, 64 * 1024),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 16 * 1024),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (Limit::SQLITE_LIMIT_VDBE_OP, 25_000),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Functions that may be called.
const FUNCTIONS: &str = "abs avg ceil ceiling char coalesce concat concat_ws count cume_dist date datetime dense_rank \
    first_value floor glob group_concat ifnull iif instr julianday lag last_value lead length like lower ltrim max \
    min mod nth_value ntile nullif percent_rank rank replace round row_number rtrim sign strftime string_agg substr \
    substring sum time total trim typeof unixepoch upper";

/// A query's use of its limits.
pub(super) struct Bounds {
    looks: Arc<AtomicU32>,
    begun: Arc<Mutex<Instant>>,
}

impl Bounds {
    /// Restricts all further SQL of a connection to reading these tables.
    pub(super) fn set(
        connection: &mut Connection,
        tables: HashSet<String>,
    ) -> Result<Self, rusqlite::Error> {
        sums::register(connection)?;
        // Makes a misspelt column in double quotes an error rather than a string.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
        for (limit, value) in LIMITS {
            connection.set_limit(limit, value)?;
        }
        let functions: HashSet<&str> = FUNCTIONS.split_whitespace().collect();
        let decide = move |context: AuthContext<'_>| decide(&context, &tables, &functions);
        connection.authorizer(Some(decide))?;
        let bounds = Self { looks: Arc::default(), begun: Arc::new(Mutex::new(Instant::now())) };
        let (looks, begun) = (Arc::clone(&bounds.looks), Arc::clone(&bounds.begun));
        let is_over = move || {
            let begun = *begun.lock().unwrap_or_else(PoisonError::into_inner);
            looks.fetch_add(1, Ordering::Relaxed) >= MAX_LOOKS || begun.elapsed() > MAX_TIME
        };
        connection.progress_handler(STEPS_AT_ONCE, Some(is_over))?;
        Ok(bounds)
    }

    /// Resets the limits for a new query.
    pub(super) fn begin(&self) {
        self.looks.store(0, Ordering::Relaxed);
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

fn decide(
    context: &AuthContext<'_>,
    tables: &HashSet<String>,
    functions: &HashSet<&str>,
) -> Authorization {
    let is_allowed = match context.action {
        AuthAction::Select | AuthAction::Recursive => true,
        // `count(*)` reads no column; this also applies to subqueries.
        AuthAction::Read { table_name, column_name } => {
            let is_internal = ["sqlite_", "pragma_"].iter().any(|own| table_name.starts_with(own));
            tables.contains(table_name) || (column_name.is_empty() && !is_internal)
        }
        AuthAction::Function { function_name } => {
            functions.contains(function_name.to_lowercase().as_str())
        }
        _ => false,
    };
    if is_allowed { Authorization::Allow } else { Authorization::Deny }
}
