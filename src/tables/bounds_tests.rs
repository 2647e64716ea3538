//! Tests of what bounds tables and queries: time, memory, room, names and functions.

use std::sync::atomic::{AtomicBool, Ordering};

use footnote_documents::table::tables;

use super::tests::{asked, loaded, long, table};
use super::*;

#[test]
fn subqueries_with_names_are_counted() {
    let (db, _) = long(10);
    for sql in [
        "WITH x AS (SELECT name FROM long) SELECT count(*) FROM x",
        "WITH X(a, b) AS (SELECT name, kind FROM long) SELECT count(*) FROM x",
        "WITH x AS MATERIALIZED (SELECT 1 FROM long) SELECT count(*) FROM X",
        "SELECT count(*) FROM (SELECT name FROM long) AS y",
        "SELECT count(*) FROM LONG",
    ] {
        assert_eq!(asked(&db, sql), ["10"], "{sql}");
    }
}

/// An expression for a text of this many equal letters.
fn letters(letter: char, count: usize) -> String {
    let (long, times) = (letter.to_string().repeat(80), letter.to_string().repeat(count / 80));
    format!("replace('{long}', '{letter}', '{times}')")
}

#[test]
fn functions_of_long_texts_cost_little() {
    let (db, _) = long(300);
    let (a, b) = (letters('a', 3_600), letters('b', 3_600));
    for sql in [
        format!("SELECT count(*) FROM long x, long y WHERE trim({b} || x.name, {a} || 'b') = 'x'"),
        format!("SELECT count(*) FROM long x, long y WHERE rtrim({a} || x.name, {b} || 'a') = 'x'"),
        format!("SELECT count(*) FROM long x, long y WHERE ltrim({a}, {b} || y.name || 'a') = 'x'"),
        format!(
            "SELECT count(*) FROM long x, long y WHERE instr({a}, substr({a}, 1800) || y.name)"
        ),
        format!(
            "SELECT sum(length(replace({a} || x.name, substr({a}, 1800) || 'b', ''))) FROM long x, long y"
        ),
        format!(
            "SELECT count(*) FROM long x, long y WHERE {a} || x.name LIKE '%{}b%'",
            "a".repeat(56)
        ),
        format!(
            "SELECT count(*) FROM long x, long y WHERE {a} || x.name LIKE '%{}b'",
            "_%".repeat(30)
        ),
        format!(
            "SELECT count(*) FROM long x, long y WHERE {a} || x.name GLOB '*{}Z'",
            "[a-z]*".repeat(10)
        ),
        format!(
            "SELECT count(*) FROM long x, long y WHERE upper({a} || x.name) = lower({b} || y.name)"
        ),
        format!("SELECT max(length(group_concat(x.name, {a}))) OVER () FROM long x, long y"),
        format!("SELECT {}", vec![format!("trim({b}, {a} || 'b')"); 60].join(", ")),
        format!("SELECT length({a} || {a})"),
    ] {
        let begun = std::time::Instant::now();
        let _ = db.run(&sql);
        let took = begun.elapsed();
        assert!(took.as_secs() < 6, "{took:?}: {sql}");
    }
}

/// Memory of this process in MiB.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    size.and_then(|size| size.split_whitespace().next()?.parse().ok()).unwrap_or(0_usize) / 1024
}

