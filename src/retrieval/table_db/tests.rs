//! Tests of tables queried with SQL.

use footnote_documents::table::samples::passages;
use footnote_documents::table::{Table, tables};

use super::*;

const ORDERS: [&str; 9] = [
    "Order | City | Amount | Placed",
    "1 | Oslo | € 0.10 | 2025-03-01",
    "2 | Oslo | € 0.20 | 2025-07-15",
    "3 | Ålesund | € 30.30 | 2026-01-02",
    "4 | Oslo | - | 2026-02-01",
    "5 | Bergen | open | 01.03.2026",
    "6 | Moss | € 5.00 | 2026-03-02",
    "7 | Moss | € 4.40 | 2026-03-02",
    "Total | | € 40.00 | ",
];

fn table(path: &str, lines: &[&str]) -> Table {
    tables(&passages(path, &[("", lines)])).remove(0)
}

/// A database of tables whose queries nobody cancels.
fn loaded(tables: &[Table]) -> TableDb {
    TableDb::load(tables, || false).unwrap()
}

fn orders() -> TableDb {
    loaded(&[table("shop/Orders 2025.csv", &ORDERS)])
}

fn shown(result: &QueryResult) -> Vec<String> {
    let row = |row: &Vec<Cell>| row.iter().map(Cell::text).collect::<Vec<_>>().join("|");
    result.rows.iter().map(row).collect()
}

fn asked(db: &TableDb, sql: &str) -> Vec<String> {
    shown(&db.run(sql).unwrap())
}

#[test]
fn a_schema_tells_types_units_and_what_is_left_out() {
    let schema = orders().schema().unwrap();
    let expected = "Table orders_2025 (7 rows, shop/Orders 2025.csv; 1 rows of totals left out):\n\
        - order_ INTEGER \"Order\"\n\
        - city TEXT\n\
        - amount REAL, in eur, 1 empty, 1 no number\n\
        - placed DATE\n\
        | order_ | city | amount | placed |\n\
        | --- | --- | --- | --- |\n\
        | 1 | Oslo | 0.10 | 2025-03-01 |\n";
    assert!(schema.starts_with(expected), "{schema}");
    let outline = "orders_2025(order_ INTEGER, city TEXT, amount REAL, placed DATE)";
    assert_eq!(orders().outline(), outline);
}

#[test]
fn sums_are_exact_and_have_the_decimals_of_their_column() {
    let db = orders();
    let sum = "SELECT SUM(amount) FROM orders_2025";
    assert_eq!(asked(&db, &format!("{sum} WHERE city = 'Oslo'")), ["0.30"]);
    assert_eq!(asked(&db, &format!("{sum} HAVING SUM(amount) = 40")), ["40.00"]);
    assert_eq!(asked(&db, "SELECT AVG(amount) FROM orders_2025"), ["8.00"]);
    assert_eq!(asked(&db, "SELECT AVG(order_) FROM orders_2025 WHERE order_ < 3"), ["1.5"]);
    assert_eq!(asked(&db, "SELECT SUM(order_) AS n FROM orders_2025"), ["28"]);
    assert_eq!(asked(&db, "SELECT 1.0 * order_ / 3 FROM orders_2025 LIMIT 1"), ["0.3333"]);
    let running = "SELECT SUM(amount) OVER (ORDER BY order_ ROWS 1 PRECEDING) FROM orders_2025";
    assert_eq!(asked(&db, running), ["0.10", "0.30", "30.50", "30.30", "", "5.00", "9.40"]);
    assert_eq!(asked(&db, "SELECT SUM(amount) FROM orders_2025 WHERE order_ = 4"), [""]);
}

#[test]
fn amounts_in_german_style_are_numbers() {
    let lines = ["Posten | Betrag in Euro", "Miete | 1.234,50", "Strom | 99,05", "Wasser | 1.000"];
    let db = loaded(&[table("kosten.csv", &lines)]);
    assert_eq!(asked(&db, "SELECT SUM(betrag_in_euro) FROM kosten"), ["2333.55"]);
}

