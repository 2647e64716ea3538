//! Limits untrusted SQL: it may only read the loaded tables and call known functions, and it takes little time and memory.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;

use super::functions;

/// Number of steps of `SQLite`'s virtual machine between checks of the limits, unless no loop ends before. As values and
/// statements are short, even a thousand calls of the costliest function then take about a second.
const STEPS_AT_ONCE: i32 = 100;

/// Maximum duration of a query.
const MAX_TIME: Duration = Duration::from_secs(1);

/// Maximum growth of the process while a query runs, in KiB. What `SQLite` sorts and collects is in memory, and it limits
/// that memory for all databases of the process together only.
const MAX_GROWTH: usize = 128 * 1024;

/// Time between looks at the memory of the process.
const MEMORY_INTERVAL: Duration = Duration::from_millis(5);

/// Maximum size of a value, and of a row that is sorted, in bytes.
const MAX_VALUE_BYTES: i32 = 4 * 1024;

/// Maximum size of a statement, in bytes.
pub(super) const MAX_SQL_BYTES: usize = 8 * 1024;

/// Limits that `SQLite` itself enforces.
const LIMITS: [(Limit, i32); 9] = [
    (Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES),
    (Limit::SQLITE_LIMIT_COLUMN, 1_100),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (Limit::SQLITE_LIMIT_VDBE_OP, 25_000),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 32),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Functions that may be called.
const FUNCTIONS: &str = "abs avg ceil ceiling char coalesce concat concat_ws count cume_dist date datetime dense_rank \
    first_value floor glob group_concat ifnull iif instr julianday lag last_value lead length like lower ltrim max \
    min mod nth_value ntile nullif percent_rank rank replace round row_number rtrim sign strftime string_agg substr \
    substring sum time total trim typeof unixepoch upper";

/// The limits of the query that runs, and what it has used of them.
#[derive(Debug)]
pub(super) struct Bounds(Arc<Mutex<Usage>>);

#[derive(Debug)]
struct Usage {
    begun: Instant,
    /// The time of the last look at the memory of the process, in KiB, and its memory at the first.
    looked: Instant,
    memory: usize,
    /// Names that the statement itself gives to subqueries.
    named: HashSet<String>,
    is_cancelled: fn() -> bool,
}

impl Bounds {
    /// Restricts all further SQL of a connection to reading these tables. A query also ends when `is_cancelled` says so.
    pub(super) fn set(
        connection: &mut Connection,
        tables: HashSet<String>,
        is_cancelled: fn() -> bool,
    ) -> Result<Self, rusqlite::Error> {
        functions::register(connection)?;
        // Makes a misspelt column in double quotes an error rather than a string.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
        // Nothing is written to disk.
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        for (limit, value) in LIMITS {
            connection.set_limit(limit, value)?;
        }
        let now = Instant::now();
        let named = HashSet::new();
        let usage = Usage { begun: now, looked: now, memory: 0, named, is_cancelled };
        let bounds = Self(Arc::new(Mutex::new(usage)));
        let usage = Arc::clone(&bounds.0);
        connection.progress_handler(STEPS_AT_ONCE, Some(move || lock(&usage).is_over()))?;
        let usage = Arc::clone(&bounds.0);
        let functions: HashSet<&str> = FUNCTIONS.split_whitespace().collect();
        let decide = move |context: AuthContext<'_>| {
            let is_allowed = allows(&context, &tables, &functions, &lock(&usage).named);
            if is_allowed { Authorization::Allow } else { Authorization::Deny }
        };
        connection.authorizer(Some(decide))?;
        Ok(bounds)
    }

    /// Resets the limits for a new query, which names these subqueries.
    pub(super) fn begin(&self, named: HashSet<String>) {
        let mut usage = lock(&self.0);
        let now = Instant::now();
        (usage.begun, usage.looked, usage.memory) = (now, now, memory());
        usage.named = named;
    }
}

impl Usage {
    fn is_over(&mut self) -> bool {
        if self.begun.elapsed() > MAX_TIME || (self.is_cancelled)() {
            return true;
        }
        if self.looked.elapsed() < MEMORY_INTERVAL {
            return false;
        }
        self.looked = Instant::now();
        memory().saturating_sub(self.memory) > MAX_GROWTH
    }
}

fn lock(usage: &Mutex<Usage>) -> MutexGuard<'_, Usage> {
    usage.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory of this process in KiB; 0 if the system does not tell.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    resident.and_then(|size| size.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

fn allows(
    context: &AuthContext<'_>,
    tables: &HashSet<String>,
    functions: &HashSet<&str>,
    named: &HashSet<String>,
) -> bool {
    match context.action {
        AuthAction::Select | AuthAction::Recursive => true,
        AuthAction::Read { table_name, column_name } => {
            let name = table_name.to_lowercase();
            // `count(*)` reads no column, which applies to named subqueries too.
            let is_subquery = column_name.is_empty() && context.database_name.is_none();
            tables.contains(&name) || (is_subquery && named.contains(&name))
        }
        AuthAction::Function { function_name } => {
            functions.contains(function_name.to_lowercase().as_str())
        }
        _ => false,
    }
}