#[test]
fn what_a_query_sorts_and_collects_has_a_bound() {
    let (mut db, _) = long(300);
    let a = letters('a', 3_600);
    for sql in [
        format!(
            "SELECT x.name FROM long x, long y, long z ORDER BY {a} || x.name || y.name || z.name"
        ),
        format!(
            "SELECT count(DISTINCT {a} || x.name || y.name || z.name) FROM long x, long y, long z"
        ),
        format!(
            "SELECT {a} || x.name || y.name || z.name k, count(*) FROM long x, long y, long z GROUP BY 1"
        ),
        format!(
            "WITH m AS MATERIALIZED (SELECT {a} || x.name y FROM long x, long, long) SELECT count(a.y) FROM m a, m b"
        ),
        format!(
            "WITH RECURSIVE n(i, x) AS (SELECT 1, {a} UNION ALL SELECT i + 1, {a} || i FROM n, long) SELECT max(length(x)) FROM n"
        ),
        format!(
            "SELECT lag(k, 1000) OVER (ORDER BY c) FROM (SELECT {a} || x.name k, y.count c FROM long x, long y, long z)"
        ),
    ] {
        let before = memory();
        assert!(matches!(db.run(&sql), Err(TableDbError::TooLong)), "{sql}");
        let grown = memory().saturating_sub(before);
        assert!(grown < 512, "{grown} MiB: {sql}");
    }
    db.connection.authorizer(None::<fn(rusqlite::hooks::AuthContext<'_>) -> _>).unwrap();
    let store = db.connection.pragma_query_value(None, "temp_store", |row| row.get::<_, i64>(0));
    assert_eq!(store.unwrap(), 2, "nothing goes to disk");
}

#[test]
fn a_result_is_bounded_while_it_is_read_and_says_what_is_cut() {
    let (db, _) = long(300);
    let (a, many) = (letters('a', 3_600), ["x"; 1_000].join(","));
    for (sql, note) in [
        (format!("WITH b AS (SELECT {a} x) SELECT {many} FROM b"), "first 100 of 1000 columns"),
        (format!("SELECT {a} || name FROM long"), "Long values are cut"),
        (format!("SELECT {many} FROM (SELECT count AS x FROM long)"), "of 1000 columns"),
        (format!("SELECT * FROM (SELECT 1 AS \"{}\")", "n".repeat(3_000)), ""),
    ] {
        let result = db.run(&sql).unwrap();
        let shown = result.markdown().len() + result.behind.len();
        assert!(shown < 64 * 1024, "{shown}: {sql}");
        assert!(result.notes.concat().contains(note), "{sql}: {:?}", result.notes);
    }
    assert!(db.run(&format!("SELECT '{}'", "x".repeat(20_000))).is_err());
    let large = db.run("SELECT group_concat(name || name || name) FROM long").unwrap_err();
    assert!(large.to_string().contains("larger than 4 KB"), "{large}");
}

static HAS_LEFT: AtomicBool = AtomicBool::new(false);

#[test]
fn a_query_and_a_load_that_nobody_waits_for_end() {
    let has_left = || HAS_LEFT.load(Ordering::Relaxed);
    let (_, passages) = long(300);
    let db = TableDb::load(&tables(&passages), has_left).unwrap();
    let sum = "SELECT sum(x.count) FROM long x, long y";
    assert!(db.run(sum).is_ok());
    HAS_LEFT.store(true, Ordering::Relaxed);
    assert!(matches!(db.run(sum), Err(TableDbError::TooLong)));
    assert!(matches!(TableDb::load(&tables(&passages), has_left), Err(TableDbError::TooLong)));
}

#[test]
fn rows_beyond_the_room_of_all_tables_are_left_out_and_told() {
    let lines = ["Item | Price", "a | 1", "b | 2", "c | 3", "d | 4"];
    let docs = [table("one.csv", &lines), table("two.csv", &lines)];
    for mut room in [Room { rows: 6, bytes: 9_999 }, Room { rows: 99, bytes: 6 * 50 + 20 }] {
        let mut connection = Connection::open_in_memory().unwrap();
        let mut load = |table: &Table, name: &str| {
            load::load(&mut connection, table, name.to_owned(), &mut room, || false).unwrap()
        };
        let (one, two) = (load(&docs[0], "one"), load(&docs[1], "two"));
        assert_eq!((one.ordinals.len(), one.is_cut), (4, false));
        assert_eq!((two.ordinals.len(), two.is_cut), (2, true));
    }
    let mut cut = table("one.csv", &lines);
    (cut.is_cut, cut.unread) = (true, vec![7, 7, 9]);
    let db = loaded(&[cut]);
    assert!(!db.has_all_rows());
    let result = db.run("SELECT count(*) FROM one").unwrap();
    let notes = [
        "one: only the first 4 rows are here.",
        "one: rows that could not be read: 3, see `read` from 7, 9.",
    ];
    assert_eq!(result.notes, notes);
    assert!(db.schema().unwrap().contains("rows that could not be read: 3"));
}

#[test]
fn a_long_cell_is_cut_and_its_row_stays() {
    let long = format!("a | {} | 5", "word ".repeat(3_000).trim());
    let db = loaded(&[table("a.csv", &["Name | Text | Count", &long, "b | short | 6"])]);
    assert_eq!(asked(&db, "SELECT count(*), sum(count), max(length(text)) FROM a"), ["2|11|2001"]);
    let notes = db.run("SELECT text FROM a").unwrap().notes;
    assert!(notes[0].contains("Texts of a.text that are cut, as too long: 1"), "{notes:?}");
}

#[test]
fn no_name_is_one_of_sqlites_own_and_wide_tables_have_their_first_columns() {
    let names = ["SQLite_master | sqlite_x | Select | x", "1 | 2 | 3 | 4"];
    let docs =
        ["sqlite_master.csv", "SQLite.csv", "json_each.csv", "pragma table.csv", "select.csv"];
    let docs = docs.map(|path| table(path, &names));
    let db = loaded(&docs);
    let tables: Vec<&str> = db.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(tables, ["_sqlite_master", "sqlite", "json_each", "pragma_table", "select_"]);
    for table in tables {
        let sql = format!("SELECT count(*), _sqlite_master + _sqlite_x + select_ + x FROM {table}");
        assert_eq!(asked(&db, &sql), ["1|10"], "{table}");
    }
    let mut wide = table("wide.csv", &names);
    let column = |at| footnote_documents::table::Column {
        name: format!("C {}", at % 7),
        ..Default::default()
    };
    wide.columns = (0..2_500).map(column).collect();
    let db = loaded(&[wide]);
    let result = db.run("SELECT c_0, c_6_142 FROM wide").unwrap();
    assert_eq!(result.notes, ["wide: its last 1500 columns are left out."]);
    assert!(db.run("SELECT * FROM wide").is_ok());
}