#[test]
fn amounts_in_several_units_have_these_in_a_column_of_their_own() {
    let lines = ["Item | Price", "Tea | 3 EUR", "Rice | 4.50 USD", "Salt | 1 EUR"];
    let db = loaded(&[table("prices.csv", &lines)]);
    let by_unit = "SELECT price_unit, SUM(price) FROM prices GROUP BY 1 ORDER BY 1";
    assert_eq!(asked(&db, by_unit), ["eur|4.00", "usd|4.50"]);
}

#[test]
fn years_are_whole_numbers_and_dates_are_text_in_order() {
    let lines = ["Year | Club | Since", "2024 | A | March 2, 2001", "2025 | B | 3 Jan 1999"];
    let db = loaded(&[table("clubs.csv", &lines)]);
    assert_eq!(asked(&db, "SELECT MAX(year) - MIN(year) FROM clubs"), ["1"]);
    assert_eq!(asked(&db, "SELECT MIN(since) FROM clubs"), ["1999-01-03"]);
}

#[test]
fn cells_that_are_no_number_are_told_where_they_count() {
    let result = orders().run("SELECT SUM(amount) FROM orders_2025").unwrap();
    let expected = "Cells of orders_2025.amount that are no number count as empty: 1.";
    assert_eq!(result.notes, [expected]);
    assert!(orders().run("SELECT city FROM orders_2025").unwrap().notes.is_empty());
    let text = orders().run("SELECT SUM(city) FROM orders_2025").unwrap_err().to_string();
    assert!(text.contains("need a column of numbers"), "{text}");
}

/// A table with this many rows, in several passages.
fn long(rows: usize) -> (TableDb, Vec<footnote_documents::Passage>) {
    let rows: Vec<String> =
        (0..rows).map(|at| format!("Item {at} | {at} | {}", ["A", "B"][at % 2])).collect();
    let mut lines = vec!["Name | Count | Kind"];
    lines.extend(rows.iter().map(String::as_str));
    let passages = passages("long.csv", &[("", &lines)]);
    (loaded(&tables(&passages)), passages)
}

#[test]
fn results_lead_to_the_passages_that_show_their_rows() {
    let (db, passages) = long(300);
    let shows = |sql: &str, name: &str| {
        let result = db.run(sql).unwrap();
        let (path, ordinal) = &result.places[0];
        assert_eq!((path.as_str(), result.documents.len()), ("long.csv", 1), "{sql}");
        let text = &passages[usize::try_from(*ordinal).unwrap()].text;
        assert!(text.contains(&format!("| {name} |")), "{sql}: {text}");
        result.places.len()
    };
    assert_eq!(shows("SELECT name FROM long WHERE count = 150", "Item 150"), 1);
    assert_eq!(shows("SELECT l.name FROM long AS l ORDER BY l.count DESC LIMIT 1;", "Item 299"), 1);
    assert_eq!(shows("SELECT MAX(count) FROM long", "Item 299"), 1);
    assert_eq!(shows("SELECT COUNT(*) FROM long WHERE name = 'Item 150'", "Item 150"), 1);
    assert_eq!(shows("SELECT DISTINCT kind FROM \"long\" WHERE count = 200", "Item 200"), 1);
    let joined = "SELECT a.name FROM long a JOIN long AS b ON a.count = b.count + 290";
    assert!(shows(joined, "Item 290") > 1);
    assert!(shows("SELECT kind, SUM(count) FROM long GROUP BY kind", "Item 0") > 5);
}

#[test]
fn a_result_tells_the_few_rows_that_it_takes_together() {
    let db = orders();
    let asked = |sql: &str| db.run(sql).unwrap();
    let sum = asked("SELECT SUM(amount) FROM orders_2025 WHERE city = 'Moss'");
    let rows = "| order_ | city | amount | placed |\n| --- | --- | --- | --- |\n\
        | 6 | Moss | 5.00 | 2026-03-02 |\n| 7 | Moss | 4.40 | 2026-03-02 |\n";
    assert_eq!((sum.behind.as_str(), sum.rests_on), (rows, 2));
    let greatest = asked("SELECT MAX(amount) FROM orders_2025");
    assert!(greatest.behind.contains("| 3 | Ålesund |"), "{}", greatest.behind);
    let listed = asked("SELECT city FROM orders_2025");
    assert_eq!((listed.behind.as_str(), listed.rests_on), ("", 0));
    let many = long(300).0.run("SELECT SUM(count) FROM long").unwrap();
    assert_eq!((many.behind.as_str(), many.rests_on), ("", 300));
}

#[test]
fn what_cannot_be_traced_back_to_rows_rests_on_its_documents() {
    let (db, _) = long(10);
    for sql in [
        "SELECT 1 FROM (SELECT name FROM long) AS other",
        "WITH x AS (SELECT name FROM long) SELECT name FROM x",
        "SELECT name FROM long UNION SELECT kind FROM long",
    ] {
        let result = db.run(sql).unwrap();
        assert!(!result.rows.is_empty() && result.places.is_empty(), "{sql}");
        assert_eq!(result.documents, ["long.csv"], "{sql}");
    }
}

#[test]
fn nothing_but_reading_the_tables_is_allowed() {
    let (db, _) = long(10);
    for sql in [
        "ATTACH '/tmp/x.db' AS x",
        "PRAGMA table_info(long)",
        "SELECT * FROM pragma_table_info('long')",
        "SELECT count(*) FROM pragma_database_list",
        "SELECT * FROM sqlite_master",
        "SELECT count(*) FROM sqlite_schema",
        "SELECT count(*) FROM SQLITE_MASTER",
        "SELECT 1 FROM main.Sqlite_Schema",
        "WITH sqlite_master AS (SELECT 1) SELECT count(*) FROM main.sqlite_master",
        "SELECT (WITH sqlite_master AS (SELECT 1) SELECT 1 FROM sqlite_master), count(*) FROM sqlite_master",
        "WITH x AS (SELECT 1) SELECT count(*) FROM x, sqlite_temp_schema",
        "SELECT count(*) FROM json_each('[1, 2]')",
        "SELECT 1 FROM JSON_TREE('{}')",
        "SELECT json_array(1)",
        "SELECT hex(name) FROM long",
        "SELECT printf('%1000000d', 1)",
        "SELECT format('%s', name) FROM long",
        "SELECT quote(name) FROM long",
        "SELECT sqlite_version()",
        "REINDEX",
        "explain SELECT 1",
        "EXPLAIN QUERY PLAN SELECT name FROM long",
        "WITH x AS (SELECT 1) DELETE FROM long",
        "SELECT load_extension('x.so')",
        "SELECT randomblob(9)",
        "SELECT zeroblob(1000000000)",
        "SELECT * FROM json_each('[1]')",
        "SELECT * FROM dbstat",
        "INSERT INTO long VALUES (1, 2, 3)",
        "UPDATE long SET count = 0",
        "DELETE FROM long",
        "DROP TABLE long",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x AS SELECT * FROM long",
        "VACUUM INTO '/tmp/x.db'",
        "BEGIN",
        "EXPLAIN DELETE FROM long",
        "SELECT 1; DELETE FROM long",
        "",
    ] {
        assert!(db.run(sql).is_err(), "{sql}");
    }
    assert_eq!(asked(&db, "SELECT COUNT(*) FROM long"), ["10"]);
}

#[test]
fn what_has_no_end_is_ended() {
    let (db, _) = long(300);
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";
    for sql in [
        format!("{endless} SELECT COUNT(*) FROM n"),
        format!("{endless} SELECT MAX(x) FROM n, long"),
        "SELECT COUNT(*) FROM long a, long b, long c, long d".to_owned(),
    ] {
        assert!(matches!(db.run(&sql), Err(TableDbError::TooLong)), "{sql}");
    }
    let doubled = "WITH RECURSIVE n(x) AS (SELECT 'ab' UNION ALL SELECT x || x FROM n) \
        SELECT LENGTH(x) FROM n";
    assert!(db.run(doubled).is_err());
    assert_eq!(asked(&db, "SELECT COUNT(*) FROM long"), ["300"]);
}

#[test]
fn long_results_are_cut_and_say_so() {
    let (db, _) = long(300);
    let result = db.run("SELECT * FROM long").unwrap();
    assert_eq!((result.rows.len(), result.is_cut), (MAX_ROWS, true));
}

#[test]
fn faults_are_told_in_words() {
    let fault = |sql: &str| orders().run(sql).unwrap_err().to_string();
    assert!(fault("SELECT price FROM orders_2025").contains("no such column: price"));
    assert!(fault("SELECT \"Prise\" FROM orders_2025").contains("no such column"));
    assert!(fault("SELECT FROM").contains("syntax error"));
    assert!(fault("SELEC 1").contains("must not begin with SELEC"));
    assert!(fault("SELECT 1; SELECT 2").contains("several statements"));
}

#[test]
fn names_are_taken_without_quotes_and_each_is_another() {
    let lines = ["Group | Total (€) | 2024 | total, € |  | rowid", "a | 1 | 2 | 3 | 4 | 5"];
    let docs = [table("a/1st list.csv", &lines), table("b/1st-List.csv", &lines)];
    let db = loaded(&docs);
    assert_eq!(
        asked(&db, "SELECT group_, total, _2024, total_2, column_5, rowid_ FROM _1st_list_2"),
        ["a|1|2|3|4|5"]
    );
}

#[test]
fn letters_of_all_languages_have_small_ones() {
    assert_eq!(
        asked(&orders(), "SELECT lower(city) FROM orders_2025 WHERE order_ = 3"),
        ["ålesund"]
    );
}

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
    let (a, b) = (letters('a', 7_200), letters('b', 7_200));
    for sql in [
        format!("SELECT count(*) FROM long x, long y WHERE trim({b} || x.name, {a} || 'b') = 'x'"),
        format!("SELECT count(*) FROM long x, long y WHERE rtrim({a} || x.name, {b} || 'a') = 'x'"),
        format!("SELECT count(*) FROM long x, long y WHERE ltrim({a}, {b} || y.name || 'a') = 'x'"),
        format!("SELECT count(*) FROM long x, long y WHERE instr({a}, substr({a}, 3600) || y.name)"),
        format!("SELECT sum(length(replace({a} || x.name, substr({a}, 3600) || 'b', ''))) FROM long x, long y"),
        format!("SELECT count(*) FROM long x, long y WHERE {a} || x.name LIKE '%{}b%'", "a".repeat(90)),
        format!("SELECT count(*) FROM long x, long y WHERE {a} || x.name LIKE '%{}b'", "_%".repeat(48)),
        format!("SELECT count(*) FROM long x, long y WHERE {a} || x.name GLOB '*{}Z'", "[a-z]*".repeat(15)),
        format!("SELECT count(*) FROM long x, long y WHERE upper({a} || x.name) = lower({b} || y.name)"),
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
    let a = letters('a', 7_200);
    for sql in [
        format!("SELECT x.name FROM long x, long y, long z ORDER BY {a} || x.name || y.name || z.name"),
        format!("SELECT count(DISTINCT {a} || x.name || y.name || z.name) FROM long x, long y, long z"),
        format!("SELECT {a} || x.name || y.name || z.name k, count(*) FROM long x, long y, long z GROUP BY 1"),
        format!("WITH m AS MATERIALIZED (SELECT {a} || x.name y FROM long x, long, long) SELECT count(y) FROM m a, m b"),
        format!("WITH RECURSIVE n(i, x) AS (SELECT 1, {a} UNION ALL SELECT i + 1, {a} || i FROM n, long) SELECT max(length(x)) FROM n"),
        format!("SELECT lag(k, 1000) OVER (ORDER BY c) FROM (SELECT {a} || x.name k, y.count c FROM long x, long y, long z)"),
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
    let (a, many) = (letters('a', 7_200), ["x"; 1_000].join(","));
    for (sql, note) in [
        (format!("WITH b AS (SELECT {a} x) SELECT {many} FROM b"), "first 100 of 1000 columns"),
        (format!("SELECT {a} || name FROM long"), "Long values are cut"),
        (format!("SELECT {many} FROM (SELECT count AS x FROM long)"), "of 1000 columns"),
        (format!("SELECT * FROM (SELECT 1 AS \"{}\")", "n".repeat(7_000)), ""),
    ] {
        let result = db.run(&sql).unwrap();
        let shown = result.markdown().len() + result.behind.len();
        assert!(shown < 64 * 1024, "{shown}: {sql}");
        assert!(result.notes.concat().contains(note), "{sql}: {:?}", result.notes);
    }
    assert!(db.run(&format!("SELECT '{}'", "x".repeat(20_000))).is_err());
    let large = db.run("SELECT group_concat(name || name || name) FROM long").unwrap_err();
    assert!(large.to_string().contains("larger than 8 KB"), "{large}");
}

#[test]
fn a_query_and_a_load_that_nobody_waits_for_end() {
    let (mut db, passages) = long(300);
    db.bounds = Bounds::set(&mut db.connection, HashSet::from(["long".to_owned()]), || true).unwrap();
    let sum = db.run("SELECT sum(x.count) FROM long x, long y");
    assert!(matches!(sum, Err(TableDbError::TooLong)), "{sum:?}");
    assert!(matches!(TableDb::load(&tables(&passages), || true), Err(TableDbError::TooLong)));
}

#[test]
fn texts_are_trimmed_as_sqlite_does() {
    let db = orders();
    let trimmed = "SELECT trim('xxaxbyx', 'xy'), ltrim('€ 5', '€ '), rtrim(1.50, '05'), trim(' a '), \
        trim(null, 'x'), trim('x', null), trim('äöä', 'ä')";
    assert_eq!(asked(&db, trimmed), ["axb|5|1.|a|||ö"]);
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
    assert_eq!(asked(&db, "SELECT count(*), sum(count), max(length(text)) FROM a"), ["2|11|4001"]);
    let notes = db.run("SELECT text FROM a").unwrap().notes;
    assert!(notes[0].contains("Texts of a.text that are cut, as too long: 1"), "{notes:?}");
}

#[test]
fn no_name_is_one_of_sqlites_own_and_wide_tables_have_their_first_columns() {
    let names = ["SQLite_master | sqlite_x | Select | x", "1 | 2 | 3 | 4"];
    let docs = ["sqlite_master.csv", "SQLite.csv", "json_each.csv", "pragma table.csv", "select.csv"];
    let docs = docs.map(|path| table(path, &names));
    let db = loaded(&docs);
    let tables: Vec<&str> = db.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(tables, ["_sqlite_master", "sqlite", "json_each", "pragma_table", "select_"]);
    for table in tables {
        let sql = format!("SELECT count(*), _sqlite_master + _sqlite_x + select_ + x FROM {table}");
        assert_eq!(asked(&db, &sql), ["1|10"], "{table}");
    }
    let mut wide = Table { path: "wide.csv".to_owned(), ..Table::default() };
    let column = |at| footnote_documents::table::Column { name: format!("C {}", at % 7), ..Default::default() };
    wide.columns = (0..2_500).map(column).collect();
    let db = loaded(&[wide]);
    let result = db.run("SELECT c_0, c_6_142 FROM wide").unwrap();
    assert_eq!(result.notes, ["wide: its last 1500 columns are left out."]);
    assert!(db.run("SELECT * FROM wide").is_ok());
}
